//===- PartitionChoice.h - another target or our own code, call by call ---===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_PATTERNS_PARTITIONCHOICE_H
#define RELAX_TRANSFORMS_PATTERNS_PARTITIONCHOICE_H

#include "lib/Bridge/Core/Bridge.h"

/// A relax.dispatch takes the place of a call of `function`: where the guard
/// (an array of facts) holds it is called, else a copy of it without a target.
/// False, and nothing is changed, where the call binds symbols or a symbol of
/// the guard is on none of its operands.
bool partitionChoose(Arena *arena, MlirOperation call, MlirOperation function,
                     MlirAttribute guard);

/// Those of a call's operands that are no weight or constant read for it alone:
/// a region's inputs. The number of them.
size_t partitionInputs(Arena *arena, const MlirValue *operands, size_t count,
                       MlirValue **inputs);

#endif // RELAX_TRANSFORMS_PATTERNS_PARTITIONCHOICE_H
