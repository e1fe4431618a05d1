//===- Fetch.c - prefetches -----------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Schedule.gen.h"
#include "lib/Conversion/TIRToSCF/Lowering.h"

MlirLogicalResult tirLowerFetch(TirLowering *l, MlirOperation op) {
  enum { NEAREST = 3 }; // all levels of cache
  // Behind its last row a table says nothing.
  if (tirRowsAreApart(l, tirFetchGetBuffer(op))) {
    mlirOperationDestroy(op);
    return mlirLogicalResultSuccess();
  }
  OpBuilder b = opBuilderBefore(op);
  intptr_t count, rank = mlirArrayAttrGetNumElements(tirFetchGetExprs(op));
  MlirValue *operands = tirIndexOperands(l, op, &count);
  MlirValue *indices = tirBuildExprs(l, &b, tirFetchGetExprs(op), operands);
  if (!indices)
    return mlirLogicalResultFailure();
  MlirValue *all = ARENA_ARRAY(l->arena, MlirValue, rank + 1);
  all[0] = tirMemrefOf(l, tirFetchGetBuffer(op));
  for (intptr_t d = 0; d < rank; ++d)
    all[d + 1] = indices[d];
  OpAttribute attributes[] = {
      {"isWrite", mlirBoolAttrGet(l->context, false)},
      {"localityHint",
       mlirIntegerAttrGet(mlirIntegerTypeGet(l->context, 32), NEAREST)},
      {"isDataCache", mlirBoolAttrGet(l->context, true)}};
  OpSpec spec = {.name = "memref.prefetch",
                 .operands = all,
                 .numOperands = rank + 1,
                 .attributes = attributes,
                 .numAttributes = 3};
  buildOp(&b, &spec);
  mlirOperationDestroy(op);
  return mlirLogicalResultSuccess();
}
