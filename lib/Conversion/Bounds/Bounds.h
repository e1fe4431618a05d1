//===- Bounds.h - accesses that stay within their buffers -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// One run on one function: what has to hold for an access is asked of the
// prover; what it does not answer becomes a `tir.check` in front (Insert.c).
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_BOUNDS_BOUNDS_H
#define RELAX_CONVERSION_BOUNDS_BOUNDS_H

#include "lib/Analysis/IndexFacts.h"
#include "lib/Conversion/Bounds/CheckBounds.h"

/// What has to hold before an operation: `small <= large`, one of which is a
/// number or does not depend on loops.
typedef struct BoundsDemand {
  MlirOperation op;
  /// The compute in front of which a reduction initialises its targets, also
  /// where it has nothing to combine; else null.
  MlirOperation initialisedBy;
  SymExpr small, large;
  const char *reason; // of the tir.check
} BoundsDemand;

/// What is asked about, for messages: "index 1 of 'X'", or `what`.
typedef struct BoundsSubject {
  const char *what;
  MlirValue buffer;
  intptr_t dim;
  bool high; // it is to be at most something, else at least
} BoundsSubject;

typedef struct BoundsRun {
  IndexFacts facts; // where the walk is
  BoundsMode mode;
  uint64_t proved, checked; // accesses
  BoundsDemand *unproved;   // stb_ds
  MlirLogicalResult outcome;
} BoundsRun;

/// Is it proved? If not it is noted, said or refused, and holds from here on,
/// for there will be a check.
bool boundsDemand(BoundsRun *run, BoundsDemand asked,
                  const BoundsSubject *subject);
/// That divisors in an expression of `op` are at least 1.
void boundsDemandDivisors(BoundsRun *run, MlirOperation op, SymExpr expr);
/// The indices of one access to one buffer.
bool boundsDemandAccess(BoundsRun *run, MlirOperation op, MlirValue buffer,
                        MlirAttribute exprs, MlirOperation initialisedBy);

/// Puts a check of the demand in front of its operation, or of the outermost
/// loop around that can be left out of it; then all rounds are asked for before
/// the first. False, and nothing is done, where there is no place for it.
bool boundsInsertCheck(IndexFacts *facts, const BoundsDemand *demand);

#endif // RELAX_CONVERSION_BOUNDS_BOUNDS_H
