//===- Cast.c - conversions between element types -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// ONNX Cast. To bool: `x != 0`, so NaN is true. Float to integer: towards zero;
// where ONNX leaves the result open (out of range, NaN) it saturates and NaN
// becomes 0; to 4- and 2-bit integers it goes by i32, as the suite has it.
// Integer to integer keeps the low bits. Integer to float and float to float
// round to nearest, ties to even, once; floats of at most 8 bits saturate, and
// f8E8M0FNU rounds as the operation says. Blocks are decoded as
// lib/Runtime/BlockDecode.h says.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Elementwise.gen.h"
#include "lib/Interpreter/Evaluate.h"
#include "lib/Runtime/BlockDecode.h"
#include "lib/Runtime/StringText.h"

#include <math.h>
#include <string.h>

/// The range of an integer type as doubles: `low` is in it, `high` is the first
/// number above it. Both are exact.
static void rangeOf(RelaxDType dtype, double *low, double *high) {
  int bits = (int)relaxDTypeBits(dtype);
  bool isUnsigned = relaxDTypeIsUnsigned(dtype);
  *low = isUnsigned ? 0 : -ldexp(1, bits - 1);
  *high = ldexp(1, isUnsigned ? bits : bits - 1);
}

int64_t evalIntegerFromFloat(RelaxDType dtype, double x) {
  double low, high;
  rangeOf(dtype, &low, &high);
  if (isnan(x))
    return 0;
  if (x < low)
    return relaxDTypeIsUnsigned(dtype) ? 0 : (int64_t)low;
  if (x >= high) // the largest number: all bits but the sign
    return dtype == RELAX_U64   ? (int64_t)UINT64_MAX
           : dtype == RELAX_I64 ? INT64_MAX
                                : (int64_t)(high - 1);
  return dtype == RELAX_U64 ? (int64_t)(uint64_t)x : (int64_t)x;
}

/// A double that rounds to every narrower float as the integer itself does: one
/// that is not exact has its last bit set ("round to odd").
static double oddFromUnsigned(uint64_t magnitude) {
  int drop = 0;
  bool inexact = false;
  while (magnitude >> drop >= (uint64_t)1 << 53) {
    inexact |= magnitude >> drop & 1;
    ++drop;
  }
  return ldexp((double)(magnitude >> drop | (inexact ? 1 : 0)), drop);
}

double evalFloatFromInteger(RelaxDType from, RelaxDType to, int64_t x) {
  bool negative = from != RELAX_U64 && x < 0;
  uint64_t magnitude = negative ? 0 - (uint64_t)x : (uint64_t)x;
  double value =
      to == RELAX_F64 ? (double)magnitude : oddFromUnsigned(magnitude);
  return negative ? -value : value;
}

typedef struct Rounding {
  bool saturates;
  RelaxRoundMode mode;
} Rounding;

static Rounding roundingOf(MlirOperation op) {
  MlirAttribute given = relaxCastGetRoundMode(op);
  Rounding rounding = {!relaxCastGetNoSaturate(op), RELAX_ROUND_UP};
  StrRef mode = given.ptr ? strRefFromMlir(mlirStringAttrGetValue(given))
                          : strRefFromC("up");
  if (strRefEqual(mode, strRefFromC("down")))
    rounding.mode = RELAX_ROUND_DOWN;
  else if (strRefEqual(mode, strRefFromC("nearest")))
    rounding.mode = RELAX_ROUND_NEAREST;
  return rounding;
}

static void storeRounded(RelaxTensor *to, int64_t i, double x,
                         Rounding rounding) {
  uint8_t *bytes = to->data;
  if (to->dtype == RELAX_F8E8M0FNU)
    bytes[i] = relaxE8M0FromDouble(x, rounding.saturates, rounding.mode);
  else if (relaxDTypeBits(to->dtype) <= 8)
    bytes[i] = relaxNarrowFromDouble(to->dtype, x, rounding.saturates);
  else
    relaxStoreFloat(to->dtype, to->data, i, x);
}

static void convert(const RelaxTensor *from, RelaxTensor *to, int64_t i,
                    Rounding rounding) {
  bool fromFloat = relaxDTypeIsFloat(from->dtype);
  double x = fromFloat ? relaxLoadFloat(from->dtype, from->data, i) : 0;
  int64_t n = fromFloat ? 0 : relaxLoadInt(from->dtype, from->data, i);
  RelaxDType by = relaxDTypeBits(to->dtype) < 8 ? RELAX_I32 : to->dtype;
  if (to->dtype == RELAX_BOOL)
    relaxStoreInt(RELAX_BOOL, to->data, i, fromFloat ? x != 0 : n != 0);
  else if (relaxDTypeIsFloat(to->dtype))
    storeRounded(
        to, i, fromFloat ? x : evalFloatFromInteger(from->dtype, to->dtype, n),
        rounding);
  else
    relaxStoreInt(to->dtype, to->data, i,
                  fromFloat ? evalIntegerFromFloat(by, x) : n);
}

/// Texts come from numbers, or go to numbers.
static bool convertTexts(EvalStep *step, const RelaxTensor *input) {
  RelaxTensor *result = &step->results[0];
  StrRef *texts = result->data;
  for (int64_t i = 0, e = relaxTensorCount(input); i < e; ++i) {
    StrBuf text = {0};
    if (result->dtype != RELAX_STRING) {
      if (!relaxNumberFromText(relaxStrings(input)[i], result, i, step->error))
        return false;
    } else if (input->dtype == RELAX_STRING) {
      texts[i] = relaxStrings(input)[i];
    } else {
      relaxNumberToText(input, i, &text);
      texts[i] =
          arenaCopyString(step->frame->arena, (StrRef){text.data, text.length});
    }
    strBufFree(&text);
  }
  return true;
}

static bool cast(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetResult(step->op, 0));
  RelaxDType dtype;
  if (!relaxElementDType(info.elementType, &dtype))
    return evalRefuseType(info.elementType, step->error);
  if (!evalCreate(step, dtype, input->rank, input->dims))
    return false;
  if (dtype == RELAX_STRING || input->dtype == RELAX_STRING)
    return convertTexts(step, input);
  const BlockFormat *block = relaxDTypeBlock(input->dtype);
  if (block) { // to f32, says the verifier
    relaxDecodeBlocks(block, input->data,
                      relaxTensorCount(input) / block->elements,
                      step->results[0].data);
    return true;
  }
  if (dtype == input->dtype) { // a cast of f8E4M3FN to itself rounds nothing
    memcpy(step->results[0].data, input->data, relaxTensorSize(input));
    return true;
  }
  Rounding rounding = roundingOf(step->op);
  for (int64_t i = 0, e = relaxTensorCount(input); i < e; ++i)
    convert(input, &step->results[0], i, rounding);
  return true;
}

static bool bitcast(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  MlirType element = relaxBitcastGetElement(step->op);
  RelaxDType dtype;
  if (!relaxElementDType(element, &dtype))
    return evalRefuseType(element, step->error);
  if (!evalCreate(step, dtype, input->rank, input->dims))
    return false;
  memcpy(step->results[0].data, input->data, relaxTensorSize(input));
  relaxTensorNormalizeBools(&step->results[0]);
  return true;
}

const EvalEntry evalCast[] = {{"relax.cast", cast, NULL},
                              {"relax.bitcast", bitcast, NULL},
                              {NULL, NULL, NULL}};
