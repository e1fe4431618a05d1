//===- Det.c - kernels of determinants ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Without divisions and without a choice of pivots (R. S. Bird, A simple
// division-free algorithm for computing determinants, 2011): X := mu(X) A, n -
// 1 times, where mu keeps what is above the diagonal and puts minus the sum of
// the diagonal elements behind it on the diagonal. Then the first element is
// (-1)^(n - 1) det A. In f64; two matrices take turns. Work is n^4, which is
// for the small matrices that determinants are asked of.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Det.gen.h"
#include "lib/Conversion/RelaxToTIR/Legalize.h"

static SymExpr modulo2(RelaxDims *dims, SymExpr a) {
  SymExpr result = a;
  SymStatus status =
      symExprMod(dims->arena, a, relaxDimsConst(dims, 2), &result);
  if (status != SYM_OK && dims->status == SYM_OK)
    dims->status = status;
  return result;
}

static MlirValue toF64(TirBuilder *b, MlirValue x) {
  x = tirWiden(b, x);
  return mlirTypeIsAF64(mlirValueGetType(x))
             ? x
             : tirBuildConvert(b, "arith.extf", x, mlirF64TypeGet(b->context));
}

/// Loads element [batch..., i, j], or [batch..., turn, i, j].
static MlirValue element(TirBuilder *b, intptr_t buffer, const SymExpr *batch,
                         intptr_t rank, const SymExpr *turn, SymExpr i,
                         SymExpr j) {
  SymExpr *at = ARENA_ARRAY(b->dims.arena, SymExpr, rank + 3);
  intptr_t next = 0;
  for (; next < rank; ++next)
    at[next] = batch[next];
  if (turn)
    at[next++] = *turn;
  at[next++] = i;
  at[next] = j;
  return tirBuildLoad(b, buffer, at, (MlirValue){NULL});
}

/// Buffers: matrices, and twice the room for them.
static MlirLogicalResult buildPowers(TirBuilder *b, MlirOperation op) {
  (void)op;
  RelaxDims *dims = &b->dims;
  intptr_t rank = tirBufferRank(b, 0), batch = rank - 2;
  SymExpr n = tirBufferDim(b, 0, rank - 1), zero = relaxDimsConst(dims, 0);
  SymExpr one = relaxDimsConst(dims, 1);
  SymExpr *at = ARENA_ARRAY(dims->arena, SymExpr, rank + 1);
  tirBuildComputeOver(b, "start", 0);
  for (intptr_t i = 0; i < rank; ++i)
    at[i < batch ? i : i + 1] = tirIterator(b, i);
  at[batch] = zero;
  tirBuildStore(b, toF64(b, relaxBuildIndexLoad(b, 0, 0, rank)), 1, at);
  tirEndCompute(b);
  TirIterator *iterators = ARENA_ARRAY(dims->arena, TirIterator, rank + 2);
  iterators[0] = (TirIterator){
      "k", TIR_SCAN, relaxDimsMax(dims, relaxDimsSub(dims, n, one), zero)};
  for (intptr_t i = 0; i < rank; ++i)
    iterators[i + 1] = tirSpatial(b, i, 0, i);
  iterators[rank + 1] = (TirIterator){"m", true, n};
  tirBuildCompute(b, "powers", rank + 2, iterators);
  SymExpr k = tirIterator(b, 0), m = tirIterator(b, rank + 1);
  SymExpr i = tirIterator(b, rank - 1), j = tirIterator(b, rank);
  for (intptr_t d = 0; d < batch; ++d)
    at[d] = tirIterator(b, d + 1);
  SymExpr turn = modulo2(dims, k);
  // X[i, m] A[m, j] - X[m, m] A[i, j] for m > i.
  MlirValue product =
      tirBuildArith2(b, "arith.mulf", element(b, 1, at, batch, &turn, i, m),
                     toF64(b, element(b, 0, at, batch, NULL, m, j)));
  MlirValue diagonal =
      tirBuildArith2(b, "arith.mulf", element(b, 1, at, batch, &turn, m, m),
                     toF64(b, element(b, 0, at, batch, NULL, i, j)));
  MlirValue term = tirBuildArith2(b, "arith.subf", product, diagonal);
  MlirValue behind = tirBuildCompare(b, TIR_CMPI_SGT, tirBuildExtent(b, m),
                                     tirBuildExtent(b, i));
  MlirValue nothing = tirBuildConstant(b, mlirF64TypeGet(b->context), 0);
  at[batch] = modulo2(dims, relaxDimsAdd(dims, k, one));
  at[batch + 1] = i;
  at[batch + 2] = j;
  tirBuildReduce(b, TIR_MONOID_ADD, tirBuildSelect(b, behind, term, nothing), 1,
                 at);
  return tirEndCompute(b);
}

/// Buffers: the two matrices, the result.
static MlirLogicalResult buildFirst(TirBuilder *b, MlirOperation op) {
  (void)op;
  RelaxDims *dims = &b->dims;
  intptr_t rank = tirBufferRank(b, 0), batch = rank - 3;
  SymExpr n = tirBufferDim(b, 0, rank - 1), zero = relaxDimsConst(dims, 0);
  SymExpr *at = ARENA_ARRAY(dims->arena, SymExpr, rank);
  tirBuildComputeOver(b, "det", 1);
  for (intptr_t i = 0; i < batch; ++i)
    at[i] = tirIterator(b, i);
  at[batch] = modulo2(dims, relaxDimsAdd(dims, n, relaxDimsConst(dims, 1)));
  at[batch + 1] = at[batch + 2] = zero;
  // A matrix without elements has the determinant 1: minus what is negated.
  MlirType type = mlirF64TypeGet(b->context);
  MlirValue x = tirBuildLoad(b, 0, at, tirBuildConstant(b, type, -1));
  MlirValue odd =
      tirBuildCompare(b, TIR_CMPI_EQ, tirBuildExtent(b, modulo2(dims, n)),
                      tirBuildInteger(b, mlirIndexTypeGet(b->context), 1));
  x = tirBuildSelect(b, odd, x, tirBuildArith1(b, "arith.negf", x));
  return tirEndWith(b,
                    relaxBuildConversion(b, x, type, tirBufferElement(b, 1)));
}

MlirLogicalResult relaxExpandDet(RelaxLegalizer *legalizer, MlirOperation op,
                                 MlirValue *result) {
  MlirValue input = relaxDetGetInput(op), powers;
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  if (tirKindOf(info.elementType) != TIR_FLOAT)
    return relaxRefuseElement(op, "a float type", info.elementType);
  MlirAttribute *dims =
      ARENA_ARRAY(legalizer->arena, MlirAttribute, info.rank + 1);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i < info.rank - 2 ? i : i + 1] = info.dims[i];
  dims[info.rank - 2] = symConstAttribute(legalizer->context, 2);
  RelaxKernelCall call = {
      .name = "det_powers",
      .bufferNames = "X",
      .op = op,
      .numInputs = 1,
      .inputs = &input,
      .resultType = relaxTensorTypeOf(mlirF64TypeGet(legalizer->context),
                                      info.rank + 1, dims),
      .build = buildPowers};
  if (mlirLogicalResultIsFailure(relaxCallKernel(legalizer, &call, &powers)))
    return mlirLogicalResultFailure();
  call.name = "det";
  call.inputs = &powers;
  call.resultType = bridgeResultType(op);
  call.build = buildFirst;
  return relaxCallKernel(legalizer, &call, result);
}
