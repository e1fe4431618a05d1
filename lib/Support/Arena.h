//===- Arena.h - memory that is freed all at once -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// One arena serves one pass run, one parse or one question; nothing in it is
// freed alone. Not thread safe: one arena, one thread. Out of memory aborts.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SUPPORT_ARENA_H
#define RELAX_SUPPORT_ARENA_H

#include "lib/Support/StringRef.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct Arena Arena;

Arena *arenaCreate(void);
void arenaDestroy(Arena *arena);
/// Frees everything allocated so far but keeps one block for reuse.
void arenaReset(Arena *arena);
/// `size` bytes, aligned to 16, not initialised. `size` may be 0. Never NULL.
void *arenaAlloc(Arena *arena, size_t size);
/// Zeroed array of `count` elements; aborts if the product overflows.
void *arenaCalloc(Arena *arena, size_t count, size_t elementSize);
/// Copies `text` and adds a NUL behind it.
StrRef arenaCopyString(Arena *arena, StrRef text);
void *arenaCopy(Arena *arena, const void *data, size_t size);
/// Room for an element behind `count` in an array with room for `*capacity`:
/// the array, or a copy with more room (zeroed), when `*capacity` grows.
void *arenaGrow(Arena *arena, void *array, size_t count, size_t *capacity,
                size_t elementSize);

#define ARENA_NEW(arena, Type) ((Type *)arenaCalloc((arena), 1, sizeof(Type)))
#define ARENA_ARRAY(arena, Type, count)                                        \
  ((Type *)arenaCalloc((arena), (size_t)(count), sizeof(Type)))

#ifdef __cplusplus
}
#endif
#endif // RELAX_SUPPORT_ARENA_H
