//===- LowerMatch.c - cases become branches -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Cases are tried in order. A pattern is one condition, whose parts are asked
// inside of branches, so that a field is only read where it is there; what is
// behind a pattern is written once.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/ControlFlow/LowerMatch.h"
#include "dialects/Relax/Data.gen.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Relax/Tuple.gen.h"
#include "dialects/Sym/Clone.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/ResultNames.h"
#include "lib/Transforms/ControlFlow/LowerEach.h"

#include <stb/stb_ds.h>

enum { COUNT_MATCHES, COUNT_UNREACHABLE };

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// What the type of a name binds: the names that no other name bound before.
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
    if (strRefEqual(strRefFromMlir(mlirStringAttrGetValue(fresh->names[i])),
                    name))
      return;
  arrput(fresh->names,
         mlirStringAttrGet(fresh->l->run->context, strRefToMlir(name)));
}

static void addDone(MatchLowering *l, MlirAttribute names) {
  MlirAttribute *all = NULL;
  MlirAttribute lists[] = {l->done, names};
  for (int k = 0; k < 2; ++k)
    for (intptr_t i = 0,
                  e = lists[k].ptr ? mlirArrayAttrGetNumElements(lists[k]) : 0;
         i < e; ++i)
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

/// `value` as the argument has it: with its type, under its name.
static void bindName(MatchLowering *l, MlirValue value) {
  MlirValue argument = mlirBlockGetArgument(l->from, l->next++);
  MlirType type = mlirValueGetType(argument);
  if (!mlirTypeEqual(type, mlirValueGetType(value))) {
    Fresh fresh = {.l = l};
    symWalkBareDims(type, collectFresh, &fresh);
    RelaxMatchCastArgs args = {.input = value,
                               .numGiven = arrlen(l->given),
                               .given = l->given,
                               .resultType = type};
    if (arrlen(fresh.names))
      args.binds =
          mlirArrayAttrGet(l->run->context, arrlen(fresh.names), fresh.names);
    args.facts = takeFacts(l, args.binds);
    value = graphInsert(
        &l->g, relaxMatchCastCreate(mlirValueGetLocation(argument), &args));
    if (args.binds.ptr) {
      arrput(l->given, value);
      addDone(l, args.binds);
    }
    arrfree(fresh.names);
  } else if (mlirValueIsAOpResult(value) &&
             !mlirOperationEqual(mlirOpResultGetOwner(value), l->match)) {
    MlirOperation maker = mlirOpResultGetOwner(value);
    if (relaxIsGetField(maker) || relaxIsTupleGet(maker))
      mlirOperationSetLocation(maker, mlirValueGetLocation(argument));
  }
  mlirValueReplaceAllUsesOfWith(argument, value);
}

static void bindNames(MatchLowering *l, MlirAttribute pattern,
                      MlirValue value) {
  RelaxPatternKind kind = relaxPatternKind(pattern);
  if (kind == RELAX_PATTERN_NAME)
    bindName(l, value);
  if (kind <= RELAX_PATTERN_ANY)
    return;
  for (intptr_t i = 0, e = relaxPatternNumParts(pattern); i < e; ++i) {
    MlirAttribute part = relaxPatternPart(pattern, i);
    if (relaxPatternNumNames(part))
      bindNames(l, part, matchGetPart(l, pattern, value, i));
  }
}

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

MlirValue *matchMoveRegion(MatchLowering *l, intptr_t index) {
  intptr_t count = mlirOperationGetNumResults(l->match);
  MlirValue *values = ARENA_ARRAY(l->run->arena, MlirValue, count + 1);
  l->from = mlirRegionGetFirstBlock(mlirOperationGetRegion(l->match, index));
  MlirOperation end = mlirBlockGetTerminator(l->from);
  for (MlirOperation op = mlirBlockGetFirstOperation(l->from), next;
       !mlirOperationEqual(op, end); op = next) {
    next = mlirOperationGetNextInBlock(op);
    mlirOperationRemoveFromParent(op);
    graphInsertCheck(&l->g, op);
  }
  for (intptr_t i = 0; i < count; ++i)
    values[i] = relaxYieldGetValues(end, i);
  mlirOperationDestroy(end);
  return values;
}

MlirValue *matchMoveCase(MatchLowering *l, intptr_t index) {
  l->from = mlirRegionGetFirstBlock(mlirOperationGetRegion(l->match, index));
  l->next = 0;
  l->done = (MlirAttribute){NULL};
  arrsetlen(l->given, 0);
  MlirAttribute facts = relaxMatchCaseFacts(l->run->arena, l->match, index);
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(facts); i < e; ++i)
    arrput(l->facts, mlirArrayAttrGetElement(facts, i));
  bindNames(l, mlirArrayAttrGetElement(relaxMatchGetPatterns(l->match), index),
            relaxMatchGetValue(l->match));
  arrfree(l->facts);
  return matchMoveRegion(l, index);
}

/// The types of the results without the symbols that the match binds.
static MlirType *innerTypes(MatchLowering *l) {
  intptr_t count = mlirOperationGetNumResults(l->match);
  MlirAttribute binds = relaxMatchGetBinds(l->match);
  MlirType *types = ARENA_ARRAY(l->run->arena, MlirType, count + 1);
  RelaxMatch open = {.arena = l->run->arena};
  for (intptr_t i = 0, e = binds.ptr ? mlirArrayAttrGetNumElements(binds) : 0;
       i < e; ++i)
    relaxMatchAddExpr(&open,
                      strRefFromMlir(mlirStringAttrGetValue(
                          mlirArrayAttrGetElement(binds, i))),
                      symExprUnknown(l->run->arena));
  for (intptr_t i = 0; i < count; ++i)
    types[i] = relaxMatchSubstitute(
        &open, mlirValueGetType(mlirOperationGetResult(l->match, i)));
  return types;
}

/// A value of which it is not known that a case fits has to fit the last one.
static void checkLast(MatchLowering *l, MlirValue fits) {
  MlirContext context = l->run->context;
  Arena *arena = l->run->arena;
  StrRef *used;
  size_t numUsed = symNamesIn(symFunctionOf(l->match), arena, &used);
  StrRef name = symFreshName(arena, strRefFromC("fits"), used, numUsed);
  MlirAttribute one = symConstAttribute(context, 1);
  MlirAttribute dim = symSymbolAttribute(context, name);
  MlirAttribute text = mlirStringAttrGet(context, strRefToMlir(name));
  MlirValue number = graphCast(&l->g, fits, mlirIntegerTypeGet(context, 64));
  RelaxTensorToShapeArgs shape = {
      .input = graphReshape(&l->g, number, 1, &one),
      .binds = mlirArrayAttrGet(context, 1, &text),
      .resultType = relaxShapeTypeGet(context, true, 1, &dim)};
  MlirValue extents =
      graphInsert(&l->g, relaxTensorToShapeCreate(l->g.loc, &shape));
  SymFact fact = {.kind = SYM_FACT_LE,
                  .lhs = symExprConst(arena, 1),
                  .rhs = symExprSymbol(arena, name)};
  MlirAttribute holds = symFactToAttribute(context, fact);
  RelaxCheckArgs check = {.numGiven = 1,
                          .given = &extents,
                          .facts = mlirArrayAttrGet(context, 1, &holds),
                          .subject = matchPartialSubject(l)};
  graphInsertCheck(&l->g, relaxCheckCreate(l->g.loc, &check));
}

static MlirValue *lowerCases(MatchLowering *l, intptr_t index);

/// One case, and all behind it.
static MlirValue *branch(MatchLowering *l, intptr_t index, MlirValue fits) {
  intptr_t count = mlirOperationGetNumResults(l->match);
  RelaxIfArgs args = {.condition = fits,
                      .numResultsTypes = count,
                      .resultsTypes = innerTypes(l)};
  MlirLocation loc = graphPlace(&l->g, "case");
  if (index == 0) {
    MlirType *types = ARENA_ARRAY(l->run->arena, MlirType, count + 1);
    for (intptr_t i = 0; i < count; ++i)
      types[i] = mlirValueGetType(mlirOperationGetResult(l->match, i));
    args.resultsTypes = types;
    args.binds = relaxMatchGetBinds(l->match);
    args.facts = relaxMatchGetFacts(l->match);
    loc = mlirOperationGetLocation(l->match);
  }
  MlirOperation op = matchCreateIf(l, loc, args);
  for (intptr_t r = 0; r < 2; ++r) {
    GraphBuilder outer = matchEnter(l, op, r);
    matchYield(l, count,
               r ? lowerCases(l, index + 1) : matchMoveCase(l, index));
    matchLeave(l, outer);
  }
  MlirValue *values = ARENA_ARRAY(l->run->arena, MlirValue, count + 1);
  for (intptr_t i = 0; i < count; ++i)
    values[i] = mlirOperationGetResult(op, i);
  return values;
}

/// The cases from `index` on at the place of the builder: what the one that
/// fits yields.
static MlirValue *lowerCases(MatchLowering *l, intptr_t index) {
  MlirAttribute patterns = relaxMatchGetPatterns(l->match);
  bool isLast = index + 1 == mlirArrayAttrGetNumElements(patterns);
  MlirValue fits = {NULL};
  if (!isLast || relaxMatchGetPartial(l->match))
    fits = matchTest(l, mlirArrayAttrGetElement(patterns, index),
                     relaxMatchGetValue(l->match));
  if (fits.ptr && !isLast)
    return branch(l, index, fits);
  if (fits.ptr)
    checkLast(l, fits);
  return matchMoveCase(l, index);
}

/// What stands for result `index` of the match: with its type.
static MlirValue asResult(MatchLowering *l, intptr_t index, MlirValue value) {
  MlirValue result = mlirOperationGetResult(l->match, index);
  if (mlirTypeEqual(mlirValueGetType(result), mlirValueGetType(value)))
    return value;
  Fresh fresh = {.l = l};
  symWalkBareDims(mlirValueGetType(result), collectFresh, &fresh);
  RelaxMatchCastArgs args = {.input = value,
                             .numGiven = arrlen(l->given),
                             .given = l->given,
                             .resultType = mlirValueGetType(result)};
  if (arrlen(fresh.names)) {
    args.binds =
        mlirArrayAttrGet(l->run->context, arrlen(fresh.names), fresh.names);
    addDone(l, args.binds);
  }
  arrfree(fresh.names);
  MlirValue cast = graphInsert(
      &l->g, relaxMatchCastCreate(mlirOperationGetLocation(l->match), &args));
  arrput(l->given, cast);
  return cast;
}

MatchLowering matchBegin(RelaxPassRun *run, MlirOperation op) {
  StrRef name = mlirOperationGetNumResults(op) ? bridgeResultName(op, 0)
                                               : (StrRef){NULL, 0};
  return (MatchLowering){.run = run,
                         .g = {.context = run->context,
                               .arena = run->arena,
                               .before = op,
                               .loc = mlirOperationGetLocation(op),
                               .name = arenaCopyString(run->arena, name)},
                         .match = op,
                         .scope = {op, NULL},
                         .bound = symRegionBinds(op)};
}

MlirLogicalResult matchReplace(MatchLowering *l, const MlirValue *values,
                               MlirAttribute binds) {
  l->bound = binds;
  l->done = (MlirAttribute){NULL};
  arrsetlen(l->given, 0);
  for (intptr_t i = 0, e = mlirOperationGetNumResults(l->match); i < e; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(l->match, i),
                                  asResult(l, i, values[i]));
  arrfree(l->given);
  mlirOperationDestroy(l->match);
  return l->g.failed ? mlirLogicalResultFailure() : mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

uint64_t matchWarnUnreachable(Arena *arena, MlirOperation match) {
  MlirAttribute all = relaxMatchGetPatterns(match);
  intptr_t count = mlirArrayAttrGetNumElements(all);
  MlirAttribute *patterns = ARENA_ARRAY(arena, MlirAttribute, count + 1);
  RelaxAdtScope scope = {match, NULL};
  int64_t budget = RELAX_PATTERN_BUDGET;
  uint64_t unreachable = 0;
  for (intptr_t i = 0; i < count; ++i) {
    patterns[i] = mlirArrayAttrGetElement(all, i);
    if (relaxPatternUseful(arena, &scope,
                           mlirValueGetType(relaxMatchGetValue(match)), i,
                           patterns, &budget))
      continue;
    bridgeEmitWarning(mlirOperationGetLocation(match),
                      "'relax.match' "
                      "case %ld never runs: those before it fit every value "
                      "that it fits",
                      (long)i);
    ++unreachable;
  }
  return unreachable;
}

static MlirLogicalResult lower(RelaxPassRun *run, MlirOperation match) {
  MatchLowering l = matchBegin(run, match);
  run->counters[COUNT_UNREACHABLE] += matchWarnUnreachable(run->arena, match);
  MlirValue *values = lowerCases(&l, 0);
  ++run->counters[COUNT_MATCHES];
  return matchReplace(&l, values, relaxMatchGetBinds(match));
}

static MlirLogicalResult run(RelaxPassRun *run) {
  return lowerEach(run, relaxIsMatch, lower);
}

static const char *const counters[] = {"matches", "unreachable-cases"};

const RelaxPass relaxLowerMatchPass = {
    .name = "relax-lower-match",
    .summary =
        "write matches with relax.is_constructor, relax.get_field and relax.if",
    .documentation =
        "Cases are tried in order; a field is read inside of the branch where "
        "it is there. Names with symbols that the case binds become "
        "`relax.match_cast`, with what the constructors say of them. A case "
        "that never runs is a warning. The "
        "reference interpreter runs `relax.match` itself.\n",
    .anchor = "relax.func",
    .counters = counters,
    .numCounters = 2,
    .traits = RELAX_PASS_ASKS | RELAX_PASS_REQUIRED,
    .run = run,
};
