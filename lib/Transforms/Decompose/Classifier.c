//===- Classifier.c - parts of classifiers written with other operators ---===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Classifier.h"
#include "lib/Transforms/Decompose/Decompose.h"

#include <math.h>

//===----------------------------------------------------------------------===//
// probit, softmax_zero
//===----------------------------------------------------------------------===//

static void probit(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  double a = 0.147;
  MlirValue input = relaxProbitGetInput(op), p = graphWiden(g, input);
  MlirValue x = graphPlus(g, graphTimes(g, p, 2), -1);
  MlirValue rest = graphMultiply(g, graphPlus(g, graphNegative(g, x), 1),
                                 graphPlus(g, x, 1));
  MlirValue logarithm = graphLog(g, rest);
  MlirValue first =
      graphPlus(g, graphTimes(g, logarithm, 0.5), 2 / (acos(-1) * a));
  MlirValue square = graphMultiply(g, first, first);
  MlirValue root =
      graphSqrt(g, graphSubtract(g, square, graphTimes(g, logarithm, 1 / a)));
  MlirValue size =
      graphTimes(g, graphSqrt(g, graphSubtract(g, root, first)), sqrt(2));
  MlirValue isBelow = graphLess(g, x, graphNumberLike(g, 0, x));
  results[0] = graphCastLike(
      g, graphWhere(g, isBelow, graphNegative(g, size), size), input);
}

static void softmaxZero(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  MlirValue input = relaxSoftmaxZeroGetInput(op), x = graphWiden(g, input);
  MlirAttribute last = graphAxis(g, relaxTensorInfoOf(input).rank - 1);
  MlirValue largest = graphMax(g, x, last);
  MlirValue limit = graphNumberLike(g, (double)1e-7f, x);
  MlirValue isZero = graphLessEqual(g, graphAbs(g, x), limit);
  MlirValue kept = graphMultiply(g, x, graphExp(g, graphNegative(g, largest)));
  MlirValue power = graphExp(g, graphSubtract(g, x, largest));
  MlirValue parts = graphWhere(g, isZero, kept, power);
  results[0] =
      graphCastLike(g, graphDivide(g, parts, graphSum(g, parts, last)), input);
}

//===----------------------------------------------------------------------===//
// kernel_matrix
//===----------------------------------------------------------------------===//

/// |x - v|^2, [samples, vectors].
static MlirValue distances(GraphBuilder *g, MlirValue x, MlirValue v) {
  MlirValue difference =
      graphSubtract(g, graphExpandDim(g, x, 1), graphExpandDim(g, v, 0));
  return graphSumAway(g, graphMultiply(g, difference, difference),
                      graphAxis(g, 2));
}

static void kernelMatrix(GraphBuilder *g, MlirOperation op,
                         MlirValue *results) {
  static const int64_t turn[] = {1, 0};
  MlirValue input = relaxKernelMatrixGetInput(op);
  double gamma = relaxKernelMatrixGetGamma(op);
  double coef0 = relaxKernelMatrixGetCoef0(op);
  double degree = relaxKernelMatrixGetDegree(op);
  RelaxKernel kernel = relaxKernelNamed(relaxKernelMatrixGetKernel(op));
  MlirAttribute dims[] = {
      relaxTensorInfoOf(relaxKernelMatrixGetVectors(op)).dims[0],
      relaxTensorInfoOf(input).dims[1]};
  MlirValue x = graphWiden(g, input);
  MlirValue v =
      graphWiden(g, graphMatch(g, relaxKernelMatrixGetVectors(op), 2, dims));
  MlirValue y = kernel == RELAX_KERNEL_RBF
                    ? graphTimes(g, distances(g, x, v), -gamma)
                    : graphMatmul(g, x, graphTranspose(g, v, 2, turn));
  if (kernel == RELAX_KERNEL_POLY || kernel == RELAX_KERNEL_SIGMOID)
    y = graphPlus(g, graphTimes(g, y, gamma), coef0);
  if (kernel == RELAX_KERNEL_RBF)
    y = graphExp(g, y);
  else if (kernel == RELAX_KERNEL_POLY)
    y = graphPower(g, y, graphNumberLike(g, degree, y));
  else if (kernel == RELAX_KERNEL_SIGMOID)
    y = graphTanh(g, y);
  results[0] = graphCastLike(g, y, input);
}

//===----------------------------------------------------------------------===//
// pair_votes
//===----------------------------------------------------------------------===//

/// The sum of all votes of second classes, and for each pair that its first
/// class wins a vote from the second.
static void pairVotes(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  MlirValue input = relaxPairVotesGetInput(op);
  int64_t k = relaxPairVotesGetClasses(op);
  int64_t pairs = relaxPairs(k), pair = 0;
  double *moves = ARENA_ARRAY(g->arena, double, pairs *k);
  double *seconds = ARENA_ARRAY(g->arena, double, k);
  for (int64_t i = 0; i < k; ++i)
    for (int64_t j = i + 1; j < k; ++j, ++pair) {
      moves[pair * k + i] = 1;
      moves[pair * k + j] = -1;
      ++seconds[j];
    }
  MlirType single = mlirF32TypeGet(g->context);
  MlirAttribute dims[] = {relaxTensorInfoOf(input).dims[0],
                          graphLiteral(g, pairs)};
  MlirAttribute table[] = {graphLiteral(g, pairs), graphLiteral(g, k)};
  MlirValue x = graphMatch(g, input, 2, dims);
  MlirValue first =
      graphCast(g, graphLess(g, graphNumberLike(g, 0, x), x), single);
  MlirValue change = graphMatmul(
      g, first,
      graphReshape(g, graphNumbers(g, moves, (size_t)(pairs * k), single), 2,
                   table));
  results[0] = graphCastLike(
      g, graphAdd(g, change, graphNumbers(g, seconds, (size_t)k, single)),
      input);
}

const DecomposeRule decomposeClassifier[] = {
    {"relax.kernel_matrix", kernelMatrix},
    {"relax.pair_probabilities", decomposePairProbabilities},
    {"relax.pair_votes", pairVotes},
    {"relax.probit", probit},
    {"relax.softmax_zero", softmaxZero},
    {NULL, NULL},
};
