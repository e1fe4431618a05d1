//===- Floats.c - arithmetic of floats in programs ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Computed in double, rounded once to the type.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/Programs/Program.h"

#include <math.h>

/// Rounded to the type, without an error of its own.
static double progAsType(RelaxDType dtype, double x) {
  switch (dtype) {
  case RELAX_F64:
    return x;
  case RELAX_F16:
    return relaxF16ToFloat(relaxF16FromDouble(x));
  case RELAX_BF16:
    return relaxBF16ToFloat(relaxBF16FromDouble(x));
  default:
    return (float)x;
  }
}

double progRound(ProgRun *run, RelaxDType dtype, double x) {
  static const double epsilons[] = {0x1p-23, 0x1p-52, 0x1p-10, 0x1p-7};
  RelaxInterpreter *interpreter = run->interpreter;
  // Small integers are exact in every order.
  if (interpreter->rounds && dtype <= RELAX_BF16 &&
      !(x == rint(x) && fabs(x) < 0x1p20))
    x *=
        1 + epsilons[dtype] * (2 * relaxRandomUnit(&interpreter->rounding) - 1);
  return progAsType(dtype, x);
}

static uint32_t lostOf(const ProgCell *a, const ProgCell *b) {
  return a->lost ? a->lost : b->lost;
}

typedef double (*Unary)(double);
typedef double (*Binary)(double, double);

static bool unary(ProgRun *run, const ProgNode *node) {
  Unary function = (Unary)node->entry->function;
  for (int64_t i = 0; i < node->lanes; ++i) {
    const ProgCell *a = &run->cells[node->operands[0] + i];
    ProgCell *r = &run->cells[node->results[0] + i];
    *r = (ProgCell){.f = progRound(run, node->dtype, function(a->f)),
                    .lost = a->lost};
  }
  return true;
}

/// No number is rounded.
static bool exactUnary(ProgRun *run, const ProgNode *node) {
  Unary function = (Unary)node->entry->function;
  for (int64_t i = 0; i < node->lanes; ++i) {
    const ProgCell *a = &run->cells[node->operands[0] + i];
    run->cells[node->results[0] + i] =
        (ProgCell){.f = function(a->f), .lost = a->lost};
  }
  return true;
}

static bool binary(ProgRun *run, const ProgNode *node) {
  Binary function = (Binary)node->entry->function;
  for (int64_t i = 0; i < node->lanes; ++i) {
    const ProgCell *a = &run->cells[node->operands[0] + i];
    const ProgCell *b = &run->cells[node->operands[1] + i];
    run->cells[node->results[0] + i] =
        (ProgCell){.f = progRound(run, node->dtype, function(a->f, b->f)),
                   .lost = lostOf(a, b)};
  }
  return true;
}

static bool exactBinary(ProgRun *run, const ProgNode *node) {
  Binary function = (Binary)node->entry->function;
  for (int64_t i = 0; i < node->lanes; ++i) {
    const ProgCell *a = &run->cells[node->operands[0] + i];
    const ProgCell *b = &run->cells[node->operands[1] + i];
    run->cells[node->results[0] + i] =
        (ProgCell){.f = function(a->f, b->f), .lost = lostOf(a, b)};
  }
  return true;
}

static bool multiplyAdd(ProgRun *run, const ProgNode *node) {
  for (int64_t i = 0; i < node->lanes; ++i) {
    const ProgCell *a = &run->cells[node->operands[0] + i];
    const ProgCell *b = &run->cells[node->operands[1] + i];
    const ProgCell *c = &run->cells[node->operands[2] + i];
    uint32_t lost = lostOf(a, b);
    run->cells[node->results[0] + i] =
        (ProgCell){.f = progRound(run, node->dtype, fma(a->f, b->f, c->f)),
                   .lost = lost ? lost : c->lost};
  }
  return true;
}

/// An integer power; negative ones are reciprocals.
static bool integerPower(ProgRun *run, const ProgNode *node) {
  for (int64_t i = 0; i < node->lanes; ++i) {
    const ProgCell *a = &run->cells[node->operands[0] + i];
    const ProgCell *b = &run->cells[node->operands[1] + i];
    run->cells[node->results[0] + i] =
        (ProgCell){.f = progRound(run, node->dtype, pow(a->f, (double)b->i)),
                   .lost = lostOf(a, b)};
  }
  return true;
}

static double add(double a, double b) { return a + b; }
static double sub(double a, double b) { return a - b; }
static double mul(double a, double b) { return a * b; }
static double divide(double a, double b) { return a / b; }
static double negate(double a) { return -a; }
static double inverseRoot(double a) { return 1 / sqrt(a); }
static double exp10Of(double a) { return pow(10, a); }

/// NaN if one is, and -0 below 0.
static double maximum(double a, double b) {
  if (isnan(a) || isnan(b))
    return NAN;
  return a > b || (a == b && !signbit(a)) ? a : b;
}
static double minimum(double a, double b) {
  if (isnan(a) || isnan(b))
    return NAN;
  return a < b || (a == b && signbit(a)) ? a : b;
}

#define UNARY(NAME, FUNCTION) {NAME, unary, (void (*)(void))(Unary)FUNCTION}
#define EXACT(NAME, FUNCTION)                                                  \
  {NAME, exactUnary, (void (*)(void))(Unary)FUNCTION}
#define BINARY(NAME, FUNCTION) {NAME, binary, (void (*)(void))(Binary)FUNCTION}
#define EXACT2(NAME, FUNCTION)                                                 \
  {NAME, exactBinary, (void (*)(void))(Binary)FUNCTION}

const ProgEntry progFloats[] = {BINARY("arith.addf", add),
                                BINARY("arith.subf", sub),
                                BINARY("arith.mulf", mul),
                                BINARY("arith.divf", divide),
                                EXACT2("arith.remf", fmod),
                                EXACT2("arith.maximumf", maximum),
                                EXACT2("arith.minimumf", minimum),
                                EXACT2("arith.maxnumf", fmax),
                                EXACT2("arith.minnumf", fmin),
                                EXACT("arith.negf", negate),
                                EXACT("math.absf", fabs),
                                EXACT("math.floor", floor),
                                EXACT("math.ceil", ceil),
                                EXACT("math.round", round),
                                EXACT("math.roundeven", rint),
                                EXACT("math.trunc", trunc),
                                EXACT2("math.copysign", copysign),
                                UNARY("math.sqrt", sqrt),
                                UNARY("math.rsqrt", inverseRoot),
                                UNARY("math.cbrt", cbrt),
                                UNARY("math.exp", exp),
                                UNARY("math.exp2", exp2),
                                UNARY("math.exp10", exp10Of),
                                UNARY("math.expm1", expm1),
                                UNARY("math.log", log),
                                UNARY("math.log2", log2),
                                UNARY("math.log10", log10),
                                UNARY("math.log1p", log1p),
                                UNARY("math.sin", sin),
                                UNARY("math.cos", cos),
                                UNARY("math.tan", tan),
                                UNARY("math.asin", asin),
                                UNARY("math.acos", acos),
                                UNARY("math.atan", atan),
                                UNARY("math.sinh", sinh),
                                UNARY("math.cosh", cosh),
                                UNARY("math.tanh", tanh),
                                UNARY("math.asinh", asinh),
                                UNARY("math.acosh", acosh),
                                UNARY("math.atanh", atanh),
                                UNARY("math.erf", erf),
                                UNARY("math.erfc", erfc),
                                BINARY("math.powf", pow),
                                BINARY("math.atan2", atan2),
                                {"math.fpowi", integerPower, NULL},
                                {"math.fma", multiplyAdd, NULL},
                                {"vector.fma", multiplyAdd, NULL},
                                {NULL, NULL, NULL}};
