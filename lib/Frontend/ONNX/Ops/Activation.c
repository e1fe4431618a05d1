//===- Activation.c - ONNX activations with parameters --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Elementwise.gen.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

/// Integers are shrunk as numbers and cut.
static bool importShrink(Importer *importer) {
  OnnxBuild build;
  MlirValue *x = &build.inputs[0];
  if (!importReadRow(importer, &build))
    return false;
  MlirType element = relaxTensorInfoOf(*x).elementType;
  bool whole = mlirTypeIsAInteger(element);
  if (whole && !importCastTo(importer, *x, mlirF64TypeGet(importer->context),
                             importHelperLocation(importer, "wide"), x))
    return false;
  MlirValue y;
  return importInsert(
             importer,
             importMakeRow(importer, &build,
                           whole ? importHelperLocation(importer, "shrunk")
                                 : importResultLocation(importer, 0)),
             &y) &&
         importResultAs(importer, 0, y, element);
}

/// swish(a) * b
static bool importSwiGLU(Importer *importer) {
  RelaxSwishArgs args = {0};
  MlirValue gate;
  return importOperand(importer, 0, &args.input) &&
         importDouble(importer, "alpha", 1, &args.alpha) &&
         IMPORT_HELPER(importer, "gate", Swish, &args, &gate) &&
         composeResult(importer, composeMultiply(importer, gate,
                                                 composeOperand(importer, 1)));
}

/// Before version 7 a vector has a slope per channel.
static bool slopes(Importer *importer, OnnxBuild *build) {
  RelaxTensorInfo x = relaxTensorInfoOf(build->inputs[0]);
  MlirValue *slope = &build->inputs[1];
  if (importer->opset < 7 && x.ranked && x.rank > 1 &&
      relaxTensorInfoOf(*slope).rank == 1)
    *slope = graphChannels(importBuilder(importer), *slope, x.rank - 2);
  return slope->ptr;
}

const OnnxOperator onnxActivationOperators[] = {
    {"Gelu", .since = 20, .relax = "gelu, gelu_tanh", .types = ONNX_FLOATS,
     ONNX_ATTRIBUTES(
         {"approximate", .kind = ONNX_IS_CHOICE, .text = "none, tanh"})},
    {"PRelu", .relax = "prelu", .types = ONNX_WIDE, .inputs = {2, 2},
     .prepare = slopes},
    {"Shrink", importShrink, .since = 9,
     .types = ONNX_F16 | ONNX_F32 | ONNX_F64 | ONNX_SIGNED | ONNX_UNSIGNED,
     ONNX_ATTRIBUTES({"lambd", ONNX_IS_FLOAT, "alpha", .absent = 0.5f},
                     {"bias", ONNX_IS_FLOAT, "beta", .absent = 0})},
    {"SwiGLU", importSwiGLU, .since = 28, .relax = "swish, multiply",
     .types = ONNX_FLOATS, .inputs = {2, 2}},
    {0},
};
