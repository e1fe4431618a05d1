//===- Cast.c - kernels of conversions between element types --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// ONNX Cast: anything to bool is `x != 0`, so NaN is true; integers wrap;
// floats to integers go towards zero. Out of range ONNX says nothing: here they
// saturate and NaN is 0, so that results are the same everywhere.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/RelaxToTIR/Legalize.h"

#include <math.h>

static unsigned width(MlirType type) {
  return tirKindOf(type) == TIR_FLOAT ? mlirFloatTypeGetWidth(type)
                                      : mlirIntegerTypeGetWidth(type);
}

static MlirValue floatToFloat(TirBuilder *b, MlirValue x, MlirType from,
                              MlirType to) {
  if (width(from) == width(to)) { // f16 and bf16
    MlirType wide = mlirF32TypeGet(b->context);
    x = tirBuildConvert(b, "arith.extf", x, wide);
    return tirBuildConvert(b, "arith.truncf", x, to);
  }
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

MlirLogicalResult relaxBuildCast(TirBuilder *b, MlirOperation op) {
  static const char expected[] = "a float, integer or i1 type";
  MlirType from = tirBufferElement(b, 0), to = tirBufferElement(b, 1);
  if (!mlirTypeEqual(from, to)) {
    if (tirKindOf(from) == TIR_OTHER)
      return relaxRefuseElement(op, expected, from);
    if (tirKindOf(to) == TIR_OTHER)
      return relaxRefuseElement(op, expected, to);
  }
  tirBuildComputeOver(b, "cast", 1);
  tirBuildStoreResult(b, convert(b, tirBuildBroadcastLoad(b, 0), from, to));
  tirEndCompute(b);
  return mlirLogicalResultSuccess();
}
