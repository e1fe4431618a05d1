//===- NarrowFloat.h - f16 and bf16 in integers (internal) ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TARGET_NARROWFLOAT_H
#define RELAX_TARGET_NARROWFLOAT_H

#include "lib/Conversion/TIRToSCF/OpBuilder.h"

/// Where code goes, and what the target can do.
typedef struct NarrowFloat {
  OpBuilder b;
  bool hasHalf; // it converts between f16 and f32 as IEEE 754 says
} NarrowFloat;

/// The element type of a vector, else the type itself.
MlirType narrowElementOf(MlirType type);

/// f16 or bf16, a number or a vector, as f32: exact.
MlirValue narrowWiden(NarrowFloat *n, MlirValue value);
/// f32 or f64 in `type`, f16 or bf16, rounded once to nearest even. A NaN keeps
/// its sign and is quiet.
MlirValue narrowRound(NarrowFloat *n, MlirValue value, MlirType type);

#endif // RELAX_TARGET_NARROWFLOAT_H
