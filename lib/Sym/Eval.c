//===- Eval.c - the value of an expression --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Walks the flat code without allocating: the runtime calls this for every
// dimension of every call.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Poly.h"

#include <assert.h>

typedef struct Evaluation {
  const int64_t *at;
  const int64_t *values;
} Evaluation;

static SymStatus evalPoly(Evaluation *eval, int64_t *out);

static SymStatus divide(SymAtomKind kind, int64_t a, int64_t b, int64_t *out) {
  if (b <= 0)
    return SYM_BAD_DIVISOR;
  if (kind == SYM_ATOM_MOD)
    *out = symMod64(a, b);
  else if (kind == SYM_ATOM_FLOORDIV)
    *out = symFloorDiv64(a, b);
  else // a quotient rounded up is at most a, which fits
    *out = symFloorDiv64(a, b) + (symMod64(a, b) != 0);
  return SYM_OK;
}

static SymStatus evalAtom(Evaluation *eval, int64_t *out) {
  SymAtomKind kind = (SymAtomKind)*eval->at++;
  assert(kind <= SYM_ATOM_MAX && "an unknown or ragged extent has no value");
  if (kind == SYM_ATOM_SYMBOL) {
    *out = eval->values[*eval->at++];
    return SYM_OK;
  }
  int64_t a, b;
  SymStatus status = evalPoly(eval, &a);
  if (status == SYM_OK)
    status = evalPoly(eval, &b);
  if (status != SYM_OK)
    return status;
  if (kind == SYM_ATOM_MIN)
    *out = a < b ? a : b;
  else if (kind == SYM_ATOM_MAX)
    *out = a > b ? a : b;
  else
    return divide(kind, a, b, out);
  return SYM_OK;
}

static SymStatus evalPoly(Evaluation *eval, int64_t *out) {
  // At most SYM_MAX_CODE terms of 64 bits: the sum cannot leave 128 bits, so
  // the order of the terms does not decide about overflow.
  __int128 sum = 0;
  int64_t numTerms = *eval->at++;
  for (int64_t i = 0; i < numTerms; ++i) {
    int64_t product = *eval->at++, factor;
    int64_t numFactors = *eval->at++;
    bool overflow = false, zero = false;
    for (int64_t j = 0; j < numFactors; ++j) {
      SymStatus status = evalAtom(eval, &factor);
      if (status != SYM_OK)
        return status;
      zero |= factor == 0;
      overflow |= __builtin_mul_overflow(product, factor, &product);
    }
    if (zero)
      continue; // exact whatever the other factors are
    if (overflow)
      return SYM_OVERFLOW;
    sum += product;
  }
  if (sum < INT64_MIN || sum > INT64_MAX)
    return SYM_OVERFLOW;
  *out = (int64_t)sum;
  return SYM_OK;
}

SymStatus symExprEval(SymExpr expr, const int64_t *values, int64_t *out) {
  Evaluation eval = {expr.code, values};
  return evalPoly(&eval, out);
}

//===----------------------------------------------------------------------===//
// Divisors
//===----------------------------------------------------------------------===//

static bool polyDivides(const int64_t **at);

static bool atomDivides(const int64_t **at) {
  int64_t kind = *(*at)++;
  if (kind == SYM_ATOM_SYMBOL) {
    ++*at;
    return false;
  }
  if (kind > SYM_ATOM_MAX)
    return true; // no value known
  bool found = polyDivides(at);
  // A literal >= 1 is one term without factors.
  bool literal = (*at)[0] == 1 && (*at)[2] == 0;
  found |= kind <= SYM_ATOM_MOD && !literal;
  return polyDivides(at) || found;
}

static bool polyDivides(const int64_t **at) {
  bool found = false;
  int64_t numTerms = *(*at)++;
  for (int64_t i = 0; i < numTerms; ++i) {
    ++*at;
    int64_t numFactors = *(*at)++;
    for (int64_t j = 0; j < numFactors; ++j)
      found |= atomDivides(at);
  }
  return found;
}

bool exprHasSymbolicDivisor(SymExpr expr) {
  const int64_t *at = expr.code;
  return symExprIsUnknown(expr) || polyDivides(&at);
}
