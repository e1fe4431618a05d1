//===- PartitionChoice.c - another target or our own code, call by call ---===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Arms see nothing around them. Weights and constants are read in each, so that
// it is still seen that every call gives the same.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Patterns/PartitionChoice.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Patterns/Match.h"

typedef struct Choice {
  Arena *arena;
  MlirOperation call;
  MlirValue *inputs; // of the call that the arms get as arguments
  intptr_t numInputs;
} Choice;

/// What reads a weight or is a constant; null: the value comes in.
static MlirOperation readerOf(MlirValue value) {
  MlirOperation op = bridgeDefiner(value);
  return op.ptr && mlirOperationGetNumOperands(op) == 0 && matchIsWeight(value)
             ? op
             : (MlirOperation){NULL};
}

size_t partitionInputs(Arena *arena, const MlirValue *operands, size_t count,
                       MlirValue **inputs) {
  size_t found = 0;
  *inputs = ARENA_ARRAY(arena, MlirValue, count);
  for (size_t i = 0; i < count; ++i)
    if (!readerOf(operands[i]).ptr)
      (*inputs)[found++] = operands[i];
  return found;
}

typedef struct GuardSymbols {
  const Choice *choice;
  bool known;
} GuardSymbols;

static void findSymbol(StrRef name, void *userData) {
  GuardSymbols *symbols = userData;
  bool found = false;
  for (intptr_t i = 0; i < symbols->choice->numInputs && !found; ++i)
    found =
        symTypeHasSymbol(mlirValueGetType(symbols->choice->inputs[i]), name);
  symbols->known &= found;
}

/// An arm whose body is a call of a function of that name.
static void writeArm(const Choice *choice, MlirRegion region, StrRef callee) {
  MlirContext context = mlirOperationGetContext(choice->call);
  MlirLocation loc = mlirOperationGetLocation(choice->call);
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  mlirRegionAppendOwnedBlock(region, block);
  for (intptr_t i = 0; i < choice->numInputs; ++i)
    mlirBlockAddArgument(block, mlirValueGetType(choice->inputs[i]),
                         mlirValueGetLocation(choice->inputs[i]));
  MlirOperation call = mlirOperationClone(choice->call);
  relaxCallSetCallee(call,
                     mlirFlatSymbolRefAttrGet(context, strRefToMlir(callee)));
  intptr_t next = 0;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(call); ++i) {
    MlirOperation reader = readerOf(mlirOperationGetOperand(choice->call, i));
    MlirValue value;
    if (reader.ptr) {
      reader = mlirOperationClone(reader);
      mlirBlockAppendOwnedOperation(block, reader);
      value = mlirOperationGetResult(reader, 0);
    } else {
      value = mlirBlockGetArgument(block, next++);
    }
    mlirOperationSetOperand(call, i, value);
  }
  mlirBlockAppendOwnedOperation(block, call);
  intptr_t count = mlirOperationGetNumResults(call);
  MlirValue *results = ARENA_ARRAY(choice->arena, MlirValue, count);
  for (intptr_t i = 0; i < count; ++i)
    results[i] = mlirOperationGetResult(call, i);
  mlirBlockAppendOwnedOperation(
      block, relaxYieldCreate(loc, &(RelaxYieldArgs){count, results}));
}

/// The function without its target, behind it.
static StrRef copyOwn(Choice *choice, MlirOperation function) {
  StrBuf name = {0};
  StrRef base = relaxFuncGetSymName(function);
  strBufAppendFormat(&name, "%.*s_own", (int)base.length, base.data);
  StrRef unique =
      bridgeUniqueSymbol(mlirOperationGetParentOperation(function),
                         (StrRef){name.data, name.length}, choice->arena);
  strBufFree(&name);
  MlirOperation copy = mlirOperationClone(function);
  relaxFuncSetSymName(copy, unique);
  relaxFuncSetTarget(copy, (MlirAttribute){NULL});
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(function), function,
                                     copy);
  return unique;
}

static MlirOperation createDispatch(const Choice *choice, MlirAttribute guard) {
  intptr_t count = mlirOperationGetNumResults(choice->call);
  MlirType *types = ARENA_ARRAY(choice->arena, MlirType, count);
  for (intptr_t i = 0; i < count; ++i)
    types[i] = mlirValueGetType(mlirOperationGetResult(choice->call, i));
  RelaxDispatchArgs args = {
      .numInputs = choice->numInputs,
      .inputs = choice->inputs,
      .guards =
          mlirArrayAttrGet(mlirOperationGetContext(choice->call), 1, &guard),
      .numResultsTypes = count,
      .resultsTypes = types,
      .numRegions = 2};
  return relaxDispatchCreate(mlirOperationGetLocation(choice->call), &args);
}

/// With the readers that only it needed.
static void removeCall(Arena *arena, MlirOperation call) {
  intptr_t count = mlirOperationGetNumOperands(call), numReaders = 0;
  MlirOperation *readers = ARENA_ARRAY(arena, MlirOperation, count);
  for (intptr_t i = 0; i < count; ++i) {
    MlirOperation reader = readerOf(mlirOperationGetOperand(call, i));
    bool known = !reader.ptr;
    for (intptr_t k = 0; k < numReaders && !known; ++k)
      known = mlirOperationEqual(readers[k], reader);
    if (!known)
      readers[numReaders++] = reader;
  }
  mlirOperationDestroy(call);
  for (intptr_t i = 0; i < numReaders; ++i)
    if (bridgeIsTriviallyDead(readers[i]))
      mlirOperationDestroy(readers[i]);
}

bool partitionChoose(Arena *arena, MlirOperation call, MlirOperation function,
                     MlirAttribute guard) {
  Choice choice = {.arena = arena, .call = call};
  GuardSymbols symbols = {&choice, !relaxCallGetBinds(call).ptr};
  size_t count = (size_t)mlirOperationGetNumOperands(call);
  MlirValue *operands = ARENA_ARRAY(arena, MlirValue, count);
  for (size_t i = 0; i < count; ++i)
    operands[i] = mlirOperationGetOperand(call, (intptr_t)i);
  choice.numInputs =
      (intptr_t)partitionInputs(arena, operands, count, &choice.inputs);
  symWalkAttributeSymbols(guard, findSymbol, &symbols);
  if (!symbols.known)
    return false;
  MlirOperation dispatch = createDispatch(&choice, guard);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(call), call,
                                      dispatch);
  writeArm(&choice, mlirOperationGetRegion(dispatch, 0),
           relaxFuncGetSymName(function));
  writeArm(&choice, mlirOperationGetRegion(dispatch, 1),
           copyOwn(&choice, function));
  for (intptr_t i = 0; i < mlirOperationGetNumResults(call); ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(call, i),
                                  mlirOperationGetResult(dispatch, i));
  removeCall(arena, call);
  return true;
}
