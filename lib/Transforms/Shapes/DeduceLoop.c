//===- DeduceLoop.c - types that loops carry, to a fixed point ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A `?` in the type of a loop's entry becomes what every round brings. The
// initial values say what to begin with; the body is deduced in a copy; an
// extent that comes out as another one is generalised to a symbol of the
// region, which stands for any; and again, until nothing changes. Every round
// generalises at least one extent, so there are no more rounds than extents.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ControlFlow.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Shapes/Deduction.h"

#include <stb/stb_ds.h>

/// A loop with more open extents keeps them: each may cost a copy.
enum { MAX_ROUNDS = 16 };

/// The entry of a relax.while while its types are found.
typedef struct Entry {
  Deduction *deduction;
  MlirOperation op;
  intptr_t count;
  MlirType *declared, *types;
} Entry;

static void setTypes(const Entry *entry, MlirOperation op) {
  for (intptr_t r = 0; r < 2; ++r)
    for (intptr_t i = 0; i < entry->count; ++i)
      mlirValueSetType(mlirBlockGetArgument(bridgeBlock(op, r), i),
                       entry->types[i]);
}

/// Extent `axis` of value `index` was left open by the text.
static bool isOpen(const Entry *entry, intptr_t index, intptr_t axis) {
  RelaxTensorInfo info;
  return relaxTensorInfo(entry->declared[index], &info) &&
         (!info.ranked || symAttributeIsUnknown(info.dims[axis]));
}

static MlirAttribute regionSymbol(const Entry *entry, MlirAttribute begin) {
  StrRef base = strRefFromC("t");
  symAttributeIsSymbol(begin, &base);
  return symSymbolAttribute(entry->deduction->context,
                            deductionFreshName(entry->deduction, base));
}

/// True if `dim` is a symbol that an entry's type brings, so that it stands for
/// any extent: it is none of the initial values'.
static bool isGeneral(const Entry *entry, intptr_t index, intptr_t axis,
                      MlirAttribute dim) {
  RelaxTensorInfo begin =
      relaxTensorInfoOf(relaxWhileGetInits(entry->op, index));
  StrRef name;
  return symAttributeIsSymbol(dim, &name) &&
         !(begin.ranked && relaxDimEqual(begin.dims[axis], dim));
}

/// The initial types where the declared ones are open; what nobody knows is a
/// symbol of the region. False: nothing is open.
static bool begin(Entry *entry) {
  bool open = false;
  for (intptr_t i = 0; i < entry->count; ++i) {
    MlirValue init = relaxWhileGetInits(entry->op, i);
    RelaxTensorInfo info;
    entry->declared[i] =
        mlirValueGetType(mlirBlockGetArgument(bridgeBody(entry->op), i));
    entry->types[i] = deductionFill(entry->deduction, entry->declared[i],
                                    mlirValueGetType(init));
    if (!relaxTensorInfo(entry->types[i], &info) || !info.ranked)
      continue;
    MlirAttribute *dims =
        ARENA_ARRAY(entry->deduction->arena, MlirAttribute, info.rank);
    for (intptr_t d = 0; d < info.rank; ++d) {
      open |= isOpen(entry, i, d);
      dims[d] = symAttributeIsUnknown(info.dims[d])
                    ? regionSymbol(entry, info.dims[d])
                    : info.dims[d];
    }
    entry->types[i] = relaxTensorTypeLike(info, info.rank, dims);
  }
  return open;
}

/// What the body yields in place of `entry->types[index]`; true if that is less
/// general now.
static bool widen(Entry *entry, intptr_t index, MlirType yielded) {
  RelaxTensorInfo have, next;
  if (!relaxTensorInfo(entry->types[index], &have) || !have.ranked ||
      !relaxTensorInfo(yielded, &next))
    return false;
  if (!next.ranked || next.rank != have.rank) {
    bool changes = !mlirTypeEqual(entry->types[index], entry->declared[index]);
    entry->types[index] = entry->declared[index];
    return changes;
  }
  MlirAttribute *dims =
      ARENA_ARRAY(entry->deduction->arena, MlirAttribute, have.rank);
  bool changes = false;
  for (intptr_t d = 0; d < have.rank; ++d) {
    dims[d] = have.dims[d];
    if (!isOpen(entry, index, d) || relaxDimEqual(have.dims[d], next.dims[d]) ||
        isGeneral(entry, index, d, have.dims[d]))
      continue;
    dims[d] = regionSymbol(entry, have.dims[d]);
    changes = true;
  }
  entry->types[index] = relaxTensorTypeLike(have, have.rank, dims);
  return changes;
}

/// Nothing is known behind a body that fails: all that is open is general.
static bool widenAll(Entry *entry) {
  bool changes = false;
  for (intptr_t i = 0; i < entry->count; ++i) {
    RelaxTensorInfo info;
    if (!relaxTensorInfo(entry->types[i], &info) || !info.ranked)
      continue;
    MlirAttribute *dims =
        ARENA_ARRAY(entry->deduction->arena, MlirAttribute, info.rank);
    for (intptr_t d = 0; d < info.rank; ++d)
      dims[d] = symUnknownAttribute(entry->deduction->context);
    changes |= widen(entry, i, relaxTensorTypeLike(info, info.rank, dims));
  }
  return changes;
}

/// One round; true if some extent became more general.
static bool round(Entry *entry) {
  MlirOperation copy = mlirOperationClone(entry->op);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(entry->op),
                                      entry->op, copy);
  setTypes(entry, copy);
  bool changes = false;
  if (deductionTry(entry->deduction, copy)) {
    MlirOperation yield = mlirBlockGetTerminator(bridgeBlock(copy, 1));
    for (intptr_t i = 0; i < entry->count; ++i)
      changes |=
          widen(entry, i, mlirValueGetType(mlirOperationGetOperand(yield, i)));
  } else {
    changes = widenAll(entry);
  }
  deductionForget(entry->deduction, copy);
  mlirOperationDestroy(copy);
  return changes;
}

/// A `?` of a result that a symbol of the region says gets one of the loop's
/// own.
static void nameResults(const Entry *entry) {
  MlirOperation op = entry->op;
  MlirAttribute old = relaxWhileGetBinds(op);
  MlirAttribute *binds = NULL; // stb_ds
  for (intptr_t i = 0, e = bridgeLength(old); i < e; ++i)
    arrput(binds, mlirArrayAttrGetElement(old, i));
  for (intptr_t i = 0; i < entry->count; ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    RelaxTensorInfo type, info;
    if (!relaxTensorInfo(entry->types[i], &type) || !type.ranked ||
        !relaxTensorInfo(mlirValueGetType(result), &info) ||
        (info.ranked && info.rank != type.rank))
      continue;
    MlirAttribute *dims =
        ARENA_ARRAY(entry->deduction->arena, MlirAttribute, type.rank);
    for (intptr_t d = 0; d < type.rank; ++d) {
      dims[d] = info.ranked ? info.dims[d]
                            : symUnknownAttribute(entry->deduction->context);
      if (!symAttributeIsUnknown(dims[d]) || !isOpen(entry, i, d) ||
          !isGeneral(entry, i, d, type.dims[d]))
        continue;
      StrRef name;
      RelaxTensorInfo from = relaxTensorInfoOf(relaxWhileGetInits(op, i));
      dims[d] = regionSymbol(entry, from.ranked ? from.dims[d] : type.dims[d]);
      symAttributeIsSymbol(dims[d], &name);
      arrput(binds,
             mlirStringAttrGet(entry->deduction->context, strRefToMlir(name)));
    }
    mlirValueSetType(result, relaxTensorTypeLike(type, type.rank, dims));
  }
  if (arrlen(binds))
    relaxWhileSetBinds(
        op, mlirArrayAttrGet(entry->deduction->context, arrlen(binds), binds));
  arrfree(binds);
}

void deduceLoopEntry(Deduction *deduction, MlirOperation op) {
  Entry entry = {
      .deduction = deduction, .op = op, .count = relaxWhileGetNumInits(op)};
  entry.declared = ARENA_ARRAY(deduction->arena, MlirType, entry.count);
  entry.types = ARENA_ARRAY(deduction->arena, MlirType, entry.count);
  if (!begin(&entry))
    return;
  int rounds = 0;
  while (rounds < MAX_ROUNDS && round(&entry))
    ++rounds;
  if (rounds == MAX_ROUNDS)
    return;
  ++deduction->counters[COUNT_LOOPS_TYPED];
  setTypes(&entry, op);
  nameResults(&entry);
}
