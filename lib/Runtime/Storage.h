//===- Storage.h - reference-counted memory -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A storage is one block of bytes that tensors share. The count is not atomic:
// a storage and everything that views it belong to one thread at a time.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_STORAGE_H
#define RELAX_RUNTIME_STORAGE_H

#include "lib/Runtime/Meter.h"
#include "lib/Runtime/StoragePool.h"
#include "lib/Support/StringRef.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { RELAX_ALIGNMENT = 64 };

/// A line of the cache: there is one for each value that is to come.
typedef struct RelaxStorage {
  size_t refs;
  size_t bytes;
  /// The first bytes, which some tensor may see; behind them is room to grow.
  size_t used;
  void *data; // NULL only while the memory is to come (below)
  /// Called when the last reference goes; NULL: the memory belongs to the
  /// storage.
  void (*release)(void *user);
  void *user;
  RelaxMeter *meter; // who counts `bytes`; or NULL
  /// Made while the thread rehearses: a number of its own. Nobody writes what a
  /// large one holds.
  uint32_t rehearsed;
  /// The number of who computes it, plus 1, while the memory is to come.
  uint32_t deferred : 28;
  /// Made by the machine as an arena: dead parts of it may be poisoned.
  bool isArena : 1;
  /// One piece of memory (Pool.h) holds this and the data.
  bool isPiece : 1;
  /// The data are a block of their own, of this storage alone.
  bool isBlock : 1;
} RelaxStorage;

/// `bytes` bytes aligned to RELAX_ALIGNMENT, all used, not initialised, one
/// reference.
/// NULL when there is not enough memory, also for absurd sizes and where the
/// thread's meter refuses; never aborts.
RelaxStorage *relaxStorageCreate(size_t bytes);
/// The same with memory from a pool, or for it; NULL is allowed.
RelaxStorage *relaxStorageCreateIn(RelaxStoragePool *pool, size_t bytes);
/// Wraps memory of somebody else (a mapped file, a DLPack tensor); one
/// reference. NULL when out of memory, then `release` is not called.
RelaxStorage *relaxStorageWrap(void *data, size_t bytes,
                               void (*release)(void *user), void *user);
/// A storage whose memory comes later, by `relaxStorageFill`; NULL when out of
/// memory. Tensors of it have no data until then, and nothing reads them.
RelaxStorage *relaxStorageCreateLater(size_t bytes);
/// The same of a storage that is made of others, `items` (Stack.h), to which a
/// reference is taken over.
RelaxStorage *relaxStorageCreateParts(size_t bytes, RelaxStorage *items);
/// These, while it has no memory of its own; NULL of others, and of none.
RelaxStorage *relaxStorageParts(const RelaxStorage *storage);
/// Its memory is to come, or came later.
bool relaxStorageIsLater(const RelaxStorage *storage);
/// Its memory is at `data`, a part of `owner`, which lives as long.
void relaxStorageFill(RelaxStorage *storage, void *data, RelaxStorage *owner);
/// Of a storage that was filled: of what it is a part; else itself.
RelaxStorage *relaxStorageOwner(RelaxStorage *storage);
/// A storage whose rows begin in memory of others, `rows` (i64, a reference is
/// taken over) elements behind `data`; that memory has to live as long. NULL
/// when out of memory, without the reference.
RelaxStorage *relaxStorageCreateRows(void *data, size_t bytes,
                                     RelaxStorage *rows);
/// The rows of such a storage; NULL of others, and of none.
RelaxStorage *relaxStorageRows(const RelaxStorage *storage);
/// While it is on, this thread's storages have addresses and are counted as
/// ever, but large ones take no memory until somebody writes there. Returns
/// what was on before.
bool relaxStorageRehearse(bool on);
/// What it holds is written: it was not made in a rehearsal, or is small.
static inline bool relaxStorageHolds(const RelaxStorage *storage) {
  return !storage->rehearsed || storage->isPiece;
}
/// Adds a reference; returns its argument.
static inline RelaxStorage *relaxStorageRetain(RelaxStorage *storage) {
  ++storage->refs;
  return storage;
}
/// What dropping the last reference does.
void relaxStorageDestroy(RelaxStorage *storage);
/// Drops a reference; NULL is allowed.
static inline void relaxStorageRelease(RelaxStorage *storage) {
  if (storage && --storage->refs == 0)
    relaxStorageDestroy(storage);
}

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_STORAGE_H
