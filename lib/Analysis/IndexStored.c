//===- IndexStored.c - products of extents that lie in memory -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A buffer has fewer than INDEX_MOST elements, so a product that is its size,
// or a part of it the rest of which is no zero, is below that. Extents that
// are no symbols go by their text: `max(h - 2, 0)`.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Analysis/IndexFits.h"
#include "lib/Sym/CodeWalk.h"

#include <stb/stb_ds.h>
#include <string.h>

SymExpr indexAtomExpr(Arena *arena, SymExpr expr, const int64_t *begin,
                      const int64_t *end) {
  size_t length = (size_t)(end - begin);
  int64_t *code = ARENA_ARRAY(arena, int64_t, length + 3);
  code[0] = code[1] = code[2] = 1; // a term, once, of one atom
  memcpy(code + 3, begin, length * sizeof *code);
  expr.code = code;
  expr.codeSize = length + 3;
  return expr;
}

StrRef indexAtomName(Arena *arena, SymExpr atom) {
  StrRef name;
  if (symExprIsSymbol(atom, &name))
    return name;
  StrBuf text = {0};
  symExprPrint(atom, &text);
  name = arenaCopyString(arena, (StrRef){text.data, text.length});
  strBufFree(&text);
  return name;
}

const IndexRange *indexRangeOf(const IndexFacts *facts, StrRef name) {
  for (ptrdiff_t i = 0; i < arrlen(facts->ranges); ++i)
    if (strRefEqual(facts->ranges[i].name, name))
      return &facts->ranges[i];
  return NULL;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

static void addRange(IndexFacts *facts, StrRef name, SymExpr atom) {
  if (indexRangeOf(facts, name))
    return;
  IndexRange range = {name, atom, 0, INT64_MAX};
  facts->hasAtoms |= !symExprIsSymbol(atom, &name);
  arrput(facts->ranges, range);
}

/// The term as a product of what is never below 0; false if it is none.
static bool productOf(IndexFacts *facts, SymExpr expr, const int64_t **code,
                      IndexProduct *out) {
  *out = (IndexProduct){.times = (double)*(*code)++};
  bool good = out->times > 0;
  for (int64_t atoms = *(*code)++; atoms > 0; --atoms) {
    const int64_t *begin = *code;
    if (*begin >= SYM_ATOM_UNKNOWN)
      return false;
    symCodeAtom(code, NULL, NULL);
    SymExpr atom = indexAtomExpr(facts->arena, expr, begin, *code);
    good =
        good && out->numFactors < INDEX_FACTORS && symExprIsNonNegative(atom);
    if (!good)
      continue;
    StrRef name = indexAtomName(facts->arena, atom);
    addRange(facts, name, atom);
    out->factors[out->numFactors++] = (IndexFactor){name, INDEX_MOST};
  }
  indexProductSort(out);
  return good;
}

void indexFactsAddStored(IndexFacts *facts, SymExpr size) {
  const int64_t *code = size.code;
  ptrdiff_t known = arrlen(facts->stored);
  bool good = true;
  arrput(facts->sizes, size);
  for (int64_t terms = *code++; good && terms > 0; --terms) {
    IndexProduct product;
    good = productOf(facts, size, &code, &product);
    if (good && product.numFactors > 1)
      arrput(facts->stored, product);
  }
  if (!good && facts->stored) // less than one of its terms
    arrsetlen(facts->stored, known);
}

void indexFactsAddBuffer(IndexFacts *facts, MlirValue buffer) {
  const MlirAttribute *dims;
  intptr_t rank = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
  SymExpr size = symExprConst(facts->arena, 1);
  for (intptr_t d = 0; d < rank; ++d)
    if (symExprMul(facts->arena, size, symExprOf(facts->arena, dims[d]),
                   &size) != SYM_OK)
      return;
  if (size.numSymbols > 0)
    indexFactsAddStored(facts, size);
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

/// `1 <= expr`, `i + 1 <= expr`
static bool saysPositive(IndexFacts *facts, SymFact fact, SymExpr expr) {
  SymExpr less;
  return fact.kind == SYM_FACT_LE && symExprEqual(fact.rhs, expr) &&
         symExprAdd(facts->arena, fact.lhs, symExprConst(facts->arena, -1),
                    &less) == SYM_OK &&
         symExprIsNonNegative(less);
}

/// No zero, at least here: in a round of a loop over it. Some fact says so; the
/// prover, which is dear, is asked only if `asks`.
static bool isPositive(IndexFacts *facts, StrRef name, bool asks) {
  const IndexRange *range = indexRangeOf(facts, name);
  int64_t low, high;
  if (!range || range->low >= 1)
    return range != NULL;
  for (ptrdiff_t i = arrlen(facts->facts); i-- > 0;)
    if (saysPositive(facts, facts->facts[i], range->expr))
      return true;
  if (!asks)
    return false;
  indexFactsKnownRange(facts, range->expr, &low, &high);
  return low >= 1;
}

/// Is the product a part of this one, the rest of which is no zero?
static bool isPartOf(IndexFacts *facts, const IndexProduct *part,
                     const IndexProduct *whole, bool asks) {
  int found = 0;
  bool rest[INDEX_FACTORS] = {false};
  for (int f = 0; f < whole->numFactors; ++f)
    if (found < part->numFactors &&
        strRefEqual(part->factors[found].name, whole->factors[f].name))
      ++found;
    else
      rest[f] = true;
  bool good = found == part->numFactors;
  for (int f = 0; f < whole->numFactors && good; ++f)
    good = !rest[f] || isPositive(facts, whole->factors[f].name, asks);
  return good;
}

bool indexIsStored(IndexFacts *facts, const IndexProduct *product, bool asks) {
  for (ptrdiff_t i = 0; i < arrlen(facts->stored); ++i)
    if (isPartOf(facts, product, &facts->stored[i], asks))
      return true;
  return false;
}
