//===- DType.c - element types of tensors ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/DType.h"

#include <assert.h>
#include <string.h>

typedef struct DTypeInfo {
  const char *name, *numpy;
  uint8_t bytes;
  bool isFloat, isUnsigned;
} DTypeInfo;

static const DTypeInfo infos[RELAX_NUM_DTYPES] = {
    [RELAX_F32] = {"f32", "<f4", 4, true, false},
    [RELAX_F64] = {"f64", "<f8", 8, true, false},
    [RELAX_F16] = {"f16", "<f2", 2, true, false},
    [RELAX_BF16] = {"bf16", NULL, 2, true, false},
    [RELAX_I8] = {"i8", "|i1", 1, false, false},
    [RELAX_I16] = {"i16", "<i2", 2, false, false},
    [RELAX_I32] = {"i32", "<i4", 4, false, false},
    [RELAX_I64] = {"i64", "<i8", 8, false, false},
    [RELAX_U8] = {"ui8", "|u1", 1, false, true},
    [RELAX_U16] = {"ui16", "<u2", 2, false, true},
    [RELAX_U32] = {"ui32", "<u4", 4, false, true},
    [RELAX_U64] = {"ui64", "<u8", 8, false, true},
    [RELAX_BOOL] = {"i1", "|b1", 1, false, false},
};

static const DTypeInfo *infoOf(RelaxDType dtype) {
  assert((unsigned)dtype < RELAX_NUM_DTYPES);
  return &infos[dtype];
}

size_t relaxDTypeBytes(RelaxDType dtype) { return infoOf(dtype)->bytes; }

const char *relaxDTypeName(RelaxDType dtype) { return infoOf(dtype)->name; }

bool relaxDTypeParse(StrRef name, RelaxDType *out) {
  for (int i = 0; i < RELAX_NUM_DTYPES; ++i) {
    if (strRefEqual(name, strRefFromC(infos[i].name))) {
      *out = (RelaxDType)i;
      return true;
    }
  }
  return false;
}

const char *relaxDTypeNumpy(RelaxDType dtype) { return infoOf(dtype)->numpy; }

bool relaxDTypeIsFloat(RelaxDType dtype) { return infoOf(dtype)->isFloat; }

bool relaxDTypeIsUnsigned(RelaxDType dtype) {
  return infoOf(dtype)->isUnsigned;
}

double relaxLoadFloat(RelaxDType dtype, const void *data, int64_t index) {
  switch (dtype) {
  case RELAX_F32:
    return ((const float *)data)[index];
  case RELAX_F64:
    return ((const double *)data)[index];
  case RELAX_F16:
    return relaxF16ToFloat(((const uint16_t *)data)[index]);
  case RELAX_BF16:
    return relaxBF16ToFloat(((const uint16_t *)data)[index]);
  default:
    assert(false && "not a float");
    return 0;
  }
}

void relaxStoreFloat(RelaxDType dtype, void *data, int64_t index,
                     double value) {
  switch (dtype) {
  case RELAX_F32:
    ((float *)data)[index] = (float)value;
    return;
  case RELAX_F64:
    ((double *)data)[index] = value;
    return;
  case RELAX_F16:
    ((uint16_t *)data)[index] = relaxF16FromDouble(value);
    return;
  case RELAX_BF16:
    ((uint16_t *)data)[index] = relaxBF16FromDouble(value);
    return;
  default:
    assert(false && "not a float");
  }
}

int64_t relaxLoadInt(RelaxDType dtype, const void *data, int64_t index) {
  switch (dtype) {
  case RELAX_I8:
    return ((const int8_t *)data)[index];
  case RELAX_I16:
    return ((const int16_t *)data)[index];
  case RELAX_I32:
    return ((const int32_t *)data)[index];
  case RELAX_I64:
    return ((const int64_t *)data)[index];
  case RELAX_U8:
    return ((const uint8_t *)data)[index];
  case RELAX_U16:
    return ((const uint16_t *)data)[index];
  case RELAX_U32:
    return ((const uint32_t *)data)[index];
  case RELAX_U64:
    return (int64_t)((const uint64_t *)data)[index];
  case RELAX_BOOL:
    return ((const uint8_t *)data)[index] != 0;
  default:
    assert(false && "not an integer");
    return 0;
  }
}

void relaxStoreInt(RelaxDType dtype, void *data, int64_t index, int64_t value) {
  // Through uint64_t, so that dropping the high bits is defined.
  uint64_t bits = (uint64_t)value;
  switch (dtype) {
  case RELAX_I8:
  case RELAX_U8:
    ((uint8_t *)data)[index] = (uint8_t)bits;
    return;
  case RELAX_I16:
  case RELAX_U16:
    ((uint16_t *)data)[index] = (uint16_t)bits;
    return;
  case RELAX_I32:
  case RELAX_U32:
    ((uint32_t *)data)[index] = (uint32_t)bits;
    return;
  case RELAX_I64:
  case RELAX_U64:
    ((uint64_t *)data)[index] = bits;
    return;
  case RELAX_BOOL:
    ((uint8_t *)data)[index] = value != 0;
    return;
  default:
    assert(false && "not an integer");
  }
}
