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
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Sym/Clone.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Bridge/Core/ResultNames.h"
#include "lib/Bridge/Core/Values.h"
#include "lib/Transforms/ControlFlow/LowerEach.h"

#include <stb/stb_ds.h>

enum { COUNT_MATCHES, COUNT_UNREACHABLE };

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

MlirValue *matchMoveRegion(MatchLowering *l, intptr_t index) {
  l->from = bridgeBlock(l->match, index);
  MlirOperation end = mlirBlockGetTerminator(l->from);
  for (MlirOperation op = mlirBlockGetFirstOperation(l->from), next;
       !mlirOperationEqual(op, end); op = next) {
    next = mlirOperationGetNextInBlock(op);
    mlirOperationRemoveFromParent(op);
    graphInsertCheck(&l->g, op);
  }
  MlirValue *values = bridgeOperands(l->run->arena, end);
  mlirOperationDestroy(end);
  return values;
}

MlirValue *matchMoveCase(MatchLowering *l, intptr_t index) {
  l->from = bridgeBlock(l->match, index);
  l->next = 0;
  l->done = (MlirAttribute){NULL};
  arrsetlen(l->given, 0);
  matchBindNames(l, index);
  return matchMoveRegion(l, index);
}

/// The types of the results without the symbols that the match binds.
static MlirType *innerTypes(MatchLowering *l) {
  intptr_t count = mlirOperationGetNumResults(l->match);
  MlirAttribute binds = relaxMatchGetBinds(l->match);
  MlirType *types = ARENA_ARRAY(l->run->arena, MlirType, count + 1);
  RelaxMatch open = {.arena = l->run->arena};
  for (intptr_t i = 0, e = bridgeLength(binds); i < e; ++i)
    relaxMatchAddExpr(&open, bridgeTextAt(binds, i),
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
    args.resultsTypes = bridgeResultTypes(l->run->arena, l->match);
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
  return bridgeResults(l->run->arena, op);
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
  MlirType type = mlirValueGetType(mlirOperationGetResult(l->match, index));
  return matchCast(l, value, type, mlirOperationGetLocation(l->match));
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
  MlirAttribute *patterns = bridgeElements(arena, all, 0);
  RelaxAdtScope scope = {match, NULL};
  int64_t budget = RELAX_PATTERN_BUDGET;
  uint64_t unreachable = 0;
  for (intptr_t i = 0; i < count; ++i) {
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
    .counters = {"matches", "unreachable-cases"},
    .traits = RELAX_PASS_ASKS | RELAX_PASS_REQUIRED,
    .run = run,
};
