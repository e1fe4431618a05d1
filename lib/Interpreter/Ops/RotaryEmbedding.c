//===- RotaryEmbedding.c - rotary position embeddings ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// From the definition of ONNX RotaryEmbedding, in double.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Attention.gen.h"
#include "lib/Interpreter/Ops/AttentionMask.h"

#include <inttypes.h>

typedef struct Rotary {
  EvalStep *step;
  const RelaxTensor *input, *cosine, *sine, *places; // places may be NULL
  int64_t heads, length, size, half;
  bool packed, interleaved;
} Rotary;

static bool readRotary(Rotary *r) {
  const RelaxTensor *x = r->input;
  int64_t heads = relaxRotaryEmbeddingGetHeads(r->step->op);
  int64_t rotated = relaxRotaryEmbeddingGetRotated(r->step->op);
  r->packed = x->rank == 3;
  if (!relaxDTypeIsFloat(x->dtype) ||
      !(x->rank == 4 || (r->packed && heads > 0 && x->dims[2] % heads == 0)))
    return relaxFail(r->step->error,
                     "input: expected float elements and rank 4, or packed "
                     "heads that 'heads' divides");
  r->heads = r->packed ? heads : x->dims[1];
  r->length = r->packed ? x->dims[1] : x->dims[2];
  r->size = r->packed ? x->dims[2] / heads : x->dims[3];
  if (rotated == 0)
    rotated = r->size;
  if (rotated > r->size || rotated % 2)
    return relaxFail(r->step->error,
                     "rotated: expected an even number of at most %" PRId64
                     ", got %" PRId64,
                     r->size, rotated);
  r->half = rotated / 2;
  const RelaxTensor *tables[] = {r->cosine, r->sine};
  for (int i = 0; i < 2; ++i) {
    const RelaxTensor *t = tables[i];
    bool fits = t->rank == (r->places ? 2 : 3) &&
                t->dims[t->rank - 1] == r->half && relaxDTypeIsFloat(t->dtype);
    if (fits && !r->places)
      fits = t->dims[0] == x->dims[0] && t->dims[1] == r->length;
    if (!fits)
      return relaxFail(r->step->error,
                       "cosine and sine: expected %" PRId64
                       " angles for each position",
                       r->half);
  }
  return !r->places ||
         (r->places->rank == 2 && r->places->dims[0] == x->dims[0] &&
          r->places->dims[1] == r->length) ||
         relaxFail(r->step->error, "places: expected one for each position");
}

/// The row of the tables for a position.
static bool rowOf(const Rotary *r, int64_t batch, int64_t position,
                  int64_t *row) {
  *row = batch * r->length + position;
  if (!r->places)
    return true;
  int64_t place = relaxLoadInt(r->places->dtype, r->places->data, *row);
  int64_t rows = r->cosine->dims[0] < r->sine->dims[0] ? r->cosine->dims[0]
                                                       : r->sine->dims[0];
  *row = place < 0 ? place + rows : place;
  return (*row >= 0 && *row < rows) ||
         relaxFail(r->step->error,
                   "place %" PRId64 " is outside of the %" PRId64 " rows",
                   place, rows);
}

/// One head of one position, which begins at element `first`.
static void turn(const Rotary *r, int64_t first, int64_t row) {
  const RelaxTensor *x = r->input;
  void *out = r->step->results[0].data;
  for (int64_t e = 0; e < r->size; ++e)
    relaxStoreFloat(x->dtype, out, first + e,
                    relaxLoadFloat(x->dtype, x->data, first + e));
  for (int64_t p = 0; p < r->half; ++p) {
    int64_t at = first + (r->interleaved ? 2 * p : p);
    int64_t other = r->interleaved ? at + 1 : at + r->half;
    double a = relaxLoadFloat(x->dtype, x->data, at);
    double b = relaxLoadFloat(x->dtype, x->data, other);
    int64_t angle = row * r->half + p;
    double c = relaxLoadFloat(r->cosine->dtype, r->cosine->data, angle);
    double s = relaxLoadFloat(r->sine->dtype, r->sine->data, angle);
    relaxStoreFloat(x->dtype, out, at, c * a - s * b);
    relaxStoreFloat(x->dtype, out, other, s * a + c * b);
  }
}

bool evalRotaryEmbedding(EvalStep *step) {
  const RelaxTensor *x = step->operands[0];
  bool interleaved = relaxRotaryEmbeddingGetInterleaved(step->op);
  Rotary r = {.step = step,
              .input = x,
              .cosine = step->operands[1],
              .sine = step->operands[2],
              .places = step->numOperands > 3 ? step->operands[3] : NULL,
              .interleaved = interleaved};
  if (!readRotary(&r) || !evalCreate(step, x->dtype, x->rank, x->dims))
    return false;
  int64_t count = relaxTensorCount(x) / (r.size ? r.size : 1);
  for (int64_t n = 0; r.size && n < count; ++n) {
    int64_t position = r.packed ? n / r.heads % r.length : n % r.length, row;
    if (!rowOf(&r, n / r.heads / r.length, position, &row))
      return false;
    turn(&r, n * r.size, row);
  }
  return true;
}
