//===- FormTiles.c - tiles in registers -----------------------------------===//
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

#include "lib/Bridge/Core/Pass.h"
#include "lib/Conversion/TIRToSCF/LowerTIR.h"
#include "lib/Conversion/TIRToSCF/Tiles.h"

#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/ControlFlow.h"
#include "mlir-c/Dialect/MemRef.h"
#include "mlir-c/Dialect/SCF.h"
#include "mlir-c/Dialect/Vector.h"

#include <stb/stb_ds.h>

static MlirWalkResult collect(MlirOperation op, void *userData) {
  MlirOperation **ops = userData;
  if (bridgeIsNamed(op, "scf.for") || bridgeIsNamed(op, "scf.if"))
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
  if (bridgeIsNamed(op, "scf.if")) {
    tileHoistFromArm(op);
    return;
  }
  MlirStringRef key = mlirStringRefCreateFromCString(TIR_UNROLL);
  MlirAttribute copies = mlirOperationGetDiscardableAttributeByName(op, key);
  tileHoist(op, copies.ptr && mlirAttributeIsADenseI64Array(copies));
  mlirOperationRemoveDiscardableAttributeByName(op, key);
  if (copies.ptr)
    tileUnroll(t, op, copies);
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
  if (mlirOperationGetNumRegions(run->op) && bridgeBody(run->op).ptr)
    relaxFormTiles(run->op);
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxFormTilesPass = {
    .name = "form-tiles",
    .summary = "copy loops to unroll and keep their sums in registers",
    .documentation =
        "Behind `lower-tir`, `canonicalize` and `cse`, as code generation "
        "runs it: in a function with loops that are marked `tir.unroll`, "
        "arithmetic that is the same in all rounds leaves its loop (a "
        "division only where it cannot trap), marked loops become their "
        "copies, and local memory that a loop reads and writes at constant "
        "places becomes values that the loop carries. Of sums of products "
        "that it carries, a scale of integers that is the same in all "
        "rounds is multiplied behind the loop, and few sums become more "
        "that do not wait for each other. Of a loop over the rows of a tile "
        "of which only the run knows how many there are, each row that may be "
        "there gets a block behind that question. A marked loop around one "
        "whose "
        "extent only the run knows stays a loop.",
    .anchor = "tir.func",
    .dialects = {mlirGetDialectHandle__arith__, mlirGetDialectHandle__cf__,
                 mlirGetDialectHandle__memref__, mlirGetDialectHandle__scf__,
                 mlirGetDialectHandle__vector__},
    .run = run,
};
