//===- StoragePool.c - memory that serves call after call -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/StoragePool.h"
#include "lib/Runtime/Pool.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

/// Smaller ones are Pool.h's and the C library's. AddressSanitizer finds uses
/// of memory that was released only if it is freed.
#if __has_feature(address_sanitizer)
static const size_t leastBytes = SIZE_MAX;
#else
static const size_t leastBytes = (size_t)1 << 16;
#endif
/// Of all that waits, which was in use at once: so much, or an eighth of this
/// machine's memory. What a batch of thousands leaves is what the next one
/// takes, and new pages cost as much as small kernels on them.
static const size_t leastKept = (size_t)1 << 28;
enum { MOST_BLOCKS = 128 }; // batches of one flush have that many results

typedef struct Block {
  void *data;
  size_t bytes;
} Block;

struct RelaxStoragePool {
  pthread_mutex_t lock;
  Block blocks[MOST_BLOCKS]; // that wait, the oldest first
  size_t numBlocks, bytes;
  size_t mostBytes; // that wait
  size_t users;     // blocks in use, and the owner
  bool closed;
};

RelaxStoragePool *relaxStoragePoolCreate(void) {
  RelaxStoragePool *pool = calloc(1, sizeof *pool);
  if (pool && pthread_mutex_init(&pool->lock, NULL)) {
    free(pool);
    return NULL;
  }
  if (pool) {
    uint64_t part = relaxPoolDefaultLimit() / 4;
    pool->mostBytes =
        part > leastKept && part < SIZE_MAX ? (size_t)part : leastKept;
    pool->users = 1;
  }
  return pool;
}

/// Takes a block out of the list.
static Block removeBlock(RelaxStoragePool *pool, size_t i) {
  Block block = pool->blocks[i];
  pool->bytes -= block.bytes;
  --pool->numBlocks;
  for (; i < pool->numBlocks; ++i)
    pool->blocks[i] = pool->blocks[i + 1];
  return block;
}

/// Unlocks; destroys the pool with its last user.
static void leave(RelaxStoragePool *pool, size_t users) {
  pool->users -= users;
  bool last = pool->users == 0;
  pthread_mutex_unlock(&pool->lock);
  if (!last)
    return;
  pthread_mutex_destroy(&pool->lock);
  free(pool);
}

void relaxStoragePoolClose(RelaxStoragePool *pool) {
  if (!pool)
    return;
  pthread_mutex_lock(&pool->lock);
  pool->closed = true;
  while (pool->numBlocks)
    free(removeBlock(pool, 0).data);
  leave(pool, 1);
}

void *relaxStoragePoolTake(RelaxStoragePool *pool, size_t *bytes) {
  pthread_mutex_lock(&pool->lock);
  size_t best = pool->numBlocks;
  for (size_t i = 0; i < pool->numBlocks; ++i) {
    size_t size = pool->blocks[i].bytes;
    if (size >= *bytes && size / 2 <= *bytes &&
        (best == pool->numBlocks || size < pool->blocks[best].bytes))
      best = i;
  }
  Block block = {NULL, *bytes};
  if (best < pool->numBlocks)
    block = removeBlock(pool, best);
  *bytes = block.bytes;
  ++pool->users;
  leave(pool, 0);
  return block.data;
}

void relaxStoragePoolGive(RelaxStoragePool *pool, void *data, size_t bytes) {
  pthread_mutex_lock(&pool->lock);
  if (!data || pool->closed || bytes < leastBytes || bytes > pool->mostBytes) {
    free(data);
  } else {
    while (pool->numBlocks == MOST_BLOCKS ||
           pool->bytes > pool->mostBytes - bytes)
      free(removeBlock(pool, 0).data);
    pool->blocks[pool->numBlocks++] = (Block){data, bytes};
    pool->bytes += bytes;
  }
  leave(pool, 1);
}
