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
  return relaxBuildQuotient(b, constant(b, "one", type, 1), x);
}

static MlirValue sigmoid(TirBuilder *b, MlirValue x, MlirType type) {
  MlirValue one = constant(b, "one", type, 1);
  MlirValue negated = tirBuildArith1(b, "arith.negf", x);
  MlirValue power = tirBuildArith1(b, "math.exp", negated);
  MlirValue sum = tirBuildArith2(b, "arith.addf", power, one);
  return tirBuildArith2(b, "arith.divf", one, sum);
}

static MlirValue relu(TirBuilder *b, MlirValue x, MlirType type) {
  bool isFloat = tirKindOf(type) == TIR_FLOAT;
  return tirBuildArith2(b, isFloat ? "arith.maximumf" : "arith.maxsi", x,
                        constant(b, "zero", type, 0));
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

static MlirValue negative(TirBuilder *b, MlirValue x, MlirType type) {
  if (tirKindOf(type) == TIR_FLOAT)
    return tirBuildArith1(b, "arith.negf", x);
  return tirBuildArith2(b, "arith.subi", constant(b, "zero", type, 0), x);
}

typedef struct Unary {
  const char *name;
  const char *floatOp;   // or `body`
  const char *integerOp; // NULL: not defined, unless `integers`
  Body body;
  bool integers; // `body` takes integers as well
} Unary;

static const Unary unaries[] = {
    {"abs", "math.absf", "math.absi", NULL, false},
    {"erf", "math.erf", NULL, NULL, false},
    {"exp", "math.exp", NULL, NULL, false},
    {"gelu", NULL, NULL, gelu, false},
    {"log", "math.log", NULL, NULL, false},
    {"negative", NULL, NULL, negative, true},
    {"reciprocal", NULL, NULL, reciprocal, true},
    {"relu", NULL, NULL, relu, true},
    {"rsqrt", "math.rsqrt", NULL, NULL, false},
    {"sigmoid", NULL, NULL, sigmoid, false},
    {"sqrt", "math.sqrt", NULL, NULL, false},
    {"tanh", "math.tanh", NULL, NULL, false},
};

static const Unary *find(MlirOperation op) {
  enum { PREFIX = sizeof("relax.") - 1 };
  StrRef name = bridgeOpName(op);
  StrRef last = {name.data + PREFIX, name.length - PREFIX};
  for (size_t i = 0; i < sizeof(unaries) / sizeof(*unaries); ++i)
    if (strRefEqual(last, strRefFromC(unaries[i].name)))
      return &unaries[i];
  return NULL;
}

MlirLogicalResult relaxBuildUnary(TirBuilder *b, MlirOperation op) {
  const Unary *unary = find(op);
  MlirType element = tirBufferElement(b, 0);
  TirKind kind = tirKindOf(element);
  bool integers = unary->integers || unary->integerOp;
  if (kind != TIR_FLOAT && !(kind == TIR_INTEGER && integers))
    return relaxRefuseElement(
        op, integers ? "a float or signless integer type" : "a float type",
        element);
  tirBuildComputeOver(b, unary->name, 1);
  MlirValue x = tirBuildBroadcastLoad(b, 0);
  const char *name = kind == TIR_FLOAT ? unary->floatOp : unary->integerOp;
  MlirValue y = name ? tirBuildArith1(b, name, x) : unary->body(b, x, element);
  tirBuildStoreResult(b, y);
  tirEndCompute(b);
  return mlirLogicalResultSuccess();
}
