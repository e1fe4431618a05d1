//===- IndexFits.c - numbers that fit 64 bits ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// How far from zero an expression can be is a sum of products of symbols
// (IndexMeasure.c). A symbol is at most INDEX_MOST, a product of several if it
// lies in memory (IndexStored.c), or if facts say what they are at most; of
// others it is checked.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/IndexFits.h"
#include "lib/Analysis/Facts.h"
#include "lib/Analysis/IndexMeasure.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Sym/Operand.h"

#include <math.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

enum { SPARE = 1 << 10 }; // times what lies in memory still fits

/// Of a sum, with a half to spare for rounding.
static const double limit = 0x1.8p62;

/// It stands for a value, not for an extent.
static bool isValue(StrRef name) { return strchr("%~+-@", name.data[0]); }

/// Products of symbols of the function, of which a check may be made.
static bool isOfSymbols(const IndexProduct *product) {
  for (int f = 0; f < product->numFactors; ++f)
    if (isValue(product->factors[f].name))
      return false;
  return product->numFactors > 0;
}

static IndexProduct *checkOf(const IndexFacts *facts,
                             const IndexProduct *product) {
  for (ptrdiff_t i = 0; i < arrlen(facts->checked); ++i)
    if (indexProductIsLike(&facts->checked[i], product))
      return &facts->checked[i];
  return NULL;
}

static double mostOf(IndexFacts *facts, const IndexProduct *p, bool asks) {
  double most = indexProductMost(p);
  if (most <= INDEX_MOST || p->numFactors == 0)
    return most;
  const IndexProduct *check = checkOf(facts, p);
  if (check)
    most = fmin(most, p->times / check->times * INDEX_CHECKED);
  return indexIsStored(facts, p, asks) ? fmin(most, p->times * INDEX_MOST)
                                       : most;
}

static bool isSmall(IndexFacts *facts, IndexSize size, bool asks) {
  double sum = 0;
  for (ptrdiff_t i = 0; i < arrlen(size); ++i)
    sum += mostOf(facts, &size[i], asks);
  return sum < limit;
}

/// It is small if some products of symbols are, which is checked then.
static bool isChecked(IndexFacts *facts, IndexSize size) {
  double sum = 0;
  for (ptrdiff_t i = 0; i < arrlen(size); ++i) {
    double most = mostOf(facts, &size[i], true);
    if (most >= INDEX_CHECKED && isOfSymbols(&size[i]))
      most = INDEX_CHECKED;
    sum += most;
  }
  if (sum >= limit)
    return false;
  for (ptrdiff_t i = 0; i < arrlen(size); ++i) {
    if (mostOf(facts, &size[i], true) < INDEX_CHECKED)
      continue;
    IndexProduct *check = checkOf(facts, &size[i]);
    if (check)
      check->times = fmax(check->times, size[i].times);
    else
      arrput(facts->checked, size[i]);
  }
  return true;
}

/// A value, or what is made of one or two that fit: that fits, too. A value of
/// 64 bits is `~k - -k`, perhaps with 1 more, if it is less than something.
static bool isOne(SymExpr expr) {
  const int64_t *code = expr.code, terms = *code++;
  StrRef name = {NULL, 0};
  if (terms == 1)
    return code[0] == 1 && code[1] == 1;
  bool good = terms > 0;
  for (int64_t t = 0; good && t < terms; ++t) {
    int64_t times = *code++, atoms = *code++;
    good = times == 1 || (times == -1 && atoms == 1);
    if (!good || atoms == 0)
      continue;
    good = atoms == 1 && *code++ == SYM_ATOM_SYMBOL;
    StrRef symbol = good ? expr.symbols[*code++] : name;
    good = good &&
           (symbol.data[0] == INDEX_DATA || symbol.data[0] == INDEX_BELOW) &&
           (!name.length ||
            strRefEqual((StrRef){name.data + 1, name.length - 1},
                        (StrRef){symbol.data + 1, symbol.length - 1}));
    name = symbol;
  }
  return good;
}

/// What is known of the number says it: at most a value or a part of what lies
/// in memory, and at least a number.
static bool isWithin(IndexFacts *facts, SymExpr expr) {
  int64_t low, high;
  indexFactsKnownRange(facts, expr, &low, &high);
  bool most = high < INT64_MAX;
  SymExpr spare = symExprConst(facts->arena, SPARE), bound;
  for (ptrdiff_t i = 0; !most && i < arrlen(facts->sizes); ++i)
    most = symExprMul(facts->arena, facts->sizes[i], spare, &bound) == SYM_OK &&
           indexFactsProve(facts, factAtMost(expr, bound));
  for (size_t i = 0; !most && i < expr.numSymbols; ++i)
    most = expr.symbols[i].data[0] == INDEX_DATA &&
           indexFactsProve(
               facts,
               factAtMost(expr, symExprSymbol(facts->arena, expr.symbols[i])));
  return most &&
         (low > INT64_MIN ||
          (symExprAdd(facts->arena, expr, symExprConst(facts->arena, INT64_MAX),
                      &bound) == SYM_OK &&
           indexFactsProve(facts,
                           factAtMost(symExprConst(facts->arena, -1), bound))));
}

static bool partIsSmall(IndexMeasure *m, SymExpr part, IndexSize size) {
  return isOne(part) || isSmall(m->facts, size, m->sizes) ||
         (m->asks && isWithin(m->facts, part)) ||
         (m->checks && isChecked(m->facts, size));
}

/// `parts`: of the outermost sum nothing is asked.
static bool measureFits(IndexMeasure m, SymExpr expr, bool parts) {
  IndexSize size = NULL;
  m.fits = partIsSmall;
  bool good =
      indexMeasure(&m, expr, &size) && (parts || m.fits(&m, expr, size));
  arrfree(size);
  return good;
}

/// The dear questions last.
static bool findFits(IndexFacts *facts, SymExpr expr, double wide, bool parts) {
  IndexMeasure m = {.facts = facts, .wide = wide};
  for (int dear = 0; dear < 3; ++dear)
    for (int whole = 0; whole <= facts->hasAtoms; ++whole) {
      m.sizes = dear > 0;
      m.asks = dear > 1;
      m.whole = whole;
      if (measureFits(m, expr, parts))
        return true;
    }
  m.checks = true;
  m.whole = false;
  return facts->mayCheck && measureFits(m, expr, parts);
}

/// A number, an extent or an iterator that is counted from 0, whose bounds were
/// looked at when its loop was entered.
static bool isPlain(const IndexFacts *facts, SymExpr expr) {
  StrRef name;
  if (expr.numSymbols == 0)
    return !symExprIsUnknown(expr);
  if (!symExprIsSymbol(expr, &name))
    return false;
  intptr_t k = symOperandNumber(name);
  return k >= 0 ? k < arrlen(facts->values) && facts->values[k].upper.code &&
                      symExprIsNonNegative(facts->values[k].lower)
                : !isValue(name);
}

/// An index is asked for several times for every access.
static bool fits(IndexFacts *facts, SymExpr expr, double wide, bool parts) {
  if (isPlain(facts, expr))
    return true;
  expr = indexNamePanels(facts, expr);
  for (ptrdiff_t i = arrlen(facts->fitting); i-- > 0;) {
    const IndexFitting *known = &facts->fitting[i];
    if (known->wide >= wide && known->parts <= parts &&
        symExprEqual(known->expr, expr))
      return true;
  }
  if (!findFits(facts, expr, wide, parts))
    return false;
  IndexFitting fitting = {expr, wide, parts, indexFactsMark(facts)};
  arrput(facts->fitting, fitting);
  return true;
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

bool indexFits(IndexFacts *facts, SymExpr expr, double wide) {
  return fits(facts, expr, wide, false);
}

bool indexIsWide(IndexFacts *facts, SymExpr expr) {
  IndexMeasure m = {.facts = facts,
                    .wide = INDEX_WIDE,
                    .fits = partIsSmall,
                    .asks = true,
                    .sizes = true};
  bool wide = false;
  for (size_t i = 0; !wide && i < expr.numSymbols; ++i) {
    IndexSize size = NULL;
    wide = expr.symbols[i].data[0] == INDEX_DATA &&
           (!indexMeasureValue(&m, expr.symbols[i], &size) ||
            indexSizeMost(size) > INDEX_MOST);
    arrfree(size);
  }
  return wide;
}

bool indexPartsFit(IndexFacts *facts, SymExpr expr) {
  return fits(facts, expr, INDEX_WIDE, true);
}

bool indexSideFits(IndexFacts *facts, SymExpr expr) {
  return indexFits(facts, expr, INDEX_WIDE);
}

void indexFactsBegin(IndexFacts *facts, Arena *arena, MlirOperation func) {
  *facts = (IndexFacts){.arena = arena};
  Facts own = {.arena = arena};
  factsAddClause(&own, func);
  MlirBlock body = bridgeBody(func);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(body); i < e; ++i)
    indexFactsAddBuffer(facts, mlirBlockGetArgument(body, i));
  for (size_t i = 0; i < own.count; ++i)
    indexFactsAdd(facts, own.items[i]);
  for (ptrdiff_t i = 0; i < arrlen(facts->ranges); ++i) {
    IndexRange *range = &facts->ranges[i];
    indexFactsRange(facts, range->expr, &range->low, &range->high);
  }
}

static bool isKnown(const IndexFacts *facts, SymFact fact) {
  for (ptrdiff_t i = arrlen(facts->facts); i-- > 0;) {
    const SymFact *known = &facts->facts[i];
    if (known->kind == SYM_FACT_LE && fact.kind == SYM_FACT_LE &&
        !known->likely && symExprIdentical(known->lhs, fact.lhs) &&
        symExprIdentical(known->rhs, fact.rhs))
      return true;
  }
  return false;
}

void indexFactsAdd(IndexFacts *facts, SymFact fact) {
  if (!isKnown(facts, fact) && !fact.likely && indexSideFits(facts, fact.lhs) &&
      (fact.kind == SYM_FACT_IN || indexSideFits(facts, fact.rhs)))
    indexFactsAddChecked(facts, fact);
}
