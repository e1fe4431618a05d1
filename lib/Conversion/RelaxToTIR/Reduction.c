//===- Reduction.c - kernels of operations that combine along axes --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A mean is a sum and a division by the number of elements; a softmax is what
// its definition says, operation by operation, and fusion joins them again.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Reduction.gen.h"
#include "lib/Conversion/RelaxToTIR/Legalize.h"

#include <string.h>

/// Which dimensions of an input of this rank are combined.
static bool *reducedDims(Arena *arena, MlirOperation op, intptr_t rank) {
  MlirAttribute axes = bridgeInherent(op, "axes");
  bool *reduced = ARENA_ARRAY(arena, bool, rank);
  intptr_t count;
  const int64_t *values = relaxIntegers(arena, axes, &count);
  for (intptr_t i = 0; i < rank; ++i)
    reduced[i] = !axes.ptr;
  for (intptr_t i = 0; i < count; ++i)
    reduced[values[i]] = true;
  return reduced;
}

const RelaxReduction *relaxReductionOf(StrRef kind) {
  static const RelaxReduction reductions[] = {{"sum", "sum", TIR_MONOID_ADD},
                                              {"prod", "prod", TIR_MONOID_MUL},
                                              {"max", "max", TIR_MONOID_MAX},
                                              {"min", "min", TIR_MONOID_MIN},
                                              {"mean", "sum", TIR_MONOID_ADD}};
  for (size_t i = 0; i < sizeof(reductions) / sizeof(*reductions); ++i)
    if (strRefIs(kind, reductions[i].kind))
      return &reductions[i];
  return NULL;
}

MlirLogicalResult relaxCheckReduced(MlirOperation op,
                                    const RelaxReduction *reduction,
                                    MlirType element) {
  TirKind kind = tirKindOf(element);
  bool adds = reduction->monoid == TIR_MONOID_ADD ||
              reduction->monoid == TIR_MONOID_MUL;
  return kind == TIR_OTHER || (kind == TIR_BOOL && adds)
             ? relaxRefuseElement(op, "a float or integer type", element)
             : mlirLogicalResultSuccess();
}

static void buildReduction(TirBuilder *b, const RelaxReduction *reduction,
                           const bool *reduced, bool keepDims) {
  RelaxDims *dims = &b->dims;
  const MlirAttribute *inputDims;
  intptr_t rank = tirBufferDims(b, 0, &inputDims), count = 0, target = 0;
  TirIterator *iterators = ARENA_ARRAY(dims->arena, TirIterator, rank);
  intptr_t *position = ARENA_ARRAY(dims->arena, intptr_t, rank);
  // Spatial iterators first; a dimension keeps its letter.
  for (int pass = 0; pass < 2; ++pass)
    for (intptr_t i = 0; i < rank; ++i)
      if (reduced[i] == (pass == 1)) {
        position[i] = count;
        iterators[count++] = (TirIterator){tirIteratorName(b, i), reduced[i],
                                           relaxDimsOf(dims, inputDims[i])};
      }
  tirBuildCompute(b, reduction->kind, rank, iterators);
  SymExpr *from = ARENA_ARRAY(dims->arena, SymExpr, rank);
  SymExpr *to = ARENA_ARRAY(dims->arena, SymExpr, rank);
  for (intptr_t i = 0; i < rank; ++i) {
    from[i] = tirIterator(b, position[i]);
    if (!reduced[i])
      to[target++] = from[i];
    else if (keepDims)
      to[target++] = relaxDimsConst(dims, 0);
  }
  MlirValue value = tirBuildLoad(b, 0, from, (MlirValue){NULL});
  // A result that is wider than its input asks for it.
  if (!mlirTypeEqual(tirBufferElement(b, 1), tirBufferElement(b, 0)))
    value = tirWiden(b, value);
  tirBuildReduce(b, reduction->monoid, value, 1, to);
  tirEndCompute(b);
}

MlirLogicalResult relaxBuildReduction(TirBuilder *b, MlirOperation op) {
  const RelaxReduction *reduction = relaxReductionOf(relaxShortName(op));
  if (mlirLogicalResultIsFailure(
          relaxCheckReduced(op, reduction, tirBufferElement(b, 0))))
    return mlirLogicalResultFailure();
  buildReduction(b, reduction,
                 reducedDims(b->dims.arena, op, tirBufferRank(b, 0)),
                 bridgeInherent(op, "keep_dims").ptr != NULL);
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Mean
//===----------------------------------------------------------------------===//

/// How many elements of the input go into one of the result.
static SymExpr countOf(RelaxDims *dims, MlirOperation op) {
  RelaxTensorInfo input = relaxTensorInfoOf(relaxMeanGetInput(op));
  const bool *reduced = reducedDims(dims->arena, op, input.rank);
  SymExpr count = relaxDimsConst(dims, 1);
  for (intptr_t i = 0; i < input.rank; ++i)
    if (reduced[i])
      count = relaxDimsMul(dims, count, relaxDimsOf(dims, input.dims[i]));
  return count;
}

MlirValue tirBuildCount(TirBuilder *b, SymExpr count, MlirType element) {
  int64_t literal;
  if (symExprIsConst(count, &literal))
    return tirNamed(b, "count", tirBuildConstant(b, element, (double)literal));
  return tirBuildNumberOf(b, count, element);
}

/// Divides the sums, which are the first input.
static MlirLogicalResult buildMean(TirBuilder *b, MlirOperation op) {
  tirBuildComputeOver(b, "mean", b->numBuffers - 1);
  MlirValue sum = tirBuildBroadcastLoad(b, 0);
  MlirType element = tirBufferElement(b, 0);
  MlirValue count = tirBuildCount(b, countOf(&b->dims, op), element);
  return tirEndWith(b, relaxBuildQuotient(b, tirKindOf(element), sum, count));
}

/// Symbols of the count that the sums do not have in their type come from the
/// mean's own input, which is then an operand for its extents alone: symbols
/// flow along SSA edges.
static bool needsInput(Arena *arena, SymExpr count, RelaxTensorInfo sums) {
  for (size_t s = 0; s < count.numSymbols; ++s) {
    bool found = false;
    for (intptr_t i = 0; i < sums.rank; ++i) {
      SymExpr dim = symExprOf(arena, sums.dims[i]);
      for (size_t d = 0; d < dim.numSymbols; ++d)
        found |= strRefEqual(dim.symbols[d], count.symbols[s]);
    }
    if (!found)
      return true;
  }
  return false;
}

MlirLogicalResult relaxExpandMean(RelaxLegalizer *legalizer, MlirOperation op,
                                  MlirValue *result) {
  MlirValue input = relaxMeanGetInput(op);
  MlirType element = relaxTensorInfoOf(input).elementType;
  TirKind kind = tirKindOf(element);
  if (kind == TIR_OTHER || kind == TIR_BOOL)
    return relaxRefuseElement(op, "a float or integer type", element);
  MlirLocation loc = mlirOperationGetLocation(op);
  RelaxDims dims = relaxDimsMake(loc, "relax.mean", legalizer->arena);
  SymExpr count = countOf(&dims, op);
  if (dims.status != SYM_OK)
    return bridgeEmitOpError(op, "cannot count the elements of a mean: %s",
                             symStatusText(dims.status));
  RelaxSumArgs args = {input, relaxMeanGetAxes(op), relaxMeanGetKeepDims(op)};
  MlirValue sums;
  if (mlirLogicalResultIsFailure(relaxLegalizeCreated(
          legalizer, op,
          relaxSumCreate(bridgeNamedLocation(strRefFromC("sum"), loc), &args),
          &sums)))
    return mlirLogicalResultFailure();
  bool both = needsInput(legalizer->arena, count, relaxTensorInfoOf(sums));
  MlirValue inputs[] = {sums, input};
  RelaxKernelCall call = {
      "mean", "SX", op, both ? 2 : 1, inputs, bridgeResultType(op), buildMean};
  return relaxCallKernel(legalizer, &call, result);
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

/// The sum is at least 1, the largest power: where a row is divided by it, its
/// inverse may be computed once. Narrower floats have few bits to lose.
static MlirLogicalResult buildShare(TirBuilder *b, MlirOperation op) {
  (void)op;
  tirBuildComputeOver(b, "divide", b->numBuffers - 1);
  MlirValue power = tirBuildBroadcastLoad(b, 0);
  MlirValue share =
      tirBuildArith2(b, "arith.divf", power, tirBuildBroadcastLoad(b, 1));
  MlirType element = tirBufferElement(b, 0);
  if (mlirTypeIsAF32(element) || mlirTypeIsAF64(element))
    mlirOperationSetInherentAttributeByName(
        mlirOpResultGetOwner(share), mlirStringRefCreateFromCString("fastmath"),
        mlirAttributeParseGet(b->context, mlirStringRefCreateFromCString(
                                              "#arith.fastmath<arcp>")));
  return tirEndWith(b, share);
}

MlirLogicalResult relaxExpandSoftmax(RelaxLegalizer *legalizer,
                                     MlirOperation op, MlirValue *result) {
  MlirValue input = relaxSoftmaxGetInput(op), max, shifted;
  MlirValue power = {NULL}, sum = {NULL};
  MlirType element = relaxTensorInfoOf(input).elementType;
  if (tirKindOf(element) != TIR_FLOAT)
    return relaxRefuseElement(op, "a float type", element);
  MlirLocation loc = mlirOperationGetLocation(op);
  int64_t axis = relaxSoftmaxGetAxis(op);
  MlirAttribute axes = mlirDenseI64ArrayGet(legalizer->context, 1, &axis);
  // The result keeps the name of the softmax; the steps say what they are.
#define STEP(value, Op, name, ...)                                             \
  mlirLogicalResultIsSuccess(relaxLegalizeCreated(                             \
      legalizer, op,                                                           \
      relax##Op##Create(bridgeNamedLocation(strRefFromC(name), loc),           \
                        &(Relax##Op##Args){__VA_ARGS__}),                      \
      value))
  bool good = STEP(&max, Max, "max", input, axes, true) &&
              STEP(&shifted, Subtract, "shifted", input, max) &&
              STEP(&power, Exp, "power", shifted) &&
              STEP(&sum, Sum, "sum", power, axes, true);
#undef STEP
  MlirValue inputs[] = {power, sum};
  MlirType type = bridgeResultType(op);
  RelaxKernelCall call = {"divide", "AB", op, 2, inputs, type, buildShare};
  return good ? relaxCallKernel(legalizer, &call, result)
              : mlirLogicalResultFailure();
}
