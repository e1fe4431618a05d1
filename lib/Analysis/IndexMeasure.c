//===- IndexMeasure.c - how far from zero an expression can be ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// An iterator is as far as its bounds, a quotient as its dividend, a rest as
// its divisor, a minimum as its smaller side.
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
    return (symExprIsNonNegative(lower) || indexMeasure(m, lower, out)) &&
           indexMeasure(m, upper, out);
  }
  if (name.data[0] == INDEX_BELOW)
    return true; // the value is as far as the other symbol says
  MlirType type = mlirValueGetType(value->value);
  if (mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) < 64)
    return indexSizeAddNumber(
        out, (double)(UINT64_C(1) << (mlirIntegerTypeGetWidth(type) - 1)));
  StrRef only;
  if (value->expr.code && symExprIsSymbol(value->expr, &only)) {
    // Natural: an entry of a table that was gone through.
    IndexProduct one = {.times = 1, .numFactors = 1};
    one.factors[0] = (IndexFactor){only, INDEX_MOST};
    return indexSizeAddProduct(out, &one);
  }
  double wide = m->wide;
  int64_t low, high;
  if (m->asks && wide > INDEX_MOST && value->expr.code) {
    indexFactsKnownRange(facts, value->expr, &low, &high);
    if (low > INT64_MIN && high < INT64_MAX)
      wide = fmax(fabs((double)low), (double)high);
  }
  return indexSizeAddNumber(out, wide);
}

static bool measureSymbol(IndexMeasure *m, StrRef name, IndexSize *out) {
  char mark = name.length ? name.data[0] : 0;
  if (mark == '%' || mark == INDEX_DATA || mark == INDEX_NARROW ||
      mark == INDEX_BELOW || mark == INDEX_PANEL)
    return indexMeasureValue(m, name, out);
  const IndexRange *range = indexRangeOf(m->facts, name);
  double most =
      range && range->high < INT64_MAX ? (double)range->high : INDEX_MOST;
  IndexProduct one = {.times = 1, .numFactors = 1, .factors = {{name, most}}};
  return indexSizeAddProduct(out, &one);
}

/// One of the operands of an atom.
static bool measurePart(IndexMeasure *m, SymExpr expr, const int64_t **code,
                        SymExpr *part, IndexSize *out) {
  *part = expr;
  part->code = *code;
  bool good = measure(m, expr, code, out);
  part->codeSize = (size_t)(*code - part->code);
  return good && m->fits(m, *part, *out);
}

static bool isNatural(IndexMeasure *m, SymExpr part) {
  int64_t low, high;
  if (symExprIsNonNegative(part) || !m->asks)
    return symExprIsNonNegative(part);
  indexFactsKnownRange(m->facts, part, &low, &high);
  return low >= 0;
}

/// A quotient, rest, minimum or maximum that is near zero by its form, or as
/// facts say: both, if that is a number at all.
static void useRange(IndexMeasure *m, SymExpr atom, IndexSize *out) {
  int64_t low, high;
  symExprInterval(atom, &low, &high);
  bool open = low == INT64_MIN || high == INT64_MAX;
  if (open && m->asks && indexSizeMost(*out) > INDEX_MOST) {
    indexFactsKnownRange(m->facts, atom, &low, &high);
    open = low == INT64_MIN || high == INT64_MAX;
  }
  if (open)
    return;
  arrsetlen(*out, 0);
  indexSizeAddNumber(out, fmax(fabs((double)low), fabs((double)high)));
}

/// An extent of a buffer as one factor.
static void useWhole(IndexMeasure *m, SymExpr atom, IndexSize *out) {
  IndexProduct one = {.times = 1, .numFactors = 1};
  one.factors[0] =
      (IndexFactor){indexAtomName(m->facts->arena, atom), indexSizeMost(*out)};
  if (!indexRangeOf(m->facts, one.factors[0].name))
    return;
  arrsetlen(*out, 0);
  indexSizeAddProduct(out, &one);
}

/// Of two numbers that are not below 0 and of which the result is at most the
/// smaller one.
static bool addSmaller(IndexSize *out, IndexSize a, IndexSize b) {
  return indexSizeAdd(out, indexSizeMost(a) < indexSizeMost(b) ? a : b);
}

/// A quotient is at most its dividend, a rest its divisor.
static bool addAtom(IndexMeasure *m, SymAtomKind kind, const SymExpr parts[2],
                    IndexSize a, IndexSize b, IndexSize *out) {
  if (kind == SYM_ATOM_MAX)
    return indexSizeAdd(out, a) && indexSizeAdd(out, b);
  if (kind == SYM_ATOM_MIN || kind == SYM_ATOM_MOD) {
    if (isNatural(m, parts[0]) &&
        (kind == SYM_ATOM_MOD || isNatural(m, parts[1])))
      return addSmaller(out, a, b);
    return (kind == SYM_ATOM_MOD || indexSizeAdd(out, a)) &&
           indexSizeAdd(out, b);
  }
  if (arrlen(b) == 1 && b->numFactors == 0 && b->times >= 1)
    for (ptrdiff_t i = 0; i < arrlen(a); ++i)
      a[i].times /= b->times;
  return indexSizeAdd(out, a) && indexSizeAddNumber(out, 1);
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
  SymExpr parts[2];
  bool good = measurePart(m, expr, code, &parts[0], &a) &&
              measurePart(m, expr, code, &parts[1], &b) &&
              addAtom(m, kind, parts, a, b, out);
  arrfree(a);
  arrfree(b);
  if (!good)
    return false;
  SymExpr atom = indexAtomExpr(m->facts->arena, expr, begin, *code);
  useRange(m, atom, out);
  if (m->whole && m->facts->hasAtoms)
    useWhole(m, atom, out);
  return true;
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
