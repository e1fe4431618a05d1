//===- Cover.h - does a write go where a read comes from? -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A read is covered by a write in front of it, in the same round of the loops
// around both or in one before, if the iterators of the loops around the write
// alone have values in their bounds for which it goes to the element that is
// read. Each is looked for in a dimension where the index of the write is the
// iterator and something that is known already.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_BOUNDS_COVER_H
#define RELAX_CONVERSION_BOUNDS_COVER_H

#include "lib/Conversion/Bounds/Bounds.h"

/// An iterator of a loop around the write that is not the read's.
typedef struct CoverFree {
  StrRef name;
  SymExpr iterator, lower, upper;
  SymExpr value; // where the element is written
  bool known;
  bool bounded; // its value is in its bounds
} CoverFree;

typedef struct Cover {
  IndexFacts *facts;
  const BoundsAccess *write, *read;
  MlirOperation loop; // around both, of which it is a round before; or null
  SymExpr *exprs;     // of the write, with names of panels
  SymFact *known;     // stb_ds: what holds at the read
  SymFactBase *base;  // the same
  CoverFree *free;    // stb_ds
  int fresh;          // symbols that were made
  bool misses;        // covered only where `small <= large`
  SymExpr small, large;
} Cover;

/// The write covers the read, perhaps where `small <= large` only.
bool coverTry(Cover *c, const BoundsAccess *write, MlirOperation loop);

// CoverSplit.c:
void coverAssume(Cover *c, SymFact fact);
void coverAddPanels(Cover *c);
bool coverPutIn(Cover *c, SymExpr expr, SymExpr *out);
bool coverHolds(Cover *c, SymExpr small, SymExpr large);
/// The outermost of several iterators of a split loop in `expr`, the index of
/// the write in dimension `d`; false if it is not found.
bool coverSolveOuter(Cover *c, intptr_t d, SymExpr expr);

#endif // RELAX_CONVERSION_BOUNDS_COVER_H
