//===- PairProbabilities.c - probabilities from pairwise decisions --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// As relax.pair_probabilities says, for all samples at once: a relax.while over
// rounds, and in it a relax.scan over the classes. Samples that are done keep
// their probabilities.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Classifier.h"
#include "lib/Transforms/Decompose/Decompose.h"
#include "lib/Transforms/Decompose/GraphLoops.h"

enum { ROUND, PROBABILITIES, OPEN, NUM_STATES };
enum { P, QP, WHOLE, NUM_STEP_STATES };

typedef struct Coupling {
  int64_t classes;
  MlirValue q;     // [samples, classes, classes], symmetric
  MlirValue rows;  // the same, [classes, samples, classes]
  MlirValue units; // [classes, classes]
  MlirValue limit; // f32: 0.005 / classes
  MlirValue most;  // i64: rounds
} Coupling;

static MlirValue matrix(GraphBuilder *g, MlirValue table, int64_t rows,
                        int64_t columns) {
  MlirAttribute dims[] = {graphLiteral(g, rows), graphLiteral(g, columns)};
  return graphReshape(g, table, 2, dims);
}

/// The probability of the first class of each pair.
static MlirValue firsts(GraphBuilder *g, MlirOperation op) {
  MlirType single = mlirF32TypeGet(g->context);
  MlirValue input = relaxPairProbabilitiesGetInput(op);
  int64_t k = relaxPairProbabilitiesGetClasses(op);
  MlirAttribute dims[] = {relaxTensorInfoOf(input).dims[0],
                          graphLiteral(g, relaxPairs(k))};
  MlirValue parts[] = {input, relaxPairProbabilitiesGetSlopes(op),
                       relaxPairProbabilitiesGetOffsets(op)};
  for (int i = 0; i < 3; ++i)
    parts[i] = graphCast(
        g, graphMatch(g, parts[i], i ? 1 : 2, i ? dims + 1 : dims), single);
  MlirValue z = graphAdd(g, graphMultiply(g, parts[0], parts[1]), parts[2]);
  MlirValue p = graphSigmoid(g, graphNegative(g, z));
  p = graphMaximum(g, p, graphNumberLike(g, (double)1e-7f, p));
  return graphMinimum(g, p, graphNumberLike(g, (double)(1 - 1e-7f), p));
}

/// r [samples, classes, classes]: element i, j is the probability of i against
/// j; 0 where they are one class.
static MlirValue pairMatrix(GraphBuilder *g, MlirValue firsts, int64_t k) {
  int64_t *pairs = ARENA_ARRAY(g->arena, int64_t, k *k), pair = 0;
  double *begins = ARENA_ARRAY(g->arena, double, k *k);
  double *factors = ARENA_ARRAY(g->arena, double, k *k);
  for (int64_t i = 0; i < k; ++i)
    for (int64_t j = i + 1; j < k; ++j, ++pair) {
      pairs[i * k + j] = pairs[j * k + i] = pair;
      factors[i * k + j] = 1; // r
      factors[j * k + i] = -1;
      begins[j * k + i] = 1; // 1 - r
    }
  MlirType single = mlirF32TypeGet(g->context);
  size_t count = (size_t)(k * k);
  MlirValue taken = graphTake(g, firsts, graphIntegers(g, pairs, count), 1);
  MlirValue r = graphAdd(
      g, graphNumbers(g, begins, count, single),
      graphMultiply(g, graphNumbers(g, factors, count, single), taken));
  if (!r.ptr)
    return r;
  MlirAttribute dims[] = {relaxTensorInfoOf(r).dims[0], graphLiteral(g, k),
                          graphLiteral(g, k)};
  return graphReshape(g, r, 3, dims);
}

static void prepare(GraphBuilder *g, Coupling *c, MlirValue r) {
  static const int64_t turn[] = {0, 2, 1}, byClass[] = {1, 0, 2};
  int64_t k = c->classes;
  MlirType single = mlirF32TypeGet(g->context);
  double *units = ARENA_ARRAY(g->arena, double, k *k);
  for (int64_t i = 0; i < k; ++i)
    units[i * k + i] = 1;
  c->units = matrix(g, graphNumbers(g, units, (size_t)(k * k), single), k, k);
  MlirValue other = graphTranspose(g, r, 3, turn);
  // The squares of a column are summed on the diagonal.
  MlirValue squares =
      graphSum(g, graphMultiply(g, other, other), graphAxis(g, 2));
  c->q = graphSubtract(g, graphMultiply(g, squares, c->units),
                       graphMultiply(g, r, other));
  c->rows = graphTranspose(g, c->q, 3, byClass);
  c->limit = graphNumber(g, (double)(0.005f / (float)k), single);
  c->most =
      graphInteger(g, k > 100 ? k : 100, mlirIntegerTypeGet(g->context, 64));
}

/// The probability of one class becomes better; all are divided by their sum.
static void improve(GraphBuilder *g, MlirValue *s, const MlirValue *rows,
                    MlirValue *outs, void *userData) {
  (void)outs, (void)userData;
  MlirAttribute last = graphAxis(g, 1);
  MlirValue unit = rows[1], q = rows[0];
  MlirValue own = graphSum(g, graphMultiply(g, q, unit), last);
  MlirValue now = graphSum(g, graphMultiply(g, s[QP], unit), last);
  MlirValue change = graphDivide(g, graphSubtract(g, s[WHOLE], now), own);
  MlirValue sum = graphPlus(g, change, 1);
  MlirValue more =
      graphAdd(g, graphMultiply(g, change, own), graphTimes(g, now, 2));
  s[WHOLE] = graphDivide(
      g,
      graphDivide(g, graphAdd(g, s[WHOLE], graphMultiply(g, change, more)),
                  sum),
      sum);
  s[QP] = graphDivide(g, graphAdd(g, s[QP], graphMultiply(g, change, q)), sum);
  s[P] = graphDivide(g, graphAdd(g, s[P], graphMultiply(g, change, unit)), sum);
}

static void runRound(GraphBuilder *g, MlirValue *s, const MlirValue *rows,
                     MlirValue *outs, void *userData) {
  (void)rows, (void)outs;
  const Coupling *c = userData;
  MlirAttribute last = graphAxis(g, 1);
  MlirValue p = s[PROBABILITIES];
  MlirValue qp = graphSumAway(
      g, graphMultiply(g, c->q, graphExpandDim(g, p, 1)), graphAxis(g, 2));
  MlirValue whole = graphSum(g, graphMultiply(g, p, qp), last);
  MlirValue worst = graphMax(g, graphAbs(g, graphSubtract(g, qp, whole)), last);
  MlirValue open = graphAnd(g, s[OPEN], graphLessEqual(g, c->limit, worst));
  MlirValue states[NUM_STEP_STATES] = {p, qp, whole};
  MlirValue classes[] = {c->rows, c->units};
  GraphLoop steps = {.numStates = NUM_STEP_STATES,
                     .states = states,
                     .numRows = 2,
                     .rows = classes,
                     .round = improve};
  if (!graphScan(g, &steps)) {
    s[PROBABILITIES] = (MlirValue){NULL};
    return;
  }
  s[PROBABILITIES] = graphWhere(g, open, states[P], p);
  s[OPEN] = open;
  s[ROUND] = graphPlus(g, s[ROUND], 1);
}

/// There are rounds left, and samples that are not done.
static MlirValue goesOn(GraphBuilder *g, const MlirValue *s, void *userData) {
  const Coupling *c = userData;
  MlirType i64 = mlirIntegerTypeGet(g->context, 64);
  MlirValue count =
      graphSum(g, graphCast(g, s[OPEN], i64), (MlirAttribute){NULL});
  return graphAnd(g, graphLess(g, s[ROUND], c->most),
                  graphLess(g, graphInteger(g, 0, i64), count));
}

void decomposePairProbabilities(GraphBuilder *g, MlirOperation op,
                                MlirValue *results) {
  Coupling c = {.classes = relaxPairProbabilitiesGetClasses(op)};
  MlirType single = mlirF32TypeGet(g->context);
  MlirValue input = relaxPairProbabilitiesGetInput(op);
  prepare(g, &c, pairMatrix(g, firsts(g, op), c.classes));
  MlirAttribute dims[] = {relaxTensorInfoOf(input).dims[0],
                          graphLiteral(g, c.classes)};
  MlirAttribute column[] = {dims[0], graphLiteral(g, 1)};
  double even = (double)(1.0f / (float)c.classes);
  int yes = 1;
  MlirType bit = mlirIntegerTypeGet(g->context, 1);
  MlirValue states[NUM_STATES] = {
      graphInteger(g, 0, mlirIntegerTypeGet(g->context, 64)),
      graphBroadcast(g, graphNumber(g, even, single), 2, dims, input),
      graphBroadcast(g, graphInteger(g, yes, bit), 2, column, input)};
  GraphLoop rounds = {.numStates = NUM_STATES,
                      .states = states,
                      .round = runRound,
                      .userData = &c};
  if (c.q.ptr && graphWhile(g, &rounds, goesOn))
    results[0] = graphCastLike(g, states[PROBABILITIES], input);
}
