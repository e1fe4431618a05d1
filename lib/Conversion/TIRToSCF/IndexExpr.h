//===- IndexExpr.h - symbolic expressions as index arithmetic -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_TIRTOSCF_INDEXEXPR_H
#define RELAX_CONVERSION_TIRTOSCF_INDEXEXPR_H

#include "dialects/Sym/SymAttributes.h"
#include "lib/Conversion/TIRToSCF/OpBuilder.h"

/// Where the values of symbols come from.
typedef struct IndexScope {
  /// The index value of a symbol of the function; never null.
  MlirValue (*symbol)(void *state, StrRef name);
  void *state;
  /// The symbols in order of definition. Terms are emitted in this order, not
  /// by name: code never depends on names.
  const StrRef *symbols;
  size_t numSymbols;
  const MlirValue *indices; // "%k" is indices[k]
  /// lhs + rhs, both symbols or such sums, or null for an operation each time.
  MlirValue (*sum)(void *state, MlirValue lhs, MlirValue rhs);
} IndexScope;

/// Emits an expression in `arith`; null after one reported error at `b`'s
/// location (`?` and ragged extents have no value).
MlirValue buildIndexExpr(OpBuilder *b, Arena *arena, MlirAttribute expr,
                         const IndexScope *scope);

/// True if no value of the operands makes the expression negative, as far as
/// its form and the loops around say.
bool indexExprIsNonNegative(SymExpr expr, const MlirValue *indices);

#endif // RELAX_CONVERSION_TIRTOSCF_INDEXEXPR_H
