//===- Recurrent.c - ONNX RNN, GRU and LSTM -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Recurrent.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <strings.h>

enum { MAX_ACTIVATIONS = 2 * RELAX_RECURRENT_GATES };

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

/// The numbers of `activation_alpha` or `activation_beta`, as the functions
/// that have such a parameter take them, one after the other.
typedef struct Numbers {
  const Onnx__AttributeProto *attribute;
  size_t taken;
} Numbers;

static bool readNumbers(Importer *importer, const char *name, Numbers *out) {
  out->taken = 0;
  return IMPORT_ATTRIBUTE(importer, name, FLOATS, &out->attribute);
}

static double take(Numbers *numbers, double absent) {
  if (isnan(absent))
    return 0; // the function has no such parameter
  if (!numbers->attribute || numbers->taken >= numbers->attribute->n_floats)
    return absent;
  return (double)numbers->attribute->floats[numbers->taken++];
}

static const RelaxGateFunctionInfo *functionOf(ProtobufCBinaryData name) {
  for (int f = 0; f < RELAX_NUM_GATE_FUNCTIONS; ++f) {
    const char *known = relaxGateFunctions[f].onnxName;
    if (strlen(known) == name.len &&
        strncasecmp(known, (const char *)name.data, name.len) == 0)
      return &relaxGateFunctions[f];
  }
  return NULL;
}

static bool readActivations(Importer *importer, const RelaxRecurrent *layer,
                            OnnxBuild *build) {
  const Onnx__AttributeProto *names;
  Numbers alpha, beta;
  MlirAttribute functions[MAX_ACTIVATIONS];
  double alphas[MAX_ACTIVATIONS], betas[MAX_ACTIVATIONS];
  size_t count = (size_t)(relaxRecurrentActivations(layer) *
                          relaxRecurrentDirections(layer));
  if (!IMPORT_ATTRIBUTE(importer, "activations", STRINGS, &names) ||
      !readNumbers(importer, "activation_alpha", &alpha) ||
      !readNumbers(importer, "activation_beta", &beta))
    return false;
  if (!names)
    return true;
  // RNN's default names two, of which one direction has one.
  if (names->n_strings < count)
    return importError(importer,
                       "attribute 'activations': expected %zu names, got %zu",
                       count, names->n_strings);
  for (size_t i = 0; i < count; ++i) {
    ProtobufCBinaryData name = names->strings[i];
    const RelaxGateFunctionInfo *info = functionOf(name);
    if (!info)
      return importError(importer,
                         "attribute 'activations': unknown function '%.*s'",
                         (int)name.len, (const char *)name.data);
    functions[i] = importTextAttribute(importer, info->name);
    alphas[i] = take(&alpha, info->alpha);
    betas[i] = take(&beta, info->beta);
  }
  importSetAttribute(
      importer, build, "activations",
      mlirArrayAttrGet(importer->context, (intptr_t)count, functions));
  if (alpha.taken)
    importSetAttribute(
        importer, build, "alpha",
        mlirDenseF64ArrayGet(importer->context, (intptr_t)count, alphas));
  if (beta.taken)
    importSetAttribute(
        importer, build, "beta",
        mlirDenseF64ArrayGet(importer->context, (intptr_t)count, betas));
  return true;
}

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

/// `hidden_size` has to be what the recurrence says, where that is known.
static bool checkHidden(Importer *importer, MlirValue recurrence) {
  int64_t given, extent;
  RelaxTensorInfo info = relaxTensorInfoOf(recurrence);
  if (!importInt(importer, "hidden_size", -1, &given))
    return false;
  if (given >= 0 && info.ranked && info.rank == 3 &&
      symAttributeIsConst(info.dims[2], &extent) && extent != given)
    return importError(importer,
                       "attribute 'hidden_size': expected %" PRId64
                       " as the recurrence has, got %" PRId64,
                       extent, given);
  return true;
}

static bool prepareLayer(Importer *importer, OnnxBuild *build) {
  const char *direction;
  RelaxRecurrent layer = {.kind = RELAX_RNN};
  if (!importText(importer, "direction", "forward", &direction) ||
      !checkHidden(importer, build->inputs[2]))
    return false;
  layer.direction = strRefFromC(direction);
  if (*build->row->name != 'R')
    layer.kind = *build->row->name == 'G' ? RELAX_GRU : RELAX_LSTM;
  return readActivations(importer, &layer, build);
}

#define LAYER                                                                  \
  {"direction", ONNX_IS_TEXT, .text = "forward"},                              \
      {"layout", ONNX_IS_FLAG, "batch_first", .since = 14}, {                  \
    "clip", ONNX_IS_FLOAT, .when = ONNX_UNLESS_ZERO                            \
  }

const OnnxOperator onnxRecurrentOperators[] = {
    {"RNN", .types = ONNX_FLOATS, .inputs = {3, 6}, ONNX_ATTRIBUTES(LAYER),
     .prepare = prepareLayer, .results = 2},
    {"GRU", .types = ONNX_FLOATS, .inputs = {3, 6},
     ONNX_ATTRIBUTES(LAYER, {"linear_before_reset", ONNX_IS_FLAG, .absent = 0}),
     .prepare = prepareLayer, .results = 2},
    {"LSTM", .types = ONNX_FLOATS, .inputs = {3, 8},
     ONNX_ATTRIBUTES(LAYER, {"input_forget", ONNX_IS_FLAG, .absent = 0}),
     .prepare = prepareLayer, .results = 3},
    {0},
};
