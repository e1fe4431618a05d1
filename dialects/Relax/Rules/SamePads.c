//===- SamePads.c - pads that keep extent ceildiv stride windows ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// auto_pad SAME_UPPER and SAME_LOWER of ONNX Conv and of its poolings.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Convolution.h"

static bool isWord(MlirAttribute attribute, const char *word) {
  return strRefEqual(strRefFromMlir(mlirStringAttrGetValue(attribute)),
                     strRefFromC(word));
}

MlirLogicalResult relaxCheckSame(RelaxDims *dims, MlirAttribute same,
                                 const int64_t *pads, intptr_t numPads) {
  if (!same.ptr)
    return mlirLogicalResultSuccess();
  if (!isWord(same, "upper") && !isWord(same, "lower")) {
    StrRef word = strRefFromMlir(mlirStringAttrGetValue(same));
    return relaxDimsError(dims, "same: expected 'upper' or 'lower', got '%.*s'",
                          (int)word.length, word.data);
  }
  bool none = true;
  for (intptr_t i = 0; i < numPads; ++i)
    none &= pads[i] == 0;
  return none ? mlirLogicalResultSuccess()
              : relaxDimsError(dims, "pads beside 'same': expected 0, got %s",
                               relaxIntegersText(dims->arena, pads, numPads));
}

RelaxSamePads relaxSamePads(RelaxDims *dims, MlirAttribute same, SymExpr extent,
                            SymExpr size, int64_t stride, int64_t dilation) {
  SymExpr one = relaxDimsConst(dims, 1), two = relaxDimsConst(dims, 2);
  SymExpr by = relaxDimsConst(dims, stride);
  SymExpr last = relaxDimsMul(
      dims, relaxDimsSub(dims, relaxDimsCeilDiv(dims, extent, by), one), by);
  SymExpr reach = relaxDimsAdd(dims,
                               relaxDimsMul(dims, relaxDimsSub(dims, size, one),
                                            relaxDimsConst(dims, dilation)),
                               one);
  // Nothing is negative by form where the window reaches as far as the stride.
  SymExpr covered = relaxDimsClamp(dims, relaxDimsAdd(dims, last, reach));
  SymExpr missing = relaxDimsClamp(dims, relaxDimsSub(dims, covered, extent));
  SymExpr less = relaxDimsFloorDiv(dims, missing, two);
  SymExpr more = relaxDimsCeilDiv(dims, missing, two);
  return isWord(same, "upper") ? (RelaxSamePads){less, more, covered}
                               : (RelaxSamePads){more, less, covered};
}
