//===- PlanState.h - whose storage state is -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_MEMORY_PLANSTATE_H
#define RELAX_TRANSFORMS_MEMORY_PLANSTATE_H

#include "lib/Bridge/Core/Bridge.h"
#include "lib/Support/Arena.h"

typedef struct Ownership {
  const char *obstacle; // why the storage may not be written, or NULL
  // Where it comes from, as far as dimensions are the same there:
  intptr_t argument;   // the donated argument of the function, or -1
  MlirOperation maker; // the operation that made the storage, or null
} Ownership;

/// May `op`, which uses `state`, write into its storage? Texts are in the
/// arena.
Ownership stateOwnership(Arena *arena, MlirOperation function, MlirValue state,
                         MlirOperation op);
/// Every way to `value` begins at `argument` and stays in its storage.
bool stateLiesIn(MlirValue value, MlirValue argument);

#endif // RELAX_TRANSFORMS_MEMORY_PLANSTATE_H
