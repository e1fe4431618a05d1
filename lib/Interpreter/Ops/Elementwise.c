//===- Elementwise.c - operations on corresponding elements ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Floats are computed in double and rounded once: for + - * / and sqrt that is
// the correctly rounded result of f32 and narrower types, for the others one
// that is at least as good. Integers wrap; bools know or (add, maximum), and
// (multiply, minimum) and comparisons.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Elementwise.gen.h"
#include "lib/Interpreter/Evaluate.h"

#include <math.h>

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

typedef struct UnaryRule {
  double (*floats)(double x);
  int64_t (*integers)(RelaxDType dtype, int64_t x); // NULL: not defined
} UnaryRule;

static double negateFloat(double x) { return -x; }
static double rsqrtFloat(double x) { return 1 / sqrt(x); }
static double reciprocalFloat(double x) { return 1 / x; }
static double sigmoidFloat(double x) { return 1 / (1 + exp(-x)); }
static double reluFloat(double x) { return x > 0 || isnan(x) ? x : 0; }
static double geluFloat(double x) {
  const double rootOfHalf = 0.70710678118654752440;
  return x / 2 * (1 + erf(x * rootOfHalf));
}

static double geluTanhFloat(double x) {
  const double rootOf2ByPi = 0.79788456080286535588;
  return x / 2 * (1 + tanh(rootOf2ByPi * (x + 0.044715 * x * x * x)));
}

static int64_t negateInt(RelaxDType dtype, int64_t x) {
  (void)dtype;
  return (int64_t)(0 - (uint64_t)x);
}

static int64_t absInt(RelaxDType dtype, int64_t x) {
  return x < 0 && !relaxDTypeIsUnsigned(dtype) ? negateInt(dtype, x) : x;
}

static int64_t reluInt(RelaxDType dtype, int64_t x) {
  return x < 0 && !relaxDTypeIsUnsigned(dtype) ? 0 : x;
}

static double signFloat(double x) {
  return isnan(x) ? x : (double)((x > 0) - (x < 0));
}
static double softplusFloat(double x) {
  return fmax(x, 0) + log1p(exp(-fabs(x)));
}
static double softsignFloat(double x) { return x / (1 + fabs(x)); }
static double mishFloat(double x) { return x * tanh(softplusFloat(x)); }
static double hardSwishFloat(double x) {
  return x * fmax(0, fmin(1, x / 6 + 0.5));
}

static int64_t signInt(RelaxDType dtype, int64_t x) {
  return relaxDTypeIsUnsigned(dtype) ? x != 0 : (x > 0) - (x < 0);
}

static bool unary(EvalStep *step) {
  const UnaryRule *rule = step->rule;
  const RelaxTensor *x = step->operands[0];
  bool floats = relaxDTypeIsFloat(x->dtype);
  if (!floats && (!rule->integers || x->dtype == RELAX_BOOL))
    return evalRefuseElements(step, x->dtype);
  if (!evalCreate(step, x->dtype, x->rank, x->dims))
    return false;
  void *out = step->results[0].data;
  for (int64_t i = 0, e = relaxTensorCount(x); i < e; ++i) {
    if (floats)
      relaxStoreFloat(x->dtype, out, i,
                      rule->floats(relaxLoadFloat(x->dtype, x->data, i)));
    else
      relaxStoreInt(
          x->dtype, out, i,
          rule->integers(x->dtype, relaxLoadInt(x->dtype, x->data, i)));
  }
  return true;
}

static bool bitwiseNot(EvalStep *step) {
  const RelaxTensor *x = step->operands[0];
  if (relaxDTypeIsFloat(x->dtype))
    return evalRefuseElements(step, x->dtype);
  if (!evalCreate(step, x->dtype, x->rank, x->dims))
    return false;
  for (int64_t i = 0, e = relaxTensorCount(x); i < e; ++i) {
    int64_t value = relaxLoadInt(x->dtype, x->data, i);
    relaxStoreInt(x->dtype, step->results[0].data, i,
                  x->dtype == RELAX_BOOL ? !value : ~value);
  }
  return true;
}

static bool classify(EvalStep *step) {
  const RelaxTensor *x = step->operands[0];
  if (!relaxDTypeIsFloat(x->dtype))
    return evalRefuseElements(step, x->dtype);
  if (!evalCreate(step, RELAX_BOOL, x->rank, x->dims))
    return false;
  for (int64_t i = 0, e = relaxTensorCount(x); i < e; ++i) {
    double value = relaxLoadFloat(x->dtype, x->data, i);
    relaxStoreInt(RELAX_BOOL, step->results[0].data, i,
                  relaxIsIsNan(step->op) ? isnan(value) : isinf(value));
  }
  return true;
}

//===----------------------------------------------------------------------===//
// where
//===----------------------------------------------------------------------===//

static bool where(EvalStep *step) {
  const RelaxTensor *condition = step->operands[0];
  int32_t rank;
  int64_t dims[RELAX_MAX_RANK];
  RelaxDType dtype = step->operands[1]->dtype;
  if (!evalBroadcastDims(step, step->operands, 3, &rank, dims) ||
      !evalCreate(step, dtype, rank, dims))
    return false;
  EvalWalk walk = evalWalkBroadcast(rank, dims, step->operands, 3);
  for (int64_t i = 0, e = relaxTensorCount(&step->results[0]); i < e; ++i) {
    int taken =
        relaxLoadInt(RELAX_BOOL, condition->data, walk.offset[0]) ? 1 : 2;
    evalCopyElement(step->operands[taken], walk.offset[taken],
                    &step->results[0], i);
    evalWalkNext(&walk);
  }
  return true;
}

#define RULE(...) &(const UnaryRule){__VA_ARGS__}

const EvalEntry evalElementwise[] = {
    {"relax.negative", unary, RULE(negateFloat, negateInt)},
    {"relax.abs", unary, RULE(fabs, absInt)},
    {"relax.exp", unary, RULE(exp, NULL)},
    {"relax.log", unary, RULE(log, NULL)},
    {"relax.sqrt", unary, RULE(sqrt, NULL)},
    {"relax.rsqrt", unary, RULE(rsqrtFloat, NULL)},
    {"relax.reciprocal", unary, RULE(reciprocalFloat, NULL)},
    {"relax.tanh", unary, RULE(tanh, NULL)},
    {"relax.erf", unary, RULE(erf, NULL)},
    {"relax.sigmoid", unary, RULE(sigmoidFloat, NULL)},
    {"relax.relu", unary, RULE(reluFloat, reluInt)},
    {"relax.gelu", unary, RULE(geluFloat, NULL)},
    {"relax.gelu_tanh", unary, RULE(geluTanhFloat, NULL)},
    {"relax.sign", unary, RULE(signFloat, signInt)},
    {"relax.floor", unary, RULE(floor, NULL)},
    {"relax.ceil", unary, RULE(ceil, NULL)},
    {"relax.round", unary, RULE(rint, NULL)},
    {"relax.sin", unary, RULE(sin, NULL)},
    {"relax.cos", unary, RULE(cos, NULL)},
    {"relax.tan", unary, RULE(tan, NULL)},
    {"relax.asin", unary, RULE(asin, NULL)},
    {"relax.acos", unary, RULE(acos, NULL)},
    {"relax.atan", unary, RULE(atan, NULL)},
    {"relax.sinh", unary, RULE(sinh, NULL)},
    {"relax.cosh", unary, RULE(cosh, NULL)},
    {"relax.asinh", unary, RULE(asinh, NULL)},
    {"relax.acosh", unary, RULE(acosh, NULL)},
    {"relax.atanh", unary, RULE(atanh, NULL)},
    {"relax.softplus", unary, RULE(softplusFloat, NULL)},
    {"relax.softsign", unary, RULE(softsignFloat, NULL)},
    {"relax.mish", unary, RULE(mishFloat, NULL)},
    {"relax.hard_swish", unary, RULE(hardSwishFloat, NULL)},
    {"relax.bitwise_not", bitwiseNot, NULL},
    {"relax.is_nan", classify, NULL},
    {"relax.is_inf", classify, NULL},
    {"relax.where", where, NULL},
    {NULL, NULL, NULL}};
