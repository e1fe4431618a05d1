//===- IndexFits.c - numbers that fit 64 bits ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// How far from zero an expression can be is a sum of products of symbols
// (IndexMeasure.c). A symbol is at most INDEX_MOST, a product of several if it
// is a part of the size of a buffer, or if facts say what they are at most.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/IndexFits.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Analysis/Facts.h"
#include "lib/Analysis/IndexMeasure.h"
#include "lib/Sym/Operand.h"
#include "lib/Sym/Parts.h"

#include <math.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

enum {
  FEW_FACTORS = 4, // of a product that may fit
  SPARE = 1 << 10, // times what lies in memory still fits
};

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// A sum of products of symbols, each of which is at most all of it.
static bool isPlain(SymExpr expr) {
  const int64_t *code = expr.code;
  bool plain = true;
  for (int64_t terms = *code++; plain && terms > 0; --terms) {
    plain = *code++ > 0;
    for (int64_t atoms = *code++; plain && atoms > 0; --atoms, ++code)
      plain = *code++ == SYM_ATOM_SYMBOL;
  }
  return plain;
}

static const IndexRange *rangeOf(const IndexFacts *facts, StrRef name) {
  for (ptrdiff_t i = 0; i < arrlen(facts->ranges); ++i)
    if (strRefEqual(facts->ranges[i].name, name))
      return &facts->ranges[i];
  return NULL;
}

/// The most that facts of the function say of a symbol.
static double mostOf(const IndexFacts *facts, StrRef name) {
  const IndexRange *range = rangeOf(facts, name);
  return range && range->high < INT64_MAX ? (double)range->high : INDEX_MOST;
}

static bool isPositive(const IndexFacts *facts, StrRef name) {
  const IndexRange *range = rangeOf(facts, name);
  return range && range->low >= 1;
}

/// Is the product a part of this one, the rest of which is no zero?
static bool isPartOf(IndexFacts *facts, const IndexProduct *part,
                     const IndexProduct *whole) {
  int found = 0;
  for (int f = 0; f < whole->numFactors; ++f)
    if (found < part->numFactors &&
        strRefEqual(part->factors[found], whole->factors[f]))
      ++found;
    else if (!isPositive(facts, whole->factors[f]))
      return false;
  return found == part->numFactors;
}

/// A part of what lies in memory.
static bool isStored(IndexMeasure *m, const IndexProduct *product) {
  bool stored = false;
  for (ptrdiff_t i = 0; !stored && i < arrlen(m->facts->sizes); ++i) {
    IndexSize size = NULL;
    if (isPlain(m->facts->sizes[i]) &&
        indexMeasure(m, m->facts->sizes[i], &size))
      for (ptrdiff_t k = 0; !stored && k < arrlen(size); ++k)
        stored = size[k].times >= 1 && isPartOf(m->facts, product, &size[k]);
    arrfree(size);
  }
  return stored;
}

static bool isSmall(IndexMeasure *m, IndexSize size) {
  const double limit = 0x1p62;
  double sum = 0;
  for (ptrdiff_t i = 0; i < arrlen(size); ++i) {
    const IndexProduct *p = &size[i];
    double most = p->times;
    if (p->numFactors > 0)
      most *= INDEX_MOST;
    if (p->numFactors > 1 || most >= limit) {
      most = p->times;
      for (int f = 0; f < p->numFactors; ++f)
        most *= mostOf(m->facts, p->factors[f]);
      if (most >= limit && p->numFactors > 1 &&
          (m->products ? p->numFactors <= FEW_FACTORS : isStored(m, p)))
        most = p->times * INDEX_MOST;
    }
    sum += most;
  }
  return sum < limit;
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
  return most && low > INT64_MIN;
}

static bool partFits(IndexMeasure *m, SymExpr part, IndexSize size) {
  return isOne(part) || isSmall(m, size) || isWithin(m->facts, part);
}

/// `parts`: of the outermost sum nothing is asked.
static bool fits(IndexMeasure *m, SymExpr expr, bool parts) {
  IndexSize size = NULL;
  m->fits = partFits;
  bool good =
      indexMeasure(m, expr, &size) && (parts || partFits(m, expr, size));
  arrfree(size);
  return good;
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

bool indexFits(IndexFacts *facts, SymExpr expr, double wide) {
  return fits(&(IndexMeasure){.facts = facts, .wide = wide}, expr, false);
}

bool indexIsWide(IndexFacts *facts, SymExpr expr) {
  IndexMeasure m = {.facts = facts, .wide = INDEX_WIDE, .fits = partFits};
  bool wide = false;
  for (size_t i = 0; !wide && i < expr.numSymbols; ++i) {
    char mark = expr.symbols[i].data[0];
    IndexSize size = NULL;
    wide = (mark == INDEX_DATA || mark == INDEX_BELOW) &&
           (!indexMeasureValue(&m, expr.symbols[i], &size) ||
            size[0].times > INDEX_MOST);
    arrfree(size);
  }
  return wide;
}

bool indexMayFit(IndexFacts *facts, SymExpr expr, bool parts) {
  IndexMeasure m = {.facts = facts, .wide = INDEX_MOST, .products = true};
  return fits(&m, expr, parts);
}

bool indexPartsFit(IndexFacts *facts, SymExpr expr) {
  return fits(&(IndexMeasure){.facts = facts, .wide = INDEX_WIDE}, expr, true);
}

bool indexSideFits(IndexFacts *facts, SymExpr expr) {
  return indexFits(facts, expr, INDEX_WIDE);
}

/// The sizes of a function's buffers.
static void addSizes(IndexFacts *facts, MlirOperation func) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(body); i < e; ++i) {
    const MlirAttribute *dims;
    MlirType type = mlirValueGetType(mlirBlockGetArgument(body, i));
    intptr_t rank = tirBufferTypeGetDims(type, &dims);
    SymExpr size = symExprConst(facts->arena, 1);
    bool good = true;
    for (intptr_t d = 0; good && d < rank; ++d)
      good = symExprMul(facts->arena, size, symExprOf(facts->arena, dims[d]),
                        &size) == SYM_OK;
    if (good && size.numSymbols > 0)
      arrput(facts->sizes, size);
  }
}

static void addRanges(IndexFacts *facts) {
  for (ptrdiff_t i = 0; i < arrlen(facts->sizes); ++i)
    for (size_t s = 0; s < facts->sizes[i].numSymbols; ++s) {
      IndexRange range = {.name = facts->sizes[i].symbols[s]};
      if (rangeOf(facts, range.name))
        continue;
      indexFactsRange(facts, symExprSymbol(facts->arena, range.name),
                      &range.low, &range.high);
      arrput(facts->ranges, range);
    }
}

void indexFactsBegin(IndexFacts *facts, Arena *arena, MlirOperation func) {
  *facts = (IndexFacts){.arena = arena};
  Facts own = {.arena = arena};
  factsAddClause(&own, func);
  addSizes(facts, func);
  for (size_t i = 0; i < own.count; ++i)
    indexFactsAdd(facts, own.items[i]);
  addRanges(facts);
}

void indexFactsAdd(IndexFacts *facts, SymFact fact) {
  if (!fact.likely && indexSideFits(facts, fact.lhs) &&
      (fact.kind == SYM_FACT_IN || indexSideFits(facts, fact.rhs)))
    indexFactsAddChecked(facts, fact);
}
