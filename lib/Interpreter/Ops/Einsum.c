//===- Einsum.c - sums of products by an equation -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The definition: an element of the result is a sum over all values of the
// letters that it does not have.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Einsum.gen.h"
#include "dialects/Relax/EinsumEquation.h"
#include "lib/Interpreter/Evaluate.h"

#include <inttypes.h>

typedef struct Einsum {
  EvalStep *step;
  EinsumTerm *terms, result;
  int64_t extents[EINSUM_LABELS]; // -1: no operand has it
  int summed[EINSUM_LABELS];
  int numSummed;
  int64_t index[EINSUM_LABELS]; // the values of the labels
  int64_t *strides;             // [operand][label], in elements
} Einsum;

static bool readEquation(Einsum *e, Arena *arena) {
  EvalStep *step = e->step;
  StrBuf message = {0};
  intptr_t *ranks = ARENA_ARRAY(arena, intptr_t, step->numOperands);
  for (intptr_t i = 0; i < step->numOperands; ++i)
    ranks[i] = step->operands[i]->rank;
  StrRef equation = relaxEinsumGetEquation(step->op);
  bool good = einsumParse(equation, ranks, (size_t)step->numOperands, e->terms,
                          &e->result, &message) ||
              relaxFail(step->error, "equation: %s", strBufText(&message));
  strBufFree(&message);
  if (good && e->result.count > RELAX_MAX_RANK)
    good = relaxFail(step->error, "expected a rank of at most %d, got %ld",
                     RELAX_MAX_RANK, (long)e->result.count);
  return good;
}

/// The extents of all labels, and how far each moves in operand `i`.
static bool readExtents(Einsum *e, intptr_t i) {
  const RelaxTensor *x = e->step->operands[i];
  const EinsumTerm *term = &e->terms[i];
  int64_t strides[RELAX_MAX_RANK];
  evalStrides(x->rank, x->dims, strides);
  for (intptr_t d = 0; d < term->count; ++d) {
    int label = term->labels[d];
    int64_t own = x->dims[d], *known = &e->extents[label];
    bool again = x->dims[einsumFind(term, label)] != own;
    if (again || (own != *known && own != 1 && *known > -1 && *known != 1))
      return relaxFail(e->step->error,
                       "a letter has the extents %" PRId64 " and %" PRId64,
                       *known, own);
    if (*known < 0 || *known == 1)
      *known = own;
    if (own != 1)
      e->strides[i * EINSUM_LABELS + label] += strides[d];
  }
  return true;
}

static void findSummed(Einsum *e) {
  for (int label = 0; label < EINSUM_LABELS; ++label)
    if (e->extents[label] >= 0 && einsumFind(&e->result, label) < 0)
      e->summed[e->numSummed++] = label;
}

/// The next values of the summed labels; false after the last ones.
static bool next(Einsum *e) {
  for (int k = e->numSummed; k-- > 0;) {
    int label = e->summed[k];
    if (++e->index[label] < e->extents[label])
      return true;
    e->index[label] = 0;
  }
  return false;
}

static int64_t offsetOf(const Einsum *e, intptr_t i) {
  int64_t offset = 0;
  const EinsumTerm *term = &e->terms[i];
  for (intptr_t d = 0; d < term->count; ++d)
    if (einsumFind(term, term->labels[d]) == d)
      offset += e->index[term->labels[d]] *
                e->strides[i * EINSUM_LABELS + term->labels[d]];
  return offset;
}

/// Element `at` of the result.
static void sum(Einsum *e, int64_t at) {
  const EvalStep *step = e->step;
  RelaxTensor *y = &step->results[0];
  bool floats = relaxDTypeIsFloat(y->dtype), any = true;
  double total = 0;
  uint64_t whole = 0;
  for (int k = 0; k < e->numSummed; ++k) {
    e->index[e->summed[k]] = 0;
    any &= e->extents[e->summed[k]] > 0;
  }
  for (; any; any = next(e)) {
    double product = 1;
    uint64_t times = 1;
    for (intptr_t i = 0; i < step->numOperands; ++i) {
      const RelaxTensor *x = step->operands[i];
      if (floats)
        product *= relaxLoadFloat(x->dtype, x->data, offsetOf(e, i));
      else
        times *= (uint64_t)relaxLoadInt(x->dtype, x->data, offsetOf(e, i));
    }
    total += product;
    whole += times;
  }
  if (floats)
    relaxStoreFloat(y->dtype, y->data, at, total);
  else
    relaxStoreInt(y->dtype, y->data, at, (int64_t)whole);
}

static bool evaluate(Einsum *e) {
  EvalStep *step = e->step;
  int64_t dims[RELAX_MAX_RANK];
  if (step->operands[0]->dtype == RELAX_BOOL)
    return evalRefuseElements(step, RELAX_BOOL);
  for (int label = 0; label < EINSUM_LABELS; ++label)
    e->extents[label] = -1;
  for (intptr_t i = 0; i < step->numOperands; ++i)
    if (!readExtents(e, i))
      return false;
  findSummed(e);
  for (intptr_t d = 0; d < e->result.count; ++d)
    dims[d] = e->extents[e->result.labels[d]];
  if (!evalCreate(step, step->operands[0]->dtype, (int32_t)e->result.count,
                  dims))
    return false;
  for (int64_t at = 0, end = relaxTensorCount(&step->results[0]); at < end;
       ++at) {
    int64_t rest = at;
    for (intptr_t d = e->result.count; d-- > 0; rest /= dims[d])
      e->index[e->result.labels[d]] = rest % dims[d];
    sum(e, at);
  }
  return true;
}

static bool einsum(EvalStep *step) {
  Einsum e = {.step = step,
              .terms = ARENA_ARRAY(step->arena, EinsumTerm, step->numOperands),
              .strides = ARENA_ARRAY(step->arena, int64_t,
                                     step->numOperands *EINSUM_LABELS)};
  return readEquation(&e, step->arena) && evaluate(&e);
}

const EvalEntry evalEinsum[] = {{"relax.einsum", einsum, NULL},
                                {NULL, NULL, NULL}};
