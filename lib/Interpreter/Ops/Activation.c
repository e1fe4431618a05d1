//===- Activation.c - activations with parameters -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

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

static const Activation leakyReluRule = {leakyRelu}, eluRule = {elu},
                        celuRule = {celu}, swishRule = {swish},
                        seluRule = {selu}, hardSigmoidRule = {hardSigmoid},
                        shrinkRule = {shrink},
                        thresholdedReluRule = {thresholdedRelu};

static double parameter(MlirOperation op, const char *name) {
  MlirAttribute value = mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString(name));
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

const EvalEntry evalActivation[] = {
    {"relax.leaky_relu", activate, &leakyReluRule},
    {"relax.thresholded_relu", activate, &thresholdedReluRule},
    {"relax.elu", activate, &eluRule},
    {"relax.celu", activate, &celuRule},
    {"relax.swish", activate, &swishRule},
    {"relax.selu", activate, &seluRule},
    {"relax.hard_sigmoid", activate, &hardSigmoidRule},
    {"relax.shrink", activate, &shrinkRule},
    {NULL, NULL, NULL}};
