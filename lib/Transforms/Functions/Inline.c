//===- Inline.c - bodies in the place of calls ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The only inliner of graph functions: symbols of two functions have nothing to
// do with each other, so the stock inliner is refused
// (docs/language/symbols.md, rule 4). The callee's signature symbols become
// what they stand for at the call, all others get fresh names; what the call's
// `binds` named becomes the extent of the returned value.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Functions/Inline.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Memory.gen.h"
#include "dialects/Relax/Signature.h"
#include "dialects/Sym/Clone.h"
#include "dialects/Sym/Walk.h"
#include "lib/Analysis/Facts.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Shapes/CheckedCast.h"
#include "lib/Transforms/Shapes/FitCall.h"

#include <assert.h>
#include <stb/stb_ds.h>

enum { COUNT_CALLS, COUNT_CASTS, COUNT_KEPT };

//===----------------------------------------------------------------------===//
// Facts: obligations of the call, knowledge of its results
//===----------------------------------------------------------------------===//

/// The facts of `list` under `map` that are not known before `at`, as an array;
/// null if there is none. Facts with symbols of which `map` says `?`, or that
/// only `own` names, are no business of the caller.
static MlirAttribute unprovedFacts(Inliner *inliner, MlirOperation at,
                                   MlirAttribute list, SymMap *map,
                                   MlirAttribute own) {
  Arena *arena = inliner->run->arena;
  intptr_t count = bridgeLength(list), kept = 0;
  MlirAttribute *rest = ARENA_ARRAY(arena, MlirAttribute, count);
  Facts known = {.arena = arena};
  if (count)
    factsAddAt(&known, at);
  for (intptr_t i = 0; i < count; ++i) {
    SymFact fact = symFactOf(arena, mlirArrayAttrGetElement(list, i));
    bool skip = fact.likely;
    for (size_t s = 0; s < fact.lhs.numSymbols; ++s)
      skip |= relaxNamesHave(own, fact.lhs.symbols[s]);
    for (size_t s = 0; s < fact.rhs.numSymbols; ++s)
      skip |= relaxNamesHave(own, fact.rhs.symbols[s]);
    if (skip || symFactSubstitute(arena, fact, map->names, map->values,
                                  map->count, &fact) != SYM_OK)
      continue;
    if (!symExprIsUnknown(fact.lhs) && !symExprIsUnknown(fact.rhs) &&
        !factsProve(&known, fact))
      rest[kept++] = symFactToAttribute(inliner->run->context, fact);
  }
  return kept ? mlirArrayAttrGet(inliner->run->context, kept, rest)
              : (MlirAttribute){NULL};
}

/// What the callee relies on and the caller does not know is checked.
static void checkObligations(Inliner *inliner, CallFit *fit) {
  SymMap map = relaxMatchMap(&fit->match);
  MlirAttribute facts =
      unprovedFacts(inliner, fit->call, relaxFuncGetFacts(fit->callee), &map,
                    relaxFuncGetBinds(fit->callee));
  for (intptr_t i = 0, e = relaxCallGetNumInputs(fit->call); facts.ptr && i < e;
       ++i) {
    MlirValue operand = relaxCallGetInputs(fit->call, i);
    MlirType type = mlirValueGetType(operand);
    if (!relaxIsTensorType(type))
      continue;
    MlirValue checked = checkedCastInsert(fit->call, operand, type,
                                          (MlirAttribute){NULL}, facts);
    if (!checked.ptr)
      return;
    mlirOperationSetOperand(fit->call, i, checked);
    ++fit->casts;
    return;
  }
}

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

/// Moves the body of the detached function `copy` before the call; its
/// relax.return stays behind.
static MlirOperation moveBody(CallFit *fit, MlirOperation copy) {
  MlirBlock body = bridgeBody(copy);
  MlirBlock block = mlirOperationGetBlock(fit->call);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(body); i < e; ++i)
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(body, i),
                                  relaxCallGetInputs(fit->call, i));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  while (!relaxIsReturn(op)) {
    MlirOperation next = mlirOperationGetNextInBlock(op);
    mlirOperationRemoveFromParent(op);
    mlirBlockInsertOwnedOperationBefore(block, fit->call, op);
    op = next;
  }
  return op;
}

/// What the symbols that the call binds are in the returned values, which name
/// them: relax.return says so.
static RelaxMatch matchReturned(CallFit *fit, MlirOperation ret) {
  RelaxMatch known = {.arena = fit->arena};
  MlirAttribute binds = relaxCallGetBinds(fit->call);
  for (intptr_t i = 0, e = mlirOperationGetNumResults(fit->call);
       binds.ptr && i < e; ++i)
    relaxMatchType(&known,
                   mlirValueGetType(mlirOperationGetResult(fit->call, i)),
                   mlirValueGetType(mlirOperationGetOperand(ret, i)), binds);
  return known;
}

/// The last result that can be checked: it sees what all others bind.
static intptr_t lastTensor(MlirOperation call) {
  intptr_t last = mlirOperationGetNumResults(call) - 1;
  while (last >= 0 && !relaxIsTensorType(
                          mlirValueGetType(mlirOperationGetResult(call, last))))
    --last;
  return last;
}

/// Uses of the call get the returned values, with the types that they had.
static MlirLogicalResult replaceResults(Inliner *inliner, CallFit *fit,
                                        MlirOperation ret) {
  RelaxMatch known = matchReturned(fit, ret);
  SymMap map = relaxMatchMap(&known);
  MlirOperation function = checkedCastFunction(fit->call);
  MlirAttribute facts =
      unprovedFacts(inliner, fit->call, relaxCallGetFacts(fit->call), &map,
                    (MlirAttribute){NULL});
  for (intptr_t i = 0, e = mlirOperationGetNumResults(fit->call); i < e; ++i) {
    MlirValue result = mlirOperationGetResult(fit->call, i);
    MlirValue value = mlirOperationGetOperand(ret, i);
    MlirType want = symSubstituteType(&map, mlirValueGetType(result));
    if (map.status != SYM_OK)
      return bridgeEmitOpError(fit->call, "cannot be inlined: %s",
                               symStatusText(map.status));
    bool checks = facts.ptr && i == lastTensor(fit->call);
    bool fits = relaxIsTensorType(want)
                    ? mlirTypeEqual(want, mlirValueGetType(value))
                    : relaxTypeForgets(mlirValueGetType(value), want);
    if (!fits || checks) {
      // All symbols of the type are on operands or returned values.
      value = checkedCastInsert(fit->call, value, want, (MlirAttribute){NULL},
                                checks ? facts : (MlirAttribute){NULL});
      assert(value.ptr && "some symbol of the result's type is on no value");
      ++fit->casts;
    }
    mlirValueReplaceAllUsesOfWith(result, value);
  }
  mlirOperationDestroy(fit->call);
  if (symSubstitute(function, &map) != SYM_OK)
    return bridgeEmitOpError(function, "cannot be inlined into: %s",
                             symStatusText(map.status));
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult inlineCall(Inliner *inliner, MlirOperation call,
                                    MlirOperation callee) {
  CallFit fit = {.arena = inliner->run->arena, .call = call, .callee = callee};
  if (mlirLogicalResultIsFailure(callFitOperands(&fit, true)))
    return mlirLogicalResultFailure();
  checkObligations(inliner, &fit);
  SymMap map = relaxMatchMap(&fit.match);
  MlirOperation copy = symCloneFresh(callee, checkedCastFunction(call), &map);
  if (!copy.ptr)
    return bridgeEmitOpError(call, "cannot be inlined: %s",
                             symStatusText(map.status));
  MlirOperation ret = moveBody(&fit, copy);
  MlirLogicalResult outcome = replaceResults(inliner, &fit, ret);
  mlirOperationDestroy(copy);
  ++inliner->run->counters[COUNT_CALLS];
  inliner->run->counters[COUNT_CASTS] += fit.casts;
  return outcome;
}

//===----------------------------------------------------------------------===//
// Callees before callers
//===----------------------------------------------------------------------===//

static MlirLogicalResult inlineInto(Inliner *inliner, FunctionEntry *caller);

static MlirLogicalResult visitCall(Inliner *inliner, MlirOperation call) {
  FunctionEntry *callee = inlineFindEntry(inliner, calleeName(call));
  if (callee->state == STATE_NEW &&
      mlirLogicalResultIsFailure(inlineInto(inliner, callee)))
    return mlirLogicalResultFailure();
  if (!callee->chosen)
    return mlirLogicalResultSuccess();
  const char *why = callee->state == STATE_BEGUN
                        ? "it calls itself"
                        : inlineObstacleAt(call, callee->function);
  if (!why && !passMayRewrite(inliner->run, call))
    return mlirLogicalResultSuccess();
  if (!why)
    return inlineCall(inliner, call, callee->function);
  ++inliner->run->counters[COUNT_KEPT];
  bridgeEmitRemark(mlirOperationGetLocation(call),
                   "the call of '@%s' is not inlined: %s", callee->key, why);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult inlineInto(Inliner *inliner, FunctionEntry *caller) {
  MlirOperation *calls = NULL;
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  caller->state = STATE_BEGUN;
  bridgeCollect(caller->function, relaxIsCall, &calls);
  for (ptrdiff_t i = 0;
       mlirLogicalResultIsSuccess(outcome) && i < arrlen(calls); ++i)
    outcome = visitCall(inliner, calls[i]);
  arrfree(calls);
  caller->state = STATE_DONE;
  return outcome;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  Inliner inliner = {.run = run};
  for (MlirOperation op = {NULL};
       (op = bridgeNext(run->op, op, relaxIsFunc)).ptr;) {
    StrRef name = arenaCopyString(run->arena, functionName(op));
    FunctionEntry entry = {(char *)name.data, op, STATE_NEW, false};
    shputs(inliner.functions, entry);
  }
  MlirLogicalResult outcome = inlineChoose(&inliner);
  for (size_t i = 0;
       mlirLogicalResultIsSuccess(outcome) && i < shlenu(inliner.functions);
       ++i)
    if (inliner.functions[i].state == STATE_NEW)
      outcome = inlineInto(&inliner, &inliner.functions[i]);
  shfree(inliner.functions);
  return outcome;
}

const RelaxPass relaxInlinePass = {
    .name = "relax-inline",
    .summary = "replace calls of graph functions by their bodies",
    .documentation =
        "Callees first; a function that calls itself stays. The callee's "
        "symbols become what they stand for at the call, its other symbols get "
        "names that the caller does not use, and a symbol that the call binds "
        "becomes the extent that the returned value has in the body.\n"
        "\n"
        "Types stay what they were: where operand and argument, or returned "
        "value and result, differ, a `relax.match_cast` stands between them "
        "(one that only forgets costs nothing; `relax-fold-match-cast` removes "
        "it). Facts that the callee relies on and the caller does not prove "
        "are checked there too. Functions that are not called any more go "
        "with `relax-remove-dead`.\n"
        "\n"
        "With `given-weights` layers that are called with their weights become "
        "part of the model, where `relax-prepare-weights` sees what depends on "
        "weights alone. Equal layers still share their programs. So do "
        "functions that take tables of lengths.\n"
        "\n"
        "MLIR's own `inline` leaves graph functions alone.\n",
    .anchor = "builtin.module",
    .options = {[OPTION_FUNCTIONS] =
                    {"functions", RELAX_OPTION_STRING,
                     "callees, as in f,g; empty: all private functions", "",
                     NULL},
                [OPTION_GIVEN_WEIGHTS] =
                    {"given-weights", RELAX_OPTION_BOOL,
                     "instead: private functions that a call gives a weight, "
                     "and those of ragged tensors",
                     "false", NULL}},
    .counters = {[COUNT_CALLS] = "calls-inlined",
                 [COUNT_CASTS] = "checks-added",
                 [COUNT_KEPT] = "calls-kept"},
    .traits = RELAX_PASS_ASKS,
    .run = run,
};
