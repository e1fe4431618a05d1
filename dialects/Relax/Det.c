//===- Det.c - rules of determinants --------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Det.gen.h"
#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Match.h"

MlirLogicalResult relaxDetInferTypes(MlirLocation loc, const RelaxDetArgs *args,
                                     MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  results[0] = relaxUnrankedTensorType(input.elementType);
  if (!input.ranked)
    return mlirLogicalResultSuccess();
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
    return mlirLogicalResultSuccess();
  Arena *arena = arenaCreate();
  StrBuf text = {0};
  strBufAppendFormat(
      &text,
      "'relax.det' op expected square matrices, got %s; if the extents are "
      "equal, say so with 'relax.match_cast'",
      relaxShapeText(arena, input));
  arenaDestroy(arena);
  return relaxReportDims(loc, args->input, input.dims[input.rank - 2],
                         input.dims[input.rank - 1], &text);
}
