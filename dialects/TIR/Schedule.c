//===- Schedule.c - rules of schedules ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What is wrong with a primitive whatever it is applied to. What depends on the
// program is refused when the schedule is applied (lib/Schedule).
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/SymAttributes.h"
#include "dialects/TIR/Schedule.gen.h"
#include "dialects/TIR/TIRBase.gen.h"

MlirLogicalResult tirScheduleVerify(MlirOperation op) {
  (void)op;
  return mlirLogicalResultSuccess();
}

MlirLogicalResult tirFindVerify(MlirOperation op) {
  intptr_t names = mlirArrayAttrGetNumElements(tirFindGetNames(op));
  if (names != 0 && names == mlirOperationGetNumResults(op))
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(op, "has %ld names for %ld handles", (long)names,
                           (long)mlirOperationGetNumResults(op));
}

/// An integer attribute with a smallest value.
static MlirLogicalResult verifyAtLeast(MlirOperation op, const char *what,
                                       int64_t given, int64_t low) {
  if (given >= low)
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(op, "%s: expected at least %ld, got %ld", what,
                           (long)low, (long)given);
}

MlirLogicalResult tirSplitVerify(MlirOperation op) {
  return verifyAtLeast(op, "factor", tirSplitGetFactor(op), 1);
}

MlirLogicalResult tirCutVerify(MlirOperation op) {
  return verifyAtLeast(op, "factor", tirCutGetFactor(op), 2);
}

MlirLogicalResult tirPadLoopVerify(MlirOperation op) {
  return verifyAtLeast(op, "factor", tirPadLoopGetFactor(op), 2);
}

MlirLogicalResult tirPadDimensionVerify(MlirOperation op) {
  if (mlirLogicalResultIsFailure(
          verifyAtLeast(op, "dimension", tirPadDimensionGetDimension(op), 0)))
    return mlirLogicalResultFailure();
  return verifyAtLeast(op, "factor", tirPadDimensionGetFactor(op), 2);
}

MlirLogicalResult tirRfactorVerify(MlirOperation op) {
  return verifyAtLeast(op, "factor", tirRfactorGetFactor(op), 2);
}

MlirLogicalResult tirForkVerify(MlirOperation op) {
  if (mlirLogicalResultIsFailure(
          verifyAtLeast(op, "iterator", tirForkGetIterator(op), 0)))
    return mlirLogicalResultFailure();
  return verifyAtLeast(op, "rounds", tirForkGetLimit(op), 1);
}

/// Vectors are turned in as many steps as the logarithm of their lanes says.
MlirLogicalResult tirTurnVerify(MlirOperation op) {
  enum { MOST = 64 };
  int64_t lanes = tirTurnGetLanes(op);
  if (lanes >= 2 && lanes <= MOST && (lanes & (lanes - 1)) == 0)
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(
      op, "lanes: expected a power of two from 2 to %d, got %ld", MOST,
      (long)lanes);
}

MlirLogicalResult tirVectorizeVerify(MlirOperation op) {
  enum { MAX_LANES = 256 };
  int64_t lanes = tirVectorizeGetLanes(op);
  if (lanes >= 2 && lanes <= MAX_LANES)
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(op, "lanes: expected 2 to %d, got %ld", MAX_LANES,
                           (long)lanes);
}

MlirLogicalResult tirPrefetchVerify(MlirOperation op) {
  return verifyAtLeast(op, "rounds ahead", tirPrefetchGetAhead(op), 1);
}

/// Few enough for a copy of the code each.
enum { MAX_COPIES = 64 };

MlirLogicalResult tirVariantsVerify(MlirOperation op) {
  int64_t first = tirVariantsGetLow(op);
  int64_t last = tirVariantsGetHigh(op);
  if (first >= 0 && first <= last && last - first < MAX_COPIES)
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(
      op, "values: expected 1 to %d, from 0 on, got %ld to %ld", MAX_COPIES,
      (long)first, (long)last);
}

MlirLogicalResult tirSpecializeVerify(MlirOperation op) {
  MlirAttribute values = tirSpecializeGetValues(op);
  intptr_t count = mlirDenseArrayGetNumElements(values);
  if (count < 1 || count > MAX_COPIES)
    return bridgeEmitOpError(op, "values: expected 1 to %d, got %ld",
                             MAX_COPIES, (long)count);
  for (intptr_t i = 0; i < count; ++i) {
    int64_t value = mlirDenseI64ArrayGetElement(values, i);
    int64_t before = i ? mlirDenseI64ArrayGetElement(values, i - 1) : -1;
    if (value <= before)
      return bridgeEmitOpError(
          op, "values: expected them in order from 0 on, got %ld behind %ld",
          (long)value, (long)before);
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult tirFetchVerify(MlirOperation op) {
  const MlirAttribute *dims;
  intptr_t rank =
      tirBufferTypeGetDims(mlirValueGetType(tirFetchGetBuffer(op)), &dims);
  intptr_t given = mlirArrayAttrGetNumElements(tirFetchGetExprs(op));
  if (rank == given)
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(op, "has %ld indices for a buffer of rank %ld",
                           (long)given, (long)rank);
}
