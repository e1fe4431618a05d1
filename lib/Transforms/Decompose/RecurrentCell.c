//===- RecurrentCell.c - one step of a recurrent layer --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The equations of ONNX RNN, GRU and LSTM.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Decompose/RecurrentCell.h"
#include "dialects/Relax/Elementwise.gen.h"

bool recurrentResetsFirst(const RelaxRecurrent *layer) {
  return layer->kind == RELAX_GRU && !layer->linear_before_reset;
}

MlirValue recurrentGateOf(RecurrentCell *cell, MlirValue x, int64_t axis,
                          int64_t index) {
  SymExpr begin = relaxDimsMul(&cell->dims, relaxDimsConst(&cell->dims, index),
                               cell->hidden);
  return graphSliceFrom(cell->g, x, axis,
                        relaxDimsAttribute(&cell->dims, begin),
                        relaxDimsAttribute(&cell->dims, cell->hidden));
}

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

static MlirOperation withParameters(GraphBuilder *g, RelaxGate gate,
                                    MlirValue x) {
  MlirLocation place = graphPlace(g, "activation");
  if (gate.function == RELAX_GATE_LEAKY_RELU) {
    RelaxLeakyReluArgs args = {x, gate.alpha};
    return relaxLeakyReluCreate(place, &args);
  }
  if (gate.function == RELAX_GATE_ELU) {
    RelaxEluArgs args = {x, gate.alpha};
    return relaxEluCreate(place, &args);
  }
  RelaxHardSigmoidArgs args = {x, gate.alpha, gate.beta};
  return relaxHardSigmoidCreate(place, &args);
}

static MlirValue applyFunction(GraphBuilder *g, RelaxGate gate, MlirValue x) {
  switch (gate.function) {
  case RELAX_GATE_SIGMOID:
    return graphSigmoid(g, x);
  case RELAX_GATE_TANH:
    return graphTanh(g, x);
  case RELAX_GATE_RELU:
    return graphRelu(g, x);
  case RELAX_GATE_SOFTSIGN:
    return graphSoftsign(g, x);
  case RELAX_GATE_SOFTPLUS:
    return graphSoftplus(g, x);
  case RELAX_GATE_LEAKY_RELU:
  case RELAX_GATE_ELU:
  case RELAX_GATE_HARD_SIGMOID:
    return x.ptr ? graphInsert(g, withParameters(g, gate, x)) : x;
  default:
    break;
  }
  MlirValue alpha = graphNumberLike(g, gate.alpha, x);
  if (gate.function == RELAX_GATE_THRESHOLDED_RELU)
    // ONNX keeps alpha itself here, unlike the operator ThresholdedRelu.
    return graphWhere(g, graphLess(g, x, alpha), graphNumberLike(g, 0, x), x);
  MlirValue beta = graphNumberLike(g, gate.beta, x);
  if (gate.function == RELAX_GATE_SCALED_TANH)
    return graphMultiply(g, alpha, graphTanh(g, graphMultiply(g, beta, x)));
  return graphAdd(g, graphMultiply(g, alpha, x), beta); // affine
}

/// Activation `index` of a value that the clip keeps in bounds.
static MlirValue apply(RecurrentCell *cell, int64_t index, MlirValue x) {
  GraphBuilder *g = cell->g;
  if (cell->parts.clip.ptr) {
    double clip = mlirFloatAttrGetValueDouble(cell->parts.clip);
    x = graphMinimum(g, x, graphNumberLike(g, clip, x));
    x = graphMaximum(g, x, graphNumberLike(g, -clip, x));
  }
  return applyFunction(
      g, relaxRecurrentGate(&cell->parts, cell->direction, index), x);
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

/// What comes from the input and from the state, of gate `gate`.
static MlirValue sum(RecurrentCell *cell, MlirValue x, MlirValue state,
                     int64_t gate) {
  return graphAdd(cell->g, recurrentGateOf(cell, x, 1, gate),
                  recurrentGateOf(cell, state, 1, gate));
}

static MlirValue oneMinus(GraphBuilder *g, MlirValue x) {
  return graphSubtract(g, graphNumberLike(g, 1, x), x);
}

/// Gates: update z, reset r, hidden.
static MlirValue gru(RecurrentCell *cell, MlirValue x, MlirValue h,
                     MlirValue state) {
  GraphBuilder *g = cell->g;
  MlirValue z = apply(cell, 0, sum(cell, x, state, 0));
  MlirValue r = apply(cell, 0, sum(cell, x, state, 1));
  MlirValue own =
      recurrentResetsFirst(&cell->parts)
          ? graphMatmul(g, graphMultiply(g, r, h), cell->gateRecurrence)
          : graphMultiply(g, r, recurrentGateOf(cell, state, 1, 2));
  MlirValue fresh =
      apply(cell, 1, graphAdd(g, recurrentGateOf(cell, x, 1, 2), own));
  return graphAdd(g, graphMultiply(g, oneMinus(g, z), fresh),
                  graphMultiply(g, z, h));
}

/// Adds the share of the cell state to gate `index` of i, o, f.
static MlirValue peep(RecurrentCell *cell, MlirValue x, int64_t index,
                      MlirValue c) {
  if (!cell->peepholes.ptr)
    return x;
  MlirValue weights = recurrentGateOf(cell, cell->peepholes, 0, index);
  return graphAdd(cell->g, x, graphMultiply(cell->g, weights, c));
}

/// Gates: i, o, f, cell.
static MlirValue lstm(RecurrentCell *cell, MlirValue x, MlirValue *c,
                      MlirValue state) {
  GraphBuilder *g = cell->g;
  MlirValue i = apply(cell, 0, peep(cell, sum(cell, x, state, 0), 0, *c));
  MlirValue f = cell->parts.input_forget
                    ? oneMinus(g, i)
                    : apply(cell, 0, peep(cell, sum(cell, x, state, 2), 2, *c));
  MlirValue fresh = graphMultiply(g, i, apply(cell, 1, sum(cell, x, state, 3)));
  *c = graphAdd(g, graphMultiply(g, f, *c), fresh);
  MlirValue o = apply(cell, 0, peep(cell, sum(cell, x, state, 1), 1, *c));
  return graphMultiply(g, o, apply(cell, 2, *c));
}

MlirValue recurrentCellStep(RecurrentCell *cell, MlirValue x, MlirValue h,
                            MlirValue *c) {
  GraphBuilder *g = cell->g;
  MlirValue state = graphMatmul(g, h, cell->recurrence);
  if (cell->stateBias.ptr)
    state = graphAdd(g, state, cell->stateBias);
  if (cell->parts.kind == RELAX_LSTM)
    return lstm(cell, x, c, state);
  if (cell->parts.kind == RELAX_GRU)
    return gru(cell, x, h, state);
  return apply(cell, 0, graphAdd(g, x, state));
}
