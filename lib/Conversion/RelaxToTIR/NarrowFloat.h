//===- NarrowFloat.h - elements without arithmetic of their own -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Floats of at most 8 bits and integers of 4 or 2 bits have no operations in
// `arith`: buffers hold their bits in an i8 (`tirStoredType`), and kernels
// compute in f32 or i8. Conversions are integer arithmetic, without tables, and
// bit for bit those of lib/Runtime/NarrowFloat.c, where the formats are named.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_RELAXTOTIR_NARROWFLOAT_H
#define RELAX_CONVERSION_RELAXTOTIR_NARROWFLOAT_H

#include "lib/Conversion/RelaxToTIR/Builder.h"

/// A float of at most 8 bits; an integer of 2 to 7 bits.
bool tirIsNarrowFloat(MlirType element);
bool tirIsNarrowInteger(MlirType element);

/// How values outside of the range are rounded (ONNX Cast).
typedef struct TirNarrowing {
  bool saturates;
  StrRef roundMode; // of f8E8M0FNU: "up", "down", "nearest"
} TirNarrowing;

/// The value of `bits` (an i8) as an f32, exact.
MlirValue tirBuildFromNarrowFloat(TirBuilder *b, MlirValue bits,
                                  MlirType element);
/// The bits of `x`, an f32 or f64, rounded once (f8E8M0FNU: from f32).
MlirValue tirBuildToNarrowFloat(TirBuilder *b, MlirValue x, MlirType element,
                                TirNarrowing narrowing);
/// The value of `bits` (an i8) in all 8 bits.
MlirValue tirBuildFromNarrowInteger(TirBuilder *b, MlirValue bits,
                                    MlirType element);
/// The low bits of an i8.
MlirValue tirBuildToNarrowInteger(TirBuilder *b, MlirValue x, MlirType element);

#endif // RELAX_CONVERSION_RELAXTOTIR_NARROWFLOAT_H
