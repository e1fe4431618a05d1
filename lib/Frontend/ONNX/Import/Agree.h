//===- Agree.h - operands whose dimensions have to be equal ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_IMPORT_AGREE_H
#define RELAX_FRONTEND_ONNX_IMPORT_AGREE_H

#include "dialects/Relax/Agreement.h"
#include "lib/Frontend/ONNX/Import/Importer.h"

/// Dimensions that the rows of an operation say are equal, of operands of known
/// rank: checked by relax.match_cast where types do not say it. `args` of its
/// builder, for attributes.
bool importAgree(Importer *importer, const RelaxAgreement *rows,
                 const void *args, MlirValue *const *operands, intptr_t count);

/// The same of `operands`, by one relax.match_cast each: what a row names
/// second follows what it names first, but for literals that differ, which the
/// operation reports.
bool importFollow(Importer *importer, RelaxAgreeing of, MlirValue *operands);

#endif // RELAX_FRONTEND_ONNX_IMPORT_AGREE_H
