//===- Attention.c - attention --------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// From the definition of ONNX Attention, in double, a query after the other.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Attention.h"
#include "dialects/Relax/Ragged.h"
#include "lib/Interpreter/Ops/AttentionMask.h"
#include "lib/Interpreter/Ops/Window.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/// An operand as [batch, heads, length, size], packed or not.
typedef struct Heads {
  const double *data;
  bool packed;
  int64_t batch, heads, length, size;
} Heads;

typedef struct Attention {
  EvalStep *step;
  Heads query, key, value, pastKey, pastValue; // past: length 0 if absent
  EvalMask mask;
  int64_t keys; // all of them
  double scale, softcap;
  int64_t shown; // which scores are a result
} Attention;

static bool readHeads(Attention *a, MlirValue value, MlirAttribute heads,
                      Heads *out) {
  const RelaxTensor *tensor = evalOperandOf(a->step, value);
  *out = (Heads){.packed = tensor && tensor->rank == 3};
  if (!tensor)
    return true;
  if (!relaxDTypeIsFloat(tensor->dtype))
    return evalRefuseElements(a->step, tensor->dtype);
  const int64_t *d = tensor->dims;
  int64_t count = heads.ptr ? mlirIntegerAttrGetValueInt(heads) : 0;
  if (tensor->rank != 4 && (tensor->rank != 3 || count < 1))
    return relaxFail(a->step->error,
                     "expected rank 4, or rank 3 with 'heads', got %" PRId32,
                     tensor->rank);
  if (out->packed && d[2] % count != 0)
    return relaxFail(a->step->error,
                     "expected packed heads that %" PRId64
                     " divides, got %" PRId64,
                     count, d[2]);
  out->data = evalDoubles(a->step->arena, tensor);
  out->batch = d[0];
  out->heads = out->packed ? count : d[1];
  out->length = out->packed ? d[1] : d[2];
  out->size = out->packed ? d[2] / count : d[3];
  return true;
}

static double element(const Heads *h, int64_t b, int64_t head, int64_t i,
                      int64_t e) {
  int64_t row = h->packed ? (b * h->length + i) * h->heads + head
                          : (b * h->heads + head) * h->length + i;
  return h->data[row * h->size + e];
}

/// Element `e` of key or value `j` of all, where past ones come first.
static double cached(const Heads *past, const Heads *now, int64_t b,
                     int64_t head, int64_t j, int64_t e) {
  return j < past->length ? element(past, b, head, j, e)
                          : element(now, b, head, j - past->length, e);
}

/// Of an instance a table is the entry of that.
static bool readOffset(Attention *a, MlirAttribute offset) {
  const EvalFrame *frame = a->step->frame;
  const EvalSymbol *index =
      a->step->instance ? evalFindSymbol(frame, relaxIndexName(frame->arena, 0))
                        : NULL;
  SymStatus status;
  return evalEntry(frame, symExprOf(a->step->arena, offset),
                   index ? index->extent : -1, &a->mask.offset, &status,
                   a->step->error) &&
         status == SYM_OK;
}

static bool agree(const Heads *a, const Heads *b) {
  return !b->data || (a->batch == b->batch && a->heads == b->heads);
}

static bool readAttention(Attention *a) {
  RelaxAttentionArgs args = relaxAttentionArgsOf(a->step->op);
  if (!readHeads(a, args.query, args.q_heads, &a->query) ||
      !readHeads(a, args.key, args.kv_heads, &a->key) ||
      !readHeads(a, args.value, args.kv_heads, &a->value) ||
      !readHeads(a, args.past_key, args.kv_heads, &a->pastKey) ||
      !readHeads(a, args.past_value, args.kv_heads, &a->pastValue))
    return false;
  const Heads *q = &a->query, *k = &a->key, *v = &a->value;
  bool fits = q->batch == k->batch && q->size == k->size && agree(k, v) &&
              k->length == v->length && agree(k, &a->pastKey) &&
              agree(k, &a->pastValue) &&
              a->pastKey.length == a->pastValue.length &&
              (!a->pastKey.data || a->pastKey.size == k->size) &&
              (!a->pastValue.data || a->pastValue.size == v->size) &&
              (k->heads == 0 ? q->heads == 0 : q->heads % k->heads == 0);
  if (!fits)
    return relaxFail(a->step->error,
                     "extents of query, key, value and past do not fit");
  a->keys = a->pastKey.length + k->length;
  a->scale = args.scale.ptr ? mlirFloatAttrGetValueDouble(args.scale)
                            : 1 / sqrt((double)(q->size ? q->size : 1));
  a->softcap = args.softcap.ptr ? mlirFloatAttrGetValueDouble(args.softcap) : 0;
  a->shown = args.scores.ptr ? mlirIntegerAttrGetValueInt(args.scores) : 0;
  a->mask = (EvalMask){.causal = args.causal,
                       .offset = a->pastKey.length,
                       .dims = {q->batch, q->heads, q->length, a->keys},
                       .mask = evalOperandOf(a->step, args.mask),
                       .lengths = evalOperandOf(a->step, args.lengths)};
  if (args.offset.ptr && !readOffset(a, args.offset))
    return false;
  return evalMaskRead(a->step, &a->mask, args.left, args.right);
}

/// What query `i` gives to each key, in `row`; `shown` gets the scores that are
/// a result.
static void weigh(const Attention *a, int64_t b, int64_t h, int64_t i,
                  double *row, double *shown) {
  int64_t kvHead = h * a->key.heads / a->query.heads;
  double largest = -INFINITY, sum = 0;
  for (int64_t j = 0; j < a->keys; ++j) {
    double dot = 0;
    for (int64_t e = 0; e < a->query.size; ++e)
      dot += element(&a->query, b, h, i, e) *
             cached(&a->pastKey, &a->key, b, kvHead, j, e);
    double score = a->scale * dot;
    if (a->shown == 0)
      shown[j] = score;
    if (a->softcap > 0)
      score = a->softcap * tanh(score / a->softcap);
    if (a->shown == 1)
      shown[j] = score;
    row[j] = evalMaskScore(&a->mask, (int64_t[]){b, h, i, j}, score);
    if (a->shown == 2)
      shown[j] = row[j];
    if (isnan(row[j]) || row[j] > largest)
      largest = row[j];
  }
  // A query without keys gives nothing.
  for (int64_t j = 0; j < a->keys; ++j) {
    row[j] = largest == -INFINITY ? 0 : exp(row[j] - largest);
    sum += row[j];
  }
  for (int64_t j = 0; j < a->keys; ++j) {
    row[j] = sum == 0 ? 0 : row[j] / sum;
    if (a->shown == 3)
      shown[j] = row[j];
  }
}

static bool storeCache(Attention *a, intptr_t index, const Heads *past,
                       const Heads *now) {
  int64_t dims[] = {now->batch, now->heads, a->keys, now->size};
  RelaxDType dtype = a->step->operands[index]->dtype; // key, value
  if (index >= a->step->numResults)
    return true;
  if (!evalCreateResult(a->step, index, dtype, 4, dims))
    return false;
  RelaxTensor *result = &a->step->results[index];
  for (int64_t i = 0, count = relaxTensorCount(result); i < count; ++i) {
    int64_t row = i / now->size, j = row % a->keys, plane = row / a->keys;
    relaxStoreFloat(dtype, result->data, i,
                    cached(past, now, plane / now->heads, plane % now->heads, j,
                           i % now->size));
  }
  return true;
}

/// The results 0 and 3.
static bool attend(Attention *a) {
  const Heads *q = &a->query;
  int64_t size = a->value.size, rank = q->packed ? 3 : 4;
  int64_t dims[] = {q->batch, q->heads, q->length, size};
  int64_t flat[] = {q->batch, q->length, q->heads * size};
  RelaxDType dtype = a->step->operands[0]->dtype;
  RelaxTensor scores = {0};
  if (!evalCreateResult(a->step, 0, dtype, (int32_t)rank,
                        q->packed ? flat : dims) ||
      !relaxTensorCreate(dtype, 4, a->mask.dims, &scores, a->step->error))
    return false;
  RelaxTensor *y = &a->step->results[0];
  bool any = relaxTensorCount(y) > 0 || relaxTensorCount(&scores) > 0;
  double *row = ARENA_ARRAY(a->step->arena, double, a->keys);
  double *shown = ARENA_ARRAY(a->step->arena, double, a->keys);
  for (int64_t r = 0; any && r < q->batch * q->heads * q->length; ++r) {
    int64_t i = r % q->length, h = r / q->length % q->heads;
    int64_t b = r / q->length / q->heads;
    weigh(a, b, h, i, row, shown);
    for (int64_t j = 0; j < a->keys; ++j)
      relaxStoreFloat(dtype, scores.data, r * a->keys + j, shown[j]);
    int64_t place = q->packed ? (b * q->length + i) * q->heads + h : r;
    int64_t kvHead = h * a->key.heads / q->heads;
    for (int64_t e = 0; e < size; ++e) {
      double sum = 0;
      for (int64_t j = 0; j < a->keys; ++j)
        sum += row[j] * cached(&a->pastValue, &a->value, b, kvHead, j, e);
      relaxStoreFloat(dtype, y->data, place * size + e, sum);
    }
  }
  if (a->step->numResults > 3)
    a->step->results[3] = scores;
  else
    relaxTensorRelease(&scores);
  return true;
}

static bool attention(EvalStep *step) {
  Attention a = {.step = step};
  return readAttention(&a) && attend(&a) &&
         storeCache(&a, 1, &a.pastKey, &a.key) &&
         storeCache(&a, 2, &a.pastValue, &a.value);
}

static bool attentionMask(EvalStep *step) {
  const RelaxTensor *x = step->operands[0];
  EvalMask mask = {
      .causal = relaxAttentionMaskGetCausal(step->op),
      .mask = evalOperandOf(step, relaxAttentionMaskGetMask(step->op)),
      .lengths = evalOperandOf(step, relaxAttentionMaskGetLengths(step->op))};
  if (!evalExtent(step, relaxAttentionMaskGetOffset(step->op), &mask.offset))
    return false;
  if (!relaxDTypeIsFloat(x->dtype) || x->rank != 4)
    return relaxFail(step->error, "input: expected rank 4 and float elements");
  memcpy(mask.dims, x->dims, sizeof(mask.dims));
  if (!evalMaskRead(step, &mask, relaxAttentionMaskGetLeft(step->op),
                    relaxAttentionMaskGetRight(step->op)) ||
      !evalCreate(step, x->dtype, 4, x->dims))
    return false;
  for (int64_t n = 0, e = relaxTensorCount(x); n < e; ++n) {
    int64_t at[4];
    evalIndexOf(n, 4, x->dims, at);
    relaxStoreFloat(
        x->dtype, step->results[0].data, n,
        evalMaskScore(&mask, at, relaxLoadFloat(x->dtype, x->data, n)));
  }
  return true;
}

const EvalEntry evalAttention[] = {
    {"relax.attention", attention, NULL},
    {"relax.attention_mask", attentionMask, NULL},
    {"relax.rotary_embedding", evalRotaryEmbedding, NULL},
    {"relax.linear_attention", evalLinearAttention, NULL},
    {NULL, NULL, NULL}};
