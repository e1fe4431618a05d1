//===- LinearAttention.c - attention with a state, step by step -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The recurrence of ONNX LinearAttention as a relax.scan over the steps, whose
// state is [batch, heads, key size, value size]; a single step needs none. What
// does not depend on the state is computed for all steps before it.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/LinearAttention.h"
#include "lib/Transforms/Decompose/Decompose.h"
#include "lib/Transforms/Decompose/GraphBuilder.h"
#include "lib/Transforms/Decompose/GraphLoops.h"

#include <math.h>

enum { STATE = 4, SPLIT = 5, MAX_ROWS = 5 };

typedef struct Layer {
  GraphBuilder *g;
  RelaxDims dims;
  RelaxLinearAttentionArgs args;
  RelaxLinearAttentionSizes s;
} Layer;

/// What a step needs; null: not given. Before they are taken apart, all have
/// the steps in front.
typedef struct Step {
  MlirValue query; // [batch, heads, query heads / heads, key size], scaled
  MlirValue key;   // [batch, heads, key size, 1]
  MlirValue value; // [batch, heads, 1, value size]
  MlirValue decay; // [batch, heads, key size or 1, 1], its power of e
  MlirValue beta;  // [batch, heads or 1, 1, 1]
} Step;

static SymExpr literal(Layer *l, int64_t value) {
  return relaxDimsConst(&l->dims, value);
}

/// An operand [batch, steps, heads * rows * columns] as [steps, batch, heads,
/// rows, columns], in the type that is computed in.
static MlirValue rowsOf(Layer *l, MlirValue x, SymExpr heads, SymExpr rows,
                        SymExpr columns) {
  static const int64_t turn[] = {1, 0, 2, 3, 4};
  SymExpr all =
      relaxDimsMul(&l->dims, relaxDimsMul(&l->dims, heads, rows), columns);
  SymExpr packed[] = {l->s.batch, l->s.steps, all};
  SymExpr split[] = {l->s.batch, l->s.steps, heads, rows, columns};
  MlirAttribute packedDims[3], splitDims[SPLIT];
  graphDims(&l->dims, packed, 3, packedDims);
  graphDims(&l->dims, split, SPLIT, splitDims);
  MlirValue parts =
      graphReshape(l->g, graphMatch(l->g, x, 3, packedDims), SPLIT, splitDims);
  return graphTranspose(l->g, graphWiden(l->g, parts), SPLIT, turn);
}

/// The same of a gate, whose extent `part` of dimension `axis` is `whole`, or 1
/// for all of them; types need not say which.
static MlirValue gateOf(Layer *l, MlirValue x, intptr_t axis, SymExpr part,
                        SymExpr whole) {
  SymExpr heads = literal(l, l->s.heads), one = literal(l, 1);
  if (!x.ptr)
    return x;
  MlirValue gate =
      axis == 2 ? rowsOf(l, x, part, one, one) : rowsOf(l, x, heads, part, one);
  bool broadcasts = symExprEqual(part, whole) || symExprIs(part, 1);
  if (broadcasts || !gate.ptr)
    return gate;
  MlirAttribute dims[SPLIT];
  for (intptr_t i = 0; i < SPLIT; ++i)
    dims[i] = i == axis ? relaxDimsAttribute(&l->dims, whole)
                        : relaxTensorInfoOf(gate).dims[i];
  return graphBroadcastOpen(l->g, gate, SPLIT, dims);
}

/// The extent of the last dimension of a gate, by so many heads.
static SymExpr partOf(Layer *l, MlirValue x, int64_t heads) {
  return x.ptr ? relaxDimsFloorDiv(
                     &l->dims,
                     relaxDimsOf(&l->dims, relaxTensorInfoOf(x).dims[2]),
                     literal(l, heads))
               : literal(l, 1);
}

/// 1 / sqrt(key size), or what the attribute says.
static MlirValue scaled(Layer *l, MlirValue query) {
  GraphBuilder *g = l->g;
  int64_t size;
  if (l->args.scale.ptr)
    return graphTimes(g, query, mlirFloatAttrGetValueDouble(l->args.scale));
  if (symExprIsConst(l->s.key, &size))
    return graphTimes(g, query, 1 / sqrt((double)size));
  MlirValue extent =
      graphExtent(g, relaxDimsAttribute(&l->dims, l->s.key), l->args.query);
  return graphMultiply(g, query,
                       graphRsqrt(g, graphCastLike(g, extent, query)));
}

static Step stepsOf(Layer *l) {
  const RelaxLinearAttentionArgs *a = &l->args;
  const RelaxLinearAttentionSizes *s = &l->s;
  GraphBuilder *g = l->g;
  SymExpr heads = literal(l, s->heads), one = literal(l, 1);
  SymExpr group = literal(l, s->queryHeads / s->heads);
  Step all = {.query = scaled(l, rowsOf(l, a->query, heads, group, s->key)),
              .key = rowsOf(l, a->key, heads, s->key, one),
              .value = rowsOf(l, a->value, heads, one, s->value),
              .decay =
                  gateOf(l, a->decay, 3, partOf(l, a->decay, s->heads), s->key),
              .beta = gateOf(l, a->beta, 2, partOf(l, a->beta, 1), heads)};
  all.decay = graphExp(g, all.decay);
  return all;
}

/// What the step gives, [batch, heads, query heads / heads, value size];
/// `*state` becomes the state behind it.
static MlirValue step(GraphBuilder *g, const Step *x, MlirValue *state) {
  static const int64_t turn[] = {0, 1, 3, 2};
  MlirValue s = *state, value = x->value;
  if (x->decay.ptr)
    s = graphMultiply(g, x->decay, s);
  if (x->beta.ptr) {
    MlirValue known = graphMatmul(g, graphTranspose(g, x->key, STATE, turn), s);
    value = graphMultiply(g, x->beta, graphSubtract(g, value, known));
  }
  *state = graphAdd(g, s, graphMultiply(g, x->key, value));
  return graphMatmul(g, x->query, *state);
}

//===----------------------------------------------------------------------===//
// All steps
//===----------------------------------------------------------------------===//

/// The parts of a step that are given.
static intptr_t partsOf(Step *x, MlirValue **parts) {
  MlirValue *all[] = {&x->query, &x->key, &x->value, &x->decay, &x->beta};
  intptr_t count = 0;
  for (intptr_t i = 0; i < MAX_ROWS; ++i)
    if (all[i]->ptr)
      parts[count++] = all[i];
  return count;
}

/// A round of the scan; `userData` says which parts there are.
static void runStep(GraphBuilder *g, MlirValue *state, const MlirValue *rows,
                    MlirValue *outs, void *userData) {
  Step one = *(const Step *)userData;
  MlirValue *parts[MAX_ROWS];
  intptr_t count = partsOf(&one, parts);
  for (intptr_t i = 0; i < count; ++i)
    *parts[i] = rows[i];
  outs[0] = step(g, &one, state);
}

static MlirValue scan(Layer *l, Step *all, MlirValue *state) {
  MlirValue rows[MAX_ROWS], *parts[MAX_ROWS], y;
  intptr_t count = partsOf(all, parts);
  for (intptr_t i = 0; i < count; ++i)
    rows[i] = *parts[i];
  GraphLoop loop = {.numStates = 1,
                    .states = state,
                    .numRows = count,
                    .rows = rows,
                    .numOuts = 1,
                    .outs = &y,
                    .round = runStep,
                    .userData = all};
  return graphScan(l->g, &loop) ? y : (MlirValue){NULL};
}

static MlirValue single(Layer *l, Step *all, MlirValue *state) {
  MlirValue *parts[MAX_ROWS];
  intptr_t count = partsOf(all, parts);
  for (intptr_t i = 0; i < count; ++i)
    *parts[i] = graphDropDim(l->g, *parts[i], 0);
  return graphExpandDim(l->g, step(l->g, all, state), 0);
}

/// The state before the first step, in the type that is computed in.
static MlirValue initial(Layer *l, MlirValue like) {
  SymExpr extents[] = {l->s.batch, literal(l, l->s.heads), l->s.key,
                       l->s.value};
  MlirAttribute dims[STATE];
  graphDims(&l->dims, extents, STATE, dims);
  if (l->args.state.ptr)
    return graphCastLike(l->g, graphMatch(l->g, l->args.state, STATE, dims),
                         like);
  return graphBroadcast(l->g, graphNumberLike(l->g, 0, like), STATE, dims,
                        (MlirValue){NULL});
}

static void build(Layer *l, MlirValue *results) {
  static const int64_t turn[] = {1, 0, 2, 3, 4};
  GraphBuilder *g = l->g;
  Step all = stepsOf(l);
  if (!graphDimsGood(g, &l->dims) || !all.query.ptr || !all.key.ptr ||
      !all.value.ptr)
    return;
  MlirValue state = initial(l, all.query);
  bool isOne = symExprIs(l->s.steps, 1);
  MlirValue y = isOne ? single(l, &all, &state) : scan(l, &all, &state);
  SymExpr width =
      relaxDimsMul(&l->dims, literal(l, l->s.queryHeads), l->s.value);
  SymExpr packed[] = {l->s.batch, l->s.steps, width};
  MlirAttribute dims[3];
  graphDims(&l->dims, packed, 3, dims);
  y = graphReshape(g, graphTranspose(g, y, SPLIT, turn), 3, dims);
  results[0] = graphCastLike(g, y, l->args.query);
  results[1] = graphCastLike(g, state,
                             l->args.state.ptr ? l->args.state : l->args.query);
}

void decomposeLinearAttention(GraphBuilder *g, MlirOperation op,
                              MlirValue *results) {
  Layer l = {.g = g,
             .dims = relaxDimsMake(g->loc, "relax.linear_attention", g->arena),
             .args = relaxLinearAttentionArgsOf(op)};
  l.s = relaxLinearAttentionSizes(&l.dims, &l.args);
  build(&l, results);
  graphDimsGood(g, &l.dims);
}
