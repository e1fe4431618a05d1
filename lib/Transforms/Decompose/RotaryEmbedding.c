//===- RotaryEmbedding.c - rotary embeddings with other operators ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The turned elements of a head are [2, half], or [half, 2] if neighbours make
// a pair: both members of all pairs are then slices.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Attention.gen.h"
#include "lib/Transforms/Decompose/Decompose.h"
#include "lib/Transforms/Decompose/GraphBuilder.h"

typedef struct Rotary {
  GraphBuilder *g;
  MlirOperation op;
  RelaxDims dims;
  SymExpr batch, length, heads, size, half;
} Rotary;

enum { RANK = 4, PAIRS = 5 };

/// The input as [batch, length, heads, size].
static MlirValue heads(Rotary *r) {
  static const int64_t turn[] = {0, 2, 1, 3};
  MlirValue x = relaxRotaryEmbeddingGetInput(r->op);
  MlirAttribute packed[3], split[RANK];
  SymExpr flat[] = {r->batch, r->length,
                    relaxDimsMul(&r->dims, r->heads, r->size)};
  SymExpr parts[] = {r->batch, r->length, r->heads, r->size};
  if (relaxTensorInfoOf(x).rank == RANK)
    return graphTranspose(r->g, graphWiden(r->g, x), RANK, turn);
  graphDims(&r->dims, flat, 3, packed);
  graphDims(&r->dims, parts, RANK, split);
  return graphReshape(r->g, graphMatch(r->g, graphWiden(r->g, x), 3, packed),
                      RANK, split);
}

/// Cosines or sines as [batch, length, 1, half].
static MlirValue angles(Rotary *r, MlirValue table) {
  MlirValue places = relaxRotaryEmbeddingGetPlaces(r->op);
  SymExpr extents[] = {r->batch, r->length, r->half};
  MlirAttribute dims[3];
  graphDims(&r->dims, extents, 3, dims);
  if (places.ptr)
    table = graphTake(r->g, table, places, 0);
  return graphExpandDim(r->g,
                        graphMatch(r->g, graphWiden(r->g, table), 3, dims), 2);
}

/// All turned elements, [batch, length, heads, 2 * half].
static MlirValue turned(Rotary *r, MlirValue x) {
  GraphBuilder *g = r->g;
  bool neighbours = relaxRotaryEmbeddingGetInterleaved(r->op);
  intptr_t axis = neighbours ? RANK : RANK - 1;
  SymExpr two = relaxDimsConst(&r->dims, 2);
  SymExpr whole[] = {r->batch, r->length, r->heads,
                     relaxDimsMul(&r->dims, two, r->half)};
  SymExpr pairs[] = {r->batch, r->length, r->heads, neighbours ? r->half : two,
                     neighbours ? two : r->half};
  MlirAttribute flat[RANK], split[PAIRS];
  graphDims(&r->dims, whole, RANK, flat);
  graphDims(&r->dims, pairs, PAIRS, split);
  MlirValue shaped =
      graphReshape(g, graphMatch(g, x, RANK, flat), PAIRS, split);
  MlirValue a = graphDropDim(g, graphSlice(g, shaped, axis, 0, 1, 1), axis);
  MlirValue b = graphDropDim(g, graphSlice(g, shaped, axis, 1, 2, 1), axis);
  MlirValue cosine = angles(r, relaxRotaryEmbeddingGetCosine(r->op));
  MlirValue sine = angles(r, relaxRotaryEmbeddingGetSine(r->op));
  MlirValue real =
      graphSubtract(g, graphMultiply(g, cosine, a), graphMultiply(g, sine, b));
  MlirValue imaginary =
      graphAdd(g, graphMultiply(g, sine, a), graphMultiply(g, cosine, b));
  MlirValue joined = graphConcat(g, graphExpandDim(g, real, axis),
                                 graphExpandDim(g, imaginary, axis), axis);
  return graphReshape(g, joined, RANK, flat);
}

static MlirValue packed(Rotary *r, MlirValue y) {
  static const int64_t turn[] = {0, 2, 1, 3};
  MlirValue input = relaxRotaryEmbeddingGetInput(r->op);
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  MlirAttribute flat[3];
  SymExpr extents[] = {r->batch, r->length,
                       relaxDimsMul(&r->dims, r->heads, r->size)};
  graphDims(&r->dims, extents, 3, flat);
  y = graphCastLike(r->g, y, input);
  if (info.rank == RANK)
    return graphTranspose(r->g, y, RANK, turn);
  return graphMatch(r->g, graphReshape(r->g, y, 3, flat), 3, info.dims);
}

void decomposeRotaryEmbedding(GraphBuilder *g, MlirOperation op,
                              MlirValue *results) {
  Rotary r = {.g = g,
              .op = op,
              .dims =
                  relaxDimsMake(g->loc, "relax.rotary_embedding", g->arena)};
  RelaxTensorInfo info = relaxTensorInfoOf(relaxRotaryEmbeddingGetInput(op));
  SymExpr d[RANK], two = relaxDimsConst(&r.dims, 2);
  int64_t rotated = relaxRotaryEmbeddingGetRotated(op);
  for (intptr_t i = 0; i < info.rank; ++i)
    d[i] = relaxDimsOf(&r.dims, info.dims[i]);
  bool flat = info.rank < RANK;
  r.batch = d[0];
  r.length = flat ? d[1] : d[2];
  r.heads =
      flat ? relaxDimsConst(&r.dims, relaxRotaryEmbeddingGetHeads(op)) : d[1];
  r.size = flat ? relaxDimsFloorDiv(&r.dims, d[2], r.heads) : d[3];
  r.half = rotated ? relaxDimsConst(&r.dims, rotated / 2)
                   : relaxDimsFloorDiv(&r.dims, r.size, two);
  if (!graphDimsGood(g, &r.dims))
    return;
  MlirValue x = heads(&r), y;
  SymExpr extents[] = {r.batch, r.length, r.heads, r.size};
  MlirAttribute whole[RANK];
  graphDims(&r.dims, extents, RANK, whole);
  if (rotated) {
    y = turned(&r, graphSlice(g, x, RANK - 1, 0, rotated, 1));
    y = graphConcat(g, y, graphSlice(g, x, RANK - 1, rotated, INT64_MAX, 1),
                    RANK - 1);
  } else {
    y = turned(&r, x);
  }
  results[0] = packed(&r, graphMatch(g, y, RANK, whole));
  graphDimsGood(g, &r.dims);
}
