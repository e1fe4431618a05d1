//===- Window.c - places of sliding windows -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/Ops/Window.h"
#include "dialects/Relax/Window.h"

#include <inttypes.h>

/// The pads that `same` stands for, if it is not null.
static bool samePads(EvalStep *step, MlirAttribute same, EvalWindow *window) {
  for (int32_t i = 0; same.ptr && i < window->spatial; ++i) {
    if (window->sizes[i] < 1)
      return relaxFail(step->error, "window: expected at least one element");
    int64_t extent = step->operands[0]->dims[2 + i], reach, missing;
    int64_t stride = window->strides[i];
    int64_t last = extent > 0 ? (extent - 1) / stride * stride : -stride;
    if (__builtin_mul_overflow(window->dilations[i], window->sizes[i] - 1,
                               &reach) ||
        __builtin_add_overflow(reach, last + 1 - extent, &missing))
      return relaxFail(step->error, "the extent of a window exceeds 64 bits");
    missing = missing > 0 ? missing : 0;
    bool upper = strRefEqual(strRefFromMlir(mlirStringAttrGetValue(same)),
                             strRefFromC("upper"));
    window->pads[i] = (missing + !upper) / 2;
    window->pads[window->spatial + i] = missing - window->pads[i];
  }
  return true;
}

static void copy(RelaxIntegers from, int64_t *to) {
  for (intptr_t i = 0; i < from.count; ++i)
    to[i] = from.values[i];
}

bool evalWindowRead(EvalStep *step, int32_t spatial, const RelaxTensor *weight,
                    EvalWindow *window) {
  RelaxWindow own = relaxWindowOf(step->op);
  if (step->operands[0]->rank < 2)
    return relaxFail(step->error, "expected rank at least 2, got %" PRId32,
                     step->operands[0]->rank);
  if (own.strides.count != spatial) // the verifier has compared the others
    return relaxFail(step->error,
                     "the rank asks for %ld integers in an attribute, got %ld",
                     (long)spatial, (long)own.strides.count);
  *window = (EvalWindow){
      .spatial = spatial, .groups = own.groups, .ceilMode = own.ceil_mode};
  copy(own.strides, window->strides);
  copy(own.pads, window->pads);
  copy(own.dilations, window->dilations);
  copy(own.extra, window->extra);
  copy(own.extents, window->sizes);
  for (int32_t i = 0; weight && i < spatial; ++i)
    window->sizes[i] = weight->dims[2 + i];
  return samePads(step, own.same, window);
}

/// Windows along one dimension: those that begin at a multiple of the stride
/// and end inside the padded input; with ceil_mode also one that ends behind
/// it, if it begins in the input or its low pad.
static bool countWindows(EvalStep *step, const EvalWindow *window, int32_t i,
                         int64_t extent, int64_t *count) {
  int64_t reach, padded, begin, stride = window->strides[i];
  if (__builtin_mul_overflow(window->dilations[i], window->sizes[i] - 1,
                             &reach) ||
      __builtin_add_overflow(reach, 1, &reach) ||
      __builtin_add_overflow(extent, window->pads[i], &begin) ||
      __builtin_add_overflow(begin, window->pads[window->spatial + i], &padded))
    return relaxFail(step->error, "the extent of a window exceeds 64 bits");
  int64_t room = padded - reach; // the last place of a first element
  *count = room < 0 ? 0 : room / stride + 1;
  if (!window->ceilMode)
    return true;
  // One more window, where a stride is left over.
  int64_t rounded = room < 0 ? (room > -stride ? 1 : 0)
                             : room / stride + (room % stride != 0) + 1;
  int64_t starts = begin / stride + (begin % stride != 0);
  *count = rounded < starts ? rounded : starts;
  return true;
}

bool evalWindowResult(EvalStep *step, const EvalWindow *window,
                      int64_t channels, int64_t *dims) {
  const RelaxTensor *input = step->operands[0];
  dims[0] = input->dims[0];
  dims[1] = channels;
  for (int32_t i = 0; i < window->spatial; ++i)
    if (!countWindows(step, window, i, input->dims[2 + i], &dims[2 + i]))
      return false;
  return true;
}

bool evalPoolRead(EvalStep *step, EvalWindow *window, int64_t *dims) {
  const RelaxTensor *input = step->operands[0];
  int64_t size;
  if (!evalWindowRead(step, input->rank - 2, NULL, window))
    return false;
  return relaxNumElements(window->spatial, window->sizes, &size)
             ? evalWindowResult(step, window, input->dims[1], dims)
             : relaxFail(step->error,
                         "the elements of a window exceed 64 bits");
}

bool evalWindowNext(const EvalWindow *window, const int64_t *extents,
                    const int64_t *output, int64_t *next, int64_t *offset) {
  int64_t count = evalProduct(window->spatial, window->sizes);
  while (*next < count) {
    int64_t inner[RELAX_MAX_RANK];
    evalIndexOf((*next)++, window->spatial, window->sizes, inner);
    if (evalWindowLocate(window, extents, output, inner, offset))
      return true;
  }
  return false;
}

void evalIndexOf(int64_t number, int32_t rank, const int64_t *dims,
                 int64_t *index) {
  for (int32_t i = rank; i-- > 0;) {
    index[i] = number % dims[i];
    number /= dims[i];
  }
}

bool evalWindowLocate(const EvalWindow *window, const int64_t *extents,
                      const int64_t *output, const int64_t *inner,
                      int64_t *offset) {
  *offset = 0;
  for (int32_t i = 0; i < window->spatial; ++i) {
    int64_t at = output[i] * window->strides[i] - window->pads[i] +
                 inner[i] * window->dilations[i];
    if (at < 0 || at >= extents[i])
      return false;
    *offset = *offset * extents[i] + at;
  }
  return true;
}

int64_t evalProduct(int32_t rank, const int64_t *dims) {
  uint64_t count = 1;
  for (int32_t i = 0; i < rank; ++i)
    count *= (uint64_t)dims[i];
  return (int64_t)count;
}
