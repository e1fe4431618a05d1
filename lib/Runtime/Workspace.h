//===- Workspace.h - memory of a kernel while it runs --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Called by compiled kernels, in the thread that called them. Where that thread
// uses a meter (Meter.h), workspaces are counted there like storages.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_WORKSPACE_H
#define RELAX_RUNTIME_WORKSPACE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// NULL where there is not so much, or the meter refuses; `bytes` is a multiple
/// of 64, as is the address. Negative ones are more than there is.
void *relax_workspace_take(int64_t bytes);
/// What `relax_workspace_take` gave for so many bytes.
void relax_workspace_give(void *memory, int64_t bytes);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_WORKSPACE_H
