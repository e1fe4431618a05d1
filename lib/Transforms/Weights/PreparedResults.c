//===- PreparedResults.c - weights that nothing uses any more -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Signature.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Weights/PrepareWeights.h"

/// For each result whether it stays; NULL if the weights are not all results of
/// the function.
static const bool *findKept(RelaxPassRun *run, MlirOperation function,
                            intptr_t count, const MlirOperation *weights,
                            size_t numWeights) {
  bool *kept = ARENA_ARRAY(run->arena, bool, count + 1);
  for (intptr_t i = 0; i < count; ++i)
    kept[i] = true;
  for (size_t i = 0; i < numWeights; ++i) {
    intptr_t result =
        relaxPreparedResult(function, relaxWeightGetSymName(weights[i]));
    if (result < 0 || result >= count)
      return NULL;
    kept[result] = false;
  }
  return kept;
}

void preparedSetResults(MlirOperation function, intptr_t count,
                        const MlirValue *values,
                        const MlirAttribute *attributes) {
  MlirContext context = mlirOperationGetContext(function);
  Arena *arena = arenaCreate();
  MlirType *types = ARENA_ARRAY(arena, MlirType, count);
  for (intptr_t i = 0; i < count; ++i)
    types[i] = mlirValueGetType(values[i]);
  mlirOperationSetOperands(mlirBlockGetTerminator(bridgeBody(function)), count,
                           values);
  relaxFuncSetFunctionType(function,
                           mlirFunctionTypeGet(context, 0, NULL, count, types));
  relaxFuncSetResAttrs(function, mlirArrayAttrGet(context, count, attributes));
  arenaDestroy(arena);
}

static void dropResults(RelaxPassRun *run, MlirOperation function,
                        MlirOperation ret, const bool *stays) {
  intptr_t count = mlirOperationGetNumOperands(ret), kept = 0;
  MlirValue *values = ARENA_ARRAY(run->arena, MlirValue, count);
  MlirAttribute *attributes = ARENA_ARRAY(run->arena, MlirAttribute, count);
  for (intptr_t i = 0; i < count; ++i) {
    if (!stays[i])
      continue;
    values[kept] = mlirOperationGetOperand(ret, i);
    attributes[kept++] =
        mlirArrayAttrGetElement(relaxFuncGetResAttrs(function), i);
  }
  preparedSetResults(function, kept, values, attributes);
}

bool preparedForget(RelaxPassRun *run, const MlirOperation *weights,
                    size_t count) {
  StrRef name = bridgeRefName(relaxWeightGetPreparedBy(weights[0]));
  MlirOperation function = bridgeLookupNearestSymbol(weights[0], name);
  if (!relaxIsFunc(function))
    return false;
  MlirBlock body = bridgeBody(function);
  if (!body.ptr)
    return false;
  MlirOperation ret = mlirBlockGetTerminator(body);
  const bool *stays =
      findKept(run, function, mlirOperationGetNumOperands(ret), weights, count);
  if (!stays)
    return false;
  dropResults(run, function, ret, stays);
  preparedOrder(body);
  return true;
}
