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
  return graphReshape(importBuilder(importer), scalar, 1, &one);
}

/// The product of the extents that `chosen` (a vector of i1) chooses, as a
/// vector of one element.
static MlirValue productWhere(Importer *importer, MlirValue chosen,
                              MlirValue extents) {
  GraphBuilder *g = importBuilder(importer);
  MlirValue others = graphNumberLike(g, 1, extents);
  return asVector(importer,
                  graphProd(g, composeWhere(importer, chosen, extents, others),
                            mlirAttributeGetNull()));
}

MlirValue computedAxisSplit(Importer *importer, MlirValue x, MlirValue axis,
                            int64_t kept, ComputedAxis *split) {
  GraphBuilder *g = importBuilder(importer);
  int64_t rank = relaxTensorInfoOf(x).rank, chosen = rank - kept;
  MlirValue shape = graphShapeVector(g, x);
  MlirValue extents = graphSlice(g, shape, 0, 0, chosen, 1);
  MlirValue numbers = composeRangeOf(importer, extents, 0);
  // An axis that there is not has no extent.
  MlirValue extent = asVector(importer, graphTake(g, extents, axis, 0));
  axis = composeWhere(importer,
                      composeLess(importer, axis, graphNumberLike(g, 0, axis)),
                      graphPlus(g, axis, (double)chosen), axis);
  *split = (ComputedAxis){rank, kept, extents,
                          composeEqual(importer, numbers, axis)};
  MlirValue target[] = {
      productWhere(importer, composeLess(importer, numbers, axis), extents),
      extent,
      productWhere(importer, composeLess(importer, axis, numbers), extents),
      kept ? graphSlice(g, shape, 0, chosen, rank, 1) : shape};
  return composeReshapeTo(importer, x,
                          graphConcatAll(g, target, kept ? 4 : 3, 0), 3 + kept);
}

MlirValue computedAxisJoin(Importer *importer, MlirValue y,
                           const ComputedAxis *split) {
  GraphBuilder *g = importBuilder(importer);
  int64_t kept = split->kept;
  MlirValue found = graphShapeVector(g, y);
  MlirValue back[] = {composeWhere(importer, split->here,
                                   graphSlice(g, found, 0, 1, 2, 1),
                                   split->extents),
                      kept ? graphSlice(g, found, 0, 3, 3 + kept, 1) : found};
  return composeReshapeTo(importer, y, graphConcatAll(g, back, kept ? 2 : 1, 0),
                          split->rank);
}
