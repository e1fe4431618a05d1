//===- Recurrent.c - recurrent layers -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// From the equations of ONNX RNN, GRU and LSTM, in double: each direction of
// each sample by itself, an element after the other.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Recurrent.h"
#include "lib/Interpreter/Ops/Lines.h"

#include <inttypes.h>
#include <math.h>

enum { MAX_GATES = 4 };

typedef struct Layer {
  EvalStep *step;
  RelaxRecurrent parts;
  int64_t steps, batch, size, hidden, directions, gates;
  double clip;
  // Operands as numbers; NULL: not given.
  const double *input, *weights, *recurrence, *bias, *initial, *initialCell;
  const double *peepholes;
  int64_t *lengths; // [batch]
  // One sample of one direction.
  RelaxGate functions[RELAX_RECURRENT_GATES];
  double *h, *c, *next;    // [hidden]
  double *gate[MAX_GATES]; // [hidden] each: before their functions
} Layer;

/// The length of each sample, as numbers.
static bool readLengths(Layer *l) {
  const RelaxTensor *tensor = evalOperandOf(l->step, l->parts.lengths);
  l->lengths = ARENA_ARRAY(l->step->arena, int64_t, l->batch);
  if (tensor && (tensor->rank != 1 || tensor->dims[0] != l->batch))
    return evalRefuseShape(l->step, "lengths", 1, &l->batch, tensor);
  for (int64_t b = 0; b < l->batch; ++b) {
    int64_t length =
        tensor ? relaxLoadInt(tensor->dtype, tensor->data, b) : l->steps;
    if (length < 0 || length > l->steps)
      return relaxFail(l->step->error,
                       "lengths: expected 0 to %" PRId64 ", got %" PRId64,
                       l->steps, length);
    l->lengths[b] = length;
  }
  return true;
}

static bool readLayer(Layer *l) {
  const RelaxRecurrent *p = &l->parts;
  const RelaxTensor *x = l->step->operands[0], *r = l->step->operands[2];
  bool turned = p->batch_first;
  if (x->rank != 3 || r->rank != 3)
    return relaxFail(l->step->error,
                     "input and recurrence: expected rank 3, got %" PRId32
                     " and %" PRId32,
                     x->rank, r->rank);
  l->directions = relaxRecurrentDirections(p);
  l->gates = relaxRecurrentGates(p);
  l->steps = x->dims[turned];
  l->batch = x->dims[!turned];
  l->size = x->dims[2];
  l->hidden = r->dims[2];
  l->clip = p->clip.ptr ? mlirFloatAttrGetValueDouble(p->clip) : INFINITY;
  int64_t d = l->directions, h = l->hidden, rows = l->gates * h;
  int64_t states[] = {turned ? l->batch : d, turned ? d : l->batch, h};
#define READ(name, value, field, ...)                                          \
  evalShapedOperand(l->step, name, value,                                      \
                    sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t),        \
                    (int64_t[]){__VA_ARGS__}, &l->field)
  return READ("input", p->input, input, x->dims[0], x->dims[1], l->size) &&
         READ("weights", p->weights, weights, d, rows, l->size) &&
         READ("recurrence", p->recurrence, recurrence, d, rows, h) &&
         READ("bias", p->bias, bias, d, 2 * rows) &&
         evalShapedOperand(l->step, "hidden", p->hidden, 3, states,
                           &l->initial) &&
         evalShapedOperand(l->step, "cell", p->cell, 3, states,
                           &l->initialCell) &&
         READ("peepholes", p->peepholes, peepholes, d, 3 * h) && readLengths(l);
#undef READ
}

//===----------------------------------------------------------------------===//
// One step
//===----------------------------------------------------------------------===//

static double apply(const Layer *l, int index, double x) {
  const RelaxGate *g = &l->functions[index];
  x = isnan(x) ? x : fmax(-l->clip, fmin(l->clip, x));
  switch (g->function) {
  case RELAX_GATE_SIGMOID:
    return 1 / (1 + exp(-x));
  case RELAX_GATE_TANH:
    return tanh(x);
  case RELAX_GATE_RELU:
    return x < 0 ? 0 : x;
  case RELAX_GATE_AFFINE:
    return g->alpha * x + g->beta;
  case RELAX_GATE_LEAKY_RELU:
    return x < 0 ? g->alpha * x : x;
  case RELAX_GATE_THRESHOLDED_RELU:
    return x < g->alpha ? 0 : x;
  case RELAX_GATE_SCALED_TANH:
    return g->alpha * tanh(g->beta * x);
  case RELAX_GATE_HARD_SIGMOID: {
    double line = g->alpha * x + g->beta;
    return isnan(line) ? line : fmin(fmax(line, 0), 1);
  }
  case RELAX_GATE_ELU:
    return x < 0 ? g->alpha * expm1(x) : x;
  case RELAX_GATE_SOFTSIGN:
    return x / (1 + fabs(x));
  default: // softplus
    return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
  }
}

/// Row `row` of direction `d` times a vector.
static double dot(const double *matrix, int64_t d, int64_t rows, int64_t row,
                  int64_t size, const double *vector) {
  double sum = 0;
  for (int64_t i = 0; i < size; ++i)
    sum += matrix[(d * rows + row) * size + i] * vector[i];
  return sum;
}

static double biasOf(const Layer *l, int64_t d, int64_t place) {
  return l->bias ? l->bias[d * 2 * l->gates * l->hidden + place] : 0;
}

/// x W^T and its bias, of gate `gate`, element `j`.
static double fromInput(const Layer *l, int64_t d, int64_t gate, int64_t j,
                        const double *x) {
  int64_t row = gate * l->hidden + j;
  return dot(l->weights, d, l->gates * l->hidden, row, l->size, x) +
         biasOf(l, d, row);
}

/// The same of a hidden state, h R^T.
static double fromState(const Layer *l, int64_t d, int64_t gate, int64_t j,
                        const double *h) {
  int64_t rows = l->gates * l->hidden, row = gate * l->hidden + j;
  return dot(l->recurrence, d, rows, row, l->hidden, h) +
         biasOf(l, d, rows + row);
}

static void stepRnn(Layer *l, int64_t d, const double *x) {
  for (int64_t j = 0; j < l->hidden; ++j)
    l->next[j] =
        apply(l, 0, fromInput(l, d, 0, j, x) + fromState(l, d, 0, j, l->h));
}

static void stepGru(Layer *l, int64_t d, const double *x) {
  bool linear = l->parts.linear_before_reset;
  double *z = l->gate[0], *r = l->gate[1], *reset = l->gate[2];
  for (int64_t j = 0; j < l->hidden; ++j) {
    z[j] = apply(l, 0, fromInput(l, d, 0, j, x) + fromState(l, d, 0, j, l->h));
    r[j] = apply(l, 0, fromInput(l, d, 1, j, x) + fromState(l, d, 1, j, l->h));
    reset[j] = r[j] * l->h[j];
  }
  for (int64_t j = 0; j < l->hidden; ++j) {
    double state = linear ? r[j] * fromState(l, d, 2, j, l->h)
                          : fromState(l, d, 2, j, reset);
    double fresh = apply(l, 1, fromInput(l, d, 2, j, x) + state);
    l->next[j] = (1 - z[j]) * fresh + z[j] * l->h[j];
  }
}

/// Gates of the weights: i, o, f, c; of the peepholes: i, o, f.
static void stepLstm(Layer *l, int64_t d, const double *x) {
  for (int64_t j = 0; j < l->hidden; ++j) {
    double sum[MAX_GATES], peep[3] = {0, 0, 0};
    for (int g = 0; g < MAX_GATES; ++g)
      sum[g] = fromInput(l, d, g, j, x) + fromState(l, d, g, j, l->h);
    for (int g = 0; l->peepholes && g < 3; ++g)
      peep[g] = l->peepholes[(d * 3 + g) * l->hidden + j];
    double i = apply(l, 0, sum[0] + peep[0] * l->c[j]);
    double f =
        l->parts.input_forget ? 1 - i : apply(l, 0, sum[2] + peep[2] * l->c[j]);
    l->c[j] = f * l->c[j] + i * apply(l, 1, sum[3]);
    double o = apply(l, 0, sum[1] + peep[1] * l->c[j]);
    l->next[j] = o * apply(l, 2, l->c[j]);
  }
}

//===----------------------------------------------------------------------===//
// All steps
//===----------------------------------------------------------------------===//

/// Where the states of sample `b` of direction `d` lie.
static int64_t stateAt(const Layer *l, int64_t d, int64_t b) {
  return (l->parts.batch_first ? b * l->directions + d : d * l->batch + b) *
         l->hidden;
}

static void store(const Layer *l, intptr_t result, int64_t at,
                  const double *from) {
  RelaxTensor *tensor = &l->step->results[result];
  for (int64_t j = 0; j < l->hidden; ++j)
    relaxStoreFloat(tensor->dtype, tensor->data, at + j, from[j]);
}

static void runSample(Layer *l, int64_t d, int64_t b) {
  bool turned = l->parts.batch_first;
  bool reverse = relaxRecurrentIsReverse(&l->parts, d);
  int64_t length = l->lengths[b];
  int64_t state = stateAt(l, d, b);
  for (int64_t j = 0; j < l->hidden; ++j) {
    l->h[j] = l->initial ? l->initial[state + j] : 0;
    l->c[j] = l->initialCell ? l->initialCell[state + j] : 0;
  }
  for (int64_t k = 0; k < length; ++k) {
    int64_t t = reverse ? length - 1 - k : k;
    const double *x =
        l->input + (turned ? b * l->steps + t : t * l->batch + b) * l->size;
    if (l->parts.kind == RELAX_LSTM)
      stepLstm(l, d, x);
    else if (l->parts.kind == RELAX_GRU)
      stepGru(l, d, x);
    else
      stepRnn(l, d, x);
    double *old = l->h;
    l->h = l->next;
    l->next = old;
    store(l, 0,
          turned ? ((b * l->steps + t) * l->directions + d) * l->hidden
                 : ((t * l->directions + d) * l->batch + b) * l->hidden,
          l->h);
  }
  store(l, 1, state, l->h);
  if (l->parts.kind == RELAX_LSTM)
    store(l, 2, state, l->c);
}

static bool createResults(Layer *l) {
  bool turned = l->parts.batch_first;
  RelaxDType dtype = l->step->operands[0]->dtype;
  int64_t d = l->directions, h = l->hidden;
  int64_t all[] = {turned ? l->batch : l->steps, turned ? l->steps : d,
                   turned ? d : l->batch, h};
  int64_t last[] = {turned ? l->batch : d, turned ? d : l->batch, h};
  bool good = evalCreateResult(l->step, 0, dtype, 4, all);
  for (intptr_t i = 1; good && i < l->step->numResults; ++i)
    good = evalCreateResult(l->step, i, dtype, 3, last);
  // Steps behind a sample's length are 0.
  RelaxTensor *states = &l->step->results[0];
  for (int64_t i = 0; good && i < relaxTensorCount(states); ++i)
    relaxStoreFloat(dtype, states->data, i, 0);
  return good;
}

static bool recurrent(EvalStep *step) {
  Layer l = {.step = step, .parts = relaxRecurrentOf(step->op)};
  bool good = readLayer(&l) && createResults(&l);
  if (good) {
    l.h = ARENA_ARRAY(step->arena, double, l.hidden);
    l.c = ARENA_ARRAY(step->arena, double, l.hidden);
    l.next = ARENA_ARRAY(step->arena, double, l.hidden);
    for (int g = 0; g < MAX_GATES; ++g)
      l.gate[g] = ARENA_ARRAY(step->arena, double, l.hidden);
  }
  for (int64_t d = 0; good && d < l.directions; ++d) {
    for (int64_t i = 0; i < relaxRecurrentActivations(&l.parts); ++i)
      l.functions[i] = relaxRecurrentGate(&l.parts, d, i);
    for (int64_t b = 0; b < l.batch; ++b)
      runSample(&l, d, b);
  }
  return good;
}

const EvalEntry evalRecurrent[] = {{"relax.rnn", recurrent, NULL},
                                   {"relax.gru", recurrent, NULL},
                                   {"relax.lstm", recurrent, NULL},
                                   {NULL, NULL, NULL}};
