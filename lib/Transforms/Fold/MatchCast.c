//===- MatchCast.c - checks that cannot fail ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A symbol that a cast binds to a known extent is that extent: it is replaced
// behind it, all of them at once, and inside of regions as well. A cast is kept
// where it is needed: for what only the run knows, or because operations after
// it agree by the type that it gives (verifiers compare normal forms, not
// facts).
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Extents.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Match.h"
#include "dialects/Sym/Substitute.h"
#include "dialects/Sym/Walk.h"
#include "lib/Analysis/Facts.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>

enum { COUNT_FOLDED, COUNT_BOUND, COUNT_KEPT };

typedef struct Folder {
  RelaxPassRun *run;
  Facts facts;
  StrRef *names;   // stb_ds; symbols that are replaced
  SymExpr *values; // stb_ds; without any of them
  struct {
    char *key;
    ptrdiff_t value;
  } *places; // stb_ds string map: index of a name
} Folder;

/// The index of a symbol that is replaced, or -1.
static ptrdiff_t placeOf(Folder *folder, StrRef name) {
  StrRef key = arenaCopyString(folder->run->arena, name);
  ptrdiff_t found = strMapFind(folder->places, key.data);
  return found < 0 ? -1 : folder->places[found].value;
}

static void replaceSymbol(Folder *folder, StrRef name, SymExpr value) {
  StrRef key = arenaCopyString(folder->run->arena, name);
  shput(folder->places, (char *)key.data, arrlen(folder->names));
  arrput(folder->names, key);
  arrput(folder->values, value);
}

/// Forgets all but the first `count`.
static void forget(Folder *folder, ptrdiff_t count) {
  for (ptrdiff_t i = count; i < arrlen(folder->names); ++i)
    strMapRemove(folder->places, folder->names[i].data);
  arrsetlen(folder->names, count);
  arrsetlen(folder->values, count);
}

/// A dimension or side of a fact without the symbols that are replaced.
static SymExpr replaced(Folder *folder, SymExpr expr, bool *good) {
  Arena *arena = folder->run->arena;
  SymExpr result = expr;
  if (symExprIsUnknown(expr) || arrlen(folder->names) == 0)
    return expr;
  StrRef *names = ARENA_ARRAY(arena, StrRef, expr.numSymbols);
  SymExpr *values = ARENA_ARRAY(arena, SymExpr, expr.numSymbols);
  size_t count = 0;
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    ptrdiff_t place = placeOf(folder, expr.symbols[i]);
    if (place < 0)
      continue;
    names[count] = folder->names[place];
    values[count++] = folder->values[place];
  }
  *good &=
      symExprSubstitute(arena, expr, names, values, count, &result) == SYM_OK;
  return result;
}

static SymExpr dimOf(Folder *folder, MlirAttribute dim, bool *good) {
  return replaced(folder, symExprOf(folder->run->arena, dim), good);
}

/// Every dimension and fact of the cast holds; symbols of its `binds` that got
/// an extent are appended. `*sameType`: the result then has the input's type.
static bool isProved(Folder *folder, MlirOperation op, bool *sameType) {
  RelaxTensorInfo from, to;
  relaxExtentsInfo(mlirValueGetType(relaxMatchCastGetInput(op)), &from);
  relaxExtentsInfo(mlirValueGetType(mlirOperationGetResult(op, 0)), &to);
  MlirAttribute binds = relaxMatchCastGetBinds(op);
  MlirAttribute facts = relaxMatchCastGetFacts(op);
  bool good = true;
  *sameType = from.ranked && to.ranked;
  if (!to.ranked)
    return true;
  if (!from.ranked || from.rank != to.rank)
    return false;
  // Names first: another dimension may use one that a later one binds.
  for (intptr_t i = 0; i < to.rank; ++i) {
    StrRef name;
    if (!symAttributeIsSymbol(to.dims[i], &name) ||
        !relaxNamesHave(binds, name))
      continue;
    if (placeOf(folder, name) >= 0)
      continue;
    SymExpr extent = dimOf(folder, from.dims[i], &good);
    if (symExprIsUnknown(extent))
      return false;
    replaceSymbol(folder, name, extent);
  }
  for (intptr_t i = 0; good && i < to.rank; ++i) {
    SymExpr a = dimOf(folder, from.dims[i], &good);
    SymExpr b = dimOf(folder, to.dims[i], &good);
    *sameType &= symExprIdentical(a, b);
    good &= symExprIsUnknown(b) || factsEqual(&folder->facts, a, b);
  }
  for (intptr_t i = 0, e = bridgeLength(facts); good && i < e; ++i) {
    SymFact fact =
        symFactOf(folder->run->arena, mlirArrayAttrGetElement(facts, i));
    fact.lhs = replaced(folder, fact.lhs, &good);
    if (fact.kind != SYM_FACT_IN)
      fact.rhs = replaced(folder, fact.rhs, &good);
    good &= fact.likely || factsProve(&folder->facts, fact);
  }
  return good;
}

/// Symbols of an operation that are replaced.
typedef struct Mentioned {
  Folder *folder;
  StrRef *names;   // stb_ds
  SymExpr *values; // stb_ds
} Mentioned;

static void mention(StrRef name, void *userData) {
  Mentioned *mentioned = userData;
  ptrdiff_t place = placeOf(mentioned->folder, name);
  bool known = place < 0;
  for (ptrdiff_t i = 0; i < arrlen(mentioned->names); ++i)
    known |= strRefEqual(mentioned->names[i], name);
  if (known)
    return;
  arrput(mentioned->names, mentioned->folder->names[place]);
  arrput(mentioned->values, mentioned->folder->values[place]);
}

static MlirWalkResult mentionOf(MlirOperation op, void *userData) {
  symWalkDefinedSymbols(op, mention, userData);
  MlirAttribute attributes = bridgeAttributesOf(op);
  for (intptr_t i = 0, e = mlirDictionaryAttrGetNumElements(attributes); i < e;
       ++i)
    symWalkAttributeSymbols(
        mlirDictionaryAttrGetElement(attributes, i).attribute, mention,
        userData);
  return MlirWalkResultAdvance;
}

/// Puts the values in the place of the symbols that `op` mentions, also inside.
static MlirLogicalResult substitute(Folder *folder, MlirOperation op) {
  Mentioned mentioned = {folder, NULL, NULL};
  mlirOperationWalk(op, mentionOf, &mentioned, MlirWalkPreOrder);
  SymMap map = {folder->run->arena, mentioned.names, mentioned.values,
                arrlenu(mentioned.names), SYM_OK};
  SymStatus status = map.count ? symSubstitute(op, &map) : SYM_OK;
  arrfree(mentioned.names);
  arrfree(mentioned.values);
  if (status == SYM_OK)
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(op,
                           "the extents that casts find cannot stand in "
                           "the place of its symbols: %s",
                           symStatusText(status));
}

static void visit(Folder *folder, MlirOperation op) {
  ptrdiff_t before = arrlen(folder->names);
  bool sameType, unused;
  if (!relaxIsMatchCast(op)) {
    factsAddOf(&folder->facts, op);
    return;
  }
  MlirValue result = mlirOperationGetResult(op, 0);
  unused = !mlirValueGetFirstUse(result).ptr;
  if (isProved(folder, op, &sameType) && (sameType || unused)) {
    folder->run->counters[COUNT_FOLDED]++;
    folder->run->counters[COUNT_BOUND] +=
        (uint64_t)(arrlen(folder->names) - before);
    mlirValueReplaceAllUsesOfWith(result, relaxMatchCastGetInput(op));
    mlirOperationDestroy(op);
    return;
  }
  forget(folder, before);
  ++folder->run->counters[COUNT_KEPT];
  factsAddOf(&folder->facts, op);
}

/// What holds inside of a region is forgotten behind it.
static MlirLogicalResult foldRegion(Folder *folder, MlirOperation op,
                                    MlirRegion region) {
  size_t before = folder->facts.count;
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  if (!relaxIsFunc(op))
    factsAddRegion(&folder->facts, op, region);
  MlirBlock block = mlirRegionGetFirstBlock(region);
  for (MlirOperation inner = mlirBlockGetFirstOperation(block), next;
       inner.ptr && mlirLogicalResultIsSuccess(outcome); inner = next) {
    next = mlirOperationGetNextInBlock(inner);
    if (arrlen(folder->names) > 0)
      outcome = substitute(folder, inner);
    intptr_t regions = mlirOperationGetNumRegions(inner);
    for (intptr_t r = 0; mlirLogicalResultIsSuccess(outcome) && r < regions;
         ++r)
      outcome = foldRegion(folder, inner, mlirOperationGetRegion(inner, r));
    visit(folder, inner);
  }
  if (!relaxIsFunc(op))
    factsRewind(&folder->facts, before);
  return outcome;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  Folder folder = {.run = run, .facts = {.arena = run->arena}};
  factsIndexCreate(&folder.facts);
  factsAddOf(&folder.facts, run->op);
  MlirLogicalResult outcome =
      foldRegion(&folder, run->op, mlirOperationGetRegion(run->op, 0));
  factsIndexDestroy(&folder.facts);
  shfree(folder.places);
  arrfree(folder.names);
  arrfree(folder.values);
  return outcome;
}

const RelaxPass relaxFoldMatchCastPass = {
    .name = "relax-fold-match-cast",
    .summary = "remove checks that cannot fail",
    .documentation =
        "Removes a `relax.match_cast` whose every dimension and fact the facts "
        "of the function prove. A symbol that it binds is the extent of its "
        "input, and is replaced by it everywhere.\n"
        "\n"
        "A cast stays where it checks or binds what only the run knows, and "
        "where operations after it need the form that it gives a dimension: "
        "verifiers compare forms, not facts.\n",
    .anchor = "relax.func",
    .counters = {[COUNT_FOLDED] = "casts-folded",
                 [COUNT_BOUND] = "symbols-replaced",
                 [COUNT_KEPT] = "casts-kept"},
    .run = run,
};
