//===- Selection.c - choices of elements written with others --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Selection.gen.h"
#include "lib/Transforms/Decompose/Decompose.h"

/// The places of what is chosen, then these.
static void compress(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  MlirValue input = relaxCompressGetInput(op);
  MlirAttribute given = relaxCompressGetAxis(op);
  int64_t axis = given.ptr ? mlirIntegerAttrGetValueInt(given) : 0;
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  MlirAttribute found =
      relaxTensorInfoOf(mlirOperationGetResult(op, 0)).dims[axis];
  MlirAttribute dims[] = {graphLiteral(g, 1), found};
  RelaxNonzeroArgs args = {.input = relaxCompressGetCondition(op),
                           .binds = relaxCompressGetBinds(op),
                           .facts = relaxCompressGetFacts(op),
                           .resultType = relaxTensorTypeOf(
                               mlirIntegerTypeGet(g->context, 64), 2, dims)};
  MlirValue places =
      graphInsert(g, relaxNonzeroCreate(graphPlace(g, "places"), &args));
  if (!given.ptr) {
    RelaxDims total = relaxDimsMake(g->loc, "relax.compress", g->arena);
    SymExpr count = relaxDimsConst(&total, 1);
    for (intptr_t i = 0; i < info.rank; ++i)
      count = relaxDimsMul(&total, count, relaxDimsOf(&total, info.dims[i]));
    MlirAttribute flat = relaxDimsAttribute(&total, count);
    if (!relaxDimsOutcome(&total))
      return;
    input = graphReshape(g, input, 1, &flat);
  }
  results[0] = graphTake(g, input, graphReshape(g, places, 1, &found), axis);
}

const DecomposeRule decomposeSelection[] = {{"relax.compress", compress},
                                            {NULL, NULL}};
