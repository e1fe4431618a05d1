//===- Tuple.c - several values as one ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A tuple is kept like a sequence (lib/Runtime/Container.h). Only the type of a
// value says that it is one.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/Ops/Lines.h"
#include "lib/Runtime/Container.h"

const RelaxTensor *evalTupleField(const RelaxTensor *tuple, intptr_t index) {
  return &relaxContainerItems(tuple)[index];
}

bool evalTupleCreate(const RelaxTensor *values, intptr_t count,
                     RelaxTensor *out, RelaxError *error) {
  Arena *arena = arenaCreate();
  RelaxTensor *fields = ARENA_ARRAY(arena, RelaxTensor, count);
  for (intptr_t i = 0; i < count; ++i)
    fields[i] = relaxTensorShare(&values[i]);
  bool good = relaxContainerCreate(RELAX_SEQUENCE, count, fields, out, error);
  arenaDestroy(arena);
  return good;
}

static bool makeTuple(EvalStep *step) {
  return relaxContainerCreate(RELAX_SEQUENCE, step->numOperands,
                              evalShareOperands(step), &step->results[0],
                              step->error);
}

static bool getField(EvalStep *step) {
  intptr_t index = (intptr_t)evalIntAttribute(step, "index");
  step->results[0] = relaxTensorShare(evalTupleField(step->operands[0], index));
  return true;
}

const EvalEntry evalTuple[] = {{"relax.tuple", makeTuple, NULL},
                               {"relax.tuple_get", getField, NULL},
                               {"vm.tuple", makeTuple, NULL},
                               {"vm.tuple_get", getField, NULL},
                               {NULL, NULL, NULL}};
