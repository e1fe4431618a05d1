//===- DataType.c - the element types of ONNX -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Model/Tensor.h"

enum { NO_DTYPE = -1 };

typedef struct DataType {
  const char *name;
  unsigned bits;
  int dtype; // a RelaxDType, or NO_DTYPE
} DataType;

/// By Onnx__TensorProto__DataType.
static const DataType dataTypes[] = {
    [1] = {"f32", 32, RELAX_F32},
    [2] = {"u8", 8, RELAX_U8},
    [3] = {"i8", 8, RELAX_I8},
    [4] = {"u16", 16, RELAX_U16},
    [5] = {"i16", 16, RELAX_I16},
    [6] = {"i32", 32, RELAX_I32},
    [7] = {"i64", 64, RELAX_I64},
    [8] = {"string", 0, RELAX_STRING},
    [9] = {"bool", 8, RELAX_BOOL},
    [10] = {"f16", 16, RELAX_F16},
    [11] = {"f64", 64, RELAX_F64},
    [12] = {"u32", 32, RELAX_U32},
    [13] = {"u64", 64, RELAX_U64},
    [14] = {"complex<f32>", 64, NO_DTYPE},
    [15] = {"complex<f64>", 128, NO_DTYPE},
    [16] = {"bf16", 16, RELAX_BF16},
    [17] = {"f8E4M3FN", 8, RELAX_F8E4M3FN},
    [18] = {"f8E4M3FNUZ", 8, RELAX_F8E4M3FNUZ},
    [19] = {"f8E5M2", 8, RELAX_F8E5M2},
    [20] = {"f8E5M2FNUZ", 8, RELAX_F8E5M2FNUZ},
    [21] = {"u4", 4, RELAX_U4},
    [22] = {"i4", 4, RELAX_I4},
    [23] = {"f4E2M1FN", 4, RELAX_F4E2M1FN},
    [24] = {"f8E8M0FNU", 8, RELAX_F8E8M0FNU},
    [25] = {"u2", 2, RELAX_U2},
    [26] = {"i2", 2, RELAX_I2},
    [27] = {"f6E2M3FN", 6, NO_DTYPE},
    [28] = {"f6E3M2FN", 6, NO_DTYPE},
};

static DataType lookUp(int32_t dataType) {
  static const DataType unknown = {"unknown", 0, NO_DTYPE};
  size_t count = sizeof dataTypes / sizeof dataTypes[0];
  if (dataType <= 0 || (size_t)dataType >= count)
    return unknown;
  return dataTypes[dataType];
}

const char *onnxDataTypeName(int32_t dataType) { return lookUp(dataType).name; }

unsigned onnxDataTypeBits(int32_t dataType) { return lookUp(dataType).bits; }

bool onnxDataTypeDType(int32_t dataType, RelaxDType *dtype) {
  int found = lookUp(dataType).dtype;
  if (found != NO_DTYPE)
    *dtype = (RelaxDType)found;
  return found != NO_DTYPE;
}
