//===- Binary.c - operations on two corresponding elements ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// As in Elementwise.c: floats in double, rounded once; integers wrap.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/Evaluate.h"
#include "lib/Runtime/Container.h"

#include <math.h>

typedef struct BinaryRule {
  double (*floats)(double a, double b); // NULL: not defined
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

/// A function of integers that is defined for all of them.
#define INTEGERS(name, value)                                                  \
  static bool name(RelaxDType dtype, int64_t a, int64_t b, int64_t *out) {     \
    (void)dtype;                                                               \
    *out = value;                                                              \
    return true;                                                               \
  }
INTEGERS(addInt, (int64_t)((uint64_t)a + (uint64_t)b))
INTEGERS(subtractInt, (int64_t)((uint64_t)a - (uint64_t)b))
INTEGERS(multiplyInt, (int64_t)((uint64_t)a * (uint64_t)b))

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

INTEGERS(maximumInt, lessIntegers(dtype, a, b) ? b : a)
INTEGERS(minimumInt, lessIntegers(dtype, a, b) ? a : b)
INTEGERS(equalInt, a == b)
INTEGERS(lessInt, lessIntegers(dtype, a, b))
INTEGERS(greaterInt, lessIntegers(dtype, b, a))

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

/// Towards zero, so the sign is that of `a`.
static bool fmodInt(RelaxDType dtype, int64_t a, int64_t b, int64_t *out) {
  if (b == 0)
    return false;
  if (dtype == RELAX_U64)
    *out = (int64_t)((uint64_t)a % (uint64_t)b);
  else
    *out = b == -1 ? 0 : a % b;
  return true;
}

static double modFloats(double a, double b) {
  double rest = fmod(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

/// Rounded down, so the sign is that of `b`.
static bool modInt(RelaxDType dtype, int64_t a, int64_t b, int64_t *out) {
  if (!fmodInt(dtype, a, b, out))
    return false;
  if (dtype != RELAX_U64 && *out != 0 && (*out < 0) != (b < 0))
    *out += b;
  return true;
}

INTEGERS(andInt, (a & b))
INTEGERS(orInt, (a | b))
INTEGERS(xorInt, (a ^ b))

/// A count that is not below the width, negative ones among them, leaves 0.
static bool shiftLeftInt(RelaxDType dtype, int64_t a, int64_t b, int64_t *out) {
  uint64_t width = relaxDTypeBits(dtype);
  *out = (uint64_t)b < width ? (int64_t)((uint64_t)a << b) : 0;
  return true;
}

static bool shiftRightInt(RelaxDType dtype, int64_t a, int64_t b,
                          int64_t *out) {
  uint64_t width = relaxDTypeBits(dtype);
  bool inside = (uint64_t)b < width;
  if (dtype == RELAX_U64)
    *out = inside ? (int64_t)((uint64_t)a >> b) : 0;
  else
    *out = a >> (inside ? b : 63);
  return true;
}

static double preluFloats(double a, double b) { return a < 0 ? a * b : a; }

static bool preluInt(RelaxDType dtype, int64_t a, int64_t b, int64_t *out) {
  bool scales = a < 0 && !relaxDTypeIsUnsigned(dtype);
  *out = scales ? (int64_t)((uint64_t)a * (uint64_t)b) : a;
  return true;
}

static double notEqualFloats(double a, double b) { return a != b; }
static double lessEqualFloats(double a, double b) { return a <= b; }
static double greaterEqualFloats(double a, double b) { return a >= b; }

INTEGERS(notEqualInt, a != b)
INTEGERS(lessEqualInt, !lessIntegers(dtype, b, a))
INTEGERS(greaterEqualInt, !lessIntegers(dtype, a, b))

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

/// Only equality is defined.
static void computeStrings(const BinaryRule *rule, const RelaxTensor *a,
                           const RelaxTensor *b, EvalWalk walk,
                           RelaxTensor *result) {
  for (int64_t i = 0, e = relaxTensorCount(result); i < e; ++i) {
    bool equal = strRefEqual(relaxStrings(a)[walk.offset[0]],
                             relaxStrings(b)[walk.offset[1]]);
    relaxStoreInt(RELAX_BOOL, result->data, i,
                  equal == (rule->floats == equalFloats));
    evalWalkNext(&walk);
  }
}

static bool binary(EvalStep *step) {
  const BinaryRule *rule = step->rule;
  const RelaxTensor *a = step->operands[0], *b = step->operands[1];
  int32_t rank;
  int64_t dims[RELAX_MAX_RANK];
  if ((a->dtype == RELAX_BOOL && !rule->takesBool) ||
      (relaxDTypeIsFloat(a->dtype) && !rule->floats))
    return evalRefuseElements(step, a->dtype);
  if (!evalBroadcastDims(step, step->operands, 2, &rank, dims) ||
      !evalCreate(step, rule->compares ? RELAX_BOOL : a->dtype, rank, dims))
    return false;
  EvalWalk walk = evalWalkBroadcast(rank, dims, step->operands, 2);
  if (a->dtype == RELAX_STRING) {
    computeStrings(rule, a, b, walk, &step->results[0]);
    return true;
  }
  if (!relaxDTypeIsFloat(a->dtype))
    return computeIntegers(step, a, b, walk);
  computeFloats(rule, a, b, walk, &step->results[0]);
  return true;
}

#define RULE(...) &(const BinaryRule){__VA_ARGS__}

const EvalEntry evalBinary[] = {
    {"relax.add", binary, RULE(addFloats, addInt, false, true)},
    {"relax.subtract", binary, RULE(subtractFloats, subtractInt, false, false)},
    {"relax.multiply", binary, RULE(multiplyFloats, multiplyInt, false, true)},
    {"relax.divide", binary, RULE(divideFloats, divideInt, false, false)},
    {"relax.maximum", binary, RULE(maximumFloats, maximumInt, false, true)},
    {"relax.minimum", binary, RULE(minimumFloats, minimumInt, false, true)},
    {"relax.power", binary, RULE(pow, powerInt, false, false)},
    {"relax.equal", binary, RULE(equalFloats, equalInt, true, true)},
    {"relax.less", binary, RULE(lessFloats, lessInt, true, true)},
    {"relax.greater", binary, RULE(greaterFloats, greaterInt, true, true)},
    {"relax.mod", binary, RULE(modFloats, modInt, false, false)},
    {"relax.fmod", binary, RULE(fmod, fmodInt, false, false)},
    {"relax.prelu", binary, RULE(preluFloats, preluInt, false, false)},
    {"relax.bitwise_and", binary, RULE(NULL, andInt, false, true)},
    {"relax.bitwise_or", binary, RULE(NULL, orInt, false, true)},
    {"relax.bitwise_xor", binary, RULE(NULL, xorInt, false, true)},
    {"relax.shift_left", binary, RULE(NULL, shiftLeftInt, false, false)},
    {"relax.shift_right", binary, RULE(NULL, shiftRightInt, false, false)},
    {"relax.not_equal", binary, RULE(notEqualFloats, notEqualInt, true, true)},
    {"relax.less_equal", binary,
     RULE(lessEqualFloats, lessEqualInt, true, true)},
    {"relax.greater_equal", binary,
     RULE(greaterEqualFloats, greaterEqualInt, true, true)},
    {NULL, NULL, NULL}};
