//===- DType.c - element types of tensors ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Tensor.h"

#include <assert.h>
#include <stdalign.h>
#include <string.h>

typedef struct DTypeInfo {
  const char *name, *numpy;
  uint8_t bytes;
  bool isFloat, isUnsigned;
  uint8_t bits; // 0: those of the bytes
} DTypeInfo;

static const DTypeInfo infos[RELAX_NUM_DTYPES] = {
    [RELAX_F32] = {"f32", "<f4", 4, true, false, 0},
    [RELAX_F64] = {"f64", "<f8", 8, true, false, 0},
    [RELAX_F16] = {"f16", "<f2", 2, true, false, 0},
    [RELAX_BF16] = {"bf16", NULL, 2, true, false, 0},
    [RELAX_I8] = {"i8", "|i1", 1, false, false, 0},
    [RELAX_I16] = {"i16", "<i2", 2, false, false, 0},
    [RELAX_I32] = {"i32", "<i4", 4, false, false, 0},
    [RELAX_I64] = {"i64", "<i8", 8, false, false, 0},
    [RELAX_U8] = {"ui8", "|u1", 1, false, true, 0},
    [RELAX_U16] = {"ui16", "<u2", 2, false, true, 0},
    [RELAX_U32] = {"ui32", "<u4", 4, false, true, 0},
    [RELAX_U64] = {"ui64", "<u8", 8, false, true, 0},
    [RELAX_BOOL] = {"i1", "|b1", 1, false, false, 0},
    [RELAX_F8E4M3FN] = {"f8E4M3FN", NULL, 1, true, false, 0},
    [RELAX_F8E4M3FNUZ] = {"f8E4M3FNUZ", NULL, 1, true, false, 0},
    [RELAX_F8E5M2] = {"f8E5M2", NULL, 1, true, false, 0},
    [RELAX_F8E5M2FNUZ] = {"f8E5M2FNUZ", NULL, 1, true, false, 0},
    [RELAX_F8E8M0FNU] = {"f8E8M0FNU", NULL, 1, true, false, 0},
    [RELAX_F4E2M1FN] = {"f4E2M1FN", NULL, 1, true, false, 4},
    [RELAX_I4] = {"i4", NULL, 1, false, false, 4},
    [RELAX_U4] = {"ui4", NULL, 1, false, true, 4},
    [RELAX_I2] = {"i2", NULL, 1, false, false, 2},
    [RELAX_U2] = {"ui2", NULL, 1, false, true, 2},
};

/// From RELAX_STRING on.
static const DTypeInfo others[] = {
    {.name = "!relax.string", .bytes = sizeof(StrRef)},
    {.name = "sequence", .bytes = sizeof(RelaxTensor)},
    {.name = "optional", .bytes = sizeof(RelaxTensor)},
    {.name = "data", .bytes = sizeof(RelaxTensor)},
    {.name = "function", .bytes = sizeof(RelaxTensor)},
    {.name = "reference", .bytes = sizeof(RelaxTensor)},
};

static const char *const blockNames[NUM_BLOCK_FORMATS] = {
    "!relax.quant<q4_0>", "!relax.quant<q4_1>", "!relax.quant<q5_0>",
    "!relax.quant<q5_1>", "!relax.quant<q8_0>", "!relax.quant<q2_k>",
    "!relax.quant<q3_k>", "!relax.quant<q4_k>", "!relax.quant<q5_k>",
    "!relax.quant<q6_k>"};

bool relaxDTypeIsNumber(RelaxDType dtype) {
  return (unsigned)dtype < RELAX_NUM_DTYPES;
}

const BlockFormat *relaxDTypeBlock(RelaxDType dtype) {
  unsigned index = (unsigned)dtype - RELAX_Q4_0;
  return index < NUM_BLOCK_FORMATS ? blockFormatAt((int)index) : NULL;
}

RelaxDType relaxDTypeOfBlock(const BlockFormat *format) {
  int index = 0;
  while (blockFormatAt(index) != format)
    ++index;
  return (RelaxDType)(RELAX_Q4_0 + index);
}

bool relaxDTypeIsStored(RelaxDType dtype) {
  return relaxDTypeIsNumber(dtype) || relaxDTypeBlock(dtype);
}

RelaxDType relaxDTypeStoredAs(RelaxDType dtype) {
  if (relaxDTypeIsUnsigned(dtype) && dtype <= RELAX_U64)
    return (RelaxDType)(dtype - RELAX_U8 + RELAX_I8);
  return dtype <= RELAX_BOOL ? dtype : RELAX_I8;
}

static const DTypeInfo *infoOf(RelaxDType dtype) {
  if (relaxDTypeIsNumber(dtype))
    return &infos[dtype];
  assert(dtype >= RELAX_STRING && dtype <= RELAX_REF);
  return &others[dtype - RELAX_STRING];
}

size_t relaxDTypeBytes(RelaxDType dtype) { return infoOf(dtype)->bytes; }

unsigned relaxDTypeBits(RelaxDType dtype) {
  const DTypeInfo *info = infoOf(dtype);
  return info->bits ? info->bits : 8u * info->bytes;
}

size_t relaxDTypeAlignment(RelaxDType dtype) {
  if (relaxDTypeBlock(dtype))
    return 1;
  return relaxDTypeIsNumber(dtype) ? relaxDTypeBytes(dtype) : alignof(void *);
}

const char *relaxDTypeName(RelaxDType dtype) {
  return relaxDTypeBlock(dtype) ? blockNames[dtype - RELAX_Q4_0]
                                : infoOf(dtype)->name;
}

bool relaxDTypeParse(StrRef name, RelaxDType *out) {
  for (int i = 0; i < RELAX_NUM_DTYPES; ++i) {
    if (strRefEqual(name, strRefFromC(infos[i].name))) {
      *out = (RelaxDType)i;
      return true;
    }
  }
  for (int i = 0; i < NUM_BLOCK_FORMATS; ++i) {
    if (strRefEqual(name, strRefFromC(blockNames[i]))) {
      *out = (RelaxDType)(RELAX_Q4_0 + i);
      return true;
    }
  }
  *out = RELAX_STRING;
  return strRefEqual(name, strRefFromC("string")) ||
         strRefEqual(name, strRefFromC(relaxDTypeName(RELAX_STRING)));
}

const char *relaxDTypeNumpy(RelaxDType dtype) {
  return relaxDTypeBlock(dtype) ? NULL : infoOf(dtype)->numpy;
}

bool relaxDTypeIsFloat(RelaxDType dtype) {
  return !relaxDTypeBlock(dtype) && infoOf(dtype)->isFloat;
}

bool relaxDTypeIsUnsigned(RelaxDType dtype) {
  return !relaxDTypeBlock(dtype) && infoOf(dtype)->isUnsigned;
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
    return relaxNarrowToDouble(dtype, ((const uint8_t *)data)[index]);
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
  case RELAX_F8E8M0FNU:
    ((uint8_t *)data)[index] =
        relaxE8M0FromDouble(value, false, RELAX_ROUND_NEAREST);
    return;
  default:
    ((uint8_t *)data)[index] = relaxNarrowFromDouble(dtype, value, false);
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
  case RELAX_I4:
    return (((const uint8_t *)data)[index] ^ 8) - 8; // extends the sign
  case RELAX_I2:
    return (((const uint8_t *)data)[index] ^ 2) - 2;
  case RELAX_U4:
  case RELAX_U2:
    return ((const uint8_t *)data)[index];
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
  case RELAX_I4:
  case RELAX_U4:
    ((uint8_t *)data)[index] = bits & 15;
    return;
  case RELAX_I2:
  case RELAX_U2:
    ((uint8_t *)data)[index] = bits & 3;
    return;
  default:
    assert(false && "not an integer");
  }
}
