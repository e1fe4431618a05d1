//===- UnrollFolds.c - a fold of sums as one piece of work ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Fegade et al., "ACRoBat", MLSys 2024, on folds: a function that adds
// something of each element of a list to sums, and calls itself with the rest,
// adds child by child, a launch each. Where what is added does not depend on
// the sums, the first elements are looked at in turn, and what each number of
// them adds stands in an arm of its own, one line: as many launches as there
// are numbers of children. The order of sums is the same.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Batch/Fold.h"

#include <stb/stb_ds.h>

enum { COUNT_FOLDS };
enum { MOST_ELEMENTS = 4 }; // that are added at once

/// What values of the function are, for an element.
typedef struct Meaning {
  const void *key; // MlirValue::ptr
  MlirValue value;
} Meaning;

typedef struct Unroller {
  Fold fold;
  Meaning *level[MOST_ELEMENTS]; // stb_ds maps: of what is looked at in turn
} Unroller;

static MlirValue meant(const Meaning *map, MlirValue value) {
  const Meaning *known = mapEntry(map, value.ptr);
  return known ? known->value : value;
}

/// A copy at the end of a block, without regions.
static void copyTo(MlirBlock block, MlirOperation op, Meaning **map) {
  MlirOperation copy = mlirOperationClone(op);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(copy); i < e; ++i)
    mlirOperationSetOperand(copy, i,
                            meant(*map, mlirOperationGetOperand(copy, i)));
  mlirBlockAppendOwnedOperation(block, copy);
  for (intptr_t i = 0, e = mlirOperationGetNumResults(copy); i < e; ++i)
    hmput(*map, (const void *)mlirOperationGetResult(op, i).ptr,
          mlirOperationGetResult(copy, i));
}

static MlirBlock addBlock(MlirOperation op, intptr_t region) {
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(op, region), block);
  return block;
}

static Meaning *copyMap(const Meaning *map) {
  Meaning *copy = NULL;
  for (ptrdiff_t i = 0; i < hmlen((Meaning *)map); ++i)
    hmput(copy, map[i].key, map[i].value);
  return copy;
}

/// Adds the first elements, and ends the block: with the sums, or with those of
/// the rest, too.
static void addUp(Unroller *unroller, MlirBlock block, int count, bool end) {
  const Fold *fold = &unroller->fold;
  Meaning *map = NULL, *before;
  for (int level = 0; level < count; ++level) {
    before = map;
    map = copyMap(unroller->level[level]);
    for (ptrdiff_t s = 0; s < arrlen(fold->sums) && level > 0; ++s)
      hmput(map, (const void *)foldSum(fold, s).ptr,
            meant(before, foldNext(fold, s)));
    for (ptrdiff_t i = 0; i < arrlen(fold->late); ++i)
      copyTo(block, fold->late[i], &map);
    hmfree(before);
  }
  if (!end) {
    copyTo(block, fold->call, &map);
    copyTo(block, fold->yield, &map);
    hmfree(map);
    return;
  }
  before = copyMap(map);
  for (ptrdiff_t s = 0; s < arrlen(fold->sums); ++s)
    hmput(map, (const void *)foldSum(fold, s).ptr,
          meant(before, foldNext(fold, s)));
  hmput(map, (const void *)fold->list.ptr, meant(before, foldRest(fold)));
  for (MlirOperation op = mlirBlockGetFirstOperation(fold->end); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    copyTo(block, op, &map);
  hmfree(before);
  hmfree(map);
}

/// What happens where there is one more element.
static void look(Unroller *unroller, MlirBlock block, int level) {
  const Fold *fold = &unroller->fold;
  Meaning *map = NULL;
  if (level > 0)
    hmput(map, (const void *)fold->list.ptr,
          meant(unroller->level[level - 1], foldRest(fold)));
  for (ptrdiff_t i = 0; i < arrlen(fold->early); ++i)
    copyTo(block, fold->early[i], &map);
  unroller->level[level] = map;
  if (level + 1 == MOST_ELEMENTS) {
    addUp(unroller, block, MOST_ELEMENTS, false);
    return;
  }
  Meaning *asks = NULL;
  hmput(asks, (const void *)fold->list.ptr, meant(map, foldRest(fold)));
  copyTo(block, fold->asks, &asks);
  intptr_t count = mlirOperationGetNumResults(fold->branch);
  MlirType *types = NULL;
  MlirValue *results = NULL;
  for (intptr_t i = 0; i < count; ++i)
    arrput(types, mlirValueGetType(mlirOperationGetResult(fold->branch, i)));
  RelaxIfArgs args = {.condition =
                          meant(asks, mlirOperationGetResult(fold->asks, 0)),
                      .numResultsTypes = count,
                      .resultsTypes = types};
  MlirLocation loc = mlirOperationGetLocation(fold->branch);
  MlirOperation branch = relaxIfCreate(loc, &args);
  mlirBlockAppendOwnedOperation(block, branch);
  addUp(unroller, addBlock(branch, 0), level + 1, true);
  look(unroller, addBlock(branch, 1), level + 1);
  for (intptr_t i = 0; i < count; ++i)
    arrput(results, mlirOperationGetResult(branch, i));
  RelaxYieldArgs yield = {count, results};
  mlirBlockAppendOwnedOperation(block, relaxYieldCreate(loc, &yield));
  arrfree(types);
  arrfree(results);
  hmfree(asks);
}

/// Puts what was built in the place of the old arm.
static void unroll(Unroller *unroller) {
  MlirOperation branch = unroller->fold.branch;
  MlirRegion region = mlirOperationGetRegion(branch, 1);
  MlirBlock old = mlirRegionGetFirstBlock(region);
  look(unroller, addBlock(branch, 1), 0);
  mlirBlockDetach(old);
  mlirBlockDestroy(old);
  for (int level = 0; level < MOST_ELEMENTS; ++level)
    hmfree(unroller->level[level]);
}

static MlirLogicalResult run(RelaxPassRun *run) {
  MlirOperation *functions = NULL;
  for (MlirOperation op = {NULL};
       (op = bridgeNext(run->op, op, relaxIsFunc)).ptr;)
    arrput(functions, op);
  for (ptrdiff_t i = 0; i < arrlen(functions); ++i) {
    Unroller unroller = {.fold = {.run = run}};
    if (foldShape(&unroller.fold, functions[i]) &&
        passMayRewrite(run, functions[i]) && foldAddsUp(&unroller.fold)) {
      unroll(&unroller);
      ++run->counters[COUNT_FOLDS];
    }
    foldFree(&unroller.fold);
  }
  arrfree(functions);
  return mlirLogicalResultSuccess();
}

static const char *const counters[] = {[COUNT_FOLDS] = "folds-unrolled"};

const RelaxPass relaxUnrollFoldsPass = {
    .name = "relax-unroll-folds",
    .summary = "what the first elements of a list add to sums, in one line",
    .documentation =
        "A function that adds to sums what an element of a list gives, and "
        "calls itself with the rest, has an arm for one, two, three and four "
        "elements, in which the operations for all of them stand one behind "
        "the other; the rest of a longer list is given on. What an element "
        "gives may not depend on the sums. `relax-batch` makes one unit of an "
        "arm: the children of nodes with as many are one launch.\n",
    .anchor = "builtin.module",
    .counters = counters,
    .numCounters = 1,
    .traits = RELAX_PASS_ASKS,
    .run = run,
};
