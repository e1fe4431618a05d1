//===- Layout.c - ONNX operators that move elements -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Layout.gen.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Import/Ranks.h"
#include "lib/Frontend/ONNX/Import/ShapeTensors.h"

#include <inttypes.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Squeeze, Unsqueeze
//===----------------------------------------------------------------------===//

/// `axes`: an attribute before version 13, an operand since, which is
/// `computed` where only the run knows it; else null.
static bool readAxes(Importer *importer, MlirValue *computed,
                     const int64_t **axes, size_t *count, bool *given) {
  *computed = (MlirValue){NULL};
  if (importer->opset < 13)
    return importInts(importer, "axes", axes, count, given);
  *given = importHasOperand(importer, 1);
  *count = 0;
  return !*given || (importIsConstant(importer, 1)
                         ? importConstantInts(importer, 1, "axes", axes, count)
                         : importOperand(importer, 1, computed));
}

/// Without axes: which extents are 1 only the run knows, and so the rank.
static bool squeezeUnits(Importer *importer, MlirValue input) {
  MlirValue none;
  return importIntsConstant(importer, NULL, 0, "axes", &none) &&
         importSqueezeComputed(importer, input, none, false);
}

static bool importSqueeze(Importer *importer) {
  MlirValue input, computed;
  RelaxTensorInfo info;
  const int64_t *axes = NULL;
  size_t count;
  bool given;
  if (!importOperand(importer, 0, &input) ||
      !readAxes(importer, &computed, &axes, &count, &given))
    return false;
  if (computed.ptr)
    return importSqueezeComputed(importer, input, computed, false);
  if (!importRankedOperand(importer, &input, &info))
    return false;
  bool *dropped = ARENA_ARRAY(importer->arena, bool, info.rank);
  if (!importMarkAxes(importer, axes, count, info.rank, dropped))
    return false;
  int64_t *kept = ARENA_ARRAY(importer->arena, int64_t, info.rank), extent;
  size_t numKept = 0;
  for (intptr_t i = 0; i < info.rank; ++i) {
    bool literal = symAttributeIsConst(info.dims[i], &extent);
    if (!given && !literal)
      return squeezeUnits(importer, input);
    // What is dropped has to be 1, which only the run may know.
    if (given && dropped[i] &&
        !importEqualDim(importer, &input, i,
                        symConstAttribute(importer->context, 1), input))
      return false;
    if (given && dropped[i] && literal && extent != 1)
      return importError(importer, "axis %ld: expected extent 1, got %" PRId64,
                         (long)i, extent);
    if (given ? !dropped[i] : extent != 1)
      kept[numKept++] = i;
  }
  return importReshapeToDims(importer, input, kept, numKept);
}

static bool importUnsqueeze(Importer *importer) {
  MlirValue input, computed;
  RelaxTensorInfo info;
  const int64_t *axes = NULL;
  size_t count;
  bool given;
  if (!importOperand(importer, 0, &input) ||
      !readAxes(importer, &computed, &axes, &count, &given))
    return false;
  if (computed.ptr)
    return importUnsqueezeComputed(importer, input, computed);
  if (!importRankedOperand(importer, &input, &info))
    return false;
  if (!given)
    return importError(importer, "expected axes, got none");
  int64_t rank = info.rank + (int64_t)count;
  bool *added = ARENA_ARRAY(importer->arena, bool, rank);
  int64_t *dims = ARENA_ARRAY(importer->arena, int64_t, rank);
  if (!importMarkAxes(importer, axes, count, rank, added))
    return false;
  for (int64_t i = 0, next = 0; i < rank; ++i)
    dims[i] = added[i] ? -1 : next++;
  return importReshapeToDims(importer, input, dims, (size_t)rank);
}

//===----------------------------------------------------------------------===//
// Transpose, Concat
//===----------------------------------------------------------------------===//

static bool importTranspose(Importer *importer) {
  RelaxPermuteDimsArgs args = {0};
  RelaxTensorInfo info;
  const int64_t *axes;
  size_t count;
  bool given;
  if (!importInts(importer, "perm", &axes, &count, &given) ||
      !importRankedOperand(importer, &args.input, &info))
    return false;
  int64_t *permutation;
  if (given && count != (size_t)info.rank)
    return importError(importer, "attribute 'perm': expected %ld axes, got %zu",
                       (long)info.rank, count);
  if (!importAxes(importer, given ? axes : NULL, (size_t)info.rank, info.rank,
                  &permutation))
    return false;
  for (intptr_t i = 0; !given && i < info.rank; ++i)
    permutation[i] = info.rank - 1 - i;
  args.axes = importIntsAttribute(importer, permutation, (size_t)info.rank);
  return IMPORT_RESULT(importer, PermuteDims, &args);
}

/// Extents outside of the axis have to be equal: the literal one among them, or
/// that of the first operand.
static bool alignOffAxis(Importer *importer, MlirValue *inputs, size_t count,
                         int64_t axis) {
  RelaxTensorInfo first = relaxTensorInfoOf(inputs[0]);
  for (intptr_t d = 0; d < first.rank; ++d) {
    MlirAttribute wanted = first.dims[d];
    int64_t literal;
    for (size_t i = 1; i < count && d != axis; ++i) {
      RelaxTensorInfo info = relaxTensorInfoOf(inputs[i]);
      if (info.ranked && info.rank == first.rank &&
          !symAttributeIsConst(wanted, &literal) &&
          (symAttributeIsConst(info.dims[d], &literal) ||
           symAttributeIsUnknown(wanted)))
        wanted = info.dims[d];
    }
    MlirValue given = inputs[0];
    for (size_t i = 0; i < count && d != axis; ++i)
      if (relaxTensorInfoOf(inputs[i]).rank == first.rank &&
          !importEqualDim(importer, &inputs[i], d, wanted, given))
        return false;
  }
  return true;
}

static bool importConcat(Importer *importer) {
  size_t count = importer->node->n_input;
  MlirValue *inputs = ARENA_ARRAY(importer->arena, MlirValue, count);
  const Onnx__AttributeProto *given;
  if (!IMPORT_ATTRIBUTE(importer, "axis", INT, &given))
    return false;
  if (!given)
    return importError(importer, "attribute 'axis' is missing");
  for (size_t i = 0; i < count; ++i)
    if (!importOperand(importer, i, &inputs[i]) ||
        !importFindRank(importer, i, &inputs[i]))
      return false;
  RelaxTensorInfo info = relaxTensorInfoOf(inputs[0]);
  int64_t axis = given->i;
  if (axis < 0 && !info.ranked)
    return importOperandError(importer, 0, inputs[0],
                              "axis %" PRId64 ": expected a known rank", axis);
  if (info.ranked && (!importAxis(importer, axis, info.rank, &axis) ||
                      !alignOffAxis(importer, inputs, count, axis)))
    return false;
  RelaxConcatArgs args = {
      .numInputs = (intptr_t)count, .inputs = inputs, .axis = axis};
  return IMPORT_RESULT(importer, Concat, &args);
}

const OnnxOperator onnxLayoutOperators[] = {
    {"Concat", importConcat, .types = ONNX_EVERY, .inputs = {1, SIZE_MAX}},
    {"Squeeze", importSqueeze, .types = ONNX_EVERY, .inputs = {1, 2},
     .alone = 13},
    {"Transpose", importTranspose, .relax = "permute_dims",
     .types = ONNX_EVERY},
    {"Unsqueeze", importUnsqueeze, .types = ONNX_EVERY, .inputs = {1, 2},
     .alone = 13},
    {0},
};
