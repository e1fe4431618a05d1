//===- FuseStates.h - programs and states that change ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A program runs where the last of its calls did. If a state that one of them
// reads changes in front of that place, the change cannot be in place any more:
// the state would be copied at every step.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_FUSION_FUSESTATES_H
#define RELAX_TRANSFORMS_FUSION_FUSESTATES_H

#include "lib/Transforms/Fusion/FuseOps.h"

#define FUSE_STATE_BETWEEN "a state changes between them"

/// Finds what changes states in a block; of `graph`, the arena is there.
void fuseReadStates(FuseGraph *graph, MlirBlock block);
/// Would one of the calls, moved to `before`, pass a change of what it reads?
bool fusePassesState(const FuseGraph *graph, const MlirOperation *calls,
                     intptr_t count, MlirOperation before);

#endif // RELAX_TRANSFORMS_FUSION_FUSESTATES_H
