//===- PatternKind.h - how a loop-level program may be fused --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The kind of a `tir.func`, found from the index expressions of its computes
// and never from names (Relax, arXiv 2311.02103, algorithm 1; TVM's
// tir_op_pattern_kind.cc has the rules in full).
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_PATTERNKIND_H
#define RELAX_ANALYSIS_PATTERNKIND_H

#include "lib/Analysis/PatternKindAccess.h"

/// In order: a function of several computes has the largest of their kinds.
typedef enum TirPatternKind {
  TIR_PATTERN_ELEMENTWISE, // some operand is read at the index that is written
  TIR_PATTERN_BROADCAST, // operands are read at some of these indices, in order
  TIR_PATTERN_INJECTIVE, // at any function of them; padded loads count here
  TIR_PATTERN_REDUCTION, // elements are combined, each read once
  TIR_PATTERN_OUTPUT_FUSIBLE, // elements are read again and again (products,
                              // windows): only its result may be fused
  TIR_PATTERN_OPAQUE,
} TirPatternKind;

/// `elementwise`, `broadcast`, `injective`, `reduction`,
/// `output-elementwise-fusible`, `opaque`.
const char *tirPatternKindName(TirPatternKind kind);

TirPatternKind tirPatternKindOfCompute(const TirComputeAccesses *compute);
/// The arena is for work.
TirPatternKind tirPatternKindOf(MlirOperation func, Arena *arena);

/// This dimension of an access does not matter: extent 1, index 0.
bool tirAccessIsUnit(const TirComputeAccesses *compute, const TirAccess *access,
                     intptr_t dim);

#endif // RELAX_ANALYSIS_PATTERNKIND_H
