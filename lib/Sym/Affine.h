//===- Affine.h - integer sets by isl (internal) --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// isl decides whether linear constraints have an integer solution, and finds
// one. Only the prover uses it: a program that asks no questions (the runtime)
// links neither this file nor isl.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SYM_AFFINE_H
#define RELAX_SYM_AFFINE_H

#include "lib/Sym/System.h"

/// The state of isl, made when it is first needed. Zero is none.
typedef struct Affine {
  void *context;
} Affine;

void affineFree(Affine *affine);

typedef enum AffineOutcome {
  AFFINE_EMPTY,  // no integers satisfy the system, so it is contradictory
  AFFINE_POINT,  // these do, if every product is taken for an unknown
  AFFINE_FAILED, // too large, or the limit of operations was reached
} AffineOutcome;

/// Decides a system without min, max and sets. Products, and divisions by
/// symbols, count as unknowns that are at least what their form says. For
/// AFFINE_POINT `values[i]` is the extent of `names[i]`.
AffineOutcome affineSolve(Affine *affine, Prover *prover, const System *system,
                          const StrRef *names, size_t numNames,
                          int64_t *values);

#endif // RELAX_SYM_AFFINE_H
