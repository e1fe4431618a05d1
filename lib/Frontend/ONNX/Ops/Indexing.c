//===- Indexing.c - ONNX operators that take parts of tensors -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Import/ShapeTensors.h"

#include <inttypes.h>

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
  RelaxStridedSliceArgs args = {0};
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
  int64_t *allAxes;
  int64_t *allSteps = ARENA_ARRAY(importer->arena, int64_t, numBegins);
  for (size_t i = 0; i < numBegins; ++i) {
    allSteps[i] = hasSteps ? steps[i] : 1;
    if (allSteps[i] == 0)
      return importError(importer, "steps: expected another number than 0");
  }
  if (!importAxes(importer, hasAxes ? axes : NULL, numBegins, info.rank,
                  &allAxes))
    return false;
  args.axes = importIntsAttribute(importer, allAxes, numBegins);
  args.begins = importIntsAttribute(importer, begins, numBegins);
  args.ends = importIntsAttribute(importer, ends, numBegins);
  args.steps = importIntsAttribute(importer, allSteps, numBegins);
  return IMPORT_RESULT(importer, StridedSlice, &args);
}

/// A vector has that length, which the run checks where its type does not say
/// it; `given` has the symbols of `length`.
static bool hasLength(Importer *importer, MlirAttribute length, MlirValue given,
                      MlirValue *vector) {
  if (!symAttributeIsUnknown(relaxTensorInfoOf(*vector).dims[0]))
    return importEqualDim(importer, vector, 0, length, given);
  *vector = composeMatch(importer, *vector, 1, &length, given);
  return vector->ptr;
}

/// An operand of Slice as a vector of i64. Exporters of TensorFlow's graphs
/// give a number for one axis, which ONNX Runtime takes, too.
static bool sliceOperand(Importer *importer, size_t index, const char *suffix,
                         MlirValue *value) {
  const int64_t one = -1; // a new dimension
  if (!importOperand(importer, index, value) ||
      !importCastTo(importer, *value, importI64(importer),
                    importHelperLocation(importer, suffix), value))
    return false;
  RelaxTensorInfo info = relaxTensorInfoOf(*value);
  if (info.ranked && info.rank == 0)
    *value = composeDims(importer, *value, &one, 1);
  return value->ptr;
}

/// Vectors beside `begins` have its length, which the run checks where it is
/// not known.
static bool sameLength(Importer *importer, size_t index, MlirValue begins,
                       MlirValue *value) {
  RelaxTensorInfo first = relaxTensorInfoOf(begins);
  RelaxTensorInfo info = relaxTensorInfoOf(*value);
  if (!info.ranked || info.rank != 1)
    return importOperandError(importer, index, *value, "expected a vector");
  return hasLength(importer, first.dims[0], begins, value);
}

/// begin, begin + step, ... as many as `like` has.
static bool numbersLike(Importer *importer, MlirValue like, int64_t begin,
                        int64_t step, const char *suffix, MlirValue *numbers) {
  RelaxIotaArgs args = {.numGiven = 1,
                        .given = &like,
                        .begin = symConstAttribute(importer->context, begin),
                        .step = symConstAttribute(importer->context, step),
                        .resultType = mlirValueGetType(like)};
  return IMPORT_HELPER(importer, suffix, Iota, &args, numbers);
}

/// Operand `index` beside `begins`, or those numbers where it is not given.
static bool vectorLike(Importer *importer, size_t index, MlirValue begins,
                       int64_t begin, int64_t step, const char *suffix,
                       MlirValue *vector) {
  return importHasOperand(importer, index)
             ? sliceOperand(importer, index, suffix, vector) &&
                   sameLength(importer, index, begins, vector)
             : numbersLike(importer, begins, begin, step, suffix, vector);
}

/// Literal axes, if there are any: those that are given, or, of begins of a
/// literal length, the first ones. `*count` -1: they have to be computed.
static bool literalAxes(Importer *importer, MlirValue begins, int64_t rank,
                        int64_t **axes, int64_t *count) {
  const int64_t *given = NULL;
  size_t numGiven;
  RelaxTensorInfo info = relaxTensorInfoOf(begins);
  if (!info.ranked || info.rank != 1)
    return importOperandError(importer, 1, begins, "expected a vector");
  *count = -1;
  if (importIsConstant(importer, 3)) {
    if (!importConstantInts(importer, 3, "axes", &given, &numGiven))
      return false;
    *count = (int64_t)numGiven;
  } else if (importHasOperand(importer, 3) ||
             !symAttributeIsConst(info.dims[0], count)) {
    *count = -1;
    return true;
  }
  if (*count > rank)
    return importError(importer,
                       "expected at most %" PRId64 " axes, got %" PRId64, rank,
                       *count);
  return importAxes(importer, given, (size_t)*count, rank, axes);
}

static bool importComputedSlice(Importer *importer) {
  RelaxDynamicSliceArgs args = {0};
  RelaxTensorInfo info;
  int64_t *axes = NULL, count;
  if (!importRankedOperand(importer, &args.input, &info) ||
      !sliceOperand(importer, 1, "begins", &args.begins) ||
      !sliceOperand(importer, 2, "ends", &args.ends) ||
      !(importIsConstant(importer, 3) || // then their number is known
        importBindOpen(importer, "begins", &args.begins)) ||
      !literalAxes(importer, args.begins, info.rank, &axes, &count))
    return false;
  if (count >= 0 &&
      !hasLength(importer, symConstAttribute(importer->context, count),
                 args.begins, &args.begins))
    return false;
  if (!sameLength(importer, 2, args.begins, &args.ends) ||
      !vectorLike(importer, 4, args.begins, 1, 0, "steps", &args.steps) ||
      (count < 0 &&
       !vectorLike(importer, 3, args.begins, 0, 1, "along", &args.along)))
    return false;
  if (count < 0) { // any of them
    count = info.rank;
    importAxes(importer, NULL, (size_t)count, count, &axes);
  }
  MlirAttribute *dims = importDims(importer, info);
  for (int64_t i = 0; i < count; ++i)
    dims[axes[i]] = symUnknownAttribute(importer->context);
  args.axes = importIntsAttribute(importer, axes, (size_t)count);
  args.resultType = relaxTensorTypeOf(info.elementType, info.rank, dims);
  return IMPORT_RESULT(importer, DynamicSlice, &args);
}

static bool importSlice(Importer *importer) {
  bool operands = importer->opset >= 10, literal = true;
  for (size_t i = 1; operands && i < 5; ++i)
    literal &= !importHasOperand(importer, i) || importIsConstant(importer, i);
  return literal ? importLiteralSlice(importer) : importComputedSlice(importer);
}

const OnnxOperator onnxIndexingOperators[] = {
    {"Slice", importSlice, .relax = "strided_slice, dynamic_slice",
     .types = ONNX_EVERY, .inputs = {3, 5}, .alone = 10},
    {0},
};
