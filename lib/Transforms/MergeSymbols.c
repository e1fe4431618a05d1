//===- MergeSymbols.c - equal symbols become one --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// DESIGN.md 2.3, rule 5: what is learnt to be equal is substituted through the
// function; at its entry it becomes a check. A symbol goes if an equality gives
// it as an expression that cannot be negative over symbols that are bound
// otherwise.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Signature.h"
#include "dialects/Sym/Substitute.h"
#include "dialects/Sym/Walk.h"
#include "lib/Analysis/Facts.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Transforms/FactList.h"
#include "lib/Transforms/FitCall.h"
#include "lib/Transforms/TypeSymbols.h"

#include <stb/stb_ds.h>

enum { COUNT_SYMBOLS, COUNT_CASTS, NUM_COUNTERS };

/// More pairs are not asked about: each is a question to the prover.
enum { MAX_PAIRED_SYMBOLS = 32 };

/// Symbols that one place binds: the arguments of a function, or a check.
typedef struct Merge {
  Arena *arena;
  MlirOperation function;
  MlirOperation binder; // the function, or a relax.match_cast in it
  StrRef *own;          // may go; stb_ds, in the order in which they are bound
  Facts facts;
  uint64_t *counters;
  MlirLogicalResult outcome;
} Merge;

/// An equality solved for a symbol.
typedef struct Solution {
  StrRef name;
  SymExpr value;
  int rank; // the better the smaller; 0: none
} Solution;

static bool isOwn(const Merge *merge, StrRef name) {
  for (ptrdiff_t i = 0; i < arrlen(merge->own); ++i)
    if (strRefEqual(merge->own[i], name))
      return true;
  return false;
}

/// The symbol keeps a definer when `name` goes.
static bool isBound(const Merge *merge, StrRef name) {
  if (isOwn(merge, name))
    return true;
  if (relaxIsFunc(merge->binder))
    return relaxNamesHave(relaxFuncGetSymbols(merge->function), name);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(merge->binder); i < e;
       ++i)
    if (symTypeHasSymbol(
            mlirValueGetType(mlirOperationGetOperand(merge->binder, i)), name))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Solving
//===----------------------------------------------------------------------===//

static bool substitute1(Arena *arena, SymExpr expr, StrRef name, SymExpr value,
                        SymExpr *out) {
  return symExprSubstitute(arena, expr, &name, &value, 1, out) == SYM_OK;
}

/// difference == 0 as name == value: the difference is linear in the symbol,
/// with the coefficient 1 or -1.
static bool solveFor(Arena *arena, SymExpr difference, StrRef name,
                     SymExpr *value) {
  SymExpr at0, at1, slope, symbol = symExprSymbol(arena, name), product, sum;
  int64_t coefficient;
  return substitute1(arena, difference, name, symExprConst(arena, 0), &at0) &&
         substitute1(arena, difference, name, symExprConst(arena, 1), &at1) &&
         symExprSub(arena, at1, at0, &slope) == SYM_OK &&
         symExprIsConst(slope, &coefficient) &&
         (coefficient == 1 || coefficient == -1) &&
         symExprMul(arena, slope, symbol, &product) == SYM_OK &&
         symExprAdd(arena, at0, product, &sum) == SYM_OK &&
         symExprEqual(sum, difference) &&
         symExprMul(arena, symExprConst(arena, -coefficient), at0, value) ==
             SYM_OK;
}

static void consider(const Merge *merge, SymExpr difference, ptrdiff_t index,
                     Solution *best) {
  StrRef name = merge->own[index];
  SymExpr value;
  int64_t number;
  if (!solveFor(merge->arena, difference, name, &value) ||
      !symExprIsNonNegative(value))
    return;
  for (size_t i = 0; i < value.numSymbols; ++i)
    if (!isBound(merge, value.symbols[i]))
      return;
  StrRef other;
  int rank = symExprIsConst(value, &number)   ? 1
             : symExprIsSymbol(value, &other) ? 2
                                              : 3;
  // Of two equal symbols the one that is bound first stays.
  if (!best->rank || rank < best->rank || (rank == 2 && best->rank == 2))
    *best = (Solution){name, value, rank};
}

static Solution solveFact(const Merge *merge, SymFact fact) {
  Solution best = {0};
  SymExpr difference;
  if (fact.likely || fact.kind != SYM_FACT_EQ ||
      symExprSub(merge->arena, fact.lhs, fact.rhs, &difference) != SYM_OK)
    return best;
  for (ptrdiff_t i = 0; i < arrlen(merge->own); ++i)
    consider(merge, difference, i, &best);
  return best;
}

static bool isMentioned(const Merge *merge, StrRef name) {
  for (size_t f = 0; f < merge->facts.count; ++f) {
    SymFact fact = merge->facts.items[f];
    for (size_t i = 0; i < fact.lhs.numSymbols; ++i)
      if (strRefEqual(fact.lhs.symbols[i], name))
        return true;
    for (size_t i = 0; i < fact.rhs.numSymbols; ++i)
      if (strRefEqual(fact.rhs.symbols[i], name))
        return true;
  }
  return false;
}

/// Equal by what several facts say together: n <= m, m <= n.
static Solution solvePairs(const Merge *merge) {
  Arena *arena = merge->arena;
  StrRef names[MAX_PAIRED_SYMBOLS];
  size_t count = 0;
  for (ptrdiff_t i = 0; i < arrlen(merge->own); ++i)
    if (count < MAX_PAIRED_SYMBOLS && isMentioned(merge, merge->own[i]))
      names[count++] = merge->own[i];
  for (size_t i = 0; i < count; ++i)
    for (size_t j = i + 1; j < count; ++j)
      if (factsEqual(&merge->facts, symExprSymbol(arena, names[i]),
                     symExprSymbol(arena, names[j])))
        return (Solution){names[j], symExprSymbol(arena, names[i]), 2};
  return (Solution){0};
}

static Solution solve(const Merge *merge) {
  for (size_t i = 0; i < merge->facts.count; ++i) {
    Solution solution = solveFact(merge, merge->facts.items[i]);
    if (solution.rank)
      return solution;
  }
  return solvePairs(merge);
}

//===----------------------------------------------------------------------===//
// Substituting
//===----------------------------------------------------------------------===//

/// A check does not bind `name` any more: its dimension is compared instead.
static void dropBinding(MlirOperation binder, StrRef name) {
  MlirAttribute binds = relaxMatchCastGetBinds(binder);
  intptr_t count = mlirArrayAttrGetNumElements(binds), kept = 0;
  MlirAttribute *rest = NULL;
  for (intptr_t i = 0; i < count; ++i) {
    MlirAttribute element = mlirArrayAttrGetElement(binds, i);
    if (!strRefEqual(strRefFromMlir(mlirStringAttrGetValue(element)), name)) {
      arrput(rest, element);
      ++kept;
    }
  }
  MlirContext context = mlirOperationGetContext(binder);
  relaxMatchCastSetBinds(binder, kept ? mlirArrayAttrGet(context, kept, rest)
                                      : (MlirAttribute){NULL});
  arrfree(rest);
}

static MlirWalkResult simplify(MlirOperation op, void *userData) {
  Merge *merge = userData;
  MlirAttribute before = factListOf(op);
  intptr_t wrong = factListSimplify(merge->arena, op);
  if (wrong < 0)
    return MlirWalkResultAdvance;
  merge->outcome = bridgeEmitOpError(
      op, "has facts that contradict each other: '%s' follows",
      factText(merge->arena, mlirArrayAttrGetElement(before, wrong)));
  return MlirWalkResultInterrupt;
}

static MlirLogicalResult substitute(Merge *merge, Solution solution) {
  if (!relaxIsFunc(merge->binder))
    dropBinding(merge->binder, solution.name);
  SymMap map = {merge->arena, &solution.name, &solution.value, 1, SYM_OK};
  if (symSubstitute(merge->function, &map) != SYM_OK)
    return bridgeEmitOpError(merge->function,
                             "cannot put another expression in the place of "
                             "'%.*s': %s",
                             (int)solution.name.length, solution.name.data,
                             symStatusText(map.status));
  ++merge->counters[COUNT_SYMBOLS];
  mlirOperationWalk(merge->function, simplify, merge, MlirWalkPreOrder);
  return merge->outcome;
}

static void addOwn(Merge *merge, StrRef name) {
  if (!isOwn(merge, name))
    arrput(merge->own, arenaCopyString(merge->arena, name));
}

static void findOwn(Merge *merge) {
  arrfree(merge->own);
  merge->own = NULL;
  if (!relaxIsFunc(merge->binder)) {
    MlirAttribute binds = relaxMatchCastGetBinds(merge->binder);
    for (intptr_t i = 0, e = binds.ptr ? mlirArrayAttrGetNumElements(binds) : 0;
         i < e; ++i)
      addOwn(merge, strRefFromMlir(mlirStringAttrGetValue(
                        mlirArrayAttrGetElement(binds, i))));
    return;
  }
  MlirBlock entry =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(merge->function, 0));
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i) {
    const MlirAttribute *dims;
    MlirType type = mlirValueGetType(mlirBlockGetArgument(entry, i));
    intptr_t rank = symTypeDims(type, &dims);
    StrRef name;
    for (intptr_t d = 0; d < rank; ++d)
      if (symAttributeIsSymbol(dims[d], &name) &&
          !relaxNamesHave(relaxFuncGetSymbols(merge->function), name))
        addOwn(merge, name);
  }
}

/// Merges what `binder` binds until nothing is equal any more.
static MlirLogicalResult mergeOf(RelaxPassRun *run, MlirOperation function,
                                 MlirOperation binder, bool *changed) {
  Merge merge = {.arena = run->arena,
                 .function = function,
                 .binder = binder,
                 .counters = run->counters,
                 .outcome = mlirLogicalResultSuccess()};
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (;;) {
    findOwn(&merge);
    merge.facts = (Facts){.arena = run->arena};
    factsAddOf(&merge.facts, binder);
    Solution solution = solve(&merge);
    if (!solution.rank)
      break;
    *changed = true;
    outcome = substitute(&merge, solution);
    if (mlirLogicalResultIsFailure(outcome))
      break;
  }
  arrfree(merge.own);
  return outcome;
}

static MlirWalkResult collectCasts(MlirOperation op, void *userData) {
  MlirOperation **casts = userData;
  if (relaxIsMatchCast(op) && factListOf(op).ptr)
    arrput(*casts, op);
  return MlirWalkResultAdvance;
}

static MlirLogicalResult mergeFunction(RelaxPassRun *run,
                                       MlirOperation function) {
  bool changed = false, inside = false;
  MlirLogicalResult outcome = mergeOf(run, function, function, &changed);
  MlirOperation *casts = NULL;
  if (mlirLogicalResultIsSuccess(outcome))
    mlirOperationWalk(function, collectCasts, &casts, MlirWalkPreOrder);
  for (ptrdiff_t i = 0;
       mlirLogicalResultIsSuccess(outcome) && i < arrlen(casts); ++i)
    outcome = mergeOf(run, function, casts[i], &inside);
  arrfree(casts);
  return changed && mlirLogicalResultIsSuccess(outcome)
             ? callFitAll(run->arena, run->op, function,
                          &run->counters[COUNT_CASTS])
             : outcome;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(run->op));
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (relaxIsFunc(op) && relaxFuncHasBody(op) &&
        mlirLogicalResultIsFailure(mergeFunction(run, op)))
      return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

static const char *const counters[NUM_COUNTERS] = {
    [COUNT_SYMBOLS] = "symbols-merged", [COUNT_CASTS] = "checks-added"};

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
        "be negative. So does a symbol that a `relax.match_cast` binds, by the "
        "facts of its own clause.\n"
        "\n"
        "Calls of a function whose arguments say more now get a "
        "`relax.match_cast` where they need one.\n",
    .anchor = "builtin.module",
    .counters = counters,
    .numCounters = NUM_COUNTERS,
    .run = run,
};
