//===- Pool.c - small pieces of memory, used again ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Pool.h"
#include "lib/Runtime/Storage.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum {
  SMALL = 1024, // steps of RELAX_ALIGNMENT up to here
  STEP = 1024,  // and of this behind it
  NUM_SMALL = SMALL / RELAX_ALIGNMENT,
  NUM_SIZES = NUM_SMALL + (RELAX_POOL_LARGEST - SMALL) / STEP,
  MOST_KEPT = 8 << 20, // bytes
  AHEAD = 8,           // pieces whose first bytes are on their way
  AHEAD_BYTES = 256,
};

#if __has_feature(address_sanitizer)
enum { KEEPS = 0 };
#else
enum { KEEPS = 1 };
#endif

/// Pieces of one size, the one that was freed last behind. They do not point to
/// each other: each was freed long ago, and who takes one can have the next
/// ones on their way.
typedef struct Free {
  void **pieces;
  size_t count, room;
} Free;

typedef struct Pool {
  Free free[NUM_SIZES];
  size_t kept;  // bytes
  int64_t live; // bytes in use
  bool registered;
} Pool;

static _Thread_local Pool pool;
static pthread_key_t atThreadEnd;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/// The number of the size that `bytes` bytes, 1 at least, are rounded up to.
static size_t sizeIndex(size_t bytes) {
  return bytes <= SMALL ? (bytes - 1) / RELAX_ALIGNMENT
                        : NUM_SMALL + (bytes - SMALL - 1) / STEP;
}

static size_t sizeOf(size_t index) {
  return index < NUM_SMALL ? (index + 1) * RELAX_ALIGNMENT
                           : SMALL + (index - NUM_SMALL + 1) * STEP;
}

int64_t relaxPoolLive(void) { return pool.live; }

void relaxPoolNote(int64_t bytes) { pool.live += bytes; }

static void *take(size_t bytes) {
  if (bytes > RELAX_POOL_LARGEST) {
    size_t rounded = (bytes + RELAX_ALIGNMENT - 1) / RELAX_ALIGNMENT;
    return aligned_alloc(RELAX_ALIGNMENT, rounded * RELAX_ALIGNMENT);
  }
  size_t index = sizeIndex(bytes);
  Free *list = &pool.free[index];
  if (list->count == 0)
    return aligned_alloc(RELAX_ALIGNMENT, sizeOf(index));
  void **last = &list->pieces[--list->count];
  if (list->count >= AHEAD)
    for (size_t at = 0; at < bytes && at < AHEAD_BYTES; at += RELAX_ALIGNMENT)
      __builtin_prefetch((char *)last[-AHEAD] + at, 1);
  pool.kept -= sizeOf(index);
  return *last;
}

void *relaxPoolAllocate(size_t bytes) {
  void *piece = take(bytes ? bytes : 1);
  if (piece)
    pool.live += bytes ? (int64_t)bytes : 1;
  return piece;
}

static void trim(void *unused) {
  (void)unused;
  relaxPoolTrim();
}

static void makeKey(void) { pthread_key_create(&atThreadEnd, trim); }

/// `trim` runs at the end of this thread.
static void registerThread(void) {
  pthread_once(&once, makeKey);
  pthread_setspecific(atThreadEnd, &pool);
  pool.registered = true;
}

static bool keep(Free *list, void *piece) {
  if (list->count == list->room) {
    size_t room = list->room ? 2 * list->room : AHEAD;
    void **pieces = realloc(list->pieces, room * sizeof *pieces);
    if (!pieces)
      return false;
    list->pieces = pieces;
    list->room = room;
  }
  list->pieces[list->count++] = piece;
  return true;
}

void relaxPoolFree(void *data, size_t bytes) {
  if (bytes == 0)
    bytes = 1;
  if (data)
    pool.live -= (int64_t)bytes;
  size_t index = bytes > RELAX_POOL_LARGEST ? NUM_SIZES : sizeIndex(bytes);
  if (!data || !KEEPS || index == NUM_SIZES ||
      pool.kept + sizeOf(index) > MOST_KEPT || !keep(&pool.free[index], data)) {
    free(data);
    return;
  }
  if (!pool.registered)
    registerThread();
  pool.kept += sizeOf(index);
}

uint64_t relaxPoolDefaultLimit(void) {
  long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
  return pages > 0 && bytes > 0 ? (uint64_t)pages * (uint64_t)bytes / 2
                                : UINT64_MAX;
}

void relaxPoolTrim(void) {
  for (size_t i = 0; i < NUM_SIZES; ++i) {
    while (pool.free[i].count)
      free(pool.free[i].pieces[--pool.free[i].count]);
    free(pool.free[i].pieces);
    pool.free[i] = (Free){0};
  }
  pool.kept = 0;
  pool.registered = false;
}
