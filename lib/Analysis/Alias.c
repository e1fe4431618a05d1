//===- Alias.c - which results are views of an operand --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/Alias.h"
#include "dialects/Relax/Batch.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Interfaces.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Relax/Signature.h"
#include "dialects/Sym/Literal.h"

bool relaxIsRowView(MlirOperation op) {
  RelaxTensorInfo input, indices, row;
  if (!relaxIsTake(op) || relaxTakeGetAxis(op) != 0 ||
      !relaxTensorInfo(mlirValueGetType(relaxTakeGetInput(op)), &input) ||
      !relaxTensorInfo(mlirValueGetType(relaxTakeGetIndices(op)), &indices) ||
      !relaxTensorInfo(mlirValueGetType(mlirOperationGetResult(op, 0)), &row))
    return false;
  bool one = input.ranked && input.rank > 0 && indices.ranked && row.ranked &&
             !relaxIsStringType(input.elementType) &&
             mlirTypeEqual(input.elementType, row.elementType);
  for (intptr_t i = 0; one && i < indices.rank; ++i) {
    one = symAttributeIs(indices.dims[i], 1);
  }
  return one;
}

bool relaxIsRowOfFixed(MlirOperation op) {
  if (!relaxIsRowView(op))
    return false;
  MlirValue value = relaxAliasRoot(relaxTakeGetInput(op));
  if (mlirValueIsAOpResult(value)) {
    MlirOperation maker = mlirOpResultGetOwner(value);
    return relaxIsGetWeight(maker) || relaxIsConstant(maker);
  }
  MlirOperation function =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
  return relaxIsFunc(function) &&
         !relaxArgumentIsDonated(function,
                                 mlirBlockArgumentGetArgNumber(value));
}

bool relaxAliasOf(MlirOperation op, intptr_t result, MlirValue *source) {
  (void)result; // so far all views have one result
  if (relaxIsRowView(op) ||
      (relaxIsView(op) && !relaxIsForce(op) &&
       relaxIsTensorType(mlirValueGetType(mlirOperationGetResult(op, 0)))))
    *source = mlirOperationGetOperand(op, 0);
  else
    return false;
  return true;
}

MlirValue relaxAliasRoot(MlirValue value) {
  MlirValue source;
  while (mlirValueIsAOpResult(value) &&
         relaxAliasOf(mlirOpResultGetOwner(value),
                      mlirOpResultGetResultNumber(value), &source))
    value = source;
  return value;
}
