//===- IndexSet.h - sets of small numbers --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Runtime/Recompute. Open addressing with linear steps; the
// order of the elements is that of the table and means nothing. UINT32_MAX is
// no element.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_RECOMPUTE_INDEXSET_H
#define RELAX_RUNTIME_RECOMPUTE_INDEXSET_H

#include <stdbool.h>
#include <stdint.h>

enum { INDEX_SET_FREE = UINT32_MAX };

/// Zero-initialised it is empty.
typedef struct IndexSet {
  uint32_t *slots; // INDEX_SET_FREE where nothing is
  uint32_t numSlots, count;
} IndexSet;

/// False if it was there.
bool indexSetAdd(IndexSet *set, uint32_t index);
/// False if it was not there.
bool indexSetRemove(IndexSet *set, uint32_t index);
bool indexSetHas(const IndexSet *set, uint32_t index);
void indexSetFree(IndexSet *set); // and empties it

/// for (each element): `INDEX_SET_EACH(&set, element) { ... }`; the set must
/// not change meanwhile.
#define INDEX_SET_EACH(set, element)                                           \
  for (uint32_t at_ = 0, element; at_ < (set)->numSlots; ++at_)                \
    if ((element = (set)->slots[at_]) != INDEX_SET_FREE)

#endif // RELAX_RUNTIME_RECOMPUTE_INDEXSET_H
