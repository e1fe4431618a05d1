//===- ConvTranspose.c - transposed convolutions as convolutions ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Along a dimension with stride s, element `y` of the whole result (before its
// pads are cut off) is `s * q + p`. Its sum has input elements `q - t` and
// weight elements `s * t + p`, for t below the number of strides in the window:
// a convolution of stride 1 per phase p. All phases read the same input, so
// they are one convolution whose output channels are (phases, channels). What
// it gives is put in order afterwards, and the pads are cut off.
//
// A weight that a stride does not divide has zeros behind it, a dilated one
// between its elements; without a stride the dilation stays. What no window
// reaches, where the stride is the larger, is filled in at the end. (Where an
// input is not finite, so are the sums in which it meets these zeros.)
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Convolution.gen.h"
#include "dialects/Relax/ConvolutionKinds.gen.h"
#include "lib/Transforms/Decompose/Decompose.h"

enum { MAX_SPATIAL = 3, MAX_RANK = 3 + 2 * MAX_SPATIAL };

typedef struct Transposed {
  GraphBuilder *g;
  RelaxDims dims;
  MlirOperation op;
  RelaxTensorInfo x, w, y;
  intptr_t spatial;
  int64_t groups;
  int64_t stride[MAX_SPATIAL], low[MAX_SPATIAL], high[MAX_SPATIAL];
  int64_t dilation[MAX_SPATIAL]; // 1 where there is a stride
  int64_t spread[MAX_SPATIAL];   // of the weight's elements, in its own place
  int64_t window[MAX_SPATIAL];   // of the weight
  int64_t phases[MAX_SPATIAL];   // that have elements of the weight
  int64_t taps[MAX_SPATIAL];     // of one phase
  int64_t behind[MAX_SPATIAL];   // elements of the result that no input reaches
} Transposed;

static int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// False of windows whose extents the run knows, or that are too large.
static bool readWindow(Transposed *t) {
  enum { MOST = 1 << 20 };
  RelaxWindow w = relaxWindowOf(t->op);
  for (intptr_t i = 0; i < t->spatial; ++i) {
    int64_t extent;
    if (!symAttributeIsConst(t->w.dims[2 + i], &extent) || extent < 1 ||
        extent > MOST)
      return false;
    int64_t dilation = w.dilations.values[i];
    t->stride[i] = w.strides.values[i];
    t->low[i] = w.pads.values[i];
    t->high[i] = w.pads.values[t->spatial + i];
    int64_t extra = w.extra.values[i];
    if (t->stride[i] > MOST || dilation > MOST || extra > MOST)
      return false;
    t->window[i] = extent;
    t->spread[i] = t->stride[i] > 1 ? dilation : 1;
    t->dilation[i] = t->stride[i] > 1 ? 1 : dilation;
    int64_t whole = (extent - 1) * t->spread[i] + 1;
    t->taps[i] = ceilDiv(whole, t->stride[i]);
    t->phases[i] = whole < t->stride[i] ? whole : t->stride[i];
    // What the phases give beside what the result has.
    int64_t reach = t->stride[i] > 1 ? whole : (extent - 1) * dilation + 1;
    int64_t rounds = t->stride[i] > 1 ? t->stride[i] * t->taps[i] : reach;
    int64_t missing = reach + extra - t->high[i] - rounds;
    t->behind[i] = missing > 0 ? ceilDiv(missing, t->stride[i]) : 0;
  }
  return true;
}

/// [.., window.., ..] with `spread - 1` zeros behind each element and zeros up
/// to `taps * phases`, along spatial dimension `i`.
static MlirValue stretch(Transposed *t, MlirValue w, intptr_t i) {
  GraphBuilder *g = t->g;
  RelaxTensorInfo info = relaxTensorInfoOf(w);
  MlirAttribute low[MAX_RANK], dims[MAX_RANK];
  int64_t extent = t->window[i];
  for (intptr_t d = 0; d < info.rank; ++d)
    dims[d] = info.dims[d];
  if (t->spread[i] > 1) {
    // [.., window, 1, ..], padded to [.., window, spread, ..].
    for (intptr_t d = info.rank; d > 3 + i; --d)
      dims[d] = dims[d - 1];
    dims[3 + i] = graphLiteral(g, 1);
    for (intptr_t d = 0; d <= info.rank; ++d)
      low[d] = graphLiteral(g, 0);
    w = graphReshape(g, w, info.rank + 1, dims);
    dims[3 + i] = graphLiteral(g, t->spread[i]);
    w = graphPad(g, w, info.rank + 1, low, dims);
    for (intptr_t d = 3 + i; d < info.rank; ++d)
      dims[d] = dims[d + 1];
    extent *= t->spread[i];
    dims[2 + i] = graphLiteral(g, extent);
    w = graphReshape(g, w, info.rank, dims);
  }
  int64_t wanted = t->taps[i] * t->phases[i];
  if (wanted < extent)
    return graphSlice(g, w, 2 + i, 0, wanted, 1);
  if (wanted == extent)
    return w;
  for (intptr_t d = 0; d < info.rank; ++d)
    low[d] = graphLiteral(g, 0);
  dims[2 + i] = graphLiteral(g, wanted);
  return graphPad(g, w, info.rank, low, dims);
}

/// [channels, out / groups, window...] as the weight of the convolution,
/// [groups * phases * out / groups, channels / groups, taps...].
static MlirValue weight(Transposed *t) {
  GraphBuilder *g = t->g;
  MlirValue w = relaxConvTransposeGetWeight(t->op);
  for (intptr_t i = 0; i < t->spatial; ++i)
    w = stretch(t, w, i);
  // (groups, channels, out, (taps, phases)...) to (groups, phases..., out,
  // channels, taps...).
  RelaxDims *math = &t->dims;
  MlirAttribute perGroup = relaxDimsAttribute(
      math, relaxDimsFloorDiv(math, relaxDimsOf(math, t->w.dims[0]),
                              relaxDimsConst(math, t->groups)));
  MlirAttribute parts[MAX_RANK], dims[MAX_RANK];
  int64_t turn[MAX_RANK], phases = t->groups;
  parts[0] = graphLiteral(g, t->groups);
  parts[1] = perGroup;
  parts[2] = t->w.dims[1];
  turn[0] = 0;
  turn[1 + t->spatial] = 2;
  turn[2 + t->spatial] = 1;
  for (intptr_t i = 0; i < t->spatial; ++i) {
    parts[3 + 2 * i] = dims[2 + i] = graphLiteral(g, t->taps[i]);
    parts[4 + 2 * i] = graphLiteral(g, t->phases[i]);
    turn[1 + i] = 4 + 2 * i;
    turn[3 + t->spatial + i] = 3 + 2 * i;
    phases *= t->phases[i];
  }
  w = graphReshape(g, w, 3 + 2 * t->spatial, parts);
  w = graphTranspose(g, w, 3 + 2 * t->spatial, turn);
  dims[0] =
      relaxDimsAttribute(math, relaxDimsMul(math, relaxDimsConst(math, phases),
                                            relaxDimsOf(math, t->w.dims[1])));
  dims[1] = perGroup;
  w = graphReshape(g, w, 2 + t->spatial, dims);
  // The window goes back as the result goes on.
  for (intptr_t i = 0; i < t->spatial; ++i)
    if (t->taps[i] > 1)
      w = graphSlice(g, w, 2 + i, -1, INT64_MIN, -1);
  return w;
}

static MlirValue phases(Transposed *t) {
  GraphBuilder *g = t->g;
  int64_t ones[MAX_SPATIAL] = {1, 1, 1}, pads[2 * MAX_SPATIAL];
  for (intptr_t i = 0; i < t->spatial; ++i) {
    int64_t around = (t->taps[i] - 1) * t->dilation[i];
    pads[i] = around;
    pads[t->spatial + i] = around + t->behind[i];
  }
  RelaxConvArgs args = {.input = relaxConvTransposeGetInput(t->op),
                        .weight = weight(t),
                        .window = {.strides = {t->spatial, ones},
                                   .pads = {2 * t->spatial, pads},
                                   .dilations = {t->spatial, t->dilation},
                                   .groups = t->groups}};
  return args.weight.ptr
             ? graphInsert(g, relaxConvCreate(graphPlace(g, "phases"), &args))
             : args.weight;
}

/// [batch, groups, out, (places, phases)...] with zeros for the phases that no
/// window has.
static MlirValue fillPhases(Transposed *t, MlirValue y) {
  MlirAttribute low[MAX_RANK], dims[MAX_RANK];
  RelaxTensorInfo info;
  bool any = false;
  if (!y.ptr)
    return y;
  info = relaxTensorInfoOf(y);
  for (intptr_t d = 0; d < info.rank; ++d) {
    low[d] = graphLiteral(t->g, 0);
    dims[d] = info.dims[d];
  }
  for (intptr_t i = 0; i < t->spatial; ++i) {
    any |= t->phases[i] < t->stride[i];
    dims[4 + 2 * i] = graphLiteral(t->g, t->stride[i]);
  }
  return any ? graphPad(t->g, y, info.rank, low, dims) : y;
}

/// [batch, (groups, phases..., out), places...] as [batch, (groups, out),
/// (places, phases)...].
static MlirValue interleave(Transposed *t, MlirValue y) {
  GraphBuilder *g = t->g;
  RelaxDims *math = &t->dims;
  RelaxTensorInfo info = relaxTensorInfoOf(y);
  MlirAttribute parts[MAX_RANK], dims[MAX_RANK];
  int64_t turn[MAX_RANK];
  intptr_t spatial = t->spatial, rank = 3 + 2 * spatial;
  parts[0] = dims[0] = info.dims[0];
  parts[1] = graphLiteral(g, t->groups);
  parts[2 + spatial] = t->w.dims[1];
  dims[1] = t->y.dims[1];
  turn[0] = 0;
  turn[1] = 1;
  turn[2] = 2 + spatial;
  for (intptr_t i = 0; i < spatial; ++i) {
    parts[2 + i] = graphLiteral(g, t->phases[i]);
    parts[3 + spatial + i] = info.dims[2 + i];
    turn[3 + 2 * i] = 3 + spatial + i;
    turn[4 + 2 * i] = 2 + i;
    dims[2 + i] = relaxDimsAttribute(
        math, relaxDimsMul(math, relaxDimsConst(math, t->stride[i]),
                           relaxDimsOf(math, info.dims[2 + i])));
  }
  y = graphTranspose(g, graphReshape(g, y, rank, parts), rank, turn);
  return graphReshape(g, fillPhases(t, y), 2 + spatial, dims);
}

void decomposeConvTranspose(GraphBuilder *g, MlirOperation op,
                            MlirValue *results) {
  Transposed t = {.g = g,
                  .dims =
                      relaxDimsMake(g->loc, "relax.conv_transpose", g->arena),
                  .op = op,
                  .x = relaxTensorInfoOf(relaxConvTransposeGetInput(op)),
                  .w = relaxTensorInfoOf(relaxConvTransposeGetWeight(op)),
                  .y = relaxTensorInfoOf(mlirOperationGetResult(op, 0)),
                  .groups = relaxWindowOf(op).groups};
  t.spatial = t.x.rank - 2;
  if (t.spatial < 1 || t.spatial > MAX_SPATIAL ||
      !mlirTypeIsAFloat(t.x.elementType) || !readWindow(&t))
    return;
  MlirValue y = phases(&t);
  bool strides = false;
  for (intptr_t i = 0; i < t.spatial; ++i)
    strides |= t.stride[i] > 1;
  if (y.ptr && strides)
    y = interleave(&t, y);
  for (intptr_t i = 0; i < t.spatial && y.ptr; ++i) {
    MlirAttribute has = relaxTensorInfoOf(y).dims[2 + i];
    if (t.low[i] > 0 || !mlirAttributeEqual(has, t.y.dims[2 + i]))
      y = graphSliceFrom(g, y, 2 + i, graphLiteral(g, t.low[i]),
                         t.y.dims[2 + i]);
  }
  results[0] = y;
  graphDimsGood(g, &t.dims);
}
