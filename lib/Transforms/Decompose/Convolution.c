//===- Convolution.c - convolutions written as products -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Where a convolution has few places and many output channels, what its windows
// cover becomes the rows of a matrix, and the product with the weights runs
// along the channels (im2col). A kernel of its own runs along the places, of
// which there are too few here to fill a vector.
//
// Windows of one place in groups of channels that do not fill vectors are
// products of matrices, one per group, whose columns are all places.
//
// Other windows get the input with its margins: they read it far more often
// than it takes to copy it, and need not ask where they are.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Convolution.h"
#include "lib/Analysis/Facts.h"
#include "lib/Transforms/Decompose/Decompose.h"

/// More places fill vectors, fewer channels do not.
enum { MOST_PLACES = 16, LEAST_CHANNELS = 16, MAX_RANK = 5 };

typedef struct Conv {
  GraphBuilder *g;
  RelaxDims dims;
  MlirOperation op;
  RelaxWindow window;
  RelaxTensorInfo x, w, y;
  intptr_t spatial;
} Conv;

static SymExpr product(Conv *c, const MlirAttribute *dims, intptr_t count) {
  SymExpr all = relaxDimsConst(&c->dims, 1);
  for (intptr_t i = 0; i < count; ++i)
    all = relaxDimsMul(&c->dims, all, relaxDimsOf(&c->dims, dims[i]));
  return all;
}

static bool hasFewPlaces(Conv *c) {
  SymExpr places = product(c, c->y.dims + 2, c->spatial);
  SymExpr most = relaxDimsConst(&c->dims, MOST_PLACES);
  Facts facts = {.arena = c->g->arena};
  factsAddAt(&facts, c->op);
  return factsAtMost(&facts, places, most);
}

static bool isWorthwhile(Conv *c) {
  int64_t groups = c->window.groups;
  int64_t channels, window;
  return groups == 1 && c->spatial >= 1 && c->spatial + 2 <= MAX_RANK &&
         mlirTypeIsAFloat(c->x.elementType) &&
         symAttributeIsConst(c->w.dims[0], &channels) &&
         channels >= LEAST_CHANNELS &&
         symExprIsConst(product(c, c->w.dims + 1, c->spatial + 1), &window) &&
         window > 0 && hasFewPlaces(c);
}

/// The input with its margins of zeros.
static MlirValue padded(Conv *c, MlirValue x) {
  const int64_t *pads = c->window.pads.values;
  MlirAttribute low[MAX_RANK], out[MAX_RANK];
  bool any = false;
  for (intptr_t i = 0; i < c->x.rank; ++i) {
    int64_t before = i < 2 ? 0 : pads[i - 2];
    int64_t behind = i < 2 ? 0 : pads[i - 2 + c->spatial];
    low[i] = graphLiteral(c->g, before);
    out[i] = relaxDimsAttribute(
        &c->dims, relaxDimsAdd(&c->dims, relaxDimsOf(&c->dims, c->x.dims[i]),
                               relaxDimsConst(&c->dims, before + behind)));
    any |= before || behind;
  }
  if (!any)
    return x;
  return graphPad(c->g, x, c->x.rank, low, out);
}

/// Where the window at each place reads along dimension `i`: [places, window].
static MlirValue indices(Conv *c, intptr_t i) {
  GraphBuilder *g = c->g;
  MlirAttribute column[] = {c->y.dims[2 + i], graphLiteral(g, 1)};
  MlirValue given = relaxConvGetInput(c->op);
  MlirValue begins = graphSteps(g, graphLiteral(g, c->window.strides.values[i]),
                                column[0], given);
  MlirValue inside =
      graphSteps(g, graphLiteral(g, c->window.dilations.values[i]),
                 c->w.dims[2 + i], given);
  return graphAdd(g, graphReshape(g, begins, 2, column), inside);
}

/// Does each place read one element, its own?
static bool isPointwise(Conv *c) {
  if (!symExprIs(product(c, c->w.dims + 2, c->spatial), 1))
    return false;
  for (intptr_t i = 0; i < c->spatial; ++i)
    if (c->window.strides.values[i] != 1 || c->window.pads.values[i] != 0 ||
        c->window.pads.values[i + c->spatial] != 0)
      return false;
  return true;
}

/// [batch, a, b] as [batch, b, a]; with one element along `b` that is the same.
static MlirValue turned(Conv *c, MlirValue x, MlirAttribute a,
                        MlirAttribute b) {
  static const int64_t turn[] = {0, 2, 1};
  MlirAttribute dims[] = {c->x.dims[0], b, a};
  return symExprIs(relaxDimsOf(&c->dims, a), 1) ||
                 symExprIs(relaxDimsOf(&c->dims, b), 1)
             ? graphReshape(c->g, x, 3, dims)
             : graphTranspose(c->g, x, 3, turn);
}

static MlirAttribute placesOf(Conv *c) {
  return relaxDimsAttribute(&c->dims, product(c, c->y.dims + 2, c->spatial));
}

/// [batch, places, channels * window].
static MlirValue patches(Conv *c) {
  GraphBuilder *g = c->g;
  MlirAttribute all = placesOf(c);
  if (isPointwise(c)) {
    MlirAttribute flat[] = {c->x.dims[0], c->x.dims[1], all};
    MlirValue x = graphWiden(g, relaxConvGetInput(c->op));
    return turned(c, graphReshape(g, x, 3, flat), c->x.dims[1], all);
  }
  MlirValue x = padded(c, graphWiden(g, relaxConvGetInput(c->op)));
  int64_t turn[2 * MAX_RANK] = {0};
  intptr_t rank = 2 + 2 * c->spatial;
  turn[1 + c->spatial] = 1;
  for (intptr_t i = 0; i < c->spatial; ++i) {
    x = graphTake(g, x, indices(c, i), 2 + 2 * i);
    turn[1 + i] = 2 + 2 * i;
    turn[2 + c->spatial + i] = 3 + 2 * i;
  }
  MlirAttribute rows[] = {
      c->x.dims[0], all,
      relaxDimsAttribute(&c->dims, product(c, c->w.dims + 1, c->spatial + 1))};
  return graphReshape(g, graphTranspose(g, x, rank, turn), 3, rows);
}

/// One element of the input per element of the weight, in groups of so many
/// output channels that lanes would be of several groups; 0: not so.
static int64_t pointwiseGroup(Conv *c) {
  enum { LANES = 16, LEAST = 8 };
  int64_t groups = c->window.groups;
  int64_t channels;
  if (groups == 1 || c->spatial < 1 || !mlirTypeIsAFloat(c->x.elementType) ||
      !symAttributeIsConst(c->w.dims[0], &channels) || !isPointwise(c) ||
      channels / groups < LEAST || channels / groups % LANES == 0)
    return 0;
  return channels / groups;
}

/// [groups, channels of one, input channels] times
/// [batch, groups, input channels, places].
static MlirValue pointwise(Conv *c, int64_t channels) {
  GraphBuilder *g = c->g;
  MlirAttribute count = graphLiteral(g, c->window.groups);
  MlirAttribute places =
      relaxDimsAttribute(&c->dims, product(c, c->x.dims + 2, c->spatial));
  MlirAttribute factors[] = {count, graphLiteral(g, channels), c->w.dims[1]};
  MlirAttribute columns[] = {c->x.dims[0], count, c->w.dims[1], places};
  MlirValue w = graphWiden(g, relaxConvGetWeight(c->op));
  MlirValue x = graphWiden(g, relaxConvGetInput(c->op));
  MlirValue y = graphMatmul(g, graphReshape(g, w, 3, factors),
                            graphReshape(g, x, 4, columns));
  y = graphReshape(g, y, c->y.rank, c->y.dims);
  return graphCastLike(g, y, relaxConvGetInput(c->op));
}

/// The convolution without pads; null if it has none, or needs only some of
/// them, which its kernel knows.
static MlirValue withoutPads(Conv *c) {
  GraphBuilder *g = c->g;
  int64_t none[2 * MAX_RANK] = {0};
  if (c->spatial < 1 || c->spatial + 2 > MAX_RANK ||
      relaxConvIsFar(&c->dims, c->op))
    return (MlirValue){NULL};
  MlirValue x = relaxConvGetInput(c->op), wide = padded(c, x);
  if (!wide.ptr || mlirValueEqual(x, wide))
    return (MlirValue){NULL};
  RelaxConvArgs args = {wide, relaxConvGetWeight(c->op), c->window};
  args.window.pads.values = none;
  return graphInsert(g, relaxConvCreate(graphPlace(g, "windows"), &args));
}

static void conv(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  static const int64_t turn[] = {1, 0};
  if (relaxWindowOf(op).same.ptr) {
    MlirValue y = decomposeSameConv(g, op);
    if (y.ptr)
      conv(g, mlirOpResultGetOwner(y), results);
    if (results[0].ptr)
      mlirOperationDestroy(mlirOpResultGetOwner(y));
    else
      results[0] = y;
    return;
  }
  Conv c = {.g = g,
            .dims = relaxDimsMake(g->loc, "relax.conv", g->arena),
            .op = op,
            .window = relaxWindowOf(op),
            .x = relaxTensorInfoOf(relaxConvGetInput(op)),
            .w = relaxTensorInfoOf(relaxConvGetWeight(op)),
            .y = relaxTensorInfoOf(mlirOperationGetResult(op, 0))};
  c.spatial = c.x.rank - 2;
  if (!isWorthwhile(&c)) {
    int64_t group = pointwiseGroup(&c);
    results[0] = group ? pointwise(&c, group) : withoutPads(&c);
    graphDimsGood(g, &c.dims);
    return;
  }
  MlirAttribute columns[] = {
      c.w.dims[0],
      relaxDimsAttribute(&c.dims, product(&c, c.w.dims + 1, c.spatial + 1))};
  MlirValue weight =
      graphReshape(g, graphWiden(g, relaxConvGetWeight(op)), 2, columns);
  MlirValue y = graphMatmul(g, patches(&c), graphTranspose(g, weight, 2, turn));
  y = turned(&c, y, placesOf(&c), c.w.dims[0]);
  if (c.spatial > 1)
    y = graphReshape(g, y, c.y.rank, c.y.dims);
  results[0] = graphCastLike(g, y, relaxConvGetInput(op));
  graphDimsGood(g, &c.dims);
}

const DecomposeRule decomposeConvolution[] = {
    {"relax.conv", conv},
    {NULL, NULL},
};
