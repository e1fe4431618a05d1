//===- OldNorms.c - normalisations of old versions ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Ops/OldNorms.h"
#include "lib/Frontend/ONNX/Import/Compose.h"

bool oldBatchNormOperands(Importer *importer, MlirValue *input,
                          MlirValue *const *others, size_t count,
                          MlirValue *x) {
  RelaxTensorInfo info;
  if (!importRankedOperand(importer, input, &info))
    return false;
  if (info.rank < 2)
    return importOperandError(importer, 0, *input, "expected rank 2 or more");
  if (!importBindOpen(importer, "input", input))
    return false;
  *x = *input;
  info = relaxTensorInfoOf(*x);
  *input = composeFlatten(importer, *x, 1);
  for (size_t i = 0; input->ptr && i < count; ++i) {
    MlirValue value = composeOperand(importer, i + 1);
    if (!value.ptr)
      return false;
    value = composeMatch(importer, value, info.rank - 1, info.dims + 1, *x);
    *others[i] = graphReshape(importBuilder(importer), value, 1,
                              relaxTensorInfoOf(*input).dims + 1);
    if (!others[i]->ptr)
      return false;
  }
  return input->ptr != NULL;
}

MlirValue oldBatchNormResult(Importer *importer, MlirValue y, MlirValue x) {
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  return graphReshape(importBuilder(importer), y, info.rank, info.dims);
}

bool oldGroupOperand(Importer *importer, size_t index, MlirValue x,
                     int64_t groups, MlirValue *value) {
  GraphBuilder *g = importBuilder(importer);
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  MlirValue given = composeOperand(importer, index);
  if (!given.ptr)
    return false;
  if (!info.ranked || info.rank < 2 || symAttributeIsUnknown(info.dims[1]))
    return importOperandError(importer, 0, x,
                              "expected a known number of channels");
  if (groups < 1)
    return importError(importer,
                       "attribute 'num_groups': expected at least 1, got %lld",
                       (long long)groups);
  RelaxDims dims =
      relaxDimsMake(importer->location, "relax.group_norm", importer->arena);
  SymExpr count = relaxDimsConst(&dims, groups);
  SymExpr each =
      relaxDimsFloorDiv(&dims, relaxDimsOf(&dims, info.dims[1]), count);
  MlirAttribute apart[] = {graphLiteral(g, groups),
                           relaxDimsAttribute(&dims, each)};
  MlirAttribute all =
      relaxDimsAttribute(&dims, relaxDimsMul(&dims, count, each));
  MlirValue column =
      graphExpandDim(g, composeMatch(importer, given, 1, apart, given), 1);
  MlirValue wide =
      graphReshape(g, graphBroadcast(g, column, 2, apart, x), 1, &all);
  *value = composeMatch(importer, wide, 1, &info.dims[1], x);
  return graphDimsGood(g, &dims) && value->ptr != NULL;
}
