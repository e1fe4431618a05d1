//===- SameOperation.c - do two operations compute the same? --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/SameOperation.h"

static void mix(uint64_t *hash, const void *pointer) {
  *hash = (*hash ^ (uint64_t)(uintptr_t)pointer) * UINT64_C(1099511628211);
  *hash ^= *hash >> 29;
}

/// Attributes and types are unique in their context: pointers say it all.
uint64_t operationHash(MlirOperation op, const MlirValue *operands) {
  uint64_t hash = UINT64_C(14695981039346656037);
  mix(&hash, mlirOperationGetName(op).ptr);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    mix(&hash, operands[i].ptr);
  mix(&hash, bridgeAttributesOf(op).ptr);
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    mix(&hash, mlirValueGetType(mlirOperationGetResult(op, i)).ptr);
  return hash;
}

bool operationIsSame(MlirOperation a, MlirOperation b,
                     const MlirValue *operandsOfB) {
  intptr_t operands = mlirOperationGetNumOperands(a);
  intptr_t results = mlirOperationGetNumResults(a);
  bool same =
      mlirIdentifierEqual(mlirOperationGetName(a), mlirOperationGetName(b)) &&
      operands == mlirOperationGetNumOperands(b) &&
      mlirAttributeEqual(bridgeAttributesOf(a), bridgeAttributesOf(b)) &&
      results == mlirOperationGetNumResults(b);
  for (intptr_t i = 0; same && i < operands; ++i)
    same = mlirValueEqual(mlirOperationGetOperand(a, i), operandsOfB[i]);
  for (intptr_t i = 0; same && i < results; ++i)
    same = mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(a, i)),
                         mlirValueGetType(mlirOperationGetResult(b, i)));
  return same;
}
