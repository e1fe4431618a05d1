//===- StateUse.h - which operations may write into their operands --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_STATEUSE_H
#define RELAX_ANALYSIS_STATEUSE_H

#include "lib/Bridge/Core/Bridge.h"

/// Once state is in place (relax-plan-state), may `op` write where its operand
/// lies? An append or an update of it, a loop that carries such a state, a call
/// to which it is donated.
bool stateMayChange(MlirOperation op, intptr_t operand);

#endif // RELAX_ANALYSIS_STATEUSE_H
