//===- IndexFacts.h - what is known of indices inside of a program --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Indices of a `tir.func` as expressions, and the facts that hold where they
// are used: the function's, bounds of the loops around, conditions that
// dominate. Who walks over a function says where he is: marks before a region,
// enters its loop, rewinds behind it.
//
// A value is the symbol "%k" if it is never negative. Other values are a
// difference of two symbols, or an iterator is its lower bound plus a symbol,
// because symbols are extents. What a value is made of is followed through
// `arith` as far as nothing can leave 64 bits: symbols and iterators are taken
// to be far below that, data are not.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_INDEXFACTS_H
#define RELAX_ANALYSIS_INDEXFACTS_H

#include "dialects/Sym/SymAttributes.h"
#include "lib/Sym/Prover.h"

typedef struct IndexValue {
  MlirValue value;
  SymExpr expr;
} IndexValue;

/// The number of a value.
typedef struct IndexNumber {
  const void *key;
  intptr_t value;
} IndexNumber;

/// First letter of the names of panels.
enum { INDEX_PANEL = '@' };

/// The panels of a balanced split (lib/Schedule/Split.c) of `extent` rounds in
/// the loop over `outer`: `start`, which has the term `mark`, goes by the name
/// `symbol`.
typedef struct IndexPanels {
  SymExpr outer, size, start, mark, symbol;
} IndexPanels;

typedef struct IndexFacts {
  Arena *arena;
  SymFact *facts;      // stb_ds: that hold here
  SymFact *everywhere; // stb_ds: of values, wherever they are
  /// Of both, and before that without those of panels, which make easy
  /// questions hard; behind both without those that can be spared, for the
  /// same reason. Null: not made yet.
  SymFactBase *base, *plain, *few;
  IndexValue *values;   // stb_ds: "%k" is values[k]
  IndexNumber *numbers; // stb_ds map
  IndexPanels *panels;  // stb_ds
} IndexFacts;

/// Adds the facts of the function.
void indexFactsBegin(IndexFacts *facts, Arena *arena, MlirOperation func);
void indexFactsEnd(IndexFacts *facts);

size_t indexFactsMark(const IndexFacts *facts);
/// Drops what was added since.
void indexFactsRewind(IndexFacts *facts, size_t mark);
void indexFactsAdd(IndexFacts *facts, SymFact fact);
/// An iterator of a loop: `lower <= iterator < upper` inside.
void indexFactsAddIterator(IndexFacts *facts, MlirValue iterator, SymExpr lower,
                           SymExpr upper);
/// What the size of a panel of a balanced split says, if the expression is one.
void indexFactsAddPanels(IndexFacts *facts, SymExpr size);
/// Puts names of starts of panels in their places.
SymExpr indexNamePanels(IndexFacts *facts, SymExpr expr);
/// The condition, an i1, has this value here.
void indexFactsAssume(IndexFacts *facts, MlirValue condition, bool holds);

/// That holds of values, wherever they are.
void indexFactsAddEverywhere(IndexFacts *facts, SymFact fact);

/// It says what an iterator is at least, or that a loop over blocks ends: the
/// blocks' own bounds say more.
bool indexFactIsSpare(Arena *arena, SymFact fact);
bool indexFactsProve(IndexFacts *facts, SymFact fact);
void indexFactsRange(IndexFacts *facts, SymExpr expr, int64_t *low,
                     int64_t *high);

/// The number k of the value in expressions.
intptr_t indexValueNumber(IndexFacts *facts, MlirValue value);
/// What the value is.
SymExpr indexValueExpr(IndexFacts *facts, MlirValue value);
/// It is at least 0, whatever loads it; before anybody asks what it is.
void indexValueIsNatural(IndexFacts *facts, MlirValue value);
/// An expression of an operation, over "%k" of this page instead of its
/// operands; false if it is too large.
bool indexOperandExpr(IndexFacts *facts, MlirOperation op, MlirAttribute expr,
                      SymExpr *out);
/// The same over what these values are: what is proved.
bool indexFollow(IndexFacts *facts, SymExpr expr, SymExpr *out);

/// Text with the names of values instead of "%k".
void indexPrint(const IndexFacts *facts, SymExpr expr, StrBuf *out);

#endif // RELAX_ANALYSIS_INDEXFACTS_H
