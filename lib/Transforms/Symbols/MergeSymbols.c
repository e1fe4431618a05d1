//===- MergeSymbols.c - equal symbols become one --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// docs/language/symbols.md, rule 5: what is learnt to be equal is substituted
// through the function; at its entry it becomes a check. A symbol goes if an
// equality gives it as an expression that cannot be negative over symbols that
// are bound otherwise.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Signature.h"
#include "dialects/Sym/Substitute.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Transforms/Shapes/FitCall.h"
#include "lib/Transforms/Symbols/FactList.h"
#include "lib/Transforms/Symbols/Merge.h"

#include <stb/stb_ds.h>

enum { COUNT_SYMBOLS, COUNT_CASTS };

enum { OPTION_KEEP_INPUTS };

//===----------------------------------------------------------------------===//
// Substituting
//===----------------------------------------------------------------------===//

/// Where facts lose what a substitution has decided.
typedef struct Simplifier {
  Arena *arena;
  MlirOperation leave; // as it is, or null
  MlirLogicalResult outcome;
} Simplifier;

static MlirWalkResult simplify(MlirOperation op, void *userData) {
  Simplifier *simplifier = userData;
  if (mlirOperationEqual(op, simplifier->leave))
    return MlirWalkResultAdvance;
  MlirAttribute before = factListOf(op);
  intptr_t wrong = factListSimplify(simplifier->arena, op);
  if (wrong < 0)
    return MlirWalkResultAdvance;
  simplifier->outcome = bridgeEmitOpError(
      op, "has facts that contradict each other: '%s' follows",
      factText(simplifier->arena, mlirArrayAttrGetElement(before, wrong)));
  return MlirWalkResultInterrupt;
}

static MlirLogicalResult cannotReplace(const Merge *merge, SymStatus status,
                                       StrRef name) {
  return bridgeEmitOpError(merge->function,
                           "cannot put another expression in the place of "
                           "'%.*s': %s",
                           (int)name.length, name.data, symStatusText(status));
}

static MlirLogicalResult substitute(Merge *merge, bool keepsInputs,
                                    uint64_t *counters) {
  Simplifier simplifier = {merge->arena, {NULL}, mlirLogicalResultSuccess()};
  SymStatus status = merge->status;
  if (status != SYM_OK)
    return cannotReplace(merge, status, merge->failed);
  if (keepsInputs) {
    simplifier.leave = merge->function;
    status = mergeInBody(merge, &counters[COUNT_CASTS]);
  } else {
    for (ptrdiff_t i = 0;
         !relaxIsFunc(merge->binder) && i < arrlen(merge->names); ++i)
      mergeDropBinding(merge->binder, merge->names[i]);
    SymMap map = {merge->arena, merge->names, merge->values,
                  arrlenu(merge->names), SYM_OK};
    status = symSubstitute(merge->function, &map);
  }
  if (status != SYM_OK)
    return cannotReplace(merge, status, merge->names[0]);
  counters[COUNT_SYMBOLS] += arrlenu(merge->names);
  mlirOperationWalk(merge->function, simplify, &simplifier, MlirWalkPreOrder);
  return simplifier.outcome;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// `*changed`: the types of arguments have.
static MlirLogicalResult mergeOf(RelaxPassRun *run, MlirOperation function,
                                 MlirOperation binder, bool keepsInputs,
                                 bool *changed) {
  Merge merge = {.arena = run->arena, .function = function, .binder = binder};
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  mergeSolve(&merge);
  if (arrlen(merge.names)) {
    *changed |= !keepsInputs;
    outcome = substitute(&merge, keepsInputs, run->counters);
  }
  mergeFree(&merge);
  return outcome;
}

/// Each costs a walk over the function: others stay checks.
enum { MAX_MERGED_CASTS = 64 };

/// An equality, or two facts that may say one together.
static bool maySayEqual(MlirAttribute facts) {
  intptr_t count = bridgeLength(facts);
  return count > 1 ||
         (count == 1 &&
          symFactAttrGetKind(mlirArrayAttrGetElement(facts, 0)) == SYM_FACT_EQ);
}

static MlirWalkResult collectCasts(MlirOperation op, void *userData) {
  MlirOperation **casts = userData;
  if (relaxIsMatchCast(op) && maySayEqual(factListOf(op)))
    arrput(*casts, op);
  return arrlen(*casts) < MAX_MERGED_CASTS ? MlirWalkResultAdvance
                                           : MlirWalkResultInterrupt;
}

/// What checks bind to extents that their operands have.
static MlirLogicalResult mergeExtents(RelaxPassRun *run,
                                      MlirOperation function) {
  Merge merge = {.arena = run->arena, .function = function};
  mergeFindExtents(&merge);
  SymMap map = {merge.arena, merge.names, merge.values, arrlenu(merge.names),
                SYM_OK};
  run->counters[COUNT_SYMBOLS] += map.count;
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  if (map.count && merge.status == SYM_OK)
    merge.status = symSubstitute(function, &map);
  if (merge.status != SYM_OK)
    outcome = cannotReplace(&merge, merge.status,
                            merge.failed.data ? merge.failed : merge.names[0]);
  mergeFree(&merge);
  return outcome;
}

static MlirLogicalResult mergeFunction(RelaxPassRun *run,
                                       MlirOperation function) {
  bool changed = false, inside = false;
  bool keepsInputs =
      relaxOptionBool(run, OPTION_KEEP_INPUTS) && functionIsPublic(function);
  MlirLogicalResult outcome =
      mergeOf(run, function, function, keepsInputs, &changed);
  MlirOperation *casts = NULL;
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = mergeExtents(run, function);
  if (mlirLogicalResultIsSuccess(outcome))
    mlirOperationWalk(function, collectCasts, &casts, MlirWalkPreOrder);
  for (ptrdiff_t i = 0;
       mlirLogicalResultIsSuccess(outcome) && i < arrlen(casts); ++i)
    outcome = mergeOf(run, function, casts[i], false, &inside);
  arrfree(casts);
  return changed && mlirLogicalResultIsSuccess(outcome)
             ? callFitAll(run->arena, run->op, function,
                          &run->counters[COUNT_CASTS])
             : outcome;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  for (MlirOperation op = {NULL};
       (op = bridgeNext(run->op, op, relaxIsFunc)).ptr;)
    if (relaxFuncHasBody(op) &&
        mlirLogicalResultIsFailure(mergeFunction(run, op)))
      return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxMergeSymbolsPass = {
    .name = "relax-merge-symbols",
    .summary = "equal symbols become one",
    .documentation =
        "A symbol of a function's arguments that the facts make equal to "
        "another symbol, a literal or an expression (`n == m`, `n == 4 * k`, "
        "`n <= m` and `m <= n`) is replaced by it everywhere: what was a fact "
        "is then said by the types, and at the entry of a public function it "
        "is a check of a dimension. Of two equal symbols the one that is bound "
        "first stays; a symbol is never replaced by an expression that could "
        "be negative, or that has many terms. So does a symbol that a "
        "`relax.match_cast` binds, by the facts of its own clause or because "
        "its operand has the extent.\n"
        "\n"
        "With `keep-inputs` this holds for the body of a public function "
        "only: its arguments and its `where` stay as they are, so that whoever "
        "calls it still knows all symbols, and a `relax.match_cast` at the "
        "entry, which the facts imply, gives each argument as the body has "
        "it.\n"
        "\n"
        "Calls of a function whose arguments say more now get a "
        "`relax.match_cast` where they need one.\n",
    .anchor = "builtin.module",
    .options = {[OPTION_KEEP_INPUTS] =
                    {"keep-inputs", RELAX_OPTION_BOOL,
                     "arguments of public functions keep their types", "false",
                     NULL}},
    .counters = {[COUNT_SYMBOLS] = "symbols-merged",
                 [COUNT_CASTS] = "checks-added"},
    .run = run,
};
