//===- Slots.c - places of local memory in a loop -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What a loop reads and writes of local memory at constant places, in its own
// body or in rows of a tile that may be there: vectors of several widths, as at
// the end of a row, as long as no two of them have lanes in common.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/Slots.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

intptr_t slotRank(MlirValue memref) {
  return mlirShapedTypeGetRank(mlirValueGetType(memref));
}

static int64_t widthOf(MlirType type) {
  return mlirTypeIsAVector(type) ? mlirShapedTypeGetDimSize(type, 0) : 1;
}

static bool isSamePlace(const Slot *a, const Slot *b) {
  bool same = mlirValueEqual(a->memref, b->memref);
  for (intptr_t d = 0, e = slotRank(a->memref); d < e && same; ++d)
    same = a->place[d] == b->place[d];
  return same;
}

bool slotOf(MlirOperation op, const TileAccess *access, Slot *out) {
  intptr_t rank = slotRank(access->memref);
  *out =
      (Slot){.memref = access->memref, .type = mlirValueGetType(access->value)};
  for (intptr_t d = 0; d < rank && rank <= SLOT_MAX_RANK; ++d)
    if (!opIsConstant(mlirOperationGetOperand(op, access->first + d),
                      &out->place[d]))
      return false;
  return rank <= SLOT_MAX_RANK;
}

/// Are they in one buffer, with lanes in common?
static bool overlap(const Slot *a, const Slot *b) {
  intptr_t rank = slotRank(a->memref);
  bool same = mlirValueEqual(a->memref, b->memref);
  for (intptr_t d = 0; d + 1 < rank && same; ++d)
    same = a->place[d] == b->place[d];
  return same && (rank == 0 ||
                  (a->place[rank - 1] < b->place[rank - 1] + widthOf(b->type) &&
                   b->place[rank - 1] < a->place[rank - 1] + widthOf(a->type)));
}

Slot *slotFind(Slot *slots, const Slot *slot) {
  for (ptrdiff_t i = 0; i < arrlen(slots); ++i)
    if (isSamePlace(&slots[i], slot) &&
        mlirTypeEqual(slots[i].type, slot->type))
      return &slots[i];
  return NULL;
}

/// Has it lanes in common with one of the slots, and is another one?
static bool overlapsAny(const Slot *slots, const Slot *slot) {
  for (ptrdiff_t i = 0; i < arrlen(slots); ++i)
    if (overlap(&slots[i], slot))
      return true;
  return false;
}

static bool touchesMadeBy(MlirOperation op, MlirOperation user) {
  bool found = false;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(user) && !found; ++i)
    found = slotTouches(op, mlirOperationGetResult(user, i));
  return found;
}

bool slotTouches(MlirOperation op, MlirValue value) {
  bool found = false;
  for (MlirOpOperand use = {NULL}; !found && bridgeAdvanceUse(value, &use);) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    found = bridgeIsInside(user, op) ||
            (bridgeIsPure(user) && touchesMadeBy(op, user));
  }
  return found;
}

/// Does it stand in the body itself, or in a row that may be there?
static bool isInRound(MlirOperation op, MlirBlock body) {
  MlirBlock block = mlirOperationGetBlock(op);
  MlirOperation parent = mlirOperationGetParentOperation(op);
  return mlirBlockEqual(block, body) ||
         (tileIsGuarded(parent) &&
          mlirBlockEqual(mlirOperationGetBlock(parent), body));
}

static int comparePlaces(const void *a, const void *b) {
  const Slot *x = a, *y = b;
  for (intptr_t d = 0; d < SLOT_MAX_RANK; ++d)
    if (x->place[d] != y->place[d])
      return x->place[d] < y->place[d] ? -1 : 1;
  return 0;
}

/// Do all accesses of the loop to the memref stand in its own body, at constant
/// places that do not overlap, and none goes through a pointer that was made in
/// front, as a call of a parallel loop's function does? Then they are added to
/// the slots, by place: the order of uses is that in which operations were
/// made.
static Slot *addSlots(Slot *slots, MlirOperation loop, MlirValue memref) {
  ptrdiff_t before = arrlen(slots);
  bool good = !bridgeIsInside(mlirOpResultGetOwner(memref), loop),
       written = false;
  MlirBlock body = bridgeBody(loop);
  for (MlirOpOperand use = {NULL}; good && bridgeAdvanceUse(memref, &use);) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    if (!bridgeIsInside(op, loop)) {
      good = !bridgeIsPure(op) || !touchesMadeBy(loop, op);
      continue;
    }
    TileAccess access;
    Slot slot;
    good = isInRound(op, body) && tileAccessOf(op, &access) &&
           mlirValueEqual(access.memref, memref) &&
           slotOf(op, &access, &slot) &&
           (slotFind(slots, &slot) || !overlapsAny(slots, &slot));
    if (!good)
      break;
    written |= access.isStore;
    if (!slotFind(slots, &slot))
      arrput(slots, slot);
  }
  if (!good || !written)
    arrsetlen(slots, before);
  else
    qsort(slots + before, (size_t)(arrlen(slots) - before), sizeof(Slot),
          comparePlaces);
  return slots;
}

Slot *slotsOfLoop(MlirOperation loop) {
  MlirValue *seen = NULL;
  Slot *slots = NULL;
  for (MlirOperation op = {NULL}; bridgeAdvance(bridgeBody(loop), &op);) {
    TileAccess access;
    if (!tileAccessOf(op, &access) || !tileIsLocal(access.memref))
      continue;
    bool known = false;
    for (ptrdiff_t i = 0; i < arrlen(seen); ++i)
      known |= mlirValueEqual(seen[i], access.memref);
    if (known)
      continue;
    arrput(seen, access.memref);
    slots = addSlots(slots, loop, access.memref);
  }
  arrfree(seen);
  return slots;
}
