//===- ConvReach.c - steps of a window that meet elements -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A window in large steps over an image that is smaller than they are reads
// margins but for its middle (networks that segment images have steps of 12, 24
// and 36). How many steps meet an element is an expression of the extent.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Convolution.h"

/// Smaller steps leave nothing out of images that one convolves so.
enum { LEAST_STEP = 12 };

/// The steps on each side of the middle of a window that keeps the extent; 0:
/// another window.
static int64_t sideOf(const RelaxWindow *window, intptr_t i, int64_t size) {
  const int64_t *pads = window->pads.values;
  int64_t step = window->dilations.values[i], side = size / 2;
  return size % 2 == 1 && step >= LEAST_STEP &&
                 window->strides.values[i] == 1 && pads[i] == side * step &&
                 pads[i + window->strides.count] == side * step
             ? side
             : 0;
}

bool relaxConvReach(RelaxDims *dims, MlirOperation op, intptr_t i,
                    SymExpr *reach) {
  MlirValue weight = relaxConvGetWeight(op);
  RelaxWindow window = relaxWindowOf(op);
  int64_t size, known,
      side = symExprIsConst(relaxDimsExtent(dims, weight, 2 + i), &size)
                 ? sideOf(&window, i, size)
                 : 0;
  if (!side || window.same.ptr)
    return false;
  SymExpr extent = relaxDimsExtent(dims, relaxConvGetInput(op), 2 + i);
  SymExpr steps = relaxDimsFloorDiv(
      dims, relaxDimsSub(dims, extent, relaxDimsConst(dims, 1)),
      relaxDimsConst(dims, window.dilations.values[i]));
  *reach = relaxDimsClamp(
      dims, relaxDimsMin(dims, steps, relaxDimsConst(dims, side)));
  return !symExprIsConst(*reach, &known) || known < side;
}

bool relaxConvIsFar(RelaxDims *dims, MlirOperation op) {
  RelaxTensorInfo weight = relaxTensorInfoOf(relaxConvGetWeight(op));
  int64_t channels;
  // Channel by channel, rules rely on the size of the window; what is narrow is
  // computed with wider elements.
  bool far = false,
       alone = symAttributeIsConst(weight.dims[1], &channels) && channels == 1;
  SymExpr reach;
  for (intptr_t i = 0; !alone && i + 2 < weight.rank; ++i)
    far |= relaxConvReach(dims, op, i, &reach);
  return far;
}
