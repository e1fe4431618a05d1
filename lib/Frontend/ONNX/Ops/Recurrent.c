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

/// Operands that all three have, in their order.
enum { X, W, R, B, LENGTHS, HIDDEN, CELL, PEEPHOLES };
enum { MAX_ACTIVATIONS = 2 * RELAX_RECURRENT_GATES };

static MlirAttribute text(Importer *importer, const char *value) {
  return mlirStringAttrGet(importer->context,
                           mlirStringRefCreateFromCString(value));
}

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
  return importAttribute(importer, name,
                         ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOATS,
                         &out->attribute);
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

static bool readActivations(Importer *importer, RelaxRecurrent *layer) {
  const Onnx__AttributeProto *names;
  Numbers alpha, beta;
  MlirAttribute functions[MAX_ACTIVATIONS];
  double alphas[MAX_ACTIVATIONS], betas[MAX_ACTIVATIONS];
  size_t count = (size_t)(relaxRecurrentActivations(layer) *
                          relaxRecurrentDirections(layer));
  if (!importAttribute(importer, "activations",
                       ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__STRINGS,
                       &names) ||
      !readNumbers(importer, "activation_alpha", &alpha) ||
      !readNumbers(importer, "activation_beta", &beta))
    return false;
  layer->activations = layer->alpha = layer->beta = mlirAttributeGetNull();
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
    functions[i] = text(importer, info->name);
    alphas[i] = take(&alpha, info->alpha);
    betas[i] = take(&beta, info->beta);
  }
  layer->activations =
      mlirArrayAttrGet(importer->context, (intptr_t)count, functions);
  if (alpha.taken)
    layer->alpha =
        mlirDenseF64ArrayGet(importer->context, (intptr_t)count, alphas);
  if (beta.taken)
    layer->beta =
        mlirDenseF64ArrayGet(importer->context, (intptr_t)count, betas);
  return true;
}

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

static bool readClip(Importer *importer, MlirAttribute *clip) {
  float value;
  if (!importFloat(importer, "clip", 0, &value))
    return false;
  *clip = value != 0 ? mlirFloatAttrDoubleGet(importer->context,
                                              mlirF64TypeGet(importer->context),
                                              (double)value)
                     : mlirAttributeGetNull();
  return true;
}

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

static bool readLayer(Importer *importer, RelaxRecurrent *layer,
                      size_t maxOperands) {
  const char *direction;
  int64_t layout = 0;
  if (!importOperandCount(importer, 3, maxOperands) ||
      !importOperand(importer, X, &layer->input) ||
      !importOperand(importer, W, &layer->weights) ||
      !importOperand(importer, R, &layer->recurrence) ||
      !importOptionalOperand(importer, B, &layer->bias) ||
      !importOptionalOperand(importer, LENGTHS, &layer->lengths) ||
      !importOptionalOperand(importer, HIDDEN, &layer->hidden) ||
      !importText(importer, "direction", "forward", &direction) ||
      (importer->opset >= 14 && !importInt(importer, "layout", 0, &layout)) ||
      !readClip(importer, &layer->clip) ||
      !checkHidden(importer, layer->recurrence))
    return false;
  layer->direction = strRefFromC(direction);
  layer->batch_first = layout;
  return readActivations(importer, layer);
}

#define COMMON                                                                 \
  .input = l.input, .weights = l.weights, .recurrence = l.recurrence,          \
  .bias = l.bias, .lengths = l.lengths, .hidden = l.hidden,                    \
  .direction = l.direction, .batch_first = l.batch_first,                      \
  .activations = l.activations, .alpha = l.alpha, .beta = l.beta,              \
  .clip = l.clip

static bool importRnn(Importer *importer) {
  RelaxRecurrent l = {.kind = RELAX_RNN};
  if (!readLayer(importer, &l, HIDDEN + 1))
    return false;
  RelaxRnnArgs args = {COMMON};
  return importResults(
      importer, relaxRnnCreate(importResultLocation(importer, 0), &args));
}

static bool importGru(Importer *importer) {
  RelaxRecurrent l = {.kind = RELAX_GRU};
  int64_t linear;
  if (!readLayer(importer, &l, HIDDEN + 1) ||
      !importInt(importer, "linear_before_reset", 0, &linear))
    return false;
  RelaxGruArgs args = {COMMON, .linear_before_reset = linear};
  return importResults(
      importer, relaxGruCreate(importResultLocation(importer, 0), &args));
}

static bool importLstm(Importer *importer) {
  RelaxRecurrent l = {.kind = RELAX_LSTM};
  int64_t coupled;
  if (!readLayer(importer, &l, PEEPHOLES + 1) ||
      !importOptionalOperand(importer, CELL, &l.cell) ||
      !importOptionalOperand(importer, PEEPHOLES, &l.peepholes) ||
      !importInt(importer, "input_forget", 0, &coupled))
    return false;
  RelaxLstmArgs args = {COMMON, .cell = l.cell, .peepholes = l.peepholes,
                        .input_forget = coupled};
  return importResults(
      importer, relaxLstmCreate(importResultLocation(importer, 0), &args));
}

const OnnxOperator onnxRecurrentOperators[] = {
    {"RNN", importRnn, 0, NULL, ONNX_FLOATS, 0, 0},
    {"GRU", importGru, 0, NULL, ONNX_FLOATS, 0, 0},
    {"LSTM", importLstm, 0, NULL, ONNX_FLOATS, 0, 0},
    {0},
};
