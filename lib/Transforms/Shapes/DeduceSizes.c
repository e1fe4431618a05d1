//===- DeduceSizes.c - extents that a vector says -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Resize.h"
#include "dialects/Relax/Sizes.h"
#include "lib/Transforms/Shapes/CheckedCast.h"
#include "lib/Transforms/Shapes/Deduction.h"

#include <stb/stb_ds.h>

/// The extents that the vector says; false if some are not followed, or may be
/// negative.
static bool readSizes(Deduction *deduction, MlirOperation op,
                      const RelaxSizes *sizes) {
  SymExpr zero = symExprConst(deduction->arena, 0), extent;
  for (intptr_t i = 0; i < sizes->count; ++i) {
    if (!deductionElement(deduction, op, sizes->vector, sizes->first + i,
                          &extent) ||
        (!symExprIsNonNegative(extent) &&
         !factsAtMost(&deduction->facts, zero, extent)))
      return false;
    sizes->dims[sizes->axes[i]] =
        symExprToAttribute(deduction->context, extent);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// resize: extents that scales give
//===----------------------------------------------------------------------===//

/// The extents that literal scales give, where the type does not say them.
static void deduceScaled(Deduction *deduction, MlirOperation op) {
  RelaxTensorInfo input = relaxTensorInfoOf(relaxResizeGetInput(op));
  MlirValue result = mlirOperationGetResult(op, 0);
  RelaxTensorInfo info = relaxTensorInfoOf(result);
  RelaxDims math = relaxDimsMake(mlirOperationGetLocation(op), "relax.resize",
                                 deduction->arena);
  intptr_t count;
  const int64_t *axes =
      relaxIntegers(deduction->arena, relaxResizeGetAxes(op), &count);
  if (!input.ranked || !info.ranked)
    return;
  MlirAttribute *dims = ARENA_ARRAY(deduction->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = info.dims[i];
  for (intptr_t i = 0; i < count; ++i)
    if (symAttributeIsUnknown(dims[axes[i]]))
      dims[axes[i]] = relaxResizeScaled(
          &math, input.dims[axes[i]],
          (float)mlirDenseF64ArrayGetElement(relaxResizeGetFactors(op), i));
  deductionSetType(deduction, result,
                   relaxTensorTypeLike(info, info.rank, dims));
}

/// Literal sizes that are a limit, of literal extents: the extents, and the
/// scale as an attribute.
static MlirLogicalResult deduceAspect(Deduction *deduction, MlirOperation op,
                                      bool *replaced) {
  RelaxTensorInfo input = relaxTensorInfoOf(relaxResizeGetInput(op));
  RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  Arena *arena = deduction->arena;
  intptr_t count;
  const int64_t *axes = relaxIntegers(arena, relaxResizeGetAxes(op), &count);
  int64_t *sizes = ARENA_ARRAY(arena, int64_t, count);
  int64_t *results = ARENA_ARRAY(arena, int64_t, count);
  double *factors = ARENA_ARRAY(arena, double, count);
  MlirAttribute *extents = ARENA_ARRAY(arena, MlirAttribute, count);
  MlirAttribute *dims = ARENA_ARRAY(arena, MlirAttribute, info.rank);
  float scale;
  bool known = input.ranked && info.ranked;
  for (intptr_t i = 0; known && i < info.rank; ++i)
    dims[i] = info.dims[i];
  for (intptr_t i = 0; known && i < count; ++i) {
    SymExpr size;
    extents[i] = input.dims[axes[i]];
    known =
        symAttributeIsUnknown(dims[axes[i]]) &&
        deductionElement(deduction, op, relaxResizeGetSizes(op), i, &size) &&
        symExprIsConst(size, &sizes[i]) && sizes[i] >= 0;
  }
  if (!known || !relaxResizeAspectExtents(relaxResizeGetAspect(op), count,
                                          sizes, extents, results, &scale))
    return mlirLogicalResultSuccess();
  for (intptr_t i = 0; i < count; ++i) {
    dims[axes[i]] = symConstAttribute(deduction->context, results[i]);
    factors[i] = (double)scale;
  }
  RelaxSizes limit = {.segment = 1};
  MlirOperation fresh = relaxSizesDrop(
      op, &limit, relaxTensorTypeLike(info, info.rank, dims), 0, NULL);
  relaxResizeSetAspect(fresh, mlirAttributeGetNull());
  relaxResizeSetFactors(
      fresh, mlirDenseF64ArrayGet(deduction->context, count, factors));
  *replaced = true;
  ++deduction->counters[COUNT_TARGETS_RESOLVED];
  return deductionReplace(deduction, op, fresh);
}

MlirLogicalResult deduceSizes(Deduction *deduction, MlirOperation op,
                              bool *replaced) {
  RelaxSizes sizes;
  if (relaxIsResize(op) && relaxResizeGetAspect(op).ptr)
    return deduceAspect(deduction, op, replaced);
  if (relaxIsResize(op) && !relaxResizeGetSizes(op).ptr &&
      relaxResizeGetFactors(op).ptr)
    deduceScaled(deduction, op);
  if (!relaxSizesOf(op, deduction->arena, &sizes))
    return mlirLogicalResultSuccess();
  // A declared extent is a claim, checked when the program runs.
  for (intptr_t i = 0; i < sizes.count; ++i)
    if (!symAttributeIsUnknown(sizes.dims[sizes.axes[i]]))
      return mlirLogicalResultSuccess();
  if (!readSizes(deduction, op, &sizes))
    return mlirLogicalResultSuccess();
  // Without the vector nobody looks at the type again: other operands first.
  for (intptr_t i = 0; i < sizes.rank; ++i)
    if (symAttributeIsUnknown(sizes.dims[i]))
      return mlirLogicalResultSuccess();
  MlirType type = relaxTensorTypeLike(
      relaxTensorInfoOf(mlirOperationGetResult(op, 0)), sizes.rank, sizes.dims);
  MlirValue *given = NULL;
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  if (checkedCastCarriers(op, mlirOperationGetOperand(op, 0), type, NULL, 0,
                          &given)) {
    *replaced = true;
    ++deduction->counters[COUNT_TARGETS_RESOLVED];
    outcome = deductionReplace(
        deduction, op, relaxSizesDrop(op, &sizes, type, arrlen(given), given));
  }
  arrfree(given);
  return outcome;
}
