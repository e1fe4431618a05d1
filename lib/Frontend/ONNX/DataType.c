//===- DataType.c - the element types of ONNX -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Tensor.h"

typedef struct DataType {
  const char *name;
  unsigned bits;
} DataType;

/// By Onnx__TensorProto__DataType.
static const DataType dataTypes[] = {
    [1] = {"f32", 32},
    [2] = {"u8", 8},
    [3] = {"i8", 8},
    [4] = {"u16", 16},
    [5] = {"i16", 16},
    [6] = {"i32", 32},
    [7] = {"i64", 64},
    [8] = {"string", 0},
    [9] = {"bool", 8},
    [10] = {"f16", 16},
    [11] = {"f64", 64},
    [12] = {"u32", 32},
    [13] = {"u64", 64},
    [14] = {"complex<f32>", 64},
    [15] = {"complex<f64>", 128},
    [16] = {"bf16", 16},
    [17] = {"f8E4M3FN", 8},
    [18] = {"f8E4M3FNUZ", 8},
    [19] = {"f8E5M2", 8},
    [20] = {"f8E5M2FNUZ", 8},
    [21] = {"u4", 4},
    [22] = {"i4", 4},
    [23] = {"f4E2M1FN", 4},
    [24] = {"f8E8M0FNU", 8},
    [25] = {"u2", 2},
    [26] = {"i2", 2},
    [27] = {"f6E2M3FN", 6},
    [28] = {"f6E3M2FN", 6},
};

static DataType lookUp(int32_t dataType) {
  static const DataType unknown = {"unknown", 0};
  size_t count = sizeof dataTypes / sizeof dataTypes[0];
  if (dataType <= 0 || (size_t)dataType >= count)
    return unknown;
  return dataTypes[dataType];
}

const char *onnxDataTypeName(int32_t dataType) { return lookUp(dataType).name; }

unsigned onnxDataTypeBits(int32_t dataType) { return lookUp(dataType).bits; }
