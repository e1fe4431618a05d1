//===- MergeRegions.c - regions of one target, without cycles -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Every operation of a block begins as a region of its own, with the set of
// regions that it depends on. In order, a marked operation joins the regions of
// its operands that are of its target, unless something outside of the two
// would then stand both behind and before them.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Patterns/Offload.h"

enum { COUNT_REGIONS, COUNT_REFUSED };
enum { WORD = 64 };

typedef struct NumberEntry {
  const void *key; // MlirOperation::ptr
  size_t value;
} NumberEntry;

typedef struct Merging {
  RelaxPassRun *run;
  Arena *arena;
  MlirBlock block;
  NumberEntry *numbers; // stb_ds map, of the block's operations
  MlirOperation *ops;   // stb_ds
  size_t *regionOf;     // of each operation: a number of one
  uint64_t **depends;   // of each region: the regions before it
  bool *closed;         // an effect stands behind it
  size_t words;
} Merging;

static bool has(const uint64_t *set, size_t i) {
  return set[i / WORD] >> (i % WORD) & 1;
}

static void add(uint64_t *set, size_t i) {
  set[i / WORD] |= UINT64_C(1) << (i % WORD);
}

static void drop(uint64_t *set, size_t i) {
  set[i / WORD] &= ~(UINT64_C(1) << (i % WORD));
}

static void addAll(const Merging *merging, uint64_t *set,
                   const uint64_t *more) {
  for (size_t w = 0; w < merging->words; ++w)
    set[w] |= more[w];
}

/// True if something that one of the two depends on depends on one of them.
static bool wouldCircle(const Merging *merging, size_t a, size_t b) {
  for (size_t s = 0; s < arrlenu(merging->ops); ++s)
    if (s != a && s != b &&
        (has(merging->depends[a], s) || has(merging->depends[b], s)) &&
        (has(merging->depends[s], a) || has(merging->depends[s], b)))
      return true;
  return false;
}

/// `b` becomes a part of `a`; `last` is the last operation so far.
static void join(Merging *merging, size_t a, size_t b, size_t last) {
  addAll(merging, merging->depends[a], merging->depends[b]);
  drop(merging->depends[a], a);
  drop(merging->depends[a], b);
  for (size_t i = 0; i <= last; ++i) {
    if (merging->regionOf[i] == b)
      merging->regionOf[i] = a;
    uint64_t *set = merging->depends[i];
    if (i == a || (!has(set, a) && !has(set, b)))
      continue;
    drop(set, b);
    add(set, a);
    addAll(merging, set, merging->depends[a]);
  }
  merging->closed[a] |= merging->closed[b];
}

typedef struct Reading {
  Merging *merging;
  uint64_t *set;
} Reading;

/// The operation of the block around the definer of a value.
static MlirWalkResult read1(MlirOperation op, void *userData) {
  Reading *reading = userData;
  Merging *merging = reading->merging;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (!mlirValueIsAOpResult(value))
      continue;
    const NumberEntry *entry =
        mapEntry(merging->numbers, mlirOpResultGetOwner(value).ptr);
    if (!entry)
      continue;
    size_t region = merging->regionOf[entry->value];
    add(reading->set, region);
    addAll(merging, reading->set, merging->depends[region]);
  }
  return MlirWalkResultAdvance;
}

static bool sameTarget(MlirOperation a, MlirOperation b) {
  StrRef target = offloadTarget(a);
  return target.length && strRefEqual(target, offloadTarget(b));
}

static void joinOperands(Merging *merging, size_t number) {
  MlirOperation op = merging->ops[number];
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    const NumberEntry *entry =
        mlirValueIsAOpResult(value)
            ? mapEntry(merging->numbers, mlirOpResultGetOwner(value).ptr)
            : NULL;
    if (!entry || !sameTarget(op, merging->ops[entry->value]))
      continue;
    size_t own = merging->regionOf[number];
    size_t other = merging->regionOf[entry->value];
    if (own == other)
      continue;
    if (merging->closed[other] || wouldCircle(merging, other, own))
      ++merging->run->counters[COUNT_REFUSED];
    else
      join(merging, other, own, number);
  }
}

static void close(Merging *merging, const uint64_t *set) {
  for (size_t i = 0; i < arrlenu(merging->ops); ++i)
    if (has(set, i))
      merging->closed[i] = true;
}

static void number(Merging *merging) {
  for (MlirOperation op = mlirBlockGetFirstOperation(merging->block); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    arrput(merging->ops, op);
  size_t count = arrlenu(merging->ops);
  merging->words = count / WORD + 1;
  merging->regionOf = ARENA_ARRAY(merging->arena, size_t, count);
  merging->depends = ARENA_ARRAY(merging->arena, uint64_t *, count);
  merging->closed = ARENA_ARRAY(merging->arena, bool, count);
  for (size_t i = 0; i < count; ++i)
    merging->depends[i] = ARENA_ARRAY(merging->arena, uint64_t, merging->words);
}

static void write(Merging *merging) {
  MlirType type = mlirIntegerTypeGet(merging->run->context, WORD);
  size_t *names = ARENA_ARRAY(merging->arena, size_t, arrlenu(merging->ops));
  size_t count = 0;
  for (size_t i = 0; i < arrlenu(merging->ops); ++i) {
    size_t region = merging->regionOf[i];
    if (!offloadTarget(merging->ops[i]).length)
      continue;
    if (!names[region])
      names[region] = ++count;
    mlirOperationSetDiscardableAttributeByName(
        merging->ops[i], mlirStringRefCreateFromCString(offloadRegion),
        mlirIntegerAttrGet(type, (int64_t)names[region] - 1));
  }
  merging->run->counters[COUNT_REGIONS] += count;
}

static void mergeBlock(RelaxPassRun *run, MlirBlock block) {
  Merging merging = {.run = run, .arena = arenaCreate(), .block = block};
  number(&merging);
  for (size_t i = 0; i < arrlenu(merging.ops); ++i) {
    MlirOperation op = merging.ops[i];
    Reading reading = {&merging, merging.depends[i]};
    merging.regionOf[i] = i;
    mlirOperationWalk(op, read1, &reading, MlirWalkPreOrder);
    hmput(merging.numbers, op.ptr, i);
    // What is behind an effect cannot move before it.
    if (!bridgeIsPure(op) && !bridgeIsTerminator(op))
      close(&merging, merging.depends[i]);
    if (offloadTarget(op).length)
      joinOperands(&merging, i);
  }
  write(&merging);
  arrfree(merging.ops);
  hmfree(merging.numbers);
  arenaDestroy(merging.arena);
}

static MlirWalkResult visit(MlirOperation op, void *userData) {
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); ++r)
    for (MlirBlock block = bridgeBlock(op, r); block.ptr;
         block = mlirBlockGetNextInRegion(block)) {
      bool marked = false;
      for (MlirOperation inner = mlirBlockGetFirstOperation(block);
           inner.ptr && !marked; inner = mlirOperationGetNextInBlock(inner))
        marked = offloadTarget(inner).length > 0;
      if (marked)
        mergeBlock(userData, block);
    }
  return MlirWalkResultAdvance;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  mlirOperationWalk(run->op, visit, run, MlirWalkPreOrder);
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxMergeRegionsPass = {
    .name = "relax-merge-regions",
    .summary = "join marked operations of one target to regions",
    .documentation =
        "Operations of a block with the same `relax.offload` that feed each "
        "other get the same `relax.region`, a number. Two are not joined where "
        "something outside of them would then need what they give, and give "
        "what they need, or where an effect stands between them.\n",
    .anchor = "relax.func",
    .counters = {[COUNT_REGIONS] = "regions",
                 [COUNT_REFUSED] = "merges-refused"},
    .run = run,
};
