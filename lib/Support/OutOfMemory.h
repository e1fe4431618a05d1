//===- OutOfMemory.h - no memory is left ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SUPPORT_OUTOFMEMORY_H
#define RELAX_SUPPORT_OUTOFMEMORY_H

#ifdef __cplusplus
extern "C" {
#endif

/// Ends the process: by what the program has set, else `abort`.
void outOfMemory(void) __attribute__((noreturn));
/// For a tool, before anything else: `handler` does not return.
void outOfMemoryCalls(void (*handler)(void));

#ifdef __cplusplus
}
#endif
#endif // RELAX_SUPPORT_OUTOFMEMORY_H
