//===- CheckWellFormed.c - what verifiers leave out -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Verifiers look at one operation and never ask the prover
// (docs/language/symbols.md, rule 5). What concerns several functions, or what
// the facts say, is checked here. docs/well-formed.md compares the rules with
// those of Relax.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/Closure.h"
#include "dialects/Relax/Data.gen.h"
#include "dialects/Relax/Data.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Match.h"
#include "dialects/Relax/Signature.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Analysis/Facts.h"
#include "lib/Analysis/Versions.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/FactPlaces.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Sym/Prover.h"
#include "lib/Transforms/Shapes/FitCall.h"
#include "lib/Transforms/Symbols/FactList.h"

enum { COUNT_FUNCTIONS, COUNT_CALLS };

typedef struct Checker {
  RelaxPassRun *run;
  MlirOperation function;
  MlirLogicalResult outcome;
} Checker;

//===----------------------------------------------------------------------===//
// Facts that cannot all hold
//===----------------------------------------------------------------------===//

/// The clause of `op`, with the facts that hold before it.
static MlirLogicalResult checkFacts(Checker *checker, MlirOperation op) {
  Facts facts = {.arena = checker->run->arena};
  if (!factListOf(op).ptr)
    return mlirLogicalResultSuccess();
  if (!bridgeIsFunction(op))
    factsAddAt(&facts, op);
  factsAddOf(&facts, op);
  const size_t *indices;
  size_t count;
  if (!symContradiction(facts.arena, facts.items, facts.count, &indices,
                        &count))
    return mlirLogicalResultSuccess();
  SymFact *clash = ARENA_ARRAY(facts.arena, SymFact, count);
  for (size_t i = 0; i < count; ++i)
    clash[i] = facts.items[indices[i]];
  // At the fact of its own clause that clashes with the others.
  MlirLocation place = mlirOperationGetLocation(op);
  for (size_t i = 0; i < count; ++i)
    if (mlirOperationEqual(facts.owners[indices[i]], op))
      place = bridgeFactPlace(
          op, symFactToAttribute(mlirOperationGetContext(op), clash[i]));
  StrBuf text = {0};
  StrRef name = bridgeOpName(op);
  symFactsPrint(clash, count, &text);
  bridgeEmitError(place,
                  "'%.*s' op has facts that no extents satisfy together: '%s'",
                  (int)name.length, name.data, strBufText(&text));
  strBufFree(&text);
  return mlirLogicalResultFailure();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// `note` says, at `owner`, why nobody checks it.
static MlirLogicalResult refuseObligation(MlirOperation op, StrRef name,
                                          MlirOperation owner, const char *note,
                                          SymFact fact) {
  StrBuf text = {0};
  StrRef what = bridgeOpName(op);
  strBufAppendFormat(
      &text, "'%.*s' op is not known to satisfy what '@%.*s' relies on: '",
      (int)what.length, what.data, (int)name.length, name.data);
  symFactsPrint(&fact, 1, &text);
  strBufAppendC(&text, "'; check it before, by 'relax.match_cast ... where (");
  symFactsPrint(&fact, 1, &text);
  strBufAppendC(&text, ")', or state it in the caller's 'where (...)'");
  MlirLogicalResult failed =
      bridgeEmitErrorWithNote(mlirOperationGetLocation(op), strBufText(&text),
                              mlirOperationGetLocation(owner), note);
  strBufFree(&text);
  return failed;
}

/// The first fact of `list` that is about symbols which `match` knows and does
/// not follow from what holds at `op`; false if there is none. The others are
/// about results: the callee promises them.
static bool findObligation(Checker *checker, MlirOperation op,
                           MlirAttribute list, const RelaxMatch *match,
                           SymFact *open) {
  Arena *arena = checker->run->arena;
  Facts known = {.arena = arena};
  factsAddAt(&known, op);
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(list); i < e; ++i) {
    SymFact fact = symFactOf(arena, mlirArrayAttrGetElement(list, i));
    bool ofCaller = !fact.likely;
    for (size_t s = 0; s < fact.lhs.numSymbols; ++s)
      ofCaller &= relaxMatchKnows(match, fact.lhs.symbols[s]);
    for (size_t s = 0; s < fact.rhs.numSymbols; ++s)
      ofCaller &= relaxMatchKnows(match, fact.rhs.symbols[s]);
    if (ofCaller &&
        symFactSubstitute(arena, fact, match->names, match->values,
                          match->count, open) == SYM_OK &&
        !factsProve(&known, *open))
      return true;
  }
  return false;
}

/// The callee's types and facts are obligations of the call
/// (docs/language/symbols.md, rule 6).
static MlirLogicalResult checkCall(Checker *checker, MlirOperation call) {
  Arena *arena = checker->run->arena;
  MlirOperation callee = bridgeLookupNearestSymbol(call, calleeName(call));
  MlirAttribute list = factListOf(callee);
  ++checker->run->counters[COUNT_CALLS];
  if (mlirLogicalResultIsFailure(relaxCallNeedsNoCheck(call, callee)))
    return mlirLogicalResultFailure();
  if (!list.ptr || functionIsPublic(callee))
    return mlirLogicalResultSuccess();
  MlirType type = relaxFuncGetFunctionType(callee);
  RelaxMatch match = {.arena = arena};
  for (intptr_t i = 0, e = relaxCallGetNumInputs(call); i < e; ++i)
    relaxMatchType(&match, mlirFunctionTypeGetInput(type, i),
                   mlirValueGetType(relaxCallGetInputs(call, i)),
                   (MlirAttribute){NULL});
  relaxMatchCallOthers(&match, call);
  SymFact open;
  return findObligation(checker, call, list, &match, &open)
             ? refuseObligation(call, functionName(callee), callee,
                                "a private function checks nothing", open)
             : mlirLogicalResultSuccess();
}

/// The facts of a constructor are obligations, too.
static MlirLogicalResult checkConstruct(Checker *checker, MlirOperation op) {
  Arena *arena = checker->run->arena;
  RelaxAdtScope scope = {op, NULL};
  RelaxConstructor constructor;
  if (!relaxConstructorMade(op, &scope, &constructor))
    return mlirLogicalResultFailure();
  MlirAttribute list, all = {NULL};
  MlirType *fields = relaxConstructorDeclared(arena, constructor, &list);
  if (!list.ptr)
    return mlirLogicalResultSuccess();
  RelaxMatch match = {.arena = arena};
  for (intptr_t i = 0; i < constructor.numFields; ++i)
    relaxMatchType(&match, fields[i],
                   mlirValueGetType(relaxConstructGetFields(op, i)), all);
  SymFact open;
  return findObligation(checker, op, list, &match, &open)
             ? refuseObligation(op, relaxConstructorName(constructor),
                                constructor.adt,
                                "who matches the value relies on it", open)
             : mlirLogicalResultSuccess();
}

static MlirWalkResult visit(MlirOperation op, void *userData) {
  Checker *checker = userData;
  checker->outcome = checkFacts(checker, op);
  if (mlirLogicalResultIsSuccess(checker->outcome))
    checker->outcome = relaxIsCall(op)        ? checkCall(checker, op)
                       : relaxIsConstruct(op) ? checkConstruct(checker, op)
                       : relaxIsClosure(op)   ? relaxClosureNeedsNoCheck(op)
                                              : relaxEdgesNeedNoCheck(op);
  return mlirLogicalResultIsSuccess(checker->outcome) ? MlirWalkResultAdvance
                                                      : MlirWalkResultInterrupt;
}

//===----------------------------------------------------------------------===//
// Functions and weights
//===----------------------------------------------------------------------===//

/// Nobody outside passes a value for a symbol that no argument has as an
/// extent.
static MlirLogicalResult checkClause(Checker *checker, MlirOperation function) {
  MlirAttribute names = relaxFuncGetSymbols(function);
  MlirType type = relaxFuncGetFunctionType(function);
  RelaxMatch bound = {.arena = checker->run->arena};
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(type); i < e; ++i)
    relaxMatchType(&bound, mlirFunctionTypeGetInput(type, i),
                   mlirFunctionTypeGetInput(type, i), (MlirAttribute){NULL});
  for (intptr_t i = 0, e = bridgeLength(names); i < e; ++i) {
    StrRef name = bridgeTextAt(names, i);
    if (!relaxMatchKnows(&bound, name) && functionIsPublic(function))
      return bridgeEmitOpError(
          function,
          "symbol '%.*s' of 'symbols (...)' has no value: no argument has it "
          "as a bare dimension",
          (int)name.length, name.data);
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(RelaxPassRun *run) {
  // Also where the pipeline does not verify after each pass.
  if (!mlirOperationVerify(run->op))
    return mlirLogicalResultFailure();
  Checker checker = {.run = run, .outcome = mlirLogicalResultSuccess()};
  MlirBlock body = bridgeBody(run->op);
  for (MlirOperation op = mlirBlockGetFirstOperation(body);
       op.ptr && mlirLogicalResultIsSuccess(checker.outcome);
       op = mlirOperationGetNextInBlock(op)) {
    if (relaxIsWeight(op))
      checker.outcome = relaxCheckPrepared(op);
    if (tirIsFunc(op))
      checker.outcome = versionsCheck(op);
    if (!relaxIsFunc(op))
      continue;
    ++run->counters[COUNT_FUNCTIONS];
    checker.outcome = checkClause(&checker, op);
    if (mlirLogicalResultIsSuccess(checker.outcome))
      mlirOperationWalk(op, visit, &checker, MlirWalkPreOrder);
  }
  return checker.outcome;
}

const RelaxPass relaxCheckWellFormedPass = {
    .name = "relax-check-well-formed",
    .summary = "check what verifiers leave out",
    .documentation =
        "Verifies the module, then refuses what no single operation shows: "
        "facts that no extents satisfy together (a smallest set of them is "
        "named), a call that is not known to satisfy the facts of a private "
        "callee or of a constructor, a symbol of `symbols (...)` that gets no "
        "value, a weight "
        "that is not a result of the function that prepares it, and a version "
        "that does not take what its program takes. "
        "[well-formed.md](../well-formed.md) compares the rules with those of "
        "Relax. The module is not changed.\n",
    .anchor = "builtin.module",
    .counters = {[COUNT_FUNCTIONS] = "functions-checked",
                 [COUNT_CALLS] = "calls-checked"},
    .run = run,
};
