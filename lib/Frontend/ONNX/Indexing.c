//===- Indexing.c - ONNX operators that take parts of tensors -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Slice.h"
#include "lib/Frontend/ONNX/Operators.h"

#include <inttypes.h>

static bool importGather(Importer *importer) {
  RelaxTakeArgs args;
  RelaxTensorInfo info;
  int64_t axis;
  if (!importOperandCount(importer, 2, 2) ||
      !importInt(importer, "axis", 0, &axis) ||
      !importRankedOperand(importer, &args.input, &info) ||
      !importOperand(importer, 1, &args.indices) ||
      !importAxis(importer, axis, info.rank, &axis))
    return false;
  args.axis =
      mlirIntegerAttrGet(mlirIntegerTypeGet(importer->context, 64), axis);
  return importResult(
      importer, 0, relaxTakeCreate(importResultLocation(importer, 0), &args));
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

static bool importLiteralSlice(Importer *importer) {
  RelaxStridedSliceArgs args;
  RelaxTensorInfo info;
  const int64_t *begins, *ends, *axes, *steps = NULL;
  size_t numBegins, numEnds, numAxes, numSteps = 0;
  bool hasBegins, hasEnds, hasAxes, hasSteps = false;
  bool operands = importer->opset >= 10;
  if (!sliceList(importer, 1, "starts", &begins, &numBegins, &hasBegins) ||
      !sliceList(importer, 2, "ends", &ends, &numEnds, &hasEnds) ||
      !sliceList(importer, 3, "axes", &axes, &numAxes, &hasAxes) ||
      (operands &&
       !sliceList(importer, 4, "steps", &steps, &numSteps, &hasSteps)) ||
      !importRankedOperand(importer, &args.input, &info))
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
  if (!importMarkAxes(importer, allAxes, numBegins, info.rank, seen))
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

/// An operand of Slice as a vector of i64.
static bool sliceOperand(Importer *importer, size_t index, const char *suffix,
                         MlirValue *value) {
  return importOperand(importer, index, value) &&
         importCastTo(importer, *value,
                      mlirIntegerTypeGet(importer->context, 64),
                      importHelperLocation(importer, suffix), value);
}

/// The number of a computed slice's axes: of `axes`, or of the begins.
static bool countAxes(Importer *importer, MlirValue begins,
                      const int64_t **axes, size_t *count) {
  RelaxTensorInfo info = relaxTensorInfoOf(begins);
  int64_t length;
  if (importHasOperand(importer, 3))
    return importConstantInts(importer, 3, "axes", axes, count);
  if (!info.ranked || info.rank != 1 ||
      !symAttributeIsConst(info.dims[0], &length) || length > IMPORT_MAX_RANK)
    return importOperandError(importer, 1, begins,
                              "expected starts of literal extent");
  int64_t *all = ARENA_ARRAY(importer->arena, int64_t, length);
  for (int64_t i = 0; i < length; ++i)
    all[i] = i;
  *axes = all;
  *count = (size_t)length;
  return true;
}

static bool importComputedSlice(Importer *importer) {
  RelaxDynamicSliceArgs args = {0};
  RelaxTensorInfo info;
  const int64_t *axes;
  size_t count;
  if (!importRankedOperand(importer, &args.input, &info) ||
      !sliceOperand(importer, 1, "begins", &args.begins) ||
      !sliceOperand(importer, 2, "ends", &args.ends) ||
      !countAxes(importer, args.begins, &axes, &count))
    return false;
  bool *seen = ARENA_ARRAY(importer->arena, bool, info.rank);
  int64_t *sorted = ARENA_ARRAY(importer->arena, int64_t, count);
  int64_t *ones = ARENA_ARRAY(importer->arena, int64_t, count);
  if (!importMarkAxes(importer, axes, count, info.rank, seen))
    return false;
  for (size_t i = 0; i < count; ++i) {
    sorted[i] = axes[i] < 0 ? axes[i] + info.rank : axes[i];
    ones[i] = 1;
  }
  if (importHasOperand(importer, 4)
          ? !sliceOperand(importer, 4, "steps", &args.steps)
          : !importIntsConstant(importer, ones, count, "steps", &args.steps))
    return false;
  args.axes = importIntsAttribute(importer, sorted, count);
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = seen[i] ? symUnknownAttribute(importer->context) : info.dims[i];
  args.resultType = relaxTensorTypeOf(info.elementType, info.rank, dims);
  return importResult(
      importer, 0,
      relaxDynamicSliceCreate(importResultLocation(importer, 0), &args));
}

static bool importSlice(Importer *importer) {
  bool operands = importer->opset >= 10, literal = true;
  if (!importOperandCount(importer, operands ? 3 : 1, operands ? 5 : 1))
    return false;
  for (size_t i = 1; operands && i < 5; ++i)
    literal &= i == 3 || !importHasOperand(importer, i) ||
               importIsConstant(importer, i);
  return literal ? importLiteralSlice(importer) : importComputedSlice(importer);
}

//===----------------------------------------------------------------------===//
// Split
//===----------------------------------------------------------------------===//

/// Since version 18 the last part may be smaller: that needs a literal extent.
static bool unevenSizes(Importer *importer, RelaxTensorInfo info, int64_t axis,
                        int64_t parts, const int64_t **sizes) {
  int64_t extent;
  if (!symAttributeIsConst(info.dims[axis], &extent) || extent % parts == 0)
    return true; // equal parts, checked when the extent is known
  int64_t whole = extent / parts + 1;
  int64_t *list = ARENA_ARRAY(importer->arena, int64_t, parts);
  for (int64_t i = 0; i < parts; ++i)
    list[i] = whole;
  list[parts - 1] = extent - (parts - 1) * whole;
  *sizes = list;
  return list[parts - 1] >= 0 ||
         importError(importer,
                     "expected an extent of %" PRId64 " parts, got %" PRId64,
                     parts, extent);
}

static bool importSplit(Importer *importer) {
  RelaxSplitArgs args = {0};
  RelaxTensorInfo info;
  int64_t axis, parts = (int64_t)importer->node->n_output, declared;
  const int64_t *sizes = NULL;
  size_t numSizes = 0;
  bool given = false, operand = importer->opset >= 13;
  if (!importOperandCount(importer, 1, operand ? 2 : 1) ||
      !importInt(importer, "axis", 0, &axis) ||
      !importInt(importer, "num_outputs", parts, &declared) ||
      !importRankedOperand(importer, &args.input, &info) ||
      !importAxis(importer, axis, info.rank, &axis) ||
      (!operand && !importInts(importer, "split", &sizes, &numSizes, &given)) ||
      (importHasOperand(importer, 1) &&
       !importConstantInts(importer, 1, "split", &sizes, &numSizes)))
    return false;
  int64_t wanted = sizes ? (int64_t)numSizes : declared;
  if (wanted != parts)
    return importError(importer,
                       "expected as many outputs as parts, got %" PRId64
                       " for %" PRId64,
                       parts, wanted);
  if (!sizes && importer->opset >= 18 &&
      !unevenSizes(importer, info, axis, parts, &sizes))
    return false;
  args.axis =
      mlirIntegerAttrGet(mlirIntegerTypeGet(importer->context, 64), axis);
  if (sizes)
    args.sizes = importIntsAttribute(importer, sizes, (size_t)parts);
  RelaxDims dims = {importer->location, "relax.split", importer->arena, SYM_OK};
  MlirType *types = ARENA_ARRAY(importer->arena, MlirType, parts);
  for (int64_t i = 0; i < parts; ++i)
    types[i] = relaxSplitPartType(&dims, info, axis, args.sizes, parts, i);
  args.numResultsTypes = (intptr_t)parts;
  args.resultsTypes = types;
  return importResults(
      importer, relaxSplitCreate(importResultLocation(importer, 0), &args));
}

const OnnxOperator onnxIndexingOperators[] = {
    {"Gather", importGather, 0},
    {"Slice", importSlice, 0},
    {"Split", importSplit, 0},
    {NULL, NULL, 0},
};
