//===- Map.h - look-ups in maps of stb_ds ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// stb's own look-ups (hmgeti, shget, ...) write: on a map that is NULL they
// make one, which nobody frees if the pointer was a copy, and they keep the
// place beside the map. These only read: a map may be NULL or const, and
// several threads may ask at once. Everything else (hmput, hmlen, hmfree) is
// stb's.
//
// `map` is a pointer to entries that begin with `key`; it has no side effects.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SUPPORT_MAP_H
#define RELAX_SUPPORT_MAP_H

#include <stb/stb_ds.h>

/// Index of the entry with the key `wanted`, of the type of the keys; -1 if
/// there is none.
#define mapFind(map, wanted)                                                   \
  mapFindKey((map), sizeof *(map), STBDS_ADDRESSOF((map)->key, (wanted)),      \
             sizeof(map)->key, STBDS_HM_BINARY)

/// The entry itself, until the map changes; NULL if there is none.
#define mapEntry(map, wanted)                                                  \
  ((__typeof__(map))mapEntryAt((map), sizeof *(map), mapFind(map, wanted)))

/// The same in a map whose keys are texts (shput).
#define strMapFind(map, wanted) strMapFindKey((map), sizeof *(map), (wanted))
#define strMapEntry(map, wanted)                                               \
  ((__typeof__(map))mapEntryAt((map), sizeof *(map), strMapFind(map, wanted)))

/// Removes the entry, if there is one; the last entry takes its place. stb's
/// own reads what is not there if the map is NULL.
#define mapRemove(map, wanted) ((void)((map) ? hmdel((map), (wanted)) : 0))
#define strMapRemove(map, wanted) ((void)((map) ? shdel((map), (wanted)) : 0))

static inline ptrdiff_t mapFindKey(const void *map, size_t entrySize,
                                   const void *key, size_t keySize, int mode) {
  ptrdiff_t place = -1;
  if (map)
    stbds_hmget_key_ts((void *)map, entrySize, (void *)key, keySize, &place,
                       mode);
  return place;
}

static inline ptrdiff_t strMapFindKey(const void *map, size_t entrySize,
                                      const char *key) {
  return mapFindKey(map, entrySize, key, sizeof key, STBDS_HM_STRING);
}

static inline void *mapEntryAt(const void *map, size_t entrySize,
                               ptrdiff_t place) {
  return place < 0 ? NULL : (char *)map + (size_t)place * entrySize;
}

#endif // RELAX_SUPPORT_MAP_H
