//===- Quantization.h - scales and zero points ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// ONNX takes a scale or zero point as a scalar, as a vector of one element, and
// as one number per row, column or channel; which of them, only the run may
// know. Operations take shapes that types say.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_OPS_QUANTIZATION_H
#define RELAX_FRONTEND_ONNX_OPS_QUANTIZATION_H

#include "lib/Frontend/ONNX/Import/Importer.h"

/// Operand `index` as a scalar: it is one, or a vector of one element.
bool importScalar(Importer *importer, size_t index, MlirValue *value);
/// Operand `index` as a scalar if it is one or a vector with the literal extent
/// 1, else as [dim], which has as many elements or one; `given` has the symbols
/// of `dim`.
bool importPerElement(Importer *importer, size_t index, MlirAttribute dim,
                      MlirValue given, MlirValue *value);

#endif // RELAX_FRONTEND_ONNX_OPS_QUANTIZATION_H
