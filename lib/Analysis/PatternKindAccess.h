//===- PatternKindAccess.h - what the body of a compute touches -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A `tir.compute` as its iteration domain and its accesses. In the attributes
// of an operation "%k" is its k-th operand; here it is the k-th iterator of the
// compute, so that accesses of different operations can be compared.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_PATTERNKINDACCESS_H
#define RELAX_ANALYSIS_PATTERNKINDACCESS_H

#include "dialects/TIR/Access.h"

/// One element of a buffer that the body loads or writes.
typedef struct TirAccess {
  MlirOperation op; // tir.load, tir.store or tir.reduce
  MlirValue buffer;
  intptr_t rank;
  SymExpr *indices; // over iterators "%k" and symbols of the function
  SymExpr *dims;    // of the buffer
  bool padded;
  bool data; // an index is data: unknown in `indices`
} TirAccess;

typedef struct TirComputeAccesses {
  MlirOperation op;
  MlirBlock body;
  intptr_t numIterators;
  SymExpr *extents; // iterator k runs over [0, extents[k])
  bool *isReduce;   // else spatial
  intptr_t numLoads;
  TirAccess *loads;
  intptr_t numTargets; // 1 of a store; one per state component of a reduction
  TirAccess *targets;
  bool reduces;
  bool takesData; // loads may be where data says
} TirComputeAccesses;

/// Reads a compute. Everything is in `arena`. False if it is none of the form
/// that analysis understands: ranges from 0 without outer indices, spatial and
/// reduce iterators, a body of loads, pure operations without regions and one
/// store or reduction at its end, indices made of iterators and symbols.
bool tirComputeAccesses(MlirOperation compute, Arena *arena,
                        TirComputeAccesses *out);

/// The same, but loads may have indices that are data, and a compute of checks
/// alone has no target.
bool tirComputeAccessesOfData(MlirOperation compute, Arena *arena,
                              TirComputeAccesses *out);

/// Index expressions (an ArrayAttr) of an operation, over iterators. False if
/// an operand is no argument of `body`.
bool tirIteratorIndices(Arena *arena, MlirAttribute exprs, MlirBlock body,
                        const MlirValue *operands, intptr_t numOperands,
                        SymExpr *indices);

#endif // RELAX_ANALYSIS_PATTERNKINDACCESS_H
