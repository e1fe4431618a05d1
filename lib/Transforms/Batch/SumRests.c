//===- SumRests.c - folds from the end ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
//   f(list) = if list is empty: the end
//             else: something of the first + f(rest)
//
// Where nothing else is done with what the rest gives, the function collects
// what is added behind the end,
//
//   f_terms(list) = if list is empty: [the end]
//                   else: f_terms(rest) + [something of the first]
//
// and who calls it adds up, in the order in which the additions were. Other
// results go from call to call as before.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Sequence.gen.h"
#include "dialects/Sym/Clone.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Values.h"
#include "lib/Transforms/Batch/SumFolds.h"

#include <stb/stb_ds.h>

typedef struct Rests {
  RelaxPassRun *run;
  MlirOperation function, branch;
  MlirOperation call;   // of the rest
  intptr_t arm;         // that has it
  intptr_t *sums;       // stb_ds arrays: numbers of results
  MlirOperation *users; // calls of others
  bool others;          // somebody else names it
} Rests;

static MlirWalkResult findUser(MlirOperation op, void *userData) {
  Rests *rests = userData;
  if (!sumsNames(op, relaxFuncGetSymName(rests->function)))
    return MlirWalkResultAdvance;
  MlirOperation parent = op;
  while (!relaxIsFunc(parent))
    parent = mlirOperationGetParentOperation(parent);
  bool own = mlirOperationEqual(parent, rests->function);
  rests->others |= !relaxIsCall(op) || (own && rests->call.ptr);
  if (own)
    rests->call = op;
  else
    arrput(rests->users, op);
  return MlirWalkResultAdvance;
}

/// A branch whose results are those of the function, with the call in an arm.
static bool findBranch(Rests *rests) {
  MlirBlock arm = mlirOperationGetBlock(rests->call);
  MlirOperation branch = mlirOperationGetParentOperation(rests->call),
                last = mlirBlockGetTerminator(bridgeBody(rests->function));
  bool good =
      relaxIsIf(branch) &&
      mlirOperationEqual(mlirOperationGetParentOperation(branch),
                         rests->function) &&
      mlirOperationGetNumOperands(last) == mlirOperationGetNumResults(branch);
  for (intptr_t i = 0; good && i < mlirOperationGetNumOperands(last); ++i)
    good = mlirValueEqual(mlirOperationGetOperand(last, i),
                          mlirOperationGetResult(branch, i));
  rests->branch = branch;
  rests->arm = good && mlirBlockEqual(bridgeBlock(branch, 1), arm);
  return good;
}

/// What the arm yields there: the addition.
static MlirOperation addition(const Rests *rests, intptr_t result) {
  MlirBlock arm = bridgeBlock(rests->branch, rests->arm);
  MlirValue value =
      mlirOperationGetOperand(mlirBlockGetTerminator(arm), result);
  return bridgeDefiner(value);
}

/// Does a sum round as additions one by one do? A sum of narrow floats is f32
/// in between.
static bool addsExactly(MlirType element) {
  return mlirTypeIsAF32(element) || mlirTypeIsAF64(element);
}

/// Something and the same result of the rest, which nobody else uses. Counters
/// are no work to be shared.
static bool isSum(const Rests *rests, intptr_t result) {
  MlirValue rest = mlirOperationGetResult(rests->call, result);
  MlirType type = mlirValueGetType(rest);
  MlirOperation add = addition(rests, result);
  bool good = relaxIsAdd(add) && relaxTypeIsExact(type) &&
              addsExactly(relaxTensorInfoOf(rest).elementType) &&
              bridgeIsUsedOnce(rest) &&
              bridgeIsUsedOnce(mlirOperationGetResult(add, 0)) &&
              bridgeIsUsedOnce(mlirOperationGetResult(rests->branch, result));
  bool reads = false;
  for (intptr_t i = 0; good && i < 2; ++i) {
    reads |= mlirValueEqual(mlirOperationGetOperand(add, i), rest);
    good =
        mlirTypeEqual(mlirValueGetType(mlirOperationGetOperand(add, i)), type);
  }
  return good && reads;
}

static bool hasSymbols(const Rests *rests) {
  StrRef *names;
  return symNamesIn(rests->function, rests->run->arena, &names) > 0;
}

static bool findSums(Rests *rests) {
  mlirOperationWalk(rests->run->op, findUser, rests, MlirWalkPreOrder);
  if (!rests->call.ptr || rests->others || !arrlen(rests->users) ||
      hasSymbols(rests) || !findBranch(rests))
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(rests->call); ++i)
    if (isSum(rests, i))
      arrput(rests->sums, i);
  return arrlen(rests->sums) > 0;
}

//===----------------------------------------------------------------------===//
// Sequences in the place of sums
//===----------------------------------------------------------------------===//

static MlirType sequenceOf(const Rests *rests, MlirType type) {
  return relaxSequenceTypeGet(rests->run->context, type);
}

/// The end is the first term.
static void beginTerms(const Rests *rests, intptr_t result) {
  MlirOperation end =
      mlirBlockGetTerminator(bridgeBlock(rests->branch, !rests->arm));
  MlirValue value = mlirOperationGetOperand(end, result);
  RelaxSequenceArgs args = {1, &value};
  MlirOperation terms =
      relaxSequenceCreate(mlirOperationGetLocation(end), &args);
  bridgeInsert(end, terms);
  mlirOperationSetOperand(end, result, mlirOperationGetResult(terms, 0));
}

static void addTerm(const Rests *rests, intptr_t result) {
  MlirOperation add = addition(rests, result);
  MlirValue rest = mlirOperationGetResult(rests->call, result);
  bool first = mlirValueEqual(mlirOperationGetOperand(add, 0), rest);
  MlirType type = sequenceOf(rests, mlirValueGetType(rest));
  mlirValueSetType(rest, type);
  mlirValueSetType(mlirOperationGetResult(rests->branch, result), type);
  RelaxSequenceInsertArgs args = {
      .sequence = rest, .element = mlirOperationGetOperand(add, first)};
  MlirOperation more =
      relaxSequenceInsertCreate(mlirOperationGetLocation(add), &args);
  bridgeInsert(add, more);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(add, 0),
                                mlirOperationGetResult(more, 0));
  mlirOperationDestroy(add);
}

/// Of the function: what its branch gives.
static MlirType *resultTypes(const Rests *rests) {
  return bridgeResultTypes(rests->run->arena, rests->branch);
}

static void makeTerms(const Rests *rests, StrRef name, MlirAttribute callee) {
  for (ptrdiff_t s = 0; s < arrlen(rests->sums); ++s) {
    beginTerms(rests, rests->sums[s]);
    addTerm(rests, rests->sums[s]);
  }
  relaxCallSetCallee(rests->call, callee);
  MlirBlock entry = bridgeBody(rests->function);
  intptr_t count = mlirBlockGetNumArguments(entry);
  MlirType *inputs = bridgeArgumentTypes(rests->run->arena, entry);
  relaxFuncSetSymName(rests->function, name);
  relaxFuncSetFunctionType(
      rests->function,
      mlirFunctionTypeGet(rests->run->context, count, inputs,
                          mlirOperationGetNumResults(rests->branch),
                          resultTypes(rests)));
}

/// Who called the fold adds up.
static void makeTotals(const Rests *rests, MlirOperation user,
                       MlirAttribute callee) {
  MlirAttribute extent = sumsExtent(rests->run, user);
  intptr_t numInputs = relaxCallGetNumInputs(user);
  MlirValue *inputs = ARENA_ARRAY(rests->run->arena, MlirValue, numInputs);
  for (intptr_t i = 0; i < numInputs; ++i)
    inputs[i] = relaxCallGetInputs(user, i);
  RelaxCallArgs args = {.numInputs = numInputs,
                        .inputs = inputs,
                        .callee = callee,
                        .numResultsTypes = mlirOperationGetNumResults(user),
                        .resultsTypes = resultTypes(rests)};
  MlirOperation call = relaxCallCreate(mlirOperationGetLocation(user), &args);
  bridgeInsert(user, call);
  MlirValue *values = NULL;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(user); ++i)
    arrput(values, mlirOperationGetResult(call, i));
  for (ptrdiff_t s = 0; s < arrlen(rests->sums); ++s)
    values[rests->sums[s]] =
        sumsStack(rests->run, user, extent, values[rests->sums[s]], s == 0);
  for (ptrdiff_t s = 0; s < arrlen(rests->sums); ++s)
    values[rests->sums[s]] =
        sumsAddUp(rests->run, user, values[rests->sums[s]]);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(user); ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(user, i), values[i]);
  mlirOperationDestroy(user);
  arrfree(values);
}

bool sumsOfRests(RelaxPassRun *run, MlirOperation function) {
  Rests rests = {.run = run, .function = function};
  bool found = relaxFuncGetSymVisibility(function).ptr && findSums(&rests) &&
               passMayRewrite(run, function);
  if (found) {
    StrBuf wish = {0};
    StrRef old = relaxFuncGetSymName(function);
    strBufAppendFormat(&wish, "%.*s_terms", (int)old.length, old.data);
    StrRef name = bridgeUniqueSymbol(
        run->op, (StrRef){strBufText(&wish), wish.length}, run->arena);
    MlirAttribute callee =
        mlirFlatSymbolRefAttrGet(run->context, strRefToMlir(name));
    makeTerms(&rests, name, callee);
    for (ptrdiff_t i = 0; i < arrlen(rests.users); ++i)
      makeTotals(&rests, rests.users[i], callee);
    strBufFree(&wish);
  }
  arrfree(rests.sums);
  arrfree(rests.users);
  return found;
}
