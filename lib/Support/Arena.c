//===- Arena.c - memory that is freed all at once -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A list of blocks, the newest first. Blocks double from 4 KiB to 1 MiB, so
// that a small question stays cheap; a larger request gets a block of its own.
// Under AddressSanitizer what was not handed out is poisoned.
//
//===----------------------------------------------------------------------===//

#include "lib/Support/Arena.h"
#include "lib/Support/OutOfMemory.h"

#include <stdlib.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#endif
#endif
#ifndef ASAN_POISON_MEMORY_REGION
#define ASAN_POISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size)                             \
  ((void)(address), (void)(size))
#endif

enum {
  ALIGNMENT = 16,
  FIRST_BLOCK = 4 << 10,
  LARGEST_BLOCK = 1 << 20,
};

typedef struct Block Block;
struct Block {
  Block *next;
  size_t size, used; // of `bytes`
  _Alignas(ALIGNMENT) char bytes[];
};

struct Arena {
  Block *blocks; // the first one is being filled
  size_t nextSize;
};

Arena *arenaCreate(void) {
  Arena *arena = malloc(sizeof(Arena));
  if (!arena)
    outOfMemory();
  *arena = (Arena){.blocks = NULL, .nextSize = FIRST_BLOCK};
  return arena;
}

static void freeBlock(Block *block) {
  ASAN_UNPOISON_MEMORY_REGION(block->bytes, block->size);
  free(block);
}

void arenaDestroy(Arena *arena) {
  if (!arena)
    return;
  for (Block *block = arena->blocks, *next; block; block = next) {
    next = block->next;
    freeBlock(block);
  }
  free(arena);
}

void arenaReset(Arena *arena) {
  Block *kept = NULL;
  for (Block *block = arena->blocks, *next; block; block = next) {
    next = block->next;
    // The largest ordinary block stays; a giant one would pin its memory.
    if (block->size <= LARGEST_BLOCK && (!kept || block->size > kept->size)) {
      if (kept)
        freeBlock(kept);
      kept = block;
    } else {
      freeBlock(block);
    }
  }
  if (kept) {
    kept->next = NULL;
    kept->used = 0;
    ASAN_POISON_MEMORY_REGION(kept->bytes, kept->size);
  }
  arena->blocks = kept;
}

static Block *addBlock(Arena *arena, size_t atLeast) {
  size_t size = arena->nextSize, total;
  if (size < atLeast)
    size = atLeast;
  else if (arena->nextSize < LARGEST_BLOCK)
    arena->nextSize *= 2;
  if (__builtin_add_overflow(size, sizeof(Block), &total))
    outOfMemory();
  Block *block = malloc(total);
  if (!block)
    outOfMemory();
  *block = (Block){.next = NULL, .size = size, .used = 0};
  ASAN_POISON_MEMORY_REGION(block->bytes, block->size);
  return block;
}

void *arenaAlloc(Arena *arena, size_t size) {
  size_t rounded;
  if (__builtin_add_overflow(size, (size_t)ALIGNMENT - 1, &rounded))
    outOfMemory();
  rounded &= ~(size_t)(ALIGNMENT - 1);
  if (rounded == 0)
    rounded = ALIGNMENT;
  Block *block = arena->blocks;
  if (!block || block->size - block->used < rounded) {
    Block *added = addBlock(arena, rounded);
    // A block that this request fills must not end the filling of the old one.
    if (block && added->size == rounded) {
      added->next = block->next;
      block->next = added;
    } else {
      added->next = block;
      arena->blocks = added;
    }
    block = added;
  }
  void *result = block->bytes + block->used;
  block->used += rounded;
  ASAN_UNPOISON_MEMORY_REGION(result, size);
  return result;
}

void *arenaCalloc(Arena *arena, size_t count, size_t elementSize) {
  size_t size;
  if (__builtin_mul_overflow(count, elementSize, &size))
    outOfMemory();
  return memset(arenaAlloc(arena, size), 0, size);
}

void *arenaCopy(Arena *arena, const void *data, size_t size) {
  void *result = arenaAlloc(arena, size);
  if (size != 0)
    memcpy(result, data, size);
  return result;
}

StrRef arenaCopyString(Arena *arena, StrRef text) {
  size_t size;
  if (__builtin_add_overflow(text.length, (size_t)1, &size))
    outOfMemory();
  char *data = arenaAlloc(arena, size);
  if (text.length != 0)
    memcpy(data, text.data, text.length);
  data[text.length] = '\0';
  return (StrRef){.data = data, .length = text.length};
}

void *arenaGrow(Arena *arena, void *array, size_t count, size_t *capacity,
                size_t elementSize) {
  if (count < *capacity)
    return array;
  *capacity = *capacity ? 2 * *capacity : 8;
  void *wider = arenaCalloc(arena, *capacity, elementSize);
  if (count)
    memcpy(wider, array, count * elementSize);
  return wider;
}
