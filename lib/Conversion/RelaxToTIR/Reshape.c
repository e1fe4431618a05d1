//===- Reshape.c - the same elements under another shape ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/ReshapeIndices.h"
#include "lib/Conversion/RelaxToTIR/Legalize.h"

static SymExpr *extentsOf(TirBuilder *b, intptr_t buffer, intptr_t *rank) {
  const MlirAttribute *dims;
  *rank = tirBufferDims(b, buffer, &dims);
  SymExpr *extents = ARENA_ARRAY(b->dims.arena, SymExpr, *rank);
  for (intptr_t i = 0; i < *rank; ++i)
    extents[i] = relaxDimsOf(&b->dims, dims[i]);
  return extents;
}

MlirLogicalResult relaxBuildReshape(TirBuilder *b, MlirOperation op) {
  (void)op;
  intptr_t inputRank, resultRank;
  const SymExpr *input = extentsOf(b, 0, &inputRank);
  const SymExpr *result = extentsOf(b, 1, &resultRank);
  SymExpr *from = ARENA_ARRAY(b->dims.arena, SymExpr, inputRank);
  tirBuildComputeOver(b, "reshape", 1);
  reshapeIndices(&b->dims, input, inputRank, result, resultRank, from);
  return tirEndWith(b, tirBuildLoad(b, 0, from, (MlirValue){NULL}));
}
