//===- PreparedWeights.c - which weight is which result -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/PreparedWeights.h"
#include "dialects/Relax/Function.gen.h"

static bool isPreparedBy(MlirOperation op, StrRef function) {
  MlirAttribute by =
      relaxIsWeight(op) ? relaxWeightGetPreparedBy(op) : mlirAttributeGetNull();
  return by.ptr &&
         strRefEqual(strRefFromMlir(mlirFlatSymbolRefAttrGetValue(by)),
                     function);
}

MlirOperation relaxPreparedNext(MlirOperation module, StrRef function,
                                MlirOperation before) {
  MlirOperation op = before.ptr ? mlirOperationGetNextInBlock(before)
                                : mlirBlockGetFirstOperation(mlirModuleGetBody(
                                      mlirModuleFromOperation(module)));
  while (op.ptr && !isPreparedBy(op, function))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

intptr_t relaxPreparedResult(MlirOperation module, MlirOperation weight) {
  StrRef function = strRefFromMlir(
      mlirFlatSymbolRefAttrGetValue(relaxWeightGetPreparedBy(weight)));
  MlirOperation op = relaxPreparedNext(module, function, (MlirOperation){NULL});
  intptr_t index = 0;
  for (; !mlirOperationEqual(op, weight);
       op = relaxPreparedNext(module, function, op))
    ++index;
  return index;
}
