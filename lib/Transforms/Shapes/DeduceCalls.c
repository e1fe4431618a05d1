//===- DeduceCalls.c - calls by the callee's signature --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The callee's symbols are matched with the operands; what only its results
// know is bound by the call. Its facts about arguments are required before,
// those about results hold behind.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Region.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Shapes/Deduction.h"
#include "lib/Transforms/Shapes/FitCall.h"
#include "lib/Transforms/Symbols/FactList.h"

#include <stb/stb_ds.h>
#include <stdio.h>

static bool mentionsAny(Deduction *deduction, MlirAttribute attribute,
                        MlirAttribute names) {
  SymFact fact = symFactOf(deduction->arena, attribute);
  for (size_t i = 0; i < fact.lhs.numSymbols; ++i)
    if (symNamesHave(names, fact.lhs.symbols[i]))
      return true;
  for (size_t i = 0; i < fact.rhs.numSymbols; ++i)
    if (symNamesHave(names, fact.rhs.symbols[i]))
      return true;
  return false;
}

/// The facts of the function that are about what only its results know, or
/// (`promises` is false) the others.
static MlirAttribute factsOf(Deduction *deduction, MlirOperation function,
                             bool promises) {
  MlirAttribute facts = relaxFuncGetFacts(function);
  MlirAttribute binds = relaxFuncGetBinds(function);
  intptr_t count = bridgeLength(facts), kept = 0;
  MlirAttribute *list = ARENA_ARRAY(deduction->arena, MlirAttribute, count);
  for (intptr_t i = 0; i < count; ++i) {
    list[kept] = mlirArrayAttrGetElement(facts, i);
    kept += mentionsAny(deduction, list[kept], binds) == promises;
  }
  return mlirArrayAttrGet(deduction->context, kept, list);
}

static MlirType *partsOf(Deduction *deduction, MlirType type, bool results,
                         intptr_t *count) {
  *count = results ? mlirFunctionTypeGetNumResults(type)
                   : mlirFunctionTypeGetNumInputs(type);
  MlirType *parts = ARENA_ARRAY(deduction->arena, MlirType, *count);
  for (intptr_t i = 0; i < *count; ++i)
    parts[i] = results ? mlirFunctionTypeGetResult(type, i)
                       : mlirFunctionTypeGetInput(type, i);
  return parts;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// A result's extent that only the callee knows gets a symbol of this call.
static void bindResult(Deduction *deduction, MlirOperation op, MlirType formal,
                       MlirType actual, RelaxMatch *match) {
  const MlirAttribute *from, *to;
  intptr_t rank = symTypeDims(formal, &from);
  bool same = symTypeDims(actual, &to) == rank;
  for (intptr_t i = 0; i < rank; ++i) {
    StrRef name, own;
    MlirAttribute binds = relaxCallGetBinds(op);
    if (!symAttributeIsSymbol(from[i], &name) || relaxMatchKnows(match, name))
      continue;
    if (same && symAttributeIsSymbol(to[i], &own) && symNamesHave(binds, own)) {
      relaxMatchAdd(match, name, to[i]);
      continue;
    }
    StrRef fresh = deductionFreshName(deduction, name);
    intptr_t count = bridgeLength(binds);
    MlirAttribute *list = bridgeElements(deduction->arena, binds, 1);
    list[count] = mlirStringAttrGet(deduction->context, strRefToMlir(fresh));
    relaxCallSetBinds(op,
                      mlirArrayAttrGet(deduction->context, count + 1, list));
    relaxMatchAdd(match, name, symSymbolAttribute(deduction->context, fresh));
  }
}

static void setResults(Deduction *deduction, MlirOperation op, MlirType type,
                       RelaxMatch *match) {
  intptr_t count = mlirOperationGetNumResults(op);
  for (intptr_t i = 0; i < count; ++i)
    bindResult(deduction, op, mlirFunctionTypeGetResult(type, i),
               mlirValueGetType(mlirOperationGetResult(op, i)), match);
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    MlirType now =
        relaxMatchSubstitute(match, mlirFunctionTypeGetResult(type, i));
    if (now.ptr && relaxTypeForgets(now, mlirValueGetType(result)))
      deductionSetType(deduction, result, now);
  }
}

/// True if one of the checks right behind `op` has the fact already.
static bool isCheckedBehind(MlirOperation op, MlirAttribute fact) {
  for (op = mlirOperationGetNextInBlock(op); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    if (!relaxIsCheck(op) && !bridgeIsPure(op))
      return false;
    MlirAttribute facts =
        relaxIsCheck(op) ? relaxCheckGetFacts(op) : (MlirAttribute){NULL};
    for (intptr_t i = 0, e = bridgeLength(facts); i < e; ++i)
      if (mlirAttributeEqual(mlirArrayAttrGetElement(facts, i), fact))
        return true;
  }
  return false;
}

MlirLogicalResult deductionRequireBehind(Deduction *deduction,
                                         MlirOperation op) {
  MlirAttribute facts = factListOf(op);
  intptr_t count = bridgeLength(facts), kept = 0;
  MlirAttribute *list = ARENA_ARRAY(deduction->arena, MlirAttribute, count);
  for (intptr_t i = 0; i < count; ++i) {
    list[kept] = mlirArrayAttrGetElement(facts, i);
    kept += !isCheckedBehind(op, list[kept]);
  }
  return deductionRequireFacts(deduction, op, mlirOperationGetNextInBlock(op),
                               mlirArrayAttrGet(deduction->context, kept, list),
                               bridgeOpName(op));
}

/// What the callee promises holds, and stands in the text of the call.
static void learnPromises(Deduction *deduction, MlirOperation op,
                          MlirAttribute promises) {
  MlirAttribute old = factListOf(op);
  intptr_t before = bridgeLength(old);
  intptr_t count = mlirArrayAttrGetNumElements(promises), total = before;
  MlirAttribute *list =
      ARENA_ARRAY(deduction->arena, MlirAttribute, before + count);
  for (intptr_t i = 0; i < before; ++i)
    list[i] = mlirArrayAttrGetElement(old, i);
  factsAddList(&deduction->facts, promises);
  for (intptr_t i = 0; i < count; ++i) {
    MlirAttribute fact = mlirArrayAttrGetElement(promises, i);
    bool known = symAttributeIsUnknown(symFactAttrGetLhs(fact)) ||
                 symAttributeIsUnknown(symFactAttrGetRhs(fact));
    for (intptr_t k = 0; k < total; ++k)
      known |= mlirAttributeEqual(list[k], fact);
    if (!known)
      list[total++] = fact;
  }
  if (total > before)
    factListSet(op, mlirArrayAttrGet(deduction->context, total, list));
}

/// No value that fits can come in at operand `i`, as the facts have it.
static MlirLogicalResult refuseMisfits(Deduction *deduction, MlirOperation op,
                                       MlirType type) {
  RelaxMatch match = {.arena = deduction->arena};
  intptr_t count = mlirOperationGetNumOperands(op);
  for (intptr_t i = 0; i < count; ++i)
    relaxMatchType(&match, mlirFunctionTypeGetInput(type, i),
                   mlirValueGetType(mlirOperationGetOperand(op, i)),
                   (MlirAttribute){NULL});
  relaxMatchCallOthers(&match, op);
  for (intptr_t i = 0; i < count; ++i) {
    MlirType got = mlirValueGetType(mlirOperationGetOperand(op, i));
    MlirType want =
        relaxMatchSubstitute(&match, mlirFunctionTypeGetInput(type, i));
    char what[32];
    snprintf(what, sizeof what, "operand %ld never fits", (long)i);
    if (want.ptr && deductionContradicts(deduction, want, got))
      return deductionReportTypes(deduction, op, what, want, got);
  }
  return mlirLogicalResultSuccess();
}

/// Nimble's sub-shaping: operands that only a check shows to fit get it, as a
/// relax.match_cast before the call.
static MlirLogicalResult fitOperands(Deduction *deduction, MlirOperation op,
                                     MlirOperation callee, MlirType type) {
  if (relaxCallOperandsFit(op, type, NULL))
    return mlirLogicalResultSuccess();
  if (mlirLogicalResultIsFailure(refuseMisfits(deduction, op, type)))
    return mlirLogicalResultFailure();
  CallFit fit = {.arena = deduction->arena, .call = op, .callee = callee};
  MlirLogicalResult outcome = callFitOperands(&fit, false);
  deduction->counters[COUNT_CHECKS_ADDED] += fit.casts;
  arrfree(deduction->names); // the checks may bind symbols
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (relaxIsMatchCast(bridgeDefiner(operand))) {
      shapeValuesVisit(deduction->values, mlirOpResultGetOwner(operand));
      factsAddOf(&deduction->facts, mlirOpResultGetOwner(operand));
    }
  }
  return outcome;
}

MlirLogicalResult deduceCall(Deduction *deduction, MlirOperation op) {
  StrRef name = bridgeRefName(relaxCallGetCallee(op));
  MlirOperation callee = bridgeLookupNearestSymbol(op, name);
  MlirType type = relaxFuncGetFunctionType(callee);
  if (relaxFuncGetParams(callee).ptr) // the general form has no extents
    return mlirLogicalResultSuccess();
  if (mlirLogicalResultIsFailure(fitOperands(deduction, op, callee, type)))
    return mlirLogicalResultFailure();
  StrBuf subject = {0};
  strBufAppendFormat(&subject, "@%.*s", (int)name.length, name.data);
  Requirement requirement = {
      .at = op,
      .facts = factsOf(deduction, callee, false),
      .allGiven = true,
      .subject = arenaCopyString(deduction->arena,
                                 (StrRef){subject.data, subject.length})};
  strBufFree(&subject);
  requirement.formals = partsOf(deduction, type, false, &requirement.count);
  if (mlirLogicalResultIsFailure(deductionRequire(deduction, &requirement)))
    return mlirLogicalResultFailure();
  RelaxMatch match = {.arena = deduction->arena};
  for (intptr_t i = 0; i < requirement.count; ++i)
    relaxMatchType(&match, requirement.formals[i],
                   mlirValueGetType(mlirOperationGetOperand(op, i)),
                   (MlirAttribute){NULL});
  relaxMatchCallOthers(&match, op);
  setResults(deduction, op, type, &match);
  learnPromises(deduction, op,
                deductionSubstituteFacts(deduction, &match,
                                         factsOf(deduction, callee, true)));
  return deductionRequireBehind(deduction, op);
}

//===----------------------------------------------------------------------===//
// Returns
//===----------------------------------------------------------------------===//

MlirLogicalResult deduceReturnFacts(Deduction *deduction, MlirOperation op) {
  MlirOperation function = deduction->function;
  MlirType type = relaxFuncGetFunctionType(function);
  StrBuf subject = {0};
  StrRef name = deductionName(deduction);
  strBufAppendFormat(&subject, "@%.*s", (int)name.length, name.data);
  Requirement requirement = {
      .at = op,
      .only = relaxFuncGetBinds(function),
      .facts = factsOf(deduction, function, true),
      .subject = arenaCopyString(deduction->arena,
                                 (StrRef){subject.data, subject.length})};
  strBufFree(&subject);
  requirement.formals = partsOf(deduction, type, true, &requirement.count);
  Requirement fit = requirement;
  if (!fit.only.ptr)
    fit.only = mlirArrayAttrGet(deduction->context, 0, NULL);
  if (mlirLogicalResultIsFailure(deductionFit(deduction, &fit)))
    return mlirLogicalResultFailure();
  if (!requirement.only.ptr)
    return mlirLogicalResultSuccess();
  return deductionRequire(deduction, &requirement);
}
