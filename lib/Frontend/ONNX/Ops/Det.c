//===- Det.c - ONNX Det ---------------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

/// The last two extents are equal, which the run checks where need be.
static bool square(Importer *importer, OnnxBuild *build) {
  MlirValue *x = &build->inputs[0];
  RelaxTensorInfo info = relaxTensorInfoOf(*x);
  MlirAttribute *dims = importDims(importer, info);
  if (info.rank >= 2 && !symAttributeIsUnknown(dims[info.rank - 2]))
    dims[info.rank - 1] = dims[info.rank - 2];
  *x = composeMatch(importer, *x, info.rank, dims, *x);
  return x->ptr;
}

const OnnxOperator onnxDetOperators[] = {
    {"Det", .since = 11, .types = ONNX_FLOATS, .prepare = square,
     .ranked = true},
    {0},
};
