//===- StoragePool.h - memory that serves call after call -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What the system gives anew it clears, page by page, while it is written
// first: for results of some megabytes that takes longer than to compute them.
// Large blocks that are released wait for the next call of the machine.
//
// Results may outlive the machine and be released by another thread: a pool
// lives until its owner and the last of its blocks are gone, and has a lock.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_STORAGEPOOL_H
#define RELAX_RUNTIME_STORAGEPOOL_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct RelaxStoragePool RelaxStoragePool;

/// NULL when out of memory.
RelaxStoragePool *relaxStoragePoolCreate(void);
/// The owner is done: what waits is freed, the rest when it is released. NULL
/// is allowed.
void relaxStoragePoolClose(RelaxStoragePool *pool);
/// A block that waits, of at least `*bytes` bytes and not many more; `*bytes`
/// becomes its size. NULL if there is none. Either way the pool counts a block
/// in use, until it is given back.
void *relaxStoragePoolTake(RelaxStoragePool *pool, size_t *bytes);
/// A block of that size that nobody uses any more; NULL after an allocation
/// that failed.
void relaxStoragePoolGive(RelaxStoragePool *pool, void *data, size_t bytes);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_STORAGEPOOL_H
