//===- MachineDefer.c - calls that wait for others of their kind ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Container.h"
#include "lib/Runtime/MachineState.h"
#include "lib/Runtime/Stack.h"

#include <stdlib.h>
#include <string.h>

bool execLazy(Exec *exec, const RelaxInst *inst) {
  const RelaxOperand *shape = &inst->operands[2];
  RelaxTensor tensor;
  tensor.dtype = (RelaxDType)inst->operands[1].value;
  tensor.rank = (int32_t)shape->value;
  tensor.data = NULL;
  size_t bytes;
  if (!execEvalDims(exec, shape, tensor.dims))
    return false;
  if (!relaxDTypeIsStored(tensor.dtype) ||
      !relaxTensorBytes(tensor.dtype, tensor.rank, tensor.dims, &bytes))
    return execMalformed(exec, "a tensor that is to come has no size");
  tensor.storage = relaxStorageCreateLater(bytes);
  if (!tensor.storage)
    return relaxFail(exec->error, "out of memory");
  Value *value = execPlace(exec, inst->operands[0].value);
  value->tag = VALUE_TENSOR;
  relaxTensorCopy(&value->tensor, &tensor);
  return true;
}

/// The arguments and results of the call, borrowed.
static bool getTensors(Exec *exec, const LaneShapes *shapes,
                       const RelaxOperand *buffers, RelaxTensor **tensors) {
  for (uint32_t i = 0; i < buffers->value; ++i) {
    bool isInput = i < machineLaneInputs(shapes);
    if (!execGetShape(exec, buffers->items[i], &tensors[i]))
      return false;
    const RelaxStorage *storage = tensors[i]->storage;
    if (!relaxDTypeIsStored(tensors[i]->dtype) ||
        (!isInput && (storage->data || storage->deferred)))
      return execMalformed(exec, isInput ? "a register holds no tensor"
                                         : "a result has memory already");
  }
  return true;
}

/// Rows that are joined are as many everywhere, and some argument has them.
static bool haveRows(Exec *exec, const LaneShapes *shapes,
                     RelaxTensor *const *tensors) {
  int64_t rows = -1;
  for (size_t i = 0, e = machineLaneValues(shapes); i < e; ++i) {
    if (!machineHasRows(shapes, i, tensors[i]->rank))
      continue;
    if (tensors[i]->rank == 0 || (rows >= 0 && tensors[i]->dims[0] != rows))
      return execMalformed(exec, "ragged calls have other numbers of rows");
    rows = tensors[i]->dims[0];
  }
  return rows >= 0 ||
         execMalformed(exec, "ragged calls have other numbers of rows");
}

/// Where nobody waits for others.
static bool launchAlone(Exec *exec, const LaneShapes *how,
                        RelaxTensor *const *tensors) {
  RelaxMachine *machine = exec->machine;
  size_t count = machineLaneValues(how);
  LaneShapes shapes = *how;
  shapes.tensors = malloc((count + 1) * sizeof *shapes.tensors);
  for (size_t i = 0; shapes.tensors && i < count; ++i)
    shapes.tensors[i] = *tensors[i];
  Lane *lane = shapes.tensors ? malloc(machineLaneBytes(&shapes)) : NULL;
  if (lane)
    machineLaneFill(lane, &shapes, tensors, machine->running);
  bool good = lane ? machineLaunch(machine, &shapes, &lane, 1, exec->error)
                   : relaxFail(exec->error, "out of memory");
  ++machine->last.batches;
  if (lane)
    machineLaneDrop(&shapes, lane);
  free(lane);
  free(shapes.tensors);
  return good;
}

bool execDefer(Exec *exec, const RelaxInst *inst) {
  RelaxMachine *machine = exec->machine;
  uint32_t index = inst->operands[0].value;
  LaneDepth deeper = {inst->operands[3].value, inst->operands[4].value};
  const RelaxOperand *buffers = &inst->operands[5];
  LaneShapes shapes = {&machine->program->functions[index],
                       inst->operands[1].value, inst->operands[2].value, NULL};
  RelaxTensor **tensors = (RelaxTensor **)machine->buffers;
  if ((shapes.ragged && (!shapes.batched || shapes.function->numParams < 2)) ||
      buffers->value != machineLaneValues(&shapes) || deeper.ghosts > 15 ||
      deeper.phase > 7 || machine->isLaunching ||
      (shapes.batched && machineLaneInputs(&shapes) == 0))
    return execMalformed(exec, "a function cannot be called later");
  if (!getTensors(exec, &shapes, buffers, tensors) ||
      (shapes.ragged && !haveRows(exec, &shapes, tensors)))
    return false;
  ++machine->last.deferred;
  return machine->batch ? machineDefer(machine, index, &shapes, deeper, tensors,
                                       exec->error)
                        : launchAlone(exec, &shapes, tensors);
}

static Settled settle(RelaxTensor *tensor, RelaxError *error) {
  RelaxStorage *storage = tensor->storage;
  if (!tensor->data && !storage->data && relaxStorageParts(storage) &&
      relaxStackIsThere(storage) && !relaxStackJoin(storage, error))
    return VALUE_FAILED;
  if (!tensor->data)
    tensor->data = storage->data;
  return tensor->data ? VALUE_IS_THERE : VALUE_IS_TO_COME;
}

Settled machineSettle(RelaxTensor *value, RelaxError *error) {
  if (!relaxIsContainer(value))
    return settle(value, error);
  // What is deep does not recurse. Items are written although others have them:
  // they are the same before and after.
  size_t count = 0, capacity = 16;
  RelaxTensor **open = malloc(capacity * sizeof *open);
  Settled settled = open ? VALUE_IS_THERE : VALUE_FAILED;
  if (open)
    open[count++] = value;
  while (count > 0 && settled == VALUE_IS_THERE) {
    RelaxTensor *items = open[--count]->data;
    int64_t numItems = open[count]->dims[0];
    for (int64_t i = 0; i < numItems && settled == VALUE_IS_THERE; ++i) {
      if (!relaxIsContainer(&items[i])) {
        if (items[i].storage)
          settled = settle(&items[i], error);
        continue;
      }
      if (count == capacity) {
        RelaxTensor **grown = realloc(open, 2 * capacity * sizeof *open);
        if (!grown) {
          settled = VALUE_FAILED;
          break;
        }
        open = grown;
        capacity *= 2;
      }
      open[count++] = &items[i];
    }
  }
  free(open);
  if (settled == VALUE_FAILED)
    relaxFail(error, "out of memory");
  return settled;
}

bool execForce(Exec *exec, const RelaxInst *inst) {
  Value value;
  valueShareTo(&value, &exec->registers[inst->operands[1].value]);
  if (value.tag != VALUE_TENSOR) {
    valueRelease(&value);
    return execMalformed(exec, "a register holds no tensor");
  }
  Settled settled = machineSettle(&value.tensor, exec->error);
  if (settled == VALUE_IS_THERE) {
    execSet(exec, inst->operands[0].value, value);
    return true;
  }
  valueRelease(&value);
  if (settled == VALUE_FAILED)
    return false;
  if (!exec->machine->batch || exec->machine->isLaunching)
    return execMalformed(exec, "a value is forced that nothing computes");
  exec->frame->pc = exec->start;
  exec->fiber->waits = true;
  return true;
}
