//===- EinsumEquation.h - the equation of relax.einsum --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// `bij, bjk -> bik` as a list of labels per term: one per dimension. Letters
// are 0 to 51, the dimensions of an ellipsis, counted from its end, 52 and
// more.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_EINSUMEQUATION_H
#define RELAX_DIALECTS_RELAX_EINSUMEQUATION_H

#include "lib/Support/StringRef.h"

#include <stddef.h>
#include <stdint.h>

enum {
  EINSUM_MAX_RANK = 32,
  EINSUM_LETTERS = 52,
  EINSUM_LABELS = EINSUM_LETTERS + EINSUM_MAX_RANK,
};

typedef struct EinsumTerm {
  intptr_t count;
  int labels[EINSUM_MAX_RANK];
} EinsumTerm;

/// Reads the equation for operands of these ranks. False: `message` (which the
/// caller frees) says what is wrong with it.
bool einsumParse(StrRef equation, const intptr_t *ranks, size_t numTerms,
                 EinsumTerm *terms, EinsumTerm *result, StrBuf *message);
/// The position of a label, or -1.
intptr_t einsumFind(const EinsumTerm *term, int label);

#endif // RELAX_DIALECTS_RELAX_EINSUMEQUATION_H
