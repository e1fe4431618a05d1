//===- Indexed.c - the index expressions of any operation of tir ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Indexed.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Schedule.gen.h"

const SymIndexed *tirIndexedOf(MlirOperation op) {
  const SymIndexed *families[] = {tirProgramIndexed, tirScheduleIndexed};
  for (size_t f = 0; f < sizeof(families) / sizeof(*families); ++f)
    for (const SymIndexed *row = families[f]; row->is; ++row)
      if (row->is(op))
        return row;
  return NULL;
}

MlirValue *tirIndexValues(MlirOperation op, Arena *arena, intptr_t *count) {
  const SymIndexed *indexed = tirIndexedOf(op);
  *count = indexed ? indexed->numIndices(op) : 0;
  MlirValue *values = ARENA_ARRAY(arena, MlirValue, *count);
  for (intptr_t k = 0; k < *count; ++k)
    values[k] = indexed->index(op, k);
  return values;
}

MlirAttribute tirMapExprsIn(MlirAttribute attribute, Arena *arena,
                            TirExprMap map, void *userData) {
  if (!mlirAttributeIsAArray(attribute))
    return map(attribute, userData);
  intptr_t count = mlirArrayAttrGetNumElements(attribute);
  MlirAttribute *elements = ARENA_ARRAY(arena, MlirAttribute, count);
  for (intptr_t i = 0; i < count; ++i)
    elements[i] = tirMapExprsIn(mlirArrayAttrGetElement(attribute, i), arena,
                                map, userData);
  return mlirArrayAttrGet(mlirAttributeGetContext(attribute), count, elements);
}

void tirMapExprs(MlirOperation op, Arena *arena, TirExprMap map,
                 void *userData) {
  const SymIndexed *indexed = tirIndexedOf(op);
  if (!indexed)
    return;
  for (const SymExprAttribute *a = indexed->exprs; a->get; ++a) {
    MlirAttribute old = a->get(op);
    MlirAttribute now = tirMapExprsIn(old, arena, map, userData);
    if (!mlirAttributeEqual(old, now))
      a->set(op, now);
  }
}
