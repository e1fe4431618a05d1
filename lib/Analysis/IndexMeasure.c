//===- IndexMeasure.c - how far from zero an expression can be ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// An iterator is as far as its bounds, a quotient as its dividend, a rest as
// its divisor.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/IndexMeasure.h"
#include "lib/Analysis/IndexFits.h"
#include "lib/Sym/Parts.h"

#include <math.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 32 };

static bool measure(IndexMeasure *m, SymExpr expr, const int64_t **code,
                    IndexSize *out);

/// A symbol that stands for a value, not for an extent.
bool indexMeasureValue(IndexMeasure *m, StrRef name, IndexSize *out) {
  IndexFacts *facts = m->facts;
  intptr_t k = atol(name.data + 1);
  if (name.data[0] == INDEX_PANEL) {
    SymExpr left, panels;
    for (ptrdiff_t i = 0; i < arrlen(facts->panels); ++i) {
      const IndexPanels *own = &facts->panels[i];
      StrRef symbol;
      if (symExprIsSymbol(own->symbol, &symbol) && strRefEqual(symbol, name))
        return symExprCeilDivParts(facts->arena, own->size, &left, &panels) &&
               indexMeasure(m, left, out) && indexMeasure(m, own->outer, out);
    }
    return false;
  }
  if (k < 0 || k >= arrlen(facts->values))
    return false;
  const IndexValue *value = &facts->values[k];
  if (name.data[0] == '%' && value->upper.code) {
    SymExpr lower = value->lower, upper = value->upper;
    return indexMeasure(m, lower, out) && indexMeasure(m, upper, out);
  }
  MlirType type = mlirValueGetType(value->value);
  if (mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) < 64)
    return indexSizeAddNumber(
        out, (double)(UINT64_C(1) << (mlirIntegerTypeGetWidth(type) - 1)));
  StrRef only;
  double wide = m->wide;
  int64_t low, high;
  if (wide > INDEX_MOST && value->expr.code) {
    // What is never below zero has been looked at, as rows are.
    bool natural = symExprIsSymbol(value->expr, &only);
    if (!natural)
      indexFactsKnownRange(facts, value->expr, &low, &high);
    if (natural || (low > INT64_MIN && high < INT64_MAX))
      wide = natural ? INDEX_MOST : fmax(fabs((double)low), (double)high);
  }
  return indexSizeAddNumber(out, wide);
}

static bool measureSymbol(IndexMeasure *m, StrRef name, IndexSize *out) {
  char mark = name.length ? name.data[0] : 0;
  if (mark == '%' || mark == INDEX_DATA || mark == INDEX_NARROW ||
      mark == INDEX_BELOW || mark == INDEX_PANEL)
    return indexMeasureValue(m, name, out);
  IndexProduct one = {.times = 1, .numFactors = 1, .factors = {name}};
  return indexSizeAddProduct(out, &one);
}

/// One of the operands of an atom.
static bool measurePart(IndexMeasure *m, SymExpr expr, const int64_t **code,
                        IndexSize *out) {
  SymExpr part = expr;
  part.code = *code;
  bool good = measure(m, expr, code, out);
  part.codeSize = (size_t)(*code - part.code);
  return good && m->fits(m, part, *out);
}

static bool isFar(IndexSize size) {
  bool far = false;
  for (ptrdiff_t i = 0; i < arrlen(size); ++i)
    far |= size[i].times > INDEX_MOST;
  return far;
}

/// A quotient, rest, minimum or maximum that facts keep near zero.
static bool rangeOfAtom(IndexMeasure *m, SymExpr expr, const int64_t *begin,
                        const int64_t *end, IndexSize *out) {
  size_t length = (size_t)(end - begin);
  int64_t *code = ARENA_ARRAY(m->facts->arena, int64_t, length + 3), low, high;
  code[0] = code[1] = code[2] = 1; // a term, once, of one atom
  memcpy(code + 3, begin, length * sizeof *code);
  expr.code = code;
  expr.codeSize = length + 3;
  indexFactsKnownRange(m->facts, expr, &low, &high);
  if (low == INT64_MIN || high == INT64_MAX)
    return false;
  arrsetlen(*out, 0);
  return indexSizeAddNumber(out, fmax(fabs((double)low), fabs((double)high)));
}

/// What is inside has to fit, too.
static bool measureAtom(IndexMeasure *m, SymExpr expr, const int64_t **code,
                        IndexSize *out) {
  const int64_t *begin = *code;
  SymAtomKind kind = (SymAtomKind) * (*code)++;
  if (kind == SYM_ATOM_SYMBOL)
    return measureSymbol(m, expr.symbols[*(*code)++], out);
  if (kind >= SYM_ATOM_UNKNOWN)
    return false;
  IndexSize a = NULL, b = NULL;
  bool good = measurePart(m, expr, code, &a) && measurePart(m, expr, code, &b);
  bool divides = kind == SYM_ATOM_FLOORDIV || kind == SYM_ATOM_CEILDIV;
  if (good && divides && arrlen(b) == 1 && b->numFactors == 0 && b->times >= 1)
    for (ptrdiff_t i = 0; i < arrlen(a); ++i)
      a[i].times /= b->times;
  if (good && kind != SYM_ATOM_MOD)
    good = indexSizeAdd(out, a);
  good = good && (divides ? indexSizeAddNumber(out, 1) : indexSizeAdd(out, b));
  if (good && isFar(*out))
    (void)rangeOfAtom(m, expr, begin, *code, out);
  arrfree(a);
  arrfree(b);
  return good;
}

static bool measure(IndexMeasure *m, SymExpr expr, const int64_t **code,
                    IndexSize *out) {
  bool good = true;
  for (int64_t terms = *(*code)++; good && terms > 0; --terms) {
    IndexSize term = NULL;
    good = indexSizeAddNumber(&term, fabs((double)*(*code)++));
    for (int64_t atoms = *(*code)++; good && atoms > 0; --atoms) {
      IndexSize atom = NULL;
      good =
          measureAtom(m, expr, code, &atom) && indexSizeMultiply(&term, atom);
      arrfree(atom);
    }
    good = good && indexSizeAdd(out, term);
    arrfree(term);
  }
  return good;
}

bool indexMeasure(IndexMeasure *m, SymExpr expr, IndexSize *out) {
  const int64_t *code = expr.code;
  bool good = ++m->depth < MAX_DEPTH && measure(m, expr, &code, out);
  --m->depth;
  return good;
}
