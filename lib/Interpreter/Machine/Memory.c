//===- Memory.c - storages, tensors, kernels, state -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Nothing is done in place: `in_place` gives leave, and reference mode does
// without. What is killed in a storage counts as never written.
//
//===----------------------------------------------------------------------===//

#include "dialects/VM/Program.gen.h"
#include "dialects/VM/State.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Interpreter/Machine/Instructions.h"

#include <inttypes.h>
#include <string.h>

static bool storage(EvalStep *step) {
  int64_t bytes;
  if (!machineEval(step, 0, bridgeInherent(step->op, "bytes"), &bytes))
    return false;
  if (bytes < 0)
    return relaxFail(step->error, "expected bytes >= 0, got %" PRId64, bytes);
  return evalUndefinedTensor(RELAX_U8, 1, &bytes, &step->results[0],
                             step->error);
}

static bool view(EvalStep *step) {
  int64_t offset, dims[RELAX_MAX_RANK];
  int32_t rank;
  RelaxDType dtype;
  return machineEval(step, 1, vmViewGetOffset(step->op), &offset) &&
         machineExtents(step, 1, vmViewGetDims(step->op), &rank, dims) &&
         machineDType(step, &dtype) &&
         relaxTensorView(step->operands[0]->storage, offset, dtype, rank, dims,
                         &step->results[0], step->error);
}

static bool copy(EvalStep *step) {
  const RelaxTensor *to = step->operands[0], *from = step->operands[1];
  if (!evalMustBeWritten(from, "operand 1", step->error))
    return false;
  if (to->dtype != from->dtype || relaxTensorSize(to) != relaxTensorSize(from))
    return relaxFail(step->error, "a copy between tensors of two types");
  memmove(to->data, from->data, relaxTensorSize(from));
  evalSetKnown(to, true);
  evalShowValue(step, vmCopyGetTo(step->op), to);
  return true;
}

bool machineUndefined(EvalStep *step, MlirAttribute exprs) {
  int64_t dims[RELAX_MAX_RANK];
  int32_t rank;
  RelaxDType dtype;
  return machineExtents(step, 0, exprs, &rank, dims) &&
         machineDType(step, &dtype) &&
         evalUndefinedTensor(dtype, rank, dims, &step->results[0], step->error);
}

static bool alloc(EvalStep *step) {
  return machineUndefined(step, vmAllocGetDims(step->op));
}

static bool integers(EvalStep *step) {
  MlirAttribute values = vmIntegersGetValues(step->op);
  int64_t count = mlirArrayAttrGetNumElements(values);
  if (!evalCreate(step, RELAX_I64, 1, &count))
    return false;
  int64_t *elements = step->results[0].data;
  for (int64_t i = 0; i < count; ++i)
    if (!machineEval(step, 0, mlirArrayAttrGetElement(values, i), &elements[i]))
      return false;
  return true;
}

static bool constant(EvalStep *step) {
  return evalConstant(step, vmConstantGetValue(step->op));
}

/// Reference mode keeps no limit: it is the machine's word.
static bool memoryLimit(EvalStep *step) {
  (void)step;
  return true;
}

static bool memoryLevel(EvalStep *step) {
  int64_t level;
  return evalMemoryLevel(step, vmMemoryLevelGetLevels(step->op), &level) &&
         machineSetExtent(step, level);
}

static bool reshape(EvalStep *step) {
  int64_t dims[RELAX_MAX_RANK];
  int32_t rank;
  return machineExtents(step, 1, vmReshapeGetDims(step->op), &rank, dims) &&
         relaxTensorReshape(step->operands[0], rank, dims, &step->results[0],
                            step->error);
}

static bool row(EvalStep *step) {
  const RelaxTensor *input = step->operands[0], *index = step->operands[1];
  int64_t rows = input->dims[0];
  int64_t given = relaxLoadInt(index->dtype, index->data, 0);
  int64_t place = given < 0 ? given + rows : given;
  StrRef subject = vmRowGetSubject(step->op);
  if (place < 0 || place >= rows)
    return relaxFail(step->error,
                     "%.*s: index %" PRId64 " is outside of %" PRId64 " rows",
                     (int)subject.length, subject.data, given, rows);
  size_t bytes = relaxTensorSize(input) / (size_t)rows;
  int64_t offset = (char *)input->data - (char *)input->storage->data;
  return relaxTensorView(input->storage, offset + place * (int64_t)bytes,
                         input->dtype, input->rank - 1, input->dims + 1,
                         &step->results[0], step->error);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static bool kernel(EvalStep *step) {
  intptr_t buffers = vmKernelGetNumBuffers(step->op);
  MlirAttribute symbols = vmKernelGetSymbols(step->op);
  intptr_t count = mlirArrayAttrGetNumElements(symbols);
  int64_t *values = ARENA_ARRAY(step->arena, int64_t, count + 1);
  bool *fresh = ARENA_ARRAY(step->arena, bool, buffers + 1);
  bool good = true;
  for (intptr_t i = 0; i < buffers; ++i) {
    RelaxError unwritten = {0};
    fresh[i] = !evalMustBeWritten(step->operands[i], "", &unwritten);
    relaxErrorFree(&unwritten);
  }
  for (intptr_t i = 0; good && i < count; ++i)
    good = machineEval(step, buffers, mlirArrayAttrGetElement(symbols, i),
                       &values[i]);
  StrRef name = strRefFromMlir(
      mlirFlatSymbolRefAttrGetValue(vmKernelGetCallee(step->op)));
  good = good && progCall(step->frame, name, step->operands, buffers,
                          (MlirAttribute){NULL}, values, step->error);
  // What it has filled has become a value now.
  for (intptr_t i = 0; good && i < buffers; ++i)
    if (fresh[i])
      evalShowValue(step, vmKernelGetBuffers(step->op, i), step->operands[i]);
  return good;
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

/// Bytes of the part of a tensor that follows one position along `axis`.
static size_t bytesBehind(const RelaxTensor *tensor, int64_t axis) {
  size_t bytes = relaxDTypeBytes(tensor->dtype);
  for (int32_t i = (int32_t)axis + 1; i < tensor->rank; ++i)
    bytes *= (size_t)tensor->dims[i];
  return bytes;
}

static size_t numBefore(const RelaxTensor *tensor, int64_t axis) {
  size_t count = 1;
  for (int64_t i = 0; i < axis; ++i)
    count *= (size_t)tensor->dims[i];
  return count;
}

static bool sameElsewhere(EvalStep *step, int64_t axis) {
  const RelaxTensor *state = step->operands[0], *rows = step->operands[1];
  bool agree = rows->rank == state->rank && axis < state->rank;
  for (int32_t i = 0; agree && i < state->rank; ++i)
    agree = i == axis || rows->dims[i] == state->dims[i];
  return agree || relaxFail(step->error,
                            "the shape of the rows differs from that of the "
                            "state outside of axis %" PRId64,
                            axis);
}

static bool append(EvalStep *step) {
  const RelaxTensor *state = step->operands[0], *rows = step->operands[1];
  int64_t axis = vmAppendGetAxis(step->op);
  int64_t dims[RELAX_MAX_RANK];
  if (!sameElsewhere(step, axis))
    return false;
  memcpy(dims, state->dims, sizeof dims);
  dims[axis] += rows->dims[axis];
  if (!evalCreate(step, state->dtype, state->rank, dims))
    return false;
  size_t unit = bytesBehind(state, axis);
  size_t old = unit * (size_t)state->dims[axis];
  size_t more = unit * (size_t)rows->dims[axis];
  char *to = step->results[0].data;
  for (size_t i = 0, e = numBefore(state, axis); i < e; ++i) {
    memcpy(to + i * (old + more), (char *)state->data + i * old, old);
    memcpy(to + i * (old + more) + old, (char *)rows->data + i * more, more);
  }
  return true;
}

static bool update(EvalStep *step) {
  const RelaxTensor *state = step->operands[0], *rows = step->operands[1];
  int64_t axis = vmUpdateGetAxis(step->op);
  const RelaxTensor *at = step->operands[2];
  int64_t position = relaxLoadInt(at->dtype, at->data, 0);
  if (!sameElsewhere(step, axis))
    return false;
  if (position < 0 || position > state->dims[axis] ||
      rows->dims[axis] > state->dims[axis] - position)
    return relaxFail(step->error,
                     "rows from %" PRId64 " on: expected at most %" PRId64
                     " in all, got %" PRId64,
                     position, state->dims[axis], rows->dims[axis]);
  if (!relaxTensorClone(state, &step->results[0], step->error))
    return false;
  size_t unit = bytesBehind(state, axis);
  size_t line = unit * (size_t)state->dims[axis];
  size_t part = unit * (size_t)rows->dims[axis];
  char *to = step->results[0].data;
  for (size_t i = 0, e = numBefore(state, axis); i < e; ++i)
    memcpy(to + i * line + unit * (size_t)position,
           (char *)rows->data + i * part, part);
  return true;
}

const EvalEntry evalMachineMemory[] = {{"vm.storage", storage, NULL},
                                       {"vm.file_storage", storage, NULL},
                                       {"vm.copy", copy, NULL},
                                       {"vm.view", view, NULL},
                                       {"vm.alloc", alloc, NULL},
                                       {"vm.integers", integers, NULL},
                                       {"vm.constant", constant, NULL},
                                       {"vm.kill", evalKill, NULL},
                                       {"vm.evict", evalEvict, NULL},
                                       {"vm.memory_level", memoryLevel, NULL},
                                       {"vm.reshape", reshape, NULL},
                                       {"vm.row", row, NULL},
                                       {"vm.kernel", kernel, NULL},
                                       {"vm.append", append, NULL},
                                       {"vm.update", update, NULL},
                                       {"vm.memory_limit", memoryLimit, NULL},
                                       {NULL, NULL, NULL}};
