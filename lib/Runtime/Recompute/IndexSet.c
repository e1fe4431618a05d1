//===- IndexSet.c - sets of small numbers --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Recompute/IndexSet.h"
#include "lib/Support/OutOfMemory.h"

#include <stdlib.h>
#include <string.h>

/// Where an index is, or would be put.
static uint32_t slotOf(const IndexSet *set, uint32_t index) {
  uint32_t mask = set->numSlots - 1, slot = (index * 0x9E3779B1u) & mask;
  while (set->slots[slot] != index && set->slots[slot] != INDEX_SET_FREE)
    slot = (slot + 1) & mask;
  return slot;
}

static void grow(IndexSet *set) {
  IndexSet old = *set;
  set->numSlots = old.numSlots ? 2 * old.numSlots : 8;
  set->slots = malloc(set->numSlots * sizeof *set->slots);
  if (!set->slots)
    outOfMemory();
  memset(set->slots, 0xFF, set->numSlots * sizeof *set->slots);
  INDEX_SET_EACH(&old, index) { set->slots[slotOf(set, index)] = index; }
  free(old.slots);
}

bool indexSetHas(const IndexSet *set, uint32_t index) {
  return set->count && set->slots[slotOf(set, index)] == index;
}

bool indexSetAdd(IndexSet *set, uint32_t index) {
  if (2 * (set->count + 1) > set->numSlots)
    grow(set);
  uint32_t slot = slotOf(set, index);
  if (set->slots[slot] == index)
    return false;
  set->slots[slot] = index;
  ++set->count;
  return true;
}

/// What stands behind the gap and was pushed there by what is gone moves up.
bool indexSetRemove(IndexSet *set, uint32_t index) {
  if (!indexSetHas(set, index))
    return false;
  uint32_t mask = set->numSlots - 1, gap = slotOf(set, index);
  for (uint32_t at = (gap + 1) & mask; set->slots[at] != INDEX_SET_FREE;
       at = (at + 1) & mask) {
    uint32_t wanted = (set->slots[at] * 0x9E3779B1u) & mask;
    if (((at - wanted) & mask) < ((at - gap) & mask))
      continue;
    set->slots[gap] = set->slots[at];
    gap = at;
  }
  set->slots[gap] = INDEX_SET_FREE;
  --set->count;
  return true;
}

void indexSetFree(IndexSet *set) {
  free(set->slots);
  *set = (IndexSet){0};
}
