//===- ShapeTensors.h - shapes computed by the imported program -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What an importer writes where a shape is not known yet; shape deduction
// folds it into types later.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_IMPORT_SHAPETENSORS_H
#define RELAX_FRONTEND_ONNX_IMPORT_SHAPETENSORS_H

#include "lib/Frontend/ONNX/Import/Importer.h"

/// The extents of `input` as a tensor of i64.
bool importShapeTensor(Importer *importer, MlirValue input,
                       MlirLocation location, MlirValue *extents);
/// Elements `begin` to `end` of a vector.
bool importShapeSlice(Importer *importer, MlirValue extents, int64_t begin,
                      int64_t end, MlirLocation location, MlirValue *result);
/// Operand `index` as a target: its length (-1 if unknown) and its elements, as
/// far as constants and extents say them, else IMPORT_UNKNOWN; NULL: none.
bool importReadTarget(Importer *importer, size_t index, MlirValue *target,
                      int64_t *length, const int64_t **elements);
/// The type of an Expand to such a target, as far as it is known: both shapes
/// broadcast against each other.
/// Where the target's length is not known, but the file declares the rank of
/// output 0: that is what it has to be, which the run checks.
bool importTargetRank(Importer *importer, MlirValue *target, int64_t *length);
MlirType importExpandType(Importer *importer, RelaxTensorInfo input,
                          int64_t length, const int64_t *elements);
/// Reshapes `input` to the listed dimensions, the current node's output 0.
/// `dims[i]` is the input's dimension `dims[i]`, or, if negative, a new literal
/// 1. Where every dimension is known the result type says it; else the target
/// is computed from the input's shape.
bool importReshapeToDims(Importer *importer, MlirValue input,
                         const int64_t *dims, size_t count);

/// The same as a helper; null after an error, or for a null `x`.
MlirValue composeDims(Importer *importer, MlirValue x, const int64_t *dims,
                      size_t count);

#endif // RELAX_FRONTEND_ONNX_IMPORT_SHAPETENSORS_H
