//===- Crop.c - images of other extents written with other operators ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Crop.gen.h"
#include "dialects/Relax/Gather.gen.h"
#include "lib/Transforms/Decompose/Decompose.h"

//===----------------------------------------------------------------------===//
// center_crop_pad: a slice, then margins
//===----------------------------------------------------------------------===//

static void centerCropPad(GraphBuilder *g, MlirOperation op,
                          MlirValue *results) {
  RelaxDims math = relaxDimsMake(g->loc, "relax.center_crop_pad", g->arena);
  RelaxTensorInfo y = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  MlirAttribute axes = relaxCenterCropPadGetAxes(op);
  MlirValue x = relaxCenterCropPadGetInput(op);
  if (relaxCenterCropPadGetSizes(op).ptr)
    return; // relax-bind-extents comes first
  MlirAttribute *low = ARENA_ARRAY(g->arena, MlirAttribute, y.rank);
  SymExpr two = relaxDimsConst(&math, 2);
  for (intptr_t i = 0; i < y.rank; ++i)
    low[i] = graphLiteral(g, 0);
  for (intptr_t k = 0; k < mlirDenseArrayGetNumElements(axes) && x.ptr; ++k) {
    int64_t axis = mlirDenseI64ArrayGetElement(axes, k);
    SymExpr own = relaxDimsOf(&math, relaxTensorInfoOf(x).dims[axis]);
    SymExpr wanted = relaxDimsOf(&math, y.dims[axis]);
    SymExpr more = relaxDimsClamp(&math, relaxDimsSub(&math, own, wanted));
    SymExpr less = relaxDimsClamp(&math, relaxDimsSub(&math, wanted, own));
    low[axis] = relaxDimsAttribute(&math, relaxDimsFloorDiv(&math, less, two));
    if (symExprIs(more, 0))
      continue;
    x = graphSliceFrom(
        g, x, axis,
        relaxDimsAttribute(&math, relaxDimsFloorDiv(&math, more, two)),
        relaxDimsAttribute(&math, relaxDimsMin(&math, own, wanted)));
  }
  if (graphDimsGood(g, &math))
    results[0] = graphPad(g, x, y.rank, low, y.dims);
}

//===----------------------------------------------------------------------===//
// col2im: columns are added to the places of an image; those outside of it to
// one more element, which is dropped
//===----------------------------------------------------------------------===//

enum { MAX_DIMS = 6 };

typedef struct Columns {
  GraphBuilder *g;
  RelaxWindow window;
  RelaxDims math;
  intptr_t rank; // of the image
  RelaxTensorInfo x, y;
  SymExpr steps[MAX_DIMS];
  SymExpr total; // elements of an image
} Columns;

static SymExpr dimOf(Columns *c, MlirAttribute dim) {
  return relaxDimsOf(&c->math, dim);
}

static SymExpr number(Columns *c, int64_t value) {
  return relaxDimsConst(&c->math, value);
}

static MlirAttribute attribute(Columns *c, SymExpr expr) {
  return relaxDimsAttribute(&c->math, expr);
}

/// How often the block fits along dimension `d`.
static SymExpr stepsAlong(Columns *c, intptr_t d) {
  const int64_t *pads = c->window.pads.values;
  SymExpr stride = number(c, c->window.strides.values[d]);
  SymExpr reach = relaxDimsMul(
      &c->math, number(c, c->window.dilations.values[d]),
      relaxDimsSub(&c->math, dimOf(c, c->x.dims[2 + d]), number(c, 1)));
  SymExpr padded = relaxDimsAdd(&c->math, dimOf(c, c->y.dims[2 + d]),
                                number(c, pads[d] + pads[d + c->rank] - 1));
  SymExpr room = relaxDimsSub(&c->math, padded, reach);
  return relaxDimsClamp(
      &c->math, relaxDimsFloorDiv(
                    &c->math, relaxDimsAdd(&c->math, room, stride), stride));
}

/// The places along dimension `d` of [block..., steps...].
static MlirValue placesAlong(Columns *c, intptr_t d) {
  const MlirValue found = {NULL};
  GraphBuilder *g = c->g;
  MlirValue inner =
      graphSteps(g, graphLiteral(g, c->window.dilations.values[d]),
                 c->x.dims[2 + d], found);
  MlirValue outer =
      graphPlus(g,
                graphSteps(g, graphLiteral(g, c->window.strides.values[d]),
                           attribute(c, c->steps[d]), found),
                -(double)c->window.pads.values[d]);
  return graphAdd(g, graphAlong(g, inner, d, 2 * c->rank),
                  graphAlong(g, outer, c->rank + d, 2 * c->rank));
}

/// The element of the image for each element of a block at each step, one more
/// than all for those outside.
static MlirValue places(Columns *c) {
  const MlirValue found = {NULL};
  GraphBuilder *g = c->g;
  MlirType i64 = mlirIntegerTypeGet(g->context, 64);
  MlirValue linear = {NULL}, inside = {NULL};
  for (intptr_t d = 0; d < c->rank; ++d) {
    MlirValue at = placesAlong(c, d);
    MlirValue extent = graphExtent(g, c->y.dims[2 + d], found);
    MlirValue fits = graphAnd(g, graphLessEqual(g, graphInteger(g, 0, i64), at),
                              graphLess(g, at, extent));
    inside = d ? graphAnd(g, inside, fits) : fits;
    linear = d ? graphAdd(g, graphMultiply(g, linear, extent), at) : at;
  }
  return graphWhere(g, inside, linear,
                    graphExtent(g, attribute(c, c->total), found));
}

static MlirValue added(Columns *c, MlirValue x, SymExpr count) {
  const MlirValue found = {NULL};
  GraphBuilder *g = c->g;
  MlirAttribute all = attribute(c, count);
  MlirAttribute flat[] = {c->y.dims[0], c->y.dims[1], all};
  MlirAttribute more[] = {
      c->y.dims[0], c->y.dims[1],
      attribute(c, relaxDimsAdd(&c->math, c->total, number(c, 1)))};
  RelaxScatterElementsArgs args = {
      .input = graphBroadcast(g, graphNumberLike(g, 0, x), 3, more, found),
      .indices = graphBroadcast(g, graphReshape(g, places(c), 1, &all), 3, flat,
                                found),
      .updates = graphReshape(g, x, 3, flat),
      .axis = 2,
      .reduction =
          mlirStringAttrGet(g->context, mlirStringRefCreateFromCString("add"))};
  return args.input.ptr && args.indices.ptr && args.updates.ptr
             ? graphInsert(
                   g, relaxScatterElementsCreate(graphPlace(g, "sums"), &args))
             : found;
}

static void col2Im(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  Columns c = {.g = g,
               .window = relaxWindowOf(op),
               .math = relaxDimsMake(g->loc, "relax.col2im", g->arena),
               .x = relaxTensorInfoOf(relaxCol2imGetInput(op)),
               .y = relaxTensorInfoOf(mlirOperationGetResult(op, 0))};
  MlirValue input = relaxCol2imGetInput(op);
  if (relaxCol2imGetSizes(op).ptr)
    return; // relax-bind-extents comes first
  c.rank = c.y.rank - 2;
  c.total = number(&c, 1);
  SymExpr steps = number(&c, 1), count = number(&c, 1);
  for (intptr_t d = 0; d < c.rank; ++d) {
    c.steps[d] = stepsAlong(&c, d);
    steps = relaxDimsMul(&c.math, steps, c.steps[d]);
    count = relaxDimsMul(&c.math, count, dimOf(&c, c.x.dims[2 + d]));
    c.total = relaxDimsMul(&c.math, c.total, dimOf(&c, c.y.dims[2 + d]));
  }
  MlirAttribute *dims = ARENA_ARRAY(g->arena, MlirAttribute, c.x.rank);
  for (intptr_t i = 0; i < c.x.rank; ++i)
    dims[i] = i < 2 ? c.y.dims[i] : c.x.dims[i];
  dims[c.x.rank - 1] = attribute(&c, steps);
  if (!graphDimsGood(g, &c.math))
    return;
  MlirValue sums =
      added(&c, graphWiden(g, graphMatch(g, input, c.x.rank, dims)),
            relaxDimsMul(&c.math, count, steps));
  sums = graphSliceFrom(g, sums, 2, graphLiteral(g, 0), attribute(&c, c.total));
  results[0] =
      graphCastLike(g, graphReshape(g, sums, c.y.rank, c.y.dims), input);
  graphDimsGood(g, &c.math);
}

const DecomposeRule decomposeCrop[] = {
    {"relax.center_crop_pad", centerCropPad},
    {"relax.col2im", col2Im},
    {NULL, NULL},
};
