//===- Activation.c - ONNX activations with parameters --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Elementwise.gen.h"
#include "lib/Frontend/ONNX/Operators.h"

static bool parameter(Importer *importer, const char *name, float absent,
                      MlirAttribute *out) {
  float value;
  if (!importFloat(importer, name, absent, &value))
    return false;
  *out = mlirFloatAttrDoubleGet(importer->context,
                                mlirF64TypeGet(importer->context), value);
  return true;
}

#define ALPHA(Op, absent)                                                      \
  static bool import##Op(Importer *importer) {                                 \
    Relax##Op##Args args;                                                      \
    return importOperandCount(importer, 1, 1) &&                               \
           importOperand(importer, 0, &args.input) &&                          \
           parameter(importer, "alpha", absent, &args.alpha) &&                \
           importResult(                                                       \
               importer, 0,                                                    \
               relax##Op##Create(importResultLocation(importer, 0), &args));   \
  }

ALPHA(LeakyRelu, 0.01f)
ALPHA(ThresholdedRelu, 1)
ALPHA(Elu, 1)
ALPHA(Celu, 1)
ALPHA(Swish, 1)

#define ALPHA_BETA(Op, alphaName, alphaAbsent, betaName, betaAbsent)           \
  static bool import##Op(Importer *importer) {                                 \
    Relax##Op##Args args;                                                      \
    return importOperandCount(importer, 1, 1) &&                               \
           importOperand(importer, 0, &args.input) &&                          \
           parameter(importer, alphaName, alphaAbsent, &args.alpha) &&         \
           parameter(importer, betaName, betaAbsent, &args.beta) &&            \
           importResult(                                                       \
               importer, 0,                                                    \
               relax##Op##Create(importResultLocation(importer, 0), &args));   \
  }

ALPHA_BETA(Selu, "alpha", 1.67326319217681884765625f, "gamma",
           1.05070102214813232421875f)
ALPHA_BETA(HardSigmoid, "alpha", 0.2f, "beta", 0.5f)
ALPHA_BETA(Shrink, "lambd", 0.5f, "bias", 0)

const OnnxOperator onnxActivationOperators[] = {
    {"Celu", importCelu, 12},
    {"Elu", importElu, 0},
    {"HardSigmoid", importHardSigmoid, 0},
    {"LeakyRelu", importLeakyRelu, 0},
    {"Selu", importSelu, 0},
    {"Shrink", importShrink, 9},
    {"Swish", importSwish, 24},
    {"ThresholdedRelu", importThresholdedRelu, 0},
    {NULL, NULL, 0},
};
