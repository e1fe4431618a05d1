//===- Angles.c - sines, cosines and their inverses in lanes --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// See Elementary.c. Inverse functions use what their argument's size allows:
// the arc tangent of 1 / x, the arc sine of the square root of (1 - x) / 2.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Elementary.h"

/// x = n pi / 2 + r: `quarters` more of them than n, a sine or cosine of r.
static MlirValue buildTurns(OpBuilder *b, MlirValue x, int64_t quarters) {
  static const double halfPi[] = {1.5703125, 0.0004837512969970703125,
                                  7.549790126404332e-08,
                                  -1.7151245100058819e-15};
  static const double sine[] = {-0.16666653752326965, 0.008332131430506706,
                                -0.00019510838319547474};
  static const double cosine[] = {0.04166664555668831, -0.0013887305976822972,
                                  2.4431205019936897e-05};
  MlirValue scaled =
      multiply(b, x, targetBuildNumber(b, x, 0.6366197723675814));
  MlirValue n =
      buildValue(b, "math.roundeven", mlirValueGetType(x), &scaled, 1);
  MlirValue r = x;
  for (size_t i = 0; i < COUNT(halfPi); ++i)
    r = fuse(b, n, targetBuildNumber(b, x, -halfPi[i]), r);
  MlirValue square = multiply(b, r, r);
  MlirValue s = fuse(b, multiply(b, r, square),
                     polynomial(b, square, sine, COUNT(sine)), r);
  MlirValue c = fuse(b, square, targetBuildNumber(b, x, -0.5),
                     targetBuildNumber(b, x, 1));
  c = fuse(b, multiply(b, square, square),
           polynomial(b, square, cosine, COUNT(cosine)), c);
  MlirValue turn = onWord(b, "arith.addi",
                          convert(b, "arith.fptosi", n, words(b)), quarters);
  MlirValue zero = targetBuildInteger(b, turn, 0);
  MlirValue isCosine =
      buildCompare(b, CMPI_NE, onWord(b, "arith.andi", turn, 1), zero);
  MlirValue isDown =
      buildCompare(b, CMPI_NE, onWord(b, "arith.andi", turn, 2), zero);
  // The sine of -0 is -0.
  s = buildSelect(
      b, buildCompareFloats(b, CMPF_OEQ, x, targetBuildNumber(b, x, 0)), x, s);
  MlirValue y = buildSelect(b, isCosine, c, s);
  MlirValue down = buildValue(b, "arith.negf", mlirValueGetType(y), &y, 1);
  return buildSelect(b, isDown, down, y);
}

MlirValue targetBuildSin(OpBuilder *b, MlirValue x) {
  return buildTurns(b, x, 0);
}
MlirValue targetBuildCos(OpBuilder *b, MlirValue x) {
  return buildTurns(b, x, 1);
}

//===----------------------------------------------------------------------===//
// Inverse functions
//===----------------------------------------------------------------------===//

/// pi / 2 in two parts.
static const double quarter[] = {1.5707963705062866, -4.371138828673793e-08};

static MlirValue size(OpBuilder *b, MlirValue x) {
  return buildValue(b, "math.absf", mlirValueGetType(x), &x, 1);
}
static MlirValue withSignOf(OpBuilder *b, MlirValue y, MlirValue x) {
  return buildBinary(b, "math.copysign", y, x);
}

/// x + x^3 P(x^2)
static MlirValue oddSeries(OpBuilder *b, MlirValue x, const double *c,
                           size_t count) {
  MlirValue square = multiply(b, x, x);
  MlirValue cube = multiply(b, square, x);
  return fuse(b, cube, polynomial(b, square, c, count), x);
}

/// `times` times pi / 2, less y.
static MlirValue fromQuarters(OpBuilder *b, double times, MlirValue y) {
  MlirValue low = subtract(b, y, targetBuildNumber(b, y, times * quarter[1]));
  return subtract(b, targetBuildNumber(b, y, times * quarter[0]), low);
}

/// atan(x) = pi / 2 - atan(1 / x) for x above 1.
MlirValue targetBuildAtan(OpBuilder *b, MlirValue x) {
  static const double p[] = {
      -0.33333301544189453, 0.19998638331890106,  -0.1426524519920349,
      0.10957574844360352,  -0.08419454842805862, 0.058234475553035736,
      -0.0314556248486042,  0.011064399033784866, -0.0018272035522386432};
  MlirValue a = size(b, x), one = targetBuildNumber(b, x, 1);
  MlirValue isLarge = buildCompareFloats(b, CMPF_OGT, a, one);
  MlirValue inner =
      buildSelect(b, isLarge, buildBinary(b, "arith.divf", one, a), a);
  MlirValue y = oddSeries(b, inner, p, COUNT(p));
  y = buildSelect(b, isLarge, fromQuarters(b, 1, y), y);
  return withSignOf(b, y, x);
}

/// Of |x| up to 1/2: asin(|x|); above: asin of sqrt((1 - |x|) / 2), which is
/// half of acos(|x|). Above 1 the root is NaN.
static MlirValue buildArc(OpBuilder *b, MlirValue x, MlirValue *isLarge) {
  static const double p[] = {0.16666659712791443,  0.07500510662794113,
                             0.04451572149991989,  0.031817611306905746,
                             0.014402602799236774, 0.0375652052462101};
  MlirValue a = size(b, x), half = targetBuildNumber(b, x, 0.5);
  *isLarge = buildCompareFloats(b, CMPF_OGT, a, half);
  MlirValue rest =
      fuse(b, a, targetBuildNumber(b, x, -0.5), targetBuildNumber(b, x, 0.5));
  MlirValue root = buildValue(b, "math.sqrt", mlirValueGetType(x), &rest, 1);
  return oddSeries(b, buildSelect(b, *isLarge, root, a), p, COUNT(p));
}

MlirValue targetBuildAsin(OpBuilder *b, MlirValue x) {
  MlirValue isLarge;
  MlirValue y = buildArc(b, x, &isLarge);
  y = buildSelect(b, isLarge, fromQuarters(b, 1, add(b, y, y)), y);
  return withSignOf(b, y, x);
}

MlirValue targetBuildAcos(OpBuilder *b, MlirValue x) {
  MlirValue isLarge;
  MlirValue y = buildArc(b, x, &isLarge);
  MlirValue isDown =
      buildCompareFloats(b, CMPF_OLT, x, targetBuildNumber(b, x, 0));
  MlirValue twice = add(b, y, y);
  MlirValue large = buildSelect(b, isDown, fromQuarters(b, 2, twice), twice);
  MlirValue small = fromQuarters(b, 1, withSignOf(b, y, x));
  return buildSelect(b, isLarge, large, small);
}
