//===- DeducePad.c - margins whose widths are computed --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Pad.gen.h"
#include "lib/Analysis/SimplifyExpr.h"
#include "lib/Transforms/Shapes/CheckedCast.h"
#include "lib/Transforms/Shapes/Deduction.h"

#include <stb/stb_ds.h>

/// The widths in front and the extents of the result; false if some are not
/// followed.
static bool readWidths(Deduction *deduction, MlirOperation op,
                       RelaxTensorInfo input, MlirAttribute *low,
                       MlirAttribute *extents) {
  RelaxDims dims = relaxDimsMake(mlirOperationGetLocation(op), "relax.pad",
                                 deduction->arena);
  MlirValue widths = relaxDynamicPadGetWidths(op);
  MlirAttribute axes = relaxDynamicPadGetAxes(op);
  intptr_t count = mlirDenseArrayGetNumElements(axes);
  for (intptr_t i = 0; i < input.rank; ++i) {
    low[i] = symConstAttribute(deduction->context, 0);
    extents[i] = input.dims[i];
    if (symAttributeIsUnknown(extents[i]))
      return false;
  }
  for (intptr_t i = 0; i < count; ++i) {
    int64_t axis = mlirDenseI64ArrayGetElement(axes, i);
    SymExpr front, behind;
    if (!deductionElement(deduction, op, widths, i, &front) ||
        !deductionElement(deduction, op, widths, count + i, &behind))
      return false;
    SymExpr total =
        relaxDimsAdd(&dims, deductionDim(deduction, input.dims[axis]),
                     relaxDimsAdd(&dims, front, behind));
    if (!factsAtMost(&deduction->facts, relaxDimsConst(&dims, 0), total))
      total = relaxDimsClamp(&dims, total);
    low[axis] = symExprToAttribute(deduction->context, front);
    extents[axis] = symExprToAttribute(deduction->context,
                                       simplifyExpr(&deduction->facts, total));
  }
  return dims.status == SYM_OK;
}

MlirLogicalResult deduceDynamicPad(Deduction *deduction, MlirOperation op,
                                   bool *replaced) {
  RelaxTensorInfo input = relaxTensorInfoOf(relaxDynamicPadGetInput(op));
  RelaxTensorInfo result = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  MlirAttribute axes = relaxDynamicPadGetAxes(op);
  if (relaxDynamicPadGetAlong(op).ptr)
    return mlirLogicalResultSuccess();
  // A declared extent is a claim, checked when the program runs.
  for (intptr_t i = 0, e = mlirDenseArrayGetNumElements(axes);
       result.ranked && i < e; ++i)
    if (!symAttributeIsUnknown(
            result.dims[mlirDenseI64ArrayGetElement(axes, i)]))
      return mlirLogicalResultSuccess();
  MlirAttribute *low = ARENA_ARRAY(deduction->arena, MlirAttribute, input.rank);
  MlirAttribute *extents =
      ARENA_ARRAY(deduction->arena, MlirAttribute, input.rank);
  if (!input.ranked || !readWidths(deduction, op, input, low, extents))
    return mlirLogicalResultSuccess();
  MlirValue *given = NULL;
  RelaxPadArgs args = {
      .input = relaxDynamicPadGetInput(op),
      .value = relaxDynamicPadGetValue(op),
      .low = mlirArrayAttrGet(deduction->context, input.rank, low),
      .mode = relaxDynamicPadGetMode(op),
      .resultType = relaxTensorTypeOf(input.elementType, input.rank, extents)};
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  if (checkedCastCarriers(op, args.input, args.resultType, low, input.rank,
                          &given)) {
    args.numGiven = arrlen(given);
    args.given = given;
    *replaced = true;
    ++deduction->counters[COUNT_TARGETS_RESOLVED];
    outcome = deductionReplace(
        deduction, op, relaxPadCreate(mlirOperationGetLocation(op), &args));
  }
  arrfree(given);
  return outcome;
}
