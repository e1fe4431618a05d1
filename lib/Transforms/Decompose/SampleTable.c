//===- SampleTable.c - weighted sums over places of an image --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Decompose/SampleTable.h"

SampleTable sampleTableOf(GraphBuilder *g, MlirValue x, int64_t spatial) {
  SampleTable table = {.g = g, .input = x, .spatial = spatial};
  if (!x.ptr)
    return table;
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  table.element = info.elementType;
  table.computed = mlirTypeIsAF64(info.elementType)
                       ? info.elementType
                       : mlirF32TypeGet(g->context);
  RelaxDims math = relaxDimsMake(g->loc, "rows", g->arena);
  int64_t axes[SAMPLE_DIMS + 2] = {0};
  SymExpr rows = relaxDimsOf(&math, info.dims[0]);
  for (int64_t i = 0; i < spatial; ++i) {
    axes[i + 1] = i + 2;
    rows = relaxDimsMul(&math, rows, relaxDimsOf(&math, info.dims[i + 2]));
  }
  axes[spatial + 1] = 1;
  MlirAttribute dims[] = {relaxDimsAttribute(&math, rows), info.dims[1]};
  if (graphDimsGood(g, &math))
    table.rows =
        graphReshape(g, graphTranspose(g, x, spatial + 2, axes), 2, dims);
  return table;
}

MlirValue sampleTableExtent(const SampleTable *table, int64_t d,
                            MlirType element) {
  if (!table->rows.ptr)
    return table->rows;
  MlirAttribute extent = relaxTensorInfoOf(table->input).dims[d + 2];
  int64_t literal;
  return symAttributeIsConst(extent, &literal)
             ? graphNumber(table->g, (double)literal, element)
             : graphCast(table->g, graphExtent(table->g, extent, table->input),
                         element);
}

bool sampleTableNext(const SampleTable *table, int *chosen) {
  for (int64_t k = table->spatial; k-- > 0;) {
    if (++chosen[k] < table->counts[k])
      return true;
    chosen[k] = 0;
  }
  return false;
}

MlirValue sampleTableValues(const SampleTable *table, MlirValue numbers,
                            const int *chosen) {
  GraphBuilder *g = table->g;
  MlirType i64 = mlirIntegerTypeGet(g->context, 64);
  MlirValue row = numbers;
  for (int64_t k = 0; k < table->spatial; ++k)
    row = graphAdd(g, graphMultiply(g, row, sampleTableExtent(table, k, i64)),
                   table->places[k][chosen[k]]);
  return graphTake(g, table->rows, row, 0);
}

MlirValue sampleTableTerm(const SampleTable *table, MlirValue numbers,
                          const int *chosen, int64_t rank) {
  GraphBuilder *g = table->g;
  MlirValue weight = {NULL}, inside = {NULL};
  for (int64_t k = 0; k < table->spatial; ++k) {
    MlirValue own = table->weights[k][chosen[k]];
    weight = k ? graphMultiply(g, weight, own) : own;
    own = table->insides[k][chosen[k]];
    if (own.ptr)
      inside = inside.ptr ? graphAnd(g, inside, own) : own;
  }
  MlirValue values =
      graphCast(g, sampleTableValues(table, numbers, chosen), table->computed);
  // The place that was read instead may hold an infinity.
  if (inside.ptr)
    values = graphWhere(g, graphExpandDim(g, inside, rank), values,
                        graphNumber(g, 0, table->computed));
  // [...] as [..., 1], beside the channels.
  weight = graphExpandDim(g, graphCast(g, weight, table->computed), rank);
  return graphMultiply(g, values, weight);
}

MlirValue sampleChannelsFirst(GraphBuilder *g, MlirValue x, int64_t rank) {
  int64_t axes[SAMPLE_MAX_RANK] = {0, rank - 1};
  for (int64_t i = 1; i + 1 < rank; ++i)
    axes[i + 1] = i;
  return graphTranspose(g, x, rank, axes);
}

MlirValue sampleTableSum(const SampleTable *table, MlirValue numbers,
                         int64_t rank) {
  GraphBuilder *g = table->g;
  int chosen[SAMPLE_DIMS] = {0};
  MlirValue sum = sampleTableTerm(table, numbers, chosen, rank);
  while (sum.ptr && sampleTableNext(table, chosen))
    sum = graphAdd(g, sum, sampleTableTerm(table, numbers, chosen, rank));
  return sampleChannelsFirst(g, sum, rank + 1);
}
