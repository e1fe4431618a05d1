//===- Det.c - rules of determinants --------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Det.gen.h"
#include "dialects/Relax/Dims.h"

bool relaxDetInferTypes(RelaxDims *dims, const RelaxDetArgs *args,
                        MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  results[0] = relaxUnrankedTensorType(input.elementType);
  if (!input.ranked)
    return true;
  bool square = input.rank >= 2;
  if (square) {
    MlirAttribute rows = input.dims[input.rank - 2];
    MlirAttribute columns = input.dims[input.rank - 1];
    square = symAttributeIsUnknown(rows) || symAttributeIsUnknown(columns) ||
             relaxDimEqual(rows, columns);
    results[0] =
        relaxTensorTypeOf(input.elementType, input.rank - 2, input.dims);
  }
  if (square)
    return true;
  return relaxDimsError(dims,
                        "expected square matrices, got %s; if the extents are "
                        "equal, say so with 'relax.match_cast'",
                        relaxShapeText(dims->arena, input));
}
