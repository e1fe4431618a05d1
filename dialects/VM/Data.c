//===- Data.c - rules of values of data types -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/VM/Data.h"
#include "dialects/Relax/Relax.h"
#include "dialects/VM/Data.gen.h"

/// `what` is a number of the compact file.
static MlirLogicalResult checkNumber(MlirOperation op, const char *what,
                                     int64_t number) {
  if (number >= 0 && number <= INT32_MAX)
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(op, "%s: expected 0 to 2147483647, got %lld", what,
                           (long long)number);
}

MlirLogicalResult vmCheckData(MlirOperation op, MlirValue value) {
  MlirType type = mlirValueGetType(value);
  if (relaxIsAdtType(type) || relaxIsObjectType(type))
    return mlirLogicalResultSuccess();
  StrBuf text = {0};
  bridgePrintType(type, &text);
  bridgeEmitOpError(op, "expected a value of a data type, got %s",
                    strBufText(&text));
  strBufFree(&text);
  return mlirLogicalResultFailure();
}

MlirLogicalResult vmConstructVerify(MlirOperation op) {
  if (mlirLogicalResultIsFailure(
          vmCheckData(op, mlirOperationGetResult(op, 0))))
    return mlirLogicalResultFailure();
  return checkNumber(op, "tag", vmConstructGetTag(op));
}

MlirLogicalResult vmIsConstructorVerify(MlirOperation op) {
  RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  if (mlirLogicalResultIsFailure(vmCheckData(op, vmIsConstructorGetValue(op))))
    return mlirLogicalResultFailure();
  if (!info.ranked || info.rank || !mlirTypeIsAInteger(info.elementType) ||
      mlirIntegerTypeGetWidth(info.elementType) != 1)
    return bridgeEmitOpError(op,
                             "expected a result type !relax.tensor<[], i1>");
  return checkNumber(op, "tag", vmIsConstructorGetTag(op));
}

MlirLogicalResult vmGetFieldVerify(MlirOperation op) {
  if (mlirLogicalResultIsFailure(vmCheckData(op, vmGetFieldGetValue(op))) ||
      mlirLogicalResultIsFailure(checkNumber(op, "tag", vmGetFieldGetTag(op))))
    return mlirLogicalResultFailure();
  return checkNumber(op, "index", vmGetFieldGetIndex(op));
}

MlirLogicalResult vmTupleGetVerify(MlirOperation op) {
  MlirType type = mlirValueGetType(vmTupleGetGetTuple(op));
  if (!mlirTypeIsATuple(type))
    return bridgeEmitOpError(op, "expected a tuple");
  return checkNumber(op, "index", vmTupleGetGetIndex(op));
}
