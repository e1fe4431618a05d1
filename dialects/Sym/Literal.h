//===- Literal.h - is the extent this number? -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_SYM_LITERAL_H
#define RELAX_DIALECTS_SYM_LITERAL_H

#include "dialects/Sym/SymAttributes.h"

static inline bool symAttributeIs(MlirAttribute expr, int64_t number) {
  int64_t value;
  return symAttributeIsConst(expr, &value) && value == number;
}

#endif // RELAX_DIALECTS_SYM_LITERAL_H
