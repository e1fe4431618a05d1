//===- Fold.c - simpler operations with the same values -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Fold/Fold.h"
#include "dialects/Relax/Function.gen.h"

enum { COUNT_SIMPLIFIED, COUNT_CONSTANTS };

static bool hasOneResult(MlirOperation op) {
  return mlirOperationGetNumResults(op) == 1 &&
         mlirOperationGetNumRegions(op) == 0;
}

/// Tries the rules in their order: what needs no new constant comes first.
static MlirValue tryRules(Fold *fold, MlirOperation op) {
  static const FoldRule rules[] = {foldLayout,  foldGather,   foldCast,
                                   foldNeutral, foldElements, foldConstant,
                                   foldTake,    foldBroadcast};
  MlirValue found = {NULL};
  for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]) && !found.ptr; ++i)
    found = rules[i](fold, op);
  return found;
}

/// Replaces `op` if a rule applies. A later rule may apply to the replacement,
/// which stands before `op`: the next round finds it.
static bool foldOperation(Fold *fold, MlirOperation op) {
  if (!hasOneResult(op) || relaxIsConstant(op) ||
      !passMayRewrite(fold->run, op)) // a rule may make a constant at once
    return false;
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirValue replacement = tryRules(fold, op);
  if (!replacement.ptr || mlirValueEqual(replacement, result))
    return false;
  MlirOperation definer = bridgeDefiner(replacement);
  bool constant = relaxIsConstant(definer);
  ++fold->run->counters[constant ? COUNT_CONSTANTS : COUNT_SIMPLIFIED];
  if (definer.ptr && !mlirValueGetFirstUse(replacement).ptr)
    shapeValuesVisit(fold->values, definer);
  mlirValueReplaceAllUsesOfWith(result, replacement);
  shapeValuesForget(fold->values, op);
  mlirOperationDestroy(op);
  return true;
}

static bool foldBlock(Fold *fold, MlirBlock block);

/// What is known around a region is known in it; what holds in it is forgotten
/// behind it.
static bool foldRegions(Fold *fold, MlirOperation op) {
  bool changed = false;
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r) {
    MlirRegion region = mlirOperationGetRegion(op, r);
    size_t before = fold->facts.count;
    factsAddRegion(&fold->facts, op, region);
    for (MlirBlock block = mlirRegionGetFirstBlock(region); block.ptr;
         block = mlirBlockGetNextInRegion(block))
      changed |= foldBlock(fold, block);
    factsRewind(&fold->facts, before);
  }
  return changed;
}

static bool foldBlock(Fold *fold, MlirBlock block) {
  bool changed = false;
  for (MlirOperation op = mlirBlockGetFirstOperation(block), next; op.ptr;
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (foldOperation(fold, op)) {
      changed = true;
      continue;
    }
    changed |= foldRegions(fold, op);
    factsAddOf(&fold->facts, op);
    shapeValuesVisit(fold->values, op);
  }
  return changed;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  MlirBlock entry = bridgeBody(run->op);
  bool changed = entry.ptr != NULL;
  // Every round but the last one removes an operation for good, except that a
  // constant or a shorter chain takes its place; both are never folded again.
  while (changed) {
    Fold fold = {
        .run = run, .function = run->op, .facts = {.arena = run->arena}};
    factsIndexCreate(&fold.facts);
    factsAddOf(&fold.facts, run->op);
    fold.values = shapeValuesCreate(&fold.facts);
    changed = foldBlock(&fold, entry);
    shapeValuesDestroy(fold.values);
    factsIndexDestroy(&fold.facts);
  }
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxFoldPass = {
    .name = "relax-fold",
    .summary = "fold constants and operations that change nothing",
    .documentation =
        "Replaces operations by equal values, in their last bit and for NaN, "
        "infinities, -0 and extents of 0:\n"
        "\n"
        "- a reshape, broadcast, transposition, slice, cast or check that "
        "keeps everything, and chains of two of them;\n"
        "- a gather by a grid of all places of its input, which is a reshape, "
        "and one from a row or copies of it, which is a take;\n"
        "- `x * 1`, `x / 1`, `x - 0`, `max(x, -inf)`, `min(x, inf)`;\n"
        "- integer tensors whose elements shape deduction knows as numbers;\n"
        "- pure operations on constants, by the reference interpreter, where "
        "the result has at most 1024 elements;\n"
        "- `relax.take` of known places one behind the other, by a slice;\n"
        "- an elementwise operation on what `relax.broadcast_to` repeats: it "
        "is computed before that, unless it may end a call.\n"
        "\n"
        "What became unused stays for `relax-remove-dead`.\n",
    .anchor = "relax.func",
    .counters = {[COUNT_SIMPLIFIED] = "ops-simplified",
                 [COUNT_CONSTANTS] = "ops-folded-to-constants"},
    .traits = RELAX_PASS_ASKS,
    .run = run,
};
