//===- ControlFlow.c - rules of branches, loops and versions --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// docs/language/symbols.md, rules 3 and 7: initial values and yields match the
// entry types under one substitution, results under another. Where symbols hold
// is Scope.c. The operations inside are not verified yet: terminators may be
// missing.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Rules/ControlFlow.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Match.h"
#include "dialects/Sym/Region.h"
#include "lib/Bridge/Core/Blocks.h"

/// The `relax.yield` (or other terminator) at the end of a region, or null.
static MlirOperation endOf(MlirOperation op, intptr_t region,
                           bool (*is)(MlirOperation)) {
  MlirOperation end = mlirBlockGetTerminator(bridgeBlock(op, region));
  return end.ptr && is(end) ? end : (MlirOperation){NULL};
}

static MlirLogicalResult missingEnd(MlirOperation op, const char *region,
                                    const char *end) {
  return bridgeEmitOpError(op, "%s: expected '%s' at the end", region, end);
}

static MlirLogicalResult wrongCount(MlirOperation op, const char *region,
                                    const char *what, intptr_t want,
                                    intptr_t got) {
  return bridgeEmitOpError(op, "%s: expected %ld %s, got %ld", region,
                           (long)want, what, (long)got);
}

/// Values that go where types are declared: `count` of them; the symbols of
/// `binds` in what is declared stand for extents of the values.
typedef struct Passing {
  MlirOperation reporter;
  const char *what, *hint; // "value", and what to do
  bool blameDeclared;      // the declaration has to follow the values
  intptr_t count;
  MlirType (*declared)(MlirOperation owner, intptr_t region, intptr_t index);
  MlirOperation owner;
  intptr_t region;
  MlirValue (*value)(MlirOperation from, intptr_t index);
  MlirOperation from;
  MlirAttribute binds;
  MlirAttribute guard; // facts under which types are compared, or null
  bool strict;         // without what only a check shows
} Passing;

static MlirType argumentType(MlirOperation owner, intptr_t region,
                             intptr_t index) {
  return mlirValueGetType(
      mlirBlockGetArgument(bridgeBlock(owner, region), index));
}

static MlirType resultType(MlirOperation owner, intptr_t region,
                           intptr_t index) {
  (void)region;
  return mlirValueGetType(mlirOperationGetResult(owner, index));
}

static MlirLogicalResult verifyPassing(const Passing *passing) {
  RelaxMatch match = {.arena = arenaCreate()};
  RelaxMatch equations = {.arena = match.arena};
  size_t next = 0;
  relaxMatchEquations(&equations, passing->guard);
  for (intptr_t i = 0; passing->binds.ptr && i < passing->count; ++i)
    relaxMatchType(
        &match, passing->declared(passing->owner, passing->region, i),
        mlirValueGetType(passing->value(passing->from, i)), passing->binds);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (intptr_t i = 0;
       mlirLogicalResultIsSuccess(outcome) && i < passing->count; ++i) {
    MlirType formal = passing->declared(passing->owner, passing->region, i);
    MlirType got = mlirValueGetType(passing->value(passing->from, i));
    MlirType want = relaxMatchSubstitute(&match, formal);
    MlirType known = want.ptr ? relaxMatchSubstitute(&equations, want) : want;
    MlirType given = relaxMatchSubstitute(&equations, got);
    if (given.ptr && relaxMatchOperandFits(&match, formal, known, given, &next))
      continue;
    bool checkable = given.ptr && !passing->blameDeclared &&
                     relaxMatchCheckShows(formal, known, given);
    if (!checkable || passing->strict)
      outcome = relaxMatchDiffer(&match, passing->reporter, passing->what, i,
                                 passing->blameDeclared ? got : want,
                                 passing->blameDeclared ? want : got,
                                 checkable ? relaxCheckHint : passing->hint);
  }
  arenaDestroy(match.arena);
  return outcome;
}

MlirLogicalResult relaxVerifyYield(MlirOperation op, intptr_t region,
                                   const char *name, MlirAttribute binds,
                                   MlirAttribute guard, bool strict) {
  MlirOperation yield = endOf(op, region, relaxIsYield);
  intptr_t count = mlirOperationGetNumResults(op);
  if (!yield.ptr)
    return missingEnd(op, name, "relax.yield");
  if (relaxYieldGetNumValues(yield) != count)
    return wrongCount(yield, name, "values", count,
                      relaxYieldGetNumValues(yield));
  Passing passing = {.reporter = yield,
                     .what = "value",
                     .hint =
                         "; if they are equal, say so with 'relax.match_cast'",
                     .strict = strict,
                     .count = count,
                     .declared = resultType,
                     .owner = op,
                     .value = relaxYieldGetValues,
                     .from = yield,
                     .binds = binds,
                     .guard = guard};
  return verifyPassing(&passing);
}

//===----------------------------------------------------------------------===//
// if
//===----------------------------------------------------------------------===//

static MlirLogicalResult verifyIf(MlirOperation op, bool strict) {
  static const char *const names[] = {"the first region", "the 'else' region"};
  MlirAttribute none = {NULL};
  for (intptr_t r = 0; r < 2; ++r) {
    intptr_t arguments = mlirBlockGetNumArguments(bridgeBlock(op, r));
    if (arguments)
      return wrongCount(op, names[r], "arguments", 0, arguments);
    if (mlirLogicalResultIsFailure(relaxVerifyYield(
            op, r, names[r], relaxIfGetBinds(op), none, strict)))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxIfVerify(MlirOperation op) {
  return verifyIf(op, false);
}

//===----------------------------------------------------------------------===//
// while
//===----------------------------------------------------------------------===//

/// Values enter the regions, at the start or for the next round.
static MlirLogicalResult
verifyEntering(MlirOperation op, MlirOperation from, const char *what,
               MlirValue (*value)(MlirOperation, intptr_t), MlirAttribute bound,
               bool strict) {
  Passing passing = {.reporter = from,
                     .what = what,
                     .count = mlirBlockGetNumArguments(bridgeBody(op)),
                     .declared = argumentType,
                     .owner = op,
                     .value = value,
                     .from = from,
                     .binds = bound,
                     .strict = strict,
                     .hint =
                         "; if they are equal, say so with 'relax.match_cast'"};
  return verifyPassing(&passing);
}

/// The results are the entry's types where the region's symbols are the
/// operation's own, or nothing is known of them.
static MlirLogicalResult verifyResults(MlirOperation op, MlirAttribute bound) {
  MlirBlock entry = bridgeBody(op);
  intptr_t count = mlirOperationGetNumResults(op);
  RelaxMatch match = {.arena = arenaCreate()};
  for (intptr_t i = 0; i < count; ++i)
    relaxMatchBind(&match, mlirValueGetType(mlirBlockGetArgument(entry, i)),
                   mlirValueGetType(mlirOperationGetResult(op, i)), bound,
                   relaxWhileGetBinds(op));
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (intptr_t i = 0; mlirLogicalResultIsSuccess(outcome) && i < count; ++i) {
    MlirType want = relaxMatchSubstitute(
        &match, mlirValueGetType(mlirBlockGetArgument(entry, i)));
    MlirType got = mlirValueGetType(mlirOperationGetResult(op, i));
    if (!want.ptr || !relaxTypeForgets(want, got))
      outcome = relaxMatchDiffer(&match, op, "result", i, want, got, "");
  }
  arenaDestroy(match.arena);
  return outcome;
}

static MlirLogicalResult verifyCounts(MlirOperation op, MlirOperation yield) {
  intptr_t count = relaxWhileGetNumInits(op);
  intptr_t results = mlirOperationGetNumResults(op);
  if (results != count)
    return bridgeEmitOpError(op, "has %ld initial values, but %ld results",
                             (long)count, (long)results);
  for (intptr_t r = 0; r < 2; ++r) {
    intptr_t arguments = mlirBlockGetNumArguments(bridgeBlock(op, r));
    if (arguments != count)
      return wrongCount(op, r ? "the body" : "the condition", "arguments",
                        count, arguments);
  }
  if (relaxYieldGetNumValues(yield) != count)
    return wrongCount(yield, "the body", "values", count,
                      relaxYieldGetNumValues(yield));
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult verifyWhile(MlirOperation op, bool strict) {
  if (!endOf(op, 0, relaxIsCondition).ptr)
    return missingEnd(op, "the condition", "relax.condition");
  MlirOperation yield = endOf(op, 1, relaxIsYield);
  if (!yield.ptr)
    return missingEnd(op, "the body", "relax.yield");
  if (mlirLogicalResultIsFailure(verifyCounts(op, yield)))
    return mlirLogicalResultFailure();
  for (intptr_t i = 0, e = relaxWhileGetNumInits(op); i < e; ++i)
    if (!mlirTypeEqual(
            mlirValueGetType(mlirBlockGetArgument(bridgeBody(op), i)),
            mlirValueGetType(mlirBlockGetArgument(bridgeBlock(op, 1), i))))
      return bridgeEmitOpError(op,
                               "argument %ld: the condition and the body have "
                               "different types for it",
                               (long)i);
  MlirAttribute bound = symRegionBinds(op);
  if (mlirLogicalResultIsFailure(verifyEntering(
          op, op, "initial value", relaxWhileGetInits, bound, strict)) ||
      mlirLogicalResultIsFailure(verifyEntering(
          op, yield, "value", relaxYieldGetValues, bound, strict)))
    return mlirLogicalResultFailure();
  return verifyResults(op, bound);
}

MlirLogicalResult relaxWhileVerify(MlirOperation op) {
  return verifyWhile(op, false);
}

//===----------------------------------------------------------------------===//
// dispatch
//===----------------------------------------------------------------------===//

/// An arm's arguments have the types of the operands, as the guard has them.
static MlirLogicalResult verifyArm(MlirOperation op, intptr_t arm,
                                   const char *name, MlirAttribute guard,
                                   MlirAttribute bound) {
  MlirBlock entry = bridgeBlock(op, arm);
  intptr_t count = relaxDispatchGetNumInputs(op);
  if (mlirBlockGetNumArguments(entry) != count)
    return wrongCount(op, name, "arguments", count,
                      mlirBlockGetNumArguments(entry));
  StrBuf what = {0};
  strBufAppendFormat(&what, "%s, argument", name);
  Passing passing = {.reporter = op,
                     .what = strBufText(&what),
                     .hint = "",
                     .blameDeclared = true,
                     .count = count,
                     .declared = argumentType,
                     .owner = op,
                     .region = arm,
                     .value = relaxDispatchGetInputs,
                     .from = op,
                     .binds = bound,
                     .guard = guard};
  MlirLogicalResult outcome = verifyPassing(&passing);
  strBufFree(&what);
  return outcome;
}

static MlirLogicalResult verifyDispatch(MlirOperation op, bool strict) {
  MlirAttribute guards = relaxDispatchGetGuards(op);
  intptr_t arms = mlirOperationGetNumRegions(op);
  intptr_t numGuards = mlirArrayAttrGetNumElements(guards);
  if (arms != numGuards + 1)
    return bridgeEmitOpError(op,
                             "has %ld guards and %ld arms: expected one arm "
                             "more, the 'else'",
                             (long)numGuards, (long)arms);
  MlirAttribute bound = symRegionBinds(op);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (intptr_t r = 0; mlirLogicalResultIsSuccess(outcome) && r < arms; ++r) {
    StrBuf name = {0};
    MlirAttribute guard = {NULL};
    if (r < numGuards) {
      guard = mlirArrayAttrGetElement(guards, r);
      strBufAppendFormat(&name, "arm %ld", (long)r);
    } else {
      strBufAppendC(&name, "the 'else' arm");
    }
    outcome = verifyArm(op, r, strBufText(&name), guard, bound);
    if (mlirLogicalResultIsSuccess(outcome))
      outcome = relaxVerifyYield(op, r, strBufText(&name),
                                 relaxDispatchGetBinds(op), guard, strict);
    strBufFree(&name);
  }
  return outcome;
}

MlirLogicalResult relaxDispatchVerify(MlirOperation op) {
  return verifyDispatch(op, false);
}

MlirLogicalResult relaxEdgesNeedNoCheck(MlirOperation op) {
  if (relaxIsIf(op))
    return verifyIf(op, true);
  if (relaxIsWhile(op))
    return verifyWhile(op, true);
  if (relaxIsDispatch(op))
    return verifyDispatch(op, true);
  return relaxIsReturn(op) ? relaxReturnNeedsNoCheck(op)
                           : mlirLogicalResultSuccess();
}
