//===- MachineClosure.c - functions as values -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Container.h"
#include "lib/Runtime/MachineState.h"

#include <inttypes.h>
#include <stdlib.h>

bool execClosure(Exec *exec, const RelaxInst *inst) {
  const RelaxOperand *captured = &inst->operands[2];
  RelaxTensor *values = calloc(captured->value + 1u, sizeof *values);
  bool good = values || relaxFail(exec->error, "out of memory");
  uint32_t count = 0;
  while (good && count < captured->value) {
    good = execKeep(exec, captured->items[count], &values[count]);
    count += good;
  }
  Value closure = {.tag = VALUE_TENSOR};
  if (good)
    good = relaxFnValueCreate(inst->operands[1].value, count, values,
                              &closure.tensor, exec->error);
  else
    for (uint32_t i = 0; values && i < count; ++i)
      relaxTensorRelease(&values[i]);
  free(values);
  if (good)
    execSet(exec, inst->operands[0].value, closure);
  return good;
}

/// What the call asks for is what the function has.
static bool fitsFunction(Exec *exec, const RelaxInst *inst,
                         const RelaxTensor *closure,
                         const RelaxFunction *callee) {
  uint64_t given =
      (uint64_t)closure->dims[0] + (uint64_t)inst->operands[1].value;
  if (given == callee->numParams &&
      inst->operands[2].value == callee->numResults)
    return true;
  return relaxFail(
      exec->error,
      "function '%.*s': expected %" PRIu32 " arguments and %" PRIu32
      " results, got %" PRIu64 " and %" PRIu32,
      (int)callee->name.length, callee->name.data, callee->numParams,
      callee->numResults, given, inst->operands[2].value);
}

bool execInvoke(Exec *exec, const RelaxInst *inst) {
  RelaxMachine *machine = exec->machine;
  const Value *value = &exec->registers[inst->operands[0].value];
  if (value->tag != VALUE_TENSOR || value->tensor.dtype != RELAX_CLOSURE)
    return execMalformed(exec, "a value is no function");
  const RelaxTensor *closure = &value->tensor;
  const RelaxFunction *callee =
      &machine->program->functions[relaxDataTag(closure)];
  if (!fitsFunction(exec, inst, closure, callee))
    return false;
  Value *arguments = machine->results; // as scratch
  const RelaxTensor *captured = relaxContainerItems(closure);
  for (uint32_t i = 0; i < callee->numParams; ++i) {
    int64_t other = (int64_t)i - closure->dims[0];
    arguments[i] =
        other < 0
            ? (Value){.tag = VALUE_TENSOR,
                      .tensor = relaxTensorShare(&captured[i])}
            : valueShare(&exec->registers[inst->operands[1].items[other]]);
  }
  return machineEnterCall(exec, callee, inst->operands[2].items, arguments);
}
