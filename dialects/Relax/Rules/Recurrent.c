//===- Recurrent.c - rules of recurrent layers ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Recurrent.h"
#include "lib/Bridge/Core/Blocks.h"

#include <math.h>

enum { MAX_RANK = 4 };

const RelaxGateFunctionInfo relaxGateFunctions[] = {
    [RELAX_GATE_SIGMOID] = {"sigmoid", "Sigmoid", NAN, NAN},
    [RELAX_GATE_TANH] = {"tanh", "Tanh", NAN, NAN},
    [RELAX_GATE_RELU] = {"relu", "Relu", NAN, NAN},
    [RELAX_GATE_AFFINE] = {"affine", "Affine", 1, 0},
    [RELAX_GATE_LEAKY_RELU] = {"leaky_relu", "LeakyRelu", 0.01, NAN},
    [RELAX_GATE_THRESHOLDED_RELU] = {"thresholded_relu", "ThresholdedRelu", 1,
                                     NAN},
    [RELAX_GATE_SCALED_TANH] = {"scaled_tanh", "ScaledTanh", 1, 1},
    [RELAX_GATE_HARD_SIGMOID] = {"hard_sigmoid", "HardSigmoid", 0.2, 0.5},
    [RELAX_GATE_ELU] = {"elu", "Elu", 1, NAN},
    [RELAX_GATE_SOFTSIGN] = {"softsign", "Softsign", NAN, NAN},
    [RELAX_GATE_SOFTPLUS] = {"softplus", "Softplus", NAN, NAN},
};

static const struct {
  const char *opName;
  int64_t gates, activations;
} kinds[] = {[RELAX_RNN] = {"relax.rnn", 1, 1},
             [RELAX_GRU] = {"relax.gru", 3, 2},
             [RELAX_LSTM] = {"relax.lstm", 4, 3}};

#define COMMON_OF_OP(Op)                                                       \
  .input = relax##Op##GetInput(op), .weights = relax##Op##GetWeights(op),      \
  .recurrence = relax##Op##GetRecurrence(op), .bias = relax##Op##GetBias(op),  \
  .lengths = relax##Op##GetLengths(op), .hidden = relax##Op##GetHidden(op),    \
  .direction = relax##Op##GetDirection(op),                                    \
  .batch_first = relax##Op##GetBatchFirst(op),                                 \
  .activations = relax##Op##GetActivations(op),                                \
  .alpha = relax##Op##GetAlpha(op), .beta = relax##Op##GetBeta(op),            \
  .clip = relax##Op##GetClip(op)

RelaxRecurrent relaxRecurrentOf(MlirOperation op) {
  if (relaxIsRnn(op))
    return (RelaxRecurrent){.kind = RELAX_RNN, COMMON_OF_OP(Rnn)};
  if (relaxIsGru(op))
    return (RelaxRecurrent){.kind = RELAX_GRU,
                            COMMON_OF_OP(Gru),
                            .linear_before_reset =
                                relaxGruGetLinearBeforeReset(op)};
  return (RelaxRecurrent){.kind = RELAX_LSTM,
                          COMMON_OF_OP(Lstm),
                          .cell = relaxLstmGetCell(op),
                          .peepholes = relaxLstmGetPeepholes(op),
                          .input_forget = relaxLstmGetInputForget(op)};
}

static bool isDirection(const RelaxRecurrent *layer, const char *name) {
  return strRefIs(layer->direction, name);
}

int64_t relaxRecurrentGates(const RelaxRecurrent *layer) {
  return kinds[layer->kind].gates;
}

int64_t relaxRecurrentActivations(const RelaxRecurrent *layer) {
  return kinds[layer->kind].activations;
}

int64_t relaxRecurrentDirections(const RelaxRecurrent *layer) {
  return isDirection(layer, "bidirectional") ? 2 : 1;
}

bool relaxRecurrentIsReverse(const RelaxRecurrent *layer, int64_t d) {
  return d == 1 || isDirection(layer, "reverse");
}

static RelaxGateFunction functionNamed(MlirAttribute name) {
  StrRef text = bridgeText(name);
  RelaxGateFunction f = 0;
  while (f < RELAX_NUM_GATE_FUNCTIONS &&
         !strRefIs(text, relaxGateFunctions[f].name))
    ++f;
  return f;
}

RelaxGate relaxRecurrentGate(const RelaxRecurrent *layer, int64_t d,
                             int64_t index) {
  intptr_t i = (intptr_t)(d * kinds[layer->kind].activations + index);
  bool opens = layer->kind != RELAX_RNN && index == 0;
  RelaxGate gate = {opens ? RELAX_GATE_SIGMOID : RELAX_GATE_TANH, 0, 0};
  if (layer->activations.ptr)
    gate.function =
        functionNamed(mlirArrayAttrGetElement(layer->activations, i));
  gate.alpha = layer->alpha.ptr ? mlirDenseF64ArrayGetElement(layer->alpha, i)
                                : relaxGateFunctions[gate.function].alpha;
  gate.beta = layer->beta.ptr ? mlirDenseF64ArrayGetElement(layer->beta, i)
                              : relaxGateFunctions[gate.function].beta;
  return gate;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static bool checkParameters(const RelaxDims *dims, const char *name,
                            MlirAttribute values, intptr_t count) {
  if (!values.ptr || mlirDenseArrayGetNumElements(values) == count)
    return true;
  return relaxDimsError(dims, "%s: expected %ld numbers, got %ld", name,
                        (long)count,
                        (long)mlirDenseArrayGetNumElements(values));
}

static bool checkAttributes(const RelaxDims *dims,
                            const RelaxRecurrent *layer) {
  StrRef direction = layer->direction;
  if (!isDirection(layer, "forward") && !isDirection(layer, "reverse") &&
      !isDirection(layer, "bidirectional"))
    return relaxDimsError(
        dims,
        "direction: expected forward, reverse or bidirectional, got '%.*s'",
        SPREAD(direction));
  intptr_t count = (intptr_t)(kinds[layer->kind].activations *
                              relaxRecurrentDirections(layer));
  MlirAttribute names = layer->activations;
  if (names.ptr && mlirArrayAttrGetNumElements(names) != count)
    return relaxDimsError(dims, "activations: expected %ld, got %ld",
                          (long)count,
                          (long)mlirArrayAttrGetNumElements(names));
  for (intptr_t i = 0; names.ptr && i < count; ++i) {
    MlirAttribute name = mlirArrayAttrGetElement(names, i);
    StrRef text = bridgeText(name);
    if (functionNamed(name) == RELAX_NUM_GATE_FUNCTIONS)
      return relaxDimsError(dims, "activations: unknown function '%.*s'",
                            SPREAD(text));
  }
  if (!checkParameters(dims, "alpha", layer->alpha, count) ||
      !checkParameters(dims, "beta", layer->beta, count))
    return false;
  if (layer->clip.ptr && !(mlirFloatAttrGetValueDouble(layer->clip) > 0))
    return relaxDimsError(dims, "clip: expected a number above 0, got %g",
                          mlirFloatAttrGetValueDouble(layer->clip));
  return true;
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

typedef struct Operand {
  const char *name;
  MlirValue value;
  intptr_t rank;
  SymExpr extents[3];
} Operand;

static bool checkOperand(RelaxDims *dims, const Operand *o) {
  return relaxDimsCheckShape(dims, o->name, o->value, o->rank, o->extents,
                             NULL);
}

static bool checkElements(const RelaxDims *dims, const Operand *operand,
                          MlirType like) {
  MlirType own = relaxTensorInfoOf(operand->value).elementType;
  if (mlirTypeEqual(own, like))
    return true;
  return relaxDimsError(dims, "%s: expected '%s' elements, got '%s'",
                        operand->name, relaxTypeText(dims->arena, like),
                        relaxTypeText(dims->arena, own));
}

/// The extents that a layer's operands and results have.
typedef struct Sizes {
  SymExpr steps, batch, size, hidden, directions;
} Sizes;

static Sizes sizesOf(RelaxDims *dims, const RelaxRecurrent *layer) {
  bool turned = layer->batch_first;
  return (Sizes){.steps = relaxDimsExtent(dims, layer->input, turned ? 1 : 0),
                 .batch = relaxDimsExtent(dims, layer->input, turned ? 0 : 1),
                 .size = relaxDimsExtent(dims, layer->input, 2),
                 .hidden = relaxDimsExtent(dims, layer->recurrence, 2),
                 .directions =
                     relaxDimsConst(dims, relaxRecurrentDirections(layer))};
}

static bool checkOperands(RelaxDims *dims, const RelaxRecurrent *layer,
                          const Sizes *s) {
  bool turned = layer->batch_first;
  SymExpr d = s->directions, h = s->hidden;
  int64_t gates = kinds[layer->kind].gates;
  SymExpr rows = relaxDimsMul(dims, relaxDimsConst(dims, gates), h);
  SymExpr first = turned ? s->batch : d, second = turned ? d : s->batch;
  Operand operands[] = {
      {"input",
       layer->input,
       3,
       {turned ? s->batch : s->steps, turned ? s->steps : s->batch, s->size}},
      {"weights", layer->weights, 3, {d, rows, s->size}},
      {"recurrence", layer->recurrence, 3, {d, rows, h}},
      {"bias",
       layer->bias,
       2,
       {d, relaxDimsMul(dims, relaxDimsConst(dims, 2), rows)}},
      {"hidden", layer->hidden, 3, {first, second, h}},
      {"cell", layer->cell, 3, {first, second, h}},
      {"peepholes",
       layer->peepholes,
       2,
       {d, relaxDimsMul(dims, relaxDimsConst(dims, 3), h)}},
  };
  MlirType element = relaxTensorInfoOf(layer->input).elementType;
  if (!mlirTypeIsAFloat(element))
    return relaxDimsError(dims, "input: expected float elements, got '%s'",
                          relaxTypeText(dims->arena, element));
  for (size_t i = 0; i < sizeof operands / sizeof *operands; ++i)
    if (operands[i].value.ptr && (!checkElements(dims, &operands[i], element) ||
                                  !checkOperand(dims, &operands[i])))
      return false;
  if (!layer->lengths.ptr)
    return true;
  MlirType lengths = relaxTensorInfoOf(layer->lengths).elementType;
  if (!mlirTypeIsAInteger(lengths) || mlirIntegerTypeGetWidth(lengths) < 32)
    return relaxDimsError(dims, "lengths: expected i32 or i64, got '%s'",
                          relaxTypeText(dims->arena, lengths));
  return checkOperand(dims,
                      &(Operand){"lengths", layer->lengths, 1, {s->batch}});
}

static MlirType typeOf(RelaxDims *dims, MlirType element, intptr_t rank,
                       const SymExpr *extents) {
  MlirAttribute attributes[MAX_RANK];
  for (intptr_t i = 0; i < rank; ++i)
    attributes[i] = relaxDimsAttribute(dims, extents[i]);
  return relaxTensorTypeOf(element, rank, attributes);
}

static bool inferRecurrent(RelaxDims *dims, RelaxRecurrent layer,
                           MlirType *results) {
  if (!checkAttributes(dims, &layer))
    return false;
  Sizes s = sizesOf(dims, &layer);
  bool turned = layer.batch_first;
  SymExpr all[] = {turned ? s.batch : s.steps, turned ? s.steps : s.directions,
                   turned ? s.directions : s.batch, s.hidden};
  SymExpr last[] = {turned ? s.batch : s.directions,
                    turned ? s.directions : s.batch, s.hidden};
  if (!checkOperands(dims, &layer, &s))
    return false;
  MlirType element = relaxTensorInfoOf(layer.input).elementType;
  results[0] = typeOf(dims, element, 4, all);
  results[1] = typeOf(dims, element, 3, last);
  if (layer.kind == RELAX_LSTM)
    results[2] = results[1];
  return true;
}

#define COMMON_OF_ARGS                                                         \
  .input = args->input, .weights = args->weights,                              \
  .recurrence = args->recurrence, .bias = args->bias,                          \
  .lengths = args->lengths, .hidden = args->hidden,                            \
  .direction = args->direction, .batch_first = args->batch_first,              \
  .activations = args->activations, .alpha = args->alpha, .beta = args->beta,  \
  .clip = args->clip

bool relaxRnnInferTypes(RelaxDims *dims, const RelaxRnnArgs *args,
                        MlirType *results) {
  return inferRecurrent(
      dims, (RelaxRecurrent){.kind = RELAX_RNN, COMMON_OF_ARGS}, results);
}

bool relaxGruInferTypes(RelaxDims *dims, const RelaxGruArgs *args,
                        MlirType *results) {
  return inferRecurrent(
      dims,
      (RelaxRecurrent){.kind = RELAX_GRU,
                       COMMON_OF_ARGS,
                       .linear_before_reset = args->linear_before_reset},
      results);
}

bool relaxLstmInferTypes(RelaxDims *dims, const RelaxLstmArgs *args,
                         MlirType *results) {
  return inferRecurrent(dims,
                        (RelaxRecurrent){.kind = RELAX_LSTM,
                                         COMMON_OF_ARGS,
                                         .cell = args->cell,
                                         .peepholes = args->peepholes,
                                         .input_forget = args->input_forget},
                        results);
}
