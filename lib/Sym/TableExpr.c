//===- TableExpr.c - expressions that read tables -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/System.h"

#include <assert.h>

//===----------------------------------------------------------------------===//
// sum(i : b, e)
//===----------------------------------------------------------------------===//

/// What a factor under the sum is made of.
typedef struct Parts {
  const Atom *index;
  const Atom *inner; // of tables with two indices, or NULL
  bool entries;      // reads at the index
  bool others;       // what is the same for all entries
  bool wrong;        // the index elsewhere than in brackets
} Parts;

static const Poly *entryPoly(SymBuilder *builder, const Poly *poly,
                             Parts *parts);

static bool isAt(const Poly *poly, const Atom *index) {
  const Atom *at = symPolyAsAtom(poly);
  return at && symAtomCompare(at, index) == 0;
}

/// The table that is read at the index, or at both; else NULL.
static const Poly *readAtIndex(const Atom *read, const Parts *parts) {
  const Atom *outer = symPolyAsAtom(read->lhs);
  if (!parts->inner)
    return outer->kind == SYM_ATOM_SYMBOL && isAt(read->rhs, parts->index)
               ? read->lhs
               : NULL;
  return outer->kind == SYM_ATOM_LEN && isAt(read->rhs, parts->inner) &&
                 isAt(outer->rhs, parts->index)
             ? outer->lhs
             : NULL;
}

static bool mentionsIndex(const Atom *read, const Parts *parts) {
  return proverMentions(read->rhs, parts->index) ||
         proverMentions(read->lhs, parts->index) ||
         (parts->inner && proverMentions(read->rhs, parts->inner));
}

/// The factor with tables in the place of their entries.
static const Poly *entryAtom(SymBuilder *builder, const Atom *atom,
                             Parts *parts) {
  if (atom->kind == SYM_ATOM_LEN) {
    const Poly *table = readAtIndex(atom, parts);
    parts->entries |= table != NULL;
    parts->others |= !table;
    parts->wrong |= !table && mentionsIndex(atom, parts);
    return table ? table : symPolyOfAtom(builder, atom);
  }
  if (atom->kind == SYM_ATOM_SYMBOL || atom->kind == SYM_ATOM_SUM) {
    parts->wrong |= symAtomCompare(atom, parts->index) == 0;
    parts->others = true;
    return symPolyOfAtom(builder, atom);
  }
  const Poly *lhs = entryPoly(builder, atom->lhs, parts);
  const Poly *rhs = entryPoly(builder, atom->rhs, parts);
  return lhs && rhs ? symPolyBinary(builder, atom->kind, lhs, rhs) : NULL;
}

static const Poly *entryPoly(SymBuilder *builder, const Poly *poly,
                             Parts *parts) {
  const Poly *sum = symPolyConst(builder, 0);
  for (size_t i = 0; i < poly->numTerms; ++i) {
    const Poly *term = symPolyConst(builder, poly->terms[i].coefficient);
    for (size_t j = 0; j < poly->terms[i].numFactors; ++j)
      term = symPolyMul(builder, term,
                        entryAtom(builder, poly->terms[i].factors[j], parts));
    sum = symPolyAdd(builder, sum, term);
  }
  return sum;
}

static const Poly *indexedTerm(SymBuilder *builder, const Term *term,
                               const Parts *indices, const Poly *domain) {
  const Poly *front = symPolyConst(builder, term->coefficient);
  const Poly *body = symPolyConst(builder, 1);
  bool summed = false;
  for (size_t j = 0; j < term->numFactors; ++j) {
    Parts parts = *indices;
    const Poly *factor = entryAtom(builder, term->factors[j], &parts);
    if (parts.wrong || (parts.entries && parts.others))
      return symFail(builder, SYM_BAD_TABLE);
    summed |= parts.entries;
    if (parts.entries)
      body = symPolyMul(builder, body, factor);
    else
      front = symPolyMul(builder, front, factor);
  }
  return symPolyMul(builder, front,
                    summed ? symPolyTableSum(builder, body) : domain);
}

const Poly *symPolyIndexedSum(SymBuilder *builder, StrRef index, StrRef inner,
                              const Poly *domain, const Poly *body) {
  if (!domain || !body)
    return NULL;
  if (domain->unknown || body->unknown)
    return symPolyUnknown(builder);
  const Atom outer = {.kind = SYM_ATOM_SYMBOL, .name = index};
  const Atom second = {.kind = SYM_ATOM_SYMBOL, .name = inner};
  Parts indices = {.index = &outer, .inner = inner.length ? &second : NULL};
  const Poly **terms =
      ARENA_ARRAY(builder->arena, const Poly *, body->numTerms);
  for (size_t i = 0; i < body->numTerms; ++i)
    terms[i] = indexedTerm(builder, &body->terms[i], &indices, domain);
  return symPolySum(builder, terms, body->numTerms);
}

SymStatus symExprTableSum(Arena *arena, StrRef index, StrRef inner,
                          SymExpr domain, SymExpr body, SymExpr *out) {
  SymBuilder builder = symBuilder(arena);
  const Poly *over = symDecode(&builder, domain);
  const Poly *summed = symDecode(&builder, body);
  return symEncode(
      &builder, symPolyIndexedSum(&builder, index, inner, over, summed), out);
}

typedef struct Naming {
  StrRef (*name)(void *state, SymExpr atom);
  void *state;
} Naming;

static const Poly *nameTable(void *state, SymBuilder *builder,
                             const Atom *atom) {
  const Naming *naming = state;
  SymExpr expr;
  if (!symAtomIsTable(atom) ||
      symEncode(builder, symPolyOfAtom(builder, atom), &expr) != SYM_OK)
    return NULL;
  return symPolySymbol(builder, naming->name(naming->state, expr));
}

SymStatus symExprNameTables(Arena *arena, SymExpr expr,
                            StrRef (*name)(void *state, SymExpr atom),
                            void *state, SymExpr *out) {
  SymBuilder builder = symBuilder(arena);
  Naming naming = {name, state};
  return symEncode(
      &builder,
      proverRewrite(&builder, symDecode(&builder, expr), nameTable, &naming),
      out);
}

SymExpr symExprRead(Arena *arena, StrRef table, StrRef index) {
  SymBuilder builder = symBuilder(arena);
  SymExpr read;
  SymStatus status =
      symEncode(&builder,
                symPolyRead(&builder, symPolySymbol(&builder, table),
                            symPolySymbol(&builder, index)),
                &read);
  assert(status == SYM_OK && "a read of two symbols fits");
  (void)status;
  return read;
}
