//===- MachineResults.c - what calls from outside give --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/DataType.h"
#include "lib/Runtime/MachineMemory.h"

/// One result for the caller, who owns it then.
static bool convertOutput(const RelaxMachine *machine,
                          const RelaxValueType *type, const Value *value,
                          RelaxTensor *out, RelaxError *error) {
  if (type->kind == RELAX_VALUE_TENSOR && value->tag == VALUE_TENSOR) {
    *out = relaxTensorShare(&value->tensor);
    if ((!machine->last.deferred ||
         machineSettle(out, error) == VALUE_IS_THERE) &&
        (type->dtype != RELAX_DATA ||
         relaxDataResultCheck(machine->program, type, out, error)))
      return true;
    relaxTensorRelease(out);
  } else if (type->kind == RELAX_VALUE_EXTENT && value->tag == VALUE_EXTENT) {
    if (!relaxTensorCreate(RELAX_I64, 0, NULL, out, error))
      return false;
    relaxStoreInt(RELAX_I64, out->data, 0, value->extent);
    return true;
  }
  return relaxFail(error, "result '%.*s' has no value", (int)type->name.length,
                   type->name.data);
}

static bool takeResults(RelaxMachine *machine, const RelaxFunction *function,
                        RelaxTensor *outputs, RelaxError *error) {
  bool ok = true;
  for (uint32_t i = 0; i < function->numResults; ++i) {
    ok = ok && convertOutput(machine, &function->results[i],
                             &machine->results[i], &outputs[i], error);
    valueRelease(&machine->results[i]);
  }
  for (uint32_t i = 0; !ok && i < function->numResults; ++i)
    relaxTensorRelease(&outputs[i]);
  return ok;
}

bool machineEndCall(RelaxMachine *machine, const RelaxFunction *function,
                    const RelaxCall *call, RelaxError *error) {
  return takeResults(machine, function, call->outputs, error);
}

bool machineResolveResults(RelaxMachine *machine,
                           const RelaxFunction *function) {
  bool ok = true;
  for (uint32_t i = 0; ok && machine->memory && i < function->numResults; ++i)
    ok = machineResolve(machine->memory, &machine->results[i]);
  for (uint32_t i = 0; !ok && i < function->numResults; ++i)
    valueRelease(&machine->results[i]);
  return ok;
}
