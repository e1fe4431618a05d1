//===- ResizePlaces.c - where new elements lie on the old axis ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Resize.gen.h"
#include "lib/Conversion/RelaxToTIR/ResizeKernels.h"

static bool hasCoordinates(MlirOperation op, const char *word) {
  return strRefIs(relaxResizeGetCoordinates(op), word);
}

/// The new extent comes from the operation: results of helper kernels are
/// vectors.
ResizeAxis resizeAxisOf(TirBuilder *b, MlirOperation op) {
  RelaxTensorInfo result = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  intptr_t dim = mlirDenseI64ArrayGetElement(relaxResizeGetAxes(op), 0);
  return (ResizeAxis){b,
                      op,
                      dim,
                      b->numBuffers - 1,
                      tirBufferDim(b, 0, dim),
                      relaxDimsOf(&b->dims, result.dims[dim])};
}

//===----------------------------------------------------------------------===//
// Numbers in f64
//===----------------------------------------------------------------------===//

MlirValue resizeNumber(TirBuilder *b, double value) {
  return tirBuildConstant(b, mlirF64TypeGet(b->context), value);
}

MlirValue resizeToFloat(TirBuilder *b, MlirValue index) {
  MlirValue wide = tirBuildConvert(b, "arith.index_cast", index,
                                   mlirIntegerTypeGet(b->context, 64));
  return tirBuildConvert(b, "arith.sitofp", wide, mlirF64TypeGet(b->context));
}

MlirValue resizeExtent(TirBuilder *b, SymExpr extent) {
  int64_t literal;
  return symExprIsConst(extent, &literal)
             ? resizeNumber(b, (double)literal)
             : resizeToFloat(b, tirBuildExtent(b, extent));
}

MlirValue resizeToIndex(TirBuilder *b, MlirValue x) {
  MlirValue wide =
      tirBuildConvert(b, "arith.fptosi", x, mlirIntegerTypeGet(b->context, 64));
  return tirBuildConvert(b, "arith.index_cast", wide,
                         mlirIndexTypeGet(b->context));
}

/// Element `i` of a vector of f32, as f64.
static MlirValue loadNumber(TirBuilder *b, intptr_t buffer, int64_t i) {
  SymExpr at = relaxDimsConst(&b->dims, i);
  return tirBuildConvert(b, "arith.extf",
                         tirBuildLoad(b, buffer, &at, (MlirValue){NULL}),
                         mlirF64TypeGet(b->context));
}

/// New / old extent, as the operation says it. Buffers: the input, then scales
/// and roi as far as there are some.
MlirValue resizeScale(const ResizeAxis *a) {
  TirBuilder *b = a->b;
  MlirAttribute factors = relaxResizeGetFactors(a->op);
  if (factors.ptr)
    return resizeNumber(b, mlirDenseF64ArrayGetElement(factors, 0));
  if (relaxResizeGetScales(a->op).ptr)
    return loadNumber(b, 1, 0);
  return resizeDivide(b, resizeExtent(b, a->out), resizeExtent(b, a->in));
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static MlirValue whereOne(TirBuilder *b, MlirValue width, MlirValue one,
                          MlirValue other) {
  return tirBuildSelect(
      b, tirBuildCompare(b, TIR_CMPF_OEQ, width, resizeNumber(b, 1)), one,
      other);
}

/// The formulas of ONNX Resize; `x` is the new element.
static MlirValue placeOf(const ResizeAxis *a, MlirValue x) {
  TirBuilder *b = a->b;
  MlirOperation op = a->op;
  MlirValue scale = resizeScale(a), in = resizeExtent(b, a->in);
  MlirValue width = resizeMul(b, scale, in), one = resizeNumber(b, 1),
            half = resizeNumber(b, 0.5);
  if (hasCoordinates(op, "align_corners"))
    return whereOne(b, width, resizeNumber(b, 0),
                    resizeDivide(b, resizeMul(b, x, resizeSub(b, in, one)),
                                 resizeSub(b, width, one)));
  if (hasCoordinates(op, "asymmetric"))
    return resizeDivide(b, x, scale);
  if (hasCoordinates(op, "tf_crop_and_resize")) {
    intptr_t roi = relaxResizeGetScales(op).ptr ? 2 : 1;
    MlirValue begin = loadNumber(b, roi, 0), end = loadNumber(b, roi, 1);
    MlirValue last = resizeSub(b, in, one);
    MlirValue part = resizeMul(b, resizeSub(b, end, begin), last);
    return resizeAdd(b, resizeMul(b, begin, last),
                     whereOne(b, width, resizeMul(b, part, half),
                              resizeDivide(b, resizeMul(b, x, part),
                                           resizeSub(b, width, one))));
  }
  MlirValue middle = resizeDivide(b, resizeAdd(b, x, half), scale);
  if (hasCoordinates(op, "tf_half_pixel_for_nn"))
    return whereOne(b, scale, x, middle);
  middle = resizeSub(b, middle, half);
  if (hasCoordinates(op, "pytorch_half_pixel"))
    return whereOne(b, width, resizeNumber(b, -0.5), middle);
  if (!hasCoordinates(op, "half_pixel_symmetric"))
    return middle;
  MlirValue adjustment = resizeDivide(b, resizeExtent(b, a->out), width);
  return resizeAdd(
      b, resizeMul(b, resizeMul(b, in, half), resizeSub(b, one, adjustment)),
      middle);
}

/// Result: a vector of places, finite whatever the scales are. An axis without
/// elements has none to sample.
MlirLogicalResult relaxBuildResizePlaces(TirBuilder *b, MlirOperation op) {
  ResizeAxis a = resizeAxisOf(b, op);
  tirBuildComputeOver(b, "places", a.result);
  relaxBuildPlaceCheck(b, tirBuildInteger(b, mlirIndexTypeGet(b->context), 0),
                       a.in);
  MlirValue x = resizeToFloat(b, tirBuildExtent(b, tirIterator(b, 0)));
  MlirValue place = placeOf(&a, x);
  MlirValue far = resizeNumber(b, 0x1p40);
  place = tirBuildArith2(b, "arith.minnumf", place, far);
  place = tirBuildArith2(b, "arith.maxnumf", place, resizeNumber(b, -0x1p40));
  return tirEndWith(b, place);
}

MlirValue resizeIsOutside(const ResizeAxis *a, MlirValue place) {
  TirBuilder *b = a->b;
  if (!hasCoordinates(a->op, "tf_crop_and_resize"))
    return (MlirValue){NULL};
  MlirValue last = resizeSub(b, resizeExtent(b, a->in), resizeNumber(b, 1));
  return tirBuildArith2(
      b, "arith.ori",
      tirBuildCompare(b, TIR_CMPF_OLT, place, resizeNumber(b, 0)),
      tirBuildCompare(b, TIR_CMPF_OGT, place, last));
}
