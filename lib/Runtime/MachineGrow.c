//===- MachineGrow.c - state that grows or changes in place ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// An instruction that may work in place takes its state out of the register.
// Appending never touches a byte that some tensor sees: rows go behind all that
// the storage holds (`used`), so whoever still has the shorter tensor keeps it.
// Changing rows does: it needs the only reference. Where that is not so, the
// state is copied, and counted, and the values are the same.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineRehearsal.h"

#include <inttypes.h>
#include <string.h>

/// A tensor as rows of chunks: `outer` chunks of `bytes` each; along the axis
/// lies one chunk.
typedef struct Chunks {
  size_t outer, bytes;
} Chunks;

static Chunks chunksOf(const RelaxTensor *tensor, uint32_t axis) {
  Chunks chunks = {1, relaxDTypeBytes(tensor->dtype)};
  for (uint32_t i = 0; i < axis; ++i)
    chunks.outer *= (size_t)tensor->dims[i];
  for (uint32_t i = axis; i < (uint32_t)tensor->rank; ++i)
    chunks.bytes *= (size_t)tensor->dims[i];
  return chunks;
}

static bool rowsFit(const Exec *exec, const RelaxTensor *state,
                    const RelaxTensor *rows, uint32_t axis) {
  bool fit = state->dtype == rows->dtype && state->rank == rows->rank &&
             axis < (uint32_t)state->rank;
  if (!fit)
    return execMalformed(exec, "rows have another type than their state");
  for (uint32_t i = 0; fit && i < (uint32_t)state->rank; ++i)
    fit = i == axis || state->dims[i] == rows->dims[i];
  StrRef name = exec->frame->function->name;
  return fit || relaxFail(exec->error,
                          "function '%.*s': the shape of the rows differs from "
                          "that of their state outside of axis %" PRIu32,
                          (int)name.length, name.data, axis);
}

static bool outOfMemory(const Exec *exec, size_t bytes) {
  StrRef name = exec->frame->function->name;
  return relaxFail(exec->error,
                   "out of memory: %zu bytes for state in function '%.*s'",
                   bytes, (int)name.length, name.data);
}

static void copyBytes(const Exec *exec, void *to, const void *from,
                      size_t bytes) {
  if (!exec->machine->rehearsal) // whose states are not known
    memmove(to, from, bytes);
  exec->machine->last.bytesCopied += bytes;
}

//===----------------------------------------------------------------------===//
// append
//===----------------------------------------------------------------------===//

/// Bytes for a state that has outgrown its storage: what is reserved, else
/// twice what it needs now, so that all growing copies O(final size).
static size_t grownCapacity(size_t needed, size_t reserved) {
  if (needed <= reserved)
    return reserved;
  return needed > SIZE_MAX / 2 ? needed : 2 * needed;
}

/// Bytes of `extent` rows of a state whose rows are its outermost dimension; 0
/// if that is not the case or too large.
static size_t bytesReserved(const RelaxTensor *result, uint32_t axis,
                            int64_t extent) {
  RelaxTensor wanted = *result;
  size_t bytes = 0;
  wanted.dims[axis] = extent;
  return relaxTensorBytes(wanted.dtype, wanted.rank, wanted.dims, &bytes)
             ? bytes
             : 0;
}

/// `result` is the state with its new extents; its storage becomes a larger one
/// that begins with the old elements.
static bool moveToLarger(const Exec *exec, const RelaxTensor *state,
                         RelaxTensor *result, uint32_t axis, size_t capacity) {
  size_t needed = relaxTensorSize(result);
  RelaxStorage *storage = relaxStorageCreate(capacity);
  if (!storage && capacity > needed) // the reserve is a wish
    storage = relaxStorageCreate(capacity = needed);
  if (!storage)
    return outOfMemory(exec, needed);
  execPoison(exec, storage->data, capacity);
  storage->used = needed;
  exec->machine->last.resultBytes += capacity;
  ++exec->machine->last.resultAllocations;
  Chunks from = chunksOf(state, axis), to = chunksOf(result, axis);
  for (size_t i = 0; from.bytes && i < from.outer; ++i)
    copyBytes(exec, (char *)storage->data + i * to.bytes,
              (const char *)state->data + i * from.bytes, from.bytes);
  result->storage = storage;
  result->data = storage->data;
  return true;
}

/// The end of the tensor is the end of what its storage holds, and there is
/// room behind it.
static bool hasRoom(const RelaxTensor *state, size_t bytes) {
  const RelaxStorage *storage = state->storage;
  const char *begin = storage->data,
             *end = (const char *)state->data + relaxTensorSize(state);
  return !storage->isArena && end == begin + storage->used &&
         storage->bytes - storage->used >= bytes;
}

static void writeRows(const Exec *exec, const RelaxTensor *rows,
                      RelaxTensor *result, uint32_t axis, int64_t begin) {
  Chunks from = chunksOf(rows, axis), to = chunksOf(result, axis);
  if (!from.bytes)
    return;
  size_t offset = to.bytes / (size_t)result->dims[axis] * (size_t)begin;
  for (size_t i = 0; i < from.outer; ++i)
    copyBytes(exec, (char *)result->data + i * to.bytes + offset,
              (const char *)rows->data + i * from.bytes, from.bytes);
}

bool execAppend(Exec *exec, const RelaxInst *inst) {
  RelaxTensor *state, *rows;
  uint32_t axis = inst->operands[3].value;
  bool inPlace = inst->operands[4].value;
  int64_t reserve;
  size_t bytes;
  if (!execGetTensor(exec, inst->operands[1].value, &state) ||
      !execGetTensor(exec, inst->operands[2].value, &rows) ||
      !rowsFit(exec, state, rows, axis) ||
      !execEvalExtent(exec, inst->operands[5].value, &reserve))
    return false;
  RelaxTensor result = *state;
  int64_t begin = state->dims[axis];
  if (__builtin_add_overflow(begin, rows->dims[axis], &result.dims[axis]) ||
      !relaxTensorBytes(result.dtype, result.rank, result.dims, &bytes))
    return execMalformed(exec, "the appended state exceeds 64 bits");
  size_t more = relaxTensorSize(rows);
  bool outermost = chunksOf(state, axis).outer == 1;
  if (inPlace && outermost && hasRoom(state, more)) {
    result.storage->used += more;
    relaxStorageRetain(result.storage);
  } else {
    size_t capacity =
        inPlace && outermost && !execIsLimited(exec)
            ? grownCapacity(bytes, bytesReserved(&result, axis, reserve))
            : bytes;
    if (!moveToLarger(exec, state, &result, axis, capacity))
      return false;
  }
  writeRows(exec, rows, &result, axis, begin);
  rehearsalWrite(exec->machine, &result, false);
  if (inPlace)
    valueRelease(&exec->registers[inst->operands[1].value]);
  execSet(exec, inst->operands[0].value,
          (Value){.tag = VALUE_TENSOR, .tensor = result});
  return true;
}

//===----------------------------------------------------------------------===//
// update
//===----------------------------------------------------------------------===//

static bool positionFits(const Exec *exec, const RelaxTensor *state,
                         const RelaxTensor *rows, uint32_t axis,
                         const RelaxTensor *position, int64_t *begin) {
  if (position->dtype != RELAX_I64 || relaxTensorCount(position) != 1)
    return execMalformed(exec, "a position is no single i64");
  *begin = 0;
  if (!rehearsalKnows(exec->machine, position))
    return true;
  *begin = relaxLoadInt(RELAX_I64, position->data, 0);
  if (*begin >= 0 && *begin <= state->dims[axis] &&
      rows->dims[axis] <= state->dims[axis] - *begin)
    return true;
  StrRef name = exec->frame->function->name;
  return relaxFail(exec->error,
                   "function '%.*s': 'relax.update_slice': rows from %" PRId64
                   " on: expected at most %" PRId64 " in all, got %" PRId64,
                   (int)name.length, name.data, *begin, state->dims[axis],
                   rows->dims[axis]);
}

/// Nobody else sees the elements.
static bool isSole(const RelaxTensor *state) {
  const RelaxStorage *storage = state->storage;
  return storage->refs == 1 && !storage->isArena && !storage->release;
}

bool execUpdate(Exec *exec, const RelaxInst *inst) {
  RelaxTensor *state, *rows, *position;
  uint32_t axis = inst->operands[4].value, source = inst->operands[1].value;
  bool inPlace = inst->operands[5].value;
  int64_t begin;
  if (!execGetTensor(exec, source, &state) ||
      !execGetTensor(exec, inst->operands[2].value, &rows) ||
      !execGetTensor(exec, inst->operands[3].value, &position) ||
      !rowsFit(exec, state, rows, axis) ||
      !positionFits(exec, state, rows, axis, position, &begin))
    return false;
  RelaxTensor result = *state, from = *rows;
  if (inPlace && isSole(state))
    exec->registers[source].tag = VALUE_NONE; // `result` has its reference
  else if (!moveToLarger(exec, state, &result, axis, relaxTensorSize(state)))
    return false;
  writeRows(exec, &from, &result, axis, begin);
  rehearsalWrite(exec->machine, &result, false);
  if (inPlace)
    valueRelease(&exec->registers[source]);
  execSet(exec, inst->operands[0].value,
          (Value){.tag = VALUE_TENSOR, .tensor = result});
  return true;
}
