//===- DeduceResize.c - grids whose extents are computed ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Resize.gen.h"
#include "lib/Transforms/CheckedCast.h"
#include "lib/Transforms/Deduction.h"

#include <stb/stb_ds.h>

RelaxResizeArgs deductionResizeArgs(MlirOperation op) {
  return (RelaxResizeArgs){
      .input = relaxResizeGetInput(op),
      .sizes = relaxResizeGetSizes(op),
      .scales = relaxResizeGetScales(op),
      .roi = relaxResizeGetRoi(op),
      .axes = relaxResizeGetAxes(op),
      .factors = relaxResizeGetFactors(op),
      .mode = relaxResizeGetMode(op),
      .coordinates = relaxResizeGetCoordinates(op),
      .rounding = relaxResizeGetRounding(op),
      .cubic = relaxResizeGetCubic(op),
      .extrapolation = relaxResizeGetExtrapolation(op),
      .antialias = relaxResizeGetAntialias(op),
      .exclude_outside = relaxResizeGetExcludeOutside(op),
  };
}

MlirLogicalResult deduceResize(Deduction *deduction, MlirOperation op,
                               bool *replaced) {
  RelaxTensorInfo input = relaxTensorInfoOf(relaxResizeGetInput(op));
  MlirAttribute axes = relaxResizeGetAxes(op);
  if (!input.ranked || !relaxResizeGetSizes(op).ptr)
    return mlirLogicalResultSuccess();
  MlirAttribute *dims =
      ARENA_ARRAY(deduction->arena, MlirAttribute, input.rank);
  for (intptr_t i = 0; i < input.rank; ++i)
    dims[i] = input.dims[i];
  for (intptr_t i = 0, e = mlirDenseArrayGetNumElements(axes); i < e; ++i) {
    SymExpr extent;
    if (!deductionElement(deduction, op, relaxResizeGetSizes(op), i, &extent) ||
        (!symExprIsNonNegative(extent) &&
         !factsAtMost(&deduction->facts, symExprConst(deduction->arena, 0),
                      extent)))
      return mlirLogicalResultSuccess();
    dims[mlirDenseI64ArrayGetElement(axes, i)] =
        symExprToAttribute(deduction->context, extent);
  }
  MlirValue *given = NULL;
  RelaxResizeArgs args = deductionResizeArgs(op);
  args.sizes.ptr = NULL;
  args.resultType = relaxTensorTypeOf(input.elementType, input.rank, dims);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  if (checkedCastCarriers(op, args.input, args.resultType, NULL, 0, &given)) {
    args.numGiven = arrlen(given);
    args.given = given;
    *replaced = true;
    ++deduction->counters[COUNT_TARGETS_RESOLVED];
    outcome = deductionReplace(
        deduction, op, relaxResizeCreate(mlirOperationGetLocation(op), &args));
  }
  arrfree(given);
  return outcome;
}
