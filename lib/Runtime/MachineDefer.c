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
    bool isInput = i < shapes->numInputs;
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

/// Each value has a dimension for the lanes in the function, or some that are
/// one there.
static bool haveRows(Exec *exec, const LaneShapes *shapes,
                     RelaxTensor *const *tensors) {
  for (size_t i = 0, e = machineLaneValues(shapes); i < e; ++i) {
    int32_t joined = machineJoined(shapes, i, tensors[i]->rank);
    int64_t rows = 1;
    bool good = joined >= 0 && joined <= tensors[i]->rank;
    for (int32_t d = 0; good && d < joined; ++d)
      good = !__builtin_mul_overflow(rows, tensors[i]->dims[d], &rows);
    if (!good)
      return execMalformed(exec, "ragged calls have other numbers of rows");
  }
  return true;
}

/// Where nobody waits for others.
static bool launchAlone(Exec *exec, const LaneShapes *how,
                        RelaxTensor *const *tensors, const int64_t *numbers) {
  RelaxMachine *machine = exec->machine;
  size_t count = machineLaneValues(how);
  LaneShapes shapes = *how;
  shapes.tensors = malloc((count + 1) * sizeof *shapes.tensors);
  for (size_t i = 0; shapes.tensors && i < count; ++i)
    shapes.tensors[i] = *tensors[i];
  Lane *lane = shapes.tensors ? malloc(machineLaneBytes(&shapes)) : NULL;
  if (lane)
    machineLaneFill(lane, &shapes, tensors, numbers, machine->running);
  bool good = lane ? machineLaunch(machine, &shapes, &lane, 1, exec->error)
                   : relaxFail(exec->error, "out of memory");
  ++machine->last.batches;
  if (lane)
    machineLaneDrop(&shapes, lane);
  free(lane);
  free(shapes.tensors);
  return good;
}

/// Parameters behind the arguments are what ragged calls have there.
static bool canDefer(const LaneShapes *shapes, uint32_t buffers) {
  uint32_t params = shapes->function->numParams,
           results = shapes->function->numResults, inputs = buffers - results,
           tables = shapes->numExtents + shapes->numRows;
  if (buffers < results || inputs > params)
    return false;
  if (!shapes->numRows)
    return inputs == params && !shapes->numExtents &&
           (inputs || !shapes->batched);
  return shapes->batched && inputs &&
         (params - inputs == tables || params - inputs == tables + 1);
}

bool execDefer(Exec *exec, const RelaxInst *inst) {
  RelaxMachine *machine = exec->machine;
  uint32_t index = inst->operands[0].value;
  LaneDepth deeper = {inst->operands[2].value, inst->operands[3].value};
  const RelaxOperand *buffers = &inst->operands[4],
                     *extents = &inst->operands[5], *rows = &inst->operands[6];
  LaneShapes shapes = {.function = &machine->program->functions[index],
                       .batched = inst->operands[1].value,
                       .numExtents = extents->value,
                       .numRows = rows->value};
  RelaxTensor **tensors = (RelaxTensor **)machine->buffers;
  if (!canDefer(&shapes, buffers->value) || deeper.ghosts > 15 ||
      deeper.phase > 7 || machine->isLaunching)
    return execMalformed(exec, "a function cannot be called later");
  shapes.numInputs = buffers->value - shapes.function->numResults;
  int64_t few[8], *numbers = few;
  size_t count = (size_t)extents->value + rows->value;
  if (count > sizeof few / sizeof *few)
    numbers = malloc(count * sizeof *numbers);
  bool good = (numbers || relaxFail(exec->error, "out of memory")) &&
              getTensors(exec, &shapes, buffers, tensors) &&
              (!rows->value || haveRows(exec, &shapes, tensors)) &&
              execEvalDims(exec, extents, numbers) &&
              execEvalDims(exec, rows, numbers + extents->value);
  machine->last.deferred += good;
  good =
      good && (machine->batch ? machineDefer(machine, index, &shapes, deeper,
                                             tensors, numbers, exec->error)
                              : launchAlone(exec, &shapes, tensors, numbers));
  if (numbers != few)
    free(numbers);
  return good;
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
