//===- MachineReference.c - places that hold a value ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineState.h"
#include "lib/Runtime/Reference.h"

bool execRef(Exec *exec, const RelaxInst *inst) {
  RelaxTensor value;
  Value reference = {.tag = VALUE_TENSOR};
  if (!execKeep(exec, inst->operands[1].value, &value) ||
      !relaxPlaceCreate(&exec->fiber->refs, value, &reference.tensor,
                        exec->error))
    return false;
  execSet(exec, inst->operands[0].value, reference);
  return true;
}

static const RelaxTensor *referenceIn(Exec *exec, uint32_t reg) {
  const Value *value = &exec->registers[reg];
  if (value->tag == VALUE_TENSOR && value->tensor.dtype == RELAX_REF)
    return &value->tensor;
  execMalformed(exec, "a value is no reference");
  return NULL;
}

bool execRefRead(Exec *exec, const RelaxInst *inst) {
  const RelaxTensor *reference = referenceIn(exec, inst->operands[1].value);
  if (reference)
    execSet(exec, inst->operands[0].value,
            (Value){.tag = VALUE_TENSOR,
                    .tensor = relaxTensorShare(relaxPlaceRead(reference))});
  return reference;
}

bool execRefWrite(Exec *exec, const RelaxInst *inst) {
  RelaxTensor value;
  const RelaxTensor *reference = referenceIn(exec, inst->operands[1].value);
  if (!reference || !execKeep(exec, inst->operands[0].value, &value))
    return false;
  relaxPlaceWrite(reference, value);
  return true;
}
