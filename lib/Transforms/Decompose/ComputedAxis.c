//===- ComputedAxis.c - operators along an axis of the run ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The tensor as [before, axis, behind, kept...], whose extents are computed, so
// that the operator along dimension 1 does it; and its result back. These are
// views: no element moves. A constant axis needs none.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Scan.gen.h"
#include "dialects/Relax/Signal.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Decompose/Decompose.h"

enum { BEFORE, ALONG, BEHIND, KEPT };

/// The axis of the dimensions of `x` but the last `kept` if it is a constant,
/// else -1.
static int64_t literalAxis(MlirValue axis, MlirValue x, int64_t kept) {
  int64_t rank = relaxTensorInfoOf(x).rank;
  MlirOperation maker = bridgeDefiner(axis);
  if (!relaxIsConstant(maker) ||
      !mlirAttributeIsADenseElements(relaxConstantGetValue(maker)))
    return -1;
  int64_t value =
      mlirDenseElementsAttrGetInt64Value(relaxConstantGetValue(maker), 0);
  value += value < 0 ? rank : 0;
  return value < rank - kept ? value : -1;
}

/// The product of the extents that `chosen` (a vector of i1) chooses, as a
/// vector of one element.
static MlirValue productWhere(GraphBuilder *g, MlirValue chosen,
                              MlirValue extents) {
  MlirAttribute one = graphLiteral(g, 1);
  MlirValue others = graphNumberLike(g, 1, extents);
  return graphReshape(g,
                      graphProd(g, graphWhere(g, chosen, extents, others),
                                mlirAttributeGetNull()),
                      1, &one);
}

/// `x` as [before, axis, behind, its last `kept` dimensions].
static MlirValue split(GraphBuilder *g, MlirValue x, MlirValue axis,
                       intptr_t kept) {
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  intptr_t chosen = info.rank - kept;
  MlirType i64 = mlirIntegerTypeGet(g->context, 64);
  MlirAttribute one = graphLiteral(g, 1);
  MlirAttribute *dims = ARENA_ARRAY(g->arena, MlirAttribute, KEPT + kept);
  MlirValue extents = graphSlice(g, graphShapeVector(g, x), 0, 0, chosen, 1);
  MlirValue numbers = graphIota(g, graphLiteral(g, chosen), i64, x);
  // An axis that there is not has no number, one that is kept no extent.
  axis =
      graphTake(g, graphIota(g, graphLiteral(g, info.rank), i64, x), axis, 0);
  MlirValue extent = graphReshape(g, graphTake(g, extents, axis, 0), 1, &one);
  MlirValue parts[] = {productWhere(g, graphLess(g, numbers, axis), extents),
                       extent,
                       productWhere(g, graphLess(g, axis, numbers), extents)};
  for (intptr_t i = 0; i < KEPT + kept; ++i)
    dims[i] = i < KEPT ? symUnknownAttribute(g->context)
                       : info.dims[chosen + i - KEPT];
  return graphBindExtents(g, graphConcatAll(g, parts, KEPT, 0), KEPT, dims)
             ? graphReshapeChecked(g, x, KEPT + kept, dims)
             : (MlirValue){NULL};
}

/// Under the dimensions of the operation's result.
static MlirValue join(GraphBuilder *g, MlirOperation op, MlirValue y) {
  RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  return graphReshapeChecked(g, y, info.rank, info.dims);
}

#define CUMULATIVE(Op)                                                         \
  static void dynamic##Op(GraphBuilder *g, MlirOperation op,                   \
                          MlirValue *results) {                                \
    MlirValue x = relaxDynamic##Op##GetInput(op);                              \
    MlirValue axis = relaxDynamic##Op##GetAxis(op);                            \
    int64_t literal = literalAxis(axis, x, 0);                                 \
    Relax##Op##Args args = {.input = literal < 0 ? split(g, x, axis, 0) : x,   \
                            .axis = literal < 0 ? ALONG : literal,             \
                            .exclusive = relaxDynamic##Op##GetExclusive(op),   \
                            .reverse = relaxDynamic##Op##GetReverse(op)};      \
    if (!args.input.ptr)                                                       \
      return;                                                                  \
    MlirValue y =                                                              \
        graphInsert(g, relax##Op##Create(graphPlace(g, "along"), &args));      \
    results[0] = literal < 0 ? join(g, op, y) : y;                             \
  }

CUMULATIVE(Cumsum)
CUMULATIVE(Cumprod)

static void dynamicDft(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  MlirValue x = relaxDynamicDftGetInput(op), axis = relaxDynamicDftGetAxis(op);
  int64_t literal = literalAxis(axis, x, 1);
  RelaxDftArgs args = {.input = literal < 0 ? split(g, x, axis, 1) : x,
                       .points = relaxDynamicDftGetPoints(op),
                       .axis = literal < 0 ? ALONG : literal,
                       .inverse = relaxDynamicDftGetInverse(op),
                       .onesided = relaxDynamicDftGetOnesided(op)};
  if (args.input.ptr)
    results[0] = join(
        g, op, graphInsert(g, relaxDftCreate(graphPlace(g, "along"), &args)));
}

const DecomposeRule decomposeComputedAxis[] = {
    {"relax.dynamic_cumprod", dynamicCumprod},
    {"relax.dynamic_cumsum", dynamicCumsum},
    {"relax.dynamic_dft", dynamicDft},
    {NULL, NULL},
};
