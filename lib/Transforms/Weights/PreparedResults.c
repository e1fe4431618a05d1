//===- PreparedResults.c - weights that nothing uses any more -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "lib/Analysis/PreparedWeights.h"
#include "lib/Transforms/Weights/PrepareWeights.h"

static void dropResult(RelaxPassRun *run, MlirOperation function,
                       MlirOperation ret, intptr_t index) {
  intptr_t count = mlirOperationGetNumOperands(ret), kept = 0;
  MlirValue *values = ARENA_ARRAY(run->arena, MlirValue, count);
  MlirType *types = ARENA_ARRAY(run->arena, MlirType, count);
  MlirAttribute *attributes = ARENA_ARRAY(run->arena, MlirAttribute, count);
  MlirAttribute given = relaxFuncGetResAttrs(function);
  for (intptr_t i = 0; i < count; ++i) {
    if (i == index)
      continue;
    values[kept] = mlirOperationGetOperand(ret, i);
    types[kept] = mlirValueGetType(values[kept]);
    if (given.ptr)
      attributes[kept] = mlirArrayAttrGetElement(given, i);
    ++kept;
  }
  mlirOperationSetOperands(ret, kept, values);
  relaxFuncSetFunctionType(
      function, mlirFunctionTypeGet(run->context, 0, NULL, kept, types));
  if (given.ptr)
    relaxFuncSetResAttrs(function,
                         mlirArrayAttrGet(run->context, kept, attributes));
}

bool preparedForget(RelaxPassRun *run, MlirOperation weight) {
  MlirOperation function = bridgeLookupNearestSymbol(
      weight, strRefFromMlir(mlirFlatSymbolRefAttrGetValue(
                  relaxWeightGetPreparedBy(weight))));
  if (!function.ptr || !relaxIsFunc(function))
    return false;
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  if (!body.ptr)
    return false;
  MlirOperation ret = mlirBlockGetTerminator(body);
  intptr_t index = relaxPreparedResult(run->op, weight);
  if (index >= mlirOperationGetNumOperands(ret))
    return false;
  dropResult(run, function, ret, index);
  preparedOrder(body);
  return true;
}
