//===- BindExtents.c - names for extents that only the run knows ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Symbols/BindExtents.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Pad.gen.h"
#include "dialects/Relax/Positions.gen.h"
#include "dialects/Relax/Rearrange.gen.h"
#include "dialects/Relax/Resize.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Relax/Signal.gen.h"
#include "dialects/Relax/Sizes.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Shapes/Deduction.h"

#include <stb/stb_ds.h>

// Behind the counters of deduction, which runs again.
enum { COUNT_EXTENTS_BOUND = NUM_DEDUCTION_COUNTERS };

//===----------------------------------------------------------------------===//
// One operation
//===----------------------------------------------------------------------===//

static const struct {
  bool (*is)(MlirOperation op);
  ExtentRule rule;
} rules[] = {{relaxIsArange, bindArange},
             {relaxIsBroadcastTo, bindBroadcastTo},
             {relaxIsDynamicDft, bindDynamicDft},
             {relaxIsDynamicOneHot, bindDynamicOneHot},
             {relaxIsDynamicPad, bindDynamicPad},
             {relaxIsDynamicSlice, bindDynamicSlice},
             {relaxIsDynamicTile, bindDynamicTile},
             {relaxIsReshape, bindReshape},
             {relaxIsResize, bindResize}};

/// The rule of an operation whose extents values say, once all other operands
/// are known. Extents that are declared are checked.
static ExtentRule ruleOf(MlirOperation op) {
  if (!relaxIsSized(bridgeOpName(op)))
    return NULL;
  bool says = relaxTakesSizes(bridgeOpName(op));
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (!relaxIsTensorType(mlirValueGetType(value)))
      continue;
    if (relaxSaysExtents(op, i))
      says = true;
    else if (!bindIsKnown(value))
      return NULL;
  }
  for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); ++i)
    if (says && rules[i].is(op))
      return rules[i].rule;
  return says ? bindSizes : NULL;
}

/// Values whose types shape deduction may refine after this round.
typedef struct Touched {
  void *key;
  char value;
} Touched;

static void touchResults(Touched **touched, MlirOperation op) {
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    Touched entry = {(void *)mlirOperationGetResult(op, i).ptr, 1};
    hmputs(*touched, entry);
  }
}

static bool usesTouched(const Touched *touched, MlirOperation op) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    if (mapFind(touched, (void *)mlirOperationGetOperand(op, i).ptr) >= 0)
      return true;
  return false;
}

/// Replaces the operation by what the rule builds; `*bound` if it has one.
static MlirLogicalResult applyRule(ExtentBinder *binder, MlirOperation op,
                                   ExtentRule rule, Touched **touched,
                                   bool *bound) {
  MlirLocation loc = mlirOperationGetLocation(op);
  bool failed;
  MlirValue value = rule(binder, op, &failed);
  *bound = value.ptr != NULL;
  if (!*bound)
    return failed ? mlirLogicalResultFailure() : mlirLogicalResultSuccess();
  if (!mlirValueEqual(value, mlirOperationGetOperand(op, 0))) {
    mlirOperationSetLocation(mlirOpResultGetOwner(value), loc);
    touchResults(touched, mlirOpResultGetOwner(value));
  }
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), value);
  mlirOperationDestroy(op);
  return mlirLogicalResultSuccess();
}

/// What depends on extents that were named in this round waits for the next:
/// then deduction may know all about it.
static MlirLogicalResult visit(ExtentBinder *binder, MlirOperation op,
                               Touched **touched, uint64_t *count) {
  ExtentRule rule = ruleOf(op);
  MlirLocation loc = mlirOperationGetLocation(op);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  bool bound = false;
  binder->g.before = op;
  binder->g.loc = loc;
  binder->g.name = arenaCopyString(binder->g.arena, bridgeLocationName(loc));
  if (bindUnaryOfView(binder, op)) {
    bound = true;
  } else if (usesTouched(*touched, op)) {
    touchResults(touched, op);
  } else if (rule) {
    outcome = applyRule(binder, op, rule, touched, &bound);
  } else if (bindCounts(binder, op) || bindValues(binder, op)) {
    touchResults(touched, op);
    bound = true;
  }
  *count += bound;
  return outcome;
}

static bool isInside(MlirOperation op) { return !bridgeIsFunction(op); }

static MlirLogicalResult bindFunction(RelaxPassRun *run, MlirOperation function,
                                      uint64_t *count) {
  ExtentBinder binder = {.g = {.context = run->context, .arena = run->arena},
                         .function = function};
  MlirOperation *list = NULL;
  Touched *touched = NULL;
  *count += bindArguments(&binder, function);
  bridgeCollect(function, isInside, &list);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (ptrdiff_t i = 0; i < arrlen(list) && mlirLogicalResultIsSuccess(outcome);
       ++i)
    outcome = visit(&binder, list[i], &touched, count);
  arrfree(list);
  hmfree(touched);
  arrfree(binder.names);
  return outcome;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  // What is named now may tell later operations their shapes: again, until
  // nothing is left. Every round takes some operation's `?`.
  for (uint64_t count = 1; count && mlirLogicalResultIsSuccess(outcome);) {
    count = 0;
    for (MlirOperation op = {NULL};
         mlirLogicalResultIsSuccess(outcome) &&
         (op = bridgeNext(run->op, op, relaxIsFunc)).ptr;)
      outcome = bindFunction(run, op, &count);
    run->counters[COUNT_EXTENTS_BOUND] += count;
    if (count && mlirLogicalResultIsSuccess(outcome))
      outcome = deductionRun(run, false, false);
  }
  return outcome;
}

const RelaxPass relaxBindExtentsPass = {
    .name = "relax-bind-extents",
    .summary = "name the extents that only values decide",
    .documentation =
        "What shape deduction leaves open, because it depends on values that "
        "only the run knows, gets symbols, so that it can be compiled: a "
        "`relax.reshape` or `relax.broadcast_to` to a tensor, a "
        "`relax.arange`, a `relax.dynamic_slice`, a `relax.dynamic_pad`, a "
        "`relax.dynamic_tile`, a `relax.dynamic_one_hot`, a "
        "`relax.dynamic_dft` and what takes sizes "
        "(`relax.resize`, `relax.affine_grid` and others) compute their "
        "extents "
        "with operations on small vectors, and "
        "`relax.tensor_to_shape` binds them; "
        "`relax.nonzero`, `relax.unique`, `relax.top_k` and "
        "`relax.non_max_suppression` bind what they count, with its bound. "
        "Tensors that come into a function, or out of data, places, branches "
        "and calls, get names by a `relax.match_cast` where they are computed "
        "with. "
        "What works element by element on a view of unknown rank moves in "
        "front of the view. "
        "Shape deduction then runs again, for what follows.\n\n"
        "A shape operand of unknown length stays: give it one by "
        "`relax.match_cast`.\n",
    .anchor = "builtin.module",
    .counters = {DEDUCTION_COUNTER_NAMES,
                 [COUNT_EXTENTS_BOUND] = "extents-bound"},
    .traits = RELAX_PASS_REQUIRED,
    .run = run,
};
