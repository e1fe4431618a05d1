//===- KnownCases.c - branches that are decided ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A value was made in sight by a constructor, or something around has asked
// already. One change may decide more: rounds, each of which removes an
// operation for good.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Data.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Tuple.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/ControlFlow/LowerMatch.h"
#include "lib/Transforms/Shapes/CheckedCast.h"

#include <stb/stb_ds.h>

enum { COUNT_CASES, COUNT_FIELDS, COUNT_QUESTIONS, COUNT_BRANCHES };

typedef enum Answer { NO, YES, MAYBE } Answer;

//===----------------------------------------------------------------------===//
// What is known of a value
//===----------------------------------------------------------------------===//

/// The region of `around` in which `op` lies, at any depth.
static intptr_t regionAround(MlirOperation around, MlirOperation op) {
  MlirOperation inner = op;
  while (!mlirOperationEqual(mlirOperationGetParentOperation(inner), around))
    inner = mlirOperationGetParentOperation(inner);
  MlirRegion region = mlirBlockGetParentRegion(mlirOperationGetBlock(inner));
  intptr_t index = 0;
  while (!mlirRegionEqual(mlirOperationGetRegion(around, index), region))
    ++index;
  return index;
}

/// What `around`, whose region `op` lies in, has found out: the value was made
/// by the constructor `name`.
static Answer askedBy(MlirOperation around, MlirOperation op, MlirValue value,
                      StrRef name) {
  if (relaxIsMatch(around) &&
      mlirValueEqual(relaxMatchGetValue(around), value)) {
    MlirAttribute pattern = mlirArrayAttrGetElement(
        relaxMatchGetPatterns(around), regionAround(around, op));
    if (relaxPatternKind(pattern) != RELAX_PATTERN_CONSTRUCTOR)
      return MAYBE;
    return strRefEqual(relaxPatternConstructor(pattern), name) ? YES : NO;
  }
  MlirOperation is = relaxIsIf(around)
                         ? bridgeDefiner(relaxIfGetCondition(around))
                         : (MlirOperation){NULL};
  if (!relaxIsIsConstructor(is) ||
      !mlirValueEqual(relaxIsConstructorGetValue(is), value))
    return MAYBE;
  bool same =
      strRefEqual(bridgeRefName(relaxIsConstructorGetConstructor(is)), name);
  if (regionAround(around, op) == 0)
    return same ? YES : NO;
  return same ? NO : MAYBE;
}

static Answer hasConstructor(MlirOperation op, MlirValue value, StrRef name) {
  MlirOperation maker = bridgeDefiner(value);
  if (relaxIsConstruct(maker))
    return strRefEqual(bridgeRefName(relaxConstructGetConstructor(maker)), name)
               ? YES
               : NO;
  for (MlirOperation around = mlirOperationGetParentOperation(op);
       around.ptr && !bridgeIsFunction(around);
       around = mlirOperationGetParentOperation(around)) {
    Answer answer = askedBy(around, op, value, name);
    if (answer != MAYBE)
      return answer;
  }
  return MAYBE;
}

/// The value was made by that constructor: the others, if that is known of no
/// single one, are out.
static Answer isMadeBy(MlirOperation op, MlirValue value, StrRef name) {
  RelaxAdtScope scope = {op, NULL};
  Answer answer = hasConstructor(op, value, name);
  MlirOperation adt = relaxAdtFind(&scope, mlirValueGetType(value));
  for (intptr_t i = 0,
                e = mlirArrayAttrGetNumElements(relaxAdtGetConstructors(adt));
       answer == MAYBE && i < e; ++i) {
    StrRef other = relaxConstructorName(relaxConstructorAt(adt, i));
    if (!strRefEqual(other, name) && hasConstructor(op, value, other) != NO)
      return MAYBE;
  }
  return answer == MAYBE ? YES : answer;
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// Part `index` of a value that a tuple or constructor in sight has; null if
/// there is none.
static MlirValue partInSight(MlirValue value, intptr_t index) {
  MlirOperation maker = bridgeDefiner(value);
  if (relaxIsConstruct(maker))
    return relaxConstructGetFields(maker, index);
  return relaxIsTuple(maker) ? relaxTupleGetFields(maker, index)
                             : (MlirValue){NULL};
}

static Answer fits(MlirOperation op, MlirAttribute pattern, MlirValue value) {
  RelaxPatternKind kind = relaxPatternKind(pattern);
  if (kind <= RELAX_PATTERN_ANY)
    return YES;
  if (!value.ptr)
    return MAYBE;
  Answer answer = kind == RELAX_PATTERN_CONSTRUCTOR
                      ? isMadeBy(op, value, relaxPatternConstructor(pattern))
                      : YES;
  for (intptr_t i = 0, e = relaxPatternNumParts(pattern);
       answer == YES && i < e; ++i)
    answer = fits(op, relaxPatternPart(pattern, i), partInSight(value, i));
  return answer;
}

/// The case that runs, or -1.
static intptr_t caseOf(MlirOperation match) {
  MlirAttribute patterns = relaxMatchGetPatterns(match);
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(patterns); i < e; ++i) {
    Answer answer = fits(match, mlirArrayAttrGetElement(patterns, i),
                         relaxMatchGetValue(match));
    // Where some case has to fit, the last one does.
    if (answer == MAYBE)
      return i + 1 == e && !relaxMatchGetPartial(match) ? i : -1;
    if (answer == YES)
      return i;
  }
  return -1;
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

/// The region's operations in the place of `op`. What the operation says of
/// its results in `where` is still looked at.
static MlirLogicalResult takeRegion(RelaxPassRun *run, MlirOperation op,
                                    intptr_t index, MlirAttribute binds,
                                    MlirAttribute facts) {
  MatchLowering l = matchBegin(run, op);
  MlirOperation next = mlirOperationGetNextInBlock(op);
  StrRef subject = bridgeOpName(op);
  MlirValue *values =
      relaxIsMatch(op) ? matchMoveCase(&l, index) : matchMoveRegion(&l, index);
  MlirLogicalResult outcome = matchReplace(&l, values, binds);
  if (mlirLogicalResultIsSuccess(outcome) && facts.ptr)
    checkInsert(next, facts, subject);
  return outcome;
}

static bool tryMatch(RelaxPassRun *run, MlirOperation op,
                     MlirLogicalResult *outcome) {
  intptr_t index = caseOf(op);
  if (index < 0 || !passMayRewrite(run, op))
    return false;
  ++run->counters[COUNT_CASES];
  *outcome = takeRegion(run, op, index, relaxMatchGetBinds(op),
                        relaxMatchGetFacts(op));
  return true;
}

static bool tryIf(RelaxPassRun *run, MlirOperation op,
                  MlirLogicalResult *outcome) {
  MlirOperation maker = bridgeDefiner(relaxIfGetCondition(op));
  if (!relaxIsConstant(maker))
    return false;
  MlirAttribute value = relaxConstantGetValue(maker);
  if (!mlirDenseElementsAttrIsSplat(value) || !passMayRewrite(run, op))
    return false;
  bool holds = mlirDenseElementsAttrGetBoolSplatValue(value);
  ++run->counters[COUNT_BRANCHES];
  *outcome = takeRegion(run, op, holds ? 0 : 1, relaxIfGetBinds(op),
                        relaxIfGetFacts(op));
  return true;
}

static bool tryField(RelaxPassRun *run, MlirOperation op) {
  MlirOperation maker = bridgeDefiner(relaxGetFieldGetValue(op));
  if (!relaxIsConstruct(maker) ||
      !mlirAttributeEqual(relaxConstructGetConstructor(maker),
                          relaxGetFieldGetConstructor(op)))
    return false;
  MlirValue field =
      relaxConstructGetFields(maker, (intptr_t)relaxGetFieldGetIndex(op));
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (!passMayRewrite(run, op))
    return false;
  if (!mlirTypeEqual(mlirValueGetType(field), type))
    field = checkedCastInsert(op, field, type, (MlirAttribute){NULL},
                              (MlirAttribute){NULL});
  if (!field.ptr)
    return false;
  bridgeReplace(op, field);
  ++run->counters[COUNT_FIELDS];
  return true;
}

static bool tryQuestion(RelaxPassRun *run, MlirOperation op) {
  Answer answer = isMadeBy(op, relaxIsConstructorGetValue(op),
                           bridgeRefName(relaxIsConstructorGetConstructor(op)));
  if (answer == MAYBE || !passMayRewrite(run, op))
    return false;
  MlirType type = mlirRankedTensorTypeGet(
      0, NULL, mlirIntegerTypeGet(run->context, 1), mlirAttributeGetNull());
  RelaxConstantArgs args = {
      .value = mlirDenseElementsAttrBoolSplatGet(type, answer == YES)};
  MlirOperation constant =
      relaxConstantCreate(mlirOperationGetLocation(op), &args);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, constant);
  bridgeReplace(op, mlirOperationGetResult(constant, 0));
  ++run->counters[COUNT_QUESTIONS];
  return true;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static MlirWalkResult collect(MlirOperation op, void *userData) {
  MlirOperation **ops = userData;
  if (relaxIsMatch(op) || relaxIsIf(op) || relaxIsGetField(op) ||
      relaxIsIsConstructor(op))
    arrput(*ops, op);
  return MlirWalkResultAdvance;
}

/// Inner operations first: what is taken away holds none that is still to come.
static bool runOnce(RelaxPassRun *run, MlirLogicalResult *outcome) {
  MlirOperation *ops = NULL;
  bool changed = false;
  mlirOperationWalk(run->op, collect, &ops, MlirWalkPostOrder);
  for (ptrdiff_t i = 0; i < arrlen(ops) && mlirLogicalResultIsSuccess(*outcome);
       ++i)
    changed |= relaxIsMatch(ops[i])      ? tryMatch(run, ops[i], outcome)
               : relaxIsIf(ops[i])       ? tryIf(run, ops[i], outcome)
               : relaxIsGetField(ops[i]) ? tryField(run, ops[i])
                                         : tryQuestion(run, ops[i]);
  arrfree(ops);
  return changed && mlirLogicalResultIsSuccess(*outcome);
}

static MlirLogicalResult run(RelaxPassRun *run) {
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  while (runOnce(run, &outcome))
    ;
  return outcome;
}

const RelaxPass relaxKnownCasesPass = {
    .name = "relax-known-cases",
    .summary = "take the case or branch that is known to run",
    .documentation =
        "Where a `relax.construct` made the value, or a case or a branch "
        "around has found its constructor already, `relax.match` and "
        "`relax.is_constructor` are decided and `relax.get_field` is the "
        "value that was put in; a `relax.if` of a constant is the branch that "
        "it takes. Facts that a `where` states of results become a "
        "`relax.check`. Constructors whose values nothing uses any more go "
        "with `relax-remove-dead`.\n",
    .anchor = "relax.func",
    .counters = {[COUNT_CASES] = "cases-known",
                 [COUNT_FIELDS] = "fields-known",
                 [COUNT_QUESTIONS] = "constructors-known",
                 [COUNT_BRANCHES] = "branches-known"},
    .traits = RELAX_PASS_ASKS,
    .run = run,
};
