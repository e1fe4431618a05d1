//===- LabelEncoder.h - constants of labels -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_ML_LABELENCODER_H
#define RELAX_FRONTEND_ONNX_ML_LABELENCODER_H

#include "lib/Frontend/ONNX/Import/Importer.h"

/// The elements of a constant [count], or of a scalar where `count` is
/// negative.
MlirAttribute labelTexts(Importer *importer, intptr_t count,
                         const ProtobufCBinaryData *values);
MlirAttribute labelIntegers(Importer *importer, intptr_t count,
                            const int64_t *values);
bool labelConstant(Importer *importer, const char *suffix,
                   MlirAttribute elements, MlirValue *value);

#endif // RELAX_FRONTEND_ONNX_ML_LABELENCODER_H
