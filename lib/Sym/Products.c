//===- Products.c - products of inequalities ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Linear arithmetic takes every monomial as an unknown of its own. What makes
// them products is said by further inequalities:
// - a known one times an atom that is >= 0, or times two of them where products
//   of three occur: from n <= m follows n * k <= m * k;
// - two known ones times each other: (m - n) * (k - j) >= 0;
// - (n - c) * (n - c - 1) >= 0 for any integer c, and (n - m) * (n - m) >= 0.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/System.h"

enum {
  MAX_FACTORS = 4,     // atoms that inequalities are multiplied by
  MAX_MULTIPLIED = 14, // inequalities that are multiplied
};

typedef struct Products {
  Prover *prover;
  const BoundTable *table;
  PolyList *zero, *nonNegative;
  const Atom *factors[MAX_FACTORS];
  size_t numFactors;
  const Poly *multiplied[MAX_MULTIPLIED];
  size_t numMultiplied;
  unsigned degree; // the highest that occurs
} Products;

static unsigned degreeOf(const Poly *poly) {
  return poly->numTerms == 0 ? 0 : (unsigned)poly->terms[0].numFactors;
}

//===----------------------------------------------------------------------===//
// What is multiplied
//===----------------------------------------------------------------------===//

static void addFactor(Products *products, const Atom *atom) {
  if (products->numFactors == MAX_FACTORS ||
      symAtomRange(atom, &products->table->bounds).low < 0)
    return;
  for (size_t i = 0; i < products->numFactors; ++i)
    if (symAtomCompare(products->factors[i], atom) == 0)
      return;
  products->factors[products->numFactors++] = atom;
}

/// Atoms of terms with at least `degree` factors.
static void collectFactors(Products *products, const PolyList *list,
                           size_t count, size_t degree) {
  for (size_t i = 0; i < count; ++i)
    for (size_t j = 0; j < list->items[i]->numTerms; ++j) {
      const Term *term = &list->items[i]->terms[j];
      if (term->numFactors > products->degree)
        products->degree = (unsigned)term->numFactors;
      for (size_t k = 0; k < term->numFactors && term->numFactors >= degree;
           ++k)
        addFactor(products, term->factors[k]);
    }
}

static void multiplyLater(Products *products, const Poly *poly) {
  if (poly && products->numMultiplied < MAX_MULTIPLIED && degreeOf(poly) <= 2 &&
      degreeOf(poly) >= 1)
    products->multiplied[products->numMultiplied++] = poly;
}

/// atom - low >= 0, where the intervals know more than that it is >= 0.
static void collectBounds(Products *products) {
  SymBuilder *builder = &products->prover->builder;
  for (size_t i = 0; i < products->numFactors; ++i) {
    const Atom *atom = products->factors[i];
    SymInterval range = symAtomRange(atom, &products->table->bounds);
    if (range.low < 1)
      continue;
    const Poly *self = symPolyOfAtom(builder, atom);
    multiplyLater(products,
                  proverTake(products->prover,
                             symPolySub(builder, self,
                                        symPolyConst(builder, range.low))));
  }
}

//===----------------------------------------------------------------------===//
// Multiplying
//===----------------------------------------------------------------------===//

static const Poly *addProduct(Products *products, PolyList *list, const Poly *a,
                              const Poly *b) {
  Prover *prover = products->prover;
  if (!a || !b || proverExhausted(prover))
    return NULL;
  const Poly *product = proverTake(prover, symPolyMul(&prover->builder, a, b));
  if (product && SYM_BROKEN(SYM_FAULT_PRODUCT))
    product = proverMinusOne(prover, product);
  proverPush(prover, list, product);
  return product;
}

static const Poly *selfOf(Products *products, size_t factor) {
  return proverTake(products->prover, symPolyOfAtom(&products->prover->builder,
                                                    products->factors[factor]));
}

static void multiplyByFactors(Products *products, size_t numZero) {
  for (size_t f = 0; f < products->numFactors; ++f) {
    const Poly *factor = selfOf(products, f);
    for (size_t i = 0; i < products->numMultiplied; ++i) {
      const Poly *product = addProduct(products, products->nonNegative,
                                       products->multiplied[i], factor);
      for (size_t g = f; g < products->numFactors && products->degree >= 3 &&
                         degreeOf(products->multiplied[i]) == 1;
           ++g)
        addProduct(products, products->nonNegative, product,
                   selfOf(products, g));
    }
    for (size_t i = 0; i < numZero && i < MAX_MULTIPLIED; ++i)
      addProduct(products, products->zero, products->zero->items[i], factor);
  }
}

static void multiplyPairs(Products *products) {
  for (size_t i = 0; i < products->numMultiplied; ++i)
    for (size_t j = i; j < products->numMultiplied; ++j)
      if (degreeOf(products->multiplied[i]) == 1 &&
          degreeOf(products->multiplied[j]) == 1)
        addProduct(products, products->nonNegative, products->multiplied[i],
                   products->multiplied[j]);
}

/// (a - b) * (a - b) >= 0
static void addSquares(Products *products) {
  Prover *prover = products->prover;
  for (size_t i = 0; i < products->numFactors; ++i)
    for (size_t j = i + 1; j < products->numFactors; ++j) {
      const Poly *difference =
          proverTake(prover, symPolySub(&prover->builder, selfOf(products, i),
                                        selfOf(products, j)));
      addProduct(products, products->nonNegative, difference, difference);
    }
}

/// For a * n * n + b * n in `poly` the integers around -b / (2 * a).
static void addParabola(Products *products, const Poly *poly,
                        const Atom *atom) {
  int64_t square = 0, linear = 0, twice;
  for (size_t i = 0; i < poly->numTerms; ++i) {
    const Term *term = &poly->terms[i];
    if (term->numFactors == 0 || term->numFactors > 2 ||
        symAtomCompare(term->factors[0], atom) != 0)
      continue;
    if (term->numFactors == 1)
      linear = term->coefficient;
    else if (symAtomCompare(term->factors[1], atom) == 0)
      square = term->coefficient;
  }
  if (square == 0 || linear == 0 || linear == INT64_MIN ||
      __builtin_mul_overflow(square, 2, &twice) || twice == INT64_MIN)
    return;
  int64_t place =
      twice > 0 ? symFloorDiv64(-linear, twice) : symFloorDiv64(linear, -twice);
  SymBuilder *builder = &products->prover->builder;
  const Poly *left = symPolySub(builder, symPolyOfAtom(builder, atom),
                                symPolyConst(builder, place));
  const Poly *right = symPolySub(builder, left, symPolyConst(builder, 1));
  products->prover->builder.status = SYM_OK;
  addProduct(products, products->nonNegative, left, right);
}

void proverAddProducts(Prover *prover, PolyList *zero, PolyList *nonNegative,
                       const BoundTable *table) {
  Products products = {.prover = prover,
                       .table = table,
                       .zero = zero,
                       .nonNegative = nonNegative};
  size_t count = nonNegative->count, numZero = zero->count;
  collectFactors(&products, nonNegative, count, 2);
  collectFactors(&products, zero, numZero, 2);
  if (products.numFactors == 0)
    return;
  for (size_t i = 0; i < count; ++i)
    multiplyLater(&products, nonNegative->items[i]);
  collectBounds(&products);
  for (size_t i = 0; i < count && i < MAX_MULTIPLIED; ++i)
    for (size_t f = 0; f < products.numFactors; ++f)
      addParabola(&products, nonNegative->items[i], products.factors[f]);
  // What the goal (it comes first) has besides products may be a factor, too.
  collectFactors(&products, nonNegative, count < 1 ? count : 1, 1);
  multiplyByFactors(&products, numZero);
  multiplyPairs(&products);
  addSquares(&products);
}
