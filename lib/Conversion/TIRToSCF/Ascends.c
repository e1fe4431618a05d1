//===- Ascends.c - tables of rows are gone through ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A product of lengths may leave 64 bits where each of them is a length: what
// lies between two begins is divided by one after the other instead.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/Lowering.h"
#include "lib/Runtime/KernelABI.h"

/// An entry as an index: what is computed with it is no work on elements.
static MlirValue loadAt(TirLowering *l, OpBuilder *b, MlirValue buffer,
                        MlirValue index) {
  TirPlace place = tirPlaceOf(l, b, buffer, &index);
  if (!place.operands)
    return (MlirValue){NULL};
  MlirValue entry = buildMemrefLoad(b, place.operands[0], place.operands + 1,
                                    place.count - 1);
  return buildValue(b, "arith.index_cast", mlirIndexTypeGet(l->context), &entry,
                    1);
}

/// The row at `index`, which begins at `from`, ends at or before `to`.
static MlirValue buildRow(TirLowering *l, OpBuilder *b, MlirOperation op,
                          MlirValue index, MlirValue from, MlirValue to) {
  MlirValue zero = buildIndex(b, 0), one = buildIndex(b, 1);
  MlirValue good = buildCompare(b, CMPI_SGE, to, from), empty = {NULL};
  MlirValue room = buildBinary(b, "arith.subi", to, from);
  intptr_t count = tirAscendsGetNumLengths(op);
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue length = loadAt(l, b, tirAscendsGetLengths(op, i), index);
    if (!length.ptr)
      return length;
    MlirValue natural =
        buildCompare(b, CMPI_UGE, buildIndex(b, RELAX_KERNEL_MOST - 1), length);
    good = buildBinary(b, "arith.andi", good, natural);
    if (i + 1 == count) { // all others fit so often
      MlirValue fits = buildCompare(b, CMPI_SGE, room, length);
      fits = empty.ptr ? buildBinary(b, "arith.ori", fits, empty) : fits;
      return buildBinary(b, "arith.andi", good, fits);
    }
    MlirValue none = buildCompare(b, CMPI_EQ, length, zero);
    empty = empty.ptr ? buildBinary(b, "arith.ori", empty, none) : none;
    MlirValue divisor = buildBinary(b, "arith.maxsi", length, one);
    room = buildBinary(b, "arith.divui", room, divisor);
  }
  return good;
}

MlirLogicalResult tirLowerAscends(TirLowering *l, MlirOperation op) {
  OpBuilder b = opBuilderBefore(op);
  MlirValue starts = tirAscendsGetStarts(op);
  const MlirAttribute *dims;
  tirBufferTypeGetDims(mlirValueGetType(tirAscendsGetLengths(op, 0)), &dims);
  MlirValue zero = buildIndex(&b, 0), one = buildIndex(&b, 1);
  MlirValue rows = tirBuildExpr(l, &b, dims[0], NULL);
  MlirValue first = rows.ptr ? loadAt(l, &b, starts, zero) : rows;
  if (!first.ptr)
    return mlirLogicalResultFailure();
  MlirValue carried[] = {buildCompare(&b, CMPI_SGE, first, zero), first};
  MlirOperation loop = buildFor(&b, zero, rows, carried, 2);
  MlirBlock body = bridgeBody(loop);
  OpBuilder in = opBuilderAtEnd(body, b.location);
  MlirValue row = mlirBlockGetArgument(body, 0);
  MlirValue next = buildBinary(&in, "arith.addi", row, one);
  MlirValue to = loadAt(l, &in, starts, next);
  if (!to.ptr)
    return mlirLogicalResultFailure();
  MlirValue good = buildRow(l, &in, op, row, mlirBlockGetArgument(body, 2), to);
  if (!good.ptr)
    return mlirLogicalResultFailure();
  MlirValue yields[] = {
      buildBinary(&in, "arith.andi", mlirBlockGetArgument(body, 1), good), to};
  buildYield(&in, yields, 2);
  // Begins ascend: the last one is the largest.
  MlirValue small =
      buildCompare(&b, CMPI_SGE, buildIndex(&b, RELAX_KERNEL_MOST - 1),
                   mlirOperationGetResult(loop, 1));
  small = buildBinary(&b, "arith.andi", mlirOperationGetResult(loop, 0), small);
  bridgeReplace(op, small);
  return mlirLogicalResultSuccess();
}
