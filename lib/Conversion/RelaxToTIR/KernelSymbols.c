//===- KernelSymbols.c - the symbols of a kernel, in order ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Symbols come in the order of their first use. An expression has several at
// once, in the order of their names, which must decide nothing: these come as
// the function defines them.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Clone.h"
#include "dialects/Sym/SymAttributes.h"
#include "dialects/Sym/Walk.h"
#include "lib/Conversion/RelaxToTIR/Legalize.h"

MlirOperation relaxEnclosingFunction(MlirOperation op) {
  while (op.ptr && !relaxIsFunc(op))
    op = mlirOperationGetParentOperation(op);
  return op;
}

/// Where the function of `op` defines the symbol; -1: nowhere.
static intptr_t placeOf(RelaxLegalizer *legalizer, MlirOperation op,
                        StrRef name) {
  MlirOperation function = relaxEnclosingFunction(op);
  if (function.ptr && function.ptr != legalizer->function.ptr) {
    SymNameList *defined = &legalizer->defined;
    defined->arena = legalizer->arena;
    defined->count = symBoundIn(function, legalizer->arena, &defined->names);
    legalizer->function = function;
  }
  return symNameListFind(&legalizer->defined, name);
}

static void addExpression(RelaxLegalizer *legalizer, MlirOperation op,
                          SymExpr expr, SymNameList *symbols) {
  size_t count = expr.numSymbols;
  StrRef *names = ARENA_ARRAY(legalizer->arena, StrRef, count);
  intptr_t *places = ARENA_ARRAY(legalizer->arena, intptr_t, count);
  for (size_t i = 0; i < count; ++i) {
    intptr_t place = count > 1 ? placeOf(legalizer, op, expr.symbols[i]) : 0;
    size_t k = i;
    for (; k > 0 && places[k - 1] > place; --k) {
      names[k] = names[k - 1];
      places[k] = places[k - 1];
    }
    names[k] = expr.symbols[i];
    places[k] = place;
  }
  for (size_t i = 0; i < count; ++i)
    symNameListAdd(names[i], symbols);
}

void relaxKernelAttributeSymbols(RelaxLegalizer *legalizer, MlirOperation op,
                                 SymNameList *symbols) {
  SymNameList found = {.arena = legalizer->arena};
  symWalkOperationSymbols(op, symNameListAdd, &found);
  SymExpr all = {.symbols = found.names, .numSymbols = found.count};
  addExpression(legalizer, op, all, symbols);
}

void relaxKernelSymbols(RelaxLegalizer *legalizer, MlirOperation op,
                        MlirType type, SymNameList *symbols) {
  const MlirAttribute *dims;
  for (intptr_t i = 0, e = symTypeDims(type, &dims); i < e; ++i)
    addExpression(legalizer, op, symExprOf(legalizer->arena, dims[i]), symbols);
  symWalkTypeSymbols(type, symNameListAdd, symbols); // of other types
}
