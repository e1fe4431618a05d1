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

#include "lib/Sym/CodeWalk.h"
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

typedef struct Entries {
  const SymTable *tables;
  int64_t count; // -1: no table was met; -2: not all are of one length
} Entries;

static bool countEntries(const SymAtom *atom, void *userData) {
  Entries *entries = userData;
  if (atom->kind != SYM_ATOM_SYMBOL)
    return false;
  const SymTable *table =
      entries->tables ? &entries->tables[atom->symbol] : NULL;
  bool fits = table && table->entries &&
              (entries->count == -1 || entries->count == table->count);
  entries->count = fits ? table->count : -2;
  return false;
}

static SymStatus evalSum(Evaluation *eval, int64_t *out) {
  const int64_t *end = eval->at;
  Entries entries = {eval->tables, -1};
  int64_t value;
  symCodeAny(&end, countEntries, &entries);
  if (entries.count < 0)
    return SYM_BAD_TABLE;
  // At most 2^63 entries below 2^63 each: the order decides nothing.
  __int128 sum = 0;
  SymStatus status = SYM_OK;
  for (int64_t entry = 0; status == SYM_OK && entry < entries.count; ++entry) {
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

static bool divides(const SymAtom *atom, void *userData) {
  (void)userData;
  return atom->kind == SYM_ATOM_UNKNOWN || // no value known
         atom->first || atom->second ||
         (atom->kind != SYM_ATOM_SYMBOL && atom->kind <= SYM_ATOM_MOD &&
          !atom->literal);
}

static bool reads(const SymAtom *atom, void *userData) {
  (void)userData;
  return atom->kind == SYM_ATOM_LEN || atom->kind == SYM_ATOM_SUM ||
         atom->first || atom->second;
}

bool symExprHasTables(SymExpr expr) {
  const int64_t *at = expr.code;
  return !symExprIsUnknown(expr) && symCodeAny(&at, reads, NULL);
}

bool exprHasSymbolicDivisor(SymExpr expr) {
  const int64_t *at = expr.code;
  return symExprIsUnknown(expr) || symCodeAny(&at, divides, NULL);
}
