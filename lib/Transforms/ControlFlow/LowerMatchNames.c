//===- LowerMatchNames.c - names of a case as values ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Data.gen.h"
#include "dialects/Relax/Extents.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Tuple.gen.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/ControlFlow/LowerMatch.h"

#include <stb/stb_ds.h>

/// What a type binds: the names that no other type bound before.
typedef struct Fresh {
  const MatchLowering *l;
  MlirAttribute *names; // stb_ds
} Fresh;

static void collectFresh(StrRef name, void *userData) {
  Fresh *fresh = userData;
  if (!symNamesHave(fresh->l->bound, name) ||
      symNamesHave(fresh->l->done, name))
    return;
  for (ptrdiff_t i = 0; i < arrlen(fresh->names); ++i)
    if (strRefEqual(bridgeText(fresh->names[i]), name))
      return;
  arrput(fresh->names,
         mlirStringAttrGet(fresh->l->run->context, strRefToMlir(name)));
}

static void addDone(MatchLowering *l, MlirAttribute names) {
  MlirAttribute *all = NULL;
  MlirAttribute lists[] = {l->done, names};
  for (int k = 0; k < 2; ++k)
    for (intptr_t i = 0, e = bridgeLength(lists[k]); i < e; ++i)
      arrput(all, mlirArrayAttrGetElement(lists[k], i));
  l->done = mlirArrayAttrGet(l->run->context, arrlen(all), all);
  arrfree(all);
}

/// What the constructors say of names that are bound by now, or by `names`: an
/// array of facts, or null.
static MlirAttribute takeFacts(MatchLowering *l, MlirAttribute names) {
  MlirAttribute *now = NULL, *later = NULL; // stb_ds
  for (ptrdiff_t i = 0; i < arrlen(l->facts); ++i) {
    SymFact fact = symFactOf(l->run->arena, l->facts[i]);
    bool known = true;
    SymExpr sides[] = {fact.lhs, fact.rhs};
    for (int side = 0; side < 2; ++side)
      for (size_t s = 0; s < sides[side].numSymbols; ++s) {
        StrRef name = sides[side].symbols[s];
        known &= !symNamesHave(l->bound, name) || symNamesHave(l->done, name) ||
                 symNamesHave(names, name);
      }
    if (known)
      arrput(now, l->facts[i]);
    else
      arrput(later, l->facts[i]);
  }
  MlirAttribute taken = {NULL};
  if (arrlen(now))
    taken = mlirArrayAttrGet(l->run->context, arrlen(now), now);
  arrfree(now);
  arrfree(l->facts);
  l->facts = later;
  return taken;
}

static MlirValue castTensor(MatchLowering *l, MlirValue value, MlirType type,
                            MlirLocation loc) {
  Fresh fresh = {.l = l};
  symWalkBareDims(type, collectFresh, &fresh);
  RelaxMatchCastArgs args = {.input = value,
                             .numGiven = arrlen(l->given),
                             .given = l->given,
                             .resultType = type};
  if (arrlen(fresh.names))
    args.binds =
        mlirArrayAttrGet(l->run->context, arrlen(fresh.names), fresh.names);
  arrfree(fresh.names);
  args.facts = takeFacts(l, args.binds);
  MlirValue cast = graphInsert(&l->g, relaxMatchCastCreate(loc, &args));
  if (args.binds.ptr) {
    arrput(l->given, cast);
    addDone(l, args.binds);
  }
  return cast;
}

static MlirValue castTuple(MatchLowering *l, MlirValue value, MlirType type,
                           MlirLocation loc) {
  intptr_t count = mlirTupleTypeGetNumTypes(type);
  MlirValue *parts = ARENA_ARRAY(l->run->arena, MlirValue, count + 1);
  for (intptr_t i = 0; i < count; ++i) {
    RelaxTupleGetArgs get = {.tuple = value, .index = i};
    parts[i] = matchCast(l, graphInsert(&l->g, relaxTupleGetCreate(loc, &get)),
                         mlirTupleTypeGetType(type, i), loc);
  }
  RelaxTupleArgs tuple = {.numFields = count, .fields = parts};
  return graphInsert(&l->g, relaxTupleCreate(loc, &tuple));
}

MlirValue matchCast(MatchLowering *l, MlirValue value, MlirType type,
                    MlirLocation loc) {
  RelaxTensorInfo info;
  if (mlirTypeEqual(type, mlirValueGetType(value)))
    return value;
  if (relaxTupleParts(type, mlirValueGetType(value)))
    return castTuple(l, value, type, loc);
  // Data and functions have no extents: the type says less.
  return relaxExtentsInfo(type, &info) ? castTensor(l, value, type, loc)
                                       : value;
}

/// `value` as the argument has it: with its type, under its name.
static void bindName(MatchLowering *l, MlirValue value) {
  MlirValue argument = mlirBlockGetArgument(l->from, l->next++);
  MlirType type = mlirValueGetType(argument);
  if (!mlirTypeEqual(type, mlirValueGetType(value))) {
    value = matchCast(l, value, type, mlirValueGetLocation(argument));
  } else if (mlirValueIsAOpResult(value) &&
             !mlirOperationEqual(mlirOpResultGetOwner(value), l->match)) {
    MlirOperation maker = mlirOpResultGetOwner(value);
    if (relaxIsGetField(maker) || relaxIsTupleGet(maker))
      mlirOperationSetLocation(maker, mlirValueGetLocation(argument));
  }
  mlirValueReplaceAllUsesOfWith(argument, value);
}

static void bindParts(MatchLowering *l, MlirAttribute pattern,
                      MlirValue value) {
  RelaxPatternKind kind = relaxPatternKind(pattern);
  if (kind == RELAX_PATTERN_NAME)
    bindName(l, value);
  if (kind <= RELAX_PATTERN_ANY)
    return;
  for (intptr_t i = 0, e = relaxPatternNumParts(pattern); i < e; ++i) {
    MlirAttribute part = relaxPatternPart(pattern, i);
    if (relaxPatternNumNames(part))
      bindParts(l, part, matchGetPart(l, pattern, value, i));
  }
}

void matchBindNames(MatchLowering *l, intptr_t index) {
  MlirAttribute facts = relaxMatchCaseFacts(l->run->arena, l->match, index);
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(facts); i < e; ++i)
    arrput(l->facts, mlirArrayAttrGetElement(facts, i));
  bindParts(l, mlirArrayAttrGetElement(relaxMatchGetPatterns(l->match), index),
            relaxMatchGetValue(l->match));
  arrfree(l->facts);
}
