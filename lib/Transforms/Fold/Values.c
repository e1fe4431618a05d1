//===- Values.c - what rules of folding make ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "lib/Transforms/Fold/Fold.h"

MlirValue foldInsert(MlirOperation op, MlirOperation fresh) {
  if (!fresh.ptr)
    return (MlirValue){NULL};
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, fresh);
  return mlirOperationGetResult(fresh, 0);
}

MlirValue foldToConstant(MlirOperation op, MlirAttribute value) {
  RelaxConstantArgs args = {.value = value};
  if (!value.ptr)
    return (MlirValue){NULL};
  return foldInsert(op,
                    relaxConstantCreate(mlirOperationGetLocation(op), &args));
}
