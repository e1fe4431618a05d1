//===- DeduceRepeats.c - computed counts of repeated elements -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Counts that shape values know as expressions move from operands into
// attributes and result types.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Positions.gen.h"
#include "dialects/Relax/Rearrange.gen.h"
#include "lib/Transforms/Shapes/CheckedCast.h"
#include "lib/Transforms/Shapes/Deduction.h"

#include <stb/stb_ds.h>

/// An element that is followed and cannot be negative.
static bool countAt(Deduction *deduction, MlirOperation op, MlirValue value,
                    intptr_t index, SymExpr *count) {
  return deductionElement(deduction, op, value, index, count) &&
         (symExprIsNonNegative(*count) ||
          factsAtMost(&deduction->facts, symExprConst(deduction->arena, 0),
                      *count));
}

/// The extents that follow from the repeats, `?` from those that are not known.
/// False where the declared type says something else: that is a claim, checked
/// when the program runs.
static bool tiledExtents(Deduction *deduction, MlirOperation op,
                         RelaxTensorInfo input, const MlirAttribute *repeats,
                         MlirAttribute *extents) {
  RelaxTensorInfo declared = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  RelaxDims dims =
      relaxDimsMake(mlirOperationGetLocation(op), "", deduction->arena);
  bool agrees = true;
  for (intptr_t i = 0; i < input.rank; ++i) {
    extents[i] = relaxDimsAttribute(
        &dims, relaxDimsMul(&dims, relaxDimsOf(&dims, input.dims[i]),
                            relaxDimsOf(&dims, repeats[i])));
    agrees &= !declared.ranked || symAttributeIsUnknown(declared.dims[i]) ||
              symAttributeIsUnknown(extents[i]) ||
              mlirAttributeEqual(declared.dims[i], extents[i]);
  }
  return agrees && dims.status == SYM_OK;
}

MlirLogicalResult deduceDynamicTile(Deduction *deduction, MlirOperation op,
                                    bool *replaced) {
  RelaxTileArgs args = {.input = relaxDynamicTileGetInput(op)};
  RelaxTensorInfo input = relaxTensorInfoOf(args.input);
  MlirValue result = mlirOperationGetResult(op, 0), *given = NULL;
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  Arena *arena = deduction->arena;
  MlirAttribute *repeats = ARENA_ARRAY(arena, MlirAttribute, input.rank);
  MlirAttribute *extents = ARENA_ARRAY(arena, MlirAttribute, input.rank);
  bool all = input.ranked;
  for (intptr_t i = 0; i < input.rank; ++i) {
    SymExpr count = symExprUnknown(arena);
    if (!countAt(deduction, op, relaxDynamicTileGetRepeats(op), i, &count)) {
      count = symExprUnknown(arena);
      all = false;
    }
    repeats[i] = symExprToAttribute(deduction->context, count);
  }
  if (!input.ranked || !tiledExtents(deduction, op, input, repeats, extents))
    return outcome;
  if (all && checkedCastCarriers(op, args.input, mlirValueGetType(args.input),
                                 repeats, input.rank, &given)) {
    args.numGiven = arrlen(given);
    args.given = given;
    args.repeats = mlirArrayAttrGet(deduction->context, input.rank, repeats);
    *replaced = true;
    ++deduction->counters[COUNT_TARGETS_RESOLVED];
    outcome = deductionReplace(
        deduction, op, relaxTileCreate(mlirOperationGetLocation(op), &args));
  } else {
    MlirType type = relaxTensorTypeOf(input.elementType, input.rank, extents);
    deductionSetType(deduction, result,
                     deductionFill(deduction, mlirValueGetType(result), type));
  }
  arrfree(given);
  return outcome;
}

MlirLogicalResult deduceDynamicOneHot(Deduction *deduction, MlirOperation op,
                                      bool *replaced) {
  RelaxOneHotArgs args = {.indices = relaxDynamicOneHotGetIndices(op),
                          .values = relaxDynamicOneHotGetValues(op),
                          .axis = relaxDynamicOneHotGetAxis(op)};
  RelaxTensorInfo result = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  int64_t axis = args.axis;
  SymExpr count;
  if (!countAt(deduction, op, relaxDynamicOneHotGetDepth(op), 0, &count))
    return mlirLogicalResultSuccess();
  args.depth = symExprToAttribute(deduction->context, count);
  // A declared extent is a claim, checked when the program runs.
  if (result.ranked && !symAttributeIsUnknown(result.dims[axis]) &&
      !mlirAttributeEqual(result.dims[axis], args.depth))
    return mlirLogicalResultSuccess();
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  MlirValue *given = NULL;
  if (checkedCastCarriers(op, args.indices, mlirValueGetType(args.indices),
                          &args.depth, 1, &given)) {
    args.numGiven = arrlen(given);
    args.given = given;
    *replaced = true;
    ++deduction->counters[COUNT_TARGETS_RESOLVED];
    outcome = deductionReplace(
        deduction, op, relaxOneHotCreate(mlirOperationGetLocation(op), &args));
  }
  arrfree(given);
  return outcome;
}
