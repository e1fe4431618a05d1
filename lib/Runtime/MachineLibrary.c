//===- MachineLibrary.c - calls of the op library
//---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineState.h"
#include "lib/Runtime/Ops/Library.h"

#include <inttypes.h>
#include <stdlib.h>

static bool unknownFunction(const Exec *exec, StrRef name) {
  StrBuf known = {0};
  relaxLibraryNames(&known);
  relaxFail(exec->error,
            "library function '%.*s' is not in this runtime: expected one of "
            "%s",
            (int)name.length, name.data, strBufText(&known));
  strBufFree(&known);
  return false;
}

static bool callLibrary(Exec *exec, const RelaxInst *inst,
                        const RelaxLibraryFunction *function,
                        RelaxTensor *tensors) {
  const RelaxOperand *inputs = &inst->operands[1], *outputs = inputs + 1;
  for (uint32_t i = 0; i < inputs->value; ++i) {
    RelaxTensor *input;
    if (!execGetTensor(exec, inputs->items[i], &input))
      return false;
    tensors[i] = *input; // borrowed
  }
  if (!function->call(tensors, tensors + inputs->value, exec->error))
    return relaxErrorContext(exec->error, "library function '%s'",
                             function->name);
  for (uint32_t i = 0; i < outputs->value; ++i)
    execSet(exec, outputs->items[i],
            (Value){.tag = VALUE_TENSOR, .tensor = tensors[inputs->value + i]});
  return true;
}

bool execCallLibrary(Exec *exec, const RelaxInst *inst) {
  StrRef name = exec->machine->program->strings[inst->operands[0].value];
  uint32_t inputs = inst->operands[1].value, outputs = inst->operands[2].value;
  const RelaxLibraryFunction *function = relaxLibraryFind(name);
  if (!function)
    return unknownFunction(exec, name);
  if (inputs != function->numInputs || outputs != function->numOutputs)
    return relaxFail(exec->error,
                     "library function '%s': expected %" PRIu32
                     " inputs and %" PRIu32 " results, got %" PRIu32
                     " and %" PRIu32,
                     function->name, function->numInputs, function->numOutputs,
                     inputs, outputs);
  RelaxTensor *tensors = calloc(inputs + outputs + 1, sizeof *tensors);
  bool good = tensors ? callLibrary(exec, inst, function, tensors)
                      : relaxFail(exec->error, "out of memory");
  free(tensors);
  return good;
}
