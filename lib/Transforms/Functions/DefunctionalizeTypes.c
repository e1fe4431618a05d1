//===- DefunctionalizeTypes.c - data for functions, and what calls them ---===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Data.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Sym/Clone.h"
#include "dialects/Sym/Interfaces.h"
#include "dialects/Sym/NameList.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Bridge/Core/Values.h"
#include "lib/Transforms/Functions/Defunctionalize.h"
#include "lib/Transforms/Shapes/CheckedCast.h"

#include <stb/stb_ds.h>

static MlirAttribute reference(Defunctionalizing *d, StrRef name) {
  return mlirFlatSymbolRefAttrGet(d->run->context, strRefToMlir(name));
}

static MlirAttribute arrayOf(Defunctionalizing *d, MlirAttribute *elements) {
  MlirAttribute array =
      mlirArrayAttrGet(d->run->context, arrlen(elements), elements);
  arrfree(elements);
  return array;
}

static MlirBlock moduleBody(Defunctionalizing *d) {
  return bridgeBody(d->run->op);
}

static const Variant *variantOf(const FnClass *fns, MlirOperation closure) {
  StrRef name = bridgeRefName(relaxClosureGetCallee(closure));
  const Variant *found = NULL;
  for (ptrdiff_t i = 0; i < arrlen(fns->variants); ++i)
    if (strRefEqual(relaxFuncGetSymName(fns->variants[i].callee), name) &&
        fns->variants[i].numCaptured == relaxClosureGetNumCaptured(closure))
      found = &fns->variants[i];
  return found;
}

//===----------------------------------------------------------------------===//
// The data type
//===----------------------------------------------------------------------===//

/// A function may be there with more or fewer of its arguments.
static void nameVariants(Defunctionalizing *d, FnClass *fns) {
  StrRef *taken = NULL;
  for (ptrdiff_t i = 0; i < arrlen(fns->variants); ++i) {
    fns->variants[i].name = symFreshName(d->run->arena, fns->variants[i].name,
                                         taken, arrlenu(taken));
    arrput(taken, fns->variants[i].name);
  }
  arrfree(taken);
}

static void createAdt(Defunctionalizing *d, FnClass *fns) {
  MlirContext context = d->run->context;
  MlirAttribute *names = NULL, *lists = NULL;
  for (ptrdiff_t i = 0; i < arrlen(fns->variants); ++i) {
    const Variant *variant = &fns->variants[i];
    MlirAttribute *fields = NULL;
    for (intptr_t k = 0; k < variant->numCaptured; ++k)
      arrput(fields, mlirTypeAttrGet(variant->fields[k]));
    arrput(lists, arrayOf(d, fields));
    arrput(names, mlirStringAttrGet(context, strRefToMlir(variant->name)));
  }
  StrRef name =
      bridgeUniqueSymbol(d->run->op, strRefFromC("Function"), d->run->arena);
  RelaxAdtArgs args = {.sym_name = name,
                       .params = mlirArrayAttrGet(context, 0, NULL),
                       .constructors = arrayOf(d, names),
                       .fields = arrayOf(d, lists)};
  MlirOperation adt =
      relaxAdtCreate(mlirOperationGetLocation(d->run->op), &args);
  mlirBlockInsertOwnedOperation(moduleBody(d), 0, adt);
  fns->data = relaxAdtTypeGet(context, reference(d, name), 0, NULL);
}

//===----------------------------------------------------------------------===//
// What calls it
//===----------------------------------------------------------------------===//

static StrRef argumentName(const Variant *variant, intptr_t index) {
  MlirBlock entry = bridgeBody(variant->callee);
  return entry.ptr ? bridgeLocationName(mlirValueGetLocation(
                         mlirBlockGetArgument(entry, index)))
                   : (StrRef){NULL, 0};
}

/// The fields of a case, with symbols that no other case has.
static MlirBlock createCase(Defunctionalizing *d, const Variant *variant,
                            SymNameList *taken) {
  RelaxMatch match = {.arena = d->run->arena};
  SymNameList symbols = {.arena = d->run->arena};
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  MlirLocation loc = mlirOperationGetLocation(variant->callee);
  for (intptr_t k = 0; k < variant->numCaptured; ++k)
    symWalkTypeSymbols(variant->fields[k], symNameListAdd, &symbols);
  for (size_t i = 0; i < symbols.count; ++i) {
    StrRef name = symFreshName(d->run->arena, symbols.names[i], taken->names,
                               taken->count);
    symNameListAdd(name, taken);
    relaxMatchAddExpr(&match, symbols.names[i],
                      symExprSymbol(d->run->arena, name));
  }
  for (intptr_t k = 0; k < variant->numCaptured; ++k)
    mlirBlockAddArgument(block,
                         relaxMatchSubstitute(&match, variant->fields[k]),
                         bridgeNamedLocation(argumentName(variant, k), loc));
  return block;
}

/// Calls the function of a case with its fields and the arguments of `entry`.
static void fillCase(Defunctionalizing *d, const Variant *variant,
                     MlirBlock block, MlirBlock entry, MlirType signature) {
  MlirLocation loc = mlirOperationGetLocation(variant->callee);
  intptr_t captured = variant->numCaptured;
  intptr_t others = mlirFunctionTypeGetNumInputs(signature);
  intptr_t numResults = mlirFunctionTypeGetNumResults(signature);
  Arena *arena = d->run->arena;
  MlirValue *values = ARENA_ARRAY(arena, MlirValue, captured + others + 1);
  MlirValue *results = ARENA_ARRAY(arena, MlirValue, numResults + 1);
  MlirType *types = ARENA_ARRAY(arena, MlirType, numResults + 1);
  for (intptr_t k = 0; k < captured + others; ++k)
    values[k] = k < captured ? mlirBlockGetArgument(block, k)
                             : mlirBlockGetArgument(entry, k - captured + 1);
  for (intptr_t i = 0; i < numResults; ++i)
    types[i] = mlirFunctionTypeGetResult(signature, i);
  RelaxCallArgs args = {.callee =
                            reference(d, relaxFuncGetSymName(variant->callee)),
                        .numInputs = captured + others,
                        .inputs = values,
                        .numResultsTypes = numResults,
                        .resultsTypes = types};
  MlirOperation call = relaxCallCreate(loc, &args);
  mlirBlockAppendOwnedOperation(block, call);
  for (intptr_t i = 0; i < numResults; ++i)
    results[i] = mlirOperationGetResult(call, i);
  RelaxYieldArgs end = {numResults, results};
  mlirBlockAppendOwnedOperation(block, relaxYieldCreate(loc, &end));
}

/// `relax.match` with a case for each function, and `relax.return`.
static void fillApply(Defunctionalizing *d, const FnClass *fns,
                      MlirBlock entry) {
  MlirContext context = d->run->context;
  MlirType signature = relaxFnTypeGetSignature(fns->key);
  MlirLocation loc = mlirOperationGetLocation(d->run->op);
  intptr_t numResults = mlirFunctionTypeGetNumResults(signature);
  MlirAttribute *patterns = NULL;
  SymNameList taken = {.arena = d->run->arena};
  MlirType *types = ARENA_ARRAY(d->run->arena, MlirType, numResults + 1);
  symWalkTypeSymbols(signature, symNameListAdd, &taken);
  for (ptrdiff_t i = 0; i < arrlen(fns->variants); ++i) {
    MlirAttribute *parts = NULL;
    arrput(parts, reference(d, fns->variants[i].name));
    for (intptr_t k = 0; k < fns->variants[i].numCaptured; ++k)
      arrput(parts, mlirUnitAttrGet(context));
    arrput(patterns, arrayOf(d, parts));
  }
  for (intptr_t i = 0; i < numResults; ++i)
    types[i] = mlirFunctionTypeGetResult(signature, i);
  RelaxMatchArgs args = {.value = mlirBlockGetArgument(entry, 0),
                         .patterns = arrayOf(d, patterns),
                         .numResultsTypes = numResults,
                         .resultsTypes = types,
                         .numRegions = arrlen(fns->variants)};
  MlirOperation match = relaxMatchCreate(loc, &args);
  for (ptrdiff_t i = 0; i < arrlen(fns->variants); ++i) {
    MlirBlock block = createCase(d, &fns->variants[i], &taken);
    fillCase(d, &fns->variants[i], block, entry, signature);
    mlirRegionAppendOwnedBlock(mlirOperationGetRegion(match, i), block);
  }
  mlirBlockAppendOwnedOperation(entry, match);
  RelaxReturnArgs end = {numResults, bridgeResults(d->run->arena, match)};
  mlirBlockAppendOwnedOperation(entry, relaxReturnCreate(loc, &end));
}

void fnCreateData(Defunctionalizing *d, FnClass *fns) {
  MlirContext context = d->run->context;
  MlirLocation loc = mlirOperationGetLocation(d->run->op);
  MlirType signature = relaxFnTypeGetSignature(fns->key);
  intptr_t count = mlirFunctionTypeGetNumInputs(signature);
  intptr_t numResults = mlirFunctionTypeGetNumResults(signature);
  MlirType *inputs = ARENA_ARRAY(d->run->arena, MlirType, count + 2);
  MlirType *results = ARENA_ARRAY(d->run->arena, MlirType, numResults + 1);
  MlirBlock entry = mlirBlockCreate(0, NULL, NULL);
  nameVariants(d, fns);
  createAdt(d, fns);
  inputs[0] = fns->data;
  for (intptr_t i = 0; i < count; ++i)
    inputs[i + 1] = mlirFunctionTypeGetInput(signature, i);
  for (intptr_t i = 0; i < numResults; ++i)
    results[i] = mlirFunctionTypeGetResult(signature, i);
  for (intptr_t i = 0; i <= count; ++i)
    mlirBlockAddArgument(entry, inputs[i],
                         i ? loc
                           : bridgeNamedLocation(strRefFromC("function"), loc));
  fns->apply =
      bridgeUniqueSymbol(d->run->op, strRefFromC("apply"), d->run->arena);
  RelaxFuncArgs args = {
      .sym_name = fns->apply,
      .function_type =
          mlirFunctionTypeGet(context, count + 1, inputs, numResults, results),
      .sym_visibility = mlirStringAttrGet(
          context, mlirStringRefCreateFromCString("private"))};
  MlirOperation function = relaxFuncCreate(loc, &args);
  fillApply(d, fns, entry);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(function, 0), entry);
  mlirBlockInsertOwnedOperationAfter(
      moduleBody(d), mlirBlockGetFirstOperation(moduleBody(d)), function);
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

void fnReplaceClosure(Defunctionalizing *d, MlirOperation closure) {
  MlirValue result = mlirOperationGetResult(closure, 0);
  const FnClass *fns = fnClassOf(d, mlirValueGetType(result));
  intptr_t count = relaxClosureGetNumCaptured(closure);
  MlirValue *fields = ARENA_ARRAY(d->run->arena, MlirValue, count + 1);
  for (intptr_t i = 0; i < count; ++i)
    fields[i] = relaxClosureGetCaptured(closure, i);
  RelaxConstructArgs args = {.constructor =
                                 reference(d, variantOf(fns, closure)->name),
                             .numFields = count,
                             .fields = fields,
                             .resultType = fns->data};
  MlirOperation data =
      relaxConstructCreate(mlirOperationGetLocation(closure), &args);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(closure), closure,
                                      data);
  mlirValueReplaceAllUsesOfWith(result, mlirOperationGetResult(data, 0));
  mlirOperationDestroy(closure);
}

/// The class of the function that is invoked, which may be data already.
static const FnClass *invoked(Defunctionalizing *d, MlirOperation invoke) {
  MlirType type = mlirValueGetType(relaxInvokeGetFunction(invoke));
  const FnClass *fns = fnClassOf(d, type);
  for (ptrdiff_t i = 0; !fns && i < arrlen(d->classes); ++i)
    if (d->classes[i].data.ptr && mlirTypeEqual(d->classes[i].data, type))
      fns = &d->classes[i];
  return fns && !fns->stays ? fns : NULL;
}

bool fnReplaceInvoke(Defunctionalizing *d, MlirOperation invoke) {
  const FnClass *fns = invoked(d, invoke);
  if (!fns)
    return false;
  MlirType signature = relaxFnTypeGetSignature(fns->key);
  intptr_t count = relaxInvokeGetNumInputs(invoke);
  intptr_t numResults = mlirOperationGetNumResults(invoke);
  Arena *arena = d->run->arena;
  RelaxMatch match = {.arena = arena};
  MlirValue *values = ARENA_ARRAY(arena, MlirValue, count + 1);
  MlirType *types = ARENA_ARRAY(arena, MlirType, numResults + 1);
  values[0] = relaxInvokeGetFunction(invoke);
  for (intptr_t i = 0; i < count; ++i) {
    values[i + 1] = relaxInvokeGetInputs(invoke, i);
    relaxMatchType(&match, mlirFunctionTypeGetInput(signature, i),
                   mlirValueGetType(values[i + 1]), (MlirAttribute){NULL});
  }
  for (intptr_t i = 0; i < numResults; ++i)
    types[i] =
        relaxMatchSubstitute(&match, mlirFunctionTypeGetResult(signature, i));
  RelaxCallArgs args = {.callee = reference(d, fns->apply),
                        .numInputs = count + 1,
                        .inputs = values,
                        .numResultsTypes = numResults,
                        .resultsTypes = types};
  MlirOperation call = relaxCallCreate(mlirOperationGetLocation(invoke), &args);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(invoke), invoke,
                                      call);
  for (intptr_t i = 0; i < numResults; ++i) {
    MlirValue old = mlirOperationGetResult(invoke, i);
    MlirValue value = mlirOperationGetResult(call, i);
    if (relaxIsTensorType(types[i]) &&
        !mlirTypeEqual(types[i], mlirValueGetType(old)))
      value = checkedCastInsert(invoke, value, mlirValueGetType(old),
                                (MlirAttribute){NULL}, (MlirAttribute){NULL});
    mlirValueReplaceAllUsesOfWith(old, value);
  }
  mlirOperationDestroy(invoke);
  return true;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static MlirAttribute attributePart(MlirAttribute part, void *userData);

/// From outside to inside: the type of a function that takes functions is one
/// class, whatever becomes of theirs.
static MlirType dataFor(MlirType type, void *userData) {
  const FnClass *fns = fnClassOf(userData, type);
  if (fns && !fns->stays)
    return fns->data;
  SymNewParts parts = {attributePart, dataFor, userData};
  return symTypeReplaceParts(type, &parts);
}

static MlirAttribute attributePart(MlirAttribute part, void *userData) {
  SymNewParts parts = {attributePart, dataFor, userData};
  return symAttributeReplaceParts(part, &parts);
}

void fnReplaceTypes(Defunctionalizing *d) {
  symMapTypes(d->run->op, dataFor, d);
}
