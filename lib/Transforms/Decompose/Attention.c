//===- Attention.c - attention written with other operators ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// As the pattern of ONNX Attention says. Where query heads share key heads, the
// query is [batch, key heads, sharing heads, queries, size] and the key has an
// extent of 1 there: nothing is repeated.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Attention.h"
#include "lib/Transforms/Decompose/Decompose.h"
#include "lib/Transforms/Decompose/GraphBuilder.h"

#include <math.h>

typedef struct Attention {
  GraphBuilder *g;
  RelaxDims dims;
  RelaxAttentionArgs args;
  RelaxAttentionSizes s;
  SymExpr all, group;
  bool shares; // query heads share key heads
} Attention;

enum { RANK = 4, GROUPED = 5 };

static MlirValue match(Attention *a, MlirValue x, intptr_t rank,
                       const SymExpr *extents) {
  MlirAttribute dims[GROUPED];
  graphDims(&a->dims, extents, rank, dims);
  return graphMatch(a->g, x, rank, dims);
}

static MlirValue reshape(Attention *a, MlirValue x, intptr_t rank,
                         const SymExpr *extents) {
  MlirAttribute dims[GROUPED];
  graphDims(&a->dims, extents, rank, dims);
  return graphReshape(a->g, x, rank, dims);
}

/// An operand as [batch, heads, length, size].
static MlirValue unpack(Attention *a, MlirValue x, SymExpr heads,
                        SymExpr length, SymExpr size) {
  static const int64_t turn[] = {0, 2, 1, 3};
  SymExpr whole[] = {a->s.batch, heads, length, size};
  if (relaxTensorInfoOf(x).rank == RANK)
    return match(a, x, RANK, whole);
  SymExpr packed[] = {a->s.batch, length, relaxDimsMul(&a->dims, heads, size)};
  SymExpr split[] = {a->s.batch, length, heads, size};
  MlirValue parts = reshape(a, match(a, x, 3, packed), RANK, split);
  return graphTranspose(a->g, parts, RANK, turn);
}

/// Past ones, then the new ones.
static MlirValue extend(Attention *a, MlirValue past, MlirValue now,
                        SymExpr size) {
  SymExpr extents[] = {a->s.batch, a->s.kvHeads, a->s.past, size};
  return past.ptr ? graphConcat(a->g, match(a, past, RANK, extents), now, 2)
                  : now;
}

/// [batch, heads, rows, columns] with the heads of a key apart.
static MlirValue group(Attention *a, MlirValue x, SymExpr rows,
                       SymExpr columns) {
  SymExpr heads = relaxDimsMul(&a->dims, a->s.kvHeads, a->group);
  SymExpr whole[] = {a->s.batch, heads, rows, columns};
  SymExpr split[] = {a->s.batch, a->s.kvHeads, a->group, rows, columns};
  return a->shares ? reshape(a, match(a, x, RANK, whole), GROUPED, split) : x;
}

static MlirValue ungroup(Attention *a, MlirValue x, SymExpr rows,
                         SymExpr columns) {
  SymExpr heads = relaxDimsMul(&a->dims, a->s.kvHeads, a->group);
  SymExpr joined[] = {a->s.batch, heads, rows, columns};
  SymExpr whole[] = {a->s.batch, a->s.queryHeads, rows, columns};
  return a->shares ? match(a, reshape(a, x, RANK, joined), RANK, whole) : x;
}

static MlirValue shareKeys(Attention *a, MlirValue x) {
  return a->shares ? graphExpandDim(a->g, x, 2) : x;
}

/// 1 / sqrt(size), or what the attribute says.
static MlirValue scaled(Attention *a, MlirValue query) {
  int64_t size;
  GraphBuilder *g = a->g;
  if (a->args.scale.ptr)
    return graphMultiply(
        g, query,
        graphNumberLike(g, mlirFloatAttrGetValueDouble(a->args.scale), query));
  if (symExprIsConst(a->s.head, &size))
    return graphMultiply(g, query,
                         graphNumberLike(g, 1 / sqrt((double)size), query));
  MlirValue extent =
      graphExtent(g, relaxDimsAttribute(&a->dims, a->s.head), query);
  return graphMultiply(g, query,
                       graphRsqrt(g, graphCastLike(g, extent, query)));
}

static MlirValue capped(Attention *a, MlirValue scores) {
  GraphBuilder *g = a->g;
  double cap =
      a->args.softcap.ptr ? mlirFloatAttrGetValueDouble(a->args.softcap) : 0;
  if (!(cap > 0))
    return scores;
  MlirValue number = graphNumberLike(g, cap, scores);
  return graphMultiply(g, graphTanh(g, graphDivide(g, scores, number)), number);
}

static bool isMasked(const Attention *a) {
  return a->args.mask.ptr || a->args.lengths.ptr || a->args.causal ||
         a->args.left.ptr || a->args.right.ptr;
}

static MlirValue masked(Attention *a, MlirValue scores) {
  GraphBuilder *g = a->g;
  if (!isMasked(a) || !scores.ptr)
    return scores;
  RelaxAttentionMaskArgs args = {
      .input = scores,
      .mask = a->args.mask,
      .offset = a->args.offset.ptr ? a->args.offset
                                   : relaxDimsAttribute(&a->dims, a->s.past),
      .causal = a->args.causal,
      .left = a->args.left,
      .right = a->args.right};
  if (args.mask.ptr &&
      mlirTypeIsAFloat(relaxTensorInfoOf(args.mask).elementType))
    args.mask = graphCastLike(g, args.mask, scores);
  if (a->args.lengths.ptr)
    args.lengths = graphCast(g, match(a, a->args.lengths, 1, &a->s.batch),
                             mlirIntegerTypeGet(g->context, 64));
  return graphInsert(g, relaxAttentionMaskCreate(graphPlace(g, "mask"), &args));
}

/// The softmax, where a query without keys gives 0.
static MlirValue softmax(Attention *a, MlirValue scores) {
  GraphBuilder *g = a->g;
  if (!isMasked(a))
    return graphSoftmax(g, scores, RANK - 1);
  MlirAttribute axes = graphAxis(g, RANK - 1);
  MlirValue largest = graphMax(g, scores, axes);
  MlirValue least = graphNumberLike(g, -INFINITY, scores);
  MlirValue zero = graphNumberLike(g, 0, scores);
  MlirValue one = graphNumberLike(g, 1, scores);
  MlirValue shift = graphWhere(g, graphEqual(g, largest, least), zero, largest);
  MlirValue powers = graphExp(g, graphSubtract(g, scores, shift));
  MlirValue sum = graphSum(g, powers, axes);
  return graphDivide(g, powers,
                     graphWhere(g, graphEqual(g, sum, zero), one, sum));
}

static MlirValue packed(Attention *a, MlirValue y) {
  static const int64_t turn[] = {0, 2, 1, 3};
  SymExpr flat[] = {a->s.batch, a->s.queries,
                    relaxDimsMul(&a->dims, a->s.queryHeads, a->s.valueHead)};
  return a->s.packed ? reshape(a, graphTranspose(a->g, y, RANK, turn), 3, flat)
                     : y;
}

/// The scores of all keys for all queries.
static MlirValue scoresOf(Attention *a, MlirValue query, MlirValue keys) {
  static const int64_t turn[] = {0, 1, 3, 2}, turnGrouped[] = {0, 1, 2, 4, 3};
  GraphBuilder *g = a->g;
  MlirValue q =
      group(a, scaled(a, graphWiden(g, query)), a->s.queries, a->s.head);
  MlirValue k = graphTranspose(g, shareKeys(a, graphWiden(g, keys)),
                               a->shares ? GROUPED : RANK,
                               a->shares ? turnGrouped : turn);
  return ungroup(a, graphMatmul(g, q, k), a->s.queries, a->all);
}

static void build(Attention *a, MlirValue *results) {
  GraphBuilder *g = a->g;
  const RelaxAttentionSizes *s = &a->s;
  MlirValue query =
      unpack(a, a->args.query, s->queryHeads, s->queries, s->head);
  MlirValue key = unpack(a, a->args.key, s->kvHeads, s->keys, s->head);
  MlirValue value = unpack(a, a->args.value, s->kvHeads, s->keys, s->valueHead);
  results[1] = extend(a, a->args.past_key, key, s->head);
  results[2] = extend(a, a->args.past_value, value, s->valueHead);
  MlirValue shown[4];
  shown[0] = scoresOf(a, query, results[1]);
  shown[1] = capped(a, shown[0]);
  shown[2] = masked(a, shown[1]);
  shown[3] = softmax(a, shown[2]);
  MlirValue values = shareKeys(a, graphWiden(g, results[2]));
  MlirValue y = graphMatmul(g, group(a, shown[3], s->queries, a->all),
                            graphCastLike(g, values, shown[3]));
  y = ungroup(a, y, s->queries, s->valueHead);
  results[0] = graphCastLike(g, packed(a, y), a->args.query);
  int64_t which =
      a->args.scores.ptr ? mlirIntegerAttrGetValueInt(a->args.scores) : 0;
  results[3] = graphCastLike(g, shown[which], a->args.query);
}

static void attention(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  Attention a = {.g = g,
                 .dims = relaxDimsMake(g->loc, "relax.attention", g->arena),
                 .args = relaxAttentionArgsOf(op)};
  if (!relaxAttentionSizes(&a.dims, &a.args, &a.s))
    return;
  a.all = relaxDimsAdd(&a.dims, a.s.past, a.s.keys);
  a.shares = !symExprEqual(a.s.queryHeads, a.s.kvHeads);
  a.group = relaxDimsConst(&a.dims, 1);
  if (a.shares)
    a.group = relaxDimsFloorDiv(&a.dims, a.s.queryHeads, a.s.kvHeads);
  if (graphDimsGood(g, &a.dims))
    build(&a, results);
  graphDimsGood(g, &a.dims);
}

const DecomposeRule decomposeAttention[] = {
    {"relax.attention", attention},
    {"relax.rotary_embedding", decomposeRotaryEmbedding},
    {"relax.linear_attention", decomposeLinearAttention},
    {NULL, NULL},
};
