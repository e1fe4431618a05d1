//===- Positions.c - places that are counted, compared and moved ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Ranges, compared or added: the rest is a choice, a gather or a scatter.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Gather.gen.h"
#include "dialects/Relax/Positions.gen.h"
#include "lib/Transforms/Decompose/Decompose.h"
#include "lib/Transforms/Decompose/GraphBuilder.h"

static const MlirValue none = {NULL};

/// An expression as a number.
static MlirValue extentOf(GraphBuilder *g, MlirAttribute expr,
                          MlirValue given) {
  int64_t literal;
  return symAttributeIsConst(expr, &literal)
             ? graphInteger(g, literal, graphInt64(g))
             : graphReshape(g, graphExtent(g, expr, given), 0, NULL);
}

/// Where the range of the depth equals the index.
static void oneHot(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  MlirAttribute depth = relaxOneHotGetDepth(op);
  MlirValue indices = graphCast(g, relaxOneHotGetIndices(op), graphInt64(g));
  MlirValue values = relaxOneHotGetValues(op);
  RelaxTensorInfo info = relaxTensorInfoOf(relaxOneHotGetIndices(op));
  int64_t axis = relaxOneHotGetAxis(op);
  MlirValue range = graphIota(g, depth, graphInt64(g), none);
  MlirValue below = graphLess(g, indices, graphInteger(g, 0, graphInt64(g)));
  indices = graphWhere(
      g, below, graphAdd(g, indices, extentOf(g, depth, range)), indices);
  // Missing leading dimensions broadcast.
  MlirValue is = graphEqual(g, graphExpandDim(g, indices, axis),
                            graphAlong(g, range, 0, info.rank + 1 - axis));
  results[0] =
      graphWhere(g, is, graphElement(g, values, 1), graphElement(g, values, 0));
}

/// Element t of the first `length` is length - 1 - t.
static void reverseSequence(GraphBuilder *g, MlirOperation op,
                            MlirValue *results) {
  MlirValue x = relaxReverseSequenceGetInput(op);
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  int64_t axis = relaxReverseSequenceGetAxis(op),
          batch = relaxReverseSequenceGetBatch(op);
  MlirValue lengths = graphAlong(
      g, graphCast(g, relaxReverseSequenceGetLengths(op), graphInt64(g)), batch,
      info.rank);
  MlirValue range = graphAlong(
      g, graphIota(g, info.dims[axis], graphInt64(g), x), axis, info.rank);
  MlirValue last = graphSubtract(g, lengths, graphInteger(g, 1, graphInt64(g)));
  MlirValue places = graphWhere(g, graphLess(g, range, lengths),
                                graphSubtract(g, last, range), range);
  RelaxGatherElementsArgs args = {
      .input = x,
      .indices = graphBroadcast(g, places, info.rank, info.dims, x),
      .axis = axis};
  if (args.indices.ptr)
    results[0] = graphInsert(
        g, relaxGatherElementsCreate(graphPlace(g, "turned"), &args));
}

/// Update s goes to at + s.
static void tensorScatter(GraphBuilder *g, MlirOperation op,
                          MlirValue *results) {
  MlirValue x = relaxTensorScatterGetInput(op);
  MlirValue updates = relaxTensorScatterGetUpdates(op);
  MlirValue at = relaxTensorScatterGetAt(op);
  RelaxTensorInfo info = relaxTensorInfoOf(updates);
  int64_t axis = relaxTensorScatterGetAxis(op);
  MlirValue places =
      graphAlong(g, graphIota(g, info.dims[axis], graphInt64(g), updates), axis,
                 info.rank);
  bool circular = relaxTensorScatterGetCircular(op);
  MlirValue extent =
      circular ? extentOf(g, relaxTensorInfoOf(x).dims[axis], x) : none;
  if (at.ptr) {
    at = graphCast(g, at, graphInt64(g));
    // A sum of two small numbers: it does not wrap.
    at = circular ? graphMod(g, at, extent) : at;
    places = graphAdd(g, graphAlong(g, at, 0, info.rank), places);
  }
  if (circular)
    places = graphMod(g, places, extent);
  RelaxScatterElementsArgs args = {
      .input = x,
      .indices = graphBroadcast(g, places, info.rank, info.dims, updates),
      .updates = updates,
      .axis = axis};
  if (args.indices.ptr)
    results[0] = graphInsert(
        g, relaxScatterElementsCreate(graphPlace(g, "written"), &args));
}

const DecomposeRule decomposePositions[] = {
    {"relax.one_hot", oneHot},
    {"relax.reverse_sequence", reverseSequence},
    {"relax.tensor_scatter", tensorScatter},
    {NULL, NULL},
};
