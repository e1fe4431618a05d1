//===- RegionsOfInterest.c - rules of parts of images ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/RegionsOfInterest.gen.h"

/// [r, c, down, across] for regions with `width` numbers each.
static bool inferBins(RelaxDims *dims, MlirValue input, MlirValue regions,
                      int64_t width, MlirAttribute size, MlirType *result) {
  RelaxTensorInfo x = relaxTensorInfoOf(input);
  RelaxTensorInfo r = relaxTensorInfoOf(regions);
  SymExpr any = symExprUnknown(dims->arena);
  SymExpr wanted[] = {any, relaxDimsConst(dims, width)};
  intptr_t count;
  const int64_t *bins = relaxIntegers(dims->arena, size, &count);
  if (!mlirTypeIsAFloat(x.elementType) || (x.ranked && x.rank != 4))
    return relaxDimsMisfit(dims, "input", "float elements and rank 4", x);
  if (!mlirTypeIsAFloat(r.elementType))
    return relaxDimsMisfit(dims, "rois", "float elements", r);
  if (!relaxDimsCheckShape(dims, "rois", regions, 2, wanted,
                           width == 4 ? "[regions, 4]" : "[regions, 5]"))
    return false;
  if (count != 2 || bins[0] < 1 || bins[1] < 1 || bins[0] > INT16_MAX ||
      bins[1] > INT16_MAX)
    return relaxDimsError(dims, "size: expected two values of 1 to %d, got %s",
                          INT16_MAX,
                          relaxIntegersText(dims->arena, bins, count));
  MlirContext context = relaxDimsContext(dims);
  MlirAttribute open = symUnknownAttribute(context);
  MlirAttribute out[] = {
      r.ranked ? r.dims[0] : open, x.ranked ? x.dims[1] : open,
      symConstAttribute(context, bins[0]), symConstAttribute(context, bins[1])};
  *result = relaxTensorTypeOf(x.elementType, 4, out);
  return true;
}

static bool checkImages(RelaxDims *dims, const RelaxRoiAlignArgs *args) {
  RelaxTensorInfo regions = relaxTensorInfoOf(args->rois);
  RelaxTensorInfo images = relaxTensorInfoOf(args->images);
  MlirContext context = relaxDimsContext(dims);
  SymExpr wanted = regions.ranked ? relaxDimsOf(dims, regions.dims[0])
                                  : symExprUnknown(dims->arena);
  if (!mlirTypeEqual(images.elementType, mlirIntegerTypeGet(context, 64)))
    return relaxDimsMisfit(dims, "images", "i64 elements", images);
  return relaxDimsCheckShape(dims, "images", args->images, 1, &wanted,
                             "one for each region");
}

bool relaxRoiAlignInferTypes(RelaxDims *dims, const RelaxRoiAlignArgs *args,
                             MlirType *results) {
  return inferBins(dims, args->input, args->rois, 4, args->size, results) &&
         checkImages(dims, args);
}

bool relaxMaxRoiPoolInferTypes(RelaxDims *dims, const RelaxMaxRoiPoolArgs *args,
                               MlirType *results) {
  return inferBins(dims, args->input, args->rois, 5, args->size, results);
}

static MlirLogicalResult verifyScale(MlirOperation op, double value) {
  return value > 0 && value < 0x1p31
             ? mlirLogicalResultSuccess()
             : bridgeEmitOpError(
                   op, "scale: expected a positive number, got %g", value);
}

MlirLogicalResult relaxRoiAlignVerify(MlirOperation op) {
  static const char *const modes[] = {"avg", "max"};
  int64_t samples = relaxRoiAlignGetSamples(op);
  if (samples < 0 || samples > INT16_MAX)
    return bridgeEmitOpError(op, "samples: expected 0 to %d, got %lld",
                             INT16_MAX, (long long)samples);
  if (mlirLogicalResultIsFailure(verifyScale(op, relaxRoiAlignGetScale(op))))
    return mlirLogicalResultFailure();
  return relaxVerifyWord(op, "mode", relaxRoiAlignGetMode(op), modes, 2);
}

MlirLogicalResult relaxMaxRoiPoolVerify(MlirOperation op) {
  return verifyScale(op, relaxMaxRoiPoolGetScale(op));
}
