//===- Activation.c - kernels of activations with parameters --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/RelaxToTIR/Legalize.h"

/// One activation while it is built; alpha and beta are its attributes.
typedef struct Activation {
  TirBuilder *b;
  MlirType type;
  MlirValue x;
  double alpha, beta;
} Activation;

static MlirValue number(Activation *a, const char *name, double value) {
  return tirNamed(a->b, name, tirBuildConstant(a->b, a->type, value));
}

static MlirValue alpha(Activation *a) { return number(a, "alpha", a->alpha); }
static MlirValue beta(Activation *a) { return number(a, "beta", a->beta); }
static MlirValue zero(Activation *a) { return number(a, "zero", 0); }

static MlirValue two(Activation *a, const char *op, MlirValue x, MlirValue y) {
  return tirBuildArith2(a->b, op, x, y);
}

static MlirValue times(Activation *a, MlirValue x, MlirValue y) {
  return two(a, "arith.mulf", x, y);
}

/// `then` where x compares so with `limit`, else `otherwise`.
static MlirValue choose(Activation *a, TirCompare compare, MlirValue limit,
                        MlirValue then, MlirValue otherwise) {
  return tirBuildSelect(a->b, tirBuildCompare(a->b, compare, a->x, limit), then,
                        otherwise);
}

/// e^x - 1
static MlirValue expMinusOne(Activation *a, MlirValue x) {
  return tirBuildArith1(a->b, "math.expm1", x);
}

static MlirValue leakyRelu(Activation *a) {
  return choose(a, TIR_CMPF_OLT, zero(a), times(a, a->x, alpha(a)), a->x);
}

static MlirValue thresholdedRelu(Activation *a) {
  return choose(a, TIR_CMPF_OGT, alpha(a), a->x, zero(a));
}

static MlirValue elu(Activation *a) {
  MlirValue negative = times(a, alpha(a), expMinusOne(a, a->x));
  return choose(a, TIR_CMPF_OLT, zero(a), negative, a->x);
}

static MlirValue celu(Activation *a) {
  MlirValue part = two(a, "arith.divf", a->x, alpha(a));
  MlirValue negative = times(a, alpha(a), expMinusOne(a, part));
  MlirValue low = two(a, "arith.minimumf", negative, zero(a));
  MlirValue high = two(a, "arith.maximumf", a->x, zero(a));
  return two(a, "arith.addf", high, low);
}

static MlirValue swish(Activation *a) {
  MlirValue scaled = times(a, a->x, number(a, "minus_alpha", -a->alpha));
  MlirValue power = tirBuildArith1(a->b, "math.exp", scaled);
  MlirValue sum = two(a, "arith.addf", power, number(a, "one", 1));
  return two(a, "arith.divf", a->x, sum);
}

static MlirValue selu(Activation *a) {
  MlirValue scale = number(a, "scale", a->alpha * a->beta);
  MlirValue negative = times(a, scale, expMinusOne(a, a->x));
  return choose(a, TIR_CMPF_OGT, zero(a), times(a, beta(a), a->x), negative);
}

static MlirValue hardSigmoid(Activation *a) {
  MlirValue line = two(a, "arith.addf", times(a, a->x, alpha(a)), beta(a));
  MlirValue low = two(a, "arith.minimumf", line, number(a, "one", 1));
  return two(a, "arith.maximumf", low, zero(a));
}

static MlirValue shrink(Activation *a) {
  MlirValue above = choose(a, TIR_CMPF_OGT, alpha(a),
                           two(a, "arith.subf", a->x, beta(a)), zero(a));
  return choose(a, TIR_CMPF_OLT, number(a, "minus_alpha", -a->alpha),
                two(a, "arith.addf", a->x, beta(a)), above);
}

static const struct {
  const char *name;
  MlirValue (*body)(Activation *a);
} rows[] = {
    {"leaky_relu", leakyRelu},
    {"thresholded_relu", thresholdedRelu},
    {"elu", elu},
    {"celu", celu},
    {"swish", swish},
    {"selu", selu},
    {"hard_sigmoid", hardSigmoid},
    {"shrink", shrink},
};

static double parameter(MlirOperation op, const char *name) {
  MlirAttribute value = bridgeInherent(op, name);
  return value.ptr ? mlirFloatAttrGetValueDouble(value) : 0;
}

MlirLogicalResult relaxBuildActivation(TirBuilder *b, MlirOperation op) {
  MlirType element = tirBufferElement(b, 0);
  if (tirKindOf(element) != TIR_FLOAT)
    return relaxRefuseElement(op, "a float type", element);
  size_t which = 0;
  while (!strRefIs(relaxShortName(op), rows[which].name))
    ++which;
  tirBuildComputeOver(b, rows[which].name, 1);
  Activation a = {b, tirWideType(element),
                  tirWiden(b, tirBuildBroadcastLoad(b, 0)),
                  parameter(op, "alpha"), parameter(op, "beta")};
  return tirEndWith(b, tirNarrow(b, rows[which].body(&a), element));
}
