//===- Loop.c - named loops -----------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A loop to unroll stays a loop here, marked `tir.unroll`: copies are cheapest
// where code is small, in LLVM (lib/Target/LLVMIR.c).
//
// A parallel loop inside of another is parallel, too: it gets the threads where
// the outer one has a single round or too little work for them, and runs on
// the calling thread otherwise (lib/Runtime/Parallel.h). A vector loop is
// serial if its body does not fit lanes (Vector.c).
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Rows.h"
#include "lib/Conversion/TIRToSCF/LowerTIR.h"
#include "lib/Conversion/TIRToSCF/Lowering.h"

/// Longer loops stay loops, whatever their kind says.
enum { MAX_UNROLL = 256 };

/// The body in place of a loop with one round, or nothing for none.
static MlirLogicalResult inlineRound(MlirOperation op, int64_t lower,
                                     int64_t upper) {
  OpBuilder b = opBuilderBefore(op);
  MlirBlock body = bridgeBody(op);
  if (lower < upper) {
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(body, 0),
                                  buildIndex(&b, lower));
    opBuilderTakeBody(&b, body);
  }
  mlirOperationDestroy(op);
  return mlirLogicalResultSuccess();
}

/// Moves the body into a new loop from `lower` to `upper`.
static MlirOperation moveBody(OpBuilder *b, MlirOperation op, MlirValue lower,
                              MlirValue upper, bool parallel) {
  MlirOperation loop = parallel ? buildParallel(b, lower, upper)
                                : buildFor(b, lower, upper, NULL, 0);
  MlirBlock body = bridgeBody(loop);
  OpBuilder inside = opBuilderAtEnd(body, b->location);
  if (parallel)
    inside.before = mlirBlockGetTerminator(body);
  opReplaceIterator(bridgeArgument(op, 0), body);
  opBuilderTakeBody(&inside, bridgeBody(op));
  if (!parallel)
    buildYield(&inside, NULL, 0);
  mlirOperationDestroy(op);
  return loop;
}

MlirLogicalResult tirLowerFor(TirLowering *l, MlirOperation op) {
  StrRef kind = tirForGetKind(op);
  MlirAttribute lows = tirForGetLower(op), highs = tirForGetUpper(op);
  int64_t low = 0, high = INT64_MAX;
  bool constant = symAttributeIsConst(mlirArrayAttrGetElement(lows, 0), &low) &&
                  symAttributeIsConst(mlirArrayAttrGetElement(highs, 0), &high);
  bool unroll = constant && strRefIs(kind, "unroll");
  if (unroll && (high <= low || high - 1 == low))
    return inlineRound(op, low, high);
  unroll &= (uint64_t)high - (uint64_t)low <= MAX_UNROLL;
  if (strRefIs(kind, "vector") && tirFitsLanes(l, op))
    return tirLowerVector(l, op);
  if (strRefIs(kind, "vector") && tirIsSquare(l, op))
    return tirLowerSquare(l, op);
  OpBuilder b = opBuilderBefore(op);
  intptr_t count;
  MlirValue *operands = tirIndexOperands(l, op, &count);
  MlirValue *lower = tirBuildExprs(l, &b, lows, operands);
  MlirValue *upper = lower ? tirBuildExprs(l, &b, highs, operands) : NULL;
  if (!upper)
    return mlirLogicalResultFailure();
  bool parallel = strRefIs(kind, "parallel");
  MlirAttribute longest = mlirOperationGetDiscardableAttributeByName(
      op, mlirStringRefCreateFromCString(TIR_LONGEST));
  MlirAttribute rows = mlirOperationGetDiscardableAttributeByName(
      op, mlirStringRefCreateFromCString(TIR_UNROLL));
  if (unroll && !rows.ptr)
    rows = mlirUnitAttrGet(l->context);
  MlirOperation loop = moveBody(&b, op, *lower, *upper, parallel);
  if (parallel && longest.ptr)
    mlirOperationSetDiscardableAttributeByName(
        loop, mlirStringRefCreateFromCString(TIR_LONGEST), longest);
  if (rows.ptr)
    mlirOperationSetDiscardableAttributeByName(
        loop, mlirStringRefCreateFromCString(TIR_UNROLL), rows);
  return mlirLogicalResultSuccess();
}
