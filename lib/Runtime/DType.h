//===- DType.h - element types of tensors ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// One list of element types with their names in MLIR and in NumPy, and the
// conversions between stored elements and C numbers. Integers are little
// endian two's complement; a bool is one byte, 0 or 1. f16, bf16 and narrower
// floats have no C type here and are stored as bit patterns. Everything is
// pure.
//
// In memory every element has bytes of its own, so that elements have addresses
// and views need no shifts. An element of a 4- or 2-bit type is one byte: its
// bits are the low ones, the high ones are 0 (so MLIR keeps them in dense
// elements). In files (weights, TensorProto) such elements are packed from the
// low bits up, as ONNX has it; `relaxTensorPack` of Tensor.h goes there.
//
// Block-quantised types have no elements in memory but whole blocks of them
// along the last dimension (lib/Support/BlockFormat.h): extents count elements,
// and `relaxTensorBytes` of Tensor.h alone knows bytes.
//
// Formats: IEEE 754-2019; OCP 8-bit Floating Point (E4M3FN, E5M2) and
// Microscaling Formats (E8M0FNU, E2M1FN); Noune et al. 2022 (the FNUZ ones).
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_DTYPE_H
#define RELAX_RUNTIME_DTYPE_H

#include "lib/Support/BlockFormat.h"

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
  RELAX_F8E4M3FN = 13,
  RELAX_F8E4M3FNUZ = 14,
  RELAX_F8E5M2 = 15,
  RELAX_F8E5M2FNUZ = 16,
  RELAX_F8E8M0FNU = 17,
  RELAX_F4E2M1FN = 18,
  RELAX_I4 = 19,
  RELAX_U4 = 20,
  RELAX_I2 = 21,
  RELAX_U2 = 22,
  // Blocks, in the order of `blockFormatAt`.
  RELAX_Q4_0 = 32,
  RELAX_Q4_1 = 33,
  RELAX_Q5_0 = 34,
  RELAX_Q5_1 = 35,
  RELAX_Q8_0 = 36,
  RELAX_Q2_K = 37,
  RELAX_Q3_K = 38,
  RELAX_Q4_K = 39,
  RELAX_Q5_K = 40,
  RELAX_Q6_K = 41,
  // No numbers: not below RELAX_NUM_DTYPES, so never in weights and kernels.
  RELAX_STRING = 64,   // elements are StrRefs, see Container.h
  RELAX_SEQUENCE = 65, // elements are tensors
  RELAX_OPTIONAL = 66, // one element, or none
  RELAX_DATA = 67,     // of a data type: fields, and a constructor's number
  RELAX_CLOSURE = 68,  // a function: its first arguments, and its number
  RELAX_REF = 69,      // a place that holds a value, see Reference.h
} RelaxDType;
enum { RELAX_NUM_DTYPES = 23 };

/// Bytes of one element in memory: 1, 2, 4 or 8 of numbers. Not of blocks.
size_t relaxDTypeBytes(RelaxDType dtype);
/// What addresses of elements are a multiple of, at most 8.
size_t relaxDTypeAlignment(RelaxDType dtype);
/// False for blocks, strings, sequences and optionals.
bool relaxDTypeIsNumber(RelaxDType dtype);
/// NULL for elements that lie in no blocks.
const BlockFormat *relaxDTypeBlock(RelaxDType dtype);
RelaxDType relaxDTypeOfBlock(const BlockFormat *format);
/// Numbers and blocks: what memory and files hold as bytes.
bool relaxDTypeIsStored(RelaxDType dtype);
/// How memory of kernels holds it: no signs, bytes for what is narrower and for
/// blocks (dialects/TIR/Symbols.h, tirStoredType).
RelaxDType relaxDTypeStoredAs(RelaxDType dtype);
/// Bits of one element in packed storage: 8 per byte in memory (of a bool,
/// too), but 4 or 2 for the narrowest types.
unsigned relaxDTypeBits(RelaxDType dtype);
/// As MLIR spells it: f32, bf16, i64 (signless stands for signed), ui8, i1,
/// !relax.quant<q8_0>, !relax.string; of containers "sequence" and "optional".
const char *relaxDTypeName(RelaxDType dtype);
/// Parses a name of `relaxDTypeName` of elements; "string" is one, too.
bool relaxDTypeParse(StrRef name, RelaxDType *out);
/// NumPy's array-protocol string such as "<f4"; NULL for types that NumPy
/// lacks: bf16 and all that ONNX added later.
const char *relaxDTypeNumpy(RelaxDType dtype);
bool relaxDTypeIsFloat(RelaxDType dtype);
/// True for u2 to u64 (not for bool).
bool relaxDTypeIsUnsigned(RelaxDType dtype);

float relaxF16ToFloat(uint16_t bits);
float relaxBF16ToFloat(uint16_t bits);
/// Round to nearest, ties to even, once (from double, so that no double
/// rounding occurs); overflow to infinity, a NaN stays a NaN.
uint16_t relaxF16FromDouble(double value);
uint16_t relaxBF16FromDouble(double value);

/// What the bits mean in a float type of at most 8 bits, exact.
double relaxNarrowToDouble(RelaxDType dtype, uint8_t bits);
/// The nearest value, ties to even, of a float type of at most 8 bits but
/// f8E8M0FNU. What is too large becomes the largest value if `saturate` is set
/// (ONNX Cast), else infinity, else NaN. A type without -0 makes it 0. f4E2M1FN
/// always saturates and makes -0 of NaN.
uint8_t relaxNarrowFromDouble(RelaxDType dtype, double value, bool saturate);

typedef enum RelaxRoundMode {
  RELAX_ROUND_UP,
  RELAX_ROUND_DOWN,
  RELAX_ROUND_NEAREST, // ties up
} RelaxRoundMode;
/// The power of two in f8E8M0FNU, from `value` rounded to f32. Outside of its
/// range: the nearest value if `saturate` is set, else NaN, as of a NaN and of
/// negative values (which ONNX leaves open).
uint8_t relaxE8M0FromDouble(double value, bool saturate, RelaxRoundMode mode);

/// Element `index` of an array of floats, exact.
double relaxLoadFloat(RelaxDType dtype, const void *data, int64_t index);
/// Rounds to nearest even (f8E8M0FNU: ties up) without saturation.
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
