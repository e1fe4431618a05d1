//===- Tiles.c - tiles in registers ---------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A tile of sums is a small buffer and loops over its rows. Here it becomes
// values that the reduce loops carry: from the inside to the outside what is
// the same in all rounds leaves a loop, loops that are marked are copied, and
// what they read and write at constant places is carried. LLVM does the same
// in four passes, the first of which (copies of loops) takes longer than all
// others together.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/Tiles.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Conversion/TIRToSCF/LowerTIR.h"

#include <stb/stb_ds.h>

bool tileIsOp(MlirOperation op, const char *name) {
  return op.ptr && strRefEqual(bridgeOpName(op), strRefFromC(name));
}

bool tileIsConstant(MlirValue value, int64_t *out) {
  if (!mlirValueIsAOpResult(value))
    return false;
  MlirOperation op = mlirOpResultGetOwner(value);
  if (!tileIsOp(op, "arith.constant"))
    return false;
  MlirAttribute constant = mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("value"));
  if (!mlirAttributeIsAInteger(constant))
    return false;
  *out = mlirIntegerAttrGetValueInt(constant);
  return true;
}

MlirValue tileConstant(Tiles *t, int64_t value) {
  for (ptrdiff_t i = 0; i < arrlen(t->constants); ++i) {
    int64_t known;
    if (tileIsConstant(t->constants[i], &known) && known == value)
      return t->constants[i];
  }
  MlirBlock entry = opBody(t->func, 0);
  OpBuilder b = opBuilderBefore(mlirBlockGetFirstOperation(entry));
  MlirValue constant = buildIndex(&b, value);
  arrput(t->constants, constant);
  return constant;
}

bool tileBounds(MlirOperation loop, int64_t bounds[3]) {
  for (intptr_t i = 0; i < 3; ++i)
    if (!tileIsConstant(mlirOperationGetOperand(loop, i), &bounds[i]))
      return false;
  return bounds[2] > 0;
}

bool tileAccessOf(MlirOperation op, TileAccess *out) {
  bool load = tileIsOp(op, "vector.load") || tileIsOp(op, "memref.load");
  bool store = tileIsOp(op, "vector.store") || tileIsOp(op, "memref.store");
  if (!load && !store)
    return false;
  *out = (TileAccess){.memref = mlirOperationGetOperand(op, store),
                      .value = store ? mlirOperationGetOperand(op, 0)
                                     : mlirOperationGetResult(op, 0),
                      .first = store ? 2 : 1,
                      .isStore = store};
  return true;
}

bool tileIsLocal(MlirValue memref) {
  return mlirValueIsAOpResult(memref) &&
         tileIsOp(mlirOpResultGetOwner(memref), "memref.alloca");
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static MlirWalkResult collect(MlirOperation op, void *userData) {
  MlirOperation **ops = userData;
  if (tileIsOp(op, "scf.for") || tileIsOp(op, "scf.if"))
    arrput(*ops, op);
  return MlirWalkResultAdvance;
}

static MlirWalkResult findMark(MlirOperation op, void *userData) {
  *(bool *)userData |= mlirOperationGetDiscardableAttributeByName(
                           op, mlirStringRefCreateFromCString(TIR_UNROLL))
                           .ptr != NULL;
  return *(bool *)userData ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/// A loop or a branch; those inside of it are done.
static void formTile(Tiles *t, MlirOperation op) {
  if (tileIsOp(op, "scf.if")) {
    tileHoistFromArm(op);
    return;
  }
  bool copies = mlirOperationRemoveDiscardableAttributeByName(
      op, mlirStringRefCreateFromCString(TIR_UNROLL));
  tileHoist(op, copies);
  if (copies)
    tileUnroll(t, op);
  else
    tilePromote(t, op);
}

void relaxFormTiles(MlirOperation func) {
  bool marked = false;
  mlirOperationWalk(func, findMark, &marked, MlirWalkPreOrder);
  if (!marked)
    return;
  Tiles tiles = {.func = func};
  MlirOperation *ops = NULL;
  mlirOperationWalk(func, collect, &ops, MlirWalkPostOrder);
  for (ptrdiff_t i = 0; i < arrlen(ops); ++i)
    formTile(&tiles, ops[i]);
  arrfree(ops);
  arrfree(tiles.constants);
}

static MlirLogicalResult run(RelaxPassRun *run) {
  if (mlirOperationGetNumRegions(run->op) && opBody(run->op, 0).ptr)
    relaxFormTiles(run->op);
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxFormTilesPass = {
    .name = "form-tiles",
    .summary = "copy loops to unroll and keep their sums in registers",
    .documentation =
        "Behind `lower-tir`, `canonicalize` and `cse`, as code generation runs "
        "it: in a function with loops that are marked `tir.unroll`, "
        "arithmetic "
        "that is the same in all rounds leaves its loop (a division only "
        "where "
        "it cannot trap), marked loops become their copies, and local memory "
        "that a loop reads and writes at constant places becomes values that "
        "the loop carries. A marked loop around one whose extent only the run "
        "knows stays a loop.",
    .anchor = "tir.func",
    .dialects = relaxLowerTirDialects,
    .run = run,
};
