//===- RaggedRows.c - rules of positions, rows and tables -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Ragged.gen.h"
#include "dialects/Relax/Ragged.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"

//===----------------------------------------------------------------------===//
// relax.ragged_positions
//===----------------------------------------------------------------------===//

MlirLogicalResult relaxRaggedPositionsVerify(MlirOperation op) {
  RelaxTensorInfo x, y;
  relaxTensorInfo(mlirValueGetType(relaxRaggedPositionsGetInput(op)), &x);
  relaxTensorInfo(bridgeResultType(op), &y);
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
  if (relaxPaddingOf(ragged).ptr)
    return bridgeEmitOpError(op, "expected storage without padding, whose rows "
                                 "lie one behind the other: use "
                                 "'relax.ragged_repad'");
  MlirType memory = relaxPackedType(ragged);
  if (relaxTypeIsRagged(ragged) && memory.ptr)
    return verifyMemory(op, ragged, memory, rows);
  StrBuf text = {0};
  bridgePrintType(ragged, &text);
  bridgeEmitOpError(op, "expected a ragged tensor, got %s", strBufText(&text));
  strBufFree(&text);
  return mlirLogicalResultFailure();
}

/// `expected` and the two types that there are.
static MlirLogicalResult refuse(MlirOperation op, const char *expected,
                                MlirType a, MlirType b) {
  StrBuf x = {0}, y = {0};
  bridgePrintType(a, &x);
  bridgePrintType(b, &y);
  bridgeEmitOpError(op, "expected %s, got %s and %s", expected, strBufText(&x),
                    strBufText(&y));
  strBufFree(&x);
  strBufFree(&y);
  return mlirLogicalResultFailure();
}

MlirLogicalResult relaxRaggedRepadVerify(MlirOperation op) {
  MlirType from = mlirValueGetType(relaxRaggedRepadGetInput(op));
  MlirType to = bridgeResultType(op);
  MlirType same = relaxTensorTypePadded(from, relaxPaddingOf(to));
  return relaxTypeIsRagged(from) && mlirTypeEqual(same, to)
             ? mlirLogicalResultSuccess()
             : refuse(op, "ragged tensors that differ in their padding only",
                      from, to);
}

MlirLogicalResult relaxRaggedToRowsVerify(MlirOperation op) {
  return verifyRows(op, mlirValueGetType(relaxRaggedToRowsGetInput(op)),
                    bridgeResultType(op));
}

MlirLogicalResult relaxRowsToRaggedVerify(MlirOperation op) {
  return verifyRows(op, bridgeResultType(op),
                    mlirValueGetType(relaxRowsToRaggedGetInput(op)));
}

MlirLogicalResult relaxLengthsToTensorVerify(MlirOperation op) {
  MlirType lengths = mlirValueGetType(relaxLengthsToTensorGetLengths(op));
  return verifyMemory(op, lengths, relaxLengthsTensor(lengths),
                      bridgeResultType(op));
}

//===----------------------------------------------------------------------===//
// relax.ragged_to_padded, relax.padded_to_ragged
//===----------------------------------------------------------------------===//

/// Reads only at the index of dimension 0.
static bool dependsOnFirst(MlirType type) {
  const MlirAttribute *dims, *symbols;
  intptr_t rank = symTypeDims(type, &dims);
  for (intptr_t i = 0; i < rank; ++i) {
    intptr_t count = symExprAttrGetSymbols(dims[i], &symbols);
    for (intptr_t s = 0; s < count; ++s)
      if (relaxIndexOf(bridgeText(symbols[s])) > 0)
        return false;
  }
  return true;
}

/// The same elements and extents but for those that are read off tables, which
/// are dense ones on the other side.
static MlirLogicalResult verifyConversion(MlirOperation op, MlirType ragged,
                                          MlirType dense) {
  RelaxTensorInfo r, d;
  relaxTensorInfo(ragged, &r);
  relaxTensorInfo(dense, &d);
  bool fits = relaxTypeIsRagged(ragged) && !relaxTypeIsRagged(dense) &&
              dependsOnFirst(ragged) && d.ranked && r.rank == d.rank &&
              mlirTypeEqual(r.elementType, d.elementType);
  for (intptr_t i = 0; fits && i < r.rank; ++i)
    fits = relaxDimsAreRagged(r.dims + i, 1)
               ? !symAttributeIsUnknown(d.dims[i])
               : mlirAttributeEqual(r.dims[i], d.dims[i]);
  return fits ? mlirLogicalResultSuccess()
              : refuse(op,
                       "a ragged tensor such as [i : b, len[i], 512] and a "
                       "dense one such as [b, n, 512]",
                       ragged, dense);
}

MlirLogicalResult relaxRaggedToPaddedVerify(MlirOperation op) {
  return verifyConversion(op, mlirValueGetType(relaxRaggedToPaddedGetInput(op)),
                          bridgeResultType(op));
}

MlirLogicalResult relaxPaddedToRaggedVerify(MlirOperation op) {
  return verifyConversion(op, bridgeResultType(op),
                          mlirValueGetType(relaxPaddedToRaggedGetInput(op)));
}
