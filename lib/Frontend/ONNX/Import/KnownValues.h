//===- KnownValues.h - computed values that are known at import -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Exporters compute widths, axes and conditions from constants and from shapes.
// Where the constants and the extents of the inputs decide them, the importer
// takes them as what they are.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_IMPORT_KNOWNVALUES_H
#define RELAX_FRONTEND_ONNX_IMPORT_KNOWNVALUES_H

#include "lib/Frontend/ONNX/Import/Importer.h"

/// The elements of a small tensor of integers or bools that was built, in the
/// arena; NULL if one of them depends on more than constants and extents.
const int64_t *importKnownElements(const Importer *importer, MlirValue value,
                                   size_t *count);
/// The same with IMPORT_UNKNOWN for elements that are not known; NULL if none
/// is.
#define IMPORT_UNKNOWN INT64_MIN
const int64_t *importPartlyKnownElements(const Importer *importer,
                                         MlirValue value, size_t *count);
/// All elements of a tensor of i32 or i64 alone.
const int64_t *importKnownInts(const Importer *importer, MlirValue value,
                               size_t *count);
/// Whether a condition of one element holds, if that is decided.
bool importKnownCondition(const Importer *importer, MlirValue condition,
                          bool *holds);

#endif // RELAX_FRONTEND_ONNX_IMPORT_KNOWNVALUES_H
