//===- DeduceFacts.c - facts that have to hold somewhere ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// docs/language/symbols.md, rule 6: what a callee, a loop or a result's clause
// says is an obligation where values enter: proved, else checked when the
// program runs.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Extents.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Clone.h"
#include "dialects/Sym/Region.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Shapes/CheckedCast.h"
#include "lib/Transforms/Shapes/Deduction.h"
#include "lib/Transforms/Symbols/FactList.h"

#include <stb/stb_ds.h>

static bool mentions(SymExpr expr, MlirAttribute names) {
  for (size_t i = 0; i < expr.numSymbols; ++i)
    if (symNamesHave(names, expr.symbols[i]))
      return true;
  return false;
}

void deductionAddEntryFacts(Deduction *deduction) {
  MlirAttribute binds = relaxFuncGetBinds(deduction->function);
  Facts all = {.arena = deduction->arena};
  factsAddOf(&all, deduction->function);
  for (size_t i = 0; i < all.count; ++i)
    if (!mentions(all.items[i].lhs, binds) &&
        !mentions(all.items[i].rhs, binds))
      factsAdd(&deduction->facts, all.items[i]);
}

void deductionFindNames(Deduction *deduction) {
  if (deduction->names)
    return;
  StrRef *names;
  size_t count = symNamesIn(deduction->function, deduction->arena, &names);
  for (size_t i = 0; i < count; ++i)
    arrput(deduction->names, names[i]);
}

StrRef deductionFreshName(Deduction *deduction, StrRef base) {
  deductionFindNames(deduction);
  StrRef name = symFreshName(deduction->arena, base, deduction->names,
                             arrlenu(deduction->names));
  arrput(deduction->names, name);
  return name;
}

MlirAttribute deductionSubstituteFacts(Deduction *deduction,
                                       const RelaxMatch *match,
                                       MlirAttribute facts) {
  intptr_t count = bridgeLength(facts), kept = 0;
  MlirAttribute *list = ARENA_ARRAY(deduction->arena, MlirAttribute, count);
  for (intptr_t i = 0; i < count; ++i) {
    SymMap map = relaxMatchMap(match);
    list[kept] =
        symSubstituteAttribute(&map, mlirArrayAttrGetElement(facts, i));
    kept += map.status == SYM_OK;
  }
  return mlirArrayAttrGet(deduction->context, kept, list);
}

//===----------------------------------------------------------------------===//
// Facts over symbols in scope
//===----------------------------------------------------------------------===//

static MlirLogicalResult neverHolds(Deduction *deduction, MlirOperation op,
                                    MlirAttribute fact, StrRef subject) {
  return bridgeEmitOpError(op, "'%s', which '%.*s' requires, never holds",
                           factText(deduction->arena, fact),
                           (int)subject.length, subject.data);
}

/// Proved, or known to be impossible, or appended to `open`.
static MlirLogicalResult settle(Deduction *deduction, MlirOperation op,
                                MlirAttribute fact, StrRef subject,
                                MlirAttribute *open, intptr_t *numOpen) {
  SymFact known = symFactOf(deduction->arena, fact);
  if (known.likely || factsProve(&deduction->facts, known))
    return mlirLogicalResultSuccess();
  if (deductionIsImpossible(deduction, known))
    return neverHolds(deduction, op, fact, subject);
  open[(*numOpen)++] = fact;
  factsAdd(&deduction->facts, known);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult deductionRequireFacts(Deduction *deduction, MlirOperation op,
                                        MlirOperation before,
                                        MlirAttribute facts, StrRef subject) {
  intptr_t count = bridgeLength(facts), numOpen = 0;
  MlirAttribute *open = ARENA_ARRAY(deduction->arena, MlirAttribute, count);
  for (intptr_t i = 0; i < count; ++i)
    if (mlirLogicalResultIsFailure(settle(deduction, op,
                                          mlirArrayAttrGetElement(facts, i),
                                          subject, open, &numOpen)))
      return mlirLogicalResultFailure();
  if (numOpen == 0)
    return mlirLogicalResultSuccess();
  ++deduction->counters[COUNT_CHECKS_ADDED];
  if (checkInsert(before, mlirArrayAttrGet(deduction->context, numOpen, open),
                  subject))
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(op,
                           "'%s', which '%.*s' requires, is not proved, and no "
                           "tensor or shape before has its symbols to check it",
                           factText(deduction->arena, open[0]),
                           (int)subject.length, subject.data);
}

//===----------------------------------------------------------------------===//
// Facts about values that enter
//===----------------------------------------------------------------------===//

static RelaxMatch matchOf(Deduction *deduction,
                          const Requirement *requirement) {
  RelaxMatch match = {.arena = deduction->arena};
  for (intptr_t i = 0; i < requirement->count; ++i)
    relaxMatchType(&match, requirement->formals[i],
                   mlirValueGetType(mlirOperationGetOperand(
                       requirement->at, requirement->first + i)),
                   requirement->only);
  if (relaxIsCall(requirement->at))
    relaxMatchCallOthers(&match, requirement->at);
  if (requirement->equations.ptr)
    relaxMatchEquations(&match, requirement->equations);
  return match;
}

static MlirAttribute relevantFacts(Deduction *deduction,
                                   const Requirement *requirement,
                                   const RelaxMatch *match) {
  MlirAttribute facts = requirement->facts;
  intptr_t count = mlirArrayAttrGetNumElements(facts), kept = 0;
  MlirAttribute *list = ARENA_ARRAY(deduction->arena, MlirAttribute, count);
  for (intptr_t i = 0; i < count; ++i) {
    list[kept] = mlirArrayAttrGetElement(facts, i);
    SymFact fact = symFactOf(deduction->arena, list[kept]);
    kept += !requirement->allGiven || (relaxMatchKnowsAll(match, fact.lhs) &&
                                       relaxMatchKnowsAll(match, fact.rhs));
  }
  return mlirArrayAttrGet(deduction->context, kept, list);
}

static bool hasUnknown(MlirAttribute facts) {
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(facts); i < e; ++i) {
    MlirAttribute fact = mlirArrayAttrGetElement(facts, i);
    if (symAttributeIsUnknown(symFactAttrGetLhs(fact)) ||
        symAttributeIsUnknown(symFactAttrGetRhs(fact)))
      return true;
  }
  return false;
}

/// Gives every `?` of a tensor that enters a symbol, by a relax.match_cast.
static void nameExtents(Deduction *deduction, MlirOperation at, intptr_t index,
                        MlirType formal) {
  MlirValue value = mlirOperationGetOperand(at, index);
  RelaxTensorInfo info, want;
  if (!relaxExtentsInfo(mlirValueGetType(value), &info) ||
      !relaxExtentsInfo(formal, &want) || !want.ranked)
    return;
  MlirAttribute *dims = ARENA_ARRAY(deduction->arena, MlirAttribute, want.rank);
  MlirAttribute *binds =
      ARENA_ARRAY(deduction->arena, MlirAttribute, want.rank);
  intptr_t count = 0;
  for (intptr_t i = 0; i < want.rank; ++i) {
    StrRef base;
    dims[i] =
        info.ranked ? info.dims[i] : symUnknownAttribute(deduction->context);
    if (!symAttributeIsUnknown(dims[i]) ||
        !symAttributeIsSymbol(want.dims[i], &base))
      continue;
    StrRef name = deductionFreshName(deduction, base);
    dims[i] = symSymbolAttribute(deduction->context, name);
    binds[count++] = mlirStringAttrGet(deduction->context, strRefToMlir(name));
  }
  if (count == 0)
    return;
  MlirValue cast = checkedCastInsert(
      at, value, relaxTypeWithDims(mlirValueGetType(value), want.rank, dims),
      mlirArrayAttrGet(deduction->context, count, binds),
      (MlirAttribute){NULL});
  if (cast.ptr)
    mlirOperationSetOperand(at, index, cast);
}

MlirLogicalResult deductionRequire(Deduction *deduction,
                                   const Requirement *requirement) {
  if (!requirement->facts.ptr)
    return mlirLogicalResultSuccess();
  RelaxMatch match = matchOf(deduction, requirement);
  MlirAttribute facts = relevantFacts(deduction, requirement, &match);
  MlirAttribute here = deductionSubstituteFacts(deduction, &match, facts);
  if (hasUnknown(here)) {
    for (intptr_t i = 0; i < requirement->count; ++i)
      nameExtents(deduction, requirement->at, requirement->first + i,
                  requirement->formals[i]);
    match = matchOf(deduction, requirement);
    here = deductionSubstituteFacts(deduction, &match, facts);
  }
  if (hasUnknown(here))
    return bridgeEmitOpError(requirement->at,
                             "what '%.*s' requires is about an extent of which "
                             "nothing is known: name it with "
                             "'relax.match_cast ... binds (k)'",
                             (int)requirement->subject.length,
                             requirement->subject.data);
  return deductionRequireFacts(deduction, requirement->at, requirement->at,
                               here, requirement->subject);
}
