//===- LinearAttention.c - attention with a state -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The recurrence of ONNX LinearAttention, in double, a token after the other.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/LinearAttention.h"
#include "lib/Interpreter/Ops/AttentionMask.h"
#include "lib/Interpreter/Ops/Lines.h"

#include <math.h>

typedef struct Layer {
  EvalStep *step;
  RelaxLinearAttentionArgs args;
  int64_t batch, steps, queryHeads, heads, key, value;
  int64_t decays, betas; // for each head; those of all heads
  double scale;
  // Operands as numbers; NULL: not given.
  const double *queries, *keys, *values, *initial, *decay, *beta;
  double *state;  // of one head: [key, value]
  double *change; // [value]
} Layer;

/// The last extent of a gate, which is one of two.
static bool readGate(Layer *l, const char *name, MlirValue value, int64_t wide,
                     int64_t narrow, int64_t *extent, const double **out) {
  const RelaxTensor *tensor = evalOperandOf(l->step, value);
  *extent =
      tensor && tensor->rank == 3 && tensor->dims[2] == narrow ? narrow : wide;
  int64_t dims[] = {l->batch, l->steps, *extent};
  return evalShapedOperand(l->step, name, value, 3, dims, out);
}

static bool readSizes(Layer *l) {
  const RelaxTensor *q = l->step->operands[0], *v = l->step->operands[2];
  for (intptr_t i = 0; i < l->step->numOperands; ++i)
    if (!relaxDTypeIsFloat(l->step->operands[i]->dtype))
      return evalRefuseElements(l->step, l->step->operands[i]->dtype);
  l->queryHeads = l->args.q_heads;
  l->heads = l->args.kv_heads;
  if (q->rank != 3 || v->rank != 3 || q->dims[2] % l->queryHeads ||
      v->dims[2] % l->heads)
    return relaxFail(l->step->error, "query and value: expected rank 3 and a "
                                     "last extent that the heads divide");
  l->batch = q->dims[0];
  l->steps = q->dims[1];
  l->key = q->dims[2] / l->queryHeads;
  l->value = v->dims[2] / l->heads;
  l->scale = l->args.scale.ptr ? mlirFloatAttrGetValueDouble(l->args.scale)
                               : 1 / sqrt((double)(l->key ? l->key : 1));
  return true;
}

static bool readLayer(Layer *l) {
  const RelaxLinearAttentionArgs *a = &l->args;
  if (!readSizes(l))
    return false;
  int64_t query[] = {l->batch, l->steps, l->queryHeads * l->key};
  int64_t key[] = {l->batch, l->steps, l->heads * l->key};
  int64_t value[] = {l->batch, l->steps, l->heads * l->value};
  int64_t state[] = {l->batch, l->heads, l->key, l->value};
#define READ(name, field, rank, dims, out)                                     \
  evalShapedOperand(l->step, name, a->field, rank, dims, &l->out)
  if (!READ("query", query, 3, query, queries) ||
      !READ("key", key, 3, key, keys) ||
      !READ("value", value, 3, value, values) ||
      !READ("state", state, 4, state, initial) ||
      !readGate(l, "decay", a->decay, key[2], l->heads, &l->decays,
                &l->decay) ||
      !readGate(l, "beta", a->beta, l->heads, 1, &l->betas, &l->beta))
    return false;
#undef READ
  l->decays /= l->heads;
  l->state = ARENA_ARRAY(l->step->arena, double, l->key * l->value);
  l->change = ARENA_ARRAY(l->step->arena, double, l->value);
  return true;
}

/// The state of head `h` of a sample after the token `place` (sample * steps +
/// step).
static void update(Layer *l, int64_t place, int64_t h) {
  const double *key = l->keys + (place * l->heads + h) * l->key;
  const double *value = l->values + (place * l->heads + h) * l->value;
  double beta =
      l->beta ? l->beta[place * l->betas + (l->betas > 1 ? h : 0)] : 1;
  for (int64_t j = 0; l->decay && j < l->key * l->value; ++j) {
    int64_t row = l->decays > 1 ? j / l->value : 0;
    l->state[j] *= exp(l->decay[(place * l->heads + h) * l->decays + row]);
  }
  for (int64_t j = 0; j < l->value; ++j) {
    double known = 0;
    for (int64_t i = 0; l->beta && i < l->key; ++i)
      known += l->state[i * l->value + j] * key[i];
    l->change[j] = beta * (value[j] - known);
  }
  for (int64_t j = 0; j < l->key * l->value; ++j)
    l->state[j] += key[j / l->value] * l->change[j % l->value];
}

/// What the query heads of head `h` read.
static void answer(Layer *l, int64_t place, int64_t h) {
  RelaxTensor *y = &l->step->results[0];
  int64_t group = l->queryHeads / l->heads;
  for (int64_t n = 0; n < group * l->value; ++n) {
    int64_t head = place * l->queryHeads + h * group + n / l->value;
    int64_t j = n % l->value;
    double sum = 0;
    for (int64_t i = 0; i < l->key; ++i)
      sum += l->queries[head * l->key + i] * l->state[i * l->value + j];
    relaxStoreFloat(y->dtype, y->data, head * l->value + j, l->scale * sum);
  }
}

static bool attend(Layer *l) {
  RelaxDType dtype = l->step->operands[0]->dtype;
  const RelaxTensor *given = evalOperandOf(l->step, l->args.state);
  int64_t result[] = {l->batch, l->steps, l->queryHeads * l->value};
  int64_t next[] = {l->batch, l->heads, l->key, l->value};
  if (!evalCreateResult(l->step, 0, dtype, 3, result) ||
      !evalCreateResult(l->step, 1, given ? given->dtype : dtype, 4, next))
    return false;
  RelaxTensor *last = &l->step->results[1];
  int64_t size = l->key * l->value;
  for (int64_t n = 0; n < l->batch * l->heads; ++n) {
    int64_t b = n / l->heads, h = n % l->heads;
    for (int64_t j = 0; j < size; ++j)
      l->state[j] = l->initial ? l->initial[n * size + j] : 0;
    for (int64_t t = 0; t < l->steps; ++t) {
      update(l, b * l->steps + t, h);
      answer(l, b * l->steps + t, h);
    }
    for (int64_t j = 0; j < size; ++j)
      relaxStoreFloat(last->dtype, last->data, n * size + j, l->state[j]);
  }
  return true;
}

bool evalLinearAttention(EvalStep *step) {
  Layer l = {.step = step, .args = relaxLinearAttentionArgsOf(step->op)};
  return readLayer(&l) && attend(&l);
}
