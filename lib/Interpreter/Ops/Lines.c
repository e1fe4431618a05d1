//===- Lines.c - elements that are combined along axes --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/Ops/Lines.h"

#include <inttypes.h>
#include <math.h>

void evalLinesCount(EvalLines *lines) {
  uint64_t total = 1, count = 1, size = 1;
  for (int32_t i = 0; i < lines->rank; ++i) {
    uint64_t extent = (uint64_t)lines->dims[i];
    total *= extent;
    if (lines->along[i])
      size *= extent;
    else
      count *= extent;
  }
  // Beside an extent of 0 the other products may wrap, and count nothing.
  bool empty = false;
  for (int32_t i = 0; i < lines->rank; ++i)
    empty |= lines->dims[i] == 0;
  lines->total = empty ? 0 : (int64_t)total;
  lines->count = empty ? 0 : (int64_t)count;
  lines->size = empty ? 0 : (int64_t)size;
}

EvalLines evalLinesFrom(const RelaxTensor *tensor, int64_t from) {
  EvalLines lines = {.rank = tensor->rank};
  for (int32_t i = 0; i < tensor->rank; ++i) {
    lines.dims[i] = tensor->dims[i];
    lines.along[i] = i >= from;
  }
  evalLinesCount(&lines);
  return lines;
}

const int64_t *evalLinesGroups(Arena *arena, const EvalLines *lines) {
  int64_t *groups = ARENA_ARRAY(arena, int64_t, lines->total);
  RelaxTensor kept = {.rank = lines->rank};
  for (int32_t i = 0; i < lines->rank; ++i)
    kept.dims[i] = lines->along[i] ? 1 : lines->dims[i];
  const RelaxTensor *operands[] = {&kept};
  EvalWalk walk = evalWalkBroadcast(lines->rank, lines->dims, operands, 1);
  for (int64_t i = 0; i < lines->total; ++i) {
    groups[i] = walk.offset[0];
    evalWalkNext(&walk);
  }
  return groups;
}

bool evalAxisLines(EvalStep *step, int64_t axis, EvalAxis *lines) {
  const RelaxTensor *input = step->operands[0];
  int64_t strides[RELAX_MAX_RANK];
  if (!evalCheckAxis(step, axis, input->rank))
    return false;
  evalStrides(input->rank, input->dims, strides);
  uint64_t number = 1; // beside an extent of 0 it may wrap
  for (int32_t i = 0; i < input->rank; ++i)
    number *= i == axis ? 1 : (uint64_t)input->dims[i];
  *lines = (EvalAxis){(int64_t)number, input->dims[axis], strides[axis]};
  return true;
}

int64_t evalAxisFirst(const EvalAxis *lines, int64_t line) {
  return line / lines->stride * lines->stride * lines->count +
         line % lines->stride;
}

EvalMoments evalLinesMoments(Arena *arena, const EvalLines *lines,
                             const double *values) {
  EvalMoments moments = {evalLinesGroups(arena, lines),
                         ARENA_ARRAY(arena, double, lines->count),
                         ARENA_ARRAY(arena, double, lines->count)};
  for (int64_t i = 0; i < lines->total; ++i)
    moments.mean[moments.groups[i]] += values[i];
  for (int64_t i = 0; i < lines->count; ++i)
    moments.mean[i] /= (double)lines->size;
  for (int64_t i = 0; i < lines->total; ++i) {
    double centred = values[i] - moments.mean[moments.groups[i]];
    moments.variance[moments.groups[i]] += centred * centred;
  }
  for (int64_t i = 0; i < lines->count; ++i)
    moments.variance[i] /= (double)lines->size;
  return moments;
}

double *evalLargest(Arena *arena, const EvalLines *lines, const int64_t *groups,
                    const double *values) {
  double *most = ARENA_ARRAY(arena, double, lines->count);
  for (int64_t i = 0; i < lines->count; ++i)
    most[i] = -INFINITY;
  for (int64_t i = 0; i < lines->total; ++i) {
    double *state = &most[groups[i]];
    if (isnan(values[i]) || values[i] > *state)
      *state = values[i];
  }
  return most;
}

void evalLogSoftmax(Arena *arena, const EvalLines *lines, double *values) {
  const int64_t *groups = evalLinesGroups(arena, lines);
  const double *most = evalLargest(arena, lines, groups, values);
  double *sum = ARENA_ARRAY(arena, double, lines->count);
  for (int64_t i = 0; i < lines->total; ++i)
    sum[groups[i]] += exp(values[i] - most[groups[i]]);
  for (int64_t i = 0; i < lines->total; ++i)
    values[i] -= most[groups[i]] + log(sum[groups[i]]);
}

double *evalDoubles(Arena *arena, const RelaxTensor *tensor) {
  int64_t count = relaxTensorCount(tensor);
  double *values = ARENA_ARRAY(arena, double, count);
  for (int64_t i = 0; i < count; ++i)
    values[i] = relaxLoadFloat(tensor->dtype, tensor->data, i);
  return values;
}

bool evalRefuseShape(EvalStep *step, const char *name, int32_t rank,
                     const int64_t *expected, const RelaxTensor *got) {
  StrBuf text = {0};
  for (int32_t i = 0; i < rank; ++i)
    strBufAppendFormat(&text, "%s%" PRId64, i ? ", " : "[", expected[i]);
  strBufAppendC(&text, "], got [");
  for (int32_t i = 0; i < got->rank; ++i)
    strBufAppendFormat(&text, "%s%" PRId64, i ? ", " : "", got->dims[i]);
  relaxFail(step->error, "%s: expected %s]", name, strBufText(&text));
  strBufFree(&text);
  return false;
}

bool evalShapedOperand(EvalStep *step, const char *name, MlirValue value,
                       int32_t rank, const int64_t *expected,
                       const double **out) {
  const RelaxTensor *tensor = evalOperandOf(step, value);
  bool fits = !tensor || tensor->rank == rank;
  for (int32_t i = 0; fits && tensor && i < rank; ++i)
    fits = tensor->dims[i] == expected[i];
  if (!fits)
    return evalRefuseShape(step, name, rank, expected, tensor);
  *out = tensor ? evalDoubles(step->arena, tensor) : NULL;
  return true;
}

bool evalStoreDoubles(EvalStep *step, intptr_t index, RelaxDType dtype,
                      int32_t rank, const int64_t *dims, const double *values) {
  if (!evalCreateResult(step, index, dtype, rank, dims))
    return false;
  const RelaxTensor *result = &step->results[index];
  for (int64_t i = 0, e = relaxTensorCount(result); i < e; ++i)
    relaxStoreFloat(dtype, result->data, i, values[i]);
  return true;
}

static MlirAttribute attributeOf(const EvalStep *step, const char *name) {
  return mlirOperationGetInherentAttributeByName(
      step->op, mlirStringRefCreateFromCString(name));
}

double evalFloatAttribute(const EvalStep *step, const char *name) {
  return mlirFloatAttrGetValueDouble(attributeOf(step, name));
}

int64_t evalIntAttribute(const EvalStep *step, const char *name) {
  return mlirIntegerAttrGetValueInt(attributeOf(step, name));
}
