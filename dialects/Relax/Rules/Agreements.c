//===- Agreements.c - agreements that no row of a record states -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Gather.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Relax.h"

/// The operand that the others have to be like in dimension `d`: one that has
/// the result's extent, for later operations may have relied on it; else one
/// whose extent is known.
static intptr_t concatLeader(MlirOperation op, intptr_t d) {
  RelaxTensorInfo result = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  intptr_t known = 0;
  for (intptr_t k = relaxConcatGetNumInputs(op) - 1; k >= 0; --k) {
    RelaxTensorInfo info = relaxTensorInfoOf(relaxConcatGetInputs(op, k));
    if (d >= info.rank || symAttributeIsUnknown(info.dims[d]))
      continue;
    if (d < result.rank && relaxDimEqual(result.dims[d], info.dims[d]))
      return k;
    known = k;
  }
  return known;
}

/// All operands are alike outside of the axis.
void relaxConcatAgree(MlirOperation op, RelaxAgreementVisitor *visit,
                      void *userData) {
  int64_t axis = relaxConcatGetAxis(op);
  intptr_t rank = relaxTensorInfoOf(relaxConcatGetInputs(op, 0)).rank;
  for (intptr_t d = 0; d < rank; ++d) {
    intptr_t leader = d == axis ? -1 : concatLeader(op, d);
    for (intptr_t k = 0; leader >= 0 && k < relaxConcatGetNumInputs(op); ++k)
      if (k != leader)
        visit(leader, d, k, d, userData);
  }
}

/// The shape of the updates is that of the indices but the last extent, then
/// what coordinates leave of the input's.
void relaxScatterNdAgree(MlirOperation op, RelaxAgreementVisitor *visit,
                         void *userData) {
  RelaxTensorInfo indices = relaxTensorInfoOf(relaxScatterNdGetIndices(op));
  int64_t size;
  if (!indices.ranked || indices.rank == 0 ||
      !symAttributeIsConst(indices.dims[indices.rank - 1], &size))
    return;
  for (intptr_t d = 0; d + 1 < indices.rank; ++d)
    visit(1, d, 2, d, userData);
  intptr_t rank = relaxTensorInfoOf(relaxScatterNdGetInput(op)).rank;
  for (intptr_t d = size; d < rank; ++d)
    visit(0, d, 2, indices.rank - 1 + d - size, userData);
}
