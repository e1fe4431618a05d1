//===- Training.c - optimisers of ai.onnx.preview.training ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A node updates n tensors: behind rate and step stand all tensors, then all
// gradients, then all of each state; results are in the same order. Each tensor
// becomes an operation.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Ops/Quantization.h"

enum { RATE, STEP, FIRST };

/// Number `of` of the `count` tensors, with what types do not say about the
/// others checked: operands are rate, step, the tensor, its gradient and its
/// states.
static bool readUpdate(Importer *importer, size_t of, size_t count,
                       OnnxBuild *build) {
  MlirValue *rate = &build->inputs[RATE], *x = &build->inputs[FIRST];
  if (!importScalar(importer, RATE, rate) ||
      !importScalar(importer, STEP, &build->inputs[STEP]) ||
      !importOperand(importer, FIRST + of, x))
    return false;
  RelaxTensorInfo info = relaxTensorInfoOf(*x);
  for (size_t i = 1; FIRST + i < build->numInputs; ++i) {
    MlirValue *value = &build->inputs[FIRST + i];
    if (!importOperand(importer, FIRST + i * count + of, value))
      return false;
    RelaxTensorInfo own = relaxTensorInfoOf(*value);
    for (intptr_t d = 0; info.ranked && own.ranked && d < info.rank; ++d)
      if (!importEqualDim(importer, value, d, info.dims[d], *x))
        return false;
  }
  return importCastTo(importer, *rate, info.elementType,
                      importHelperLocation(importer, "rate"), rate);
}

/// How many tensors the node updates; 0 after an error.
static size_t countUpdates(Importer *importer, size_t states) {
  size_t inputs = importer->node->n_input, group = states + 2;
  if (inputs > FIRST && (inputs - FIRST) % group == 0)
    return (inputs - FIRST) / group;
  importError(importer,
              "expected 2 inputs and %zu for each tensor that is updated, got "
              "%zu",
              group, inputs);
  return 0;
}

/// Names results 0, 1, ... of `op` as those of tensor `of`.
static bool define(Importer *importer, MlirOperation op, size_t of,
                   size_t count) {
  MlirValue first;
  if (!importInsert(importer, op, &first))
    return false;
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    if (!importResultValue(importer, (size_t)i * count + of,
                           mlirOperationGetResult(op, i)))
      return false;
  return true;
}

/// As many states as results behind the first one.
static bool importUpdates(Importer *importer) {
  const OnnxOperator *row = onnxFindOperator(importer->node, importer->opset);
  OnnxBuild build = {.row = row, .numInputs = FIRST + 1 + row->results};
  size_t count = countUpdates(importer, row->results - 1);
  bool good = count && importReadAttributes(importer, &build);
  for (size_t i = 0; good && i < count; ++i)
    good = readUpdate(importer, i, count, &build) &&
           define(importer,
                  importMakeRow(importer, &build,
                                importResultLocation(importer, i)),
                  i, count);
  return good;
}

const OnnxOperator onnxTrainingOperators[] = {
    {"Adagrad", importUpdates, .since = 1, .types = ONNX_F32 | ONNX_F64,
     ONNX_ATTRIBUTES(
         {"decay_factor", ONNX_IS_FLOAT, "decay", .absent = 0},
         {"epsilon", ONNX_IS_FLOAT, .absent = 1e-6f},
         {"norm_coefficient", ONNX_IS_FLOAT, "regularization", .absent = 0}),
     .results = 2, .inputs = {0, SIZE_MAX}},
    {"Adam", importUpdates, .since = 1, .types = ONNX_F32 | ONNX_F64,
     ONNX_ATTRIBUTES(
         {"alpha", ONNX_IS_FLOAT, .absent = 0.9f},
         {"beta", ONNX_IS_FLOAT, .absent = 0.999f},
         {"epsilon", ONNX_IS_FLOAT, .absent = 1e-6f},
         {"norm_coefficient", ONNX_IS_FLOAT, "regularization", .absent = 0},
         {"norm_coefficient_post", ONNX_IS_FLOAT, "regularization_after",
          .absent = 0}),
     .results = 3, .inputs = {0, SIZE_MAX}},
    {"Momentum", importUpdates, .since = 1, .types = ONNX_F32 | ONNX_F64,
     ONNX_ATTRIBUTES(
         {"mode", ONNX_IS_WORD, "nesterov", .text = "standard, nesterov",
          .when = ONNX_MUST_BE},
         {"alpha", ONNX_IS_FLOAT, .absent = 0},
         {"beta", ONNX_IS_FLOAT, .absent = 0},
         {"norm_coefficient", ONNX_IS_FLOAT, "regularization", .absent = 0}),
     .results = 2, .inputs = {0, SIZE_MAX}},
    {0},
};
