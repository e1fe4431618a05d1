//===- TypedData.c - typed lists of a TensorProto as bytes ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Model/TypedData.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define TYPE(NAME) ONNX__TENSOR_PROTO__DATA_TYPE__##NAME

/// How a data type stands in its list.
typedef struct Layout {
  const char *list;
  size_t numEntries; // that the list has
  unsigned bits;     // of one entry in the bytes
  int64_t low, high; // of an entry, where the list is wider than `bits`
} Layout;

/// Types of `int32_data`; a bit pattern is unsigned.
static Layout layoutOfInt32Data(const Onnx__TensorProto *proto, int32_t type) {
  Layout layout = {"int32_data", proto->n_int32_data, 8, 0, UINT8_MAX};
  switch (type) {
  case TYPE(INT32):
    layout.bits = 32, layout.low = INT32_MIN, layout.high = INT32_MAX;
    break;
  case TYPE(INT16):
    layout.bits = 16, layout.low = INT16_MIN, layout.high = INT16_MAX;
    break;
  case TYPE(INT8):
    layout.low = INT8_MIN, layout.high = INT8_MAX;
    break;
  case TYPE(UINT16):
  case TYPE(FLOAT16):
  case TYPE(BFLOAT16):
    layout.bits = 16, layout.high = UINT16_MAX;
    break;
  case TYPE(BOOL):
    layout.high = 1;
    break;
  case TYPE(FLOAT6E2M3):
  case TYPE(FLOAT6E3M2):
    layout.bits = 6, layout.high = 63;
    break;
  case TYPE(INT4):
  case TYPE(INT2):
    // A byte of packed values; writers differ in whether they extend its sign.
    layout.low = INT8_MIN;
    break;
  default: // UINT8, FLOAT8*, and bytes of packed UINT4, UINT2, FLOAT4E2M1
    break;
  }
  return layout;
}

static Layout layoutOf(const Onnx__TensorProto *proto, int32_t type) {
  switch (type) {
  case TYPE(FLOAT):
  case TYPE(COMPLEX64):
    return (Layout){"float_data", proto->n_float_data, 32, 0, 0};
  case TYPE(DOUBLE):
  case TYPE(COMPLEX128):
    return (Layout){"double_data", proto->n_double_data, 64, 0, 0};
  case TYPE(INT64):
    return (Layout){"int64_data", proto->n_int64_data, 64, INT64_MIN,
                    INT64_MAX};
  case TYPE(UINT32):
    return (Layout){"uint64_data", proto->n_uint64_data, 32, 0, UINT32_MAX};
  case TYPE(UINT64):
    return (Layout){"uint64_data", proto->n_uint64_data, 64, 0, 0};
  default:
    return layoutOfInt32Data(proto, type);
  }
}

/// The bit pattern of entry `i`; false if its value is not one of the type.
static bool entry(const Onnx__TensorProto *proto, const Layout *layout,
                  int32_t type, size_t i, uint64_t *pattern) {
  uint32_t word;
  switch (type) {
  case TYPE(FLOAT):
  case TYPE(COMPLEX64):
    memcpy(&word, &proto->float_data[i], sizeof word);
    *pattern = word;
    return true;
  case TYPE(DOUBLE):
  case TYPE(COMPLEX128):
    memcpy(pattern, &proto->double_data[i], sizeof *pattern);
    return true;
  case TYPE(INT64):
    *pattern = (uint64_t)proto->int64_data[i];
    return true;
  case TYPE(UINT64):
    *pattern = proto->uint64_data[i];
    return true;
  case TYPE(UINT32):
    *pattern = proto->uint64_data[i];
    return *pattern <= (uint64_t)layout->high;
  default:
    *pattern = (uint64_t)(int64_t)proto->int32_data[i];
    return proto->int32_data[i] >= layout->low &&
           proto->int32_data[i] <= layout->high;
  }
}

/// Puts the low `bits` of `pattern` at bit `position`, little-endian.
static void putBits(uint8_t *bytes, size_t position, unsigned bits,
                    uint64_t pattern) {
  while (bits != 0) {
    unsigned shift = (unsigned)(position % 8);
    unsigned width = 8 - shift < bits ? 8 - shift : bits;
    uint8_t mask = (uint8_t)((1u << width) - 1);
    bytes[position / 8] |= (uint8_t)((pattern & mask) << shift);
    pattern >>= width;
    position += width;
    bits -= width;
  }
}

bool onnxTypedDataConvert(const Onnx__TensorProto *proto, OnnxTensor *tensor,
                          size_t numTyped, StrBuf *error) {
  Layout layout = layoutOf(proto, tensor->dataType);
  // Sub-byte types but the 6-bit ones come as whole bytes; complex numbers as
  // two entries.
  uint64_t expected = layout.bits == 6
                          ? (uint64_t)tensor->numElements
                          : (uint64_t)tensor->size / (layout.bits / 8);
  if (layout.numEntries != expected) {
    strBufAppendFormat(error, "expected %" PRIu64 " entries in %s, got %zu",
                       expected, layout.list, layout.numEntries);
    return false;
  }
  if (numTyped != layout.numEntries) {
    strBufAppendFormat(error, "has values in another list beside %s",
                       layout.list);
    return false;
  }
  if (tensor->size == 0)
    return true;
  uint8_t *bytes = onnxAllocate(tensor->size, error);
  if (!bytes)
    return false;
  for (size_t i = 0; i < layout.numEntries; ++i) {
    uint64_t pattern;
    if (!entry(proto, &layout, tensor->dataType, i, &pattern)) {
      strBufAppendFormat(
          error, "entry %zu of %s: %" PRId64 " is no value of type %s", i,
          layout.list, (int64_t)pattern, onnxDataTypeName(tensor->dataType));
      free(bytes);
      return false;
    }
    putBits(bytes, i * layout.bits, layout.bits, pattern);
  }
  tensor->owned = bytes;
  tensor->bytes = bytes;
  return true;
}

uint8_t *onnxAllocate(size_t size, StrBuf *error) {
  uint8_t *bytes = calloc(size ? size : 1, 1);
  if (!bytes)
    strBufAppendFormat(error, "no memory for %zu bytes", size);
  return bytes;
}
