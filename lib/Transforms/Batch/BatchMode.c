//===- BatchMode.c - how the tensors of many calls become one -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Batch/BatchMode.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Sym/Walk.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Bridge/Core/Blocks.h"

#include <stb/stb_ds.h>

/// All calls have the same.
bool batchIsShared(MlirValue value) {
  MlirOperation op = bridgeDefiner(value);
  return op.ptr && (relaxIsGetWeight(op) || relaxIsConstant(op));
}

bool batchTakes(MlirType type) {
  RelaxTensorInfo info;
  return relaxTensorInfo(type, &info) && info.ranked && info.elementType.ptr &&
         !info.device.ptr && !relaxIsStringType(info.elementType);
}

/// The first dimension is the symbol, others do not use it.
static bool isFirstAlone(intptr_t rank, const MlirAttribute *dims,
                         MlirAttribute symbol) {
  SymMatch match = {.found = false};
  symAttributeIsSymbol(symbol, &match.name);
  for (intptr_t d = 1; d < rank; ++d)
    symWalkAttributeSymbols(dims[d], symMatchName, &match);
  return rank > 0 && mlirAttributeEqual(dims[0], symbol) && !match.found;
}

bool batchModeOf(MlirType type, MlirAttribute rows, BatchMode *mode) {
  const MlirAttribute *dims;
  intptr_t rank = symTypeDims(type, &dims);
  StrRef name;
  *mode = BATCH_LANE;
  if (!rows.ptr || !symAttributeIsSymbol(rows, &name) ||
      !symTypeHasSymbol(type, name))
    return true;
  *mode = BATCH_ROWS;
  return isFirstAlone(rank, dims, rows);
}

static MlirValue valueOf(MlirOperation call, intptr_t i) {
  intptr_t inputs = relaxCallTirGetNumInputs(call);
  return i < inputs ? relaxCallTirGetInputs(call, i)
                    : mlirOperationGetResult(call, i - inputs);
}

static intptr_t numValues(MlirOperation call) {
  return relaxCallTirGetNumInputs(call) + mlirOperationGetNumResults(call);
}

bool batchModes(MlirOperation call, MlirAttribute rows, BatchMode *modes) {
  for (intptr_t i = 0, e = numValues(call); i < e; ++i) {
    MlirValue value = valueOf(call, i);
    if (!batchModeOf(mlirValueGetType(value), rows, &modes[i]))
      return false;
    if (i < relaxCallTirGetNumInputs(call) && batchIsShared(value))
      modes[i] = BATCH_SHARED;
  }
  return true;
}

static void findAny(StrRef name, void *found) {
  (void)name;
  *(bool *)found = true;
}

bool batchHasSymbols(MlirOperation call) {
  bool found = relaxCallTirGetSymbols(call).ptr;
  for (intptr_t i = 0, e = numValues(call); i < e; ++i)
    symWalkTypeSymbols(mlirValueGetType(valueOf(call, i)), findAny, &found);
  return found;
}

MlirAttribute batchKernelRows(MlirOperation kernel, const BatchMode *modes) {
  MlirType type = tirFuncGetFunctionType(kernel);
  intptr_t count = mlirFunctionTypeGetNumInputs(type);
  MlirAttribute rows = {NULL};
  for (intptr_t i = 0; i < count; ++i) {
    const MlirAttribute *dims;
    if (modes[i] != BATCH_ROWS)
      continue;
    intptr_t rank = symTypeDims(mlirFunctionTypeGetInput(type, i), &dims);
    StrRef name;
    if (rank == 0 || !symAttributeIsSymbol(dims[0], &name) ||
        (rows.ptr && !mlirAttributeEqual(rows, dims[0])))
      return (MlirAttribute){NULL};
    rows = dims[0];
  }
  for (intptr_t i = 0; rows.ptr && i < count; ++i) {
    BatchMode mode;
    if (!batchModeOf(mlirFunctionTypeGetInput(type, i), rows, &mode) ||
        (mode == BATCH_ROWS) != (modes[i] == BATCH_ROWS))
      return (MlirAttribute){NULL};
  }
  return rows;
}

MlirAttribute batchFactsWithout(MlirAttribute facts, MlirAttribute symbol) {
  MlirAttribute *kept = NULL;
  SymMatch match;
  if (!facts.ptr || !symAttributeIsSymbol(symbol, &match.name))
    return facts;
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(facts); i < e; ++i) {
    MlirAttribute fact = mlirArrayAttrGetElement(facts, i);
    match.found = false;
    symWalkAttributeSymbols(fact, symMatchName, &match);
    if (!match.found)
      arrput(kept, fact);
  }
  MlirAttribute result = {NULL};
  if (arrlen(kept))
    result =
        mlirArrayAttrGet(mlirAttributeGetContext(facts), arrlen(kept), kept);
  arrfree(kept);
  return result;
}
