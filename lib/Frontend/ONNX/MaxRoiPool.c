//===- MaxRoiPool.c - ONNX MaxRoiPool -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A bin of a region is a range of rows and a range of columns (Fast R-CNN,
// Girshick 2015, 2.1): maxima of the rows that are in it, then of the columns.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/ComposeLayout.h"
#include "lib/Frontend/ONNX/Operators.h"

#include <inttypes.h>
#include <math.h>

typedef struct RoiPool {
  Importer *importer;
  MlirValue x, rois;
  MlirType wide; // of places
  double scale;
} RoiPool;

/// Column k of the regions, [R]: a whole number, halves away from 0.
static MlirValue corner(RoiPool *r, int64_t k) {
  Importer *i = r->importer;
  MlirValue which = composeElement(i, composeInts(i, &k, 1), 0);
  MlirValue column = composeTake(i, r->rois, which, 1);
  column = composeTimes(i, composeCast(i, column, r->wide), r->scale);
  MlirValue less = composeLess(i, column, composeNumber(i, 0, column));
  MlirValue half = composeWhere(i, less, composeNumber(i, -0.5, column),
                                composeNumber(i, 0.5, column));
  MlirValue moved = composeAdd(i, column, half);
  return composeWhere(i, less, composeCeilOf(i, moved),
                      composeFloorOf(i, moved));
}

/// Which places of dimension `axis` are in which bin: [R, bins, places].
static MlirValue binsAlong(RoiPool *r, int64_t axis, int64_t bins) {
  Importer *i = r->importer;
  MlirValue begin = corner(r, 4 - axis), end = corner(r, 6 - axis);
  MlirValue extent = composePlus(i, composeSubtract(i, end, begin), 1);
  extent = composeMaximum(i, extent, composeNumber(i, 1, extent));
  MlirValue size = composeAlong(
      i, composeDivide(i, extent, composeNumber(i, (double)bins, extent)), 0,
      3);
  int64_t *values = ARENA_ARRAY(i->arena, int64_t, bins);
  for (int64_t b = 0; b < bins; ++b)
    values[b] = b;
  MlirValue bin = composeCast(i, composeInts(i, values, (size_t)bins), r->wide);
  bin = composeAlong(i, bin, 1, 3);
  begin = composeAlong(i, begin, 0, 3);
  MlirValue first =
      composeAdd(i, composeFloorOf(i, composeMultiply(i, bin, size)), begin);
  MlirValue behind = composeAdd(
      i, composeCeilOf(i, composeMultiply(i, composePlus(i, bin, 1), size)),
      begin);
  MlirValue place = composeAlong(
      i, composeCast(i, composeRangeOf(i, r->x, axis), r->wide), 2, 3);
  MlirValue before = composeLess(i, place, first);
  return composeWhere(i, before, composeLess(i, place, place),
                      composeLess(i, place, behind));
}

/// The largest elements of `x`, [R, C, a, b, places], that are in the bins.
static MlirValue largest(RoiPool *r, MlirValue chosen, MlirValue x,
                         int64_t axis) {
  Importer *i = r->importer;
  MlirValue least = composeNumber(i, (double)-INFINITY, x);
  int64_t all[] = {axis};
  return composeMax(i, composeWhere(i, chosen, x, least),
                    importIntsAttribute(i, all, 1), mlirAttributeGetNull());
}

/// 0 for bins without a place.
static MlirValue pooled(RoiPool *r, MlirValue batch, const int64_t *bins) {
  static const int64_t rows[] = {0, -1, 1, 2, -1};
  static const int64_t columns[] = {0, -1, -1, 1, 2};
  static const int64_t input[] = {0, 1, -1, 2, 3};
  static const int64_t spread[] = {0, 1, 2, -1, 3};
  Importer *i = r->importer;
  MlirValue inRows = binsAlong(r, 2, bins[0]);
  MlirValue inColumns = binsAlong(r, 3, bins[1]);
  MlirValue images = composeTake(i, r->x, batch, 0);
  MlirValue y = largest(r, composeDims(i, inRows, rows, 5),
                        composeDims(i, images, input, 5), 3);
  y = largest(r, composeDims(i, inColumns, columns, 5),
              composeDims(i, y, spread, 5), 4);
  MlirValue least = composeNumber(i, (double)-INFINITY, y);
  return composeWhere(i, composeEqual(i, y, least), composeNumber(i, 0, y), y);
}

static bool importMaxRoiPool(Importer *importer) {
  RoiPool r = {.importer = importer};
  RelaxTensorInfo info;
  const int64_t *bins;
  size_t count;
  float scale;
  bool given;
  if (!importOperandCount(importer, 2, 2) ||
      !importRankedOperand(importer, &r.x, &info) ||
      !importOperand(importer, 1, &r.rois) ||
      !importFloat(importer, "spatial_scale", 1, &scale) ||
      !importInts(importer, "pooled_shape", &bins, &count, &given))
    return false;
  RelaxTensorInfo rois = relaxTensorInfoOf(r.rois);
  if (info.rank != 4 || !rois.ranked || rois.rank != 2)
    return importOperandError(importer, 0, r.x,
                              "expected rank 4 and regions of rank 2");
  if (count != 2 || bins[0] < 1 || bins[1] < 1 || bins[0] > INT16_MAX ||
      bins[1] > INT16_MAX)
    return importError(importer,
                       "attribute 'pooled_shape': expected two values of 1 to "
                       "%d",
                       INT16_MAX);
  MlirAttribute dims[] = {rois.dims[0],
                          symConstAttribute(importer->context, 5)};
  r.scale = (double)scale;
  r.wide = mlirTypeIsAF64(info.elementType) ? info.elementType
                                            : mlirF32TypeGet(importer->context);
  r.rois = composeMatch(importer, r.rois, 2, dims, r.rois);
  static const int64_t zero = 0;
  MlirValue first =
      composeElement(importer, composeInts(importer, &zero, 1), 0);
  MlirValue batch = composeCast(
      importer, composeTake(importer, r.rois, first, 1), composeI64(importer));
  return composeResult(importer, pooled(&r, batch, bins));
}

const OnnxOperator onnxMaxRoiPoolOperators[] = {
    {"MaxRoiPool", importMaxRoiPool, 0, "take, where, max"},
    {NULL, NULL, 0, NULL},
};
