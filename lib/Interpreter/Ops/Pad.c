//===- Pad.c - margins ----------------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Pad.gen.h"
#include "lib/Interpreter/Evaluate.h"

#include <inttypes.h>
#include <string.h>

typedef enum Mode { CONSTANT, EDGE, REFLECT, WRAP } Mode;

static Mode modeOf(StrRef attribute) {
  static const char *const names[] = {"constant", "edge", "reflect", "wrap"};
  Mode mode = CONSTANT;
  while (!strRefEqual(strRefFromC(names[mode]), attribute))
    ++mode;
  return mode;
}

static int64_t remainder64(int64_t a, int64_t b) {
  return a % b < 0 ? a % b + b : a % b;
}

/// The element of the input that stands at `i` of the result; -1: the constant.
static int64_t source(Mode mode, int64_t i, int64_t low, int64_t extent,
                      int64_t high) {
  if (mode == CONSTANT)
    return i - low >= 0 && i - low < extent ? i - low : -1;
  int64_t first = low < 0 ? -low : 0;
  int64_t count = extent - first + (high < 0 ? high : 0);
  int64_t place = i - (low > 0 ? low : 0);
  if (mode == EDGE)
    place = place < 0 ? 0 : place >= count ? count - 1 : place;
  else if (mode == WRAP)
    place = remainder64(place, count);
  else if (count == 1)
    place = 0;
  else {
    place = remainder64(place, 2 * (count - 1));
    place = place < count ? place : 2 * (count - 1) - place;
  }
  return first + place;
}

/// One list of sources per dimension, one behind the other.
static bool findSources(EvalStep *step, Mode mode, const int64_t *low,
                        const int64_t *dims, int64_t **sources) {
  const RelaxTensor *input = step->operands[0];
  for (int32_t d = 0; d < input->rank; ++d) {
    int64_t high = dims[d] - input->dims[d] - low[d];
    int64_t left =
        input->dims[d] + (low[d] < 0 ? low[d] : 0) + (high < 0 ? high : 0);
    if (mode != CONSTANT && left <= 0 && dims[d] > 0)
      return relaxFail(step->error,
                       "dimension %" PRId32
                       " is empty: it has no element to fill a margin with",
                       d);
    sources[d] = ARENA_ARRAY(step->arena, int64_t, dims[d]);
    for (int64_t i = 0; i < dims[d]; ++i)
      sources[d][i] = source(mode, i, low[d], input->dims[d], high);
  }
  return true;
}

static void fill(EvalStep *step, int64_t *const *sources,
                 const RelaxTensor *value) {
  const RelaxTensor *input = step->operands[0];
  RelaxTensor *result = &step->results[0];
  size_t size = relaxDTypeBytes(input->dtype);
  int64_t strides[RELAX_MAX_RANK];
  evalStrides(input->rank, input->dims, strides);
  EvalWalk walk = evalWalkOver(result->rank, result->dims, NULL);
  for (int64_t i = 0, e = relaxTensorCount(result); i < e; ++i) {
    int64_t place = 0;
    bool inside = true;
    for (int32_t d = 0; d < result->rank; ++d) {
      int64_t from = sources[d][walk.index[d]];
      inside &= from >= 0;
      place += from * strides[d];
    }
    char *to = (char *)result->data + (size_t)i * size;
    if (inside)
      memcpy(to, (const char *)input->data + (size_t)place * size, size);
    else if (value)
      memcpy(to, value->data, size);
    else
      memset(to, 0, size);
    evalWalkNext(&walk);
  }
}

static bool padTo(EvalStep *step, Mode mode, const int64_t *low,
                  const int64_t *dims, const RelaxTensor *value) {
  const RelaxTensor *input = step->operands[0];
  int64_t *sources[RELAX_MAX_RANK];
  if (value && relaxTensorCount(value) != 1)
    return relaxFail(step->error, "value: expected one element");
  if (!evalCreate(step, input->dtype, input->rank, dims))
    return false;
  if (!findSources(step, mode, low, dims, sources))
    return false;
  fill(step, sources, value);
  return true;
}

static bool pad(EvalStep *step) {
  int64_t low[RELAX_MAX_RANK], dims[RELAX_MAX_RANK];
  int32_t rank;
  MlirAttribute widths = relaxPadGetLow(step->op);
  bool valued = relaxPadGetValue(step->op).ptr != NULL;
  return evalDeclaredDims(step, &rank, dims) &&
         evalExtents(step, widths, rank, low) &&
         padTo(step, modeOf(relaxPadGetMode(step->op)), low, dims,
               valued ? step->operands[1] : NULL);
}

static bool dynamicPad(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  MlirAttribute list = relaxDynamicPadGetAxes(step->op);
  intptr_t count = mlirDenseArrayGetNumElements(list);
  int64_t axes[EVAL_MAX_INTEGERS], widths[EVAL_MAX_INTEGERS];
  int64_t low[RELAX_MAX_RANK] = {0}, dims[RELAX_MAX_RANK];
  bool along = relaxDynamicPadGetAlong(step->op).ptr != NULL;
  if (!(along ? evalAlongOperand(step, 2, &count, axes)
              : evalIntegers(step, list, count, axes)) ||
      !evalIntegerOperand(step, 1, 2 * count, widths))
    return false;
  memcpy(dims, input->dims, sizeof(dims));
  for (intptr_t i = 0; i < count; ++i) {
    int64_t axis = axes[i];
    if (!evalCheckAxis(step, axis, input->rank))
      return false;
    low[axis] = widths[i];
    if (__builtin_add_overflow(dims[axis], widths[i], &dims[axis]) ||
        __builtin_add_overflow(dims[axis], widths[count + i], &dims[axis]))
      return relaxFail(step->error, "the extents of the result exceed 64 bits");
    dims[axis] = dims[axis] < 0 ? 0 : dims[axis];
  }
  return padTo(step, modeOf(relaxDynamicPadGetMode(step->op)), low, dims,
               relaxDynamicPadGetValue(step->op).ptr
                   ? step->operands[along ? 3 : 2]
                   : NULL);
}

const EvalEntry evalPad[] = {{"relax.pad", pad, NULL},
                             {"relax.dynamic_pad", dynamicPad, NULL},
                             {NULL, NULL, NULL}};
