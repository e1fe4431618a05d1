//===- Unary.c - kernels of operations on one element ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/RelaxToTIR/Legalize.h"

#include <math.h>

typedef MlirValue (*Body)(TirBuilder *b, MlirValue x, MlirType type);

static MlirValue constant(TirBuilder *b, const char *name, MlirType type,
                          double value) {
  return tirNamed(b, name, tirBuildConstant(b, type, value));
}

static MlirValue reciprocal(TirBuilder *b, MlirValue x, MlirType type) {
  TirKind kind = tirKindOf(type);
  return relaxBuildQuotient(b, kind, constant(b, "one", type, 1), x);
}

static MlirValue sigmoid(TirBuilder *b, MlirValue x, MlirType type) {
  MlirValue one = constant(b, "one", type, 1);
  MlirValue negated = tirBuildArith1(b, "arith.negf", x);
  MlirValue power = tirBuildArith1(b, "math.exp", negated);
  MlirValue sum = tirBuildArith2(b, "arith.addf", power, one);
  return tirBuildArith2(b, "arith.divf", one, sum);
}

static MlirValue relu(TirBuilder *b, MlirValue x, MlirType type) {
  TirKind kind = tirKindOf(type);
  if (kind == TIR_UNSIGNED)
    return x;
  return tirBuildArith2(b, kind == TIR_FLOAT ? "arith.maximumf" : "arith.maxsi",
                        x, constant(b, "zero", type, 0));
}

static MlirValue gelu(TirBuilder *b, MlirValue x, MlirType type) {
  MlirValue half = constant(b, "half", type, 0.5),
            one = constant(b, "one", type, 1);
  MlirValue scale = constant(b, "scale", type, sqrt(0.5));
  MlirValue scaled = tirBuildArith2(b, "arith.mulf", x, scale);
  MlirValue erf = tirBuildArith1(b, "math.erf", scaled);
  MlirValue sum = tirBuildArith2(b, "arith.addf", erf, one);
  MlirValue halved = tirBuildArith2(b, "arith.mulf", x, half);
  return tirBuildArith2(b, "arith.mulf", halved, sum);
}

/// x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3)))
static MlirValue geluTanh(TirBuilder *b, MlirValue x, MlirType type) {
  MlirValue half = constant(b, "half", type, 0.5),
            one = constant(b, "one", type, 1),
            factor = constant(b, "factor", type, 0.044715),
            scale = constant(b, "scale", type, sqrt(2 / acos(-1)));
  MlirValue square = tirBuildArith2(b, "arith.mulf", x, x);
  MlirValue cube = tirBuildArith2(b, "arith.mulf", square, x);
  MlirValue inner = tirBuildArith2(
      b, "arith.addf", x, tirBuildArith2(b, "arith.mulf", factor, cube));
  MlirValue bent = tirBuildArith1(
      b, "math.tanh", tirBuildArith2(b, "arith.mulf", scale, inner));
  MlirValue halved = tirBuildArith2(b, "arith.mulf", x, half);
  return tirBuildArith2(b, "arith.mulf", halved,
                        tirBuildArith2(b, "arith.addf", one, bent));
}

static MlirValue negative(TirBuilder *b, MlirValue x, MlirType type) {
  if (tirKindOf(type) == TIR_FLOAT)
    return tirBuildArith1(b, "arith.negf", x);
  return tirBuildArith2(b, "arith.subi", constant(b, "zero", type, 0), x);
}

/// The smallest integer is its own absolute value: it wraps.
static MlirValue absolute(TirBuilder *b, MlirValue x, MlirType type) {
  TirKind kind = tirKindOf(type);
  if (kind == TIR_FLOAT)
    return tirBuildArith1(b, "math.absf", x);
  return kind == TIR_UNSIGNED
             ? x
             : tirBuildArith2(b, "arith.maxsi", x, negative(b, x, type));
}

/// Of floats a NaN is itself.
static MlirValue sign(TirBuilder *b, MlirValue x, MlirType type) {
  TirKind kind = tirKindOf(type);
  bool isFloat = kind == TIR_FLOAT;
  MlirValue zero = constant(b, "zero", type, 0);
  MlirValue one = constant(b, "one", type, 1);
  MlirValue least = constant(b, "minus_one", type, -1);
  MlirValue isPositive = tirBuildCompare(b,
                                         isFloat               ? TIR_CMPF_OGT
                                         : kind == TIR_INTEGER ? TIR_CMPI_SGT
                                                               : TIR_CMPI_UGT,
                                         x, zero);
  MlirValue other = x; // 0, -0 or NaN
  if (kind != TIR_UNSIGNED) {
    MlirValue isNegative =
        tirBuildCompare(b, isFloat ? TIR_CMPF_OLT : TIR_CMPI_SLT, x, zero);
    other = tirBuildSelect(b, isNegative, least, other);
  }
  return tirBuildSelect(b, isPositive, one, other);
}

static MlirValue bitwiseNot(TirBuilder *b, MlirValue x, MlirType type) {
  return tirBuildArith2(b, "arith.xori", x, constant(b, "ones", type, -1));
}

/// log(1 + e^x) = max(x, 0) + log(1 + e^-|x|), finite wherever the result is.
static MlirValue softplus(TirBuilder *b, MlirValue x, MlirType type) {
  MlirValue zero = constant(b, "zero", type, 0);
  MlirValue size = tirBuildArith1(b, "math.absf", x);
  MlirValue power =
      tirBuildArith1(b, "math.exp", tirBuildArith1(b, "arith.negf", size));
  MlirValue rest = tirBuildArith1(b, "math.log1p", power);
  MlirValue positive = tirBuildArith2(b, "arith.maximumf", x, zero);
  return tirBuildArith2(b, "arith.addf", positive, rest);
}

static MlirValue softsign(TirBuilder *b, MlirValue x, MlirType type) {
  MlirValue size = tirBuildArith1(b, "math.absf", x);
  MlirValue sum =
      tirBuildArith2(b, "arith.addf", size, constant(b, "one", type, 1));
  return tirBuildArith2(b, "arith.divf", x, sum);
}

static MlirValue mish(TirBuilder *b, MlirValue x, MlirType type) {
  MlirValue gate = tirBuildArith1(b, "math.tanh", softplus(b, x, type));
  return tirBuildArith2(b, "arith.mulf", x, gate);
}

static MlirValue hardSwish(TirBuilder *b, MlirValue x, MlirType type) {
  MlirValue sixth = constant(b, "sixth", type, 1.0 / 6);
  MlirValue scaled = tirBuildArith2(b, "arith.mulf", x, sixth);
  MlirValue line =
      tirBuildArith2(b, "arith.addf", scaled, constant(b, "half", type, 0.5));
  MlirValue low =
      tirBuildArith2(b, "arith.minimumf", line, constant(b, "one", type, 1));
  MlirValue gate =
      tirBuildArith2(b, "arith.maximumf", low, constant(b, "zero", type, 0));
  return tirBuildArith2(b, "arith.mulf", x, gate);
}

enum { FLOATS = 1, NUMBERS = 2, BITS = 3 };

typedef struct Unary {
  const char *name;
  const char *floatOp; // or `body`
  Body body;
  int takes; // floats only; with integers; integers and bools
} Unary;

static const Unary unaries[] = {
    {"abs", NULL, absolute, NUMBERS},
    {"acos", "math.acos", NULL, FLOATS},
    {"acosh", "math.acosh", NULL, FLOATS},
    {"asin", "math.asin", NULL, FLOATS},
    {"asinh", "math.asinh", NULL, FLOATS},
    {"atan", "math.atan", NULL, FLOATS},
    {"atanh", "math.atanh", NULL, FLOATS},
    {"bitwise_not", NULL, bitwiseNot, BITS},
    {"ceil", "math.ceil", NULL, FLOATS},
    {"cos", "math.cos", NULL, FLOATS},
    {"cosh", "math.cosh", NULL, FLOATS},
    {"erf", "math.erf", NULL, FLOATS},
    {"exp", "math.exp", NULL, FLOATS},
    {"floor", "math.floor", NULL, FLOATS},
    {"gelu", NULL, gelu, FLOATS},
    {"gelu_tanh", NULL, geluTanh, FLOATS},
    {"hard_swish", NULL, hardSwish, FLOATS},
    {"log", "math.log", NULL, FLOATS},
    {"mish", NULL, mish, FLOATS},
    {"negative", NULL, negative, NUMBERS},
    {"reciprocal", NULL, reciprocal, NUMBERS},
    {"relu", NULL, relu, NUMBERS},
    {"round", "math.roundeven", NULL, FLOATS},
    {"rsqrt", "math.rsqrt", NULL, FLOATS},
    {"sigmoid", NULL, sigmoid, FLOATS},
    {"sign", NULL, sign, NUMBERS},
    {"sin", "math.sin", NULL, FLOATS},
    {"sinh", "math.sinh", NULL, FLOATS},
    {"softplus", NULL, softplus, FLOATS},
    {"softsign", NULL, softsign, FLOATS},
    {"sqrt", "math.sqrt", NULL, FLOATS},
    {"tan", "math.tan", NULL, FLOATS},
    {"tanh", "math.tanh", NULL, FLOATS},
};

/// By its name without the dialect.
static const Unary *find(StrRef name) {
  for (size_t i = 0; i < sizeof(unaries) / sizeof(*unaries); ++i)
    if (strRefIs(name, unaries[i].name))
      return &unaries[i];
  return NULL;
}

bool relaxIsUnary(StrRef operation) {
  return find(relaxWithoutDialect(operation));
}

MlirLogicalResult relaxBuildUnary(TirBuilder *b, MlirOperation op) {
  const Unary *unary = find(relaxShortName(op));
  MlirType element = tirBufferElement(b, 0);
  TirKind kind = tirKindOf(element);
  bool integral = kind == TIR_INTEGER || kind == TIR_UNSIGNED;
  bool bits = unary->takes == BITS;
  if (bits ? !integral && kind != TIR_BOOL
           : kind != TIR_FLOAT && !(integral && unary->takes == NUMBERS))
    return relaxRefuseElement(op,
                              bits ? "an integer or i1 type"
                              : unary->takes == NUMBERS
                                  ? "a float or integer type"
                                  : "a float type",
                              element);
  tirBuildComputeOver(b, unary->name, 1);
  MlirValue x = tirWiden(b, tirBuildBroadcastLoad(b, 0));
  MlirValue y = unary->floatOp ? tirBuildArith1(b, unary->floatOp, x)
                               : unary->body(b, x, tirWideType(element));
  return tirEndWith(b, tirNarrow(b, y, element));
}

/// Which of the special values of floats an element is.
MlirLogicalResult relaxBuildClassify(TirBuilder *b, MlirOperation op) {
  MlirType element = tirBufferElement(b, 0);
  if (tirKindOf(element) != TIR_FLOAT)
    return relaxRefuseElement(op, "a float type", element);
  bool isNan = strRefIs(relaxShortName(op), "is_nan");
  tirBuildComputeOver(b, isNan ? "is_nan" : "is_inf", 1);
  MlirValue x = tirWiden(b, tirBuildBroadcastLoad(b, 0));
  MlirValue size = isNan ? x : tirBuildArith1(b, "math.absf", x);
  MlirValue other =
      isNan ? x : constant(b, "infinity", tirWideType(element), INFINITY);
  return tirEndWith(
      b, tirBuildCompare(b, isNan ? TIR_CMPF_UNO : TIR_CMPF_OEQ, size, other));
}
