//===- ShapeArithmetic.c - operations that compute with extents -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/ShapeArithmetic.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Shape.gen.h"
#include "lib/Analysis/ShapeValues.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>

typedef struct OpEntry {
  const void *key; // MlirOperation::ptr
  char value;
} OpEntry;

static bool isSmallInteger(MlirOperation op) {
  RelaxTensorInfo info;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  return relaxTensorInfo(type, &info) && mlirTypeIsAInteger(info.elementType) &&
         shapeStaticCount(type, SHAPE_VALUES_MAX) >= 0;
}

static bool usesAny(MlirOperation op, OpEntry *found) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (mlirValueIsAOpResult(value) &&
        mapFind(found, (const void *)mlirOpResultGetOwner(value).ptr) >= 0)
      return true;
  }
  return false;
}

uint64_t shapeArithmeticCount(MlirBlock block) {
  OpEntry *found = NULL;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (relaxIsShapeToTensor(op) ||
        (mlirOperationGetNumResults(op) > 0 && found && isSmallInteger(op) &&
         usesAny(op, found)))
      hmput(found, (const void *)op.ptr, 1);
  uint64_t count = hmlenu(found);
  hmfree(found);
  return count;
}
