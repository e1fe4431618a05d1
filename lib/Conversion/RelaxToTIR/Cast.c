//===- Cast.c - kernels of conversions between element types --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// ONNX Cast: anything to bool is `x != 0`, so NaN is true; integers wrap;
// floats to integers go towards zero. Out of range ONNX says nothing: here they
// saturate and NaN is 0, so that results are the same everywhere; to 4- and
// 2-bit integers they go by i32 and keep the low bits, as the suite has it.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/BlockType.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/TIR/Symbols.h"
#include "lib/Conversion/RelaxToTIR/Legalize.h"
#include "lib/Conversion/RelaxToTIR/NarrowFloat.h"

#include <math.h>

static unsigned width(MlirType type) {
  return tirKindOf(type) == TIR_FLOAT ? mlirFloatTypeGetWidth(type)
                                      : mlirIntegerTypeGetWidth(type);
}

/// f64 as f32 rounded to odd: what is not exact gets an odd last bit, toward
/// zero, so that rounding it again is as if from f64. (LLVM has no f64 to bf16
/// but as a call of a function that nothing here brings.)
static MlirValue singleRoundedToOdd(TirBuilder *b, MlirValue x) {
  MlirType single = mlirF32TypeGet(b->context);
  MlirType word = mlirIntegerTypeGet(b->context, 32);
  MlirValue y = tirBuildConvert(b, "arith.truncf", x, single);
  MlirValue back =
      tirBuildConvert(b, "arith.extf", y, mlirF64TypeGet(b->context));
  MlirValue inexact =
      tirBuildArith2(b, "arith.ori", tirBuildCompare(b, TIR_CMPF_OLT, back, x),
                     tirBuildCompare(b, TIR_CMPF_OGT, back, x));
  MlirValue away =
      tirBuildCompare(b, TIR_CMPF_OGT, tirBuildArith1(b, "math.absf", back),
                      tirBuildArith1(b, "math.absf", x));
  MlirValue one = tirBuildInteger(b, word, 1);
  MlirValue bits = tirBuildConvert(b, "arith.bitcast", y, word);
  bits =
      tirBuildSelect(b, away, tirBuildArith2(b, "arith.subi", bits, one), bits);
  bits = tirBuildSelect(b, inexact, tirBuildArith2(b, "arith.ori", bits, one),
                        bits);
  return tirBuildConvert(b, "arith.bitcast", bits, single);
}

static MlirValue floatToFloat(TirBuilder *b, MlirValue x, MlirType from,
                              MlirType to) {
  if (width(from) == width(to)) { // f16 and bf16
    MlirType wide = mlirF32TypeGet(b->context);
    x = tirBuildConvert(b, "arith.extf", x, wide);
    return tirBuildConvert(b, "arith.truncf", x, to);
  }
  if (mlirTypeIsAF64(from) && mlirTypeIsABF16(to))
    x = singleRoundedToOdd(b, x);
  return tirBuildConvert(
      b, width(from) < width(to) ? "arith.extf" : "arith.truncf", x, to);
}

/// Limits are powers of two, exact in f32; f16 ends at 65504, so that 16-bit
/// floats are widened first.
static MlirValue floatToInteger(TirBuilder *b, MlirValue x, MlirType from,
                                MlirType to) {
  if (width(from) == 16) {
    from = mlirF32TypeGet(b->context);
    x = tirBuildConvert(b, "arith.extf", x, from);
  }
  bool isUnsigned = tirKindOf(to) == TIR_UNSIGNED;
  double limit = ldexp(1.0, (int)width(to) - !isUnsigned);
  MlirValue low =
      tirNamed(b, "low", tirBuildConstant(b, from, isUnsigned ? 0 : -limit));
  MlirValue high = tirNamed(b, "high", tirBuildConstant(b, from, limit));
  MlirValue isLow = tirBuildCompare(b, TIR_CMPF_OLE, x, low);
  MlirValue isHigh = tirBuildCompare(b, TIR_CMPF_OGE, x, high);
  MlirValue isNaN = tirBuildCompare(b, TIR_CMPF_UNE, x, x);
  MlirValue outside = tirBuildArith2(b, "arith.ori", isLow, isHigh);
  outside = tirBuildArith2(b, "arith.ori", outside, isNaN);
  MlirValue zero = tirNamed(b, "zero", tirBuildConstant(b, from, 0));
  MlirValue safe = tirBuildSelect(b, outside, zero, x);
  MlirValue value = tirBuildConvert(
      b, isUnsigned ? "arith.fptoui" : "arith.fptosi", safe, to);
  MlirValue most =
      tirNamed(b, "most", tirBuildInteger(b, to, tirIntegerMax(to)));
  MlirValue least =
      tirNamed(b, "least", tirBuildInteger(b, to, tirIntegerMin(to)));
  value = tirBuildSelect(b, isHigh, most, value);
  return tirBuildSelect(b, isLow, least, value);
}

static MlirValue toBool(TirBuilder *b, MlirValue x, MlirType from) {
  MlirValue zero = tirNamed(b, "zero", tirBuildConstant(b, from, 0));
  return tirBuildCompare(
      b, tirKindOf(from) == TIR_FLOAT ? TIR_CMPF_UNE : TIR_CMPI_NE, x, zero);
}

static MlirValue convert(TirBuilder *b, MlirValue x, MlirType from,
                         MlirType to) {
  TirKind source = tirKindOf(from), target = tirKindOf(to);
  if (mlirTypeEqual(from, to))
    return x;
  if (target == TIR_BOOL)
    return toBool(b, x, from);
  if (source == TIR_FLOAT)
    return target == TIR_FLOAT ? floatToFloat(b, x, from, to)
                               : floatToInteger(b, x, from, to);
  if (target == TIR_FLOAT)
    return tirBuildConvert(
        b, source == TIR_INTEGER ? "arith.sitofp" : "arith.uitofp", x, to);
  if (width(from) == width(to))
    return x;
  if (width(from) > width(to))
    return tirBuildConvert(b, "arith.trunci", x, to);
  return tirBuildConvert(
      b, source == TIR_INTEGER ? "arith.extsi" : "arith.extui", x, to);
}

//===----------------------------------------------------------------------===//
// Narrow types
//===----------------------------------------------------------------------===//

/// `x` in a type that computes and holds its value, which becomes `*from`.
static MlirValue fromNarrow(TirBuilder *b, MlirValue x, MlirType *from) {
  if (tirIsNarrowFloat(*from)) {
    x = tirBuildFromNarrowFloat(b, x, *from);
    *from = mlirF32TypeGet(b->context);
  } else if (tirIsNarrowInteger(*from)) {
    x = tirBuildFromNarrowInteger(b, x, *from);
    *from = mlirIntegerTypeIsUnsigned(*from)
                ? mlirIntegerTypeUnsignedGet(b->context, 8)
                : mlirIntegerTypeGet(b->context, 8);
  }
  return x;
}

MlirValue relaxBuildConversion(TirBuilder *b, MlirValue x, MlirType from,
                               MlirType to) {
  if (mlirTypeEqual(from, to))
    return x;
  x = fromNarrow(b, x, &from);
  return convert(b, x, from, to);
}

/// f32 or f64, whichever holds all values of the type that are not far out of
/// range.
static MlirType carrierOf(TirBuilder *b, MlirType from, MlirType to) {
  bool wide = mlirTypeIsAF64(from) ||
              (tirKindOf(from) != TIR_FLOAT && width(from) > 16 &&
               !mlirTypeIsAFloat8E8M0FNU(to)); // which rounds to f32 first
  return wide ? mlirF64TypeGet(b->context) : mlirF32TypeGet(b->context);
}

static MlirValue toNarrow(TirBuilder *b, MlirOperation op, MlirValue x,
                          MlirType from, MlirType to) {
  if (tirIsNarrowFloat(to)) {
    MlirAttribute mode = relaxCastGetRoundMode(op);
    TirNarrowing narrowing = {!relaxCastGetNoSaturate(op),
                              mode.ptr ? bridgeText(mode)
                                       : strRefFromC("up")};
    x = convert(b, x, from, carrierOf(b, from, to));
    return tirBuildToNarrowFloat(b, x, to, narrowing);
  }
  if (tirKindOf(from) == TIR_FLOAT) {
    MlirType wide = mlirIntegerTypeGet(b->context, 32);
    x = convert(b, x, from, wide);
    from = wide;
  }
  x = convert(b, x, from, mlirIntegerTypeGet(b->context, 8));
  return tirBuildToNarrowInteger(b, x, to);
}

static bool isNarrow(MlirType type) {
  return tirIsNarrowFloat(type) || tirIsNarrowInteger(type);
}

MlirLogicalResult relaxBuildCast(TirBuilder *b, MlirOperation op) {
  static const char expected[] = "a float, integer or i1 type";
  const BlockFormat *format =
      relaxTensorBlockFormat(mlirValueGetType(relaxCastGetInput(op)));
  if (format) {
    relaxBuildBlockDecode(b, format);
    return mlirLogicalResultSuccess();
  }
  MlirType from = tirBufferElement(b, 0), to = tirBufferElement(b, 1);
  if (!mlirTypeEqual(from, to)) {
    if (tirKindOf(from) == TIR_OTHER && !isNarrow(from))
      return relaxRefuseElement(op, expected, from);
    if (tirKindOf(to) == TIR_OTHER && !isNarrow(to))
      return relaxRefuseElement(op, expected, to);
  }
  tirBuildComputeOver(b, "cast", 1);
  MlirValue x = tirBuildBroadcastLoad(b, 0);
  if (!mlirTypeEqual(from, to)) {
    x = fromNarrow(b, x, &from);
    x = isNarrow(to) ? toNarrow(b, op, x, from, to) : convert(b, x, from, to);
  }
  return tirEndWith(b, x);
}

MlirLogicalResult relaxBuildBitcast(TirBuilder *b, MlirOperation op) {
  (void)op;
  MlirType from = tirBufferElement(b, 0), to = tirBufferElement(b, 1);
  MlirType loaded = tirStoredType(from), stored = tirStoredType(to);
  tirBuildComputeOver(b, "bitcast", 1);
  MlirValue x = tirBuildBroadcastLoad(b, 0);
  if (tirKindOf(to) == TIR_BOOL && tirKindOf(from) != TIR_BOOL)
    x = toBool(b, x, loaded);
  else if (tirKindOf(from) == TIR_BOOL && tirKindOf(to) != TIR_BOOL)
    x = tirBuildConvert(b, "arith.extui", x, stored);
  else if (!mlirTypeEqual(loaded, stored))
    x = tirBuildConvert(b, "arith.bitcast", x, stored);
  return tirEndWith(b, x);
}
