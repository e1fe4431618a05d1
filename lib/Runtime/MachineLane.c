//===- MachineLane.c - a call that was deferred ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Its arguments and results, and the numbers that ragged calls have behind
// them.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineState.h"

#include <string.h>

size_t machineLaneValues(const LaneShapes *shapes) {
  return (size_t)shapes->numInputs + shapes->function->numResults;
}

int32_t machineJoined(const LaneShapes *shapes, size_t value, int32_t rank) {
  const RelaxFunction *function = shapes->function;
  if (!shapes->numRows)
    return 0;
  return rank + 1 -
         (value < shapes->numInputs
              ? function->params[value].rank
              : function->results[value - shapes->numInputs].rank);
}

/// Numbers of ragged calls, and one for each value.
static size_t numNumbers(const LaneShapes *shapes) {
  return shapes->numRows ? (size_t)shapes->numExtents + shapes->numRows +
                               machineLaneValues(shapes)
                         : 0;
}

const int64_t *machineLaneNumbers(const LaneShapes *shapes, const Lane *lane) {
  return (const int64_t *)&lane->values[machineLaneValues(shapes)];
}

int64_t machineLaneRows(const LaneShapes *shapes, const Lane *lane,
                        size_t value) {
  return shapes->numRows
             ? machineLaneNumbers(
                   shapes, lane)[shapes->numExtents + shapes->numRows + value]
             : 1;
}

size_t machineLaneBytes(const LaneShapes *shapes) {
  return sizeof(Lane) + machineLaneValues(shapes) * sizeof(LaneValue) +
         numNumbers(shapes) * sizeof(int64_t);
}

/// The numbers, and the products of the dimensions that are joined.
static void setNumbers(const LaneShapes *shapes, RelaxTensor *const *tensors,
                       const int64_t *numbers, Lane *lane) {
  size_t count = machineLaneValues(shapes),
         given = (size_t)shapes->numExtents + shapes->numRows;
  int64_t *own = (int64_t *)&lane->values[count];
  memcpy(own, numbers, given * sizeof *own);
  for (size_t i = 0; i < count; ++i) {
    int64_t rows = 1;
    int32_t joined = machineJoined(shapes, i, tensors[i]->rank);
    for (int32_t d = 0; d < joined; ++d)
      rows *= tensors[i]->dims[d];
    own[given + i] = rows;
  }
}

void machineLaneFill(Lane *lane, const LaneShapes *shapes,
                     RelaxTensor *const *tensors, const int64_t *numbers,
                     size_t call) {
  *lane = (Lane){.call = call};
  for (size_t i = 0, e = machineLaneValues(shapes); i < e; ++i)
    lane->values[i] =
        (LaneValue){relaxStorageRetain(tensors[i]->storage), tensors[i]->data};
  if (shapes->numRows)
    setNumbers(shapes, tensors, numbers, lane);
}

void machineLaneDrop(const LaneShapes *shapes, Lane *lane) {
  for (size_t i = 0, e = machineLaneValues(shapes); i < e; ++i)
    relaxStorageRelease(lane->values[i].storage);
}
