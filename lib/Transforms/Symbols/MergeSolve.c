//===- MergeSolve.c - what equal symbols become ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A symbol goes if an equality gives it as an expression that cannot be
// negative over symbols that are bound otherwise. What has gone is replaced in
// the other facts, which may give the next one.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Region.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Sym/Parts.h"
#include "lib/Transforms/Symbols/Merge.h"

#include <stb/stb_ds.h>

/// More pairs are not asked about: each is a question to the prover. More
/// symbols do not go: each is a walk over the facts.
enum { MAX_PAIRED_SYMBOLS = 32, MAX_MERGED_SYMBOLS = 256 };

/// An equality solved for a symbol.
typedef struct Solution {
  StrRef name;
  SymExpr value;
  int rank; // the better the smaller; 0: none
} Solution;

//===----------------------------------------------------------------------===//
// What is bound
//===----------------------------------------------------------------------===//

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
    return symNamesHave(relaxFuncGetSymbols(merge->function), name);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(merge->binder); i < e;
       ++i)
    if (symTypeHasSymbol(
            mlirValueGetType(mlirOperationGetOperand(merge->binder, i)), name))
      return true;
  return false;
}

static void addOwn(Merge *merge, StrRef name) {
  if (!isOwn(merge, name))
    arrput(merge->own, arenaCopyString(merge->arena, name));
}

static void findOwn(Merge *merge) {
  if (!relaxIsFunc(merge->binder)) {
    MlirAttribute binds = relaxMatchCastGetBinds(merge->binder);
    for (intptr_t i = 0, e = bridgeLength(binds); i < e; ++i)
      addOwn(merge, bridgeTextAt(binds, i));
    return;
  }
  MlirBlock entry = bridgeBody(merge->function);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i) {
    const MlirAttribute *dims;
    MlirType type = mlirValueGetType(mlirBlockGetArgument(entry, i));
    intptr_t rank = symTypeDims(type, &dims);
    StrRef name;
    for (intptr_t d = 0; d < rank; ++d)
      if (symAttributeIsSymbol(dims[d], &name) &&
          !symNamesHave(relaxFuncGetSymbols(merge->function), name))
        addOwn(merge, name);
  }
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
      !symExprIsNonNegative(value) || symExprIsLarge(value))
    return;
  for (size_t i = 0; i < value.numSymbols; ++i)
    if (!isBound(merge, value.symbols[i]))
      return;
  StrRef other;
  // An argument would bind what the clause binds already.
  if (relaxIsFunc(merge->binder) && symExprIsSymbol(value, &other) &&
      symNamesHave(relaxFuncGetSymbols(merge->function), other))
    return;
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
    if (symExprMentions(difference, merge->own[i]))
      consider(merge, difference, i, &best);
  return best;
}

static bool isMentioned(const Merge *merge, StrRef name) {
  for (size_t f = 0; f < merge->facts.count; ++f)
    if (symExprMentions(merge->facts.items[f].lhs, name) ||
        symExprMentions(merge->facts.items[f].rhs, name))
      return true;
  return false;
}

/// Equal by what several facts say together: n <= m, m <= n.
static Solution solvePairs(const Merge *merge) {
  Arena *arena = merge->arena;
  StrRef names[MAX_PAIRED_SYMBOLS];
  Solution found = {0};
  size_t count = 0;
  for (ptrdiff_t i = 0; i < arrlen(merge->own); ++i)
    if (count < MAX_PAIRED_SYMBOLS && isMentioned(merge, merge->own[i]))
      names[count++] = merge->own[i];
  Facts facts = merge->facts;
  factsIndexCreate(&facts);
  for (size_t i = 0; i < count; ++i)
    for (size_t j = i + 1; j < count && !found.rank; ++j)
      if (factsEqual(&facts, symExprSymbol(arena, names[i]),
                     symExprSymbol(arena, names[j])))
        found = (Solution){names[j], symExprSymbol(arena, names[i]), 2};
  factsIndexDestroy(&facts);
  return found;
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
// Until nothing is equal any more
//===----------------------------------------------------------------------===//

static void replaceIn(Merge *merge, const Solution *solution, SymExpr *expr) {
  if (merge->status == SYM_OK && symExprMentions(*expr, solution->name))
    merge->status = symExprSubstitute(merge->arena, *expr, &solution->name,
                                      &solution->value, 1, expr);
  if (merge->status != SYM_OK && !merge->failed.data)
    merge->failed = solution->name;
}

/// In the facts and in what stands for other symbols.
static void apply(Merge *merge, Solution solution) {
  for (ptrdiff_t i = 0; i < arrlen(merge->values); ++i)
    replaceIn(merge, &solution, &merge->values[i]);
  size_t kept = 0;
  for (size_t i = 0; i < merge->facts.count; ++i) {
    SymFact fact = merge->facts.items[i];
    replaceIn(merge, &solution, &fact.lhs);
    if (fact.kind != SYM_FACT_IN)
      replaceIn(merge, &solution, &fact.rhs);
    if (fact.kind == SYM_FACT_IN || !symExprEqual(fact.lhs, fact.rhs))
      merge->facts.items[kept++] = fact;
  }
  merge->facts.count = kept;
  for (ptrdiff_t i = arrlen(merge->own) - 1; i >= 0; --i)
    if (strRefEqual(merge->own[i], solution.name))
      arrdel(merge->own, i);
  arrput(merge->names, solution.name);
  arrput(merge->values, solution.value);
}

void mergeSolve(Merge *merge) {
  merge->facts = (Facts){.arena = merge->arena};
  factsAddClause(&merge->facts, merge->binder);
  findOwn(merge);
  while (merge->status == SYM_OK && arrlen(merge->names) < MAX_MERGED_SYMBOLS) {
    Solution solution = solve(merge);
    if (!solution.rank)
      break;
    apply(merge, solution);
  }
}

void mergeFree(Merge *merge) {
  arrfree(merge->own);
  arrfree(merge->names);
  arrfree(merge->values);
}
