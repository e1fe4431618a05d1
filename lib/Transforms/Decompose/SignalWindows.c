//===- SignalWindows.c - windows, mel filters, frames of a signal ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// All numbers are f64 until the end.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Signal.h"
#include "lib/Transforms/Decompose/Decompose.h"

#include <math.h>

static MlirValue castTo(GraphBuilder *g, MlirOperation op, MlirValue x) {
  return graphCastLike(g, x, mlirOperationGetResult(op, 0));
}

static void cosineWindow(GraphBuilder *g, MlirOperation op,
                         MlirValue *results) {
  const double turn = 6.283185307179586477;
  MlirType wide = mlirF64TypeGet(g->context);
  MlirAttribute coefficients = relaxCosineWindowGetCoefficients(op);
  MlirValue like = relaxCosineWindowGetLike(op);
  MlirAttribute extent = relaxTensorInfoOf(like).dims[0];
  MlirValue steps = graphExtent(g, extent, like);
  if (!relaxCosineWindowGetPeriodic(op))
    steps = graphPlus(g, steps, -1);
  MlirValue angles =
      graphDivide(g, graphTimes(g, graphIota(g, extent, wide, like), turn),
                  graphCast(g, steps, wide));
  MlirValue sum =
      graphNumber(g, mlirDenseF64ArrayGetElement(coefficients, 0), wide);
  for (intptr_t k = 1; k < mlirDenseArrayGetNumElements(coefficients); ++k) {
    double number = mlirDenseF64ArrayGetElement(coefficients, k);
    MlirValue wave =
        graphCos(g, k == 1 ? angles : graphTimes(g, angles, (double)k));
    sum = graphAdd(g, graphTimes(g, wave, k % 2 ? -number : number), sum);
  }
  // A window of one coefficient has its extent from nothing else.
  results[0] = castTo(g, op, graphBroadcast(g, sum, 1, &extent, like));
}

//===----------------------------------------------------------------------===//
// Mel filters
//===----------------------------------------------------------------------===//

typedef struct Bands {
  GraphBuilder *g;
  MlirType wide;          // f64
  MlirValue points, rate; // of the transform, [1]; samples a second: f64
  MlirValue lowest, step; // on the scale of mel
} Bands;

static MlirValue melOf(Bands *b, MlirValue hertz) {
  GraphBuilder *g = b->g;
  hertz = graphCast(g, hertz, b->wide);
  return graphTimes(
      g, graphLog(g, graphPlus(g, graphTimes(g, hertz, 1.0 / 700), 1)),
      2595 / log(10));
}

/// The bins where the bands of those numbers begin, in f64.
static MlirValue binOf(Bands *b, MlirValue numbers) {
  GraphBuilder *g = b->g;
  MlirValue mel = graphAdd(
      g, graphMultiply(g, graphCast(g, numbers, b->wide), b->step), b->lowest);
  MlirValue hertz = graphTimes(
      g, graphPlus(g, graphExp(g, graphTimes(g, mel, log(10) / 2595)), -1),
      700);
  MlirValue points = graphPlus(g, b->points, 1);
  return graphFloor(g,
                    graphDivide(g, graphMultiply(g, points, hertz), b->rate));
}

/// (a - b) / (c - d).
static MlirValue ratio(GraphBuilder *g, MlirValue a, MlirValue b, MlirValue c,
                       MlirValue d) {
  return graphDivide(g, graphSubtract(g, a, b), graphSubtract(g, c, d));
}

/// The weight of bin `j` in the bands: it rises from `left` to 1 at `center`
/// and falls to 0 at `right`; without a rise it begins with 1.
static MlirValue weightsOf(Bands *b, MlirValue j, MlirValue left,
                           MlirValue center, MlirValue right) {
  GraphBuilder *g = b->g;
  MlirValue zero = graphNumber(g, 0, b->wide), one = graphNumber(g, 1, b->wide);
  MlirValue rise = graphWhere(g, graphEqual(g, j, center), one,
                              ratio(g, j, left, center, left));
  MlirValue fall = ratio(g, right, j, right, center);
  MlirValue before = graphWhere(g, graphLess(g, center, j), zero, rise);
  before = graphWhere(g, graphLess(g, j, left), zero, before);
  MlirValue behind = graphWhere(g, graphLess(g, j, right), fall, before);
  return graphWhere(g, graphLess(g, j, center), before, behind);
}

static void melWeightMatrix(GraphBuilder *g, MlirOperation op,
                            MlirValue *results) {
  Bands b = {.g = g, .wide = mlirF64TypeGet(g->context)};
  MlirValue bands = relaxMelWeightMatrixGetBands(op);
  MlirValue points = relaxMelWeightMatrixGetPoints(op);
  RelaxTensorInfo y = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  MlirAttribute count = relaxTensorInfoOf(bands).dims[0];
  b.points = graphCast(
      g, graphExtent(g, relaxTensorInfoOf(points).dims[0], points), b.wide);
  b.rate = graphCast(g, relaxMelWeightMatrixGetRate(op), b.wide);
  b.lowest = melOf(&b, relaxMelWeightMatrixGetLow(op));
  MlirValue parts =
      graphCast(g, graphPlus(g, graphExtent(g, count, bands), 2), b.wide);
  b.step = graphDivide(
      g, graphSubtract(g, melOf(&b, relaxMelWeightMatrixGetHigh(op)), b.lowest),
      parts);
  MlirValue bins = graphAlong(g, graphIota(g, y.dims[0], b.wide, points), 0, 2);
  MlirValue numbers = graphAlong(g, graphIota(g, count, b.wide, bands), 1, 2);
  MlirValue weights = weightsOf(&b, bins, binOf(&b, numbers),
                                binOf(&b, graphPlus(g, numbers, 1)),
                                binOf(&b, graphPlus(g, numbers, 2)));
  results[0] = castTo(g, op, weights);
}

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

/// [batch, frames, points, parts], taken from the signal, and their transforms.
static void stft(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  MlirType i64 = mlirIntegerTypeGet(g->context, 64);
  MlirValue signal = relaxStftGetSignal(op), window = relaxStftGetWindow(op);
  MlirValue length = window.ptr                   ? window
                     : relaxStftGetPoints(op).ptr ? relaxStftGetPoints(op)
                                                  : signal;
  RelaxTensorInfo info = relaxTensorInfoOf(length);
  MlirValue numbers =
      graphIota(g, info.dims[info.rank == 1 ? 0 : 1], i64, length);
  MlirValue begins = graphCast(g, relaxStftGetBegins(op), i64);
  MlirValue places =
      graphAdd(g, graphAlong(g, begins, 0, 2), graphAlong(g, numbers, 1, 2));
  MlirValue frames = graphTake(g, signal, places, 1);
  if (window.ptr)
    frames = graphMultiply(g, frames, graphAlong(g, window, 2, 4));
  RelaxDftArgs args = {
      .input = frames, .axis = 2, .onesided = relaxStftGetOnesided(op)};
  if (frames.ptr)
    results[0] =
        graphInsert(g, relaxDftCreate(graphPlace(g, "transform"), &args));
}

const DecomposeRule decomposeSignalWindows[] = {
    {"relax.stft", stft},
    {"relax.cosine_window", cosineWindow},
    {"relax.mel_weight_matrix", melWeightMatrix},
    {NULL, NULL},
};
