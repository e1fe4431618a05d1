//===- SignalWindows.c - ONNX windows and mel filters ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/ComposeLayout.h"
#include "lib/Frontend/ONNX/Operators.h"

#include <math.h>

//===----------------------------------------------------------------------===//
// Windows: sums of cosines
//===----------------------------------------------------------------------===//

/// a0 - a1 cos(x) + a2 cos(2 x), where x goes from 0 to a whole turn, which
/// comes behind the end if the window is periodic; in f64.
static bool importWindow(Importer *importer, double a0, double a1, double a2) {
  const double turn = 6.283185307179586477;
  MlirType wide = mlirF64TypeGet(importer->context), element;
  int64_t periodic;
  if (!importOperandCount(importer, 1, 1) ||
      !importInt(importer, "periodic", 1, &periodic) ||
      !importTypeAttribute(importer, "output_datatype",
                           mlirF32TypeGet(importer->context), &element))
    return false;
  MlirValue size = composeScalar(importer, 0);
  MlirValue steps = composeCast(
      importer, periodic ? size : composePlus(importer, size, -1), wide);
  MlirValue numbers = composeCast(importer, composeRange(importer, size), wide);
  MlirValue angles =
      composeDivide(importer, composeTimes(importer, numbers, turn), steps);
  MlirValue sum = composePlus(
      importer, composeTimes(importer, composeCos(importer, angles), -a1), a0);
  if (a2 != 0)
    sum = composeAdd(
        importer, sum,
        composeTimes(importer,
                     composeCos(importer, composeTimes(importer, angles, 2)),
                     a2));
  return composeResult(importer, composeCast(importer, sum, element));
}

static bool importHannWindow(Importer *importer) {
  return importWindow(importer, 0.5, 0.5, 0);
}
static bool importHammingWindow(Importer *importer) {
  return importWindow(importer, 25.0 / 46, 21.0 / 46, 0);
}
static bool importBlackmanWindow(Importer *importer) {
  return importWindow(importer, 0.42, 0.5, 0.08);
}

//===----------------------------------------------------------------------===//
// MelWeightMatrix: a triangle of weights per band, over the bins of a spectrum
//===----------------------------------------------------------------------===//

typedef struct Bands {
  Importer *importer;
  MlirType wide;                   // f64
  MlirValue points, rate;          // of the transform; samples a second: i64
  MlirValue lowest, highest, step; // on the scale of mel
} Bands;

static MlirValue melOf(Bands *b, size_t index) {
  Importer *i = b->importer;
  MlirValue hertz = composeCast(i, composeOperand(i, index), b->wide);
  return composeTimes(
      i, composeLog(i, composePlus(i, composeTimes(i, hertz, 1.0 / 700), 1)),
      2595 / log(10));
}

/// The bins where the bands of those numbers begin.
static MlirValue binOf(Bands *b, MlirValue numbers) {
  Importer *i = b->importer;
  MlirValue mel = composeAdd(
      i, composeMultiply(i, composeCast(i, numbers, b->wide), b->step),
      b->lowest);
  MlirValue hertz = composeTimes(
      i,
      composePlus(i, composeExp(i, composeTimes(i, mel, log(10) / 2595)), -1),
      700);
  MlirValue points = composeCast(i, composePlus(i, b->points, 1), b->wide);
  MlirValue bin =
      composeFloorOf(i, composeDivide(i, composeMultiply(i, points, hertz),
                                      composeCast(i, b->rate, b->wide)));
  return composeCast(i, bin, composeI64(i));
}

/// (a - b) / (c - d) in f64.
static MlirValue ratio(Bands *bands, MlirValue a, MlirValue b, MlirValue c,
                       MlirValue d) {
  Importer *i = bands->importer;
  return composeDivide(i, composeCast(i, composeSubtract(i, a, b), bands->wide),
                       composeCast(i, composeSubtract(i, c, d), bands->wide));
}

/// The weight of bin `j` in the bands: it rises from `left` to 1 at `center`
/// and falls to 0 at `right`; without a rise it begins with 1.
static MlirValue weightsOf(Bands *b, MlirValue j, MlirValue left,
                           MlirValue center, MlirValue right) {
  Importer *i = b->importer;
  MlirValue zero = composeNumber(i, 0, b->lowest);
  MlirValue one = composeNumber(i, 1, b->lowest);
  MlirValue rise = composeWhere(i, composeEqual(i, j, center), one,
                                ratio(b, j, left, center, left));
  MlirValue fall = ratio(b, right, j, right, center);
  MlirValue before = composeWhere(i, composeLess(i, center, j), zero, rise);
  before = composeWhere(i, composeLess(i, j, left), zero, before);
  MlirValue behind = composeWhere(i, composeLess(i, j, right), fall, before);
  return composeWhere(i, composeLess(i, j, center), before, behind);
}

static bool importMelWeightMatrix(Importer *importer) {
  Bands b = {.importer = importer, .wide = mlirF64TypeGet(importer->context)};
  MlirType element;
  if (!importOperandCount(importer, 5, 5) ||
      !importTypeAttribute(importer, "output_datatype",
                           mlirF32TypeGet(importer->context), &element))
    return false;
  MlirValue count = composeScalar(importer, 0);
  b.points = composeScalar(importer, 1);
  b.rate = composeScalar(importer, 2);
  b.lowest = melOf(&b, 3);
  b.step = composeDivide(
      importer, composeSubtract(importer, melOf(&b, 4), b.lowest),
      composeCast(importer, composePlus(importer, count, 2), b.wide));
  MlirValue half =
      composeDivide(importer, b.points, composeNumber(importer, 2, b.points));
  MlirValue bins = composeAlong(
      importer, composeRange(importer, composePlus(importer, half, 1)), 0, 2);
  MlirValue bands = composeAlong(importer, composeRange(importer, count), 1, 2);
  MlirValue weights = weightsOf(&b, bins, binOf(&b, bands),
                                binOf(&b, composePlus(importer, bands, 1)),
                                binOf(&b, composePlus(importer, bands, 2)));
  return composeResult(importer, composeCast(importer, weights, element));
}

const OnnxOperator onnxSignalWindowOperators[] = {
    {"BlackmanWindow", importBlackmanWindow, 17, "arange, cos, multiply, add"},
    {"HammingWindow", importHammingWindow, 17, "arange, cos, multiply, add"},
    {"HannWindow", importHannWindow, 17, "arange, cos, multiply, add"},
    {"MelWeightMatrix", importMelWeightMatrix, 17,
     "arange, log, exp, floor, where"},
    {NULL, NULL, 0, NULL},
};
