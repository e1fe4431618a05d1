//===- NarrowFloat.c - elements without arithmetic of their own -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/RelaxToTIR/NarrowFloat.h"

#include <assert.h>
#include <math.h>

bool tirIsNarrowFloat(MlirType element) {
  return mlirTypeIsAFloat(element) && mlirFloatTypeGetWidth(element) <= 8;
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

/// As in lib/Runtime/NarrowFloat.c.
typedef struct Format {
  int signBit; // its place
  int fractionBits, minExponent;
  int most, overflow, nan;
  bool isUnsignedZero;
} Format;

static Format formatOf(MlirType element) {
  if (mlirTypeIsAFloat8E4M3FN(element))
    return (Format){7, 3, -6, 0x7E, 0x7F, 0x7F, false};
  if (mlirTypeIsAFloat8E4M3FNUZ(element))
    return (Format){7, 3, -7, 0x7F, 0x80, 0x80, true};
  if (mlirTypeIsAFloat8E5M2(element))
    return (Format){7, 2, -14, 0x7B, 0x7C, 0x7E, false};
  if (mlirTypeIsAFloat8E5M2FNUZ(element))
    return (Format){7, 2, -15, 0x7F, 0x80, 0x80, true};
  assert(mlirTypeIsAFloat4E2M1FN(element) && "no such format");
  return (Format){3, 1, 0, 0x07, 0x07, 0x08, false};
}

/// The format of f32 or f64 and the integers that hold its bits.
typedef struct Wide {
  TirBuilder *b;
  MlirType floats, bits;
  int fractionBits, bias;
} Wide;

static Wide wideOf(TirBuilder *b, MlirType type) {
  bool isDouble = mlirTypeIsAF64(type);
  return (Wide){b, type, mlirIntegerTypeGet(b->context, isDouble ? 64 : 32),
                isDouble ? 52 : 23, isDouble ? 1023 : 127};
}

static MlirValue integer(Wide w, int64_t value) {
  return tirNamed(w.b, "c", tirBuildInteger(w.b, w.bits, value));
}

static MlirValue number(Wide w, double value) {
  return tirNamed(w.b, "c", tirBuildConstant(w.b, w.floats, value));
}

/// `op` with an integer on the right.
static MlirValue with(Wide w, const char *op, MlirValue x, int64_t value) {
  return tirBuildArith2(w.b, op, x, integer(w, value));
}

static MlirValue compare(Wide w, TirCompare predicate, MlirValue x,
                         int64_t value) {
  return tirBuildCompare(w.b, predicate, x, integer(w, value));
}

static MlirValue asBits(Wide w, MlirValue x) {
  return tirBuildConvert(w.b, "arith.bitcast", x, w.bits);
}

static MlirValue asFloat(Wide w, MlirValue bits) {
  return tirBuildConvert(w.b, "arith.bitcast", bits, w.floats);
}

static MlirType byte(TirBuilder *b) {
  return mlirIntegerTypeGet(b->context, 8);
}

//===----------------------------------------------------------------------===//
// To f32
//===----------------------------------------------------------------------===//

/// 2^(bits - 127); the smallest is subnormal in f32.
static MlirValue fromExponent(Wide w, MlirValue bits) {
  MlirValue shifted = with(w, "arith.shli", bits, 23);
  MlirValue isLeast = compare(w, TIR_CMPI_EQ, bits, 0);
  MlirValue isNaN = compare(w, TIR_CMPI_EQ, bits, 255);
  MlirValue finite =
      tirBuildSelect(w.b, isLeast, integer(w, 0x400000), shifted);
  return asFloat(w, tirBuildSelect(w.b, isNaN, integer(w, 0x7FC00000), finite));
}

/// Infinity and NaN that have bits of their own.
static MlirValue replaceSpecial(Wide w, Format f, MlirValue magnitude,
                                MlirValue value) {
  if (f.isUnsignedZero || f.most == f.overflow)
    return value;
  MlirValue isNaN = compare(w, TIR_CMPI_SGT, magnitude, f.most);
  value = tirBuildSelect(w.b, isNaN, number(w, NAN), value);
  if (f.overflow == f.nan)
    return value;
  MlirValue isInfinite = compare(w, TIR_CMPI_EQ, magnitude, f.overflow);
  return tirBuildSelect(w.b, isInfinite, number(w, INFINITY), value);
}

MlirValue tirBuildFromNarrowFloat(TirBuilder *b, MlirValue bits,
                                  MlirType element) {
  Wide w = wideOf(b, mlirF32TypeGet(b->context));
  MlirValue all = tirBuildConvert(b, "arith.extui", bits, w.bits);
  if (mlirTypeIsAFloat8E8M0FNU(element))
    return fromExponent(w, all);
  Format f = formatOf(element);
  MlirValue magnitude = with(w, "arith.andi", all, (1 << f.signBit) - 1);
  MlirValue moved =
      with(w, "arith.shli", magnitude, w.fractionBits - f.fractionBits);
  MlirValue normal =
      asFloat(w, with(w, "arith.addi", moved,
                      (int64_t)(w.bias + f.minExponent - 1) << w.fractionBits));
  MlirValue unit = number(w, ldexp(1, f.minExponent - f.fractionBits));
  MlirValue digits = tirBuildConvert(b, "arith.uitofp", magnitude, w.floats);
  MlirValue subnormal = tirBuildArith2(b, "arith.mulf", digits, unit);
  MlirValue isSubnormal =
      compare(w, TIR_CMPI_SLT, magnitude, 1 << f.fractionBits);
  MlirValue value = tirBuildSelect(b, isSubnormal, subnormal, normal);
  value = replaceSpecial(w, f, magnitude, value);
  MlirValue sign = with(w, "arith.shrui", all, f.signBit);
  MlirValue signs = with(w, "arith.shli", sign, 31);
  value = asFloat(w, tirBuildArith2(b, "arith.ori", asBits(w, value), signs));
  if (!f.isUnsignedZero)
    return value;
  MlirValue isNaN = compare(w, TIR_CMPI_EQ, all, f.nan);
  return tirBuildSelect(b, isNaN, number(w, NAN), value);
}

//===----------------------------------------------------------------------===//
// From f32 or f64
//===----------------------------------------------------------------------===//

/// Bits of f32, without its sign, rounded to a power of two.
static MlirValue roundExponent(Wide w, MlirValue magnitude, StrRef mode) {
  bool up = strRefIs(mode, "up");
  bool down = strRefIs(mode, "down");
  int64_t add = up ? 0x7FFFFF : down ? 0 : 0x400000;
  // Subnormals of f32 begin to count as 2^-126 here.
  int64_t first = up ? 0x400001 : down ? 0x800000 : 0x600000;
  MlirValue sum = with(w, "arith.addi", magnitude, add);
  MlirValue normal = with(w, "arith.shrui", sum, 23);
  MlirValue isSubnormal = compare(w, TIR_CMPI_SLT, magnitude, 0x800000);
  MlirValue isFirst = compare(w, TIR_CMPI_SGE, magnitude, first);
  MlirValue one = integer(w, 1), zero = integer(w, 0);
  MlirValue subnormal = tirBuildSelect(w.b, isFirst, one, zero);
  return tirBuildSelect(w.b, isSubnormal, subnormal, normal);
}

static MlirValue toExponent(TirBuilder *b, MlirValue x,
                            TirNarrowing narrowing) {
  Wide w = wideOf(b, mlirF32TypeGet(b->context));
  if (mlirTypeIsAF64(mlirValueGetType(x)))
    x = tirBuildConvert(b, "arith.truncf", x, w.floats);
  MlirValue bits = asBits(w, x);
  MlirValue magnitude = with(w, "arith.andi", bits, INT32_MAX);
  MlirValue code = roundExponent(w, magnitude, narrowing.roundMode);
  MlirValue nan = integer(w, 255);
  MlirValue isLarge = compare(w, TIR_CMPI_SGT, code, 254);
  code = tirBuildSelect(b, isLarge, narrowing.saturates ? integer(w, 254) : nan,
                        code);
  if (!narrowing.saturates) {
    MlirValue isSmall = compare(w, TIR_CMPI_SLT, magnitude, 0x400000);
    code = tirBuildSelect(b, isSmall, nan, code);
  }
  // Neither NaN nor below zero; -0 is.
  MlirValue isGood = tirBuildCompare(b, TIR_CMPF_OGE, x, number(w, 0));
  code = tirBuildSelect(b, isGood, code, nan);
  return tirBuildConvert(b, "arith.trunci", code, byte(b));
}

/// To nearest, ties to even, as if exponents had no upper end.
static MlirValue roundMagnitude(Wide w, Format f, MlirValue magnitude) {
  int shift = w.fractionBits - f.fractionBits;
  MlirValue last =
      with(w, "arith.andi", with(w, "arith.shrui", magnitude, shift), 1);
  MlirValue half =
      with(w, "arith.addi", magnitude, (INT64_C(1) << (shift - 1)) - 1);
  MlirValue sum = tirBuildArith2(w.b, "arith.addi", half, last);
  MlirValue digits = with(w, "arith.shrui", sum, shift);
  MlirValue normal =
      with(w, "arith.subi", digits,
           (int64_t)(w.bias + f.minExponent - 1) << f.fractionBits);
  // Below the normal numbers the places are those of a large number: adding it
  // rounds, and what is added to its bits are the digits.
  double large = ldexp(1, f.minExponent - f.fractionBits + w.fractionBits);
  MlirValue x = asFloat(w, magnitude), offset = number(w, large);
  MlirValue moved = asBits(w, tirBuildArith2(w.b, "arith.addf", x, offset));
  MlirValue subnormal =
      tirBuildArith2(w.b, "arith.subi", moved, asBits(w, offset));
  MlirValue isSubnormal =
      tirBuildCompare(w.b, TIR_CMPF_OLT, x, number(w, ldexp(1, f.minExponent)));
  return tirBuildSelect(w.b, isSubnormal, subnormal, normal);
}

MlirValue tirBuildToNarrowFloat(TirBuilder *b, MlirValue x, MlirType element,
                                TirNarrowing narrowing) {
  if (mlirTypeIsAFloat8E8M0FNU(element))
    return toExponent(b, x, narrowing);
  Wide w = wideOf(b, mlirValueGetType(x));
  Format f = formatOf(element);
  int width = (int)mlirIntegerTypeGetWidth(w.bits);
  MlirValue bits = asBits(w, x);
  MlirValue magnitude =
      with(w, "arith.andi", bits, (int64_t)(UINT64_MAX >> (65 - width)));
  MlirValue code = roundMagnitude(w, f, magnitude);
  MlirValue isLarge = compare(w, TIR_CMPI_SGT, code, f.most);
  code = tirBuildSelect(
      b, isLarge, integer(w, narrowing.saturates ? f.most : f.overflow), code);
  MlirValue isNegative = with(w, "arith.shrui", bits, width - 1);
  MlirValue sign = with(w, "arith.shli", isNegative, f.signBit);
  MlirValue isNaN = tirBuildCompare(b, TIR_CMPF_UNO, x, x);
  MlirValue nan = integer(w, f.nan);
  bool hasSignedNaN = f.nan != 1 << f.signBit;
  if (hasSignedNaN)
    code = tirBuildSelect(b, isNaN, nan, code);
  MlirValue result = tirBuildArith2(b, "arith.ori", code, sign);
  if (f.isUnsignedZero)
    result = tirBuildSelect(b, compare(w, TIR_CMPI_EQ, code, 0), code, result);
  if (!hasSignedNaN)
    result = tirBuildSelect(b, isNaN, nan, result);
  return tirBuildConvert(b, "arith.trunci", result, byte(b));
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

MlirValue tirBuildFromNarrowInteger(TirBuilder *b, MlirValue bits,
                                    MlirType element) {
  if (mlirIntegerTypeIsUnsigned(element))
    return bits;
  MlirValue by = tirNamed(
      b, "c",
      tirBuildInteger(b, byte(b), 8 - mlirIntegerTypeGetWidth(element)));
  MlirValue high = tirBuildArith2(b, "arith.shli", bits, by);
  return tirBuildArith2(b, "arith.shrsi", high, by);
}

MlirValue tirBuildToNarrowInteger(TirBuilder *b, MlirValue x,
                                  MlirType element) {
  int64_t mask = (1 << mlirIntegerTypeGetWidth(element)) - 1;
  return tirBuildArith2(b, "arith.andi", x,
                        tirNamed(b, "c", tirBuildInteger(b, byte(b), mask)));
}
