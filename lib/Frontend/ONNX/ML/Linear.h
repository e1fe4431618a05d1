//===- Linear.h - what models of ai.onnx.ml share -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_ML_LINEAR_H
#define RELAX_FRONTEND_ONNX_ML_LINEAR_H

#include "lib/Frontend/ONNX/Import/Importer.h"

/// A list of floats, borrowed from the model; empty if it is absent.
typedef struct LinearFloats {
  const float *values;
  size_t count;
} LinearFloats;
bool linearFloats(Importer *importer, const char *name, LinearFloats *list);
/// A constant [count], or [rows, count / rows] if `rows` is not 0.
MlirValue linearConstant(Importer *importer, LinearFloats list, size_t rows);
/// Operand 0 as f32 [samples, features].
bool linearInput(Importer *importer, int64_t features, MlirValue *x);
/// The error for a word that is no `post_transform`; always false.
bool linearRefuseTransform(Importer *importer, const char *way);
/// What attribute `post_transform` makes of scores [samples, targets].
bool linearPostTransform(Importer *importer, MlirValue *scores);

#endif // RELAX_FRONTEND_ONNX_ML_LINEAR_H
