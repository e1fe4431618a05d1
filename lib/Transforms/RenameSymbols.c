//===- RenameSymbols.c - other names for all symbols, at random -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Names of symbols are local to a function (DESIGN.md 2.3, rule 4): no pass may
// depend on them. The suite renames before every pass and expects the same
// output up to names.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Clone.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Bridge/Core/Pass.h"

enum { OPTION_SEED };
enum { COUNT_SYMBOLS };

typedef struct Function {
  MlirOperation op;
  StrRef name;
  const StrRef *old, *fresh;
  size_t count;
} Function;

typedef struct Renaming {
  Arena *arena;
  uint64_t state; // of the generator, never 0
  Function *functions;
  size_t count;
  uint64_t *counters;
} Renaming;

/// xorshift64*: the same seed gives the same names everywhere.
static uint64_t nextRandom(Renaming *renaming) {
  uint64_t x = renaming->state;
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  renaming->state = x;
  return (x * 0x2545f4914f6cdd1dULL) >> 32;
}

/// A letter first, so that the order of names changes too.
static StrRef randomName(Renaming *renaming, const StrRef *taken,
                         size_t count) {
  StrBuf text = {0};
  strBufAppendFormat(&text, "%c%u", (char)('a' + nextRandom(renaming) % 26),
                     (unsigned)(nextRandom(renaming) % 1000));
  StrRef name = symFreshName(renaming->arena, (StrRef){text.data, text.length},
                             taken, count);
  strBufFree(&text);
  return name;
}

static void rename1(Renaming *renaming, Function *function) {
  StrRef *old;
  function->count = symNamesIn(function->op, renaming->arena, &old);
  // A new name is none of the old ones either.
  StrRef *taken = ARENA_ARRAY(renaming->arena, StrRef, 2 * function->count);
  SymExpr *values = ARENA_ARRAY(renaming->arena, SymExpr, function->count);
  for (size_t i = 0; i < function->count; ++i)
    taken[i] = old[i];
  StrRef *fresh = taken + function->count;
  for (size_t i = 0; i < function->count; ++i) {
    fresh[i] = randomName(renaming, taken, function->count + i);
    values[i] = symExprSymbol(renaming->arena, fresh[i]);
  }
  function->old = old;
  function->fresh = fresh;
  SymMap map = {renaming->arena, old, values, function->count, SYM_OK};
  symSubstitute(function->op, &map);
  renaming->counters[COUNT_SYMBOLS] += function->count;
}

static bool isRenamed(MlirOperation op) {
  return relaxIsFunc(op) || tirIsFunc(op);
}

static MlirWalkResult collect(MlirOperation op, void *userData) {
  Renaming *renaming = userData;
  if (!isRenamed(op))
    return MlirWalkResultAdvance;
  if (renaming->functions) {
    Function *function = &renaming->functions[renaming->count];
    MlirAttribute name = mlirOperationGetInherentAttributeByName(
        op, mlirStringRefCreateFromCString("sym_name"));
    function->op = op;
    function->name = strRefFromMlir(mlirStringAttrGetValue(name));
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
  if (!relaxIsCallTir(op) || !relaxCallTirGetSymbols(op).ptr)
    return MlirWalkResultAdvance;
  MlirAttribute symbols = relaxCallTirGetSymbols(op);
  const Function *callee = findFunction(
      renaming,
      strRefFromMlir(mlirFlatSymbolRefAttrGetValue(relaxCallTirGetCallee(op))));
  intptr_t count = mlirDictionaryAttrGetNumElements(symbols);
  MlirNamedAttribute *entries =
      ARENA_ARRAY(renaming->arena, MlirNamedAttribute, count);
  MlirContext context = mlirOperationGetContext(op);
  for (intptr_t i = 0; i < count; ++i) {
    entries[i] = mlirDictionaryAttrGetElement(symbols, i);
    StrRef key = strRefFromMlir(mlirIdentifierStr(entries[i].name));
    for (size_t k = 0; callee && k < callee->count; ++k)
      if (strRefEqual(callee->old[k], key))
        entries[i].name =
            mlirIdentifierGet(context, strRefToMlir(callee->fresh[k]));
  }
  relaxCallTirSetSymbols(op, mlirDictionaryAttrGet(context, count, entries));
  return MlirWalkResultAdvance;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  uint64_t seed = (uint64_t)relaxOptionInt(run, OPTION_SEED);
  Renaming renaming = {.arena = run->arena,
                       .state = seed * 0x9e3779b97f4a7c15ULL | 1,
                       .counters = run->counters};
  mlirOperationWalk(run->op, collect, &renaming, MlirWalkPreOrder);
  renaming.functions = ARENA_ARRAY(run->arena, Function, renaming.count);
  renaming.count = 0;
  mlirOperationWalk(run->op, collect, &renaming, MlirWalkPreOrder);
  for (size_t i = 0; i < renaming.count; ++i)
    rename1(&renaming, &renaming.functions[i]);
  mlirOperationWalk(run->op, renameKeys, &renaming, MlirWalkPreOrder);
  return mlirLogicalResultSuccess();
}

static const RelaxPassOption options[] = {
    [OPTION_SEED] = {"seed", RELAX_OPTION_INT, "start of the random numbers",
                     "0", NULL},
};
static const char *const counters[] = {"symbols-renamed"};

const RelaxPass relaxTestRenameSymbolsPass = {
    .name = "relax-test-rename-symbols",
    .summary = "rename all symbols of all functions at random (a test)",
    .documentation =
        "Names of symbols are local to a function, so no pass may depend on "
        "them. The suite runs this before every pass; the output has to be the "
        "same up to names. Equal seeds give equal names.\n",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = 1,
    .counters = counters,
    .numCounters = 1,
    .run = run,
};
