//===- EinsumEquation.h - the equation of an Einsum
//------------------------===//
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

#ifndef RELAX_FRONTEND_ONNX_EINSUMEQUATION_H
#define RELAX_FRONTEND_ONNX_EINSUMEQUATION_H

#include "lib/Frontend/ONNX/Importer.h"

enum {
  EINSUM_LETTERS = 52,
  EINSUM_LABELS = EINSUM_LETTERS + IMPORT_MAX_RANK,
};

typedef struct EinsumTerm {
  intptr_t count;
  int labels[IMPORT_MAX_RANK];
} EinsumTerm;

/// Reads the equation for operands of these ranks; false after one error.
bool einsumParse(Importer *importer, const char *equation,
                 const intptr_t *ranks, size_t numTerms, EinsumTerm *terms,
                 EinsumTerm *result);
/// The position of a label, or -1.
intptr_t einsumFind(const EinsumTerm *term, int label);

#endif // RELAX_FRONTEND_ONNX_EINSUMEQUATION_H
