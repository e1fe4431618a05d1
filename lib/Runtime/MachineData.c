//===- MachineData.c - values of data types -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A value is what Container.h says. Programs from files are not trusted: which
// constructor made a value, and how many fields it has, is looked at whenever
// a field is read.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Container.h"
#include "lib/Runtime/MachineRehearsal.h"

#include <inttypes.h>

static StrRef textOf(const Exec *exec, const RelaxOperand *operand) {
  return exec->machine->program->strings[operand->value];
}

/// The value of a data type in a register; NULL after an error.
static const RelaxTensor *dataIn(Exec *exec, uint32_t reg) {
  const Value *value = &exec->registers[reg];
  if (value->tag == VALUE_TENSOR && value->tensor.dtype == RELAX_DATA)
    return &value->tensor;
  execMalformed(exec, "a register holds no value of a data type");
  return NULL;
}

static void setField(const Exec *exec, uint32_t reg, const RelaxTensor *value,
                     uint32_t index) {
  execSetShared(exec, reg, &relaxContainerItems(value)[index]);
}

bool execKeep(Exec *exec, uint32_t reg, RelaxTensor *out) {
  const Value *value = &exec->registers[reg];
  if (value->tag != VALUE_TENSOR)
    return execMalformed(exec, "a register holds no value");
  if (!value->tensor.storage->isArena) {
    relaxStorageRetain(value->tensor.storage);
    relaxTensorCopy(out, &value->tensor);
    return true;
  }
  exec->machine->last.bytesCopied += relaxTensorSize(&value->tensor);
  if (!relaxTensorClone(&value->tensor, out, exec->error))
    return false;
  rehearsalWrite(exec->machine, out,
                 rehearsalKnows(exec->machine, &value->tensor) &&
                     relaxStorageHolds(out->storage));
  return true;
}

/// A new container of the values in `fields`, which `kind` names.
static bool makeContainer(Exec *exec, uint32_t reg, RelaxDType kind,
                          uint32_t tag, const RelaxOperand *fields) {
  RelaxTensor value, *items;
  if (!relaxContainerAllocate(kind, fields->value, &value, &items, exec->error))
    return false;
  if (kind == RELAX_DATA)
    relaxDataSetTag(&value, tag);
  for (uint32_t i = 0; i < fields->value; ++i)
    if (!execKeep(exec, fields->items[i], &items[i])) {
      relaxTensorRelease(&value);
      return false;
    }
  exec->machine->last.resultBytes += value.storage->bytes;
  ++exec->machine->last.resultAllocations;
  Value *place = execPlace(exec, reg);
  place->tag = VALUE_TENSOR;
  relaxTensorCopy(&place->tensor, &value);
  return true;
}

bool execConstruct(Exec *exec, const RelaxInst *inst) {
  return makeContainer(exec, inst->operands[0].value, RELAX_DATA,
                       inst->operands[1].value, &inst->operands[2]);
}

bool execTuple(Exec *exec, const RelaxInst *inst) {
  return makeContainer(exec, inst->operands[0].value, RELAX_SEQUENCE, 0,
                       &inst->operands[1]);
}

bool execTupleGet(Exec *exec, const RelaxInst *inst) {
  const Value *value = &exec->registers[inst->operands[1].value];
  uint32_t index = inst->operands[2].value;
  if (value->tag != VALUE_TENSOR || value->tensor.dtype != RELAX_SEQUENCE ||
      index >= value->tensor.dims[0])
    return execMalformed(exec, "a register holds no tuple with that field");
  setField(exec, inst->operands[0].value, &value->tensor, index);
  return true;
}

bool execIsConstructor(Exec *exec, const RelaxInst *inst) {
  const RelaxTensor *value = dataIn(exec, inst->operands[1].value);
  RelaxTensor result;
  if (!value || !relaxTensorCreate(RELAX_BOOL, 0, NULL, &result, exec->error))
    return false;
  relaxStoreInt(RELAX_BOOL, result.data, 0,
                relaxDataTag(value) == inst->operands[2].value);
  rehearsalWrite(exec->machine, &result, true);
  execSet(exec, inst->operands[0].value,
          (Value){.tag = VALUE_TENSOR, .tensor = result});
  return true;
}

bool execGetField(Exec *exec, const RelaxInst *inst) {
  const RelaxTensor *value = dataIn(exec, inst->operands[1].value);
  uint32_t index = inst->operands[3].value;
  if (!value)
    return false;
  StrRef subject = textOf(exec, &inst->operands[5]);
  StrRef wanted = textOf(exec, &inst->operands[4]);
  int64_t tag = relaxDataTag(value);
  if (tag != inst->operands[2].value)
    return relaxFail(exec->error,
                     "%.*s: expected a value of '@%.*s', got one of "
                     "constructor number %" PRId64,
                     (int)subject.length, subject.data, (int)wanted.length,
                     wanted.data, tag);
  if (index >= value->dims[0])
    return relaxFail(exec->error,
                     "%.*s: field %" PRIu32 ": the value has %" PRId64
                     " fields",
                     (int)subject.length, subject.data, index, value->dims[0]);
  const RelaxTensor *field = &relaxContainerItems(value)[index];
  if (field->dtype == RELAX_DATA) // its fields are next
    __builtin_prefetch(field->data);
  execSetShared(exec, inst->operands[0].value, field);
  return true;
}

bool execSwitch(Exec *exec, const RelaxInst *inst) {
  const RelaxTensor *value = dataIn(exec, inst->operands[0].value);
  const RelaxOperand *targets = &inst->operands[3];
  if (!value)
    return false;
  int64_t tag = relaxDataTag(value);
  if (tag >= targets->value) {
    StrRef subject = textOf(exec, &inst->operands[1]);
    return relaxFail(exec->error,
                     "%.*s: expected one of %" PRIu32
                     " constructors, got number %" PRId64,
                     (int)subject.length, subject.data, targets->value, tag);
  }
  ++exec->machine->last.arms[inst->operands[2].items[tag]];
  exec->frame->pc = targets->items[tag];
  return true;
}
