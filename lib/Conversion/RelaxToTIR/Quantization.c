//===- Quantization.c - kernels of quantisation ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Buffers: input, scale, a zero point if there is one, result. Element by
// element, in f32 (in f64 if the operation says so); a quotient in f16 or bf16
// is rounded to it in between.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Quantization.gen.h"
#include "lib/Conversion/RelaxToTIR/Legalize.h"
#include "lib/Conversion/RelaxToTIR/NarrowFloat.h"

/// The element of the scale, or of a buffer of its shape, for the element that
/// the open compute is at.
static MlirValue loadBeside(TirBuilder *b, intptr_t buffer, MlirAttribute axis,
                            MlirAttribute block) {
  const MlirAttribute *dims;
  intptr_t rank = tirBufferDims(b, buffer, &dims);
  intptr_t along = axis.ptr ? (intptr_t)mlirIntegerAttrGetValueInt(axis) : 0;
  SymExpr *exprs = ARENA_ARRAY(b->dims.arena, SymExpr, rank);
  for (intptr_t i = 0; block.ptr && i < rank; ++i)
    exprs[i] = tirIterator(b, i);
  if (block.ptr)
    exprs[along] = relaxDimsFloorDiv(
        &b->dims, exprs[along],
        relaxDimsConst(&b->dims, mlirIntegerAttrGetValueInt(block)));
  else if (axis.ptr)
    exprs[0] = tirIterator(b, along);
  return tirBuildLoad(b, buffer, exprs, (MlirValue){NULL});
}

/// `x` of a tensor's element type as a number of `type`.
static MlirValue as(TirBuilder *b, MlirValue x, MlirType from, MlirType type) {
  return relaxBuildConversion(b, x, from, type);
}

/// The sum as an integer of `element`, saturated; NaN is 0.
static MlirValue toInteger(TirBuilder *b, MlirValue sum, MlirType element) {
  MlirType from = mlirValueGetType(sum);
  if (!tirIsNarrowInteger(element))
    return as(b, sum, from, element);
  bool isUnsigned = mlirIntegerTypeIsUnsigned(element);
  MlirType wide = isUnsigned ? mlirIntegerTypeUnsignedGet(b->context, 8)
                             : mlirIntegerTypeGet(b->context, 8);
  MlirValue value = as(b, sum, from, wide);
  MlirValue most =
      tirNamed(b, "most", tirBuildInteger(b, wide, tirIntegerMax(element)));
  value = tirBuildArith2(b, isUnsigned ? "arith.minui" : "arith.minsi", value,
                         most);
  if (!isUnsigned)
    value = tirBuildArith2(
        b, "arith.maxsi", value,
        tirNamed(b, "least", tirBuildInteger(b, wide, tirIntegerMin(element))));
  return tirBuildToNarrowInteger(b, value, element);
}

MlirLogicalResult relaxBuildQuantize(TirBuilder *b, MlirOperation op) {
  MlirAttribute axis = relaxQuantizeGetAxis(op);
  MlirAttribute block = relaxQuantizeGetBlock(op);
  MlirType precision = relaxQuantizeGetPrecision(op);
  MlirType wide = tirWideType(precision);
  MlirType input = tirBufferElement(b, 0), scale = tirBufferElement(b, 1);
  intptr_t result = b->numBuffers - 1;
  MlirType element = tirBufferElement(b, result);
  tirBuildComputeOver(b, "quantize", result);
  MlirValue x = as(b, tirBuildBroadcastLoad(b, 0), input, precision);
  MlirValue s = as(b, loadBeside(b, 1, axis, block), scale, precision);
  MlirValue q = tirBuildArith2(b, "arith.divf", tirWiden(b, x), tirWiden(b, s));
  q = tirWiden(b, tirNarrow(b, q, precision));
  if (!tirIsNarrowFloat(element))
    q = tirBuildArith1(b, "math.roundeven", q);
  if (relaxQuantizeGetZero(op).ptr) {
    MlirValue zero = as(b, loadBeside(b, 2, axis, block), element, wide);
    q = tirBuildArith2(b, "arith.addf", q, zero);
  }
  TirNarrowing narrowing = {!relaxQuantizeGetNoSaturate(op), strRefFromC("up")};
  return tirEndWith(b, tirIsNarrowFloat(element)
                           ? tirBuildToNarrowFloat(b, q, element, narrowing)
                           : toInteger(b, q, element));
}

/// The stored number less the zero point, as `wide`.
static MlirValue buildDifference(TirBuilder *b, MlirOperation op, MlirType wide,
                                 MlirAttribute axis, MlirAttribute block) {
  MlirType input = tirBufferElement(b, 0);
  MlirType between =
      tirIsNarrowFloat(input) ? wide : mlirIntegerTypeGet(b->context, 32);
  MlirValue x = as(b, tirBuildBroadcastLoad(b, 0), input, between);
  if (relaxDequantizeGetZero(op).ptr) {
    MlirValue zero = as(b, loadBeside(b, 2, axis, block), input, between);
    x = tirBuildArith2(
        b, mlirTypeIsAFloat(between) ? "arith.subf" : "arith.subi", x, zero);
  }
  return as(b, x, between, wide);
}

MlirLogicalResult relaxBuildDequantize(TirBuilder *b, MlirOperation op) {
  MlirAttribute axis = relaxDequantizeGetAxis(op);
  MlirAttribute block = relaxDequantizeGetBlock(op);
  intptr_t result = b->numBuffers - 1;
  MlirType element = tirBufferElement(b, result);
  MlirType wide = tirWideType(element);
  tirBuildComputeOver(b, "dequantize", result);
  MlirValue x = buildDifference(b, op, wide, axis, block);
  MlirValue s =
      as(b, loadBeside(b, 1, axis, block), tirBufferElement(b, 1), wide);
  MlirValue y = tirBuildArith2(b, "arith.mulf", x, s);
  return tirEndWith(b, tirNarrow(b, y, element));
}
