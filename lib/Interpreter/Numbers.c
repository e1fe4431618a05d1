//===- Numbers.c - elements, extents and walks over them ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/Evaluate.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

bool evalCreate(EvalStep *step, RelaxDType dtype, int32_t rank,
                const int64_t *dims) {
  return relaxTensorCreate(dtype, rank, dims, &step->results[0], step->error);
}

bool evalCreateResult(EvalStep *step, intptr_t index, RelaxDType dtype,
                      int32_t rank, const int64_t *dims) {
  return relaxTensorCreate(dtype, rank, dims, &step->results[index],
                           step->error);
}

bool evalExtent(EvalStep *step, MlirAttribute expr, int64_t *out) {
  return evalExpr(step->frame, symExprOf(step->arena, expr), out, step->error);
}

bool evalExtents(EvalStep *step, MlirAttribute list, intptr_t count,
                 int64_t *out) {
  for (intptr_t i = 0; i < count; ++i)
    if (!evalExtent(step, mlirArrayAttrGetElement(list, i), &out[i]))
      return false;
  return true;
}

const RelaxTensor *evalOperandOf(EvalStep *step, MlirValue value) {
  for (intptr_t i = 0; value.ptr && i < step->numOperands; ++i)
    if (mlirValueEqual(mlirOperationGetOperand(step->op, i), value))
      return step->operands[i];
  return NULL;
}

bool evalIntegerOperand(EvalStep *step, intptr_t index, intptr_t count,
                        int64_t *values) {
  const RelaxTensor *operand = step->operands[index];
  if (operand->rank != 1 || operand->dims[0] != count ||
      count > EVAL_MAX_INTEGERS)
    return relaxFail(step->error, "operand %ld: expected %ld elements",
                     (long)index, (long)count);
  for (intptr_t i = 0; i < count; ++i)
    values[i] = relaxLoadInt(RELAX_I64, operand->data, i);
  return true;
}

bool evalAxisOperand(EvalStep *step, intptr_t index, int32_t rank,
                     int64_t *axis) {
  const RelaxTensor *operand = step->operands[index];
  if (relaxTensorCount(operand) != 1)
    return relaxFail(step->error, "axis: expected one integer");
  int64_t given = relaxLoadInt(RELAX_I64, operand->data, 0);
  *axis = given < 0 ? given + rank : given;
  return (*axis >= 0 && *axis < rank) ||
         relaxFail(step->error,
                   "axis %" PRId64 " is out of range for rank %" PRId32, given,
                   rank);
}

bool evalAlongOperand(EvalStep *step, intptr_t index, intptr_t *count,
                      int64_t *axes) {
  int32_t rank = step->operands[0]->rank;
  bool seen[RELAX_MAX_RANK] = {false};
  *count = (intptr_t)relaxTensorCount(step->operands[index]);
  if (*count > rank)
    return relaxFail(step->error,
                     "along: expected at most %" PRId32 " axes, got %ld", rank,
                     (long)*count);
  if (!evalIntegerOperand(step, index, *count, axes))
    return false;
  for (intptr_t i = 0; i < *count; ++i) {
    axes[i] += axes[i] < 0 ? rank : 0;
    if (axes[i] < 0 || axes[i] >= rank || seen[axes[i]])
      return relaxFail(step->error,
                       "along: expected different axes of rank %" PRId32, rank);
    seen[axes[i]] = true;
  }
  return true;
}

bool evalDeclaredDims(EvalStep *step, int32_t *rank, int64_t *dims) {
  return evalDeclaredDimsOf(step, 0, rank, dims);
}

bool evalDeclaredDimsOf(EvalStep *step, intptr_t index, int32_t *rank,
                        int64_t *dims) {
  RelaxTensorInfo info =
      relaxTensorInfoOf(mlirOperationGetResult(step->op, index));
  assert(info.ranked && "the verifier has asked for a rank");
  if (info.rank > RELAX_MAX_RANK)
    return relaxFail(step->error, "expected a rank of at most %d, got %ld",
                     RELAX_MAX_RANK, (long)info.rank);
  bool good = true;
  *rank = (int32_t)info.rank;
  for (intptr_t i = 0; good && i < info.rank; ++i) {
    dims[i] = -1;
    if (symAttributeIsUnknown(info.dims[i]))
      continue;
    if (step->instance && i == 0) {
      dims[0] = 1;
      continue;
    }
    good = evalExtent(step, info.dims[i], &dims[i]);
    if (good && dims[i] < 0)
      good = relaxFail(step->error,
                       "dimension %ld: expected an extent >= 0, got %" PRId64,
                       (long)i, dims[i]);
  }
  return good;
}

bool evalIntegers(EvalStep *step, MlirAttribute array, intptr_t count,
                  int64_t *values) {
  intptr_t got = mlirDenseArrayGetNumElements(array);
  if (got != count || count > EVAL_MAX_INTEGERS)
    return relaxFail(step->error,
                     "the rank asks for %ld integers in an attribute, got %ld",
                     (long)count, (long)got);
  for (intptr_t i = 0; i < count; ++i)
    values[i] = mlirDenseI64ArrayGetElement(array, i);
  return true;
}

bool evalCheckAxis(EvalStep *step, int64_t axis, int64_t rank) {
  return axis < rank ||
         relaxFail(step->error,
                   "axis %" PRId64 " is out of range for rank %" PRId64, axis,
                   rank);
}

RelaxTensor *evalShareOperands(EvalStep *step) {
  RelaxTensor *values =
      ARENA_ARRAY(step->arena, RelaxTensor, step->numOperands + 1);
  for (intptr_t i = 0; i < step->numOperands; ++i)
    values[i] = relaxTensorShare(step->operands[i]);
  return values;
}

void evalReleaseAll(RelaxTensor *values, intptr_t count) {
  for (intptr_t i = 0; i < count; ++i)
    relaxTensorRelease(&values[i]);
}

bool evalRefuseElements(EvalStep *step, RelaxDType dtype) {
  return relaxFail(step->error, "is not defined for %s elements",
                   relaxDTypeName(dtype));
}

//===----------------------------------------------------------------------===//
// Conversion to the types that are computed in
//===----------------------------------------------------------------------===//

bool evalToFloats(EvalStep *step, const RelaxTensor *tensor, RelaxTensor *out) {
  assert(relaxDTypeIsFloat(tensor->dtype));
  if (!relaxTensorCreate(RELAX_F64, tensor->rank, tensor->dims, out,
                         step->error))
    return false;
  double *values = out->data;
  for (int64_t i = 0, count = relaxTensorCount(tensor); i < count; ++i)
    values[i] = relaxLoadFloat(tensor->dtype, tensor->data, i);
  return true;
}

bool evalToIntegers(EvalStep *step, const RelaxTensor *tensor,
                    RelaxTensor *out) {
  assert(!relaxDTypeIsFloat(tensor->dtype));
  if (!relaxTensorCreate(RELAX_I64, tensor->rank, tensor->dims, out,
                         step->error))
    return false;
  int64_t *values = out->data;
  for (int64_t i = 0, count = relaxTensorCount(tensor); i < count; ++i)
    values[i] = relaxLoadInt(tensor->dtype, tensor->data, i);
  return true;
}

//===----------------------------------------------------------------------===//
// Walks
//===----------------------------------------------------------------------===//

void evalStrides(int32_t rank, const int64_t *dims, int64_t *strides) {
  // A shape with an extent of 0 has no offsets; its product may not fit.
  uint64_t stride = 1;
  for (int32_t i = rank; i-- > 0;) {
    strides[i] = (int64_t)stride;
    stride *= (uint64_t)dims[i];
  }
}

EvalWalk evalWalkBroadcast(int32_t rank, const int64_t *dims,
                           const RelaxTensor *const *operands, int count) {
  EvalWalk walk = {.rank = rank, .numOperands = count};
  assert(count <= EVAL_WALK_OPERANDS);
  for (int32_t i = 0; i < rank; ++i)
    walk.dims[i] = dims[i];
  for (int k = 0; k < count; ++k) {
    const RelaxTensor *operand = operands[k];
    int64_t strides[RELAX_MAX_RANK];
    evalStrides(operand->rank, operand->dims, strides);
    for (int32_t i = 0; i < operand->rank; ++i)
      walk.strides[k][rank - operand->rank + i] =
          operand->dims[i] == 1 ? 0 : strides[i];
  }
  return walk;
}

EvalWalk evalWalkOver(int32_t rank, const int64_t *dims,
                      const int64_t *strides) {
  EvalWalk walk = {.rank = rank, .numOperands = strides != NULL};
  for (int32_t i = 0; i < rank; ++i) {
    walk.dims[i] = dims[i];
    walk.strides[0][i] = strides ? strides[i] : 0;
  }
  return walk;
}

void evalWalkNext(EvalWalk *walk) {
  for (int32_t i = walk->rank; i-- > 0;) {
    for (int k = 0; k < walk->numOperands; ++k)
      walk->offset[k] += walk->strides[k][i];
    if (++walk->index[i] < walk->dims[i])
      return;
    walk->index[i] = 0;
    for (int k = 0; k < walk->numOperands; ++k)
      walk->offset[k] -= walk->strides[k][i] * walk->dims[i];
  }
}

void evalCopyElement(const RelaxTensor *from, int64_t at, const RelaxTensor *to,
                     int64_t place) {
  size_t size = relaxDTypeBytes(from->dtype);
  memcpy((char *)to->data + (size_t)place * size,
         (const char *)from->data + (size_t)at * size, size);
}

void evalCopyPart(const RelaxTensor *part, const RelaxTensor *whole,
                  int64_t first, const int64_t *strides, bool put) {
  EvalWalk walk = evalWalkOver(part->rank, part->dims, strides);
  for (int64_t i = 0, e = relaxTensorCount(part); i < e; ++i) {
    int64_t place = first + walk.offset[0];
    if (put)
      evalCopyElement(part, i, whole, place);
    else
      evalCopyElement(whole, place, part, i);
    evalWalkNext(&walk);
  }
}

bool evalBroadcastDims(EvalStep *step, const RelaxTensor *const *operands,
                       int count, int32_t *rank, int64_t *dims) {
  *rank = 0;
  for (int k = 0; k < count; ++k)
    if (operands[k]->rank > *rank)
      *rank = operands[k]->rank;
  for (int32_t i = 0; i < *rank; ++i)
    dims[i] = 1;
  for (int k = 0; k < count; ++k) {
    int32_t missing = *rank - operands[k]->rank;
    for (int32_t i = 0; i < operands[k]->rank; ++i) {
      int64_t extent = operands[k]->dims[i], *joined = &dims[missing + i];
      if (extent == 1 || extent == *joined)
        continue;
      if (*joined != 1)
        return relaxFail(step->error,
                         "extents do not broadcast in dimension %" PRId32
                         ": %" PRId64 " and %" PRId64,
                         missing + i, *joined, extent);
      *joined = extent;
    }
  }
  return true;
}
