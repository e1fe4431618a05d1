//===- ComposeIndices.c - ONNX operators that compute indices -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Ranges, compared or added: the rest is a choice, a gather or a scatter.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Gather.gen.h"
#include "lib/Frontend/ONNX/ComposeLayout.h"
#include "lib/Frontend/ONNX/Operators.h"

#include <inttypes.h>
#include <string.h>

static MlirAttribute axisAttribute(Importer *importer, int64_t axis) {
  return mlirIntegerAttrGet(composeI64(importer), axis);
}

static bool rankedOperand(Importer *importer, size_t index, MlirValue *value,
                          RelaxTensorInfo *info) {
  if (!importOperand(importer, index, value))
    return false;
  *info = relaxTensorInfoOf(*value);
  return info->ranked ||
         importOperandError(importer, index, *value, "expected a known rank");
}

//===----------------------------------------------------------------------===//
// OneHot: where the range of the depth equals the index
//===----------------------------------------------------------------------===//

/// A tensor of one element as a scalar i64.
static MlirValue scalar(Importer *importer, MlirValue x) {
  MlirAttribute one = symConstAttribute(importer->context, 1);
  x = composeCast(importer, x, composeI64(importer));
  if (x.ptr && relaxTensorInfoOf(x).rank == 1)
    x = composeReshape(importer, composeMatch(importer, x, 1, &one, x), 0,
                       NULL);
  return x;
}

static bool importOneHot(Importer *importer) {
  MlirValue indices, values;
  RelaxTensorInfo info;
  int64_t axis;
  MlirAttribute two = symConstAttribute(importer->context, 2);
  if (!importOperandCount(importer, 3, 3) ||
      !importInt(importer, "axis", -1, &axis) ||
      !importRankedOperand(importer, &indices, &info) ||
      !importAxis(importer, axis, info.rank + 1, &axis))
    return false;
  MlirValue depth = scalar(importer, composeOperand(importer, 1));
  if (!depth.ptr || !importOperand(importer, 2, &values))
    return false;
  values = composeMatch(importer, values, 1, &two, values);
  indices = composeCast(importer, indices, composeI64(importer));
  MlirValue zero = composeNumber(importer, 0, indices);
  MlirValue below = composeLess(importer, indices, zero);
  indices = composeWhere(importer, below, composeAdd(importer, indices, depth),
                         indices);
  int64_t *dims = ARENA_ARRAY(importer->arena, int64_t, info.rank + 1);
  for (int64_t i = 0, next = 0; i <= info.rank; ++i)
    dims[i] = i == axis ? -1 : next++;
  indices = composeDims(importer, indices, dims, (size_t)info.rank + 1);
  // Missing leading dimensions broadcast.
  MlirValue range = composeAlong(importer, composeRange(importer, depth), 0,
                                 info.rank + 1 - axis);
  MlirValue is = composeEqual(importer, indices, range);
  return composeResult(
      importer, composeWhere(importer, is, composeElement(importer, values, 1),
                             composeElement(importer, values, 0)));
}

//===----------------------------------------------------------------------===//
// ReverseSequence: element t of the first len is len - 1 - t
//===----------------------------------------------------------------------===//

static bool importReverseSequence(Importer *importer) {
  MlirValue x, lengths;
  RelaxTensorInfo info, count;
  int64_t batch, time;
  if (!importOperandCount(importer, 2, 2) ||
      !importInt(importer, "batch_axis", 1, &batch) ||
      !importInt(importer, "time_axis", 0, &time) ||
      !importRankedOperand(importer, &x, &info) ||
      !rankedOperand(importer, 1, &lengths, &count) ||
      !importAxis(importer, batch, info.rank, &batch) ||
      !importAxis(importer, time, info.rank, &time))
    return false;
  if (batch == time)
    return importError(importer,
                       "attributes 'batch_axis' and 'time_axis': expected "
                       "different axes, got %" PRId64 " twice",
                       batch);
  lengths = composeMatch(importer, lengths, 1, &info.dims[batch], x);
  lengths = composeAlong(importer, lengths, batch, info.rank);
  MlirValue range = composeAlong(importer, composeRangeOf(importer, x, time),
                                 time, info.rank);
  MlirValue one = composeNumber(importer, 1, range);
  MlirValue back =
      composeSubtract(importer, composeSubtract(importer, lengths, one), range);
  MlirValue places = composeWhere(
      importer, composeLess(importer, range, lengths), back, range);
  RelaxGatherElementsArgs args = {
      .input = x,
      .indices = composeBroadcast(importer, places, info.rank, info.dims, x),
      .axis = axisAttribute(importer, time)};
  return args.indices.ptr &&
         importResult(importer, 0,
                      relaxGatherElementsCreate(
                          importResultLocation(importer, 0), &args));
}

//===----------------------------------------------------------------------===//
// TensorScatter: position s of the updates goes to write_indices + s
//===----------------------------------------------------------------------===//

static bool importTensorScatter(Importer *importer) {
  MlirValue cache, updates;
  RelaxTensorInfo info, update;
  int64_t axis;
  const char *mode;
  if (!importOperandCount(importer, 2, 3) ||
      !importInt(importer, "axis", -2, &axis) ||
      !importText(importer, "mode", "linear", &mode) ||
      !importRankedOperand(importer, &cache, &info) ||
      !rankedOperand(importer, 1, &updates, &update) ||
      !importAxis(importer, axis, info.rank, &axis))
    return false;
  bool circular = strcmp(mode, "circular") == 0;
  if (!circular && strcmp(mode, "linear") != 0)
    return importError(
        importer, "attribute 'mode': expected 'linear' or 'circular', got '%s'",
        mode);
  // Only along the axis the updates may have another extent.
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] =
        i == axis && update.rank == info.rank ? update.dims[i] : info.dims[i];
  updates =
      composeMatchBoth(importer, updates, info.rank, dims, updates, cache);
  MlirValue places = composeAlong(
      importer, composeRangeOf(importer, updates, axis), axis, info.rank);
  if (importHasOperand(importer, 2)) {
    MlirValue begins = composeOperand(importer, 2);
    begins = composeCast(importer, begins, composeI64(importer));
    begins = composeMatch(importer, begins, 1, &info.dims[0], cache);
    places = composeAdd(importer, composeAlong(importer, begins, 0, info.rank),
                        places);
  }
  if (circular)
    places = composeMod(
        importer, places,
        composeElement(importer, composeShape(importer, cache), axis));
  RelaxScatterElementsArgs args = {
      .input = cache,
      .indices = composeBroadcast(importer, places, info.rank, dims, updates),
      .updates = updates,
      .axis = axisAttribute(importer, axis)};
  return args.indices.ptr &&
         importResult(importer, 0,
                      relaxScatterElementsCreate(
                          importResultLocation(importer, 0), &args));
}

const OnnxOperator onnxComposedIndicesOperators[] = {
    {"OneHot", importOneHot, 9, "equal, where"},
    {"ReverseSequence", importReverseSequence, 10, "where, gather_elements"},
    {"TensorScatter", importTensorScatter, 24, "scatter_elements"},
    {NULL, NULL, 0, NULL},
};
