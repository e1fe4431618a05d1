//===- DeduceSlice.c - slices that keep everything ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Exporters write the end of a slice as some large number. Literally it means
// min(n, 1000000000) elements, an extent that fits nothing else; where n is not
// known to be smaller, it is assumed to be, and the slice goes.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Layout.gen.h"
#include "lib/Transforms/Shapes/Deduction.h"

/// From here on a literal end is read as "to the end": no real extent is
/// larger.
static const int64_t openEnd = 1000000000;

/// What relaxSliceExtent (dialects/Relax/Slice.h) takes for the end at every
/// extent, and for the begin.
static bool isPastEnd(int64_t position) {
  return position == INT32_MAX || position >= (int64_t)1 << 62;
}

static bool isBegin(int64_t position) {
  return position == 0 || position == INT32_MIN ||
         position <= -((int64_t)1 << 62);
}

static bool keepsAxis(Deduction *deduction, MlirOperation op,
                      RelaxTensorInfo input, int64_t axis, int64_t begin,
                      int64_t end, int64_t step) {
  if (step != 1 || !isBegin(begin))
    return false;
  if (isPastEnd(end))
    return true;
  if (!input.ranked || end < 0)
    return false;
  SymFact fits = factAtMost(deductionDim(deduction, input.dims[axis]),
                            symExprConst(deduction->arena, end));
  return end >= openEnd ? deductionAssume(deduction, op, fits)
                        : factsProve(&deduction->facts, fits);
}

/// `array` without the elements that are dropped.
static MlirAttribute narrow(Deduction *deduction, MlirAttribute array,
                            const bool *dropped) {
  intptr_t count, kept = 0;
  const int64_t *values = relaxIntegers(deduction->arena, array, &count);
  int64_t *rest = ARENA_ARRAY(deduction->arena, int64_t, count);
  for (intptr_t i = 0; i < count; ++i)
    if (!dropped[i])
      rest[kept++] = values[i];
  return mlirDenseI64ArrayGet(deduction->context, kept, rest);
}

bool deduceSlice(Deduction *deduction, MlirOperation op) {
  MlirValue input = relaxStridedSliceGetInput(op);
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirAttribute axes = relaxStridedSliceGetAxes(op);
  MlirAttribute begins = relaxStridedSliceGetBegins(op);
  MlirAttribute ends = relaxStridedSliceGetEnds(op);
  MlirAttribute steps = relaxStridedSliceGetSteps(op);
  intptr_t count = mlirDenseArrayGetNumElements(axes), numDropped = 0;
  bool *dropped = ARENA_ARRAY(deduction->arena, bool, count);
  for (intptr_t i = 0; i < count; ++i) {
    dropped[i] = keepsAxis(deduction, op, relaxTensorInfoOf(input),
                           mlirDenseI64ArrayGetElement(axes, i),
                           mlirDenseI64ArrayGetElement(begins, i),
                           mlirDenseI64ArrayGetElement(ends, i),
                           mlirDenseI64ArrayGetElement(steps, i));
    numDropped += dropped[i];
  }
  if (numDropped < count) {
    if (numDropped == 0)
      return false;
    relaxStridedSliceSetAxes(op, narrow(deduction, axes, dropped));
    relaxStridedSliceSetBegins(op, narrow(deduction, begins, dropped));
    relaxStridedSliceSetEnds(op, narrow(deduction, ends, dropped));
    relaxStridedSliceSetSteps(op, narrow(deduction, steps, dropped));
    return false;
  }
  mlirValueReplaceAllUsesOfWith(result, input);
  mlirOperationDestroy(op);
  ++deduction->counters[COUNT_SLICES_REMOVED];
  return true;
}
