//===- DeduceIndexing.c - ranges and slices at computed places ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Begins, ends, limits that shape values know as expressions move from operands
// into attributes and result types. A bound symbol of the operation keeps it as
// it is: then only the fact is learnt.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Pad.gen.h"
#include "dialects/Relax/Positions.gen.h"
#include "dialects/Relax/Rearrange.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Relax/Sizes.h"
#include "dialects/Relax/Slice.h"
#include "lib/Analysis/SimplifyExpr.h"
#include "lib/Transforms/Shapes/CheckedCast.h"
#include "lib/Transforms/Shapes/Deduction.h"

#include <stb/stb_ds.h>

static RelaxDims dimsFor(Deduction *deduction, MlirOperation op) {
  return relaxDimsMake(mlirOperationGetLocation(op), "", deduction->arena);
}

/// max(a - b, 0), or a - b where the facts show that it is not negative.
static SymExpr distance(Deduction *deduction, RelaxDims *dims, SymExpr a,
                        SymExpr b) {
  SymExpr difference = relaxDimsSub(dims, a, b);
  return factsAtMost(&deduction->facts, b, a)
             ? difference
             : relaxDimsClamp(dims, difference);
}

static SymExpr smaller(Deduction *deduction, RelaxDims *dims, SymExpr a,
                       SymExpr b) {
  if (factsAtMost(&deduction->facts, a, b))
    return a;
  return factsAtMost(&deduction->facts, b, a) ? b : relaxDimsMin(dims, a, b);
}

//===----------------------------------------------------------------------===//
// arange
//===----------------------------------------------------------------------===//

static MlirLogicalResult makeIota(Deduction *deduction, MlirOperation op,
                                  SymExpr begin, int64_t step, SymExpr count,
                                  bool *replaced) {
  MlirContext context = deduction->context;
  MlirValue *given = NULL, none = {NULL};
  MlirAttribute extent = symExprToAttribute(context, count);
  MlirType element =
      relaxTensorInfoOf(mlirOperationGetResult(op, 0)).elementType;
  RelaxIotaArgs args = {.begin = symExprToAttribute(context, begin),
                        .step = symConstAttribute(context, step),
                        .resultType = relaxTensorTypeOf(element, 1, &extent)};
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  if (checkedCastCarriers(op, none, args.resultType, &args.begin, 1, &given)) {
    args.numGiven = arrlen(given);
    args.given = given;
    *replaced = true;
    ++deduction->counters[COUNT_TARGETS_RESOLVED];
    outcome = deductionReplace(
        deduction, op, relaxIotaCreate(mlirOperationGetLocation(op), &args));
  }
  arrfree(given);
  return outcome;
}

/// Integers only: floats are not followed.
static MlirLogicalResult deduceArange(Deduction *deduction, MlirOperation op,
                                      bool *replaced) {
  RelaxDims dims = dimsFor(deduction, op);
  SymExpr begin, limit, by;
  int64_t step;
  if (!deductionElement(deduction, op, relaxArangeGetStart(op), 0, &begin) ||
      !deductionElement(deduction, op, relaxArangeGetLimit(op), 0, &limit) ||
      !deductionElement(deduction, op, relaxArangeGetStep(op), 0, &by) ||
      !symExprIsConst(by, &step) || step == 0 || step == INT64_MIN)
    return mlirLogicalResultSuccess();
  SymExpr length = step > 0 ? distance(deduction, &dims, limit, begin)
                            : distance(deduction, &dims, begin, limit);
  SymExpr count = relaxDimsCeilDiv(
      &dims, length, relaxDimsConst(&dims, step > 0 ? step : -step));
  RelaxTensorInfo result = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  if (dims.status != SYM_OK)
    return mlirLogicalResultSuccess();
  if (relaxArangeGetBinds(op).ptr) {
    if (result.ranked && !symAttributeIsUnknown(result.dims[0]))
      factsAdd(&deduction->facts,
               factEqual(symExprOf(deduction->arena, result.dims[0]), count));
    return mlirLogicalResultSuccess();
  }
  if (result.ranked && !symAttributeIsUnknown(result.dims[0]))
    return mlirLogicalResultSuccess(); // a claim, checked when the program runs
  return makeIota(deduction, op, begin, step, count, replaced);
}

//===----------------------------------------------------------------------===//
// dynamic_slice
//===----------------------------------------------------------------------===//

/// One axis of a slice, by expressions.
typedef struct Range {
  SymExpr begin, count;
  int64_t step;
} Range;

/// A position of ONNX Slice for steps forward, in [0, extent]; false if it is
/// not known whether it counts from the end.
static bool clampPosition(Deduction *deduction, RelaxDims *dims,
                          SymExpr position, SymExpr extent, SymExpr *out) {
  SymExpr zero = relaxDimsConst(dims, 0);
  int64_t literal;
  if (symExprIsConst(position, &literal) &&
      (literal == INT32_MAX || literal >= (int64_t)1 << 62)) {
    *out = extent;
    return true;
  }
  if (symExprIsNonNegative(position) ||
      factsAtMost(&deduction->facts, zero, position)) {
    *out = smaller(deduction, dims, position, extent);
    return true;
  }
  if (!factsLess(&deduction->facts, position, zero))
    return false;
  *out = distance(deduction, dims, extent, relaxDimsSub(dims, zero, position));
  return true;
}

static bool readRange(Deduction *deduction, MlirOperation op, RelaxDims *dims,
                      SymExpr extent, intptr_t i, Range *range) {
  SymExpr begin, end, by;
  if (!deductionElement(deduction, op, relaxDynamicSliceGetBegins(op), i,
                        &begin) ||
      !deductionElement(deduction, op, relaxDynamicSliceGetEnds(op), i, &end) ||
      !deductionElement(deduction, op, relaxDynamicSliceGetSteps(op), i, &by) ||
      !symExprIsConst(by, &range->step) || range->step <= 0 ||
      symExprIsUnknown(extent) ||
      !clampPosition(deduction, dims, begin, extent, &range->begin) ||
      !clampPosition(deduction, dims, end, extent, &end))
    return false;
  int64_t from;
  if (factsEqual(&deduction->facts, end, extent))
    end = extent;
  if (symExprIsConst(begin, &from) && symExprEqual(end, extent)) {
    // What strided_slice says of a slice to the end is shorter.
    range->count = relaxSliceExtent(dims, extent, from, INT64_MAX, range->step);
    return dims->status == SYM_OK;
  }
  range->count =
      relaxDimsCeilDiv(dims, distance(deduction, dims, end, range->begin),
                       relaxDimsConst(dims, range->step));
  range->count = simplifyExpr(&deduction->facts, range->count);
  return dims->status == SYM_OK;
}

/// All lists as literals: what strided_slice says.
static MlirOperation literalSlice(Deduction *deduction, MlirOperation op) {
  MlirAttribute axes = relaxDynamicSliceGetAxes(op), lists[3];
  intptr_t count = mlirDenseArrayGetNumElements(axes);
  int64_t *values = ARENA_ARRAY(deduction->arena, int64_t, count);
  for (intptr_t list = 0; list < 3; ++list) {
    for (intptr_t i = 0; i < count; ++i) {
      SymExpr element;
      if (!deductionElement(deduction, op,
                            mlirOperationGetOperand(op, list + 1), i,
                            &element) ||
          !symExprIsConst(element, &values[i]) || (list == 2 && values[i] == 0))
        return (MlirOperation){NULL};
    }
    lists[list] = mlirDenseI64ArrayGet(deduction->context, count, values);
  }
  RelaxStridedSliceArgs args = {relaxDynamicSliceGetInput(op), axes, lists[0],
                                lists[1], lists[2]};
  return relaxStridedSliceCreate(mlirOperationGetLocation(op), &args);
}

/// The operation that takes the ranges; null if a symbol is on no value.
static MlirOperation rangesSlice(Deduction *deduction, MlirOperation op,
                                 const Range *ranges, intptr_t count) {
  MlirContext context = deduction->context;
  MlirValue *given = NULL;
  RelaxTensorInfo input = relaxTensorInfoOf(relaxDynamicSliceGetInput(op));
  MlirAttribute axes = relaxDynamicSliceGetAxes(op);
  MlirAttribute *extents =
      ARENA_ARRAY(deduction->arena, MlirAttribute, input.rank);
  MlirAttribute *begins = ARENA_ARRAY(deduction->arena, MlirAttribute, count);
  int64_t *steps = ARENA_ARRAY(deduction->arena, int64_t, count);
  for (intptr_t i = 0; i < input.rank; ++i)
    extents[i] = input.dims[i];
  for (intptr_t i = 0; i < count; ++i) {
    extents[mlirDenseI64ArrayGetElement(axes, i)] =
        symExprToAttribute(context, ranges[i].count);
    begins[i] = symExprToAttribute(context, ranges[i].begin);
    steps[i] = ranges[i].step;
  }
  RelaxSliceArgs args = {.input = relaxDynamicSliceGetInput(op),
                         .axes = axes,
                         .begins = mlirArrayAttrGet(context, count, begins),
                         .steps = mlirDenseI64ArrayGet(context, count, steps),
                         .resultType =
                             relaxTensorTypeLike(input, input.rank, extents)};
  MlirOperation fresh = {NULL};
  if (checkedCastCarriers(op, args.input, args.resultType, begins, count,
                          &given)) {
    args.numGiven = arrlen(given);
    args.given = given;
    fresh = relaxSliceCreate(mlirOperationGetLocation(op), &args);
  }
  arrfree(given);
  return fresh;
}

static bool saysExtents(MlirOperation op) {
  RelaxTensorInfo result = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  MlirAttribute axes = relaxDynamicSliceGetAxes(op);
  for (intptr_t i = 0, e = mlirDenseArrayGetNumElements(axes);
       result.ranked && i < e; ++i)
    if (!symAttributeIsUnknown(
            result.dims[mlirDenseI64ArrayGetElement(axes, i)]))
      return true;
  return false;
}

static MlirLogicalResult deduceDynamicSlice(Deduction *deduction,
                                            MlirOperation op, bool *replaced) {
  RelaxTensorInfo input = relaxTensorInfoOf(relaxDynamicSliceGetInput(op));
  MlirAttribute axes = relaxDynamicSliceGetAxes(op);
  intptr_t count = mlirDenseArrayGetNumElements(axes);
  RelaxDims dims = dimsFor(deduction, op);
  // A declared extent is a claim, checked when the program runs.
  if (!input.ranked || relaxDynamicSliceGetAlong(op).ptr ||
      relaxDynamicSliceGetBinds(op).ptr || saysExtents(op))
    return mlirLogicalResultSuccess();
  MlirOperation fresh = literalSlice(deduction, op);
  Range *ranges = ARENA_ARRAY(deduction->arena, Range, count);
  bool known = !fresh.ptr;
  for (intptr_t i = 0; known && i < count; ++i)
    known = readRange(
        deduction, op, &dims,
        deductionDim(deduction,
                     input.dims[mlirDenseI64ArrayGetElement(axes, i)]),
        i, &ranges[i]);
  if (known)
    fresh = rangesSlice(deduction, op, ranges, count);
  if (!fresh.ptr)
    return mlirLogicalResultSuccess();
  *replaced = true;
  ++deduction->counters[COUNT_TARGETS_RESOLVED];
  return deductionReplace(deduction, op, fresh);
}

MlirLogicalResult deduceIndexing(Deduction *deduction, MlirOperation op,
                                 bool *replaced) {
  if (relaxIsArange(op))
    return deduceArange(deduction, op, replaced);
  if (relaxIsDynamicSlice(op))
    return deduceDynamicSlice(deduction, op, replaced);
  if (relaxIsDynamicPad(op))
    return deduceDynamicPad(deduction, op, replaced);
  if (relaxIsDynamicTile(op))
    return deduceDynamicTile(deduction, op, replaced);
  if (relaxIsDynamicOneHot(op))
    return deduceDynamicOneHot(deduction, op, replaced);
  if (relaxTakesSizes(bridgeOpName(op)))
    return deduceSizes(deduction, op, replaced);
  if (relaxIsBroadcastTo(op) && relaxBroadcastToGetTarget(op).ptr) {
    *replaced = deduceBroadcastToShape(deduction, op);
    return mlirLogicalResultSuccess();
  }
  return deduceParts(deduction, op);
}
