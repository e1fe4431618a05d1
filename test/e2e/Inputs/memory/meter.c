//===- meter.c - bytes of malloc at their most ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Preloaded (LD_PRELOAD): writes the most bytes that were allocated at a time
// into the file that METER names.
//
//===----------------------------------------------------------------------===//

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t bytes);
extern void *__libc_calloc(size_t count, size_t bytes);
extern void *__libc_realloc(void *old, size_t bytes);
extern void *__libc_memalign(size_t alignment, size_t bytes);
extern void __libc_free(void *memory);

enum { LARGE = 1 << 20, MOST_LARGE = 256 };

static atomic_long live, most;
static atomic_flag busy = ATOMIC_FLAG_INIT;

/// Of large pieces the allocator gives whole pages, in which nothing need ever
/// lie: what was asked for counts.
static struct {
  void *memory;
  long bytes;
} large[MOST_LARGE];

static long swapLarge(void *from, void *to, long bytes) {
  while (atomic_flag_test_and_set(&busy))
    ;
  int i = 0;
  while (i < MOST_LARGE && large[i].memory != from)
    ++i;
  long before = i < MOST_LARGE ? large[i].bytes : -1;
  if (i < MOST_LARGE) {
    large[i].memory = to;
    large[i].bytes = bytes;
  }
  atomic_flag_clear(&busy);
  return before;
}

static void *count(void *memory, size_t bytes) {
  if (!memory)
    return NULL;
  long size = (long)malloc_usable_size(memory);
  if (size >= LARGE && swapLarge(NULL, memory, (long)bytes) >= 0)
    size = (long)bytes;
  long now = atomic_fetch_add(&live, size) + size, before = atomic_load(&most);
  while (now > before && !atomic_compare_exchange_weak(&most, &before, now))
    ;
  return memory;
}

static void forget(void *memory) {
  long size = memory ? (long)malloc_usable_size(memory) : 0;
  long asked = size >= LARGE ? swapLarge(memory, NULL, 0) : -1;
  atomic_fetch_sub(&live, asked >= 0 ? asked : size);
}

void *malloc(size_t bytes) { return count(__libc_malloc(bytes), bytes); }

void *calloc(size_t n, size_t bytes) {
  return count(__libc_calloc(n, bytes), n * bytes);
}

void *realloc(void *old, size_t bytes) {
  forget(old);
  return count(__libc_realloc(old, bytes), bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes) {
  return count(__libc_memalign(alignment, bytes), bytes);
}

int posix_memalign(void **memory, size_t alignment, size_t bytes) {
  *memory = count(__libc_memalign(alignment, bytes), bytes);
  return *memory ? 0 : ENOMEM;
}

void free(void *memory) {
  forget(memory);
  __libc_free(memory);
}

__attribute__((destructor)) static void report(void) {
  const char *path = getenv("METER");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (file) {
    fprintf(file, "%ld\n", atomic_load(&most));
    fclose(file);
  }
}
