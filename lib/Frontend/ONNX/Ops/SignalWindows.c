//===- SignalWindows.c - ONNX windows and mel filters ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Signal.gen.h"
#include "lib/Frontend/ONNX/Import/ComposeLayout.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

/// The result of an operation that makes floats, as `element`.
static bool finish(Importer *importer, MlirOperation op, MlirType element) {
  MlirValue y;
  return importInsert(importer, op, &y) &&
         composeResult(importer,
                       graphCast(importBuilder(importer), y, element));
}

/// What an operation makes for attribute `output_datatype`, and where.
static MlirLocation madeAs(Importer *importer, MlirType element,
                           MlirType *made) {
  bool whole = mlirTypeIsAInteger(element);
  *made = whole ? mlirF64TypeGet(importer->context) : element;
  return whole ? importHelperLocation(importer, "made")
               : importResultLocation(importer, 0);
}

static bool importWindow(Importer *importer, const double *coefficients,
                         intptr_t count) {
  MlirType element, made;
  int64_t periodic;
  if (!importOperandCount(importer, 1, 1) ||
      !importInt(importer, "periodic", 1, &periodic) ||
      !importTypeAttribute(importer, "output_datatype",
                           mlirF32TypeGet(importer->context), &element))
    return false;
  MlirLocation loc = madeAs(importer, element, &made);
  RelaxCosineWindowArgs args = {
      .like = composeRange(importer, composeScalar(importer, 0)),
      .coefficients =
          mlirDenseF64ArrayGet(importer->context, count, coefficients),
      .periodic = periodic,
      .element = made};
  return args.like.ptr &&
         finish(importer, relaxCosineWindowCreate(loc, &args), element);
}

static bool importHannWindow(Importer *importer) {
  static const double coefficients[] = {0.5, 0.5};
  return importWindow(importer, coefficients, 2);
}
static bool importHammingWindow(Importer *importer) {
  static const double coefficients[] = {25.0 / 46, 21.0 / 46};
  return importWindow(importer, coefficients, 2);
}
static bool importBlackmanWindow(Importer *importer) {
  static const double coefficients[] = {0.42, 0.5, 0.08};
  return importWindow(importer, coefficients, 3);
}

/// Operand `index`, one number, as a scalar.
static MlirValue number(Importer *importer, size_t index) {
  return composeAsScalar(importer, composeOperand(importer, index));
}

static bool importMelWeightMatrix(Importer *importer) {
  MlirType element, made;
  if (!importTypeAttribute(importer, "output_datatype",
                           mlirF32TypeGet(importer->context), &element))
    return false;
  MlirLocation loc = madeAs(importer, element, &made);
  RelaxMelWeightMatrixArgs args = {
      .bands = composeRange(importer, composeScalar(importer, 0)),
      .points = composeRange(importer, composeScalar(importer, 1)),
      .rate = composeScalar(importer, 2),
      .low = number(importer, 3),
      .high = number(importer, 4),
      .element = made};
  return args.bands.ptr && args.points.ptr && args.rate.ptr && args.low.ptr &&
         args.high.ptr &&
         finish(importer, relaxMelWeightMatrixCreate(loc, &args), element);
}

const OnnxOperator onnxSignalWindowOperators[] = {
    {"BlackmanWindow", importBlackmanWindow, 17, "cosine_window",
     ONNX_I32 | ONNX_I64, 0, 0},
    {"HammingWindow", importHammingWindow, 17, "cosine_window",
     ONNX_I32 | ONNX_I64, 0, 0},
    {"HannWindow", importHannWindow, 17, "cosine_window", ONNX_I32 | ONNX_I64,
     0, 0},
    {"MelWeightMatrix", importMelWeightMatrix, 17, NULL, ONNX_I32 | ONNX_I64, 5,
     5},
    {0},
};
