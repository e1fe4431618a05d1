//===- ExactQuotient.c - division without a rest, by normal form ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The -1 of a reshape is the number of elements by the product of the other
// extents. Both are polynomials; a divisor of one term divides exactly where
// its symbols and its coefficient go into every term. Works on the code of
// lib/Sym/Sym.h: terms without the divisor's factors, then normal form again.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"

#include <string.h>

static size_t skipPoly(const int64_t *code);

/// Words of the atom at `code`.
static size_t skipAtom(const int64_t *code) {
  switch ((SymAtomKind)code[0]) {
  case SYM_ATOM_UNKNOWN:
    return 1;
  case SYM_ATOM_SYMBOL:
    return 2;
  default: {
    size_t lhs = skipPoly(code + 1);
    return 1 + lhs + skipPoly(code + 1 + lhs);
  }
  }
}

static size_t skipPoly(const int64_t *code) {
  size_t size = 1;
  for (int64_t term = 0; term < code[0]; ++term) {
    int64_t factors = code[size + 1];
    size += 2;
    for (int64_t i = 0; i < factors; ++i)
      size += skipAtom(code + size);
  }
  return size;
}

typedef struct Divisor {
  int64_t coefficient;
  intptr_t count;
  const StrRef *symbols; // powers repeat
} Divisor;

/// One term whose factors are symbols.
static bool readDivisor(Arena *arena, SymExpr expr, Divisor *out) {
  const int64_t *code = expr.code;
  if (code[0] != 1 || code[1] <= 0)
    return false;
  out->coefficient = code[1];
  out->count = (intptr_t)code[2];
  StrRef *symbols = ARENA_ARRAY(arena, StrRef, out->count);
  code += 3;
  for (intptr_t i = 0; i < out->count; ++i, code += 2) {
    if (code[0] != SYM_ATOM_SYMBOL)
      return false;
    symbols[i] = expr.symbols[code[1]];
  }
  out->symbols = symbols;
  return true;
}

/// Copies the term at `*code` to `*to` without the divisor's factors and moves
/// both on; false if it does not have them all.
static bool divideTerm(Arena *arena, SymExpr total, const Divisor *divisor,
                       const int64_t **code, int64_t **to) {
  const int64_t *from = *code;
  int64_t *term = *to;
  if (from[0] % divisor->coefficient != 0)
    return false;
  term[0] = from[0] / divisor->coefficient;
  term[1] = from[1] - divisor->count;
  bool *used = ARENA_ARRAY(arena, bool, divisor->count);
  intptr_t found = 0;
  int64_t factors = from[1];
  from += 2;
  int64_t *end = term + 2;
  for (int64_t i = 0; i < factors; ++i) {
    size_t size = skipAtom(from);
    intptr_t match = -1;
    for (intptr_t d = 0; d < divisor->count && match < 0; ++d)
      if (!used[d] && from[0] == SYM_ATOM_SYMBOL &&
          strRefEqual(divisor->symbols[d], total.symbols[from[1]]))
        match = d;
    if (match >= 0) {
      used[match] = true;
      ++found;
    } else {
      memcpy(end, from, size * sizeof(int64_t));
      end += size;
    }
    from += size;
  }
  *code = from;
  *to = end;
  return found == divisor->count;
}

bool exactQuotient(Arena *arena, SymExpr total, SymExpr divisor, SymExpr *out) {
  Divisor read;
  if (symExprIsUnknown(total) || symExprIsUnknown(divisor) ||
      !readDivisor(arena, divisor, &read))
    return false;
  int64_t *code = ARENA_ARRAY(arena, int64_t, total.codeSize), *to = code + 1;
  const int64_t *from = total.code + 1;
  code[0] = total.code[0];
  for (int64_t i = 0; i < total.code[0]; ++i)
    if (!divideTerm(arena, total, &read, &from, &to))
      return false;
  SymExpr raw = {code, (size_t)(to - code), total.symbols, total.numSymbols};
  return symExprRenormalize(arena, raw, out) == SYM_OK;
}

void relaxDimsSuggestCount(RelaxDims *dims, RelaxTensorInfo result,
                           SymExpr count, StrBuf *text) {
  intptr_t axis = -1;
  SymExpr right = {0};
  for (intptr_t i = 0; i < result.rank; ++i) {
    SymExpr others = relaxDimsConst(dims, 1), quotient;
    for (intptr_t j = 0; j < result.rank; ++j)
      if (j != i)
        others = relaxDimsMul(dims, others, relaxDimsOf(dims, result.dims[j]));
    if (!exactQuotient(dims->arena, count, others, &quotient))
      continue;
    if (axis >= 0)
      return; // one of several
    axis = i;
    right = quotient;
  }
  if (axis < 0)
    return;
  strBufAppendC(text, "; with ");
  symExprPrint(right, text);
  strBufAppendFormat(text, " in dimension %ld they are equal", (long)axis);
}
