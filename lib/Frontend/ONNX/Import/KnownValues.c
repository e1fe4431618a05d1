//===- KnownValues.c - computed values that are known at import -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The analysis of ShapeValues.h, asked of what one value is computed from. A
// question has an arena of its own and follows a bounded number of operations.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/KnownValues.h"
#include "lib/Analysis/ShapeValues.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>

enum { MAX_OPERATIONS = 256 };

typedef struct SeenOperation {
  const void *key; // MlirOperation::ptr
  bool value;      // its operands have been followed
} SeenOperation;

typedef struct Question {
  ShapeValues *values;
  SeenOperation *seen;  // stb_ds map
  MlirOperation *stack; // stb_ds array
} Question;

static void push(Question *q, MlirValue value) {
  if (!mlirValueIsAOpResult(value) ||
      shapeStaticCount(mlirValueGetType(value), SHAPE_VALUES_MAX) < 0)
    return;
  MlirOperation op = mlirOpResultGetOwner(value);
  if (mapFind(q->seen, (const void *)op.ptr) >= 0)
    return;
  hmput(q->seen, (const void *)op.ptr, false);
  arrput(q->stack, op);
}

/// Visits what `value` is computed from, operands first.
static void follow(Question *q, MlirValue value) {
  push(q, value);
  while (arrlen(q->stack) && hmlen(q->seen) <= MAX_OPERATIONS) {
    MlirOperation op = arrlast(q->stack);
    if (!mapEntry(q->seen, op.ptr)->value) {
      hmput(q->seen, (const void *)op.ptr, true);
      for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
        push(q, mlirOperationGetOperand(op, i));
      continue;
    }
    shapeValuesVisit(q->values, op);
    (void)arrpop(q->stack);
  }
}

/// IMPORT_UNKNOWN for those that are not known, whose number it returns.
static size_t copyElements(const ShapeTensor *tensor, int64_t *out) {
  size_t unknown = 0;
  for (intptr_t i = 0; i < tensor->count; ++i)
    if (tensor->elements[i].conditions ||
        !symExprIsConst(tensor->elements[i].value, &out[i])) {
      out[i] = IMPORT_UNKNOWN;
      ++unknown;
    }
  return unknown;
}

/// NULL unless all elements are known, or, `partly`, some.
static const int64_t *knownElements(const Importer *importer, MlirValue value,
                                    bool partly, size_t *count) {
  Facts facts = {.arena = arenaCreate()};
  factsAddClause(&facts, importer->function);
  Question q = {.values = shapeValuesCreate(&facts)};
  follow(&q, value);
  const ShapeTensor *tensor = shapeValuesOf(q.values, value);
  int64_t *elements = NULL;
  if (tensor) {
    elements = ARENA_ARRAY(importer->arena, int64_t, tensor->count + 1);
    *count = (size_t)tensor->count;
    size_t unknown = copyElements(tensor, elements);
    if (unknown && (!partly || unknown == *count))
      elements = NULL;
  }
  hmfree(q.seen);
  arrfree(q.stack);
  shapeValuesDestroy(q.values);
  arenaDestroy(facts.arena);
  return elements;
}

const int64_t *importKnownElements(const Importer *importer, MlirValue value,
                                   size_t *count) {
  return knownElements(importer, value, false, count);
}

const int64_t *importPartlyKnownElements(const Importer *importer,
                                         MlirValue value, size_t *count) {
  return knownElements(importer, value, true, count);
}

const int64_t *importKnownInts(const Importer *importer, MlirValue value,
                               size_t *count) {
  RelaxTensorInfo info;
  if (!value.ptr || !relaxTensorInfo(mlirValueGetType(value), &info) ||
      !mlirTypeIsAInteger(info.elementType))
    return NULL;
  unsigned width = mlirIntegerTypeGetWidth(info.elementType);
  return width == 32 || width == 64
             ? importKnownElements(importer, value, count)
             : NULL;
}

bool importKnownCondition(const Importer *importer, MlirValue condition,
                          bool *holds) {
  size_t count;
  const int64_t *elements = importKnownElements(importer, condition, &count);
  if (!elements || count != 1)
    return false;
  *holds = elements[0] != 0;
  return true;
}
