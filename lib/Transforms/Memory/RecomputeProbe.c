//===- RecomputeProbe.c - extents at which plans are compared -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Likely extents where the text says them, else one that is usual for a batch
// or a sequence, else the largest of those that the model finder proposes.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Memory/RecomputeProbe.h"

#include "dialects/Sym/Walk.h"
#include "lib/Sym/Model.h"

#include <stb/stb_ds.h>

enum { USUAL_EXTENT = 256, LARGEST_EXTENT = 4096, NUM_MODELS = 16 };

bool probeEvaluate(const Probe *probe, SymExpr expr, int64_t *out) {
  int64_t *values = ARENA_ARRAY(probe->arena, int64_t, expr.numSymbols);
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    size_t k = 0;
    while (k < probe->count && !strRefEqual(probe->names[k], expr.symbols[i]))
      ++k;
    if (k == probe->count)
      return false;
    values[i] = probe->extents[k];
  }
  return !symExprHasTables(expr) && symExprEval(expr, values, out) == SYM_OK;
}

/// Facts over other symbols are no business of the probe.
static bool holds(const Probe *probe, const SymFact *fact) {
  int64_t lhs, rhs;
  if (fact->likely || !probeEvaluate(probe, fact->lhs, &lhs))
    return true;
  if (fact->kind == SYM_FACT_IN) {
    for (size_t i = 0; i < fact->numValues; ++i)
      if (fact->values[i] == lhs)
        return true;
    return false;
  }
  return !probeEvaluate(probe, fact->rhs, &rhs) ||
         (fact->kind == SYM_FACT_EQ ? lhs == rhs : lhs <= rhs);
}

static bool allHold(const Probe *probe, const Facts *facts) {
  for (size_t i = 0; i < facts->count; ++i)
    if (!holds(probe, &facts->items[i]))
      return false;
  return true;
}

/// `likely n == 128`, or the largest of `likely n in {...}`.
static bool likelyExtent(const Facts *facts, StrRef name, int64_t *out) {
  for (size_t i = 0; i < facts->count; ++i) {
    const SymFact *fact = &facts->items[i];
    StrRef symbol;
    if (!fact->likely || !symExprIsSymbol(fact->lhs, &symbol) ||
        !strRefEqual(symbol, name))
      continue;
    if (fact->kind == SYM_FACT_IN) {
      *out = fact->values[fact->numValues - 1];
      return true;
    }
    if (fact->kind == SYM_FACT_EQ && symExprIsConst(fact->rhs, out))
      return true;
  }
  return false;
}

/// A literal bound of the symbol alone keeps it at that bound.
static void clamp(const Facts *facts, StrRef name, int64_t *extent) {
  for (size_t i = 0; i < facts->count; ++i) {
    const SymFact *fact = &facts->items[i];
    StrRef symbol;
    int64_t bound;
    if (fact->likely || fact->kind == SYM_FACT_IN)
      continue;
    if (symExprIsSymbol(fact->lhs, &symbol) && strRefEqual(symbol, name) &&
        symExprIsConst(fact->rhs, &bound) &&
        (fact->kind == SYM_FACT_EQ || *extent > bound))
      *extent = bound;
    if (fact->kind == SYM_FACT_LE && symExprIsSymbol(fact->rhs, &symbol) &&
        strRefEqual(symbol, name) && symExprIsConst(fact->lhs, &bound) &&
        *extent < bound)
      *extent = bound;
  }
}

static void askModels(const Facts *facts, Probe *probe) {
  int64_t *models, best = -1;
  size_t found =
      symFindModels(probe->arena, facts->items, facts->count, probe->names,
                    probe->count, LARGEST_EXTENT, NUM_MODELS, &models);
  for (size_t i = 0; i < found; ++i) {
    int64_t smallest = INT64_MAX;
    for (size_t k = 0; k < probe->count; ++k)
      if (models[i * probe->count + k] < smallest)
        smallest = models[i * probe->count + k];
    if (smallest <= best)
      continue;
    best = smallest;
    for (size_t k = 0; k < probe->count; ++k)
      probe->extents[k] = models[i * probe->count + k];
  }
}

static Probe choose(Arena *arena, const Facts *facts, const StrRef *names,
                    size_t count) {
  Probe probe = {arena, names, ARENA_ARRAY(arena, int64_t, count), count};
  for (size_t i = 0; i < count; ++i)
    if (!likelyExtent(facts, names[i], &probe.extents[i])) {
      probe.extents[i] = USUAL_EXTENT;
      clamp(facts, names[i], &probe.extents[i]);
    }
  if (!allHold(&probe, facts))
    askModels(facts, &probe);
  return probe;
}

typedef struct Names {
  StrRef *names; // stb_ds array
} Names;

static void addName(StrRef name, void *userData) {
  Names *names = userData;
  for (ptrdiff_t i = 0; i < arrlen(names->names); ++i)
    if (strRefEqual(names->names[i], name))
      return;
  arrput(names->names, name);
}

Probe probeOfBlock(const Facts *facts, MlirBlock block) {
  Names names = {NULL};
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(block); i < e; ++i)
    symWalkTypeSymbols(mlirValueGetType(mlirBlockGetArgument(block, i)),
                       addName, &names);
  size_t count = arrlenu(names.names);
  const StrRef *kept =
      arenaCopy(facts->arena, names.names, count * sizeof *names.names);
  arrfree(names.names);
  return choose(facts->arena, facts, kept, count);
}
