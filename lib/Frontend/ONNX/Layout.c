//===- Layout.c - ONNX operators that move elements -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Layout.gen.h"
#include "lib/Frontend/ONNX/Operators.h"
#include "lib/Frontend/ONNX/ShapeTensors.h"

#include <inttypes.h>
#include <string.h>

/// Operand 0, whose rank must be known.
static bool rankedOperand(Importer *importer, MlirValue *value,
                          RelaxTensorInfo *info) {
  if (!importOperand(importer, 0, value))
    return false;
  *info = relaxTensorInfoOf(*value);
  return info->ranked ||
         importOperandError(importer, 0, *value, "expected a known rank");
}

//===----------------------------------------------------------------------===//
// Squeeze, Unsqueeze
//===----------------------------------------------------------------------===//

/// Marks the axes of a list, normalised by `rank`; each at most once.
static bool markAxes(Importer *importer, const int64_t *axes, size_t count,
                     int64_t rank, bool *marked) {
  for (size_t i = 0; i < count; ++i) {
    int64_t axis;
    if (!importAxis(importer, axes[i], rank, &axis))
      return false;
    if (marked[axis])
      return importError(importer, "axis %" PRId64 " occurs twice", axis);
    marked[axis] = true;
  }
  return true;
}

/// `axes`: an attribute before version 13, an operand since.
static bool readAxes(Importer *importer, const int64_t **axes, size_t *count,
                     bool *given) {
  bool operand = importer->opset >= 13;
  if (!importOperandCount(importer, 1, operand ? 2 : 1))
    return false;
  if (!operand)
    return importInts(importer, "axes", axes, count, given);
  *given = importHasOperand(importer, 1);
  *count = 0;
  return !*given || importConstantInts(importer, 1, "axes", axes, count);
}

static bool importSqueeze(Importer *importer) {
  MlirValue input;
  RelaxTensorInfo info;
  const int64_t *axes = NULL;
  size_t count = 0;
  bool given = false;
  if (!readAxes(importer, &axes, &count, &given) ||
      !rankedOperand(importer, &input, &info))
    return false;
  bool *dropped = ARENA_ARRAY(importer->arena, bool, info.rank);
  if (!markAxes(importer, axes, count, info.rank, dropped))
    return false;
  int64_t *kept = ARENA_ARRAY(importer->arena, int64_t, info.rank), extent;
  size_t numKept = 0;
  for (intptr_t i = 0; i < info.rank; ++i) {
    bool literal = symAttributeIsConst(info.dims[i], &extent);
    if (!given && !literal)
      return importOperandError(importer, 0, input,
                                "without axes: expected literal extents");
    if (given && dropped[i] && literal && extent != 1)
      return importError(importer, "axis %ld: expected extent 1, got %" PRId64,
                         (long)i, extent);
    if (given ? !dropped[i] : extent != 1)
      kept[numKept++] = i;
  }
  return importReshapeToDims(importer, input, kept, numKept);
}

static bool importUnsqueeze(Importer *importer) {
  MlirValue input;
  RelaxTensorInfo info;
  const int64_t *axes = NULL;
  size_t count = 0;
  bool given = false;
  if (!readAxes(importer, &axes, &count, &given) ||
      !rankedOperand(importer, &input, &info))
    return false;
  if (!given)
    return importError(importer, "expected axes, got none");
  int64_t rank = info.rank + (int64_t)count;
  bool *added = ARENA_ARRAY(importer->arena, bool, rank);
  int64_t *dims = ARENA_ARRAY(importer->arena, int64_t, rank);
  if (!markAxes(importer, axes, count, rank, added))
    return false;
  for (int64_t i = 0, next = 0; i < rank; ++i)
    dims[i] = added[i] ? -1 : next++;
  return importReshapeToDims(importer, input, dims, (size_t)rank);
}

//===----------------------------------------------------------------------===//
// Transpose, Concat
//===----------------------------------------------------------------------===//

static bool importTranspose(Importer *importer) {
  RelaxPermuteDimsArgs args;
  RelaxTensorInfo info;
  const int64_t *axes;
  size_t count;
  bool given;
  if (!importOperandCount(importer, 1, 1) ||
      !importInts(importer, "perm", &axes, &count, &given) ||
      !rankedOperand(importer, &args.input, &info))
    return false;
  int64_t *permutation = ARENA_ARRAY(importer->arena, int64_t, info.rank);
  bool *seen = ARENA_ARRAY(importer->arena, bool, info.rank);
  if (given && count != (size_t)info.rank)
    return importError(importer, "attribute 'perm': expected %ld axes, got %zu",
                       (long)info.rank, count);
  if (given && !markAxes(importer, axes, count, info.rank, seen))
    return false;
  for (intptr_t i = 0; i < info.rank; ++i)
    permutation[i] = !given        ? info.rank - 1 - i
                     : axes[i] < 0 ? axes[i] + info.rank
                                   : axes[i];
  args.axes = importIntsAttribute(importer, permutation, (size_t)info.rank);
  return importResult(
      importer, 0,
      relaxPermuteDimsCreate(importResultLocation(importer, 0), &args));
}

static bool importConcat(Importer *importer) {
  size_t count = importer->node->n_input;
  MlirValue *inputs = ARENA_ARRAY(importer->arena, MlirValue, count);
  const Onnx__AttributeProto *given;
  if (!importOperandCount(importer, 1, SIZE_MAX) ||
      !importAttribute(importer, "axis",
                       ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INT, &given))
    return false;
  if (!given)
    return importError(importer, "attribute 'axis' is missing");
  for (size_t i = 0; i < count; ++i)
    if (!importOperand(importer, i, &inputs[i]))
      return false;
  RelaxTensorInfo info = relaxTensorInfoOf(inputs[0]);
  int64_t axis = given->i;
  if (axis < 0 && !info.ranked)
    return importOperandError(importer, 0, inputs[0],
                              "axis %" PRId64 ": expected a known rank", axis);
  if (info.ranked && !importAxis(importer, axis, info.rank, &axis))
    return false;
  RelaxConcatArgs args = {.numInputs = (intptr_t)count,
                          .inputs = inputs,
                          .axis = mlirIntegerAttrGet(
                              mlirIntegerTypeGet(importer->context, 64), axis)};
  return importResult(
      importer, 0, relaxConcatCreate(importResultLocation(importer, 0), &args));
}

//===----------------------------------------------------------------------===//
// Slice
//===----------------------------------------------------------------------===//

/// One of the lists of Slice: an attribute before version 10, an operand since.
static bool sliceList(Importer *importer, size_t operand, const char *name,
                      const int64_t **values, size_t *count, bool *given) {
  if (importer->opset < 10)
    return importInts(importer, name, values, count, given);
  *given = importHasOperand(importer, operand);
  *count = 0;
  return !*given || importConstantInts(importer, operand, name, values, count);
}

static bool importSlice(Importer *importer) {
  RelaxStridedSliceArgs args;
  RelaxTensorInfo info;
  const int64_t *begins, *ends, *axes, *steps = NULL;
  size_t numBegins, numEnds, numAxes, numSteps = 0;
  bool hasBegins, hasEnds, hasAxes, hasSteps = false;
  bool operands = importer->opset >= 10;
  if (!importOperandCount(importer, operands ? 3 : 1, operands ? 5 : 1) ||
      !sliceList(importer, 1, "starts", &begins, &numBegins, &hasBegins) ||
      !sliceList(importer, 2, "ends", &ends, &numEnds, &hasEnds) ||
      !sliceList(importer, 3, "axes", &axes, &numAxes, &hasAxes) ||
      (operands &&
       !sliceList(importer, 4, "steps", &steps, &numSteps, &hasSteps)) ||
      !rankedOperand(importer, &args.input, &info))
    return false;
  if (numEnds != numBegins || (hasAxes && numAxes != numBegins) ||
      (hasSteps && numSteps != numBegins) || numBegins > (size_t)info.rank)
    return importError(importer,
                       "expected as many starts as ends, axes and steps, at "
                       "most %ld, got %zu, %zu, %zu and %zu",
                       (long)info.rank, numBegins, numEnds,
                       hasAxes ? numAxes : numBegins,
                       hasSteps ? numSteps : numBegins);
  int64_t *allAxes = ARENA_ARRAY(importer->arena, int64_t, numBegins);
  int64_t *allSteps = ARENA_ARRAY(importer->arena, int64_t, numBegins);
  bool *seen = ARENA_ARRAY(importer->arena, bool, info.rank);
  for (size_t i = 0; i < numBegins; ++i) {
    allAxes[i] = hasAxes ? axes[i] : (int64_t)i;
    allSteps[i] = hasSteps ? steps[i] : 1;
    if (allSteps[i] == 0)
      return importError(importer, "steps: expected another number than 0");
  }
  if (!markAxes(importer, allAxes, numBegins, info.rank, seen))
    return false;
  for (size_t i = 0; i < numBegins; ++i)
    allAxes[i] += allAxes[i] < 0 ? info.rank : 0;
  args.axes = importIntsAttribute(importer, allAxes, numBegins);
  args.begins = importIntsAttribute(importer, begins, numBegins);
  args.ends = importIntsAttribute(importer, ends, numBegins);
  args.steps = importIntsAttribute(importer, allSteps, numBegins);
  return importResult(
      importer, 0,
      relaxStridedSliceCreate(importResultLocation(importer, 0), &args));
}

const OnnxOperator onnxLayoutOperators[] = {
    {"Concat", importConcat, 0},       {"Slice", importSlice, 0},
    {"Squeeze", importSqueeze, 0},     {"Transpose", importTranspose, 0},
    {"Unsqueeze", importUnsqueeze, 0}, {NULL, NULL, 0},
};
