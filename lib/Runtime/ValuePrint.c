//===- ValuePrint.c - tensors as MLIR attribute text ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// MLIR lexes a float only with digits, a point and digits, and reads it as a
// double that is then rounded to the element type; so the search for the
// shortest digits goes the same way.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/StringText.h"
#include "lib/Runtime/ValueText.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The shortest `d.ddde+xx` that reads back as `value` of that dtype; of 8 bits
/// and less as the same double, since 450 for 448 would mislead.
static void shortestDigits(RelaxDType dtype, double value, char *out,
                           size_t size) {
  if (relaxDTypeBits(dtype) <= 8)
    dtype = RELAX_F64;
  for (int digits = 0; digits <= 16; ++digits) {
    snprintf(out, size, "%.*e", digits, value);
    double back = strtod(out, NULL), rounded;
    relaxStoreFloat(dtype, &rounded, 0, back);
    if (relaxLoadFloat(dtype, &rounded, 0) == value)
      return;
  }
}

/// Turns `d.ddde+xx` into plain decimals where that is readable.
static void printFinite(RelaxDType dtype, double value, StrBuf *out) {
  char text[40], digits[24];
  shortestDigits(dtype, value, text, sizeof text);
  char *e = strchr(text, 'e');
  int exponent = atoi(e + 1), count = 0;
  for (const char *at = text; at < e; ++at)
    if (*at >= '0' && *at <= '9')
      digits[count++] = *at;
  if (text[0] == '-')
    strBufAppendC(out, "-");
  if (exponent < -4 || exponent >= 16) {
    strBufAppendFormat(out, "%c.%.*s%se%+03d", digits[0], count - 1, digits + 1,
                       count == 1 ? "0" : "", exponent);
  } else if (exponent < 0) {
    strBufAppendFormat(out, "0.%.*s%.*s", -exponent - 1, "000", count, digits);
  } else if (count <= exponent + 1) {
    strBufAppendFormat(out, "%.*s%.*s.0", count, digits, exponent + 1 - count,
                       "000000000000000");
  } else {
    strBufAppendFormat(out, "%.*s.%.*s", exponent + 1, digits,
                       count - exponent - 1, digits + exponent + 1);
  }
}

void relaxElementPrint(const RelaxTensor *tensor, int64_t index, StrBuf *out) {
  RelaxDType dtype = tensor->dtype;
  size_t size = relaxDTypeBytes(dtype);
  if (dtype == RELAX_STRING) {
    relaxStringPrint(relaxStrings(tensor)[index], out);
    return;
  }
  if (relaxDTypeIsFloat(dtype)) {
    double value = relaxLoadFloat(dtype, tensor->data, index);
    if (isfinite(value)) {
      printFinite(dtype, value, out);
      return;
    }
    uint64_t bits = 0; // little endian, as everywhere
    memcpy(&bits, (const char *)tensor->data + (size_t)index * size, size);
    strBufAppendFormat(out, "0x%0*" PRIX64, (int)size * 2, bits);
    return;
  }
  int64_t value = relaxLoadInt(dtype, tensor->data, index);
  if (dtype == RELAX_BOOL)
    strBufAppendC(out, value ? "true" : "false");
  else if (relaxDTypeIsUnsigned(dtype))
    strBufAppendFormat(out, "%" PRIu64, (uint64_t)value);
  else
    strBufAppendFormat(out, "%" PRId64, value);
}

/// One element and the brackets and commas around it: before element `index` as
/// many `[` as dimensions begin there, behind it the same with `]`.
static int numBorders(const RelaxTensor *tensor, int64_t index) {
  int borders = 0;
  int64_t block = 1;
  for (int32_t d = tensor->rank - 1; d >= 0; --d, ++borders) {
    block *= tensor->dims[d];
    if (index % block != 0)
      break;
  }
  return borders;
}

static void repeat(char c, int times, StrBuf *out) {
  while (times-- > 0)
    strBufAppend(out, (StrRef){&c, 1});
}

void relaxValuePrint(const RelaxTensor *tensor, int64_t maxElements,
                     StrBuf *out) {
  if (relaxIsContainer(tensor)) {
    relaxContainerPrint(tensor, maxElements, out);
    return;
  }
  int64_t count = relaxTensorCount(tensor);
  strBufAppendC(out, "dense<");
  for (int64_t i = 0; i < count; ++i) {
    if (i > 0)
      strBufAppendC(out, ", ");
    bool cut = maxElements >= 0 && i >= maxElements;
    int open = numBorders(tensor, i);
    repeat('[', cut && i > 0 ? 0 : open, out);
    if (cut) {
      strBufAppendC(out, "...");
      // Close what is open: the dimensions that began and have not ended.
      repeat(']', i == 0 ? open : tensor->rank - open, out);
      break;
    }
    relaxElementPrint(tensor, i, out);
    repeat(']', numBorders(tensor, i + 1), out);
  }
  strBufAppendC(out, "> : ");
  relaxTensorPrintType(tensor, out);
}
