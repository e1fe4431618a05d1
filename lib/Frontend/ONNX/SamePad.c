//===- SamePad.c - auto_pad SAME on extents that only the run knows -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// ceil(extent / stride) windows: how much is missing depends on the extent.
// Where that is no literal, the input gets margins before windows without
// padding.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Pad.gen.h"
#include "lib/Frontend/ONNX/Compose.h"
#include "lib/Frontend/ONNX/Convolution.h"

#include <math.h>
#include <string.h>

bool importSamePads(Importer *importer, MlirValue input, ImportSame *same,
                    int64_t *pads) {
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  intptr_t rank = info.rank - 2;
  for (intptr_t i = 0; i < rank; ++i) {
    int64_t extent;
    if (same->extents[i] == 0)
      return importOperandError(importer, 0, input,
                                "auto_pad: expected a literal window");
    if (!symAttributeIsConst(info.dims[i + 2], &extent) || extent > INT32_MAX) {
      memset(pads, 0, 2 * (size_t)rank * sizeof *pads);
      same->wanted = true;
      return true;
    }
    int64_t stride = same->strides[i];
    int64_t count = (extent + stride - 1) / stride;
    int64_t covered =
        (count - 1) * stride + (same->extents[i] - 1) * same->dilations[i] + 1;
    int64_t total = covered > extent ? covered - extent : 0;
    int64_t less = total / 2, more = total - less;
    pads[i] = same->upper ? less : more;
    pads[i + rank] = same->upper ? more : less;
  }
  return true;
}

/// How much the windows cover that the extent does not have.
static SymExpr missing(RelaxDims *dims, const ImportSame *same, size_t i,
                       SymExpr extent) {
  int64_t window = (same->extents[i] - 1) * same->dilations[i] + 1;
  SymExpr stride = relaxDimsConst(dims, same->strides[i]);
  SymExpr steps = relaxDimsSub(dims, relaxDimsCeilDiv(dims, extent, stride),
                               relaxDimsConst(dims, 1));
  SymExpr covered = relaxDimsAdd(dims, relaxDimsMul(dims, steps, stride),
                                 relaxDimsConst(dims, window));
  return relaxDimsClamp(dims, relaxDimsSub(dims, covered, extent));
}

bool importPadSame(Importer *importer, const ImportSame *same, double fill,
                   MlirValue *value) {
  if (!same->wanted)
    return true;
  RelaxTensorInfo info = relaxTensorInfoOf(*value);
  RelaxDims dims = {importer->location, "relax.pad", importer->arena, SYM_OK};
  MlirAttribute *low = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  MlirAttribute *wide = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  SymExpr two = relaxDimsConst(&dims, 2);
  for (intptr_t i = 0; i < info.rank; ++i) {
    low[i] = symConstAttribute(importer->context, 0);
    wide[i] = info.dims[i];
    if (i < 2)
      continue;
    SymExpr extent = relaxDimsOf(&dims, info.dims[i]);
    if (symExprIsUnknown(extent))
      return importOperandError(importer, 0, *value,
                                "auto_pad: expected known spatial extents");
    SymExpr total = missing(&dims, same, (size_t)i - 2, extent);
    low[i] = relaxDimsAttribute(
        &dims, same->upper ? relaxDimsFloorDiv(&dims, total, two)
                           : relaxDimsCeilDiv(&dims, total, two));
    wide[i] = relaxDimsAttribute(&dims, relaxDimsAdd(&dims, extent, total));
  }
  RelaxPadArgs args = {
      .input = *value,
      .value = graphNumberLike(importBuilder(importer), fill, *value),
      .low = mlirArrayAttrGet(importer->context, info.rank, low),
      .mode = mlirStringAttrGet(importer->context,
                                mlirStringRefCreateFromCString("constant")),
      .resultType = relaxTensorTypeOf(info.elementType, info.rank, wide)};
  return mlirLogicalResultIsSuccess(relaxDimsOutcome(&dims)) &&
         args.value.ptr &&
         importInsert(
             importer,
             relaxPadCreate(importHelperLocation(importer, "padded"), &args),
             value);
}

double importLowest(MlirType element) {
  if (mlirTypeIsAFloat(element))
    return -INFINITY;
  if (mlirIntegerTypeIsUnsigned(element))
    return 0;
  return -ldexp(1, (int)mlirIntegerTypeGetWidth(element) - 1);
}
