//===- RaggedRows.c - rules of positions, rows and tables -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Ragged.gen.h"
#include "dialects/Relax/Ragged.h"

//===----------------------------------------------------------------------===//
// relax.ragged_positions
//===----------------------------------------------------------------------===//

MlirLogicalResult relaxRaggedPositionsVerify(MlirOperation op) {
  RelaxTensorInfo x, y;
  relaxTensorInfo(mlirValueGetType(relaxRaggedPositionsGetInput(op)), &x);
  relaxTensorInfo(mlirValueGetType(mlirOperationGetResult(op, 0)), &y);
  MlirType i64 = mlirIntegerTypeGet(mlirOperationGetContext(op), 64);
  if (x.ranked && y.ranked && x.rank >= 2 && y.rank == 2 &&
      mlirTypeEqual(y.elementType, i64) &&
      mlirAttributeEqual(x.dims[0], y.dims[0]) &&
      mlirAttributeEqual(x.dims[1], y.dims[1]))
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(op, "expected a result of the first two dimensions "
                               "of its input, of i64");
}

//===----------------------------------------------------------------------===//
// relax.ragged_to_rows, relax.rows_to_ragged, relax.lengths_to_tensor
//===----------------------------------------------------------------------===//

/// `got` is what lies in memory of `from`.
static MlirLogicalResult verifyMemory(MlirOperation op, MlirType from,
                                      MlirType memory, MlirType got) {
  if (mlirTypeEqual(memory, got))
    return mlirLogicalResultSuccess();
  StrBuf x = {0}, y = {0}, z = {0};
  bridgePrintType(memory, &x);
  bridgePrintType(from, &y);
  bridgePrintType(got, &z);
  bridgeEmitOpError(op, "expected %s, which lies in memory of %s, got %s",
                    strBufText(&x), strBufText(&y), strBufText(&z));
  strBufFree(&x);
  strBufFree(&y);
  strBufFree(&z);
  return mlirLogicalResultFailure();
}

static MlirLogicalResult verifyRows(MlirOperation op, MlirType ragged,
                                    MlirType rows) {
  MlirType memory = relaxPackedType(ragged);
  if (relaxTypeIsRagged(ragged) && memory.ptr)
    return verifyMemory(op, ragged, memory, rows);
  StrBuf text = {0};
  bridgePrintType(ragged, &text);
  bridgeEmitOpError(op, "expected a ragged tensor, got %s", strBufText(&text));
  strBufFree(&text);
  return mlirLogicalResultFailure();
}

MlirLogicalResult relaxRaggedToRowsVerify(MlirOperation op) {
  return verifyRows(op, mlirValueGetType(relaxRaggedToRowsGetInput(op)),
                    mlirValueGetType(mlirOperationGetResult(op, 0)));
}

MlirLogicalResult relaxRowsToRaggedVerify(MlirOperation op) {
  return verifyRows(op, mlirValueGetType(mlirOperationGetResult(op, 0)),
                    mlirValueGetType(relaxRowsToRaggedGetInput(op)));
}

MlirLogicalResult relaxLengthsToTensorVerify(MlirOperation op) {
  MlirType lengths = mlirValueGetType(relaxLengthsToTensorGetLengths(op));
  return verifyMemory(op, lengths, relaxLengthsTensor(lengths),
                      mlirValueGetType(mlirOperationGetResult(op, 0)));
}
