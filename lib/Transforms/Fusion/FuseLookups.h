//===- FuseLookups.h - sums of one element --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The sum over k of [x == k] * T[k, ..] is T[x, ..], or 0 where no k is x. It
// is found from what the loop programs compute, through the call that computes
// the indicator, however that is written: as a number (a cast, a choice of 1
// and 0), or as a choice between the element and 0.
//
// An element of T that is an infinity or NaN makes a NaN of a product with 0:
// this sum has it in each element, the look-up in none but its own. So the
// table of an indicator that is multiplied has to be a weight, in which nobody
// means that.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_FUSION_FUSELOOKUPS_H
#define RELAX_TRANSFORMS_FUSION_FUSELOOKUPS_H

#include "lib/Transforms/Fusion/FuseCalls.h"

enum { LOOKUP_MAX_INPUTS = 32 };

/// A value of some call's body, at iterators of the sum.
typedef struct LookupValue {
  const FuseCall *call;
  const TirComputeAccesses *compute;
  const SymExpr *iterators; // of that compute, over "%k" of the sum
  MlirValue value;
} LookupValue;

/// A load of a value from outside.
typedef struct LookupLeaf {
  const FuseCall *call;
  const TirAccess *access;
  SymExpr *indices; // over "%k" of the sum
} LookupLeaf;

typedef struct Lookup {
  FuseGraph *graph;
  const FuseCall *sum;       // with a map of its result, perhaps
  const FuseCall *indicator; // gone behind it, or NULL
  intptr_t reduce;           // iterator
  LookupLeaf place, table;
  intptr_t dim; // of the table, along which it is looked up
} Lookup;

/// Is the call's program a sum of one element? (FuseLookupsMatch.c)
bool lookupMatch(FuseGraph *graph, MlirOperation call, Lookup *out);
/// Builds the program (FuseLookupsBuild.c). False, and nothing is built, if an
/// expression leaves the limits of lib/Sym.
bool lookupBuild(const Lookup *lookup, StrRef name, FusedProgram *program);

#endif // RELAX_TRANSFORMS_FUSION_FUSELOOKUPS_H
