//===- Pool.h - small pieces of memory, used again ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What was freed is kept for the next one of its size, a list per size and
// thread, up to some megabytes; a thread's end gives it back. Every piece is
// one of the C library's, so any thread may free it. With AddressSanitizer
// nothing is kept, so that it sees what is used behind its end.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_POOL_H
#define RELAX_RUNTIME_POOL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Larger ones come from the C library and go there.
enum { RELAX_POOL_LARGEST = 32768 };

/// Aligned to RELAX_ALIGNMENT (Storage.h), not initialised; NULL without
/// memory.
void *relaxPoolAllocate(size_t bytes);
/// `bytes` as it was allocated with; NULL is allowed.
void relaxPoolFree(void *piece, size_t bytes);
/// Bytes that this thread has allocated here, or noted, and not given back;
/// what another thread gave back counts there, so it may be negative.
int64_t relaxPoolLive(void);
/// Notes memory that comes from somewhere else; negative: it is given back.
void relaxPoolNote(int64_t bytes);
/// Half of this machine's memory: what a call may take where nothing is said.
uint64_t relaxPoolDefaultLimit(void);
/// Gives back what this thread keeps.
void relaxPoolTrim(void);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_POOL_H
