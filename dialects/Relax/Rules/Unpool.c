//===- Unpool.c - rules of the way back from maxima of windows ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Unpool.h"

void relaxUnpooledDims(RelaxDims *dims, MlirValue input,
                       const RelaxWindow *window, MlirAttribute *out) {
  RelaxTensorInfo x = relaxTensorInfoOf(input);
  const int64_t *pads = window->pads.values;
  intptr_t spatial = x.rank - 2;
  for (intptr_t i = 0; i < x.rank; ++i) {
    out[i] = x.dims[i];
    if (i < 2)
      continue;
    int64_t stride = window->strides.values[i - 2];
    int64_t rest = window->extents.values[i - 2] - stride - pads[i - 2] -
                   pads[i - 2 + spatial];
    SymExpr reach = relaxDimsMul(dims, relaxDimsOf(dims, x.dims[i]),
                                 relaxDimsConst(dims, stride));
    out[i] = relaxDimsAttribute(
        dims, relaxDimsClamp(
                  dims, relaxDimsAdd(dims, reach, relaxDimsConst(dims, rest))));
  }
}

static bool checkWindow(RelaxDims *dims, const RelaxMaxUnpoolArgs *args) {
  RelaxTensorInfo x = relaxTensorInfoOf(args->input);
  intptr_t spatial = args->window.extents.count;
  if (!relaxIntegersWithin(args->window.extents, spatial, 1, INT32_MAX) ||
      !relaxIntegersWithin(args->window.strides, spatial, 1, INT32_MAX) ||
      !relaxIntegersWithin(args->window.pads, 2 * spatial, 0, INT32_MAX))
    return relaxDimsError(
        dims, "expected a stride of at least 1 and two pads of at least 0 for "
              "each extent of the window, which is at least 1");
  return !x.ranked || x.rank == spatial + 2 ||
         relaxDimsMisfit(dims, "input", "two dimensions more than the window",
                         x);
}

static bool checkPlaces(RelaxDims *dims, const RelaxMaxUnpoolArgs *args) {
  RelaxTensorInfo x = relaxTensorInfoOf(args->input);
  RelaxTensorInfo places = relaxTensorInfoOf(args->places);
  MlirContext context = relaxDimsContext(dims);
  if (!mlirTypeEqual(places.elementType, mlirIntegerTypeGet(context, 64)))
    return relaxDimsMisfit(dims, "places", "i64 elements", places);
  if (!x.ranked)
    return true;
  SymExpr *wanted = ARENA_ARRAY(dims->arena, SymExpr, x.rank);
  for (intptr_t i = 0; i < x.rank; ++i)
    wanted[i] = relaxDimsOf(dims, x.dims[i]);
  return relaxDimsCheckShape(dims, "places", args->places, x.rank, wanted,
                             "the shape of the input");
}

bool relaxMaxUnpoolInferTypes(RelaxDims *dims, const RelaxMaxUnpoolArgs *args,
                              MlirType *results) {
  RelaxTensorInfo x = relaxTensorInfoOf(args->input);
  if (!checkWindow(dims, args) || !checkPlaces(dims, args))
    return false;
  results[0] = relaxUnrankedTensorType(x.elementType);
  if (!x.ranked)
    return true;
  MlirAttribute *out = ARENA_ARRAY(dims->arena, MlirAttribute, x.rank);
  relaxUnpooledDims(dims, args->input, &args->window, out);
  for (intptr_t i = 0; args->extended && i < x.rank; ++i)
    out[i] = symUnknownAttribute(relaxDimsContext(dims));
  results[0] = relaxTensorTypeOf(x.elementType, x.rank, out);
  return true;
}

MlirLogicalResult relaxMaxUnpoolVerify(MlirOperation op) {
  Arena *arena = arenaCreate();
  RelaxTensorInfo x = relaxTensorInfoOf(relaxMaxUnpoolGetInput(op));
  MlirValue sizes = relaxMaxUnpoolGetSizes(op);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  if (sizes.ptr && !relaxMaxUnpoolGetExtended(op))
    outcome = bridgeEmitOpError(op, "expected 'extended' with sizes");
  else if (x.ranked)
    outcome = relaxVerifyVector(
        op, arena, "sizes", sizes,
        mlirIntegerTypeGet(mlirOperationGetContext(op), 64), x.rank);
  arenaDestroy(arena);
  return outcome;
}
