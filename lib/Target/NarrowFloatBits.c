//===- NarrowFloatBits.c - conversions of f16 and bf16 in integers --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/NarrowFloat.h"

#include <string.h>

MlirType narrowElementOf(MlirType type) {
  return mlirTypeIsAVector(type) ? mlirShapedTypeGetElementType(type) : type;
}

static MlirType single(NarrowFloat *n, MlirType like) {
  return buildTypeLike(like, mlirF32TypeGet(opBuilderContext(&n->b)));
}

static MlirType integers(NarrowFloat *n, MlirType like, unsigned width) {
  return buildTypeLike(like,
                       mlirIntegerTypeGet(opBuilderContext(&n->b), width));
}

static MlirValue convert(NarrowFloat *n, const char *name, MlirValue value,
                         MlirType type) {
  return buildValue(&n->b, name, type, &value, 1);
}

/// A constant of the type of `like`: an integer, or the float of these bits.
static MlirValue constant(NarrowFloat *n, MlirValue like, uint32_t bits) {
  MlirType type = mlirValueGetType(like), element = narrowElementOf(type);
  float number;
  memcpy(&number, &bits, sizeof(number));
  MlirAttribute value = mlirTypeIsAFloat(element)
                            ? mlirFloatAttrDoubleGet(opBuilderContext(&n->b),
                                                     element, (double)number)
                            : mlirIntegerAttrGet(element, (int32_t)bits);
  return buildConstant(&n->b, mlirTypeIsAVector(type)
                                  ? mlirDenseElementsAttrSplatGet(type, value)
                                  : value);
}

/// `name` of a value and a constant.
static MlirValue with(NarrowFloat *n, const char *name, MlirValue value,
                      uint32_t bits) {
  return buildBinary(&n->b, name, value, constant(n, value, bits));
}

static MlirValue bitsOf(NarrowFloat *n, MlirValue value) {
  return convert(n, "arith.bitcast", value,
                 integers(n, mlirValueGetType(value), 32));
}

static MlirValue isAtLeast(NarrowFloat *n, MlirValue bits, uint32_t limit) {
  return buildCompare(&n->b, CMPI_UGE, bits, constant(n, bits, limit));
}

//===----------------------------------------------------------------------===//
// To f32
//===----------------------------------------------------------------------===//

/// An f16 as f32. Its exponent and fraction, moved to where f32 has them, are
/// the number times 2^-112, subnormal or not; infinities and NaN get the
/// exponent of all ones, and a NaN is quiet.
static MlirValue widenHalf(NarrowFloat *n, MlirValue bits) {
  MlirType floats = single(n, mlirValueGetType(bits));
  MlirValue magnitude = with(n, "arith.andi", bits, 0x7fff);
  MlirValue sign =
      with(n, "arith.shli", with(n, "arith.andi", bits, 0x8000), 16);
  MlirValue moved = with(n, "arith.shli", magnitude, 13);
  MlirValue number = bitsOf(n, with(n, "arith.mulf",
                                    convert(n, "arith.bitcast", moved, floats),
                                    0x77800000)); // 2^112
  MlirValue special = with(n, "arith.ori", moved, 0x7f800000);
  MlirValue quiet = with(n, "arith.ori", special, 0x00400000);
  special = buildSelect(&n->b, isAtLeast(n, magnitude, 0x7c01), quiet, special);
  number = buildSelect(&n->b, isAtLeast(n, magnitude, 0x7c00), special, number);
  number = buildBinary(&n->b, "arith.ori", number, sign);
  return convert(n, "arith.bitcast", number, floats);
}

MlirValue narrowWiden(NarrowFloat *n, MlirValue value) {
  MlirType type = mlirValueGetType(value);
  bool half = mlirTypeIsAF16(narrowElementOf(type));
  if (half && n->hasHalf)
    return convert(n, "arith.extf", value, single(n, type));
  MlirValue bits = convert(n, "arith.bitcast", value, integers(n, type, 16));
  bits = convert(n, "arith.extui", bits, integers(n, type, 32));
  if (half)
    return widenHalf(n, bits);
  return convert(n, "arith.bitcast", with(n, "arith.shli", bits, 16),
                 single(n, type));
}

//===----------------------------------------------------------------------===//
// From f64 and f32
//===----------------------------------------------------------------------===//

/// f64 as f32 rounded to odd: what is not exact gets an odd last bit, toward
/// zero, so that rounding it again is as if from f64.
static MlirValue roundToOdd(NarrowFloat *n, MlirValue value) {
  MlirType wide = mlirValueGetType(value);
  MlirValue near = convert(n, "arith.truncf", value, single(n, wide));
  MlirValue back = convert(n, "arith.extf", near, wide);
  MlirValue below = buildCompareFloats(&n->b, CMPF_OLT, back, value);
  MlirValue above = buildCompareFloats(&n->b, CMPF_OGT, back, value);
  MlirValue away =
      buildCompareFloats(&n->b, CMPF_OGT, convert(n, "math.absf", back, wide),
                         convert(n, "math.absf", value, wide));
  MlirValue bits = bitsOf(n, near);
  bits = buildSelect(&n->b, away, with(n, "arith.subi", bits, 1), bits);
  bits = buildSelect(&n->b, buildBinary(&n->b, "arith.ori", below, above),
                     with(n, "arith.ori", bits, 1), bits);
  return convert(n, "arith.bitcast", bits, single(n, wide));
}

/// The bits, moved down by `shift`, to nearest even.
static MlirValue shiftToNearest(NarrowFloat *n, MlirValue bits, uint32_t shift,
                                uint32_t offset) {
  MlirValue odd = with(n, "arith.andi", with(n, "arith.shrui", bits, shift), 1);
  MlirValue half =
      with(n, "arith.addi", bits, offset + (UINT32_C(1) << (shift - 1)) - 1);
  return with(n, "arith.shrui", buildBinary(&n->b, "arith.addi", half, odd),
              shift);
}

static MlirValue narrowToBF16(NarrowFloat *n, MlirValue value) {
  MlirValue bits = bitsOf(n, value);
  MlirValue nan = with(n, "arith.ori", with(n, "arith.shrui", bits, 16), 0x40);
  MlirValue isNaN = buildCompareFloats(&n->b, CMPF_UNO, value, value);
  return buildSelect(&n->b, isNaN, nan, shiftToNearest(n, bits, 16, 0));
}

/// Below 2^-14 the sum with 0.5 has the digits at the end of its fraction: the
/// addition rounds. From 2^16 on it is an infinity or a NaN; what lies between
/// the largest f16 and 2^16 carries into the exponent by itself.
static MlirValue narrowToF16(NarrowFloat *n, MlirValue value) {
  MlirType floats = mlirValueGetType(value);
  MlirValue bits = bitsOf(n, value);
  MlirValue sign =
      with(n, "arith.andi", with(n, "arith.shrui", bits, 16), 0x8000);
  MlirValue magnitude = with(n, "arith.andi", bits, 0x7fffffff);
  MlirValue normal =
      shiftToNearest(n, magnitude, 13, 0u - (UINT32_C(112) << 23));
  MlirValue sum =
      with(n, "arith.addf", convert(n, "arith.bitcast", magnitude, floats),
           0x3f000000);
  MlirValue small = with(n, "arith.subi", bitsOf(n, sum), 0x3f000000);
  MlirValue result =
      buildSelect(&n->b, isAtLeast(n, magnitude, 0x38800000), normal, small);
  MlirValue infinity = constant(n, magnitude, 0x7c00);
  MlirValue nan =
      with(n, "arith.andi", with(n, "arith.shrui", magnitude, 13), 0x3ff);
  nan = with(n, "arith.ori", nan, 0x7e00);
  MlirValue special =
      buildSelect(&n->b, isAtLeast(n, magnitude, 0x7f800001), nan, infinity);
  result =
      buildSelect(&n->b, isAtLeast(n, magnitude, 0x47800000), special, result);
  return buildBinary(&n->b, "arith.ori", result, sign);
}

MlirValue narrowRound(NarrowFloat *n, MlirValue value, MlirType type) {
  bool half = mlirTypeIsAF16(narrowElementOf(type));
  if (mlirTypeIsAF64(narrowElementOf(mlirValueGetType(value))))
    value = roundToOdd(n, value);
  if (half && n->hasHalf)
    return convert(n, "arith.truncf", value, type);
  MlirValue bits = half ? narrowToF16(n, value) : narrowToBF16(n, value);
  bits = convert(n, "arith.trunci", bits, integers(n, type, 16));
  return convert(n, "arith.bitcast", bits, type);
}
