//===- Slots.h - places of local memory in a loop (internal) --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_TIRTOSCF_SLOTS_H
#define RELAX_CONVERSION_TIRTOSCF_SLOTS_H

#include "lib/Conversion/TIRToSCF/Tiles.h"

enum { SLOT_MAX_RANK = 8 };

/// An element, or a vector of them.
typedef struct Slot {
  MlirValue memref;
  int64_t place[SLOT_MAX_RANK];
  MlirType type;
  MlirValue value; // at the point that is being looked at
} Slot;

intptr_t slotRank(MlirValue memref);
/// The place of an access with constant indices; false of others.
bool slotOf(MlirOperation op, const TileAccess *access, Slot *out);
/// That of the slots (an stb_ds array) with its place and type; or null.
Slot *slotFind(Slot *slots, const Slot *slot);
/// What the loop can carry: an stb_ds array, each buffer's slots by place.
Slot *slotsOfLoop(MlirOperation loop);
/// Does anything in `op` use the value, or a view or a pointer that is made of
/// it?
bool slotTouches(MlirOperation op, MlirValue value);

#endif // RELAX_CONVERSION_TIRTOSCF_SLOTS_H
