//===- NoMemory.h - no memory is left -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_BRIDGE_TOOL_NOMEMORY_H
#define RELAX_BRIDGE_TOOL_NOMEMORY_H

#ifdef __cplusplus
extern "C" {
#endif

/// One line, and exit status 1.
void bridgeEndWithoutMemory(void);
/// Handlers of `new` and of LLVM's allocations (Crash.cpp).
void bridgeSetNewHandler(void);

#ifdef __cplusplus
}
#endif

#endif // RELAX_BRIDGE_TOOL_NOMEMORY_H
