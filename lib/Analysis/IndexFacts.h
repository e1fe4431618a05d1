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
// `arith` as far as nothing can leave 64 bits, and what may leave them is no
// fact (IndexFits.c): what is proved of numbers then holds of what machines
// compute.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_INDEXFACTS_H
#define RELAX_ANALYSIS_INDEXFACTS_H

#include "dialects/Sym/SymAttributes.h"
#include "lib/Analysis/IndexSize.h"
#include "lib/Sym/Prover.h"

typedef struct IndexValue {
  MlirValue value;
  SymExpr self; // "%k"
  SymExpr expr;
  SymExpr lower, upper; // of an iterator
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

/// The range of an expression, found where the list of facts had `numFacts`.
typedef struct IndexKnownRange {
  SymExpr expr;
  int64_t low, high;
  size_t numFacts;
} IndexKnownRange;

/// An expression that fits where the list of facts had `numFacts`, and so with
/// more of them (IndexFits.c).
typedef struct IndexFitting {
  SymExpr expr;
  double wide;
  bool parts; // only what is inside of its sum does
  size_t numFacts;
} IndexFitting;

/// What facts of the function say of one of its symbols, or of an extent.
typedef struct IndexRange {
  StrRef name;
  SymExpr expr;
  int64_t low, high;
} IndexRange;

/// Some of the facts, and how many it had before each of those that hold here:
/// of facts, and of those that hold everywhere. Null: nothing was asked yet.
typedef struct IndexBase {
  SymFactBase *base;
  struct IndexBaseMark {
    size_t size, everywhere;
  } *marks; // stb_ds: of each of `facts`
} IndexBase;

/// All facts; those without panels, which make easy questions hard; those
/// without what can be spared, too, for the same reason.
typedef enum IndexChoice {
  INDEX_ALL,
  INDEX_PLAIN,
  INDEX_FEW,
  INDEX_CHOICES,
} IndexChoice;

typedef struct IndexFacts {
  Arena *arena;
  SymFact *facts;      // stb_ds: that hold here
  SymFact *everywhere; // stb_ds: of values, wherever they are
  IndexBase bases[INDEX_CHOICES];
  IndexValue *values;   // stb_ds: "%k" is values[k]
  IndexNumber *numbers; // stb_ds map
  IndexPanels *panels;  // stb_ds
  /// stb_ds: what the elements of buffers of the function are, which lie in
  /// memory, so that there are not too many.
  SymExpr *sizes;
  IndexProduct *stored;   // stb_ds: terms of sizes none of which is below 0
  IndexRange *ranges;     // stb_ds: of the factors of these
  bool hasAtoms;          // some of which are no symbols
  IndexKnownRange *known; // stb_ds
  IndexFitting *fitting;  // stb_ds
  /// stb_ds: products of symbols that are taken to be at most
  /// INDEX_CHECKED, if `mayCheck`: then somebody checks that when the function
  /// is entered.
  IndexProduct *checked;
  bool mayCheck;
} IndexFacts;

/// Symbols are extents of what lies in memory, or the machine has looked at
/// them (lib/Runtime/KernelABI.h).
#define INDEX_MOST 0x1p48
/// More than what lies in memory, and so little that sums of it fit.
#define INDEX_CHECKED 0x1p56
/// Of values of which nothing is known but their 64 bits.
#define INDEX_WIDE 0x1p63

/// The number, and all that a quotient, rest, minimum or maximum in it is
/// made of, fits 64 bits. Data of 64 bits are at most `wide`.
bool indexFits(IndexFacts *facts, SymExpr expr, double wide);
/// There are data in it that may be more than INDEX_MOST.
bool indexIsWide(IndexFacts *facts, SymExpr expr);
/// The same as indexFits of what is inside of quotients, rests, minima and
/// maxima: sums around them are right if the result is one of 64 bits.
bool indexPartsFit(IndexFacts *facts, SymExpr expr);
/// The size of something that lies in memory; of a buffer.
void indexFactsAddStored(IndexFacts *facts, SymExpr size);
void indexFactsAddBuffer(IndexFacts *facts, MlirValue buffer);

/// Adds the facts of the function.
void indexFactsBegin(IndexFacts *facts, Arena *arena, MlirOperation func);
void indexFactsEnd(IndexFacts *facts);

size_t indexFactsMark(const IndexFacts *facts);
/// Drops what was added since.
void indexFactsRewind(IndexFacts *facts, size_t mark);
/// Unless one of its sides may leave 64 bits.
void indexFactsAdd(IndexFacts *facts, SymFact fact);
/// That somebody is going to check, of data that are at most INDEX_MOST.
void indexFactsAddChecked(IndexFacts *facts, SymFact fact);
/// An iterator of a loop: `lower <= iterator < upper` inside. Nothing is known
/// of it if one of them may leave 64 bits.
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
/// The same, perhaps as it was before facts came in that make it smaller: for
/// those who ask the same again and again.
void indexFactsKnownRange(IndexFacts *facts, SymExpr expr, int64_t *low,
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
