//===- Blocks.h - the blocks of an operation ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_BRIDGE_CORE_BLOCKS_H
#define RELAX_BRIDGE_CORE_BLOCKS_H

#include "lib/Bridge/Core/Bridge.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Calls `visit` for the blocks of the regions of `op`, each before those of
/// the operations that are in it then: it may change what is in its block.
void bridgeEachBlock(MlirOperation op,
                     void (*visit)(MlirBlock block, void *userData),
                     void *userData);

#ifdef __cplusplus
}
#endif
#endif // RELAX_BRIDGE_CORE_BLOCKS_H
