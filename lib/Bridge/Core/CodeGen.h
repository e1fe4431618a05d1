//===- CodeGen.h - what lowering to LLVM needs in C++ only ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_BRIDGE_CORE_CODEGEN_H
#define RELAX_BRIDGE_CORE_CODEGEN_H

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Makes `mlirTranslateModuleToLLVMIR` know the builtin and LLVM dialects.
void bridgeRegisterLLVMTranslation(MlirContext context);

/// Rewrites below `op` what upstream's conversions to LLVM leave out: floor and
/// ceiling division, views of memrefs, and `math.exp`, `tanh`, `erf` of f32 and
/// narrower, which become polynomials. Its dialects are loaded.
void bridgeExpandForLLVM(MlirOperation op);

/// Upstream's conversions of memref, func, arith, cf and ub to the LLVM dialect
/// as one: five passes build and walk everything five times. Failure after a
/// reported error; what has no conversion is left.
MlirLogicalResult bridgeConvertToLLVM(MlirOperation op);

#ifdef __cplusplus
}
#endif
#endif // RELAX_BRIDGE_CORE_CODEGEN_H
