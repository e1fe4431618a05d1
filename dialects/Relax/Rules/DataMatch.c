//===- DataMatch.c - rules of relax.match ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Data.h"
#include "dialects/Relax/Dims.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Relax/Rules/ControlFlow.h"
#include "lib/Bridge/Core/Blocks.h"

#include <stb/stb_ds.h>

/// A case, whose names have the types of the parts of the value.
typedef struct Case {
  MlirOperation op;
  intptr_t index;
  const RelaxAdtScope *scope;
  MlirBlock block;
  RelaxMatch match; // own symbols of constructors
  MlirType *types;  // of the names, by the declarations; arena
  intptr_t numNames;
  MlirAttribute *facts; // stb_ds: over own symbols of constructors
  int instance;
} Case;

static MlirLogicalResult wrongPattern(const Case *arm, MlirType type,
                                      const char *what) {
  return bridgeEmitOpError(arm->op, "case %ld: %s does not fit %s",
                           (long)arm->index, what,
                           relaxTypeText(arm->match.arena, type));
}

static MlirLogicalResult collect(Case *arm, MlirAttribute pattern,
                                 MlirType type);

static MlirLogicalResult collectParts(Case *arm, MlirAttribute pattern,
                                      const MlirType *types) {
  intptr_t count = relaxPatternNumParts(pattern);
  for (intptr_t i = 0; i < count; ++i)
    if (mlirLogicalResultIsFailure(
            collect(arm, relaxPatternPart(pattern, i), types[i])))
      return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult collectConstructor(Case *arm, MlirAttribute pattern,
                                            MlirType type) {
  RelaxConstructor constructor;
  MlirAttribute own;
  StrRef name = relaxPatternConstructor(pattern);
  if (!relaxIsAdtType(type))
    return wrongPattern(arm, type, "a constructor");
  if (!relaxConstructorOf(arm->op, arm->scope, type, name, &constructor))
    return mlirLogicalResultFailure();
  intptr_t parts = relaxPatternNumParts(pattern);
  if (parts != constructor.numFields)
    return bridgeEmitOpError(
        arm->op, "case %ld: '@%.*s' has %ld fields, got %ld patterns",
        (long)arm->index, SPREAD(name), (long)constructor.numFields,
        (long)parts);
  MlirType *types = relaxConstructorFields(arm->match.arena, constructor, type,
                                           ++arm->instance, &own);
  intptr_t first = arm->numNames;
  // What the names below say of the constructor's own symbols.
  for (intptr_t i = 0, at = first; i < parts; ++i) {
    MlirAttribute part = relaxPatternPart(pattern, i);
    intptr_t names = relaxPatternNumNames(part);
    if (relaxPatternKind(part) == RELAX_PATTERN_NAME &&
        at < mlirBlockGetNumArguments(arm->block))
      relaxMatchType(&arm->match, types[i],
                     mlirValueGetType(mlirBlockGetArgument(arm->block, at)),
                     own);
    at += names;
  }
  MlirAttribute facts =
      relaxConstructorFacts(arm->match.arena, constructor, type, arm->instance);
  for (intptr_t i = 0, e = facts.ptr ? mlirArrayAttrGetNumElements(facts) : 0;
       i < e; ++i)
    arrput(arm->facts, mlirArrayAttrGetElement(facts, i));
  return collectParts(arm, pattern, types);
}

static MlirLogicalResult collect(Case *arm, MlirAttribute pattern,
                                 MlirType type) {
  switch (relaxPatternKind(pattern)) {
  case RELAX_PATTERN_NAME:
    arm->types[arm->numNames++] = type;
    return mlirLogicalResultSuccess();
  case RELAX_PATTERN_ANY:
    return mlirLogicalResultSuccess();
  case RELAX_PATTERN_CONSTRUCTOR:
    return collectConstructor(arm, pattern, type);
  case RELAX_PATTERN_TUPLE: {
    intptr_t parts = relaxPatternNumParts(pattern);
    if (!mlirTypeIsATuple(type) || mlirTupleTypeGetNumTypes(type) != parts)
      return wrongPattern(arm, type, "a tuple of that length");
    MlirType *types = ARENA_ARRAY(arm->match.arena, MlirType, parts + 1);
    for (intptr_t i = 0; i < parts; ++i)
      types[i] = mlirTupleTypeGetType(type, i);
    return collectParts(arm, pattern, types);
  }
  case RELAX_PATTERN_WRONG:
    break;
  }
  return bridgeEmitOpError(arm->op, "case %ld: expected a pattern",
                           (long)arm->index);
}

/// A name's type says what the declaration says; symbols that the case binds
/// stand for any extent.
static MlirLogicalResult checkNames(Case *arm) {
  Arena *arena = arm->match.arena;
  MlirAttribute binds = symRegionBinds(arm->op);
  RelaxMatch open = {.arena = arena};
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(binds); i < e; ++i)
    relaxMatchAddExpr(&open, bridgeText(mlirArrayAttrGetElement(binds, i)),
                      symExprUnknown(arena));
  intptr_t count = mlirBlockGetNumArguments(arm->block);
  if (count != arm->numNames)
    return bridgeEmitOpError(
        arm->op,
        "case %ld: the pattern has %ld names, but the region %ld arguments",
        (long)arm->index, (long)arm->numNames, (long)count);
  for (intptr_t i = 0; i < count; ++i) {
    MlirType got = mlirValueGetType(mlirBlockGetArgument(arm->block, i));
    MlirType want = relaxMatchSubstitute(&arm->match, arm->types[i]);
    MlirType known = relaxMatchSubstitute(&open, want);
    MlirType said = relaxMatchSubstitute(&open, got);
    if (!want.ptr || !known.ptr || !said.ptr ||
        !relaxTypeForgets(known, said)) {
      StrBuf what = {0};
      strBufAppendFormat(&what, "case %ld, name", (long)arm->index);
      MlirLogicalResult outcome = relaxMatchDiffer(
          &arm->match, arm->op, strBufText(&what), i, want, got, "");
      strBufFree(&what);
      return outcome;
    }
  }
  return mlirLogicalResultSuccess();
}

static MlirAttribute patternOf(MlirOperation match, intptr_t index) {
  return mlirArrayAttrGetElement(relaxMatchGetPatterns(match), index);
}

static Case beginCase(Arena *arena, MlirOperation op, intptr_t index,
                      const RelaxAdtScope *scope) {
  intptr_t numNames = relaxPatternNumNames(patternOf(op, index));
  return (Case){.op = op,
                .index = index,
                .scope = scope,
                .match = {.arena = arena},
                .block = bridgeBlock(op, index),
                .types = ARENA_ARRAY(arena, MlirType, numNames + 1)};
}

static MlirLogicalResult verifyCase(MlirOperation op, intptr_t index,
                                    const RelaxAdtScope *scope) {
  Arena *arena = arenaCreate();
  Case arm = beginCase(arena, op, index, scope);
  MlirLogicalResult outcome = collect(&arm, patternOf(op, index),
                                      mlirValueGetType(relaxMatchGetValue(op)));
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = checkNames(&arm);
  arrfree(arm.facts);
  arenaDestroy(arena);
  return outcome;
}

MlirAttribute relaxMatchCaseFacts(Arena *arena, MlirOperation match,
                                  intptr_t index) {
  RelaxAdtScope scope = {match, NULL};
  Case arm = beginCase(arena, match, index, &scope);
  collect(&arm, patternOf(match, index), // verified
          mlirValueGetType(relaxMatchGetValue(match)));
  intptr_t count = 0;
  MlirContext context = mlirOperationGetContext(match);
  MlirAttribute *list = ARENA_ARRAY(arena, MlirAttribute, arrlen(arm.facts));
  for (ptrdiff_t i = 0; i < arrlen(arm.facts); ++i) {
    SymFact fact = symFactOf(arena, arm.facts[i]);
    if (relaxMatchKnowsAll(&arm.match, fact.lhs) &&
        relaxMatchKnowsAll(&arm.match, fact.rhs) &&
        symFactSubstitute(arena, fact, arm.match.names, arm.match.values,
                          arm.match.count, &fact) == SYM_OK &&
        !symExprIsUnknown(fact.lhs) && !symExprIsUnknown(fact.rhs))
      list[count++] = symFactToAttribute(context, fact);
  }
  arrfree(arm.facts);
  return mlirArrayAttrGet(context, count, list);
}

static MlirAttribute *patternsOf(Arena *arena, MlirOperation op,
                                 intptr_t *count) {
  MlirAttribute all = relaxMatchGetPatterns(op);
  *count = mlirArrayAttrGetNumElements(all);
  MlirAttribute *patterns = ARENA_ARRAY(arena, MlirAttribute, *count + 1);
  for (intptr_t i = 0; i < *count; ++i)
    patterns[i] = mlirArrayAttrGetElement(all, i);
  return patterns;
}

static MlirLogicalResult verifyExhaustive(MlirOperation op,
                                          const RelaxAdtScope *scope) {
  Arena *arena = arenaCreate();
  intptr_t count;
  int64_t budget = RELAX_PATTERN_BUDGET;
  MlirAttribute *patterns = patternsOf(arena, op, &count);
  StrRef missing = relaxPatternMissing(arena, scope,
                                       mlirValueGetType(relaxMatchGetValue(op)),
                                       count, patterns, &budget);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  if (budget <= 0)
    outcome = bridgeEmitOpError(
        op, "the cases are too many to see that none is missing: end with "
            "'case _', or write 'relax.match partial'");
  else if (missing.length)
    outcome = bridgeEmitOpError(
        op,
        "no case for '%.*s'; add it, or write 'relax.match partial' where it "
        "cannot come",
        SPREAD(missing));
  arenaDestroy(arena);
  return outcome;
}

MlirLogicalResult relaxMatchVerify(MlirOperation op) {
  intptr_t regions = mlirOperationGetNumRegions(op);
  intptr_t patterns = mlirArrayAttrGetNumElements(relaxMatchGetPatterns(op));
  if (regions != patterns)
    return bridgeEmitOpError(op, "has %ld patterns, but %ld cases",
                             (long)patterns, (long)regions);
  if (!regions)
    return bridgeEmitOpError(op, "expected at least one case");
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (intptr_t r = 0; mlirLogicalResultIsSuccess(outcome) && r < regions;
       ++r) {
    StrBuf name = {0};
    strBufAppendFormat(&name, "case %ld", (long)r);
    outcome = relaxVerifyYield(op, r, strBufText(&name), relaxMatchGetBinds(op),
                               (MlirAttribute){NULL}, false);
    strBufFree(&name);
  }
  return outcome;
}

MlirLogicalResult relaxMatchVerifySymbols(MlirOperation op,
                                          BridgeSymbolTables tables) {
  RelaxAdtScope scope = {op, &tables};
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r)
    if (mlirLogicalResultIsFailure(verifyCase(op, r, &scope)))
      return mlirLogicalResultFailure();
  return relaxMatchGetPartial(op) ? mlirLogicalResultSuccess()
                                  : verifyExhaustive(op, &scope);
}
