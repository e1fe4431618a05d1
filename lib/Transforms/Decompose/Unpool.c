//===- Unpool.c - back from maxima, written with other operators ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Unpool.h"
#include "dialects/Relax/Gather.gen.h"
#include "lib/Transforms/Decompose/Decompose.h"

/// All elements in one row.
static MlirValue flat(GraphBuilder *g, RelaxDims *math, MlirValue x) {
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  SymExpr count = relaxDimsConst(math, 1);
  for (intptr_t i = 0; i < info.rank; ++i)
    count = relaxDimsMul(math, count, relaxDimsOf(math, info.dims[i]));
  MlirAttribute all = relaxDimsAttribute(math, count);
  return graphReshape(g, x, 1, &all);
}

static void maxUnpool(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  RelaxDims math = relaxDimsMake(g->loc, "relax.max_unpool", g->arena);
  RelaxWindow window = relaxWindowOf(op);
  MlirValue input = relaxMaxUnpoolGetInput(op);
  RelaxTensorInfo x = relaxTensorInfoOf(input);
  RelaxTensorInfo y = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  if (relaxMaxUnpoolGetSizes(op).ptr)
    return; // relax-bind-extents comes first
  MlirAttribute *image = ARENA_ARRAY(g->arena, MlirAttribute, x.rank);
  MlirAttribute *low = ARENA_ARRAY(g->arena, MlirAttribute, x.rank);
  relaxUnpooledDims(&math, input, &window, image);
  MlirValue zeros =
      graphBroadcast(g, graphNumberLike(g, 0, input), x.rank, image, input);
  for (intptr_t i = 0; i < x.rank; ++i)
    low[i] = graphLiteral(g, 0);
  RelaxScatterElementsArgs args = {
      .input = flat(g, &math, zeros),
      .indices = flat(
          g, &math, graphMatch(g, relaxMaxUnpoolGetPlaces(op), x.rank, x.dims)),
      .updates = flat(g, &math, input),
      .axis = 0};
  if (!graphDimsGood(g, &math))
    return;
  MlirValue placed = graphReshape(
      g,
      graphInsert(g,
                  relaxScatterElementsCreate(graphPlace(g, "placed"), &args)),
      x.rank, image);
  results[0] = relaxMaxUnpoolGetExtended(op)
                   ? graphPad(g, placed, x.rank, low, y.dims)
                   : placed;
}

const DecomposeRule decomposeUnpool[] = {
    {"relax.max_unpool", maxUnpool},
    {NULL, NULL},
};
