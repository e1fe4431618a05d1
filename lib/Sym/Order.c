//===- Order.c - the order that makes the normal form unique --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Terms: falling degree, then factor by factor. Factors: symbols by name, then
// the other atoms by kind and operands. Polynomials: term by term, where a
// missing term counts as the constant 0, so that constants come last.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Poly.h"

int symAtomCompare(const Atom *a, const Atom *b) {
  if (a == b)
    return 0;
  if (a->kind != b->kind)
    return a->kind < b->kind ? -1 : 1;
  if (a->kind == SYM_ATOM_SYMBOL)
    return strRefCompare(a->name, b->name);
  int order = symPolyCompare(a->lhs, b->lhs);
  return order != 0 ? order : symPolyCompare(a->rhs, b->rhs);
}

int symTermCompare(const Term *a, const Term *b) {
  if (a->numFactors != b->numFactors)
    return a->numFactors > b->numFactors ? -1 : 1;
  for (size_t i = 0; i < a->numFactors; ++i) {
    int order = symAtomCompare(a->factors[i], b->factors[i]);
    if (order != 0)
      return order;
  }
  return 0;
}

int symPolyCompare(const Poly *a, const Poly *b) {
  if (a == b)
    return 0;
  if (a->unknown != b->unknown)
    return a->unknown ? 1 : -1;
  static const Term zero = {0, 0, NULL};
  size_t longer = a->numTerms > b->numTerms ? a->numTerms : b->numTerms;
  for (size_t i = 0; i < longer; ++i) {
    const Term *x = i < a->numTerms ? &a->terms[i] : &zero;
    const Term *y = i < b->numTerms ? &b->terms[i] : &zero;
    int order = symTermCompare(x, y);
    if (order != 0)
      return order;
    if (x->coefficient != y->coefficient)
      return x->coefficient < y->coefficient ? -1 : 1;
  }
  return 0;
}
