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
#include "lib/Bridge/Core/Blocks.h"

static bool isWord(MlirAttribute attribute, const char *word) {
  return strRefEqual(bridgeText(attribute), strRefFromC(word));
}

bool relaxCheckSame(RelaxDims *dims, const RelaxWindow *window) {
  MlirAttribute same = window->same;
  RelaxIntegers pads = window->pads;
  if (!same.ptr)
    return true;
  if (!isWord(same, "upper") && !isWord(same, "lower")) {
    StrRef word = bridgeText(same);
    return relaxDimsError(dims, "same: expected 'upper' or 'lower', got '%.*s'",
                          SPREAD(word));
  }
  bool none = true;
  for (intptr_t i = 0; i < pads.count; ++i)
    none &= pads.values[i] == 0;
  return none || relaxDimsError(
                     dims, "pads beside 'same': expected 0, got %s",
                     relaxIntegersText(dims->arena, pads.values, pads.count));
}

RelaxSamePads relaxSamePads(RelaxDims *dims, const RelaxWindow *window,
                            intptr_t i, SymExpr extent, SymExpr size) {
  SymExpr one = relaxDimsConst(dims, 1), two = relaxDimsConst(dims, 2);
  SymExpr by = relaxDimsConst(dims, window->strides.values[i]);
  SymExpr last = relaxDimsMul(
      dims, relaxDimsSub(dims, relaxDimsCeilDiv(dims, extent, by), one), by);
  SymExpr reach = relaxDimsAdd(
      dims,
      relaxDimsMul(dims, relaxDimsSub(dims, size, one),
                   relaxDimsConst(dims, window->dilations.values[i])),
      one);
  // Nothing is negative by form where the window reaches as far as the stride.
  SymExpr covered = relaxDimsClamp(dims, relaxDimsAdd(dims, last, reach));
  SymExpr missing = relaxDimsClamp(dims, relaxDimsSub(dims, covered, extent));
  SymExpr less = relaxDimsFloorDiv(dims, missing, two);
  SymExpr more = relaxDimsCeilDiv(dims, missing, two);
  return isWord(window->same, "upper") ? (RelaxSamePads){less, more, covered}
                                       : (RelaxSamePads){more, less, covered};
}
