//===- Loop.c - named loops -----------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Only the outermost parallel loop becomes parallel: nested regions would cost
// a fork each and bring nothing on a filled machine. A vector loop is serial if
// its body does not fit lanes (Vector.c).
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/Lowering.h"

/// Longer loops stay loops, whatever their kind says.
enum { MAX_UNROLL = 256 };

static bool isInsideParallel(TirLowering *l, MlirOperation op) {
  while (!mlirOperationEqual(op, l->func)) {
    op = mlirOperationGetParentOperation(op);
    if (strRefEqual(bridgeOpName(op), strRefFromC("scf.parallel")))
      return true;
  }
  return false;
}

/// One copy of the body per iteration in front of the loop.
static void unroll(MlirOperation op, int64_t lower, int64_t upper) {
  OpBuilder b = opBuilderBefore(op);
  for (int64_t i = lower; i < upper; ++i) {
    MlirOperation clone = mlirOperationClone(op);
    MlirBlock body = opBody(clone, 0);
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(body, 0),
                                  buildIndex(&b, i));
    opBuilderTakeBody(&b, body);
    mlirOperationDestroy(clone);
  }
  mlirOperationDestroy(op);
}

/// Moves the body into a new loop from `lower` to `upper`.
static void moveBody(OpBuilder *b, MlirOperation op, MlirValue lower,
                     MlirValue upper, bool parallel) {
  MlirOperation loop = parallel ? buildParallel(b, lower, upper)
                                : buildFor(b, lower, upper, NULL, 0);
  MlirBlock body = opBody(loop, 0);
  OpBuilder inside = opBuilderAtEnd(body, b->location);
  if (parallel)
    inside.before = mlirBlockGetTerminator(body);
  opReplaceIterator(mlirBlockGetArgument(opBody(op, 0), 0), body);
  opBuilderTakeBody(&inside, opBody(op, 0));
  if (!parallel)
    buildYield(&inside, NULL, 0);
  mlirOperationDestroy(op);
}

MlirLogicalResult tirLowerFor(TirLowering *l, MlirOperation op) {
  StrRef kind = strRefFromMlir(mlirStringAttrGetValue(tirForGetKind(op)));
  MlirAttribute lows = tirForGetLower(op), highs = tirForGetUpper(op);
  int64_t low, high;
  if (strRefEqual(kind, strRefFromC("unroll")) &&
      symAttributeIsConst(mlirArrayAttrGetElement(lows, 0), &low) &&
      symAttributeIsConst(mlirArrayAttrGetElement(highs, 0), &high) &&
      (high <= low || (uint64_t)high - (uint64_t)low <= MAX_UNROLL)) {
    unroll(op, low, high);
    return mlirLogicalResultSuccess();
  }
  if (strRefEqual(kind, strRefFromC("vector")) && tirFitsLanes(l, op))
    return tirLowerVector(l, op);
  OpBuilder b = opBuilderBefore(op);
  intptr_t count;
  MlirValue *operands = tirIndexOperands(l, op, &count);
  MlirValue *lower = tirBuildExprs(l, &b, lows, operands);
  MlirValue *upper = lower ? tirBuildExprs(l, &b, highs, operands) : NULL;
  if (!upper)
    return mlirLogicalResultFailure();
  moveBody(&b, op, *lower, *upper,
           strRefEqual(kind, strRefFromC("parallel")) &&
               !isInsideParallel(l, op));
  return mlirLogicalResultSuccess();
}
