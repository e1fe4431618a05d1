//===- Activation.c - ONNX activations with parameters --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Elementwise.gen.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

#include <string.h>

/// Integers are shrunk as numbers and cut.
static bool importShrink(Importer *importer) {
  RelaxShrinkArgs args;
  if (!importOperand(importer, 0, &args.input) ||
      !importDouble(importer, "lambd", 0.5f, &args.alpha) ||
      !importDouble(importer, "bias", 0, &args.beta))
    return false;
  MlirType element = relaxTensorInfoOf(args.input).elementType;
  if (mlirTypeIsAFloat(element))
    return IMPORT_RESULT(importer, Shrink, &args);
  MlirValue wide;
  return importCastTo(importer, args.input, mlirF64TypeGet(importer->context),
                      importHelperLocation(importer, "wide"), &args.input) &&
         IMPORT_HELPER(importer, "shrunk", Shrink, &args, &wide) &&
         importCastTo(importer, wide, element,
                      importResultLocation(importer, 0), &wide) &&
         importResultValue(importer, 0, wide);
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
static bool importPrelu(Importer *importer) {
  RelaxPreluArgs args = {0};
  if (!importOperand(importer, 0, &args.lhs) ||
      !importOperand(importer, 1, &args.rhs))
    return false;
  RelaxTensorInfo x = relaxTensorInfoOf(args.lhs);
  if (importer->opset < 7 && x.ranked && x.rank > 1 &&
      relaxTensorInfoOf(args.rhs).rank == 1)
    args.rhs = graphChannels(importBuilder(importer), args.rhs, x.rank - 2);
  return args.rhs.ptr && importAlign(importer, &args.lhs, &args.rhs) &&
         IMPORT_RESULT(importer, Prelu, &args);
}

static bool importGelu(Importer *importer) {
  MlirValue x;
  const char *approximate;
  if (!importText(importer, "approximate", "none", &approximate) ||
      !importOperand(importer, 0, &x))
    return false;
  MlirLocation loc = importResultLocation(importer, 0);
  if (strcmp(approximate, "tanh") == 0)
    return importResult(importer, 0,
                        relaxGeluTanhCreate(loc, &(RelaxGeluTanhArgs){x}));
  if (strcmp(approximate, "none") == 0)
    return importResult(importer, 0, relaxGeluCreate(loc, &(RelaxGeluArgs){x}));
  return importError(
      importer, "attribute 'approximate': expected 'none' or 'tanh', got '%s'",
      approximate);
}

const OnnxOperator onnxActivationOperators[] = {
    {"Gelu", importGelu, 20, "gelu, gelu_tanh", ONNX_FLOATS, 1, 1},
    {"PRelu", importPrelu, 0, "prelu",
     ONNX_FLOATS | ONNX_I32 | ONNX_I64 | ONNX_U32 | ONNX_U64, 2, 2},
    {"Shrink", importShrink, 9, NULL,
     ONNX_F16 | ONNX_F32 | ONNX_F64 | ONNX_SIGNED | ONNX_UNSIGNED, 1, 1},
    {"SwiGLU", importSwiGLU, 28, "swish, multiply", ONNX_FLOATS, 2, 2},
    {0},
};
