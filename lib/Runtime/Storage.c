//===- Storage.c - reference-counted memory -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#define _DEFAULT_SOURCE // madvise

#include "lib/Runtime/Storage.h"
#include "lib/Runtime/Pool.h"

#include <assert.h>
#include <stdlib.h>
#include <sys/mman.h>

/// No machine has more; also what AddressSanitizer would abort at instead of
/// letting aligned_alloc return NULL.
#if __has_feature(address_sanitizer)
static const size_t maxBytes = ((size_t)1 << 40) - (1 << 16);
#else
static const size_t maxBytes = (size_t)PTRDIFF_MAX - RELAX_ALIGNMENT;
#endif

static _Thread_local bool rehearsing;
static _Thread_local uint32_t lastNumber;

bool relaxStorageRehearse(bool on) {
  bool before = rehearsing;
  rehearsing = on;
  return before;
}

/// 0 outside of rehearsals alone.
static uint32_t number(void) {
  if (rehearsing && ++lastNumber == 0)
    ++lastNumber;
  return rehearsing ? lastNumber : 0;
}

/// Addresses, behind which the system puts pages where they are written.
static void *reserve(size_t bytes) {
  void *data = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return data == MAP_FAILED ? NULL : data;
}

/// Aligned memory. What is large lies on large pages where the system has them:
/// a core reads half as fast again from there.
static void *allocate(size_t bytes) {
#ifdef MADV_HUGEPAGE
  enum { PAGE = 1 << 21 };
  if (bytes >= 2 * PAGE) {
    void *data; // aligned_alloc wants whole pages, which no limit counts
    if (posix_memalign(&data, PAGE, bytes) != 0)
      return NULL;
    madvise(data, bytes / PAGE * PAGE, MADV_HUGEPAGE); // a wish
    return data;
  }
#endif
  return aligned_alloc(RELAX_ALIGNMENT, bytes);
}

static_assert(sizeof(RelaxStorage) <= RELAX_ALIGNMENT, "a line of the cache");

/// A storage with a block of memory, and where that goes back to.
typedef struct Block {
  RelaxStorage storage;
  RelaxStoragePool *pool; // NULL: it is freed
  size_t capacity;        // its bytes
} Block;

/// Never of size 0, so that empty tensors have an address of their own.
static size_t roundedSize(size_t bytes) {
  return (bytes / RELAX_ALIGNMENT + 1) * RELAX_ALIGNMENT;
}

/// The head and the data in one piece.
static RelaxStorage *createSmall(size_t bytes) {
  char *piece = relaxPoolAllocate(RELAX_ALIGNMENT + roundedSize(bytes));
  if (piece)
    *(RelaxStorage *)piece = (RelaxStorage){.refs = 1,
                                            .bytes = bytes,
                                            .used = bytes,
                                            .data = piece + RELAX_ALIGNMENT,
                                            .rehearsed = number(),
                                            .isPiece = true};
  return (RelaxStorage *)piece;
}

RelaxStorage *relaxStorageCreate(size_t bytes) {
  return relaxStorageCreateIn(NULL, bytes);
}

static RelaxStorage *create(RelaxStoragePool *pool, size_t bytes) {
  enum { PAGE = 4096 };
  size_t rounded = roundedSize(bytes);
  if (rounded <= (rehearsing ? PAGE : RELAX_POOL_LARGEST / 2))
    return createSmall(bytes);
  Block *block = relaxPoolAllocate(sizeof *block);
  if (!block)
    return NULL;
  void *data = pool ? relaxStoragePoolTake(pool, &rounded) : NULL;
  if (!data)
    data = rehearsing ? reserve(rounded) : allocate(rounded);
  if (!data) {
    if (pool)
      relaxStoragePoolGive(pool, NULL, 0);
    relaxPoolFree(block, sizeof *block);
    return NULL;
  }
  *block = (Block){.storage = {.refs = 1,
                               .bytes = bytes,
                               .used = bytes,
                               .data = data,
                               .rehearsed = number(),
                               .isBlock = true},
                   .pool = pool,
                   .capacity = rounded};
  if (!rehearsing)
    relaxPoolNote((int64_t)rounded);
  return &block->storage;
}

RelaxStorage *relaxStorageCreateIn(RelaxStoragePool *pool, size_t bytes) {
  RelaxMeter *meter;
  if (bytes > maxBytes || !relaxMeterTake(bytes, &meter))
    return NULL;
  // What waits in a pool would count for nobody.
  RelaxStorage *storage = create(meter || rehearsing ? NULL : pool, bytes);
  if (storage)
    storage->meter = meter;
  else
    relaxMeterGive(meter, bytes);
  return storage;
}

RelaxStorage *relaxStorageWrap(void *data, size_t bytes,
                               void (*release)(void *user), void *user) {
  assert(data && release);
  RelaxStorage *storage = relaxPoolAllocate(sizeof *storage);
  if (storage)
    *storage = (RelaxStorage){.refs = 1,
                              .bytes = bytes,
                              .used = bytes,
                              .data = data,
                              .release = release,
                              .user = user,
                              .rehearsed = number()};
  return storage;
}

RelaxStorage *relaxStorageCreateLater(size_t bytes) {
  RelaxStorage *storage = relaxPoolAllocate(sizeof *storage);
  if (storage)
    *storage = (RelaxStorage){
        .refs = 1, .bytes = bytes, .used = bytes, .rehearsed = number()};
  return storage;
}

static void releaseOwner(void *user) { relaxStorageRelease(user); }
static void releaseParts(void *user) { relaxStorageRelease(user); }

RelaxStorage *relaxStorageCreateParts(size_t bytes, RelaxStorage *items) {
  RelaxStorage *storage = relaxStorageCreateLater(bytes);
  if (storage) {
    storage->release = releaseParts;
    storage->user = items;
  } else {
    relaxStorageRelease(items);
  }
  return storage;
}

RelaxStorage *relaxStorageParts(const RelaxStorage *storage) {
  return storage && storage->release == releaseParts ? storage->user : NULL;
}

bool relaxStorageIsLater(const RelaxStorage *storage) {
  return !storage->data || storage->release == releaseOwner;
}

void relaxStorageFill(RelaxStorage *storage, void *data, RelaxStorage *owner) {
  assert(!storage->data && data);
  RelaxStorage *parts = relaxStorageParts(storage);
  storage->data = data;
  storage->release = releaseOwner;
  storage->user = relaxStorageRetain(owner);
  storage->deferred = 0;
  relaxStorageRelease(parts);
}

RelaxStorage *relaxStorageOwner(RelaxStorage *storage) {
  return storage->release == releaseOwner ? storage->user : storage;
}

static void releaseRows(void *user) { relaxStorageRelease(user); }

RelaxStorage *relaxStorageCreateRows(void *data, size_t bytes,
                                     RelaxStorage *rows) {
  RelaxStorage *storage = relaxStorageWrap(data, bytes, releaseRows, rows);
  if (!storage)
    relaxStorageRelease(rows);
  return storage;
}

RelaxStorage *relaxStorageRows(const RelaxStorage *storage) {
  return storage && storage->release == releaseRows ? storage->user : NULL;
}

static void destroyBlock(Block *block) {
  void *data = block->storage.data;
  bool reserved = block->storage.rehearsed != 0;
  if (!reserved)
    relaxPoolNote(-(int64_t)block->capacity);
  if (reserved)
    munmap(data, block->capacity);
  else if (block->pool)
    relaxStoragePoolGive(block->pool, data, block->capacity);
  else
    free(data);
  relaxPoolFree(block, sizeof *block);
}

void relaxStorageDestroy(RelaxStorage *storage) {
  relaxMeterGive(storage->meter, storage->bytes);
  if (storage->isBlock) {
    destroyBlock((Block *)storage);
    return;
  }
  if (storage->release)
    storage->release(storage->user);
  relaxPoolFree(storage, storage->isPiece
                             ? RELAX_ALIGNMENT + roundedSize(storage->bytes)
                             : sizeof *storage);
}
