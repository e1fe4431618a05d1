//===- DType.h - element types of tensors ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// One list of element types with their names in MLIR and in NumPy, and the
// conversions between stored elements and C numbers. Integers are little
// endian two's complement; a bool is one byte, 0 or 1. f16 and bf16 have no C
// type here and are stored as uint16_t bit patterns. Everything is pure.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_DTYPE_H
#define RELAX_RUNTIME_DTYPE_H

#include "lib/Support/StringRef.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The numbers are part of the compact file (Program.h): append only.
typedef enum RelaxDType {
  RELAX_F32 = 0,
  RELAX_F64 = 1,
  RELAX_F16 = 2,
  RELAX_BF16 = 3,
  RELAX_I8 = 4,
  RELAX_I16 = 5,
  RELAX_I32 = 6,
  RELAX_I64 = 7,
  RELAX_U8 = 8,
  RELAX_U16 = 9,
  RELAX_U32 = 10,
  RELAX_U64 = 11,
  RELAX_BOOL = 12,
} RelaxDType;
enum { RELAX_NUM_DTYPES = 13 };

/// Bytes of one element: 1, 2, 4 or 8.
size_t relaxDTypeBytes(RelaxDType dtype);
/// As MLIR spells it: f32, bf16, i64 (signless stands for signed), ui8, i1.
const char *relaxDTypeName(RelaxDType dtype);
/// Parses a name of `relaxDTypeName`.
bool relaxDTypeParse(StrRef name, RelaxDType *out);
/// NumPy's array-protocol string such as "<f4"; NULL for bf16, which NumPy
/// lacks.
const char *relaxDTypeNumpy(RelaxDType dtype);
bool relaxDTypeIsFloat(RelaxDType dtype);
/// True for u8 to u64 (not for bool).
bool relaxDTypeIsUnsigned(RelaxDType dtype);

float relaxF16ToFloat(uint16_t bits);
float relaxBF16ToFloat(uint16_t bits);
/// Round to nearest, ties to even, once (from double, so that no double
/// rounding occurs); overflow to infinity, a NaN stays a NaN.
uint16_t relaxF16FromDouble(double value);
uint16_t relaxBF16FromDouble(double value);

/// Element `index` of an array of floats (f16, bf16, f32, f64), exact.
double relaxLoadFloat(RelaxDType dtype, const void *data, int64_t index);
/// Rounds to nearest even.
void relaxStoreFloat(RelaxDType dtype, void *data, int64_t index, double value);
/// Element `index` of an array of integers or bools. A u64 above 2^63 - 1 comes
/// back as its two's complement; callers that print or compare know the dtype.
int64_t relaxLoadInt(RelaxDType dtype, const void *data, int64_t index);
/// Stores the low bits; a bool becomes `value != 0`.
void relaxStoreInt(RelaxDType dtype, void *data, int64_t index, int64_t value);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_DTYPE_H
