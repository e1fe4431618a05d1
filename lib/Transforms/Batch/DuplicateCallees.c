//===- DuplicateCallees.c - a copy of a function for its weights ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Fegade et al., "ACRoBat", MLSys 2024, on the reuse of parameters: where all
// calls of a program have the same weight it is one operand of a product for
// many, else each call has its own. A function that hands a weight on to itself
// is copied for each that it is given from outside: both ways of a
// bidirectional RNN have a cell then.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Signature.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Batch/Batch.h"

#include <stb/stb_ds.h>

enum { COUNT_COPIES, COUNT_CALLS };

/// Functions that permute their weights would have copies without end.
enum { MAX_COPIES = 256 };

typedef struct Copy {
  char *key; // the function and what it is given
  MlirOperation value;
} Copy;

typedef struct Duplicator {
  RelaxPassRun *run;
  Copy *copies; // stb_ds map of texts
  MlirOperation *calls;
} Duplicator;

static MlirOperation calleeOf(MlirOperation call) {
  return bridgeFollow(call, relaxCallGetCallee(call));
}

/// What an input of a call is, if it is the same at each of them.
static MlirAttribute givenTo(MlirOperation call, intptr_t input) {
  MlirValue value = relaxCallGetInputs(call, input);
  if (!batchIsShared(value))
    return (MlirAttribute){NULL};
  MlirOperation op = mlirOpResultGetOwner(value);
  return relaxIsGetWeight(op) ? relaxGetWeightGetWeight(op)
                              : relaxConstantGetValue(op);
}

/// The functions that a function calls, through others too (stb_ds array).
static MlirOperation *reachedFrom(MlirOperation function) {
  MlirOperation *reached = NULL, *calls = NULL;
  bridgeCollect(function, relaxIsCall, &calls);
  while (arrlen(calls)) {
    MlirOperation callee = calleeOf(arrpop(calls));
    if (!callee.ptr || bridgeIndexOf(reached, arrlen(reached), callee) >= 0)
      continue;
    arrput(reached, callee);
    bridgeCollect(callee, relaxIsCall, &calls);
  }
  arrfree(calls);
  return reached;
}

/// Whoever calls the function again gives it the argument as it is, or passes
/// on one of its own: a state that is known at first is none of these.
static bool isKept(MlirOperation function, intptr_t argument) {
  MlirOperation *reached = reachedFrom(function), *calls = NULL;
  MlirValue value = mlirBlockGetArgument(bridgeBody(function), argument);
  bool kept = true;
  if (bridgeIndexOf(reached, arrlen(reached), function) >= 0)
    for (ptrdiff_t i = 0; i < arrlen(reached); ++i)
      bridgeCollect(reached[i], relaxIsCall, &calls);
  for (ptrdiff_t i = 0; i < arrlen(calls) && kept; ++i) {
    if (!mlirOperationEqual(calleeOf(calls[i]), function))
      continue;
    MlirValue given = relaxCallGetInputs(calls[i], argument);
    MlirOperation owner =
        mlirValueIsABlockArgument(given)
            ? mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(given))
            : (MlirOperation){NULL};
    kept = mlirValueEqual(given, value) ||
           (relaxIsFunc(owner) && !mlirOperationEqual(owner, function)) ||
           givenTo(calls[i], argument).ptr;
  }
  arrfree(calls);
  arrfree(reached);
  return kept;
}

/// A text for the function with what the call gives it; false if that is
/// nothing.
static bool keyOf(MlirOperation call, MlirOperation function, StrBuf *key) {
  bool any = false;
  MlirBlock entry = bridgeBody(function);
  StrRef name = relaxFuncGetSymName(function);
  strBufAppendFormat(key, "%.*s", (int)name.length, name.data);
  for (intptr_t i = 0, e = relaxCallGetNumInputs(call); i < e; ++i) {
    MlirAttribute given = givenTo(call, i);
    if (!given.ptr ||
        mlirOpOperandIsNull(
            mlirValueGetFirstUse(mlirBlockGetArgument(entry, i))) ||
        !mlirTypeEqual(mlirValueGetType(mlirBlockGetArgument(entry, i)),
                       mlirValueGetType(relaxCallGetInputs(call, i))) ||
        !isKept(function, i))
      continue;
    strBufAppendFormat(key, " %ld=%p", (long)i, given.ptr);
    any = true;
  }
  return any;
}

/// A copy in which what the call gives is known.
static MlirOperation makeCopy(Duplicator *duplicator, MlirOperation call,
                              MlirOperation function) {
  RelaxPassRun *run = duplicator->run;
  StrBuf name = {0};
  StrRef of = relaxFuncGetSymName(function);
  strBufAppendFormat(&name, "%.*s_given", (int)of.length, of.data);
  StrRef unique =
      bridgeUniqueSymbol(run->op, (StrRef){name.data, name.length}, run->arena);
  strBufFree(&name);
  MlirOperation copy = mlirOperationClone(function);
  relaxFuncSetSymName(copy, unique);
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(function), function,
                                     copy);
  MlirBlock entry = bridgeBody(copy);
  for (intptr_t i = 0, e = relaxCallGetNumInputs(call); i < e; ++i) {
    if (!givenTo(call, i).ptr || !isKept(function, i))
      continue;
    MlirOperation shared =
        mlirOperationClone(mlirOpResultGetOwner(relaxCallGetInputs(call, i)));
    mlirBlockInsertOwnedOperation(entry, 0, shared);
    if (mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(shared, 0)),
                      mlirValueGetType(mlirBlockGetArgument(entry, i))))
      mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(entry, i),
                                    mlirOperationGetResult(shared, 0));
  }
  bridgeCollect(copy, relaxIsCall, &duplicator->calls);
  ++run->counters[COUNT_COPIES];
  return copy;
}

static void redirect(Duplicator *duplicator, MlirOperation call) {
  MlirOperation function = calleeOf(call);
  if (!relaxIsFunc(function) || !relaxFuncHasBody(function) ||
      !relaxFuncGetSymVisibility(function).ptr ||
      !passMayRewrite(duplicator->run, function))
    return;
  StrBuf key = {0};
  if (keyOf(call, function, &key)) {
    Copy *known = strMapEntry(duplicator->copies, strBufText(&key));
    if (!known && shlen(duplicator->copies) < MAX_COPIES) {
      MlirOperation copy = makeCopy(duplicator, call, function);
      shput(duplicator->copies, strBufText(&key), copy);
      known = strMapEntry(duplicator->copies, strBufText(&key));
    }
    if (known) {
      relaxCallSetCallee(call,
                         mlirFlatSymbolRefAttrGet(
                             duplicator->run->context,
                             strRefToMlir(relaxFuncGetSymName(known->value))));
      ++duplicator->run->counters[COUNT_CALLS];
    }
  }
  strBufFree(&key);
}

static MlirLogicalResult run(RelaxPassRun *run) {
  Duplicator duplicator = {.run = run};
  sh_new_strdup(duplicator.copies);
  bridgeCollect(run->op, relaxIsCall, &duplicator.calls);
  // Calls of copies come behind.
  for (ptrdiff_t i = 0; i < arrlen(duplicator.calls); ++i)
    redirect(&duplicator, duplicator.calls[i]);
  arrfree(duplicator.calls);
  shfree(duplicator.copies);
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxDuplicateCalleesPass = {
    .name = "relax-duplicate-callees",
    .summary = "copy functions for the weights that they are given",
    .documentation =
        "A private function that is given a weight or a constant, and hands it "
        "on to itself where it calls itself, is copied for each that calls "
        "give it: the copy reads it itself, and a batch of its calls has one "
        "operand for all.\n",
    .anchor = "builtin.module",
    .counters = {[COUNT_COPIES] = "functions-copied",
                 [COUNT_CALLS] = "calls-redirected"},
    .traits = RELAX_PASS_ASKS,
    .run = run,
};
