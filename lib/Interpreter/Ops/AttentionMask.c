//===- AttentionMask.c - which keys a query may see -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/Ops/AttentionMask.h"

#include <math.h>

bool evalMaskRead(EvalStep *step, EvalMask *mask, MlirAttribute left,
                  MlirAttribute right) {
  mask->left = left.ptr ? mlirIntegerAttrGetValueInt(left) : -1;
  mask->right = right.ptr ? mlirIntegerAttrGetValueInt(right) : -1;
  const RelaxTensor *lengths = mask->lengths, *own = mask->mask;
  if (lengths && (lengths->rank != 1 || lengths->dims[0] != mask->dims[0] ||
                  relaxDTypeIsFloat(lengths->dtype)))
    return relaxFail(step->error, "lengths: expected an integer per sample");
  bool fits = !own || (own->rank >= 1 && own->rank <= 4);
  for (int32_t i = 0; own && fits && i + 1 < own->rank; ++i)
    fits = own->dims[i] == 1 || own->dims[i] == mask->dims[4 - own->rank + i];
  if (own && fits)
    fits = own->dims[own->rank - 1] <= mask->dims[3] &&
           (relaxDTypeIsFloat(own->dtype) || own->dtype == RELAX_BOOL);
  return fits ||
         relaxFail(step->error, "mask: expected a shape that broadcasts to the "
                                "scores");
}

/// The mask's element for a score, or -1 behind its end.
static int64_t placeOf(const EvalMask *mask, const int64_t *at) {
  const RelaxTensor *own = mask->mask;
  int64_t place = 0;
  for (int32_t i = 0; i < own->rank; ++i) {
    int64_t index = at[4 - own->rank + i];
    if (i + 1 == own->rank && index >= own->dims[i])
      return -1;
    if (i + 1 < own->rank && own->dims[i] == 1)
      index = 0;
    place = place * own->dims[i] + index;
  }
  return place;
}

static bool isForbidden(const EvalMask *mask, const int64_t *at) {
  int64_t offset = mask->offset, j = at[3];
  if (mask->lengths) {
    int64_t length =
        relaxLoadInt(mask->lengths->dtype, mask->lengths->data, at[0]);
    offset = length - mask->dims[2];
    if (j >= length)
      return true;
  }
  int64_t i = at[2] + offset;
  return (mask->causal && j > i) || (mask->left >= 0 && j < i - mask->left) ||
         (mask->right >= 0 && j > i + mask->right);
}

double evalMaskScore(const EvalMask *mask, const int64_t *at, double score) {
  const RelaxTensor *own = mask->mask;
  if (isForbidden(mask, at))
    return -INFINITY;
  if (!own)
    return score;
  int64_t place = placeOf(mask, at);
  if (place < 0)
    return -INFINITY;
  if (own->dtype == RELAX_BOOL)
    return relaxLoadInt(own->dtype, own->data, place) ? score : -INFINITY;
  double bias = relaxLoadFloat(own->dtype, own->data, place);
  return bias == -INFINITY ? bias : score + bias;
}
