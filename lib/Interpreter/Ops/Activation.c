//===- Activation.c - activations with parameters -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/Blocks.h"
#include "lib/Interpreter/Evaluate.h"

#include <math.h>

typedef double (*Rule)(double x, double alpha, double beta);

typedef struct Activation {
  Rule rule;
} Activation;

static double leakyRelu(double x, double alpha, double beta) {
  (void)beta;
  return x < 0 ? alpha * x : x;
}

static double thresholdedRelu(double x, double alpha, double beta) {
  (void)beta;
  return x > alpha ? x : 0;
}

static double elu(double x, double alpha, double beta) {
  (void)beta;
  return x < 0 ? alpha * expm1(x) : x;
}

static double celu(double x, double alpha, double beta) {
  (void)beta;
  if (isnan(x))
    return x;
  return fmax(0, x) + fmin(0, alpha * expm1(x / alpha));
}

static double swish(double x, double alpha, double beta) {
  (void)beta;
  return x / (1 + exp(-alpha * x));
}

static double selu(double x, double alpha, double beta) {
  return x > 0 ? beta * x : beta * alpha * expm1(x);
}

static double hardSigmoid(double x, double alpha, double beta) {
  double line = alpha * x + beta;
  return isnan(line) ? line : fmax(0, fmin(1, line));
}

static double shrink(double x, double alpha, double beta) {
  return x < -alpha ? x + beta : x > alpha ? x - beta : 0;
}

static double parameter(MlirOperation op, const char *name) {
  MlirAttribute value = bridgeInherent(op, name);
  return value.ptr ? mlirFloatAttrGetValueDouble(value) : 0;
}

static bool activate(EvalStep *step) {
  const Activation *activation = step->rule;
  const RelaxTensor *x = step->operands[0];
  double alpha = parameter(step->op, "alpha");
  double beta = parameter(step->op, "beta");
  if (!relaxDTypeIsFloat(x->dtype))
    return evalRefuseElements(step, x->dtype);
  if (!evalCreate(step, x->dtype, x->rank, x->dims))
    return false;
  for (int64_t i = 0, e = relaxTensorCount(x); i < e; ++i)
    relaxStoreFloat(
        x->dtype, step->results[0].data, i,
        activation->rule(relaxLoadFloat(x->dtype, x->data, i), alpha, beta));
  return true;
}

#define RULE(...) &(const Activation){__VA_ARGS__}

const EvalEntry evalActivation[] = {
    {"relax.leaky_relu", activate, RULE(leakyRelu)},
    {"relax.thresholded_relu", activate, RULE(thresholdedRelu)},
    {"relax.elu", activate, RULE(elu)},
    {"relax.celu", activate, RULE(celu)},
    {"relax.swish", activate, RULE(swish)},
    {"relax.selu", activate, RULE(selu)},
    {"relax.hard_sigmoid", activate, RULE(hardSigmoid)},
    {"relax.shrink", activate, RULE(shrink)},
    {NULL, NULL, NULL}};
