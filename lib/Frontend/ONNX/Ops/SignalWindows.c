//===- SignalWindows.c - ONNX windows and mel filters ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Signal.gen.h"
#include "lib/Frontend/ONNX/Import/ComposeLayout.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

#include <string.h>

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

static bool importWindow(Importer *importer) {
  static const struct {
    const char *name;
    intptr_t count;
    double coefficients[3];
  } windows[] = {{"HannWindow", 2, {0.5, 0.5}},
                 {"HammingWindow", 2, {25.0 / 46, 21.0 / 46}},
                 {"BlackmanWindow", 3, {0.42, 0.5, 0.08}}};
  MlirType element, made;
  int64_t periodic;
  size_t k = 0;
  if (!importInt(importer, "periodic", 1, &periodic) ||
      !importTypeAttribute(importer, "output_datatype",
                           mlirF32TypeGet(importer->context), &element))
    return false;
  while (strcmp(windows[k].name, importer->node->op_type) != 0)
    ++k;
  MlirLocation loc = madeAs(importer, element, &made);
  RelaxCosineWindowArgs args = {
      .like = composeRange(importer, composeScalar(importer, 0)),
      .coefficients = mlirDenseF64ArrayGet(importer->context, windows[k].count,
                                           windows[k].coefficients),
      .periodic = periodic,
      .element = made};
  return args.like.ptr &&
         finish(importer, relaxCosineWindowCreate(loc, &args), element);
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
    {"BlackmanWindow", importWindow, .since = 17, .relax = "cosine_window",
     .types = ONNX_I32 | ONNX_I64},
    {"HammingWindow", importWindow, .since = 17, .relax = "cosine_window",
     .types = ONNX_I32 | ONNX_I64},
    {"HannWindow", importWindow, .since = 17, .relax = "cosine_window",
     .types = ONNX_I32 | ONNX_I64},
    {"MelWeightMatrix", importMelWeightMatrix, .since = 17,
     .types = ONNX_I32 | ONNX_I64, .inputs = {5, 5}},
    {0},
};
