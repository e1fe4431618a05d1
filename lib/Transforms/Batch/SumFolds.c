//===- SumFolds.c - a fold of sums as one reduction -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Fegade et al., "ACRoBat", MLSys 2024, on folds: a function that adds
// something of each element of a list to sums, and calls itself with the rest,
// adds element by element, a launch each. Where what is added does not depend
// on the sums, the function collects it in sequences,
//
//   f_terms(list, terms, others) = if list is empty: terms
//                                  else: f_terms(rest, terms + [something of
//                                  the first], others)
//
// and who calls `f` adds up a sequence that begins with the old sum, in the
// same order: in the caller, where it may be one line with what follows.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Batch/SumFolds.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Sequence.gen.h"
#include "lib/Bridge/Core/Blocks.h"

#include <stb/stb_ds.h>

enum { COUNT_FOLDS };

/// The operation and all behind it, the last first.
static void destroyFrom(MlirOperation first) {
  MlirOperation *ops = NULL;
  for (MlirOperation op = first; op.ptr; op = mlirOperationGetNextInBlock(op))
    arrput(ops, op);
  while (arrlen(ops))
    mlirOperationDestroy(arrpop(ops));
  arrfree(ops);
}

static void returnAll(MlirOperation before, MlirOperation from) {
  MlirValue *values = NULL;
  for (intptr_t i = 0, e = mlirOperationGetNumResults(from); i < e; ++i)
    arrput(values, mlirOperationGetResult(from, i));
  RelaxReturnArgs args = {arrlen(values), values};
  bridgeInsert(before,
               relaxReturnCreate(mlirOperationGetLocation(before), &args));
  arrfree(values);
}

//===----------------------------------------------------------------------===//
// What is added
//===----------------------------------------------------------------------===//

/// Of an element, to the sum.
static MlirValue termOf(const Fold *fold, ptrdiff_t sum) {
  MlirOperation add = mlirOpResultGetOwner(foldNext(fold, sum));
  bool first =
      mlirValueEqual(mlirOperationGetOperand(add, 0), foldSum(fold, sum));
  return mlirOperationGetOperand(add, first);
}

/// Terms have the extents of their sum.
static bool hasTerms(const Fold *fold) {
  bool good = true;
  for (ptrdiff_t s = 0; s < arrlen(fold->sums) && good; ++s) {
    MlirType type = mlirValueGetType(foldSum(fold, s));
    good = relaxTypeIsExact(type) &&
           mlirTypeEqual(type, mlirValueGetType(termOf(fold, s)));
  }
  return good;
}

static bool isUsedIn(MlirValue value, MlirBlock block) {
  bool found = false;
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use) && !found; use = mlirOpOperandGetNextUse(use))
    found = mlirBlockEqual(mlirOperationGetBlock(mlirOpOperandGetOwner(use)),
                           block);
  return found;
}

static void findResults(Summer *summer) {
  const Fold *fold = &summer->fold;
  MlirBlock entry = bridgeBody(fold->function);
  for (ptrdiff_t s = 0; s < arrlen(fold->sums); ++s)
    arrput(summer->types,
           relaxSequenceTypeGet(fold->run->context,
                                mlirValueGetType(foldSum(fold, s))));
  for (ptrdiff_t i = 0; i < arrlen(fold->others); ++i) {
    MlirValue argument = mlirBlockGetArgument(entry, fold->others[i]);
    if (!isUsedIn(argument, fold->end))
      continue;
    arrput(summer->kept, fold->others[i]);
    arrput(summer->types, mlirValueGetType(argument));
  }
}

//===----------------------------------------------------------------------===//
// The function that collects
//===----------------------------------------------------------------------===//

/// An empty list: what has been collected.
static void giveTerms(const Summer *summer) {
  const Fold *fold = &summer->fold;
  MlirValue *terms = NULL;
  for (ptrdiff_t s = 0; s < arrlen(fold->sums); ++s)
    arrput(terms, foldSum(fold, s));
  for (ptrdiff_t k = 0; k < arrlen(summer->kept); ++k)
    arrput(terms,
           mlirBlockGetArgument(bridgeBody(fold->function), summer->kept[k]));
  RelaxYieldArgs args = {arrlen(terms), terms};
  mlirBlockAppendOwnedOperation(
      fold->end,
      relaxYieldCreate(mlirOperationGetLocation(fold->branch), &args));
  arrfree(terms);
}

/// Where sums were added up, terms are collected, and the call gives them.
static void collectTerms(const Summer *summer, MlirAttribute callee) {
  const Fold *fold = &summer->fold;
  MlirLocation loc = mlirOperationGetLocation(fold->call);
  MlirValue *inputs = NULL, *terms = NULL;
  MlirOperation *adds = NULL;
  for (intptr_t i = 0, e = relaxCallGetNumInputs(fold->call); i < e; ++i)
    arrput(inputs, relaxCallGetInputs(fold->call, i));
  for (ptrdiff_t s = 0; s < arrlen(fold->sums); ++s) {
    MlirValue sum = foldSum(fold, s), term = termOf(fold, s);
    arrput(adds, mlirOpResultGetOwner(foldNext(fold, s)));
    mlirValueSetType(sum, summer->types[s]);
    RelaxSequenceInsertArgs args = {.sequence = sum, .element = term};
    MlirOperation more = relaxSequenceInsertCreate(loc, &args);
    bridgeInsert(fold->call, more);
    inputs[fold->sums[s]] = mlirOperationGetResult(more, 0);
  }
  RelaxCallArgs args = {.numInputs = arrlen(inputs),
                        .inputs = inputs,
                        .callee = callee,
                        .numResultsTypes = arrlen(summer->types),
                        .resultsTypes = summer->types};
  MlirOperation call = relaxCallCreate(loc, &args);
  bridgeInsert(fold->call, call);
  for (ptrdiff_t r = 0; r < arrlen(summer->types); ++r)
    arrput(terms, mlirOperationGetResult(call, r));
  RelaxYieldArgs yield = {arrlen(terms), terms};
  bridgeInsert(fold->call, relaxYieldCreate(loc, &yield));
  destroyFrom(fold->call);
  for (ptrdiff_t s = 0; s < arrlen(adds); ++s)
    mlirOperationDestroy(adds[s]);
  arrfree(inputs);
  arrfree(terms);
  arrfree(adds);
}

/// What was the fold gives sequences in the place of sums.
static void makeTerms(Summer *summer, StrRef name) {
  Fold *fold = &summer->fold;
  MlirContext context = fold->run->context;
  MlirOperation function = fold->function, branch = fold->branch;
  MlirAttribute callee = mlirFlatSymbolRefAttrGet(context, strRefToMlir(name));
  relaxFuncSetSymName(function, name);
  destroyFrom(mlirBlockGetFirstOperation(fold->end));
  collectTerms(summer, callee);
  giveTerms(summer);
  RelaxIfArgs args = {.condition = relaxIfGetCondition(branch),
                      .numResultsTypes = arrlen(summer->types),
                      .resultsTypes = summer->types};
  MlirOperation made = relaxIfCreate(mlirOperationGetLocation(branch), &args);
  for (intptr_t r = 0; r < 2; ++r)
    mlirRegionTakeBody(mlirOperationGetRegion(made, r),
                       mlirOperationGetRegion(branch, r));
  bridgeInsert(branch, made);
  returnAll(branch, made);
  destroyFrom(branch);
  MlirBlock entry = bridgeBody(function);
  MlirType *inputs = NULL;
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i)
    arrput(inputs, mlirValueGetType(mlirBlockGetArgument(entry, i)));
  relaxFuncSetFunctionType(
      function, mlirFunctionTypeGet(context, arrlen(inputs), inputs,
                                    arrlen(summer->types), summer->types));
  arrfree(inputs);
}

//===----------------------------------------------------------------------===//
// Folds of a module
//===----------------------------------------------------------------------===//

/// Who names the fold: calls but for its last one, and others.
typedef struct Callers {
  const Fold *fold;
  StrRef name;
  MlirOperation *calls; // stb_ds array
  bool others;
} Callers;

static MlirWalkResult findCaller(MlirOperation op, void *userData) {
  Callers *callers = userData;
  if (!mlirOperationEqual(op, callers->fold->call) &&
      sumsNames(op, callers->name)) {
    callers->others |= !relaxIsCall(op);
    arrput(callers->calls, op);
  }
  return MlirWalkResultAdvance;
}

static void split(Summer *summer, const Callers *callers) {
  Fold *fold = &summer->fold;
  MlirOperation copy = mlirOperationClone(fold->function);
  StrBuf wish = {0};
  strBufAppendFormat(&wish, "%.*s_terms", (int)callers->name.length,
                     callers->name.data);
  StrRef name = bridgeUniqueSymbol(fold->run->op,
                                   (StrRef){strBufText(&wish), wish.length},
                                   fold->run->arena);
  strBufFree(&wish);
  findResults(summer);
  makeTerms(summer, name);
  MlirAttribute callee =
      mlirFlatSymbolRefAttrGet(fold->run->context, strRefToMlir(name));
  for (ptrdiff_t i = 0; i < arrlen((MlirOperation *)callers->calls); ++i)
    sumsMake(summer, callers->calls[i], copy, callee);
  mlirOperationDestroy(copy);
}

/// Finds sums behind calls of straight lines, which stand in the function then.
static bool addsUp(Summer *summer, Callers *callers) {
  Fold *fold = &summer->fold;
  bool found = foldAddsUp(fold) && hasTerms(fold);
  if (found)
    mlirOperationWalk(fold->run->op, findCaller, callers, MlirWalkPreOrder);
  return found && arrlen(callers->calls) && !callers->others;
}

static bool sumUp(RelaxPassRun *run, MlirOperation function) {
  Summer summer = {.fold = {.run = run}};
  Callers callers = {.fold = &summer.fold,
                     .name = relaxFuncGetSymName(function)};
  if (!foldShape(&summer.fold, function) || !passMayRewrite(run, function))
    return false;
  MlirOperation before = mlirOperationClone(function);
  bool found = addsUp(&summer, &callers);
  if (found) {
    split(&summer, &callers);
    mlirOperationDestroy(before);
  } else {
    mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(function),
                                       function, before);
    mlirOperationDestroy(function);
  }
  foldFree(&summer.fold);
  arrfree(summer.types);
  arrfree(summer.kept);
  arrfree(callers.calls);
  return found;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  MlirOperation *functions = NULL;
  bridgeCollect(run->op, relaxIsFunc, &functions);
  for (ptrdiff_t i = 0; i < arrlen(functions); ++i)
    run->counters[COUNT_FOLDS] +=
        sumsOfRests(run, functions[i]) || sumUp(run, functions[i]);
  arrfree(functions);
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxSumFoldsPass = {
    .name = "relax-sum-folds",
    .summary = "one reduction of what the elements of a list add to sums",
    .documentation =
        "A function that adds to sums what an element of a list gives, and "
        "calls itself with the rest, collects it in sequences, one for each "
        "sum, that begin with the sums that there were; whoever calls it adds "
        "up their elements (`relax.sum`), in the order of the list. What an "
        "element gives may not depend on the sums. A fold from the end, "
        "something of an element and what the rest of the list gives, collects "
        "from the end. With `relax-batch` what the "
        "elements of all lists give is one piece of work, and all sums of them "
        "are, whatever the lengths.\n",
    .anchor = "builtin.module",
    .counters = {[COUNT_FOLDS] = "folds-summed"},
    .traits = RELAX_PASS_ASKS,
    .run = run,
};
