//===- MachineAxes.c - axes that are values -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineRehearsal.h"

#include <inttypes.h>
#include <string.h>

static bool fail(const Exec *exec, const RelaxOperand *subject,
                 const char *what, int64_t axis, int64_t rank) {
  StrRef text = exec->machine->program->strings[subject->value];
  return relaxFail(exec->error, "%.*s: axis %" PRId64 " is %s %" PRId64,
                   (int)text.length, text.data, axis, what, rank);
}

/// Marks the axes that the tensor in `reg` lists among `rank` dimensions.
static bool markAxes(const Exec *exec, uint32_t reg, int64_t rank,
                     const RelaxOperand *subject, bool *marked,
                     int64_t *count) {
  RelaxTensor *list;
  if (!execGetTensor(exec, reg, &list))
    return false;
  if (!rehearsalKnows(exec->machine, list))
    return rehearsalGiveUp(
        exec, exec->machine->program->strings[subject->value].data);
  if (relaxDTypeIsFloat(list->dtype))
    return execMalformed(exec, "a tensor holds no integers");
  memset(marked, 0, RELAX_MAX_RANK);
  *count = relaxTensorCount(list);
  for (int64_t i = 0; i < *count; ++i) {
    int64_t given = relaxLoadInt(list->dtype, list->data, i);
    if (given < -rank || given >= rank)
      return fail(exec, subject, "out of range for rank", given, rank);
    int64_t axis = given < 0 ? given + rank : given;
    if (marked[axis])
      return fail(exec, subject, "there twice for rank", given, rank);
    marked[axis] = true;
  }
  return true;
}

bool execReducedDim(Exec *exec, const RelaxInst *inst) {
  uint32_t dimension = inst->operands[2].value;
  const RelaxOperand *extents = &inst->operands[3];
  bool marked[RELAX_MAX_RANK];
  int64_t count;
  Value value = {.tag = VALUE_EXTENT, .extent = 1};
  if (extents->value > RELAX_MAX_RANK || dimension >= extents->value)
    return execMalformed(exec, "a tensor has no such dimension");
  if (!markAxes(exec, inst->operands[1].value, extents->value,
                &inst->operands[5], marked, &count))
    return false;
  bool all = count == 0 && !inst->operands[4].value;
  if (!all && !marked[dimension] &&
      !execEvalExtent(exec, extents->items[dimension], &value.extent))
    return false;
  execSet(exec, inst->operands[0].value, value);
  return true;
}

/// The shape without marked dimensions, whose extents are 1, or, with `units`,
/// without all of extent 1.
static bool dropDims(const Exec *exec, const RelaxInst *inst,
                     const RelaxTensor *source, const bool *marked, bool units,
                     int64_t *dims, int32_t *rank) {
  *rank = 0;
  for (int32_t i = 0; i < source->rank; ++i) {
    if (marked[i] && source->dims[i] != 1)
      return fail(exec, &inst->operands[4], "not of extent 1 but of extent", i,
                  source->dims[i]);
    if (!marked[i] && !(units && source->dims[i] == 1))
      dims[(*rank)++] = source->dims[i];
  }
  return true;
}

bool execSqueeze(Exec *exec, const RelaxInst *inst) {
  enum { SQUEEZE, SQUEEZE_NOOP, UNSQUEEZE };
  RelaxTensor *source, *list, result;
  uint32_t mode = inst->operands[3].value;
  bool marked[RELAX_MAX_RANK];
  int64_t dims[RELAX_MAX_RANK], count, wanted;
  int32_t rank;
  if (!execGetTensor(exec, inst->operands[1].value, &source) ||
      !execGetTensor(exec, inst->operands[2].value, &list))
    return false;
  wanted = source->rank + (mode == UNSQUEEZE ? relaxTensorCount(list) : 0);
  if (wanted > RELAX_MAX_RANK)
    return relaxFail(exec->error, "expected a rank of at most %d, got %" PRId64,
                     RELAX_MAX_RANK, wanted);
  if (!markAxes(exec, inst->operands[2].value, wanted, &inst->operands[4],
                marked, &count))
    return false;
  rank = (int32_t)wanted;
  if (mode == UNSQUEEZE)
    for (int32_t i = 0, next = 0; i < rank; ++i)
      dims[i] = marked[i] ? 1 : source->dims[next++];
  else if (!dropDims(exec, inst, source, marked, count == 0 && mode == SQUEEZE,
                     dims, &rank))
    return false;
  if (!relaxTensorReshape(source, rank, dims, &result, exec->error))
    return false;
  execSet(exec, inst->operands[0].value,
          (Value){.tag = VALUE_TENSOR, .tensor = result});
  return true;
}
