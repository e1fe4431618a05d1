//===- ComputedAxis.c - one axis that only the run knows ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/ComputedAxis.h"
#include "lib/Frontend/ONNX/ComposeLayout.h"

/// A scalar as a vector of one element.
static MlirValue asVector(Importer *importer, MlirValue scalar) {
  MlirAttribute one = symConstAttribute(importer->context, 1);
  return composeReshape(importer, scalar, 1, &one);
}

/// The product of the extents that `chosen` (a vector of i1) chooses, as a
/// vector of one element.
static MlirValue productWhere(Importer *importer, MlirValue chosen,
                              MlirValue extents) {
  MlirValue others = composeNumber(importer, 1, extents);
  return asVector(importer,
                  composeProduct(importer, composeWhere(importer, chosen,
                                                        extents, others)));
}

MlirValue computedAxisSplit(Importer *importer, MlirValue x, MlirValue axis,
                            int64_t kept, ComputedAxis *split) {
  int64_t rank = relaxTensorInfoOf(x).rank, chosen = rank - kept;
  MlirValue shape = composeShape(importer, x);
  MlirValue extents = composePart(importer, shape, 0, chosen);
  MlirValue numbers = composeRangeOf(importer, extents, 0);
  // An axis that there is not has no extent.
  MlirValue extent =
      asVector(importer, composeTake(importer, extents, axis, 0));
  axis = composeWhere(
      importer, composeLess(importer, axis, composeNumber(importer, 0, axis)),
      composePlus(importer, axis, (double)chosen), axis);
  *split = (ComputedAxis){rank, kept, extents,
                          composeEqual(importer, numbers, axis)};
  MlirValue target[] = {
      productWhere(importer, composeLess(importer, numbers, axis), extents),
      extent,
      productWhere(importer, composeLess(importer, axis, numbers), extents),
      kept ? composePart(importer, shape, chosen, rank) : shape};
  return composeReshapeTo(
      importer, x, composeConcat(importer, target, kept ? 4 : 3, 0), 3 + kept);
}

MlirValue computedAxisJoin(Importer *importer, MlirValue y,
                           const ComputedAxis *split) {
  int64_t kept = split->kept;
  MlirValue found = composeShape(importer, y);
  MlirValue back[] = {composeWhere(importer, split->here,
                                   composePart(importer, found, 1, 2),
                                   split->extents),
                      kept ? composePart(importer, found, 3, 3 + kept) : found};
  return composeReshapeTo(
      importer, y, composeConcat(importer, back, kept ? 2 : 1, 0), split->rank);
}
