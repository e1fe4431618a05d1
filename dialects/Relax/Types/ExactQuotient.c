//===- ExactQuotient.c - division without a rest, by normal form ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The -1 of a reshape is the number of elements by the product of the other
// extents. Both are polynomials; a divisor of one term divides exactly where
// its factors and its coefficient go into every term.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "lib/Sym/Parts.h"

bool exactQuotient(Arena *arena, SymExpr total, SymExpr divisor, SymExpr *out) {
  return symExprQuotient(arena, total, divisor, out);
}

void relaxDimsSuggestCount(RelaxDims *dims, RelaxTensorInfo result,
                           SymExpr count, StrBuf *text) {
  intptr_t axis = -1;
  SymExpr right = {0};
  for (intptr_t i = 0; i < result.rank; ++i) {
    SymExpr others = relaxDimsConst(dims, 1), quotient;
    for (intptr_t j = 0; j < result.rank; ++j)
      if (j != i)
        others = relaxDimsMul(dims, others, relaxDimsOf(dims, result.dims[j]));
    if (!exactQuotient(dims->arena, count, others, &quotient))
      continue;
    if (axis >= 0)
      return; // one of several
    axis = i;
    right = quotient;
  }
  if (axis < 0)
    return;
  strBufAppendC(text, "; with ");
  symExprPrint(right, text);
  strBufAppendFormat(text, " in dimension %ld they are equal", (long)axis);
}
