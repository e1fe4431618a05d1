//===- Poly.h - polynomials in normal form, decoded (internal) ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What lib/Sym computes with; others see only the flat codes of Sym.h. Every
// Poly is in normal form and immutable, so sharing parts is free.
//
// A SymBuilder carries arena, budget and the first failure. A function that
// returns NULL has set `status`; given a NULL operand it returns NULL, so that
// chains of operations need one check at the end.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SYM_POLY_H
#define RELAX_SYM_POLY_H

#include "lib/Sym/Sym.h"

typedef struct Poly Poly;

/// A symbol, or an operation on two polynomials that stays as it is.
typedef struct Atom {
  SymAtomKind kind;
  StrRef name;           // SYM_ATOM_SYMBOL
  const Poly *lhs, *rhs; // the others
} Atom;

typedef struct Term {
  int64_t coefficient;        // not 0
  size_t numFactors;          // 0: the constant
  const Atom *const *factors; // sorted, powers repeated
} Term;

struct Poly {
  size_t numTerms;
  const Term *terms; // sorted by symTermCompare, all different
  size_t words;      // size of the code
  unsigned depth;    // nesting of atoms that are no symbols
  bool unknown;      // `?`; no terms then
};

typedef struct SymBuilder {
  Arena *arena;
  SymStatus status;
  /// Words touched. Bounds time and memory of one parse or substitution, since
  /// a short text may ask for many operations on large polynomials.
  size_t work;
} SymBuilder;

enum { SYM_MAX_WORK = 1 << 22 };

static inline SymBuilder symBuilder(Arena *arena) {
  return (SymBuilder){.arena = arena, .status = SYM_OK, .work = 0};
}

/// Sets the first failure; returns NULL for `return symFail(...)`.
const Poly *symFail(SymBuilder *builder, SymStatus status);
/// False, with SYM_TOO_LARGE, when the budget is spent.
bool symSpend(SymBuilder *builder, size_t words);

//===----------------------------------------------------------------------===//
// Order (Order.c): what makes the normal form unique
//===----------------------------------------------------------------------===//

int symAtomCompare(const Atom *a, const Atom *b);
/// By the factors alone, not by the coefficient.
int symTermCompare(const Term *a, const Term *b);
int symPolyCompare(const Poly *a, const Poly *b);

//===----------------------------------------------------------------------===//
// Ring operations (Poly.c)
//===----------------------------------------------------------------------===//

const Poly *symPolyConst(SymBuilder *builder, int64_t value);
const Poly *symPolySymbol(SymBuilder *builder, StrRef name);
const Poly *symPolyUnknown(SymBuilder *builder);
/// 1 * atom, without any folding.
const Poly *symPolyAtom(SymBuilder *builder, SymAtomKind kind, const Poly *lhs,
                        const Poly *rhs);
/// The same atom as a polynomial.
const Poly *symPolyOfAtom(SymBuilder *builder, const Atom *atom);
/// Sorts and combines `terms`, which it may reorder.
const Poly *symPolyFromTerms(SymBuilder *builder, Term *terms, size_t count);
const Poly *symPolyAdd(SymBuilder *builder, const Poly *a, const Poly *b);
const Poly *symPolySub(SymBuilder *builder, const Poly *a, const Poly *b);
/// The factors of `a` without those of `b`; false unless b divides a.
bool symTermDivide(SymBuilder *builder, const Term *a, const Term *b,
                   Term *out);
const Poly *symPolyMul(SymBuilder *builder, const Poly *a, const Poly *b);
const Poly *symPolyScale(SymBuilder *builder, const Poly *a, int64_t factor);
/// The sum of many at once: sorting once keeps long sums cheap.
const Poly *symPolySum(SymBuilder *builder, const Poly *const *polys,
                       size_t count);

bool symPolyIsConst(const Poly *poly, int64_t *value);
/// The term of degree 0, or 0.
int64_t symPolyConstTerm(const Poly *poly);
/// The atom of a polynomial that is one atom with coefficient 1, else NULL.
const Atom *symPolyAsAtom(const Poly *poly);

//===----------------------------------------------------------------------===//
// Operations that fold where that is always true (Divide.c, MinMax.c)
//===----------------------------------------------------------------------===//

const Poly *symPolyFloorDiv(SymBuilder *builder, const Poly *a, const Poly *b);
const Poly *symPolyCeilDiv(SymBuilder *builder, const Poly *a, const Poly *b);
const Poly *symPolyMod(SymBuilder *builder, const Poly *a, const Poly *b);
const Poly *symPolyMinMax(SymBuilder *builder, SymAtomKind kind, const Poly *a,
                          const Poly *b);
/// `table[index]` (Table.c): `table` is a symbol or such a read.
const Poly *symPolyRead(SymBuilder *builder, const Poly *table,
                        const Poly *index);
/// `sum(body)` over tables: one atom a term, its coefficient in front.
const Poly *symPolyTableSum(SymBuilder *builder, const Poly *body);
/// `sum(index : domain, body)` with the same normal form: what does not depend
/// on the index leaves the sum.
/// With `inner` over pairs of indices, whose number `domain` is.
const Poly *symPolyIndexedSum(SymBuilder *builder, StrRef index, StrRef inner,
                              const Poly *domain, const Poly *body);
static inline bool symAtomIsTable(const Atom *atom) {
  return atom->kind == SYM_ATOM_LEN || atom->kind == SYM_ATOM_SUM;
}
/// Any operation with two operands by its kind.
const Poly *symPolyBinary(SymBuilder *builder, SymAtomKind kind, const Poly *a,
                          const Poly *b);

/// Rounds towards minus infinity; divisor > 0.
int64_t symFloorDiv64(int64_t value, int64_t divisor);
/// In [0, divisor).
int64_t symMod64(int64_t value, int64_t divisor);

//===----------------------------------------------------------------------===//
// Intervals (Range.c)
//===----------------------------------------------------------------------===//

/// INT64_MIN and INT64_MAX mean "no bound known".
typedef struct SymInterval {
  int64_t low, high;
} SymInterval;

/// Further knowledge about atoms; results are intersected with what the form
/// of the atom gives. Divisors are taken to be >= 1: no value exists otherwise.
typedef struct SymAtomBounds {
  SymInterval (*bound)(void *state, const Atom *atom);
  void *state;
} SymAtomBounds;

/// Holds at every assignment; `bounds` may be NULL.
SymInterval symPolyRange(const Poly *poly, const SymAtomBounds *bounds);
SymInterval symAtomRange(const Atom *atom, const SymAtomBounds *bounds);

//===----------------------------------------------------------------------===//
// Codes (Code.c)
//===----------------------------------------------------------------------===//

/// Decodes an expression that is in normal form.
const Poly *symDecode(SymBuilder *builder, SymExpr expr);
/// Decodes any well-formed code through the folding operations, with
/// `values[i]` in place of `expr.symbols[i]`.
const Poly *symRebuild(SymBuilder *builder, SymExpr expr,
                       const Poly *const *values);
/// Returns the builder's status; `*out` is set only on SYM_OK.
SymStatus symEncode(SymBuilder *builder, const Poly *poly, SymExpr *out);

/// A divisor that is no literal (Eval.c). Reads the code, allocates nothing.
bool exprHasSymbolicDivisor(SymExpr expr);

#endif // RELAX_SYM_POLY_H
