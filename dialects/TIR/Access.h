//===- Access.h - index expressions over the iterators of a compute -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Whoever builds or analyses programs names the k-th iterator of a compute by
// the symbol "%k". An operation's attributes name iterators by their position
// in its operand list, in order of first use in the text, as the parser counts.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_TIR_ACCESS_H
#define RELAX_DIALECTS_TIR_ACCESS_H

#include "dialects/Sym/SymAttributes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The argument behind a view; any other buffer is itself.
MlirValue tirViewedArgument(MlirValue buffer);

/// The iterator behind the name "%k", or -1 for a symbol of the function.
intptr_t tirIteratorOf(StrRef name);
/// The iterator that the expression is, or -1.
intptr_t tirBareIterator(SymExpr expr);
/// Bytes of an element of a buffer, in whole ones; 8 for `index` and types that
/// have no width.
int64_t tirElementBytes(MlirType element);
/// Is iterator k of a `tir.compute` "spatial", "reduce" or "scan", as asked?
bool tirComputeIsKind(MlirOperation compute, intptr_t k, const char *kind);
/// The name "%k", in `arena`.
StrRef tirIteratorSymbol(Arena *arena, intptr_t k);

/// By how much the value of a `tir.extent` goes on when one of its operands
/// does by one: false if that depends on where it is. 0 of a value that is no
/// operand.
bool tirExtentStep(MlirOperation extent, MlirValue value, Arena *arena,
                   int64_t *step);

/// Operands and expressions of an operation, as the parser counts them.
typedef struct TirIndices {
  SymExpr *exprs;
  intptr_t numExprs;
  MlirValue *operands;
  intptr_t numOperands;
} TirIndices;

/// From expressions over iterators "%k", where `iterators[k]` is the value.
/// Everything is in `arena`. The first failure of lib/Sym; then the expressions
/// are not to be used.
SymStatus tirIndicesOf(Arena *arena, const SymExpr *exprs, intptr_t count,
                       const MlirValue *iterators, TirIndices *indices);
/// The expressions as the ArrayAttr of the operation.
MlirAttribute tirIndicesAttribute(MlirContext context, Arena *arena,
                                  const TirIndices *indices);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_TIR_ACCESS_H
