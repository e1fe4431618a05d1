//===- Access.c - index expressions over the iterators of a compute -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Access.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Sym/Operand.h"

MlirValue tirViewedArgument(MlirValue buffer) {
  MlirOperation op = bridgeDefiner(buffer);
  return op.ptr && tirIsView(op) ? tirViewGetBuffer(op) : buffer;
}

intptr_t tirIteratorOf(StrRef name) { return symOperandNumber(name); }

int64_t tirElementBytes(MlirType element) {
  unsigned bits = mlirTypeIsAInteger(element) ? mlirIntegerTypeGetWidth(element)
                  : mlirTypeIsAFloat(element) ? mlirFloatTypeGetWidth(element)
                                              : 64;
  return (bits + 7) / 8;
}

bool tirComputeIsKind(MlirOperation compute, intptr_t k, const char *kind) {
  MlirAttribute word = mlirArrayAttrGetElement(tirComputeGetKinds(compute), k);
  return strRefIs(bridgeText(word), kind);
}

intptr_t tirBareIterator(SymExpr expr) {
  StrRef name;
  return symExprIsSymbol(expr, &name) ? tirIteratorOf(name) : -1;
}

StrRef tirIteratorSymbol(Arena *arena, intptr_t k) {
  return symOperandName(arena, k);
}

/// Numbers of iterators in order of first use: the count.
static intptr_t firstUses(const TirIndices *indices, Arena *arena,
                          intptr_t **order) {
  size_t limit = 0;
  for (intptr_t e = 0; e < indices->numExprs; ++e)
    limit += indices->exprs[e].numSymbols;
  *order = ARENA_ARRAY(arena, intptr_t, limit);
  intptr_t found = 0;
  for (intptr_t e = 0; e < indices->numExprs; ++e)
    for (size_t s = 0; s < indices->exprs[e].numSymbols; ++s) {
      intptr_t k = tirIteratorOf(indices->exprs[e].symbols[s]), at = 0;
      while (at < found && (*order)[at] != k)
        ++at;
      if (k >= 0 && at == found)
        (*order)[found++] = k;
    }
  return found;
}

/// Renames "%order[p]" to "%p".
static SymStatus renumber(TirIndices *indices, Arena *arena,
                          const intptr_t *order) {
  size_t used = (size_t)indices->numOperands;
  StrRef *names = ARENA_ARRAY(arena, StrRef, used);
  SymExpr *values = ARENA_ARRAY(arena, SymExpr, used);
  for (size_t p = 0; p < used; ++p) {
    names[p] = tirIteratorSymbol(arena, order[p]);
    values[p] = symExprSymbol(arena, tirIteratorSymbol(arena, (intptr_t)p));
  }
  SymStatus status = SYM_OK;
  for (intptr_t e = 0; e < indices->numExprs && status == SYM_OK; ++e)
    status = symExprSubstitute(arena, indices->exprs[e], names, values, used,
                               &indices->exprs[e]);
  return status;
}

bool tirExtentStep(MlirOperation extent, MlirValue value, Arena *arena,
                   int64_t *step) {
  intptr_t at = 0, count = tirExtentGetNumIndices(extent);
  while (at < count && !mlirValueEqual(tirExtentGetIndices(extent, at), value))
    ++at;
  *step = 0;
  if (at == count)
    return true;
  StrRef name = symOperandName(arena, at);
  SymExpr expr = symExprOf(arena, tirExtentGetExpr(extent)), next, by;
  return symExprAdd(arena, symExprSymbol(arena, name), symExprConst(arena, 1),
                    &next) == SYM_OK &&
         symExprSubstitute(arena, expr, &name, &next, 1, &next) == SYM_OK &&
         symExprSub(arena, next, expr, &by) == SYM_OK &&
         symExprIsConst(by, step);
}

static bool isCounting(const intptr_t *order, intptr_t count) {
  for (intptr_t p = 0; p < count; ++p)
    if (order[p] != p)
      return false;
  return true;
}

SymStatus tirIndicesOf(Arena *arena, const SymExpr *exprs, intptr_t count,
                       const MlirValue *iterators, TirIndices *indices) {
  // The normal form orders terms by name, so that renaming may change the order
  // of first use: until it stays.
  enum { MAX_ROUNDS = 8 };
  *indices = (TirIndices){
      arenaCopy(arena, exprs, (size_t)count * sizeof(SymExpr)), count, NULL, 0};
  const MlirValue *now = iterators;
  SymStatus status = SYM_OK;
  for (int round = 0; round < MAX_ROUNDS && status == SYM_OK; ++round) {
    intptr_t *order;
    indices->numOperands = firstUses(indices, arena, &order);
    indices->operands = ARENA_ARRAY(arena, MlirValue, indices->numOperands);
    for (intptr_t p = 0; p < indices->numOperands; ++p)
      indices->operands[p] = now[order[p]];
    now = indices->operands;
    if (isCounting(order, indices->numOperands))
      break;
    status = renumber(indices, arena, order);
  }
  return status;
}

MlirAttribute tirIndicesAttribute(MlirContext context, Arena *arena,
                                  const TirIndices *indices) {
  MlirAttribute *list = ARENA_ARRAY(arena, MlirAttribute, indices->numExprs);
  for (intptr_t e = 0; e < indices->numExprs; ++e)
    list[e] = symExprToAttribute(context, indices->exprs[e]);
  return mlirArrayAttrGet(context, indices->numExprs, list);
}
