//===- Table.c - entries of tables and sums over them ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// `len[i]` is an atom of the table and the index, `sum(len * len)` one of the
// product that is summed: sums are taken apart by terms, what is the same for
// all entries stands in front. Inside of a sum a symbol is a table and stands
// for its entry, so that names of indices never make two sums differ.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Poly.h"

const Poly *symPolyRead(SymBuilder *builder, const Poly *table,
                        const Poly *index) {
  if (!table || !index)
    return NULL;
  if (index->unknown)
    return symPolyUnknown(builder);
  const Atom *atom = table->unknown ? NULL : symPolyAsAtom(table);
  bool chain = atom && atom->kind == SYM_ATOM_LEN &&
               symPolyAsAtom(atom->lhs)->kind == SYM_ATOM_SYMBOL;
  if (!atom || (atom->kind != SYM_ATOM_SYMBOL && !chain))
    return symFail(builder, SYM_BAD_TABLE);
  return symPolyAtom(builder, SYM_ATOM_LEN, table, index);
}

static bool hasTableAtom(const Poly *poly) {
  bool found = false;
  for (size_t i = 0; i < poly->numTerms && !found; ++i)
    for (size_t j = 0; j < poly->terms[i].numFactors && !found; ++j) {
      const Atom *atom = poly->terms[i].factors[j];
      found = symAtomIsTable(atom) ||
              (atom->kind != SYM_ATOM_SYMBOL &&
               (hasTableAtom(atom->lhs) || hasTableAtom(atom->rhs)));
    }
  return found;
}

/// The product of factors, without a coefficient.
static const Poly *product(SymBuilder *builder, const Term *term) {
  Term *alone = arenaCopy(builder->arena, term, sizeof(Term));
  alone->coefficient = 1;
  return symPolyFromTerms(builder, alone, 1);
}

static const Poly *sumAtom(SymBuilder *builder, const Poly *body) {
  return symPolyAtom(builder, SYM_ATOM_SUM, body, symPolyConst(builder, 0));
}

const Poly *symPolyTableSum(SymBuilder *builder, const Poly *body) {
  if (!body)
    return NULL;
  if (body->unknown)
    return symPolyUnknown(builder);
  if (hasTableAtom(body)) // entries are numbers, not tables
    return symFail(builder, SYM_BAD_TABLE);
  const Poly **terms =
      ARENA_ARRAY(builder->arena, const Poly *, body->numTerms);
  for (size_t i = 0; i < body->numTerms; ++i) {
    if (body->terms[i].numFactors == 0)
      return symFail(builder, SYM_NO_DOMAIN);
    terms[i] = symPolyScale(builder,
                            sumAtom(builder, product(builder, &body->terms[i])),
                            body->terms[i].coefficient);
  }
  return symPolySum(builder, terms, body->numTerms);
}
