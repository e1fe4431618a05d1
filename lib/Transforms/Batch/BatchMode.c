//===- BatchMode.c - how the tensors of many calls become one -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Batch/BatchMode.h"
#include "dialects/Relax/Data.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Tuple.gen.h"
#include "dialects/Sym/Walk.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Sym/Parts.h"

#include <stb/stb_ds.h>

/// All calls have the same.
bool batchIsShared(MlirValue value) {
  MlirOperation op = bridgeDefiner(value);
  return op.ptr && (relaxIsGetWeight(op) || relaxIsConstant(op));
}

bool batchIsBeside(MlirOperation op) {
  return relaxIsGetWeight(op) || relaxIsConstant(op) || relaxIsGetField(op) ||
         relaxIsTupleGet(op);
}

bool batchTakes(MlirType type) {
  RelaxTensorInfo info;
  return relaxTensorInfo(type, &info) && info.ranked && info.elementType.ptr &&
         !info.device.ptr && !relaxIsStringType(info.elementType);
}

typedef struct Using {
  MlirAttribute joined;
  bool some, other; // symbols of it, and symbols that are not
} Using;

static void lookAt(StrRef name, void *userData) {
  Using *uses = userData;
  bool found = false;
  for (intptr_t i = 0, e = bridgeLength(uses->joined); i < e && !found; ++i) {
    StrRef own;
    found =
        symAttributeIsSymbol(mlirArrayAttrGetElement(uses->joined, i), &own) &&
        strRefEqual(own, name);
  }
  uses->some |= found;
  uses->other |= !found;
}

bool batchUses(MlirAttribute dim, MlirAttribute joined) {
  Using uses = {.joined = joined};
  symWalkAttributeSymbols(dim, lookAt, &uses);
  return uses.some;
}

bool batchModeOf(MlirType type, MlirAttribute joined, BatchMode *mode) {
  const MlirAttribute *dims;
  intptr_t rank = symTypeDims(type, &dims);
  *mode = BATCH_LANE;
  for (intptr_t d = 0; d < rank; ++d)
    if (batchUses(dims[d], joined))
      *mode = d + 1;
  bool good = true;
  for (intptr_t d = 0; d < *mode && good; ++d) {
    Using uses = {.joined = joined};
    int64_t literal = 1;
    symWalkAttributeSymbols(dims[d], lookAt, &uses);
    symAttributeIsConst(dims[d], &literal);
    good = !uses.other && !symAttributeIsUnknown(dims[d]) && literal > 0;
  }
  return good;
}

SymExpr batchProduct(Arena *arena, const SymExpr *extents, intptr_t count) {
  SymExpr product = symExprConst(arena, 1);
  for (intptr_t i = 0; i < count; ++i)
    if (symExprMul(arena, product, extents[i], &product) != SYM_OK)
      return symExprUnknown(arena);
  return product;
}

/// `3 * n * m` is a literal and symbols; false of any other expression.
static bool isMonomial(Arena *arena, SymExpr expr, int64_t *times,
                       SymExpr *symbols) {
  for (size_t i = 0; i < expr.numSymbols; ++i)
    symbols[i] = symExprSymbol(arena, expr.symbols[i]);
  SymExpr all = batchProduct(arena, symbols, (intptr_t)expr.numSymbols);
  *times = symExprCoefficient(arena, expr, all);
  return *times > 0 &&
         symExprMul(arena, symExprConst(arena, *times), all, &all) == SYM_OK &&
         symExprEqual(all, expr);
}

BatchRows batchRowsOf(Arena *arena, MlirType type, BatchMode mode) {
  const MlirAttribute *dims;
  BatchRows rows = {.times = 1};
  size_t count = 0;
  symTypeDims(type, &dims);
  for (intptr_t d = 0; d < mode; ++d)
    count += symExprOf(arena, dims[d]).numSymbols + 1;
  rows.extents = ARENA_ARRAY(arena, SymExpr, count);
  for (intptr_t d = 0; d < mode; ++d) {
    SymExpr expr = symExprOf(arena, dims[d]);
    int64_t times = 1;
    if (symExprIsConst(expr, &times)) {
    } else if (isMonomial(arena, expr, &times, rows.extents + rows.count)) {
      rows.count += (intptr_t)expr.numSymbols;
    } else {
      times = 1;
      rows.extents[rows.count++] = expr;
    }
    rows.times *= times;
  }
  return rows;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static MlirValue valueOf(MlirOperation call, intptr_t i) {
  intptr_t inputs = relaxCallTirGetNumInputs(call);
  return i < inputs ? relaxCallTirGetInputs(call, i)
                    : mlirOperationGetResult(call, i - inputs);
}

static intptr_t numValues(MlirOperation call) {
  return relaxCallTirGetNumInputs(call) + mlirOperationGetNumResults(call);
}

/// The modes of the tensors of the call.
static bool modesOf(MlirOperation call, MlirAttribute joined,
                    BatchMode *modes) {
  for (intptr_t i = 0, e = numValues(call); i < e; ++i) {
    MlirValue value = valueOf(call, i);
    if (!batchModeOf(mlirValueGetType(value), joined, &modes[i]))
      return false;
    if (i < relaxCallTirGetNumInputs(call) && batchIsShared(value)) {
      if (modes[i] != BATCH_LANE)
        return false;
      modes[i] = BATCH_SHARED;
    }
  }
  return true;
}

/// Symbols of the program that stand for extents which differ, and those.
static void findJoined(Arena *arena, MlirOperation call, MlirType program,
                       MlirAttribute joined, BatchHow *out) {
  MlirAttribute *symbols = NULL;
  SymExpr *values = NULL;
  for (intptr_t i = 0, e = numValues(call); i < e; ++i) {
    const MlirAttribute *formal, *actual;
    intptr_t rank = symTypeDims(mlirFunctionTypeGetInput(program, i), &formal),
             given = symTypeDims(mlirValueGetType(valueOf(call, i)), &actual);
    for (intptr_t d = 0; d < rank && rank == given; ++d) {
      StrRef name;
      bool known = !symAttributeIsSymbol(formal[d], &name) ||
                   !batchUses(actual[d], joined);
      for (ptrdiff_t k = 0; k < arrlen(symbols) && !known; ++k)
        known = mlirAttributeEqual(symbols[k], formal[d]);
      if (known)
        continue;
      arrput(symbols, formal[d]);
      arrput(values, symExprOf(arena, actual[d]));
    }
  }
  out->joined = (MlirAttribute){NULL};
  if (arrlen(symbols)) {
    SymExpr *kept = ARENA_ARRAY(arena, SymExpr, arrlen(values));
    for (ptrdiff_t k = 0; k < arrlen(values); ++k)
      kept[k] = values[k];
    out->values = kept;
    out->joined = mlirArrayAttrGet(mlirOperationGetContext(call),
                                   arrlen(symbols), symbols);
  }
  arrfree(symbols);
  arrfree(values);
}

bool batchHow(Arena *arena, MlirOperation call, MlirOperation kernel,
              MlirAttribute joined, BatchHow *out) {
  MlirType program = tirFuncGetFunctionType(kernel);
  intptr_t count = numValues(call);
  BatchMode *modes = ARENA_ARRAY(arena, BatchMode, count);
  *out = (BatchHow){.modes = modes};
  if (mlirFunctionTypeGetNumInputs(program) != count ||
      !modesOf(call, joined, modes))
    return false;
  findJoined(arena, call, program, joined, out);
  for (intptr_t i = 0; i < count; ++i) {
    BatchMode own;
    if (!batchModeOf(mlirFunctionTypeGetInput(program, i), out->joined, &own) ||
        own != (modes[i] == BATCH_SHARED ? BATCH_LANE : modes[i]))
      return false;
  }
  return true;
}

typedef struct Symbols {
  MlirContext context;
  MlirAttribute *found; // stb_ds array
} Symbols;

static void addSymbol(StrRef name, void *userData) {
  Symbols *symbols = userData;
  MlirAttribute symbol = symSymbolAttribute(symbols->context, name);
  for (ptrdiff_t i = 0; i < arrlen(symbols->found); ++i)
    if (mlirAttributeEqual(symbols->found[i], symbol))
      return;
  arrput(symbols->found, symbol);
}

MlirAttribute batchSymbolsOf(MlirOperation call) {
  Symbols symbols = {.context = mlirOperationGetContext(call)};
  for (intptr_t i = 0, e = numValues(call); i < e; ++i)
    symWalkTypeSymbols(mlirValueGetType(valueOf(call, i)), addSymbol, &symbols);
  MlirAttribute all = {NULL};
  if (arrlen(symbols.found))
    all =
        mlirArrayAttrGet(symbols.context, arrlen(symbols.found), symbols.found);
  arrfree(symbols.found);
  return all;
}

MlirAttribute batchFactsWithout(MlirAttribute facts, MlirAttribute joined) {
  MlirAttribute *kept = NULL;
  if (!facts.ptr || !joined.ptr)
    return facts;
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(facts); i < e; ++i) {
    MlirAttribute fact = mlirArrayAttrGetElement(facts, i);
    if (!batchUses(fact, joined))
      arrput(kept, fact);
  }
  MlirAttribute result = {NULL};
  if (arrlen(kept))
    result =
        mlirArrayAttrGet(mlirAttributeGetContext(facts), arrlen(kept), kept);
  arrfree(kept);
  return result;
}
