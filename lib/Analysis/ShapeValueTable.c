//===- ShapeValueTable.c - what is known of followed tensors --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/ShapeValueRules.h"
#include "lib/Support/Map.h"

typedef struct TensorEntry {
  const void *key; // MlirValue::ptr
  ShapeTensor value;
} TensorEntry;

struct ShapeValues {
  const Facts *facts;
  TensorEntry *tensors;
};

ShapeValues *shapeValuesCreate(const Facts *facts) {
  ShapeValues *values = ARENA_NEW(facts->arena, ShapeValues);
  values->facts = facts;
  return values;
}

void shapeValuesDestroy(ShapeValues *values) { hmfree(values->tensors); }

const ShapeTensor *shapeValuesOf(const ShapeValues *values, MlirValue value) {
  const TensorEntry *entry = mapEntry(values->tensors, value.ptr);
  return entry ? &entry->value : NULL;
}

void shapeValuesForget(ShapeValues *values, MlirOperation op) {
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op);
       values->tensors && i < e; ++i)
    mapRemove(values->tensors, (const void *)mlirOperationGetResult(op, i).ptr);
}

intptr_t shapeStaticCount(MlirType type, intptr_t limit) {
  RelaxTensorInfo info;
  if (!relaxTensorInfo(type, &info) || !info.ranked)
    return -1;
  int64_t count = 1, extent;
  bool empty = false, large = false;
  for (intptr_t i = 0; i < info.rank; ++i) {
    if (!symAttributeIsConst(info.dims[i], &extent))
      return -1;
    empty |= extent == 0;
    large |= !large && __builtin_mul_overflow(count, extent, &count);
  }
  if (empty)
    return 0;
  return large || count > limit ? -1 : (intptr_t)count;
}

const Facts *shapeValuesFacts(const ShapeValues *values) {
  return values->facts;
}

void shapeValuesSet(ShapeValues *values, MlirValue value, ShapeTensor tensor) {
  hmput(values->tensors, (const void *)value.ptr, tensor);
}
