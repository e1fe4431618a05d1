//===- Lowering.h - to the LLVM dialect ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TARGET_LOWERING_H
#define RELAX_TARGET_LOWERING_H

#include "lib/Target/CodeGen.h"

/// Pass managers, which are dear to set up and serve module after module. For
/// one thread; several may work on modules of one context if it is
/// multithreaded and `targetLoweringPrepare` was called on it.
typedef struct TargetLowering TargetLowering;

/// Loads dialects and runs the passes once on nothing, so that later ones load
/// nothing. No pass may run in the context meanwhile.
void targetLoweringPrepare(MlirContext context);
TargetLowering *targetLoweringCreate(MlirContext context, bool debugInfo);
void targetLoweringDestroy(TargetLowering *lowering);
/// What a kernel is made for; its texts live as long as the lowering, and so
/// has the kernel's module. False after one reported error.
bool targetLoweringTarget(TargetLowering *lowering, MlirOperation kernel,
                          TargetCode *code);
/// What is left of arith, math, memref, vector, scf, cf, func and ub in a
/// module becomes operations of the LLVM dialect. Operations are not verified
/// in between: the translation to LLVM IR verifies its result. Failure after a
/// reported error.
MlirLogicalResult targetLower(TargetLowering *lowering, MlirModule module);

#endif // RELAX_TARGET_LOWERING_H
