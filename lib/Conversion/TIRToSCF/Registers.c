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

#include "lib/Conversion/TIRToSCF/Slots.h"

#include <stb/stb_ds.h>

typedef struct Carrier {
  Tiles *t;
  MlirOperation loop;
  Slot *slots; // stb_ds
} Carrier;

//===----------------------------------------------------------------------===//
// In front of the loop
//===----------------------------------------------------------------------===//

static bool isMadeIn(MlirOperation loop, MlirValue value) {
  return bridgeIsInside(
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
  MlirBlock body = bridgeBody(fill);
  if (isMadeIn(fill, access.value))
    return 0;
  MlirType type = mlirValueGetType(access.value);
  for (ptrdiff_t i = 0; i < arrlen(c->slots); ++i) {
    Slot *slot = &c->slots[i];
    bool same = mlirValueEqual(slot->memref, memref) && !slot->value.ptr &&
                mlirTypeEqual(slot->type, type);
    for (intptr_t d = 0, e = slotRank(memref); d < e && same; ++d) {
      MlirValue index = mlirOperationGetOperand(op, access.first + d);
      int64_t place = slot->place[d];
      if (mlirValueEqual(index, mlirBlockGetArgument(body, 0)))
        same = place >= bounds[0] && place < bounds[1];
      else
        same = opIsConstant(index, &place) && place == slot->place[d];
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
  if (!bridgeIsNamed(fill, "scf.for") ||
      mlirOperationGetNumResults(fill) != 0 || !tileBounds(fill, bounds) ||
      bounds[2] != 1)
    return;
  MlirBlock body = bridgeBody(fill);
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
    if (!slotTouches(op, memref))
      continue;
    TileAccess access;
    Slot slot, *known;
    if (!tileAccessOf(op, &access) || !access.isStore ||
        !mlirValueEqual(access.memref, memref)) {
      takeFill(c, memref, op);
      break;
    }
    if (!slotOf(op, &access, &slot) || !(known = slotFind(c->slots, &slot)) ||
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
  MlirValue operands[SLOT_MAX_RANK + 2];
  intptr_t count = 0;
  if (value.ptr)
    operands[count++] = value;
  operands[count++] = slot->memref;
  for (intptr_t d = 0, e = slotRank(slot->memref); d < e; ++d)
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
  MlirBlock block = bridgeBody(guarded);
  for (; mlirBlockGetNextInRegion(block).ptr;
       block = mlirBlockGetNextInRegion(block)) {
    replaceAccesses(c, block);
    MlirValue *here = NULL;
    for (intptr_t i = 0; i < count; ++i)
      arrput(here, c->slots[i].value);
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
    arrfree(values[k]);
  arrfree(values);
  arrfree(types);
  arrfree(changed);
}

/// Accesses to slots in the body become their values.
static void replaceAccesses(Carrier *c, MlirBlock body) {
  for (MlirOperation op = {NULL}, next = op;
       bridgeAdvanceErasing(body, &op, &next);) {
    if (tileIsGuarded(op)) {
      replaceGuarded(c, op);
      continue;
    }
    TileAccess access;
    Slot slot, *known;
    if (!tileAccessOf(op, &access) || !slotOf(op, &access, &slot) ||
        !(known = slotFind(c->slots, &slot)))
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
  MlirBlock body = bridgeBody(loop), old = bridgeBody(c->loop);
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
  c.slots = slotsOfLoop(loop);
  if (arrlen(c.slots) > 0) {
    for (ptrdiff_t i = 0; i < arrlen(c.slots); ++i)
      if (i == 0 || !mlirValueEqual(c.slots[i].memref, c.slots[i - 1].memref))
        takeBefore(&c, c.slots[i].memref);
    carry(&c);
    mlirOperationDestroy(loop);
  }
  arrfree(c.slots);
}
