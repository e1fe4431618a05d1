//===- OutlineCaptures.c - what a parallel loop takes along ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Memrefs travel as pointer and extents, so that the loop's function can
// rebuild them over `noalias` pointers; constants are cloned; an index is an
// i64.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Outline.h"

#include "mlir-c/Dialect/LLVM.h"

#include <stb/stb_ds.h>

static bool isOp(MlirOperation op, const char *name) {
  return op.ptr && strRefEqual(bridgeOpName(op), strRefFromC(name));
}

static MlirOperation definingOp(MlirValue value) {
  return mlirValueIsABlockArgument(value) ? (MlirOperation){NULL}
                                          : mlirOpResultGetOwner(value);
}

static bool isInside(MlirOperation loop, MlirValue value) {
  MlirOperation op =
      mlirValueIsABlockArgument(value)
          ? mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value))
          : mlirOperationGetParentOperation(mlirOpResultGetOwner(value));
  for (; op.ptr; op = mlirOperationGetParentOperation(op))
    if (mlirOperationEqual(op, loop))
      return true;
  return false;
}

static MlirWalkResult collectCaptures(MlirOperation op, void *userData) {
  Outline *o = userData;
  if (mlirOperationEqual(op, o->loop))
    return MlirWalkResultAdvance;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    OutlineCapture capture = {.value = mlirOperationGetOperand(op, i)};
    bool known = isInside(o->loop, capture.value);
    for (ptrdiff_t k = 0; !known && k < arrlen(o->captures); ++k)
      known = mlirValueEqual(o->captures[k].value, capture.value);
    if (!known)
      arrput(o->captures, capture);
  }
  return MlirWalkResultAdvance;
}

/// A memref that starts where its memory does: an argument or a local buffer.
static bool isWholeMemref(MlirValue value) {
  MlirOperation op = definingOp(value);
  return isOp(op, "builtin.unrealized_conversion_cast") ||
         isOp(op, "memref.alloca") || isOp(op, "memref.alloc");
}

/// Appends the fields of a capture, made at `b`.
static void addFields(Outline *o, OpBuilder *b, OutlineCapture *capture) {
  MlirType type = mlirValueGetType(capture->value);
  capture->first = arrlen(o->fields);
  if (isOp(definingOp(capture->value), "arith.constant"))
    return;
  if (mlirTypeIsAMemRef(type)) {
    if (!isWholeMemref(capture->value))
      o->mayAlias = true;
    arrput(o->fields, targetBuildMemrefPointer(b, capture->value));
    for (intptr_t i = 0, e = mlirShapedTypeGetRank(type); i < e; ++i)
      if (mlirShapedTypeIsDynamicDim(type, i))
        arrput(o->fields, targetBuildMemrefExtent(b, capture->value, i));
    return;
  }
  // The flag of `tir.check` is one for all ranges.
  o->mayAlias |= mlirTypeIsALLVMPointerType(type);
  MlirValue field = capture->value;
  if (mlirTypeIsAIndex(type))
    field = buildValue(b, "arith.index_cast",
                       targetI64Type(opBuilderContext(b)), &field, 1);
  arrput(o->fields, field);
}

/// The capture again, in the loop's function.
static MlirValue rebuild(Outline *o, OpBuilder *b,
                         const OutlineCapture *capture) {
  MlirType type = mlirValueGetType(capture->value);
  MlirOperation op = definingOp(capture->value);
  if (isOp(op, "arith.constant"))
    return mlirOperationGetResult(opBuilderInsert(b, mlirOperationClone(op)),
                                  0);
  MlirValue first = mlirBlockGetArgument(b->block, capture->first);
  if (mlirTypeIsAIndex(type))
    return buildValue(b, "arith.index_cast", type, &first, 1);
  if (!mlirTypeIsAMemRef(type))
    return first;
  intptr_t rank = mlirShapedTypeGetRank(type), dynamic = 0;
  MlirValue *extents = ARENA_ARRAY(o->arena, MlirValue, rank);
  for (intptr_t i = 0; i < rank; ++i)
    if (mlirShapedTypeIsDynamicDim(type, i)) {
      extents[dynamic] =
          mlirBlockGetArgument(b->block, capture->first + 1 + dynamic);
      ++dynamic;
    }
  return targetBuildMemref(b, type, first, extents, o->arena);
}

MlirLogicalResult outlineCollectCaptures(Outline *o) {
  mlirOperationWalk(o->loop, collectCaptures, o, MlirWalkPreOrder);
  // Only row-major memrefs can be rebuilt from pointer and extents.
  for (ptrdiff_t i = 0; i < arrlen(o->captures); ++i) {
    MlirType type = mlirValueGetType(o->captures[i].value);
    if (mlirTypeIsAMemRef(type) &&
        !mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type)))
      return bridgeEmitOpError(o->loop, "uses a view that is made outside: "
                                        "expected it inside of the loop");
  }
  return mlirLogicalResultSuccess();
}

void outlineBuildFields(Outline *o, OpBuilder *b) {
  for (ptrdiff_t i = 0; i < arrlen(o->captures); ++i)
    addFields(o, b, &o->captures[i]);
}

MlirValue *outlineRebuildCaptures(Outline *o, OpBuilder *b) {
  MlirValue *rebuilt = ARENA_ARRAY(o->arena, MlirValue, arrlen(o->captures));
  for (ptrdiff_t i = 0; i < arrlen(o->captures); ++i)
    rebuilt[i] = rebuild(o, b, &o->captures[i]);
  return rebuilt;
}
