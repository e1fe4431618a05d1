//===- Elementary.c - elementary functions in lanes -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// `math.log`, `log1p`, `expm1` and the functions of Angles.c are calls of libm,
// one for each lane. In f32 they become what can be done in lanes: an argument
// is reduced to a small interval, exactly (Cody and Waite 1980), where a
// polynomial is within a quarter of the last place; the coefficients are least
// squares with weights that make the largest relative error small. Results are
// within three places of the last bit; zeros, infinities, NaN and subnormals
// are those of libm. Angles above `FAR`, which need more bits of pi, are still
// libm's.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Elementary.h"

//===----------------------------------------------------------------------===//
// Bits of numbers
//===----------------------------------------------------------------------===//

enum { MANTISSA_BITS = 23, EXPONENT_BIAS = 127 };

/// 2^n for an integer n of -126 to 127.
static MlirValue power(OpBuilder *b, MlirValue n) {
  MlirValue biased = onWord(b, "arith.addi", n, EXPONENT_BIAS);
  return convert(b, "arith.bitcast",
                 onWord(b, "arith.shli", biased, MANTISSA_BITS), floats(b));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// log(2) in two parts: products of the first with exponents are exact.
static const double logTwo[] = {0.693115234375, 3.194618329871446e-05};

/// x = 2^e (1 + f), sqrt(1/2) <= 1 + f < sqrt(2):
/// log(x) = e log(2) + f - f^2 / 2 + f^3 P(f)
static MlirValue buildLog(OpBuilder *b, MlirValue x) {
  static const double p[] = {0.33333316445350647, -0.25000810623168945,
                             0.2000228613615036,  -0.16624553501605988,
                             0.14181193709373474, -0.1312875896692276,
                             0.1288163959980011,  -0.07859592139720917};
  enum { ROOT_HALF = 0x3f3504f3, MANTISSA = 0x7fffff, RAISED = 23 };
  MlirValue zero = targetBuildNumber(b, x, 0);
  MlirValue least = targetBuildNumber(b, x, 0x1p-126);
  MlirValue isSmall = buildCompareFloats(b, CMPF_OLT, x, least);
  MlirValue large = buildSelect(
      b, isSmall, multiply(b, x, targetBuildNumber(b, x, 0x1p23)), x);
  // Numbers from sqrt(1/2) on have their own exponent.
  MlirValue bits = onWord(
      b, "arith.subi", convert(b, "arith.bitcast", large, words(b)), ROOT_HALF);
  MlirValue exponent = onWord(b, "arith.shrsi", bits, MANTISSA_BITS);
  MlirValue mantissa = onWord(
      b, "arith.addi", onWord(b, "arith.andi", bits, MANTISSA), ROOT_HALF);
  MlirValue e = convert(b, "arith.sitofp", exponent, floats(b));
  e = buildSelect(b, isSmall, subtract(b, e, targetBuildNumber(b, x, RAISED)),
                  e);
  MlirValue f = subtract(b, convert(b, "arith.bitcast", mantissa, floats(b)),
                         targetBuildNumber(b, x, 1));
  MlirValue square = multiply(b, f, f);
  MlirValue cube = multiply(b, f, square);
  MlirValue rest = multiply(b, cube, polynomial(b, f, p, COUNT(p)));
  rest = fuse(b, e, targetBuildNumber(b, x, logTwo[1]), rest);
  rest = fuse(b, square, targetBuildNumber(b, x, -0.5), rest);
  MlirValue y = fuse(b, e, targetBuildNumber(b, x, logTwo[0]), //
                     add(b, f, rest));
  MlirValue infinity = targetBuildNumber(b, x, INFINITY);
  // Of infinity and NaN themselves; 0 has a pole, and below there is nothing.
  y = buildSelect(b, buildCompareFloats(b, CMPF_OLT, x, infinity), y, x);
  y = buildSelect(b, buildCompareFloats(b, CMPF_OLT, x, zero),
                  targetBuildNumber(b, x, NAN), y);
  return buildSelect(b, buildCompareFloats(b, CMPF_OEQ, x, zero),
                     targetBuildNumber(b, x, -INFINITY), y);
}

/// log(u) and what u = 1 + x has lost, over u.
static MlirValue buildLog1p(OpBuilder *b, MlirValue x) {
  MlirValue one = targetBuildNumber(b, x, 1);
  MlirValue u = add(b, one, x);
  MlirValue lost = subtract(b, x, subtract(b, u, one));
  MlirValue log = buildLog(b, u);
  MlirValue y = add(b, log, buildBinary(b, "arith.divf", lost, u));
  // So small that nothing but x is left; poles, infinity, NaN.
  MlirValue isPlain = buildBinary(
      b, "arith.andi",
      buildCompareFloats(b, CMPF_OGT, u, targetBuildNumber(b, x, 0)),
      buildCompareFloats(b, CMPF_OLT, u, targetBuildNumber(b, x, INFINITY)));
  y = buildSelect(b, isPlain, y, log);
  return buildSelect(b, buildCompareFloats(b, CMPF_OEQ, u, one), x, y);
}

/// x = n log(2) + r: e^x - 1 = 2^n (e^r - 1) + 2^n - 1, half of it first, for
/// 2^n may be too large.
static MlirValue buildExpm1(OpBuilder *b, MlirValue x) {
  static const double p[] = {0.5, 0.16666537523269653, 0.041666265577077866,
                             0.008367246948182583, 0.0013947597471997142};
  enum { LOW = -20, HIGH = 89 }; // where the result is -1 or infinite
  MlirValue half = targetBuildNumber(b, x, 0.5);
  MlirValue bound = buildBinary(b, "arith.maxnumf", x, //
                                targetBuildNumber(b, x, LOW));
  bound = buildBinary(b, "arith.minnumf", bound, targetBuildNumber(b, x, HIGH));
  MlirValue scaled =
      multiply(b, bound, targetBuildNumber(b, x, 1.4426950408889634));
  MlirValue n =
      buildValue(b, "math.roundeven", mlirValueGetType(x), &scaled, 1);
  MlirValue r = fuse(b, n, targetBuildNumber(b, x, -logTwo[0]), bound);
  r = fuse(b, n, targetBuildNumber(b, x, -logTwo[1]), r);
  MlirValue grown =
      fuse(b, multiply(b, r, r), polynomial(b, r, p, COUNT(p)), r);
  MlirValue steps = convert(b, "arith.fptosi", n, words(b));
  MlirValue scale = power(b, onWord(b, "arith.subi", steps, 1));
  MlirValue y = fuse(b, grown, scale, subtract(b, scale, half));
  y = add(b, y, y);
  MlirValue isZero =
      buildCompareFloats(b, CMPF_OEQ, x, targetBuildNumber(b, x, 0));
  MlirValue isNaN = buildCompareFloats(b, CMPF_UNO, x, x);
  return buildSelect(b, buildBinary(b, "arith.ori", isZero, isNaN), x, y);
}

/// Are all of them near? Not NaN and infinities.
static MlirValue buildNear(OpBuilder *b, MlirValue x) {
  MlirValue size = buildValue(b, "math.absf", mlirValueGetType(x), &x, 1);
  MlirValue isNear =
      buildCompareFloats(b, CMPF_OLT, size, targetBuildNumber(b, x, FAR));
  if (!mlirTypeIsAVector(mlirValueGetType(x)))
    return isNear;
  MlirAttribute kind = mlirAttributeParseGet(
      opBuilderContext(b), mlirStringRefCreateFromCString("#vector.kind<and>"));
  MlirType one = mlirIntegerTypeGet(opBuilderContext(b), 1);
  MlirOperation all =
      buildOp(b, &(OpSpec){.name = "vector.reduction",
                           .operands = &isNear,
                           .numOperands = 1,
                           .results = &one,
                           .numResults = 1,
                           .attributes = &(OpAttribute){"kind", kind},
                           .numAttributes = 1});
  return mlirOperationGetResult(all, 0);
}

//===----------------------------------------------------------------------===//
// All of a module
//===----------------------------------------------------------------------===//

typedef struct Function {
  const char *name;
  MlirValue (*build)(OpBuilder *b, MlirValue x);
  bool nearOnly;
} Function;

static const Function functions[] = {
    {"math.acos", targetBuildAcos, false},
    {"math.asin", targetBuildAsin, false},
    {"math.atan", targetBuildAtan, false},
    {"math.cos", targetBuildCos, true},
    {"math.expm1", buildExpm1, false},
    {"math.log", buildLog, false},
    {"math.log1p", buildLog1p, false},
    {"math.sin", targetBuildSin, true},
};

/// A call where one of them is not near.
static MlirValue buildBranch(OpBuilder *b, const Function *function,
                             MlirValue x) {
  MlirType type = mlirValueGetType(x);
  MlirOperation branch = buildIf(b, buildNear(b, x), &type, 1);
  OpBuilder near = opBuilderAtEnd(bridgeBody(branch), b->location);
  OpBuilder far = opBuilderAtEnd(bridgeBlock(branch, 1), b->location);
  MlirValue y = function->build(&near, x);
  MlirValue other = buildValue(&far, function->name, type, &x, 1);
  buildYield(&near, &y, 1);
  buildYield(&far, &other, 1);
  return mlirOperationGetResult(branch, 0);
}

static bool isInF32(MlirType type) {
  return mlirTypeIsAF32(
      mlirTypeIsAVector(type) ? mlirShapedTypeGetElementType(type) : type);
}

static MlirWalkResult expand(MlirOperation op, void *userData) {
  (void)userData;
  StrRef name = bridgeOpName(op);
  for (size_t i = 0; i < COUNT(functions); ++i) {
    if (!strRefIs(name, functions[i].name))
      continue;
    MlirValue x = mlirOperationGetOperand(op, 0);
    if (!isInF32(mlirValueGetType(x)))
      break;
    OpBuilder b = opBuilderBefore(op);
    MlirValue y = functions[i].nearOnly ? buildBranch(&b, &functions[i], x)
                                        : functions[i].build(&b, x);
    bridgeReplace(op, y);
    return MlirWalkResultSkip;
  }
  return MlirWalkResultAdvance;
}

void targetExpandElementary(MlirOperation top) {
  mlirOperationWalk(top, expand, NULL, MlirWalkPostOrder);
}
