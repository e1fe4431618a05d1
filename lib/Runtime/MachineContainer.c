//===- MachineContainer.c - kinds of values at a boundary -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Container.h"
#include "lib/Runtime/MachineState.h"

#include <inttypes.h>

static bool failWith(const Exec *exec, StrBuf *message) {
  relaxFail(exec->error, "%s", strBufText(message));
  strBufFree(message);
  return false;
}

bool execWrongTensor(const Exec *exec, StrRef subject, RelaxDType dtype,
                     int32_t rank, const RelaxTensor *got) {
  StrBuf message = {0};
  strBufAppend(&message, subject);
  strBufAppendFormat(&message, ": expected %s tensor", relaxDTypeName(dtype));
  if (rank >= 0)
    strBufAppendFormat(&message, " of rank %" PRId32, rank);
  strBufAppendC(&message, ", got ");
  relaxTensorDescribe(got, &message);
  return failWith(exec, &message);
}

/// What `kind` of RELAX_OP_CHECK_CONTAINER asks of a value and of its elements.
static bool checkContainer(const Exec *exec, const RelaxInst *inst,
                           const RelaxTensor *value, uint32_t kind,
                           StrRef subject) {
  RelaxDType dtype = (RelaxDType)inst->operands[2].value;
  int32_t rank = (int32_t)inst->operands[3].value;
  if (kind == 0)
    return value->dtype == dtype && (rank < 0 || value->rank == rank)
               ? true
               : execWrongTensor(exec, subject, dtype, rank, value);
  RelaxDType wanted = kind & 2 ? RELAX_OPTIONAL : RELAX_SEQUENCE;
  StrBuf text = {0};
  strBufAppend(&text, subject);
  if (value->dtype != wanted) {
    strBufAppendFormat(&text, ": expected %s, got ", relaxDTypeName(wanted));
    relaxTensorDescribe(value, &text);
    return failWith(exec, &text);
  }
  const RelaxTensor *items = relaxContainerItems(value);
  bool good = true;
  for (int64_t i = 0; good && i < value->dims[0]; ++i) {
    text.length = subject.length;
    if (wanted == RELAX_SEQUENCE)
      strBufAppendFormat(&text, ", element %" PRId64, i);
    good = checkContainer(exec, inst, &items[i], kind & 2 ? kind & 1 : 0,
                          (StrRef){text.data, text.length});
  }
  strBufFree(&text);
  return good;
}

bool execCheckContainer(Exec *exec, const RelaxInst *inst) {
  const Value *value = &exec->registers[inst->operands[0].value];
  uint32_t kind = inst->operands[1].value;
  if (value->tag != VALUE_TENSOR || kind < 1 || kind > 3)
    return execMalformed(exec, "a register holds no value");
  return checkContainer(
      exec, inst, &value->tensor, kind,
      exec->machine->program->strings[inst->operands[4].value]);
}
