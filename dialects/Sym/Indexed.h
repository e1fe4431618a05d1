//===- Indexed.h - operations whose expressions name index operands -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The interface of operations with `Sym_UsesOwnIndices` (Constraints.td). The
// generator writes a row for each, in a table for each family.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_SYM_INDEXED_H
#define RELAX_DIALECTS_SYM_INDEXED_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SYM_MAX_EXPR_ATTRIBUTES = 4 };

/// An attribute with expressions: `#sym.expr`, an array of them, or an array of
/// arrays. It may be null where it is optional.
typedef struct SymExprAttribute {
  MlirAttribute (*get)(MlirOperation op);
  void (*set)(MlirOperation op, MlirAttribute value);
} SymExprAttribute;

typedef struct SymIndexed {
  bool (*is)(MlirOperation op);
  intptr_t (*numIndices)(MlirOperation op);
  MlirValue (*index)(MlirOperation op, intptr_t k);
  void (*setIndices)(MlirOperation op, intptr_t count,
                     const MlirValue *indices);
  SymExprAttribute exprs[SYM_MAX_EXPR_ATTRIBUTES + 1]; // ends with a null `get`
} SymIndexed;

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_SYM_INDEXED_H
