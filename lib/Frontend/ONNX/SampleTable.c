//===- SampleTable.c - weighted sums over places of an image
//---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/SampleTable.h"
#include "dialects/Relax/Dims.h"
#include "lib/Frontend/ONNX/ComposeLayout.h"

SampleTable sampleTableOf(Importer *importer, MlirValue x, int64_t spatial) {
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  SampleTable table = {.importer = importer,
                       .element = info.elementType,
                       .computed = mlirTypeIsAF64(info.elementType)
                                       ? info.elementType
                                       : mlirF32TypeGet(importer->context),
                       .spatial = spatial};
  RelaxDims math = {importer->location, "rows", importer->arena, SYM_OK};
  int64_t axes[SAMPLE_DIMS + 2] = {0};
  SymExpr rows = relaxDimsOf(&math, info.dims[0]);
  bool known = !symAttributeIsUnknown(info.dims[0]) &&
               !symAttributeIsUnknown(info.dims[1]);
  for (int64_t i = 0; i < spatial; ++i) {
    axes[i + 1] = i + 2;
    rows = relaxDimsMul(&math, rows, relaxDimsOf(&math, info.dims[i + 2]));
    known &= !symAttributeIsUnknown(info.dims[i + 2]);
  }
  axes[spatial + 1] = 1;
  if (!known) {
    importOperandError(importer, 0, x, "expected known extents");
    return table;
  }
  if (mlirLogicalResultIsFailure(relaxDimsOutcome(&math)))
    return table;
  MlirAttribute dims[] = {relaxDimsAttribute(&math, rows), info.dims[1]};
  table.extents = composeShape(importer, x);
  table.rows =
      composeReshape(importer, composePermute(importer, x, axes), 2, dims);
  return table;
}

bool sampleTableNext(const SampleTable *table, int *chosen) {
  for (int64_t k = table->spatial; k-- > 0;) {
    if (++chosen[k] < table->counts[k])
      return true;
    chosen[k] = 0;
  }
  return false;
}

MlirValue sampleTableTerm(SampleTable *table, MlirValue numbers,
                          const int *chosen, int64_t rank) {
  Importer *importer = table->importer;
  MlirValue row = numbers, weight = {NULL};
  for (int64_t k = 0; k < table->spatial; ++k) {
    MlirValue extent = composeElement(importer, table->extents, k + 2);
    row = composeAdd(importer, composeMultiply(importer, row, extent),
                     table->places[k][chosen[k]]);
    MlirValue own = table->weights[k][chosen[k]];
    weight = k ? composeMultiply(importer, weight, own) : own;
  }
  // [...] as [..., 1], beside the channels.
  int64_t dims[IMPORT_MAX_RANK];
  for (int64_t i = 0; i < rank; ++i)
    dims[i] = i;
  dims[rank] = -1;
  MlirValue values = composeCast(
      importer, composeTake(importer, table->rows, row, 0), table->computed);
  weight = composeCast(importer, weight, table->computed);
  if (weight.ptr && relaxTensorInfoOf(weight).rank > 0)
    weight = composeDims(importer, weight, dims, (size_t)rank + 1);
  return composeMultiply(importer, values, weight);
}

MlirValue sampleTableSum(SampleTable *table, MlirValue numbers, int64_t rank) {
  Importer *importer = table->importer;
  int chosen[SAMPLE_DIMS] = {0};
  MlirValue sum = sampleTableTerm(table, numbers, chosen, rank);
  while (sum.ptr && sampleTableNext(table, chosen))
    sum = composeAdd(importer, sum,
                     sampleTableTerm(table, numbers, chosen, rank));
  int64_t axes[IMPORT_MAX_RANK] = {0};
  axes[1] = rank;
  for (int64_t i = 1; i < rank; ++i)
    axes[i + 1] = i;
  return composeCast(importer, composePermute(importer, sum, axes),
                     table->element);
}
