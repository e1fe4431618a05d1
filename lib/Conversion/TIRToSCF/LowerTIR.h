//===- LowerTIR.h - from computes and loops to scf ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_TIRTOSCF_LOWERTIR_H
#define RELAX_CONVERSION_TIRTOSCF_LOWERTIR_H

#include "lib/Bridge/Core/Bridge.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/Math.h"
#include "mlir-c/Dialect/MemRef.h"
#include "mlir-c/Dialect/SCF.h"
#include "mlir-c/Dialect/Vector.h"

/// Lowers a `tir.func` in place; what is lowered already stays as it is. The
/// monoids that it names are in its module and are only read, so several
/// functions of a module may be lowered at a time. The dialects of
/// RELAX_LOWER_TIR_DIALECTS are loaded. Failure after one reported error; the
/// function is then half lowered.
MlirLogicalResult relaxLowerTir(MlirOperation func, Arena *arena);

/// Is nothing left in it that `relaxLowerTir` would lower?
bool relaxIsLoweredTir(MlirOperation func);

/// The attribute of an `scf.for` that is to be unrolled: one with constant
/// bounds, or one over the rows of a tile, from 0 to an extent for which the
/// attribute has the smallest and the largest value.
#define TIR_UNROLL "tir.unroll"
/// The attribute of one that LLVM is to make lanes of as it is.
#define TIR_ROLLED "tir.rolled"

/// In a lowered and simplified function, of any dialect: copies of the loops
/// that are marked so, with their sums in registers.
void relaxFormTiles(MlirOperation func);

/// The dialects of the operations that it makes.
#define RELAX_LOWER_TIR_DIALECTS                                               \
  mlirGetDialectHandle__arith__, mlirGetDialectHandle__math__,                 \
      mlirGetDialectHandle__scf__, mlirGetDialectHandle__memref__,             \
      mlirGetDialectHandle__vector__

#endif // RELAX_CONVERSION_TIRTOSCF_LOWERTIR_H
