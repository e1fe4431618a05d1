//===- Checks.c - extents, and what is said of them -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/VM/ComputedAxes.gen.h"
#include "dialects/VM/ControlFlow.gen.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Interpreter/Machine/Instructions.h"
#include "lib/Runtime/Container.h"

#include <inttypes.h>

static bool failAbout(EvalStep *step, StrRef subject, StrBuf *message) {
  relaxFail(step->error, "%.*s%s", (int)subject.length, subject.data,
            strBufText(message));
  strBufFree(message);
  return false;
}

static bool checkTensor(EvalStep *step) {
  MlirAttribute rank = vmCheckTensorGetRank(step->op);
  MlirType type = mlirValueGetType(vmCheckTensorGetTensor(step->op));
  const char *subject =
      arenaCopyString(step->arena, vmCheckTensorGetSubject(step->op)).data;
  const RelaxTensor *tensor = step->operands[0];
  bool good =
      rank.ptr != NULL || evalCheckKind(type, tensor, subject, step->error);
  if (rank.ptr && tensor->rank != mlirIntegerAttrGetValueInt(rank))
    good = relaxFail(step->error, "%s: expected rank %" PRId64 ", got %" PRId32,
                     subject, mlirIntegerAttrGetValueInt(rank), tensor->rank);
  return good;
}

static bool dim(EvalStep *step) {
  int64_t axis = vmDimGetAxis(step->op);
  const RelaxTensor *tensor = step->operands[0];
  return axis < tensor->rank
             ? machineSetExtent(step, tensor->dims[axis])
             : relaxFail(step->error, "a tensor has no dimension %" PRId64,
                         axis);
}

static bool isExtent(EvalStep *step, const RelaxTensor *tensor,
                     int64_t expected) {
  int64_t axis = vmCheckDimGetAxis(step->op);
  if (relaxIsContainer(tensor)) {
    for (int64_t i = 0; i < tensor->dims[0]; ++i)
      if (!isExtent(step, &relaxContainerItems(tensor)[i], expected))
        return false;
    return true;
  }
  if (axis < tensor->rank && tensor->dims[axis] == expected)
    return true;
  StrBuf message = {0};
  strBufAppendFormat(
      &message, ", dimension %" PRId64 ": expected %" PRId64 ", got %" PRId64,
      axis, expected, axis < tensor->rank ? tensor->dims[axis] : -1);
  return failAbout(step, vmCheckDimGetSubject(step->op), &message);
}

static bool checkDim(EvalStep *step) {
  int64_t expected;
  return machineEval(step, 1, vmCheckDimGetExpected(step->op), &expected) &&
         isExtent(step, step->operands[0], expected);
}

/// Facts that are not for always hold by the program's promise; here they are
/// looked at as well, unless somebody asks for what compiled code does.
static bool checkFact(EvalStep *step) {
  if (!vmCheckFactGetAlways(step->op) && step->frame->interpreter->trustsFacts)
    return true;
  EvalFrame frame = machineSymbols(step, 0);
  MlirAttribute fact = vmCheckFactGetFact(step->op);
  MlirAttribute facts =
      mlirArrayAttrGet(mlirOperationGetContext(step->op), 1, &fact);
  const char *subject =
      arenaCopyString(frame.arena, vmCheckFactGetSubject(step->op)).data;
  bool good = evalCheckFacts(&frame, facts, subject, step->error);
  evalFrameRelease(&frame);
  return good;
}

static bool broadcastDim(EvalStep *step) {
  int64_t dims[RELAX_MAX_RANK], extent = 1;
  int32_t count;
  if (!machineExtents(step, 0, vmBroadcastDimGetExtents(step->op), &count,
                      dims))
    return false;
  for (int32_t i = 0; i < count; ++i) {
    if (dims[i] == 1 || dims[i] == extent)
      continue;
    if (extent == 1) {
      extent = dims[i];
      continue;
    }
    StrBuf message = {0};
    strBufAppendFormat(&message,
                       ": extents do not broadcast in dimension %" PRId64
                       ": %" PRId64 " and %" PRId64,
                       vmBroadcastDimGetDimension(step->op), extent, dims[i]);
    return failAbout(step, vmBroadcastDimGetSubject(step->op), &message);
  }
  return machineSetExtent(step, extent);
}

static bool loadExtent(EvalStep *step) {
  const RelaxTensor *tensor = step->operands[0];
  int64_t element = vmLoadExtentGetElement(step->op);
  StrBuf message = {0};
  if (element >= relaxTensorCount(tensor)) {
    strBufAppendFormat(
        &message, ": expected more than %" PRId64 " elements, got %" PRId64,
        element, relaxTensorCount(tensor));
    return failAbout(step, vmLoadExtentGetSubject(step->op), &message);
  }
  int64_t extent = relaxLoadInt(tensor->dtype, tensor->data, element);
  if (extent >= 0)
    return machineSetExtent(step, extent);
  strBufAppendFormat(
      &message, ", element %" PRId64 ": expected an extent >= 0, got %" PRId64,
      element, extent);
  return failAbout(step, vmLoadExtentGetSubject(step->op), &message);
}

//===----------------------------------------------------------------------===//
// Axes that are values
//===----------------------------------------------------------------------===//

/// Marks the axes among `rank` dimensions; none mean all, with `noop` none.
static bool markAxes(EvalStep *step, const RelaxTensor *list, bool noop,
                     int64_t rank, StrRef subject, bool *marked) {
  int64_t count = relaxTensorCount(list);
  for (int64_t i = 0; i < rank; ++i)
    marked[i] = count == 0 && !noop;
  for (int64_t i = 0; i < count; ++i) {
    int64_t given = relaxLoadInt(list->dtype, list->data, i);
    int64_t axis = given < 0 ? given + rank : given;
    StrBuf message = {0};
    if (axis < 0 || axis >= rank)
      strBufAppendFormat(&message,
                         ": axis %" PRId64 " is out of range for rank %" PRId64,
                         given, rank);
    else if (marked[axis])
      strBufAppendFormat(&message,
                         ": axis %" PRId64 " is there twice for rank %" PRId64,
                         given, rank);
    if (message.length)
      return failAbout(step, subject, &message);
    marked[axis] = true;
  }
  return true;
}

static bool reducedDim(EvalStep *step) {
  int64_t dims[RELAX_MAX_RANK];
  int32_t rank;
  bool marked[RELAX_MAX_RANK];
  int64_t dimension = vmReducedDimGetDimension(step->op);
  return machineExtents(step, 1, vmReducedDimGetExtents(step->op), &rank,
                        dims) &&
         markAxes(step, step->operands[0], vmReducedDimGetNoop(step->op), rank,
                  vmReducedDimGetSubject(step->op), marked) &&
         machineSetExtent(step, marked[dimension] ? 1 : dims[dimension]);
}

/// Dimensions of extent 1 go, or come at the axes.
static bool squeeze(EvalStep *step) {
  const RelaxTensor *input = step->operands[0], *axes = step->operands[1];
  bool inserts = vmSqueezeGetInserts(step->op);
  bool noop = vmSqueezeGetNoop(step->op);
  bool every = !inserts && !noop && relaxTensorCount(axes) == 0;
  int64_t rank = input->rank + (inserts ? relaxTensorCount(axes) : 0);
  int64_t dims[RELAX_MAX_RANK];
  bool marked[RELAX_MAX_RANK];
  int32_t count = 0, from = 0;
  if (rank > RELAX_MAX_RANK)
    return relaxFail(step->error, "expected a rank of at most %d, got %" PRId64,
                     RELAX_MAX_RANK, rank);
  if (!markAxes(step, axes, true, rank, vmSqueezeGetSubject(step->op), marked))
    return false;
  for (int64_t i = 0; i < rank; ++i) {
    if (inserts) {
      dims[count++] = marked[i] ? 1 : input->dims[from++];
      continue;
    }
    if (marked[i] && input->dims[i] != 1) {
      StrBuf message = {0};
      strBufAppendFormat(&message,
                         ", dimension %" PRId64 ": expected 1, got %" PRId64, i,
                         input->dims[i]);
      return failAbout(step, vmSqueezeGetSubject(step->op), &message);
    }
    if (!marked[i] && !(every && input->dims[i] == 1))
      dims[count++] = input->dims[i];
  }
  return relaxTensorReshape(input, count, dims, &step->results[0], step->error);
}

const EvalEntry evalMachineChecks[] = {{"vm.check_tensor", checkTensor, NULL},
                                       {"vm.dim", dim, NULL},
                                       {"vm.check_dim", checkDim, NULL},
                                       {"vm.check_fact", checkFact, NULL},
                                       {"vm.broadcast_dim", broadcastDim, NULL},
                                       {"vm.load_extent", loadExtent, NULL},
                                       {"vm.reduced_dim", reducedDim, NULL},
                                       {"vm.squeeze", squeeze, NULL},
                                       {NULL, NULL, NULL}};
