//===- Tuple.c - several values as one ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A tuple is a tensor of rank 1 whose elements are tensors: its storage owns
// them. Only the type of a value says that it is one.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Tuple.gen.h"
#include "lib/Interpreter/Evaluate.h"

#include <stdlib.h>

typedef struct Fields {
  intptr_t count;
  RelaxTensor values[];
} Fields;

static void releaseFields(void *user) {
  Fields *fields = user;
  for (intptr_t i = 0; i < fields->count; ++i)
    relaxTensorRelease(&fields->values[i]);
  free(fields);
}

const RelaxTensor *evalTupleField(const RelaxTensor *tuple, intptr_t index) {
  return &((const Fields *)tuple->data)->values[index];
}

bool evalTupleCreate(const RelaxTensor *values, intptr_t count,
                     RelaxTensor *out, RelaxError *error) {
  size_t bytes = sizeof(Fields) + (size_t)count * sizeof(RelaxTensor);
  Fields *fields = calloc(1, bytes);
  RelaxStorage *storage =
      fields ? relaxStorageWrap(fields, bytes, releaseFields, fields) : NULL;
  if (!storage) {
    free(fields);
    return relaxFail(error, "out of memory");
  }
  fields->count = count;
  for (intptr_t i = 0; i < count; ++i)
    fields->values[i] = relaxTensorShare(&values[i]);
  *out = (RelaxTensor){.rank = 1, .data = fields, .storage = storage};
  out->dims[0] = count;
  return true;
}

static bool makeTuple(EvalStep *step) {
  Arena *arena = arenaCreate();
  RelaxTensor *values = ARENA_ARRAY(arena, RelaxTensor, step->numOperands);
  for (intptr_t i = 0; i < step->numOperands; ++i)
    values[i] = *step->operands[i];
  bool good = evalTupleCreate(values, step->numOperands, &step->results[0],
                              step->error);
  arenaDestroy(arena);
  return good;
}

static bool getField(EvalStep *step) {
  intptr_t index =
      (intptr_t)mlirIntegerAttrGetValueInt(relaxTupleGetGetIndex(step->op));
  step->results[0] = relaxTensorShare(evalTupleField(step->operands[0], index));
  return true;
}

const EvalEntry evalTuple[] = {{"relax.tuple", makeTuple, NULL},
                               {"relax.tuple_get", getField, NULL},
                               {NULL, NULL, NULL}};
