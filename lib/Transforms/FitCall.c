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

/// The extent that a later operand gives the callee's symbol, or `?`.
static MlirAttribute extentElsewhere(const CallFit *fit, StrRef name) {
  MlirType type = formalType(fit);
  for (intptr_t i = 0, e = relaxCallGetNumInputs(fit->call); i < e; ++i) {
    const MlirAttribute *from, *to;
    StrRef bare;
    intptr_t rank = symTypeDims(mlirFunctionTypeGetInput(type, i), &from);
    MlirType actual = mlirValueGetType(relaxCallGetInputs(fit->call, i));
    if (symTypeDims(actual, &to) != rank)
      continue;
    for (intptr_t d = 0; d < rank; ++d)
      if (symAttributeIsSymbol(from[d], &bare) && strRefEqual(bare, name) &&
          !symAttributeIsUnknown(to[d]))
        return to[d];
  }
  return symUnknownAttribute(mlirOperationGetContext(fit->call));
}

/// A new symbol, called like that of the callee.
static MlirAttribute nameAnew(CallFit *fit, StrRef base, StrRef **taken) {
  if (!*taken) {
    StrRef *used;
    size_t count =
        symNamesIn(checkedCastFunction(fit->call), fit->arena, &used);
    for (size_t i = 0; i < count; ++i)
      arrput(*taken, used[i]);
  }
  StrRef name = symFreshName(fit->arena, base, *taken, arrlenu(*taken));
  arrput(*taken, name);
  return mlirStringAttrGet(mlirOperationGetContext(fit->call),
                           strRefToMlir(name));
}

/// What the bare dimensions of argument `index` stand for. Where the operand
/// says nothing it is what another operand says, or a new symbol, which is
/// returned in an array of those that a check of this operand binds (or null).
static MlirAttribute matchUnknown(CallFit *fit, intptr_t index,
                                  StrRef **taken) {
  MlirContext context = mlirOperationGetContext(fit->call);
  RelaxTensorInfo want, got;
  if (!relaxTensorInfo(mlirFunctionTypeGetInput(formalType(fit), index),
                       &want) ||
      !relaxTensorInfo(mlirValueGetType(relaxCallGetInputs(fit->call, index)),
                       &got) ||
      !want.ranked || (got.ranked && got.rank != want.rank))
    return (MlirAttribute){NULL};
  MlirAttribute *binds = ARENA_ARRAY(fit->arena, MlirAttribute, want.rank);
  intptr_t count = 0;
  for (intptr_t i = 0; i < want.rank; ++i) {
    StrRef name;
    if (!symAttributeIsSymbol(want.dims[i], &name) ||
        relaxMatchKnows(&fit->match, name))
      continue;
    MlirAttribute dim = got.ranked ? got.dims[i] : symUnknownAttribute(context);
    if (symAttributeIsUnknown(dim))
      dim = extentElsewhere(fit, name);
    if (symAttributeIsUnknown(dim)) {
      binds[count] = nameAnew(fit, name, taken);
      StrRef fresh = strRefFromMlir(mlirStringAttrGetValue(binds[count++]));
      dim = symSymbolAttribute(context, fresh);
    }
    relaxMatchAdd(&fit->match, name, dim);
  }
  return count ? mlirArrayAttrGet(context, count, binds)
               : (MlirAttribute){NULL};
}

/// Symbols that other checks are yet to bind.
typedef struct Later {
  const MlirAttribute *binds;
  intptr_t first, count;
  bool found;
} Later;

static void findLater(StrRef name, void *userData) {
  Later *later = userData;
  for (intptr_t i = later->first; i < later->count; ++i)
    later->found |= relaxNamesHave(later->binds[i], name);
}

/// `want`, and where it says nothing, or what only comes later, what `got`
/// says.
static MlirType both(const CallFit *fit, RelaxTensorInfo want,
                     RelaxTensorInfo got, Later later) {
  if (!want.ranked)
    want = got;
  MlirAttribute *dims = ARENA_ARRAY(fit->arena, MlirAttribute, want.rank);
  for (intptr_t i = 0; i < want.rank; ++i) {
    later.found = symAttributeIsUnknown(want.dims[i]) && got.ranked;
    symWalkAttributeSymbols(want.dims[i], findLater, &later);
    dims[i] = want.dims[i];
    if (later.found)
      dims[i] = got.ranked
                    ? got.dims[i]
                    : symUnknownAttribute(mlirOperationGetContext(fit->call));
  }
  return want.ranked
             ? relaxTensorTypeLike(want.device.ptr ? want : got, want.rank,
                                   dims)
             : relaxTensorTypeOn(relaxUnrankedTensorType(want.elementType),
                                 want.device.ptr ? want.device : got.device);
}

static MlirLogicalResult checkOperand(CallFit *fit, intptr_t index,
                                      MlirType want, bool exact,
                                      MlirAttribute binds, Later later) {
  MlirValue operand = relaxCallGetInputs(fit->call, index);
  MlirType got = mlirValueGetType(operand);
  MlirValue cast = {NULL};
  RelaxTensorInfo from, to;
  if (want.ptr && relaxTensorInfo(got, &from) && relaxTensorInfo(want, &to) &&
      mlirTypeEqual(from.elementType, to.elementType) &&
      (!from.ranked || !to.ranked || from.rank == to.rank))
    cast = checkedCastInsert(fit->call, operand,
                             exact && !binds.ptr ? want
                                                 : both(fit, to, from, later),
                             binds, (MlirAttribute){NULL});
  if (!cast.ptr)
    return cannotFit(fit, "operand", index, want, got);
  mlirOperationSetOperand(fit->call, index, cast);
  ++fit->casts;
  return mlirLogicalResultSuccess();
}

/// First the checks that bind, then those of what they bind.
static MlirLogicalResult checkOperands(CallFit *fit, bool exact,
                                       const MlirAttribute *binds) {
  MlirType type = formalType(fit);
  intptr_t count = relaxCallGetNumInputs(fit->call);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (intptr_t i = 0; mlirLogicalResultIsSuccess(outcome) && i < count; ++i) {
    MlirType formal = mlirFunctionTypeGetInput(type, i);
    if (binds[i].ptr)
      outcome =
          checkOperand(fit, i, relaxMatchSubstitute(&fit->match, formal), exact,
                       binds[i], (Later){binds, i + 1, count, false});
  }
  size_t next = 0;
  for (intptr_t i = 0; mlirLogicalResultIsSuccess(outcome) && i < count; ++i) {
    MlirType formal = mlirFunctionTypeGetInput(type, i);
    MlirType want = relaxMatchSubstitute(&fit->match, formal);
    MlirType got = mlirValueGetType(relaxCallGetInputs(fit->call, i));
    bool fits = relaxMatchOperandFits(&fit->match, formal, want, got, &next);
    if (!fits || (exact && !mlirTypeEqual(want, got)))
      outcome = checkOperand(fit, i, want, exact, (MlirAttribute){NULL},
                             (Later){binds, count, count, false});
  }
  return outcome;
}

MlirLogicalResult callFitOperands(CallFit *fit, bool exact) {
  MlirType type = formalType(fit);
  intptr_t count = relaxCallGetNumInputs(fit->call);
  // Else some later dimension needs what an operand does not say.
  bool bind = exact || !relaxCallOperandsFit(fit->call, type, NULL);
  MlirAttribute *binds = ARENA_ARRAY(fit->arena, MlirAttribute, count);
  StrRef *taken = NULL; // stb_ds
  fit->match = (RelaxMatch){.arena = fit->arena};
  for (intptr_t i = 0; i < count; ++i) {
    binds[i] = bind ? matchUnknown(fit, i, &taken) : (MlirAttribute){NULL};
    relaxMatchType(&fit->match, mlirFunctionTypeGetInput(type, i),
                   mlirValueGetType(relaxCallGetInputs(fit->call, i)),
                   (MlirAttribute){NULL});
  }
  arrfree(taken);
  return checkOperands(fit, exact, binds);
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
