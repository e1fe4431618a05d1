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

#include "lib/Interpreter/Evaluate.h"

#include <math.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

typedef struct BinaryRule {
  double (*floats)(double a, double b);
  /// False: not defined for these numbers (a division by zero).
  bool (*integers)(RelaxDType dtype, int64_t a, int64_t b, int64_t *out);
  bool compares; // the result is a bool
  bool takesBool;
} BinaryRule;

static double addFloats(double a, double b) { return a + b; }
static double subtractFloats(double a, double b) { return a - b; }
static double multiplyFloats(double a, double b) { return a * b; }
static double divideFloats(double a, double b) { return a / b; }
static double equalFloats(double a, double b) { return a == b; }
static double lessFloats(double a, double b) { return a < b; }
static double greaterFloats(double a, double b) { return a > b; }

/// A NaN wins; +0 is larger than -0.
static double maximumFloats(double a, double b) {
  if (isnan(a) || isnan(b))
    return NAN;
  if (a == b)
    return signbit(a) ? b : a;
  return a > b ? a : b;
}

static double minimumFloats(double a, double b) {
  return -maximumFloats(-a, -b);
}

/// Elements are loaded zero-extended or sign-extended, so only u64 is special.
static bool lessIntegers(RelaxDType dtype, int64_t a, int64_t b) {
  return dtype == RELAX_U64 ? (uint64_t)a < (uint64_t)b : a < b;
}

static bool addInt(RelaxDType dtype, int64_t a, int64_t b, int64_t *out) {
  (void)dtype;
  *out = (int64_t)((uint64_t)a + (uint64_t)b);
  return true;
}

static bool subtractInt(RelaxDType dtype, int64_t a, int64_t b, int64_t *out) {
  (void)dtype;
  *out = (int64_t)((uint64_t)a - (uint64_t)b);
  return true;
}

static bool multiplyInt(RelaxDType dtype, int64_t a, int64_t b, int64_t *out) {
  (void)dtype;
  *out = (int64_t)((uint64_t)a * (uint64_t)b);
  return true;
}

/// Towards zero; the smallest number divided by -1 wraps to itself.
static bool divideInt(RelaxDType dtype, int64_t a, int64_t b, int64_t *out) {
  if (b == 0)
    return false;
  if (dtype == RELAX_U64)
    *out = (int64_t)((uint64_t)a / (uint64_t)b);
  else
    *out = b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b;
  return true;
}

static bool maximumInt(RelaxDType dtype, int64_t a, int64_t b, int64_t *out) {
  *out = lessIntegers(dtype, a, b) ? b : a;
  return true;
}

static bool minimumInt(RelaxDType dtype, int64_t a, int64_t b, int64_t *out) {
  *out = lessIntegers(dtype, a, b) ? a : b;
  return true;
}

static bool equalInt(RelaxDType dtype, int64_t a, int64_t b, int64_t *out) {
  (void)dtype;
  *out = a == b;
  return true;
}

static bool lessInt(RelaxDType dtype, int64_t a, int64_t b, int64_t *out) {
  *out = lessIntegers(dtype, a, b);
  return true;
}

static bool greaterInt(RelaxDType dtype, int64_t a, int64_t b, int64_t *out) {
  *out = lessIntegers(dtype, b, a);
  return true;
}

/// A negative exponent divides 1 by the power, towards zero.
static bool powerInt(RelaxDType dtype, int64_t a, int64_t b, int64_t *out) {
  uint64_t base = (uint64_t)a, power = 1;
  if (b < 0 && dtype != RELAX_U64) {
    *out = a == 1 ? 1 : a == -1 ? (b % 2 ? -1 : 1) : 0;
    return a != 0;
  }
  for (uint64_t left = (uint64_t)b; left > 0; left /= 2) {
    if (left % 2)
      power *= base;
    base *= base;
  }
  *out = (int64_t)power;
  return true;
}

static const BinaryRule addRule = {addFloats, addInt, false, true};
static const BinaryRule subtractRule = {subtractFloats, subtractInt, false,
                                        false};
static const BinaryRule multiplyRule = {multiplyFloats, multiplyInt, false,
                                        true};
static const BinaryRule divideRule = {divideFloats, divideInt, false, false};
static const BinaryRule maximumRule = {maximumFloats, maximumInt, false, true};
static const BinaryRule minimumRule = {minimumFloats, minimumInt, false, true};
static const BinaryRule powerRule = {pow, powerInt, false, false};
static const BinaryRule equalRule = {equalFloats, equalInt, true, true};
static const BinaryRule lessRule = {lessFloats, lessInt, true, true};
static const BinaryRule greaterRule = {greaterFloats, greaterInt, true, true};

static void computeFloats(const BinaryRule *rule, const RelaxTensor *a,
                          const RelaxTensor *b, EvalWalk walk,
                          RelaxTensor *result) {
  for (int64_t i = 0, e = relaxTensorCount(result); i < e; ++i) {
    double value =
        rule->floats(relaxLoadFloat(a->dtype, a->data, walk.offset[0]),
                     relaxLoadFloat(b->dtype, b->data, walk.offset[1]));
    if (rule->compares)
      relaxStoreInt(RELAX_BOOL, result->data, i, value != 0);
    else
      relaxStoreFloat(result->dtype, result->data, i, value);
    evalWalkNext(&walk);
  }
}

static bool computeIntegers(EvalStep *step, const RelaxTensor *a,
                            const RelaxTensor *b, EvalWalk walk) {
  const BinaryRule *rule = step->rule;
  RelaxTensor *result = &step->results[0];
  for (int64_t i = 0, e = relaxTensorCount(result); i < e; ++i) {
    int64_t value;
    if (!rule->integers(
            a->dtype, relaxLoadInt(a->dtype, a->data, walk.offset[0]),
            relaxLoadInt(b->dtype, b->data, walk.offset[1]), &value))
      return relaxFail(step->error, "integer division by zero");
    relaxStoreInt(result->dtype, result->data, i, value);
    evalWalkNext(&walk);
  }
  return true;
}

static bool binary(EvalStep *step) {
  const BinaryRule *rule = step->rule;
  const RelaxTensor *a = step->operands[0], *b = step->operands[1];
  int32_t rank;
  int64_t dims[RELAX_MAX_RANK];
  if (a->dtype == RELAX_BOOL && !rule->takesBool)
    return evalRefuseElements(step, a->dtype);
  if (!evalBroadcastDims(step, step->operands, 2, &rank, dims) ||
      !evalCreate(step, rule->compares ? RELAX_BOOL : a->dtype, rank, dims))
    return false;
  EvalWalk walk = evalWalkBroadcast(rank, dims, step->operands, 2);
  if (!relaxDTypeIsFloat(a->dtype))
    return computeIntegers(step, a, b, walk);
  computeFloats(rule, a, b, walk, &step->results[0]);
  return true;
}

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
static const UnaryRule geluRule = {geluFloat, NULL};

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
    {"relax.add", binary, &addRule},
    {"relax.subtract", binary, &subtractRule},
    {"relax.multiply", binary, &multiplyRule},
    {"relax.divide", binary, &divideRule},
    {"relax.maximum", binary, &maximumRule},
    {"relax.minimum", binary, &minimumRule},
    {"relax.power", binary, &powerRule},
    {"relax.equal", binary, &equalRule},
    {"relax.less", binary, &lessRule},
    {"relax.greater", binary, &greaterRule},
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
    {"relax.where", where, NULL},
    {NULL, NULL, NULL}};
