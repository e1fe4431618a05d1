//===- Selection.c - ONNX operators whose extents depend on values --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The extent gets a symbol of the operation's own, with what is known of it.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Selection.gen.h"
#include "lib/Frontend/ONNX/Import/ComposeLayout.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

#include <inttypes.h>
#include <math.h>

/// The product of some dimensions, or `?`.
static MlirAttribute product(Importer *importer, RelaxTensorInfo info,
                             intptr_t first) {
  RelaxDims dims = relaxDimsMake(importer->location, "", importer->arena);
  SymExpr total = relaxDimsConst(&dims, 1);
  for (intptr_t i = first; i < info.rank; ++i)
    total = relaxDimsMul(&dims, total, relaxDimsOf(&dims, info.dims[i]));
  return info.ranked && dims.status == SYM_OK
             ? relaxDimsAttribute(&dims, total)
             : symUnknownAttribute(importer->context);
}

static bool importUnique(Importer *importer) {
  RelaxUniqueArgs args = {0};
  const Onnx__AttributeProto *axis;
  int64_t sorted;
  if (!importInt(importer, "sorted", 1, &sorted) ||
      !IMPORT_ATTRIBUTE(importer, "axis", INT, &axis) ||
      !importOperand(importer, 0, &args.input))
    return false;
  RelaxTensorInfo info = relaxTensorInfoOf(args.input);
  MlirAttribute count = product(importer, info, 0);
  MlirAttribute found = importBoundSymbol(importer, &args.binds);
  MlirType values = relaxTensorTypeOf(info.elementType, 1, &found);
  if (axis) {
    int64_t index = axis->i;
    if (!importRankedOperand(importer, &args.input, &info) ||
        !importAxis(importer, index, info.rank, &index))
      return false;
    MlirAttribute *dims = importDimsWith(importer, info, index, found);
    count = info.dims[index];
    values = relaxTensorTypeOf(info.elementType, info.rank, dims);
    args.axis = mlirIntegerAttrGet(importI64(importer), index);
  }
  MlirType places = relaxTensorTypeOf(importI64(importer), 1, &found);
  MlirType types[] = {values, places,
                      relaxTensorTypeOf(importI64(importer), 1, &count),
                      places};
  args.facts = importAtMost(importer, found, count);
  if (!sorted)
    args.unsorted = true;
  args.numResultsTypes = 4;
  args.resultsTypes = types;
  return IMPORT_RESULTS(importer, Unique, &args);
}

static bool importNonZero(Importer *importer) {
  RelaxNonzeroArgs args = {0};
  RelaxTensorInfo info;
  if (!importRankedOperand(importer, &args.input, &info))
    return false;
  MlirAttribute dims[] = {symConstAttribute(importer->context, info.rank),
                          importBoundSymbol(importer, &args.binds)};
  args.facts = importAtMost(importer, dims[1], product(importer, info, 0));
  args.resultType = relaxTensorTypeOf(importI64(importer), 2, dims);
  return IMPORT_RESULT(importer, Nonzero, &args);
}

/// Without an axis all elements in row-major order.
static bool importCompress(Importer *importer) {
  RelaxCompressArgs args = {0};
  RelaxTensorInfo info;
  const Onnx__AttributeProto *axis;
  if (!IMPORT_ATTRIBUTE(importer, "axis", INT, &axis) ||
      !importRankedOperand(importer, &args.input, &info) ||
      !importOperand(importer, 1, &args.condition))
    return false;
  MlirAttribute found = importBoundSymbol(importer, &args.binds);
  args.resultType = relaxTensorTypeOf(info.elementType, 1, &found);
  if (axis) {
    int64_t index = axis->i;
    if (!importAxis(importer, index, info.rank, &index))
      return false;
    MlirAttribute *dims = importDimsWith(importer, info, index, found);
    args.axis = mlirIntegerAttrGet(importI64(importer), index);
    args.resultType = relaxTensorTypeOf(info.elementType, info.rank, dims);
  }
  RelaxTensorInfo condition = relaxTensorInfoOf(args.condition);
  if (condition.ranked && condition.rank == 1)
    args.facts = importAtMost(importer, found, condition.dims[0]);
  return IMPORT_RESULT(importer, Compress, &args);
}

/// A constant k is a literal extent; else shape deduction looks for it.
/// The number of elements, an attribute before version 10; `*known` is -1 where
/// only the run knows it.
static bool readTopK(Importer *importer, MlirValue *k, int64_t *known) {
  const int64_t *values = NULL;
  size_t count = 0;
  *known = -1;
  if (importer->opset < 10) {
    if (!importInt(importer, "k", -1, known))
      return false;
    if (*known < 0)
      return importError(
          importer, "attribute 'k': expected at least 0, got %" PRId64, *known);
    *k = composeInts(importer, known, 1);
    return k->ptr != NULL;
  }
  if (!importOperand(importer, 1, k) ||
      (importIsConstant(importer, 1) &&
       !importConstantInts(importer, 1, "K", &values, &count)))
    return false;
  if (count == 1 && values[0] >= 0)
    *known = values[0];
  return true;
}

static bool importTopK(Importer *importer) {
  RelaxTopKArgs args = {0};
  RelaxTensorInfo info;
  int64_t axis, largest = 1, sorted = 1, k;
  bool chooses = importer->opset >= 11;
  if (!importInt(importer, "axis", -1, &axis) ||
      (chooses && (!importInt(importer, "largest", 1, &largest) ||
                   !importInt(importer, "sorted", 1, &sorted))) ||
      !importRankedOperand(importer, &args.input, &info) ||
      !importAxis(importer, axis, info.rank, &axis) ||
      !readTopK(importer, &args.k, &k))
    return false;
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = i != axis ? info.dims[i]
              : k >= 0  ? symConstAttribute(importer->context, k)
                        : symUnknownAttribute(importer->context);
  args.axis = axis;
  if (!largest)
    args.smallest = true;
  args.valuesType = relaxTensorTypeOf(info.elementType, info.rank, dims);
  args.indicesType = relaxTensorTypeOf(importI64(importer), info.rank, dims);
  return IMPORT_RESULTS(importer, TopK, &args);
}

/// Operand `index`, or a scalar of what ONNX says for an absent one.
static bool scalarOperand(Importer *importer, size_t index, MlirType type,
                          double absent, const char *suffix, MlirValue *value) {
  static const int64_t none = 0;
  if (importHasOperand(importer, index))
    return importOperand(importer, index, value);
  return mlirTypeIsAInteger(type)
             ? importIntsConstant(importer, &none, 1, suffix, value)
             : importFloatScalar(importer, type, absent, suffix, value);
}

static bool importNonMaxSuppression(Importer *importer) {
  RelaxNonMaxSuppressionArgs args = {0};
  int64_t centers;
  MlirType f32 = mlirF32TypeGet(importer->context);
  if (!importInt(importer, "center_point_box", 0, &centers) ||
      !importOperand(importer, 0, &args.boxes) ||
      !importOperand(importer, 1, &args.scores) ||
      !scalarOperand(importer, 2, importI64(importer), 0, "limit",
                     &args.limit) ||
      !scalarOperand(importer, 3, f32, 0, "overlap", &args.overlap) ||
      // Below every score: an absent threshold filters nothing.
      !scalarOperand(importer, 4, f32, (double)-INFINITY, "threshold",
                     &args.threshold))
    return false;
  // What the types do not say of the shapes is checked by the run.
  MlirAttribute four = symConstAttribute(importer->context, 4);
  if (relaxTensorInfoOf(args.boxes).rank == 3 &&
      relaxTensorInfoOf(args.scores).rank == 3 &&
      (!importEqualDim(importer, &args.boxes, 2, four, args.boxes) ||
       !importEqualDims(importer, &args.boxes, 0, &args.scores, 0) ||
       !importEqualDims(importer, &args.boxes, 1, &args.scores, 2)))
    return false;
  RelaxTensorInfo scores = relaxTensorInfoOf(args.scores);
  MlirAttribute dims[] = {importBoundSymbol(importer, &args.binds),
                          symConstAttribute(importer->context, 3)};
  args.facts = importAtMost(importer, dims[0], product(importer, scores, 0));
  if (centers)
    args.centers = true;
  args.resultType = relaxTensorTypeOf(importI64(importer), 2, dims);
  return IMPORT_RESULT(importer, NonMaxSuppression, &args);
}

const OnnxOperator onnxSelectionOperators[] = {
    {"Compress", importCompress, .since = 9, .types = ONNX_EVERY,
     .inputs = {2, 2}},
    {"NonMaxSuppression", importNonMaxSuppression, .since = 10,
     .types = ONNX_F32, .inputs = {2, 5}},
    {"NonZero", importNonZero, .since = 9, .relax = "nonzero",
     .types = ONNX_NUMBERS | ONNX_BOOL | ONNX_STRING},
    {"TopK", importTopK, .types = ONNX_NUMBERS, .inputs = {2, 2}, .alone = 10},
    {"Unique", importUnique, .since = 11,
     .types = ONNX_NUMBERS | ONNX_BOOL | ONNX_STRING},
    {0},
};
