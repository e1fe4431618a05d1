//===- ControlFlow.h - regions of the host program in the making ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to RelaxToVM: what branches, loops and switches share.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_RELAXTOVM_CONTROLFLOW_H
#define RELAX_CONVERSION_RELAXTOVM_CONTROLFLOW_H

#include "dialects/Relax/Data.h"
#include "lib/Conversion/RelaxToVM/Lowering.h"

/// The instructions of a region go into a new block of `to`, before the
/// terminator that `end` makes. Values enter by `lowering->values`.
typedef struct RegionLowering {
  MlirOperation op;
  intptr_t region;
  MlirRegion to;
  MlirBlock block; // new, with its arguments
  MlirLogicalResult (*end)(VmLowering *lowering, MlirOperation terminator,
                           MlirOperation op);
} RegionLowering;

MlirLogicalResult vmLowerRegion(VmLowering *lowering,
                                const RegionLowering *what);
/// For `end`: yields what the region does.
MlirLogicalResult vmEndWithYield(VmLowering *lowering, MlirOperation yield,
                                 MlirOperation op);
/// `main: relax.while %kv`, and what stands behind it, for counters.
StrRef vmArmName(VmLowering *lowering, MlirOperation op, const char *what);
/// The facts of a guard that are no hints, over registers.
MlirAttribute vmGuardFacts(VmOperands *operands, MlirAttribute guard);
/// Maps a result, or an argument, and binds the symbols that its type brings.
void vmMapResult(VmLowering *lowering, MlirValue result, MlirValue value,
                 StrRef subject);
/// All results of an operation. Success.
MlirLogicalResult vmMapResults(VmLowering *lowering, MlirOperation op,
                               MlirOperation lowered, StrRef subject);

/// Data.c: the constructor `reference` of the type of `value`; verified.
RelaxConstructor vmConstructorOf(MlirOperation op, MlirValue value,
                                 MlirAttribute reference);
/// Switch.c: the `relax.is_constructor` that is the condition of a `relax.if`;
/// null where it is something else.
MlirOperation vmConstructorTest(MlirOperation branch);
VmLower vmLowerSwitch;

#endif // RELAX_CONVERSION_RELAXTOVM_CONTROLFLOW_H
