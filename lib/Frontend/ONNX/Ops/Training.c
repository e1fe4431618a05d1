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

#include "dialects/Relax/Training.gen.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Ops/Quantization.h"

#include <string.h>

enum { RATE, STEP, FIRST, MAX_STATES = 2 };

/// The update of one tensor.
typedef struct Update {
  MlirValue rate, step, input, gradient, states[MAX_STATES];
} Update;

/// Number `of` of the `count` tensors, with what types do not say about the
/// others checked.
static bool readUpdate(Importer *importer, size_t of, size_t count,
                       size_t states, Update *update) {
  if (!importScalar(importer, RATE, &update->rate) ||
      !importScalar(importer, STEP, &update->step) ||
      !importOperand(importer, FIRST + of, &update->input))
    return false;
  RelaxTensorInfo info = relaxTensorInfoOf(update->input);
  for (size_t i = 0; i <= states; ++i) {
    MlirValue *value = i ? &update->states[i - 1] : &update->gradient;
    if (!importOperand(importer, FIRST + (i + 1) * count + of, value))
      return false;
    RelaxTensorInfo own = relaxTensorInfoOf(*value);
    for (intptr_t d = 0; info.ranked && own.ranked && d < info.rank; ++d)
      if (!importEqualDim(importer, value, d, info.dims[d], update->input))
        return false;
  }
  return importCastTo(importer, update->rate, info.elementType,
                      importHelperLocation(importer, "rate"), &update->rate);
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

static bool importAdagrad(Importer *importer) {
  RelaxAdagradArgs args = {0};
  Update u;
  size_t count = countUpdates(importer, 1);
  bool good =
      count && importDouble(importer, "decay_factor", 0, &args.decay) &&
      importDouble(importer, "epsilon", 1e-6f, &args.epsilon) &&
      importDouble(importer, "norm_coefficient", 0, &args.regularization);
  for (size_t i = 0; good && i < count; ++i) {
    good = readUpdate(importer, i, count, 1, &u);
    args.rate = u.rate;
    args.step = u.step;
    args.input = u.input;
    args.gradient = u.gradient;
    args.squares = u.states[0];
    good = good &&
           define(importer,
                  relaxAdagradCreate(importResultLocation(importer, i), &args),
                  i, count);
  }
  return good;
}

static bool importAdam(Importer *importer) {
  RelaxAdamArgs args = {0};
  Update u;
  size_t count = countUpdates(importer, 2);
  bool good =
      count && importDouble(importer, "alpha", 0.9f, &args.alpha) &&
      importDouble(importer, "beta", 0.999f, &args.beta) &&
      importDouble(importer, "epsilon", 1e-6f, &args.epsilon) &&
      importDouble(importer, "norm_coefficient", 0, &args.regularization) &&
      importDouble(importer, "norm_coefficient_post", 0,
                   &args.regularization_after);
  for (size_t i = 0; good && i < count; ++i) {
    good = readUpdate(importer, i, count, 2, &u);
    args.rate = u.rate;
    args.step = u.step;
    args.input = u.input;
    args.gradient = u.gradient;
    args.momentum = u.states[0];
    args.squares = u.states[1];
    good = good &&
           define(importer,
                  relaxAdamCreate(importResultLocation(importer, i), &args), i,
                  count);
  }
  return good;
}

static bool readMode(Importer *importer, RelaxMomentumArgs *args) {
  const char *mode;
  if (!importText(importer, "mode", "", &mode))
    return false;
  if (strcmp(mode, "nesterov") == 0)
    args->nesterov = true;
  else if (strcmp(mode, "standard") != 0)
    return importError(importer,
                       "mode: expected nesterov or standard, got '%s'", mode);
  return true;
}

static bool importMomentum(Importer *importer) {
  RelaxMomentumArgs args = {0};
  Update u;
  size_t count = countUpdates(importer, 1);
  bool good =
      count && readMode(importer, &args) &&
      importDouble(importer, "alpha", 0, &args.alpha) &&
      importDouble(importer, "beta", 0, &args.beta) &&
      importDouble(importer, "norm_coefficient", 0, &args.regularization);
  for (size_t i = 0; good && i < count; ++i) {
    good = readUpdate(importer, i, count, 1, &u);
    args.rate = u.rate;
    args.step = u.step;
    args.input = u.input;
    args.gradient = u.gradient;
    args.momentum = u.states[0];
    good = good &&
           define(importer,
                  relaxMomentumCreate(importResultLocation(importer, i), &args),
                  i, count);
  }
  return good;
}

const OnnxOperator onnxTrainingOperators[] = {
    {"Adagrad", importAdagrad, 1, NULL, ONNX_F32 | ONNX_F64, 0, 0},
    {"Adam", importAdam, 1, NULL, ONNX_F32 | ONNX_F64, 0, 0},
    {"Momentum", importMomentum, 1, NULL, ONNX_F32 | ONNX_F64, 0, 0},
    {0},
};
