//===- SpecializeArms.c - which extents get a version ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/NameList.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Symbols.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Versions/Specialize.h"

/// Likely extents of a symbol.
typedef struct Hint {
  StrRef name;
  const int64_t *values;
  size_t count;
} Hint;

/// Reads `likely n == 128` and `likely n in {64, 128}`.
static bool hintOf(Arena *arena, SymFact fact, Hint *hint) {
  int64_t value;
  if (!fact.likely || !symExprIsSymbol(fact.lhs, &hint->name))
    return false;
  if (fact.kind == SYM_FACT_IN) {
    hint->values = fact.values;
    hint->count = fact.numValues;
    return true;
  }
  if (fact.kind != SYM_FACT_EQ || !symExprIsConst(fact.rhs, &value))
    return false;
  int64_t *only = ARENA_ARRAY(arena, int64_t, 1);
  *only = value;
  hint->values = only;
  hint->count = 1;
  return true;
}

/// A bare dimension: what callers pass by name is no part of a signature.
static bool isBound(MlirOperation program, Arena *arena, StrRef name) {
  MlirAttribute clause = tirFuncGetSymbols(program);
  StrRef *names;
  size_t count = tirFuncSymbols(program, arena, &names);
  if (clause.ptr)
    count -= (size_t)mlirArrayAttrGetNumElements(clause);
  for (size_t i = 0; i < count; ++i)
    if (strRefEqual(names[i], name))
      return true;
  return false;
}

/// An arm of it alone pays for one of the extents.
static bool pays(MlirOperation program, Arena *arena, int64_t most,
                 const Hint *hint) {
  bool found = false;
  for (size_t i = 0; i < hint->count && !found; ++i) {
    SymExpr value = symExprConst(arena, hint->values[i]);
    SpecializeArm arm = {&hint->name, &value, 1};
    found = specializeCost(program, arena, &arm) <= most;
  }
  return found;
}

/// Extents from 1 on of the first symbol that nobody has a hint for and of
/// which they pay.
static bool smallHint(MlirOperation program, Arena *arena,
                      const SpecializeRules *rules, Hint *hint) {
  int64_t *values = ARENA_ARRAY(arena, int64_t, SPECIALIZE_MAX_ARMS);
  StrRef *names;
  size_t symbols = tirFuncSymbols(program, arena, &names);
  hint->values = values;
  for (hint->count = 0;
       hint->count < SPECIALIZE_MAX_ARMS && (int64_t)hint->count < rules->small;
       ++hint->count)
    values[hint->count] = (int64_t)hint->count + 1;
  for (size_t i = 0; i < symbols && hint->count; ++i) {
    hint->name = names[i];
    if (isBound(program, arena, names[i]) &&
        pays(program, arena, rules->most, hint))
      return true;
  }
  return false;
}

/// The hints that pay, at most one for each symbol.
static size_t hintsOf(MlirOperation program, Arena *arena,
                      const SpecializeRules *rules, Hint **hints) {
  MlirAttribute facts = tirFuncGetFacts(program);
  intptr_t all = bridgeLength(facts);
  SymNameList known = {.arena = arena};
  size_t count = 0;
  *hints = ARENA_ARRAY(arena, Hint, all + 1);
  for (intptr_t i = 0; i < all; ++i) {
    Hint hint;
    SymFact fact = symFactOf(arena, mlirArrayAttrGetElement(facts, i));
    if (!hintOf(arena, fact, &hint) || !isBound(program, arena, hint.name) ||
        symNameListFind(&known, hint.name) >= 0)
      continue;
    symNameListAdd(hint.name, &known);
    if (pays(program, arena, rules->most, &hint))
      (*hints)[count++] = hint;
  }
  if (!known.count && smallHint(program, arena, rules, *hints))
    count = 1;
  return count;
}

size_t specializeLikely(MlirOperation program, Arena *arena,
                        const SpecializeRules *rules,
                        SpecializeArm arms[SPECIALIZE_MAX_ARMS]) {
  Hint *hints;
  size_t symbols = hintsOf(program, arena, rules, &hints), count = 1;
  if (!symbols)
    return 0;
  StrRef *names = ARENA_ARRAY(arena, StrRef, symbols);
  for (size_t s = 0; s < symbols; ++s) {
    names[s] = hints[s].name;
    count = count * hints[s].count < SPECIALIZE_MAX_ARMS
                ? count * hints[s].count
                : SPECIALIZE_MAX_ARMS;
  }
  for (size_t a = 0; a < count; ++a) {
    SymExpr *values = ARENA_ARRAY(arena, SymExpr, symbols);
    size_t rest = a;
    for (size_t s = symbols; s-- > 0;) { // the last symbol changes first
      values[s] = symExprConst(arena, hints[s].values[rest % hints[s].count]);
      rest /= hints[s].count;
    }
    arms[a] = (SpecializeArm){names, values, symbols};
  }
  return count;
}
