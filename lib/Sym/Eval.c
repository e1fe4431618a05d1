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
  const SymTable *tables; // NULL: none is read
  bool inSum;
  int64_t entry; // that a table stands for where no index is said
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

/// A symbol, in a sum or a fact an entry of the table that it names.
static SymStatus evalSymbol(Evaluation *eval, int64_t *out) {
  int64_t symbol = *eval->at++;
  const SymTable *table = eval->tables ? &eval->tables[symbol] : NULL;
  if (!table || !table->entries) {
    if (eval->inSum)
      return SYM_BAD_TABLE;
    *out = eval->values[symbol];
    return SYM_OK;
  }
  if (eval->entry < 0 || eval->entry >= table->count)
    return SYM_BAD_TABLE;
  *out = table->entries[eval->entry];
  return SYM_OK;
}

/// `table[i]` or `table[i][j]`, both inside of the table.
static SymStatus evalRead(Evaluation *eval, int64_t *out) {
  bool chain = eval->at[3] == SYM_ATOM_LEN; // [1, 1, 1, atom]
  int64_t row = 0, place;
  eval->at += chain ? 4 + 4 : 4;
  int64_t symbol = *eval->at++;
  SymStatus status = chain ? evalPoly(eval, &row) : SYM_OK;
  if (status == SYM_OK)
    status = evalPoly(eval, &place);
  if (status != SYM_OK)
    return status;
  const SymTable *table = eval->tables ? &eval->tables[symbol] : NULL;
  if (!table || !table->entries || chain != (table->starts != NULL) ||
      (chain && (row < 0 || row + 1 >= table->numStarts)))
    return SYM_BAD_TABLE;
  int64_t first = chain ? table->starts[row] : 0;
  int64_t end = chain ? table->starts[row + 1] : table->count;
  if (place < 0 || place >= end - first)
    return SYM_BAD_TABLE;
  *out = table->entries[first + place];
  return SYM_OK;
}

/// Passes the polynomial at `*at`; all its symbols are tables of one length, or
/// `*count` becomes -2 (-1: none was met).
static void countEntries(const int64_t **at, const SymTable *tables,
                         int64_t *count) {
  for (int64_t terms = *(*at)++; terms > 0; --terms) {
    ++*at;
    for (int64_t factors = *(*at)++; factors > 0; --factors) {
      if (*(*at)++ != SYM_ATOM_SYMBOL) {
        countEntries(at, tables, count);
        countEntries(at, tables, count);
        continue;
      }
      const SymTable *table = tables ? &tables[**at] : NULL;
      bool fits =
          table && table->entries && (*count == -1 || *count == table->count);
      *count = fits ? table->count : -2;
      ++*at;
    }
  }
}

static SymStatus evalSum(Evaluation *eval, int64_t *out) {
  const int64_t *end = eval->at;
  int64_t count = -1, value;
  countEntries(&end, eval->tables, &count);
  if (count < 0)
    return SYM_BAD_TABLE;
  // At most 2^63 entries below 2^63 each: the order decides nothing.
  __int128 sum = 0;
  SymStatus status = SYM_OK;
  for (int64_t entry = 0; status == SYM_OK && entry < count; ++entry) {
    Evaluation one = {eval->at, NULL, eval->tables, true, entry};
    status = evalPoly(&one, &value);
    sum += status == SYM_OK ? value : 0;
  }
  if (status == SYM_OK && (sum < INT64_MIN || sum > INT64_MAX))
    status = SYM_OVERFLOW;
  eval->at = end + 1; // behind the 0
  *out = (int64_t)sum;
  return status;
}

static SymStatus evalAtom(Evaluation *eval, int64_t *out) {
  SymAtomKind kind = (SymAtomKind)*eval->at++;
  assert(kind != SYM_ATOM_UNKNOWN && "an unknown extent has no value");
  if (kind == SYM_ATOM_SYMBOL)
    return evalSymbol(eval, out);
  if (kind == SYM_ATOM_LEN)
    return evalRead(eval, out);
  if (kind == SYM_ATOM_SUM)
    return evalSum(eval, out);
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
  return symExprEvalTables(expr, values, NULL, -1, out);
}

SymStatus symExprEvalTables(SymExpr expr, const int64_t *values,
                            const SymTable *tables, int64_t entry,
                            int64_t *out) {
  Evaluation eval = {expr.code, values, tables, false, entry};
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
  if (kind == SYM_ATOM_UNKNOWN)
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

static bool polyReads(const int64_t **at) {
  bool found = false;
  for (int64_t terms = *(*at)++; terms > 0; --terms) {
    ++*at;
    for (int64_t factors = *(*at)++; factors > 0; --factors) {
      int64_t kind = *(*at)++;
      if (kind == SYM_ATOM_SYMBOL) {
        ++*at;
        continue;
      }
      found |= kind == SYM_ATOM_LEN || kind == SYM_ATOM_SUM;
      found |= polyReads(at);
      found |= polyReads(at);
    }
  }
  return found;
}

bool symExprHasTables(SymExpr expr) {
  const int64_t *at = expr.code;
  return !symExprIsUnknown(expr) && polyReads(&at);
}

bool exprHasSymbolicDivisor(SymExpr expr) {
  const int64_t *at = expr.code;
  return symExprIsUnknown(expr) || polyDivides(&at);
}
