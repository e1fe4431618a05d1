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
#include <string.h>

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

static const UnaryRule negativeRule = {negateFloat, negateInt};
static const UnaryRule absRule = {fabs, absInt};
static const UnaryRule expRule = {exp, NULL};
static const UnaryRule logRule = {log, NULL};
static const UnaryRule sqrtRule = {sqrt, NULL};
static const UnaryRule rsqrtRule = {rsqrtFloat, NULL};
static const UnaryRule reciprocalRule = {reciprocalFloat, NULL};
static const UnaryRule tanhRule = {tanh, NULL};
static const UnaryRule erfRule = {erf, NULL};
static const UnaryRule sigmoidRule = {sigmoidFloat, NULL};
static const UnaryRule reluRule = {reluFloat, reluInt};
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

static const UnaryRule signRule = {signFloat, signInt};
static const UnaryRule floorRule = {floor, NULL};
static const UnaryRule ceilRule = {ceil, NULL};
static const UnaryRule roundRule = {rint, NULL};
static const UnaryRule sinRule = {sin, NULL};
static const UnaryRule cosRule = {cos, NULL};
static const UnaryRule tanRule = {tan, NULL};
static const UnaryRule asinRule = {asin, NULL};
static const UnaryRule acosRule = {acos, NULL};
static const UnaryRule atanRule = {atan, NULL};
static const UnaryRule sinhRule = {sinh, NULL};
static const UnaryRule coshRule = {cosh, NULL};
static const UnaryRule asinhRule = {asinh, NULL};
static const UnaryRule acoshRule = {acosh, NULL};
static const UnaryRule atanhRule = {atanh, NULL};
static const UnaryRule softplusRule = {softplusFloat, NULL};
static const UnaryRule softsignRule = {softsignFloat, NULL};
static const UnaryRule mishRule = {mishFloat, NULL};
static const UnaryRule hardSwishRule = {hardSwishFloat, NULL};
static const UnaryRule geluRule = {geluFloat, NULL};
static const UnaryRule geluTanhRule = {geluTanhFloat, NULL};

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
  size_t size = relaxDTypeBytes(dtype);
  if (!evalBroadcastDims(step, step->operands, 3, &rank, dims) ||
      !evalCreate(step, dtype, rank, dims))
    return false;
  EvalWalk walk = evalWalkBroadcast(rank, dims, step->operands, 3);
  char *out = step->results[0].data;
  for (int64_t i = 0, e = relaxTensorCount(&step->results[0]); i < e; ++i) {
    int taken =
        relaxLoadInt(RELAX_BOOL, condition->data, walk.offset[0]) ? 1 : 2;
    memcpy(out + (size_t)i * size,
           (const char *)step->operands[taken]->data +
               (size_t)walk.offset[taken] * size,
           size);
    evalWalkNext(&walk);
  }
  return true;
}

const EvalEntry evalElementwise[] = {
    {"relax.negative", unary, &negativeRule},
    {"relax.abs", unary, &absRule},
    {"relax.exp", unary, &expRule},
    {"relax.log", unary, &logRule},
    {"relax.sqrt", unary, &sqrtRule},
    {"relax.rsqrt", unary, &rsqrtRule},
    {"relax.reciprocal", unary, &reciprocalRule},
    {"relax.tanh", unary, &tanhRule},
    {"relax.erf", unary, &erfRule},
    {"relax.sigmoid", unary, &sigmoidRule},
    {"relax.relu", unary, &reluRule},
    {"relax.gelu", unary, &geluRule},
    {"relax.gelu_tanh", unary, &geluTanhRule},
    {"relax.sign", unary, &signRule},
    {"relax.floor", unary, &floorRule},
    {"relax.ceil", unary, &ceilRule},
    {"relax.round", unary, &roundRule},
    {"relax.sin", unary, &sinRule},
    {"relax.cos", unary, &cosRule},
    {"relax.tan", unary, &tanRule},
    {"relax.asin", unary, &asinRule},
    {"relax.acos", unary, &acosRule},
    {"relax.atan", unary, &atanRule},
    {"relax.sinh", unary, &sinhRule},
    {"relax.cosh", unary, &coshRule},
    {"relax.asinh", unary, &asinhRule},
    {"relax.acosh", unary, &acoshRule},
    {"relax.atanh", unary, &atanhRule},
    {"relax.softplus", unary, &softplusRule},
    {"relax.softsign", unary, &softsignRule},
    {"relax.mish", unary, &mishRule},
    {"relax.hard_swish", unary, &hardSwishRule},
    {"relax.bitwise_not", bitwiseNot, NULL},
    {"relax.is_nan", classify, NULL},
    {"relax.is_inf", classify, NULL},
    {"relax.where", where, NULL},
    {NULL, NULL, NULL}};
