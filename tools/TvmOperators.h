//===- TvmOperators.h - the operators of TVM's Relax and ours -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// For docs/operators.md: every operator of the registry of Apache TVM (main of
// 2026, src/relax/op), and which of ours it is, or why there is none.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_TVMOPERATORS_H
#define RELAX_TOOLS_TVMOPERATORS_H

typedef struct TvmOperator {
  const char *group; // "unary"
  const char *names; // "abs, acos": they share the rest of the row
  /// Operations of ours, "relax.abs"; "*" for `relax.` and the name itself; ""
  /// if there is none.
  const char *ours;
  const char *note; // how, or why not; may be ""
} TvmOperator;

/// Ends with a row of nulls.
extern const TvmOperator tvmOperators[];

#endif // RELAX_TOOLS_TVMOPERATORS_H
