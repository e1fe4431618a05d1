//===- FitCall.c - calls after a signature has changed --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/FitCall.h"
#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Clone.h"
#include "dialects/Sym/Walk.h"
#include "lib/Transforms/CheckedCast.h"

#include <stb/stb_ds.h>

StrRef functionName(MlirOperation function) {
  return strRefFromMlir(mlirStringAttrGetValue(relaxFuncGetSymName(function)));
}

StrRef calleeName(MlirOperation call) {
  return strRefFromMlir(
      mlirFlatSymbolRefAttrGetValue(relaxCallGetCallee(call)));
}

bool functionIsPublic(MlirOperation function) {
  MlirAttribute visibility = relaxFuncGetSymVisibility(function);
  return !visibility.ptr ||
         strRefEqual(strRefFromMlir(mlirStringAttrGetValue(visibility)),
                     strRefFromC("public"));
}

static MlirType formalType(const CallFit *fit) {
  return mlirTypeAttrGetValue(relaxFuncGetFunctionType(fit->callee));
}

static MlirLogicalResult cannotFit(const CallFit *fit, const char *what,
                                   intptr_t index, MlirType want,
                                   MlirType got) {
  return bridgeEmitOpError(
      fit->call,
      "%s %ld: expected %s, got %s, and no check can be put between them", what,
      (long)index, want.ptr ? relaxTypeText(fit->arena, want) : "a type",
      relaxTypeText(fit->arena, got));
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Dimensions of operand `index` that a symbol of the callee stands for and of
/// which nothing is known get a new symbol from a check before the call.
static bool bindUnknown(CallFit *fit, intptr_t index) {
  MlirType formal = mlirFunctionTypeGetInput(formalType(fit), index);
  MlirValue operand = relaxCallGetInputs(fit->call, index);
  RelaxTensorInfo want, got;
  if (!relaxTensorInfo(formal, &want) || !want.ranked ||
      !relaxTensorInfo(mlirValueGetType(operand), &got) ||
      (got.ranked && got.rank != want.rank))
    return true;
  StrRef *used;
  MlirOperation function = checkedCastFunction(fit->call);
  size_t numUsed = symNamesIn(function, fit->arena, &used);
  StrRef *taken = ARENA_ARRAY(fit->arena, StrRef, numUsed + want.rank);
  for (size_t i = 0; i < numUsed; ++i)
    taken[i] = used[i];
  MlirContext context = mlirOperationGetContext(fit->call);
  MlirAttribute *dims = ARENA_ARRAY(fit->arena, MlirAttribute, want.rank);
  MlirAttribute *binds = ARENA_ARRAY(fit->arena, MlirAttribute, want.rank);
  intptr_t count = 0;
  for (intptr_t i = 0; i < want.rank; ++i) {
    StrRef name;
    dims[i] = got.ranked ? got.dims[i] : symUnknownAttribute(context);
    if (!symAttributeIsSymbol(want.dims[i], &name) ||
        relaxMatchKnows(&fit->match, name) || !symAttributeIsUnknown(dims[i]))
      continue;
    taken[numUsed] = symFreshName(fit->arena, name, taken, numUsed);
    dims[i] = symSymbolAttribute(context, taken[numUsed]);
    binds[count++] = mlirStringAttrGet(context, strRefToMlir(taken[numUsed++]));
    relaxMatchAdd(&fit->match, name, dims[i]);
  }
  if (!count)
    return true;
  ++fit->casts;
  MlirValue cast = checkedCastInsert(
      fit->call, operand, relaxTensorTypeOf(got.elementType, want.rank, dims),
      mlirArrayAttrGet(context, count, binds), (MlirAttribute){NULL});
  if (cast.ptr)
    mlirOperationSetOperand(fit->call, index, cast);
  return cast.ptr != NULL;
}

static MlirLogicalResult fitOperand(CallFit *fit, intptr_t index, bool exact,
                                    size_t *next) {
  MlirType formal = mlirFunctionTypeGetInput(formalType(fit), index);
  MlirType want = relaxMatchSubstitute(&fit->match, formal);
  MlirValue operand = relaxCallGetInputs(fit->call, index);
  MlirType got = mlirValueGetType(operand);
  bool fits = relaxMatchOperandFits(&fit->match, formal, want, got, next);
  if (fits && (!exact || mlirTypeEqual(want, got)))
    return mlirLogicalResultSuccess();
  MlirValue cast = {NULL};
  RelaxTensorInfo from, to;
  if (want.ptr && relaxTensorInfo(got, &from) && relaxTensorInfo(want, &to) &&
      mlirTypeEqual(from.elementType, to.elementType) &&
      (!from.ranked || !to.ranked || from.rank == to.rank))
    cast = checkedCastInsert(fit->call, operand, want, (MlirAttribute){NULL},
                             (MlirAttribute){NULL});
  if (!cast.ptr)
    return cannotFit(fit, "operand", index, want, got);
  mlirOperationSetOperand(fit->call, index, cast);
  ++fit->casts;
  return mlirLogicalResultSuccess();
}

/// Some later dimension of the signature needs what operand `index` does not
/// say.
static bool needsBinding(const CallFit *fit) {
  MlirType type = formalType(fit);
  RelaxMatch match = {.arena = fit->arena};
  size_t next = 0;
  intptr_t count = relaxCallGetNumInputs(fit->call);
  for (intptr_t i = 0; i < count; ++i)
    relaxMatchType(&match, mlirFunctionTypeGetInput(type, i),
                   mlirValueGetType(relaxCallGetInputs(fit->call, i)),
                   (MlirAttribute){NULL});
  for (intptr_t i = 0; i < count; ++i) {
    MlirType formal = mlirFunctionTypeGetInput(type, i);
    if (!relaxMatchOperandFits(
            &match, formal, relaxMatchSubstitute(&match, formal),
            mlirValueGetType(relaxCallGetInputs(fit->call, i)), &next))
      return true;
  }
  return false;
}

MlirLogicalResult callFitOperands(CallFit *fit, bool exact) {
  MlirType type = formalType(fit);
  intptr_t count = relaxCallGetNumInputs(fit->call);
  bool bind = exact || needsBinding(fit);
  fit->match = (RelaxMatch){.arena = fit->arena};
  for (intptr_t i = 0; i < count; ++i) {
    MlirType formal = mlirFunctionTypeGetInput(type, i);
    if (bind && !bindUnknown(fit, i))
      return cannotFit(fit, "operand", i, formal,
                       mlirValueGetType(relaxCallGetInputs(fit->call, i)));
    relaxMatchType(&fit->match, formal,
                   mlirValueGetType(relaxCallGetInputs(fit->call, i)),
                   (MlirAttribute){NULL});
  }
  // Binding may have matched dimensions out of order: match again.
  fit->match = (RelaxMatch){.arena = fit->arena};
  for (intptr_t i = 0; i < count; ++i)
    relaxMatchType(&fit->match, mlirFunctionTypeGetInput(type, i),
                   mlirValueGetType(relaxCallGetInputs(fit->call, i)),
                   (MlirAttribute){NULL});
  size_t next = 0;
  for (intptr_t i = 0; i < count; ++i)
    if (mlirLogicalResultIsFailure(fitOperand(fit, i, exact, &next)))
      return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

MlirLogicalResult callFitResults(CallFit *fit) {
  MlirType type = formalType(fit);
  relaxMatchResults(&fit->match, fit->call, type);
  MlirOperation next = mlirOperationGetNextInBlock(fit->call);
  for (intptr_t i = 0, e = mlirOperationGetNumResults(fit->call); i < e; ++i) {
    MlirValue result = mlirOperationGetResult(fit->call, i);
    MlirType old = mlirValueGetType(result);
    MlirType now =
        relaxMatchSubstitute(&fit->match, mlirFunctionTypeGetResult(type, i));
    if (now.ptr && relaxTypeForgets(now, old))
      continue;
    if (!now.ptr || !relaxIsTensorType(now))
      return cannotFit(fit, "result", i, now, old);
    mlirValueSetType(result, now);
    MlirValue cast = checkedCastInsert(next, result, old, (MlirAttribute){NULL},
                                       (MlirAttribute){NULL});
    if (!cast.ptr)
      return cannotFit(fit, "result", i, now, old);
    MlirOperation owner = mlirOpResultGetOwner(cast);
    mlirValueReplaceAllUsesExcept(result, cast, 1, &owner);
    ++fit->casts;
  }
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// All calls
//===----------------------------------------------------------------------===//

typedef struct CallVisit {
  StrRef callee;
  void (*visit)(MlirOperation, void *);
  void *userData;
} CallVisit;

static MlirWalkResult visitCall(MlirOperation op, void *userData) {
  CallVisit *all = userData;
  if (relaxIsCall(op) &&
      (!all->callee.data || strRefEqual(calleeName(op), all->callee)))
    all->visit(op, all->userData);
  return MlirWalkResultAdvance;
}

void callsVisit(MlirOperation module, StrRef callee,
                void (*visit)(MlirOperation, void *), void *userData) {
  CallVisit all = {callee, visit, userData};
  mlirOperationWalk(module, visitCall, &all, MlirWalkPreOrder);
}

static void collectCall(MlirOperation call, void *userData) {
  MlirOperation **calls = userData;
  arrput(*calls, call);
}

MlirLogicalResult callFitAll(Arena *arena, MlirOperation module,
                             MlirOperation callee, uint64_t *casts) {
  MlirOperation *calls = NULL; // stb_ds: fitting inserts operations
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  callsVisit(module, functionName(callee), collectCall, &calls);
  for (ptrdiff_t i = 0;
       mlirLogicalResultIsSuccess(outcome) && i < arrlen(calls); ++i) {
    CallFit fit = {.arena = arena, .call = calls[i], .callee = callee};
    outcome = callFitOperands(&fit, false);
    if (mlirLogicalResultIsSuccess(outcome))
      outcome = callFitResults(&fit);
    *casts += fit.casts;
  }
  arrfree(calls);
  return outcome;
}
