//===- Pad.c - rules of margins -------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Pad.gen.h"
#include "lib/Bridge/Core/Blocks.h"

static MlirLogicalResult checkMode(MlirOperation op, StrRef name) {
  static const char *const known[] = {"constant", "edge", "reflect", "wrap"};
  for (size_t i = 0; i < sizeof(known) / sizeof(*known); ++i)
    if (strRefIs(name, known[i]))
      return mlirLogicalResultSuccess();
  return bridgeEmitOpError(op,
                           "mode: expected 'constant', 'edge', 'reflect' or "
                           "'wrap', got '%.*s'",
                           SPREAD(name));
}

/// One element of the input's type.
static MlirLogicalResult checkValue(MlirOperation op, Arena *arena,
                                    RelaxTensorInfo input, MlirValue value) {
  if (!value.ptr)
    return mlirLogicalResultSuccess();
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  int64_t extent = 1;
  bool good = mlirTypeEqual(info.elementType, input.elementType);
  if (info.ranked && info.rank != 0)
    good &= info.rank == 1 && symAttributeIsConst(info.dims[0], &extent) &&
            extent == 1;
  return good
             ? mlirLogicalResultSuccess()
             : bridgeEmitOpError(op, "value: expected one element '%s', got %s",
                                 relaxTypeText(arena, input.elementType),
                                 relaxTypeText(arena, mlirValueGetType(value)));
}

static MlirLogicalResult checkLow(MlirOperation op, Arena *arena,
                                  RelaxTensorInfo input) {
  RelaxTensorInfo result = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  MlirAttribute low = relaxPadGetLow(op);
  bool good = input.ranked && result.ranked && input.rank == result.rank &&
              mlirArrayAttrGetNumElements(low) == input.rank &&
              mlirTypeEqual(input.elementType, result.elementType);
  for (intptr_t i = 0; good && i < input.rank; ++i) {
    MlirAttribute width = mlirArrayAttrGetElement(low, i);
    good = symIsExprAttr(width) && !symAttributeIsUnknown(width) &&
           !symAttributeIsUnknown(result.dims[i]);
  }
  return good
             ? mlirLogicalResultSuccess()
             : bridgeEmitOpError(
                   op,
                   "expected a width and an extent of the result for every "
                   "dimension of %s, got %ld and %s",
                   relaxTypeText(arena, mlirValueGetType(relaxPadGetInput(op))),
                   (long)mlirArrayAttrGetNumElements(low),
                   relaxTypeText(arena, bridgeResultType(op)));
}

MlirLogicalResult relaxPadVerify(MlirOperation op) {
  RelaxTensorInfo input = relaxTensorInfoOf(relaxPadGetInput(op));
  Arena *arena = arenaCreate();
  MlirLogicalResult outcome = checkMode(op, relaxPadGetMode(op));
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = checkValue(op, arena, input, relaxPadGetValue(op));
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = checkLow(op, arena, input);
  arenaDestroy(arena);
  return outcome;
}

/// Computed axes are a vector of i64.
static MlirLogicalResult checkAlong(MlirOperation op, Arena *arena) {
  MlirValue along = relaxDynamicPadGetAlong(op);
  if (!along.ptr)
    return mlirLogicalResultSuccess();
  RelaxTensorInfo info = relaxTensorInfoOf(along);
  if (mlirTypeEqual(info.elementType,
                    mlirIntegerTypeGet(mlirOperationGetContext(op), 64)) &&
      (!info.ranked || info.rank == 1))
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(op, "along: expected a vector of i64, got %s",
                           relaxTypeText(arena, mlirValueGetType(along)));
}

MlirLogicalResult relaxDynamicPadVerify(MlirOperation op) {
  MlirValue widths = relaxDynamicPadGetWidths(op);
  RelaxTensorInfo input = relaxTensorInfoOf(relaxDynamicPadGetInput(op));
  RelaxTensorInfo info = relaxTensorInfoOf(widths);
  Arena *arena = arenaCreate();
  MlirAttribute axes = relaxDynamicPadGetAxes(op);
  int64_t count = 2 * mlirDenseArrayGetNumElements(axes), extent;
  if (relaxDynamicPadGetAlong(op).ptr) {
    RelaxTensorInfo along = relaxTensorInfoOf(relaxDynamicPadGetAlong(op));
    if (along.ranked && along.rank == 1 &&
        symAttributeIsConst(along.dims[0], &count))
      count *= 2;
    else
      count = -1; // not known
  }
  if (!info.ranked || info.rank != 1 ||
      !symAttributeIsConst(info.dims[0], &extent) || count < 0)
    extent = count;
  MlirLogicalResult outcome = checkMode(op, relaxDynamicPadGetMode(op));
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = checkValue(op, arena, input, relaxDynamicPadGetValue(op));
  if (mlirLogicalResultIsSuccess(outcome) &&
      (!mlirTypeEqual(info.elementType,
                      mlirIntegerTypeGet(mlirOperationGetContext(op), 64)) ||
       (info.ranked && info.rank != 1) || extent != count))
    outcome = bridgeEmitOpError(
        op, "widths: expected !relax.tensor<[%lld], i64>, got %s",
        (long long)count, relaxTypeText(arena, mlirValueGetType(widths)));
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = checkAlong(op, arena);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = relaxVerifyChangedAlong(op, arena, axes);
  arenaDestroy(arena);
  return outcome;
}
