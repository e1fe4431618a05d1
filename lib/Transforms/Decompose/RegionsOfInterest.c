//===- RegionsOfInterest.c - maxima of regions by other operators ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A bin of a region is a range of rows and a range of columns (Fast R-CNN,
// Girshick 2015, 2.1): maxima of the rows that are in it, then of the columns.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/RegionsOfInterest.gen.h"
#include "lib/Transforms/Decompose/Decompose.h"

#include <math.h>

typedef struct RoiPool {
  GraphBuilder *g;
  MlirValue x, regions;
  MlirType wide, i64; // of places
  double scale;
} RoiPool;

static MlirValue column(RoiPool *r, int64_t k) {
  return graphDropDim(r->g, graphSlice(r->g, r->regions, 1, k, k + 1, 1), 1);
}

/// Column k of the regions, [R]: a whole number, halves away from 0.
static MlirValue corner(RoiPool *r, int64_t k) {
  GraphBuilder *g = r->g;
  MlirValue own = graphTimes(g, graphCast(g, column(r, k), r->wide), r->scale);
  MlirValue less = graphLess(g, own, graphNumberLike(g, 0, own));
  MlirValue moved = graphAdd(g, own,
                             graphWhere(g, less, graphNumberLike(g, -0.5, own),
                                        graphNumberLike(g, 0.5, own)));
  return graphWhere(g, less, graphCeil(g, moved), graphFloor(g, moved));
}

static MlirValue rangeAlong(RoiPool *r, MlirAttribute extent, int64_t axis) {
  GraphBuilder *g = r->g;
  return graphAlong(
      g, graphCast(g, graphIota(g, extent, r->i64, r->x), r->wide), axis, 3);
}

/// Which places of dimension `axis` are in which bin: [R, bins, places].
static MlirValue binsAlong(RoiPool *r, int64_t axis, int64_t bins) {
  GraphBuilder *g = r->g;
  MlirValue begin = corner(r, 4 - axis), end = corner(r, 6 - axis);
  MlirValue extent = graphPlus(g, graphSubtract(g, end, begin), 1);
  extent = graphAlong(g, graphMaximum(g, extent, graphNumberLike(g, 1, extent)),
                      0, 3);
  MlirValue bin = rangeAlong(r, graphLiteral(g, bins), 1);
  MlirValue all = graphNumberLike(g, (double)bins, extent);
  begin = graphAlong(g, begin, 0, 3);
  MlirValue first = graphAdd(
      g, graphFloor(g, graphDivide(g, graphMultiply(g, bin, extent), all)),
      begin);
  MlirValue behind = graphAdd(
      g,
      graphCeil(g, graphDivide(
                       g, graphMultiply(g, graphPlus(g, bin, 1), extent), all)),
      begin);
  MlirValue place = rangeAlong(r, relaxTensorInfoOf(r->x).dims[axis], 2);
  return graphAnd(g, graphLessEqual(g, first, place),
                  graphLess(g, place, behind));
}

/// The largest elements of `x`, [R, C, a, b, places], that are in the bins.
static MlirValue largest(RoiPool *r, MlirValue chosen, MlirValue x,
                         int64_t axis) {
  GraphBuilder *g = r->g;
  MlirValue least = graphNumberLike(g, (double)-INFINITY, x);
  return graphDropDim(
      g, graphMax(g, graphWhere(g, chosen, x, least), graphAxis(g, axis)),
      axis);
}

/// Which bins have a place at all: [R, bins, 1].
static MlirValue anyIn(RoiPool *r, MlirValue chosen) {
  GraphBuilder *g = r->g;
  MlirValue most = graphMax(g, graphCast(g, chosen, r->i64), graphAxis(g, 2));
  return graphLess(g, graphInteger(g, 0, r->i64), most);
}

static void maxRoiPool(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  static const int64_t rows[] = {0, -1, 1, 2, -1};
  static const int64_t columns[] = {0, -1, -1, 1, 2};
  static const int64_t input[] = {0, 1, -1, 2, 3};
  static const int64_t spread[] = {0, 1, 2, -1, 3};
  static const int64_t down[] = {0, -1, 1, -1}, across[] = {0, -1, -1, 1};
  MlirAttribute size = relaxMaxRoiPoolGetSize(op);
  MlirValue regions = relaxMaxRoiPoolGetRois(op);
  RoiPool r = {.g = g,
               .x = relaxMaxRoiPoolGetInput(op),
               .i64 = mlirIntegerTypeGet(g->context, 64),
               .scale = relaxMaxRoiPoolGetScale(op)};
  MlirType element = relaxTensorInfoOf(r.x).elementType;
  r.wide = mlirTypeIsAF64(element) ? element : mlirF32TypeGet(g->context);
  MlirAttribute dims[] = {relaxTensorInfoOf(regions).dims[0],
                          graphLiteral(g, 5)};
  r.regions = graphMatch(g, regions, 2, dims);
  MlirValue inRows = binsAlong(&r, 2, mlirDenseI64ArrayGetElement(size, 0));
  MlirValue inColumns = binsAlong(&r, 3, mlirDenseI64ArrayGetElement(size, 1));
  MlirValue images = graphTake(g, r.x, graphCast(g, column(&r, 0), r.i64), 0);
  MlirValue y = largest(&r, graphView(g, inRows, 5, rows),
                        graphView(g, images, 5, input), 3);
  y = largest(&r, graphView(g, inColumns, 5, columns),
              graphView(g, y, 5, spread), 4);
  MlirValue any = graphAnd(g, graphView(g, anyIn(&r, inRows), 4, down),
                           graphView(g, anyIn(&r, inColumns), 4, across));
  results[0] = graphWhere(g, any, y, graphNumberLike(g, 0, y));
}

const DecomposeRule decomposeRegionsOfInterest[] = {
    {"relax.max_roi_pool", maxRoiPool},
    {"relax.roi_align", decomposeRoiAlign},
    {NULL, NULL},
};
