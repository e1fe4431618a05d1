//===- Training.c - steps of optimisers written with others ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Training.gen.h"
#include "lib/Transforms/Decompose/Decompose.h"

/// `number * a + b`
static MlirValue weighed(GraphBuilder *g, double number, MlirValue a,
                         MlirValue b) {
  return graphAdd(g, graphTimes(g, a, number), b);
}

/// The input's shape for an operand of which types do not say that it has it.
static MlirValue alike(GraphBuilder *g, MlirValue x, MlirValue input) {
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  return graphMatch(g, x, info.rank, info.dims);
}

/// Whether this is not the first step.
static MlirValue isLater(GraphBuilder *g, MlirValue step) {
  MlirType word = mlirIntegerTypeGet(g->context, 64);
  return graphLess(g, graphInteger(g, 0, word), step);
}

static void adagrad(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  MlirValue x = relaxAdagradGetInput(op), rate = relaxAdagradGetRate(op);
  MlirValue time = graphCastLike(g, relaxAdagradGetStep(op), rate);
  rate = graphDivide(
      g, rate, graphPlus(g, graphTimes(g, time, relaxAdagradGetDecay(op)), 1));
  MlirValue gradient = weighed(g, relaxAdagradGetRegularization(op), x,
                               alike(g, relaxAdagradGetGradient(op), x));
  MlirValue squares = graphAdd(g, alike(g, relaxAdagradGetSquares(op), x),
                               graphMultiply(g, gradient, gradient));
  MlirValue root =
      graphPlus(g, graphSqrt(g, squares), relaxAdagradGetEpsilon(op));
  results[0] = graphSubtract(
      g, x, graphDivide(g, graphMultiply(g, rate, gradient), root));
  results[1] = squares;
}

/// rate * sqrt(1 - beta^step) / (1 - alpha^step) behind the first step.
static MlirValue adamRate(GraphBuilder *g, MlirOperation op) {
  MlirValue rate = relaxAdamGetRate(op), step = relaxAdamGetStep(op);
  MlirValue time = graphCastLike(g, step, rate);
  MlirValue one = graphNumberLike(g, 1, rate);
  MlirValue alpha = graphNumberLike(g, relaxAdamGetAlpha(op), rate);
  MlirValue beta = graphNumberLike(g, relaxAdamGetBeta(op), rate);
  MlirValue root =
      graphSqrt(g, graphSubtract(g, one, graphPower(g, beta, time)));
  MlirValue rest = graphSubtract(g, one, graphPower(g, alpha, time));
  return graphWhere(g, isLater(g, step),
                    graphDivide(g, graphMultiply(g, rate, root), rest), rate);
}

static void adam(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  MlirValue x = relaxAdamGetInput(op), rate = adamRate(g, op);
  double alpha = relaxAdamGetAlpha(op), beta = relaxAdamGetBeta(op);
  MlirValue gradient = weighed(g, relaxAdamGetRegularization(op), x,
                               alike(g, relaxAdamGetGradient(op), x));
  MlirValue momentum = weighed(g, alpha, alike(g, relaxAdamGetMomentum(op), x),
                               graphTimes(g, gradient, 1 - alpha));
  MlirValue square = graphMultiply(g, gradient, gradient);
  MlirValue squares = weighed(g, beta, alike(g, relaxAdamGetSquares(op), x),
                              graphTimes(g, square, 1 - beta));
  MlirValue root = graphPlus(g, graphSqrt(g, squares), relaxAdamGetEpsilon(op));
  MlirValue next = graphSubtract(
      g, x, graphDivide(g, graphMultiply(g, rate, momentum), root));
  double after = relaxAdamGetRegularizationAfter(op);
  results[0] = after == 0 ? next : graphTimes(g, next, 1 - after);
  results[1] = momentum;
  results[2] = squares;
}

static void momentum(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  MlirValue x = relaxMomentumGetInput(op), rate = relaxMomentumGetRate(op);
  double alpha = relaxMomentumGetAlpha(op);
  MlirValue gradient = weighed(g, relaxMomentumGetRegularization(op), x,
                               alike(g, relaxMomentumGetGradient(op), x));
  MlirValue beta =
      graphWhere(g, isLater(g, relaxMomentumGetStep(op)),
                 graphNumberLike(g, relaxMomentumGetBeta(op), rate),
                 graphNumberLike(g, 1, rate));
  MlirValue next = weighed(g, alpha, alike(g, relaxMomentumGetMomentum(op), x),
                           graphMultiply(g, beta, gradient));
  MlirValue way =
      relaxMomentumGetNesterov(op) ? weighed(g, alpha, next, gradient) : next;
  results[0] = graphSubtract(g, x, graphMultiply(g, rate, way));
  results[1] = next;
}

const DecomposeRule decomposeTraining[] = {{"relax.adagrad", adagrad},
                                           {"relax.adam", adam},
                                           {"relax.momentum", momentum},
                                           {NULL, NULL}};
