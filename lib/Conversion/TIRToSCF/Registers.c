//===- Registers.c - local memory as values that a loop carries -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Elements of a local buffer that a loop reads and writes at constant places
// are loaded in front of the loop, carried by it, and stored behind it. Where
// the buffer is filled just before, its values are carried from there, and the
// fill is dropped.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/Tiles.h"

#include <stb/stb_ds.h>

enum { MAX_RANK = 8 };

/// An element, or a vector of them.
typedef struct Slot {
  MlirValue memref;
  int64_t place[MAX_RANK];
  MlirType type;
  MlirValue value; // at the point that is being looked at
} Slot;

typedef struct Carrier {
  Tiles *t;
  MlirOperation loop;
  Slot *slots; // stb_ds
} Carrier;

static intptr_t rankOf(MlirValue memref) {
  return mlirShapedTypeGetRank(mlirValueGetType(memref));
}

static int64_t widthOf(MlirType type) {
  return mlirTypeIsAVector(type) ? mlirShapedTypeGetDimSize(type, 0) : 1;
}

static bool isSamePlace(const Slot *a, const Slot *b) {
  bool same = mlirValueEqual(a->memref, b->memref);
  for (intptr_t d = 0, e = rankOf(a->memref); d < e && same; ++d)
    same = a->place[d] == b->place[d];
  return same;
}

/// The place of an access with constant indices; false of others.
static bool slotOf(MlirOperation op, const TileAccess *access, Slot *out) {
  intptr_t rank = rankOf(access->memref);
  *out =
      (Slot){.memref = access->memref, .type = mlirValueGetType(access->value)};
  for (intptr_t d = 0; d < rank && rank <= MAX_RANK; ++d)
    if (!tileIsConstant(mlirOperationGetOperand(op, access->first + d),
                        &out->place[d]))
      return false;
  return rank <= MAX_RANK;
}

/// Are they in one buffer, with lanes in common?
static bool overlap(const Slot *a, const Slot *b) {
  intptr_t rank = rankOf(a->memref);
  bool same = mlirValueEqual(a->memref, b->memref);
  for (intptr_t d = 0; d + 1 < rank && same; ++d)
    same = a->place[d] == b->place[d];
  return same && (rank == 0 ||
                  (a->place[rank - 1] < b->place[rank - 1] + widthOf(b->type) &&
                   b->place[rank - 1] < a->place[rank - 1] + widthOf(a->type)));
}

static Slot *find(Carrier *c, const Slot *slot) {
  for (ptrdiff_t i = 0; i < arrlen(c->slots); ++i)
    if (isSamePlace(&c->slots[i], slot) &&
        mlirTypeEqual(c->slots[i].type, slot->type))
      return &c->slots[i];
  return NULL;
}

/// Has it lanes in common with one of the slots, and is another one?
static bool overlapsAny(const Carrier *c, const Slot *slot) {
  for (ptrdiff_t i = 0; i < arrlen(c->slots); ++i)
    if (overlap(&c->slots[i], slot))
      return true;
  return false;
}

static bool isBelow(MlirOperation op, MlirOperation ancestor) {
  while (op.ptr && !mlirOperationEqual(op, ancestor))
    op = mlirOperationGetParentOperation(op);
  return op.ptr != NULL;
}

//===----------------------------------------------------------------------===//
// What can be carried
//===----------------------------------------------------------------------===//

/// Does it stand in the body itself, or in a row that may be there?
static bool isInRound(MlirOperation op, MlirBlock body) {
  MlirBlock block = mlirOperationGetBlock(op);
  MlirOperation parent = mlirOperationGetParentOperation(op);
  return mlirBlockEqual(block, body) ||
         (tileIsGuarded(parent) &&
          mlirBlockEqual(mlirOperationGetBlock(parent), body));
}

/// Do all accesses of the loop to the memref stand in its own body, at constant
/// places that do not overlap? Then they are added to the slots.
static bool addSlots(Carrier *c, MlirValue memref) {
  ptrdiff_t before = arrlen(c->slots);
  bool good = !isBelow(mlirOpResultGetOwner(memref), c->loop), written = false;
  MlirBlock body = opBody(c->loop, 0);
  for (MlirOpOperand use = mlirValueGetFirstUse(memref);
       good && !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    if (!isBelow(op, c->loop))
      continue;
    TileAccess access;
    Slot slot;
    good = isInRound(op, body) && tileAccessOf(op, &access) && mlirValueEqual(access.memref, memref) &&
           slotOf(op, &access, &slot) &&
           (find(c, &slot) || !overlapsAny(c, &slot));
    if (!good)
      break;
    written |= access.isStore;
    if (!find(c, &slot))
      arrput(c->slots, slot);
  }
  if (!good || !written)
    arrsetlen(c->slots, before);
  return good && written;
}

static int comparePlaces(const void *a, const void *b) {
  const Slot *x = a, *y = b;
  for (intptr_t d = 0; d < MAX_RANK; ++d)
    if (x->place[d] != y->place[d])
      return x->place[d] < y->place[d] ? -1 : 1;
  return 0;
}

/// The slots of all buffers, each buffer's by place: the order of uses is that
/// in which operations were made.
static void findSlots(Carrier *c) {
  MlirValue *seen = NULL;
  for (MlirOperation op = mlirBlockGetFirstOperation(opBody(c->loop, 0));
       op.ptr; op = mlirOperationGetNextInBlock(op)) {
    TileAccess access;
    if (!tileAccessOf(op, &access) || !tileIsLocal(access.memref))
      continue;
    bool known = false;
    for (ptrdiff_t i = 0; i < arrlen(seen); ++i)
      known |= mlirValueEqual(seen[i], access.memref);
    if (known)
      continue;
    arrput(seen, access.memref);
    ptrdiff_t before = arrlen(c->slots);
    if (addSlots(c, access.memref))
      qsort(c->slots + before, (size_t)(arrlen(c->slots) - before),
            sizeof(Slot), comparePlaces);
  }
  arrfree(seen);
}

//===----------------------------------------------------------------------===//
// In front of the loop
//===----------------------------------------------------------------------===//

static bool touches(MlirOperation op, MlirValue memref) {
  for (MlirOpOperand use = mlirValueGetFirstUse(memref);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (isBelow(mlirOpOperandGetOwner(use), op))
      return true;
  return false;
}

static bool isMadeIn(MlirOperation loop, MlirValue value) {
  return isBelow(
      mlirValueIsABlockArgument(value)
          ? mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value))
          : mlirOpResultGetOwner(value),
      loop);
}

/// The slots of `memref` that a store of a value that `fill` does not make
/// covers, where one index may be the iterator of `fill`; how many it covers.
static int64_t takeStore(Carrier *c, MlirValue memref, MlirOperation fill,
                         MlirOperation op, const int64_t bounds[3]) {
  TileAccess access;
  int64_t covered = 0;
  if (!tileAccessOf(op, &access) || !access.isStore ||
      !mlirValueEqual(access.memref, memref))
    return 0;
  MlirBlock body = opBody(fill, 0);
  if (isMadeIn(fill, access.value))
    return 0;
  MlirType type = mlirValueGetType(access.value);
  for (ptrdiff_t i = 0; i < arrlen(c->slots); ++i) {
    Slot *slot = &c->slots[i];
    bool same = mlirValueEqual(slot->memref, memref) && !slot->value.ptr &&
                mlirTypeEqual(slot->type, type);
    for (intptr_t d = 0, e = rankOf(memref); d < e && same; ++d) {
      MlirValue index = mlirOperationGetOperand(op, access.first + d);
      int64_t place = slot->place[d];
      if (mlirValueEqual(index, mlirBlockGetArgument(body, 0)))
        same = place >= bounds[0] && place < bounds[1];
      else
        same = tileIsConstant(index, &place) && place == slot->place[d];
    }
    if (!same)
      continue;
    slot->value = access.value;
    ++covered;
  }
  return covered;
}

/// Takes the values of a loop that does nothing but to fill slots; it goes.
static void takeFill(Carrier *c, MlirValue memref, MlirOperation fill) {
  int64_t bounds[3], stores = 0, covered = 0;
  if (!tileIsOp(fill, "scf.for") || mlirOperationGetNumResults(fill) != 0 ||
      !tileBounds(fill, bounds) || bounds[2] != 1)
    return;
  MlirBlock body = opBody(fill, 0);
  MlirOperation end = mlirBlockGetTerminator(body);
  Slot *saved = NULL;
  for (ptrdiff_t i = 0; i < arrlen(c->slots); ++i)
    arrput(saved, c->slots[i]);
  for (MlirOperation op = mlirBlockGetFirstOperation(body);
       !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op)) {
    covered += takeStore(c, memref, fill, op, bounds);
    ++stores;
  }
  if (bounds[0] < bounds[1] && covered == stores * (bounds[1] - bounds[0]))
    mlirOperationDestroy(fill);
  else // something else is in it: the memory is read
    for (ptrdiff_t i = 0; i < arrlen(saved); ++i)
      c->slots[i].value = saved[i].value;
  arrfree(saved);
}

/// The values of the memref's slots, from what was stored last.
static void takeBefore(Carrier *c, MlirValue memref) {
  MlirBlock block = mlirOperationGetBlock(c->loop);
  MlirOperation *before = NULL;
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationEqual(op, c->loop); op = mlirOperationGetNextInBlock(op))
    arrput(before, op);
  while (arrlen(before) > 0) {
    MlirOperation op = arrpop(before);
    if (!touches(op, memref))
      continue;
    TileAccess access;
    Slot slot, *known;
    if (!tileAccessOf(op, &access) || !access.isStore ||
        !mlirValueEqual(access.memref, memref)) {
      takeFill(c, memref, op);
      break;
    }
    if (!slotOf(op, &access, &slot) || !(known = find(c, &slot)) ||
        known->value.ptr || !mlirTypeEqual(known->type, slot.type))
      break;
    known->value = access.value;
    mlirOperationDestroy(op);
  }
  arrfree(before);
}

/// The access to a slot: of a value that is stored, or, if that is null, a
/// load.
static MlirValue buildAccess(Carrier *c, OpBuilder *b, const Slot *slot,
                             MlirValue value) {
  MlirValue operands[MAX_RANK + 2];
  intptr_t count = 0;
  if (value.ptr)
    operands[count++] = value;
  operands[count++] = slot->memref;
  for (intptr_t d = 0, e = rankOf(slot->memref); d < e; ++d)
    operands[count++] = tileConstant(c->t, slot->place[d]);
  bool vector = mlirTypeIsAVector(slot->type);
  OpSpec spec = {.name = value.ptr ? vector ? "vector.store" : "memref.store"
                         : vector  ? "vector.load"
                                   : "memref.load",
                 .operands = operands,
                 .numOperands = count,
                 .results = &slot->type,
                 .numResults = value.ptr ? 0 : 1};
  MlirOperation op = buildOp(b, &spec);
  return value.ptr ? value : mlirOperationGetResult(op, 0);
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

static void replaceAccesses(Carrier *c, MlirBlock body);

/// The same in the blocks of rows that may be there: what they leave in slots
/// are results.
static void replaceGuarded(Carrier *c, MlirOperation guarded) {
  intptr_t count = arrlen(c->slots);
  MlirValue **values = NULL;
  MlirType *types = NULL;
  ptrdiff_t *changed = NULL;
  MlirBlock block = opBody(guarded, 0);
  for (; mlirBlockGetNextInRegion(block).ptr;
       block = mlirBlockGetNextInRegion(block)) {
    replaceAccesses(c, block);
    MlirValue *here = malloc((size_t)count * sizeof(*here));
    for (intptr_t i = 0; i < count; ++i)
      here[i] = c->slots[i].value;
    arrput(values, here);
  }
  ptrdiff_t last = arrlen(values) - 1;
  for (intptr_t i = 0; i < count; ++i) {
    if (mlirValueEqual(values[0][i], values[last][i]))
      continue;
    for (ptrdiff_t k = 0; k <= last; ++k)
      values[k][arrlen(changed)] = values[k][i];
    arrput(changed, i);
    arrput(types, c->slots[i].type);
  }
  MlirOperation made =
      tileYieldFromGuarded(guarded, types, values, arrlen(changed));
  for (ptrdiff_t k = 0; k < arrlen(changed); ++k)
    c->slots[changed[k]].value = mlirOperationGetResult(made, k);
  for (ptrdiff_t k = 0; k <= last; ++k)
    free(values[k]);
  arrfree(values);
  arrfree(types);
  arrfree(changed);
}

/// Accesses to slots in the body become their values.
static void replaceAccesses(Carrier *c, MlirBlock body) {
  for (MlirOperation op = mlirBlockGetFirstOperation(body), next; op.ptr;
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (tileIsGuarded(op)) {
      replaceGuarded(c, op);
      continue;
    }
    TileAccess access;
    Slot slot, *known;
    if (!tileAccessOf(op, &access) || !slotOf(op, &access, &slot) ||
        !(known = find(c, &slot)))
      continue;
    if (access.isStore)
      known->value = access.value;
    else
      mlirValueReplaceAllUsesOfWith(access.value, known->value);
    mlirOperationDestroy(op);
  }
}

static void carry(Carrier *c) {
  intptr_t count = arrlen(c->slots);
  OpBuilder b = opBuilderBefore(c->loop);
  MlirValue *values = NULL;
  for (intptr_t i = 0; i < count; ++i)
    arrput(values, c->slots[i].value.ptr
                       ? c->slots[i].value
                       : buildAccess(c, &b, &c->slots[i], (MlirValue){NULL}));
  MlirOperation loop =
      buildFor(&b, mlirOperationGetOperand(c->loop, 0),
               mlirOperationGetOperand(c->loop, 1), values, count);
  mlirOperationSetOperand(loop, 2, mlirOperationGetOperand(c->loop, 2));
  MlirBlock body = opBody(loop, 0), old = opBody(c->loop, 0);
  for (intptr_t i = 0; i < count; ++i)
    c->slots[i].value = mlirBlockGetArgument(body, i + 1);
  mlirOperationDestroy(mlirBlockGetTerminator(old));
  opReplaceIterator(mlirBlockGetArgument(old, 0), body);
  OpBuilder inside = opBuilderAtEnd(body, b.location);
  opBuilderTakeBody(&inside, old);
  replaceAccesses(c, body);
  for (intptr_t i = 0; i < count; ++i)
    values[i] = c->slots[i].value;
  buildYield(&inside, values, count);
  for (intptr_t i = 0; i < count; ++i)
    buildAccess(c, &b, &c->slots[i], mlirOperationGetResult(loop, i));
  arrfree(values);
  tileEaseSums(loop);
}

void tilePromote(Tiles *t, MlirOperation loop) {
  Carrier c = {.t = t, .loop = loop};
  if (mlirOperationGetNumResults(loop) != 0)
    return;
  findSlots(&c);
  if (arrlen(c.slots) > 0) {
    for (ptrdiff_t i = 0; i < arrlen(c.slots); ++i)
      if (i == 0 || !mlirValueEqual(c.slots[i].memref, c.slots[i - 1].memref))
        takeBefore(&c, c.slots[i].memref);
    carry(&c);
    mlirOperationDestroy(loop);
  }
  arrfree(c.slots);
}
