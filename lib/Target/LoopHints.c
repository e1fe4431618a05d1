//===- LoopHints.c - loops that LLVM unrolls ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// An `scf.for` marked `tir.unroll` becomes a loop of LLVM IR with
// `llvm.loop.unroll.full`. Upstream's conversions carry the annotation to the
// backward branch, but as an attribute that the translation does not read.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/LowerTIR.h"
#include "lib/Target/Kernel.h"

#define ANNOTATION "llvm.loop_annotation"

static bool isLoop(MlirOperation op) {
  return strRefEqual(bridgeOpName(op), strRefFromC("scf.for"));
}

typedef struct Nest {
  MlirOperation loop;
  bool open; // a loop inside has an extent that only the run knows
} Nest;

static MlirWalkResult findOpenLoop(MlirOperation op, void *userData) {
  Nest *nest = userData;
  for (intptr_t i = 0; isLoop(op) && i < 2; ++i) {
    MlirValue bound = mlirOperationGetOperand(op, i);
    nest->open |= !mlirOperationEqual(op, nest->loop) &&
                  !(mlirValueIsAOpResult(bound) &&
                    strRefEqual(bridgeOpName(mlirOpResultGetOwner(bound)),
                                strRefFromC("arith.constant")));
  }
  return MlirWalkResultAdvance;
}

/// Copies of a loop that goes on and on at run time are code and nothing else:
/// no buffer becomes registers by them.
static bool isWorthwhile(MlirOperation loop) {
  Nest nest = {.loop = loop};
  mlirOperationWalk(loop, findOpenLoop, &nest, MlirWalkPreOrder);
  return !nest.open;
}

static MlirWalkResult annotate(MlirOperation op, void *userData) {
  (void)userData;
  if (!isLoop(op) ||
      !mlirOperationRemoveDiscardableAttributeByName(
          op, mlirStringRefCreateFromCString(TIR_UNROLL)) ||
      !isWorthwhile(op))
    return MlirWalkResultAdvance;
  mlirOperationSetDiscardableAttributeByName(
      op, mlirStringRefCreateFromCString(ANNOTATION),
      mlirAttributeParseGet(
          mlirOperationGetContext(op),
          mlirStringRefCreateFromCString(
              "#llvm.loop_annotation<unroll = <full = true>>")));
  return MlirWalkResultAdvance;
}

static MlirWalkResult place(MlirOperation op, void *userData) {
  (void)userData;
  MlirStringRef name = mlirStringRefCreateFromCString(ANNOTATION);
  if (!strRefEqual(bridgeOpName(op), strRefFromC("llvm.br")))
    return MlirWalkResultAdvance;
  MlirAttribute annotation =
      mlirOperationGetDiscardableAttributeByName(op, name);
  if (!annotation.ptr)
    return MlirWalkResultAdvance;
  mlirOperationRemoveDiscardableAttributeByName(op, name);
  mlirOperationSetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("loop_annotation"), annotation);
  return MlirWalkResultAdvance;
}

void targetAnnotateLoops(MlirOperation module) {
  mlirOperationWalk(module, annotate, NULL, MlirWalkPreOrder);
}

void targetPlaceAnnotations(MlirOperation module) {
  mlirOperationWalk(module, place, NULL, MlirWalkPreOrder);
}
