//===- RenameSymbols.c - other names for all symbols ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Symbols/RenameSymbols.h"
#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Clauses.h"
#include "dialects/Sym/Clone.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Bridge/Core/Pass.h"

enum { OPTION_SEED };
enum { COUNT_SYMBOLS };

/// A function with the old and new names of its symbols.
typedef struct Function {
  MlirOperation op;
  StrRef name;
  const StrRef *old, *fresh;
  size_t count;
} Function;

typedef struct Renaming {
  Arena *arena;
  bool canonical;
  uint64_t state; // of the random numbers, never 0
  Function *functions;
  size_t count;
} Renaming;

//===----------------------------------------------------------------------===//
// New names
//===----------------------------------------------------------------------===//

/// xorshift64*: the same seed gives the same names everywhere.
static uint64_t nextRandom(Renaming *renaming) {
  uint64_t x = renaming->state;
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  renaming->state = x;
  return (x * 0x2545f4914f6cdd1dULL) >> 32;
}

/// A letter first, so that the order of names changes too. None of the old
/// names, so that nothing that was left out looks right.
static void randomNames(Renaming *renaming, const StrRef *old, size_t count,
                        StrRef *fresh) {
  StrRef *taken = ARENA_ARRAY(renaming->arena, StrRef, 2 * count);
  for (size_t i = 0; i < count; ++i)
    taken[i] = old[i];
  for (size_t i = 0; i < count; ++i) {
    StrBuf text = {0};
    strBufAppendFormat(&text, "%c%u", (char)('a' + nextRandom(renaming) % 26),
                       (unsigned)(nextRandom(renaming) % 1000));
    fresh[i] = symFreshName(renaming->arena, (StrRef){text.data, text.length},
                            taken, count + i);
    taken[count + i] = fresh[i];
    strBufFree(&text);
  }
}

static void canonicalNames(Renaming *renaming, size_t count, StrRef *fresh) {
  for (size_t i = 0; i < count; ++i) {
    StrBuf text = {0};
    strBufAppendFormat(&text, "c%zu", i);
    fresh[i] =
        arenaCopyString(renaming->arena, (StrRef){text.data, text.length});
    strBufFree(&text);
  }
}

static bool isIn(StrRef name, const StrRef *names, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (strRefEqual(names[i], name))
      return true;
  return false;
}

/// The symbols of a function: those that it defines, in that order, then what
/// only occurs (a half-built program may name symbols that nothing defines).
static size_t symbolsOf(Renaming *renaming, MlirOperation function,
                        StrRef **names) {
  StrRef *bound, *all;
  size_t count = symBoundIn(function, renaming->arena, &bound);
  size_t numAll = symNamesIn(function, renaming->arena, &all);
  *names = ARENA_ARRAY(renaming->arena, StrRef, count + numAll);
  for (size_t i = 0; i < count; ++i)
    (*names)[i] = bound[i];
  size_t numBound = count;
  for (size_t i = 0; i < numAll; ++i)
    if (!isIn(all[i], bound, numBound))
      (*names)[count++] = all[i];
  return count;
}

/// Without the names of the clause `symbols (...)`, which callers use.
static size_t dropParameters(MlirOperation function, StrRef *names,
                             size_t count) {
  MlirAttribute clause = symClauseNames(function, "symbols");
  intptr_t parameters = bridgeLength(clause);
  size_t kept = 0;
  for (size_t i = 0; i < count; ++i) {
    bool isParameter = false;
    for (intptr_t p = 0; p < parameters; ++p)
      isParameter |= strRefEqual(bridgeTextAt(clause, p), names[i]);
    if (!isParameter)
      names[kept++] = names[i];
  }
  return kept;
}

//===----------------------------------------------------------------------===//
// Renaming
//===----------------------------------------------------------------------===//

static void rename1(Renaming *renaming, Function *function, bool alone) {
  Arena *arena = renaming->arena;
  StrRef *old;
  size_t count = symbolsOf(renaming, function->op, &old);
  if (alone)
    count = dropParameters(function->op, old, count);
  StrRef *fresh = ARENA_ARRAY(arena, StrRef, count);
  if (renaming->canonical)
    canonicalNames(renaming, count, fresh);
  else
    randomNames(renaming, old, count, fresh);
  SymExpr *values = ARENA_ARRAY(arena, SymExpr, count);
  for (size_t i = 0; i < count; ++i)
    values[i] = symExprSymbol(arena, fresh[i]);
  SymMap map = {arena, old, values, count, SYM_OK};
  symSubstitute(function->op, &map);
  function->old = old;
  function->fresh = fresh;
  function->count = count;
}

static MlirWalkResult collect(MlirOperation op, void *userData) {
  Renaming *renaming = userData;
  if (!bridgeIsFunction(op))
    return MlirWalkResultAdvance;
  if (renaming->functions) {
    Function *function = &renaming->functions[renaming->count];
    MlirAttribute name = mlirOperationGetInherentAttributeByName(
        op, mlirStringRefCreateFromCString("sym_name"));
    function->op = op;
    function->name = bridgeText(name);
  }
  ++renaming->count;
  return MlirWalkResultSkip;
}

static const Function *findFunction(const Renaming *renaming, StrRef name) {
  for (size_t i = 0; i < renaming->count; ++i)
    if (strRefEqual(renaming->functions[i].name, name))
      return &renaming->functions[i];
  return NULL;
}

/// The keys of a call's `symbols (m = ...)` are the callee's names.
static MlirWalkResult renameKeys(MlirOperation op, void *userData) {
  const Renaming *renaming = userData;
  MlirStringRef key = mlirStringRefCreateFromCString("symbols");
  if (!relaxIsCallTir(op) && !relaxIsCall(op) && !relaxIsClosure(op))
    return MlirWalkResultAdvance;
  MlirAttribute symbols = mlirOperationGetInherentAttributeByName(op, key);
  if (!symbols.ptr)
    return MlirWalkResultAdvance;
  const Function *callee = findFunction(
      renaming, bridgeRefName(mlirOperationGetInherentAttributeByName(
                    op, mlirStringRefCreateFromCString("callee"))));
  intptr_t count = mlirDictionaryAttrGetNumElements(symbols);
  MlirNamedAttribute *entries =
      ARENA_ARRAY(renaming->arena, MlirNamedAttribute, count);
  MlirContext context = mlirOperationGetContext(op);
  for (intptr_t i = 0; i < count; ++i) {
    entries[i] = mlirDictionaryAttrGetElement(symbols, i);
    StrRef name = strRefFromMlir(mlirIdentifierStr(entries[i].name));
    for (size_t k = 0; callee && k < callee->count; ++k)
      if (strRefEqual(callee->old[k], name))
        entries[i].name =
            mlirIdentifierGet(context, strRefToMlir(callee->fresh[k]));
  }
  mlirOperationSetInherentAttributeByName(
      op, key, mlirDictionaryAttrGet(context, count, entries));
  return MlirWalkResultAdvance;
}

static uint64_t renameAll(Renaming *renaming, MlirOperation root) {
  bool alone = bridgeIsFunction(root);
  mlirOperationWalk(root, collect, renaming, MlirWalkPreOrder);
  renaming->functions = ARENA_ARRAY(renaming->arena, Function, renaming->count);
  renaming->count = 0;
  mlirOperationWalk(root, collect, renaming, MlirWalkPreOrder);
  uint64_t symbols = 0;
  for (size_t i = 0; i < renaming->count; ++i) {
    rename1(renaming, &renaming->functions[i], alone);
    symbols += renaming->functions[i].count;
  }
  if (!alone)
    mlirOperationWalk(root, renameKeys, renaming, MlirWalkPreOrder);
  return symbols;
}

uint64_t relaxRenameSymbols(MlirOperation root, uint64_t seed) {
  Renaming renaming = {.arena = arenaCreate(),
                       .state = seed * 0x9e3779b97f4a7c15ULL | 1};
  uint64_t symbols = renameAll(&renaming, root);
  arenaDestroy(renaming.arena);
  return symbols;
}

void relaxCanonicalSymbols(MlirOperation root) {
  Renaming renaming = {.arena = arenaCreate(), .canonical = true};
  renameAll(&renaming, root);
  arenaDestroy(renaming.arena);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static MlirLogicalResult run(RelaxPassRun *run) {
  uint64_t seed = (uint64_t)relaxOptionInt(run, OPTION_SEED);
  run->counters[COUNT_SYMBOLS] = relaxRenameSymbols(run->op, seed);
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxTestRenameSymbolsPass = {
    .name = "relax-test-rename-symbols",
    .summary = "rename all symbols of all functions at random (a test)",
    .documentation =
        "Names of symbols are local to a function, so no pass may depend on "
        "them. `relax-opt --test-rename-symbols` does this before every pass; "
        "the output has to be the same up to names. Equal seeds give equal "
        "names.\n",
    .anchor = "builtin.module",
    .options = {[OPTION_SEED] = {"seed", RELAX_OPTION_INT,
                                 "start of the random numbers", "0", NULL}},
    .counters = {"symbols-renamed"},
    .run = run,
};
