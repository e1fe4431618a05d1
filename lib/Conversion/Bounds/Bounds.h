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
#include "lib/Bridge/Core/Blocks.h"
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
  const char *what;   // it is about, or an index of:
  MlirValue buffer;
  intptr_t dim;
  StrRef text; // of all that, once it is noted
  /// Numbers may leave 64 bits on the way: what the machine computes is checked
  /// where it is used, and says nothing of anything else.
  bool wraps;
} BoundsDemand;

/// A reduction both reads and writes.
typedef enum BoundsAccessKind {
  BOUNDS_READ,
  BOUNDS_WRITE,
  BOUNDS_UPDATE,
} BoundsAccessKind;

/// One access, with the facts that hold there.
typedef struct BoundsAccess {
  MlirOperation op;
  MlirValue buffer;
  BoundsAccessKind kind;
  intptr_t rank;
  SymExpr *exprs;
  SymFact *facts;
  size_t numFacts;
} BoundsAccess;

typedef struct BoundsRun {
  IndexFacts facts; // where the walk is
  BoundsMode mode;
  uint64_t proved, checked; // accesses
  BoundsDemand *unproved;   // stb_ds
  BoundsAccess *accesses;   // stb_ds: in the order of the walk
  MlirOperation *rows;      // stb_ds: each `tir.ascends` that holds here
  MlirOperation *allocs;    // stb_ds: local memory
  MlirValue *results;       // stb_ds: arguments that are written
  MlirLogicalResult outcome;
} BoundsRun;

/// Of an argument or of local memory.
StrRef boundsNameOf(MlirValue buffer);
/// Is it proved? If not it is noted, said or refused, and holds from here on,
/// for there will be a check. `high`: what is asked about is to be at most
/// something, else at least.
bool boundsDemand(BoundsRun *run, BoundsDemand asked, bool high);
/// That divisors in an expression of `op` are at least 1.
void boundsDemandDivisors(BoundsRun *run, MlirOperation op, SymExpr expr);
/// The indices of one access to one buffer.
bool boundsDemandAccess(BoundsRun *run, MlirOperation op, MlirValue buffer,
                        MlirAttribute exprs, MlirOperation initialisedBy);
/// Extents of local memory are computed in 64 bits: they fit, which may be
/// checked when the function is entered, or are refused.
void boundsDemandExtents(BoundsRun *run, MlirOperation alloc);
/// A loop of `scf` whose step is not above 0 does not end.
void boundsDemandStep(BoundsRun *run, MlirOperation op);
/// Is it lowered, so that it was checked then? Every process that compiles a
/// text asks.
bool boundsWereChecked(MlirOperation func);

void boundsNoteAccess(BoundsRun *run, MlirOperation op, MlirValue buffer,
                      MlirAttribute exprs, BoundsAccessKind kind);

/// Rows.c: the condition of a check that stops holds.
void boundsAssumeRows(BoundsRun *run, MlirValue condition);
/// What is loaded of a table of rows, by the last access.
void boundsNoteRow(BoundsRun *run, MlirOperation load);
/// An expression in a later round.
typedef bool (*BoundsLater)(const void *rounds, SymExpr expr, SymExpr *out);
/// Adds what tables say of the rows of a round and of a later one, whose loads
/// are accesses from `first` on; of rows alone whose begin is a term of
/// `index`, if that is known.
void boundsAddRows(BoundsRun *run, size_t first, BoundsLater later,
                   const void *rounds, SymExpr index, SymFactBase *base);

/// A buffer of which two rounds of a parallel loop may use the same element,
/// one of them to write it; null if none is. Accesses from `first` on are those
/// of the loop (Parallel.c).
MlirValue boundsSharedBuffer(BoundsRun *run, MlirOperation loop, size_t first);

/// Local memory and results of which it is not proved that what is read was
/// written before are filled first (Initialised.c).
void boundsFillUnwritten(BoundsRun *run, MlirOperation func);
/// Fills memory with zeros as soon as it is there; false of types that have
/// none (Fill.c).
bool boundsFill(Arena *arena, MlirValue buffer);
/// A plan of memory may have put the result where an argument lies that is
/// read.
bool boundsMayBeInput(MlirValue result);

/// Puts a check of the demand in front of its operation, or of the outermost
/// loop around that can be left out of it; then all rounds are asked for before
/// the first. False, and nothing is done, where there is no place for it.
bool boundsInsertCheck(IndexFacts *facts, const BoundsDemand *demand);

/// Entry.c: checks in front of the function that products of its symbols, by
/// which index arithmetic fits 64 bits, are small.
void boundsInsertEntry(BoundsRun *run, MlirOperation func);

#endif // RELAX_CONVERSION_BOUNDS_BOUNDS_H
