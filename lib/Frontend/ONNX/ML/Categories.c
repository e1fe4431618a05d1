//===- Categories.c - categories of ai.onnx.ml ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/String.gen.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/ML/Linear.h"

#include <inttypes.h>
#include <string.h>

static const Onnx__AttributeProto *readTexts(Importer *importer, bool *good) {
  const Onnx__AttributeProto *texts = NULL;
  *good = IMPORT_ATTRIBUTE(importer, "cats_strings", STRINGS, &texts);
  return texts && texts->n_strings ? texts : NULL;
}

//===----------------------------------------------------------------------===//
// CategoryMapper
//===----------------------------------------------------------------------===//

/// From texts to integers, or back, as the input's elements say.
static bool importCategoryMapper(Importer *importer) {
  RelaxLookupArgs args = {0};
  const int64_t *numbers;
  size_t count;
  int64_t integer;
  const char *text;
  bool given, good;
  const Onnx__AttributeProto *texts = readTexts(importer, &good);
  if (!good || !importOperand(importer, 0, &args.input) ||
      !importInts(importer, "cats_int64s", &numbers, &count, &given) ||
      !importInt(importer, "default_int64", -1, &integer) ||
      !importText(importer, "default_string", "_Unused", &text))
    return false;
  size_t numTexts = texts ? texts->n_strings : 0;
  if (numTexts != count)
    return importError(importer,
                       "attributes 'cats_strings' and 'cats_int64s': expected "
                       "as many, got %zu and %zu",
                       numTexts, count);
  bool fromTexts = relaxIsStringType(relaxTensorInfoOf(args.input).elementType);
  ProtobufCBinaryData bytes = {strlen(text), (uint8_t *)text};
  intptr_t size = (intptr_t)count;
  MlirAttribute strings =
      importTextElements(importer, size, texts ? texts->strings : NULL);
  MlirAttribute integers = importIntElements(importer, size, numbers);
  return importElementsConstant(importer, fromTexts ? strings : integers,
                                "keys", &args.keys) &&
         importElementsConstant(importer, fromTexts ? integers : strings,
                                "values", &args.values) &&
         importElementsConstant(importer,
                                fromTexts
                                    ? importIntElements(importer, -1, &integer)
                                    : importTextElements(importer, -1, &bytes),
                                "default", &args.otherwise) &&
         IMPORT_RESULT(importer, Lookup, &args);
}

//===----------------------------------------------------------------------===//
// OneHotEncoder
//===----------------------------------------------------------------------===//

/// Rows of the unit matrix; with a row of zeros behind them if an element may
/// be of no category. Otherwise such an element takes a row that is not there,
/// which the run reports.
static MlirValue unitRows(Importer *importer, size_t count, bool zeros) {
  size_t rows = count + zeros;
  float *all = ARENA_ARRAY(importer->arena, float, rows *count);
  for (size_t i = 0; i < count; ++i)
    all[i * count + i] = 1;
  return linearConstant(importer, (LinearFloats){all, rows * count}, rows);
}

static bool importOneHotEncoder(Importer *importer) {
  enum { MAX_CATEGORIES = 1 << 12 };
  RelaxLookupArgs args = {0};
  const int64_t *numbers;
  size_t numNumbers;
  int64_t zeros;
  bool given, good;
  const Onnx__AttributeProto *texts = readTexts(importer, &good);
  if (!good || !importOperand(importer, 0, &args.input) ||
      !importInts(importer, "cats_int64s", &numbers, &numNumbers, &given) ||
      !importInt(importer, "zeros", 1, &zeros))
    return false;
  size_t count = texts ? texts->n_strings : numNumbers;
  if ((texts != NULL) == (numNumbers > 0) || count > MAX_CATEGORIES)
    return importError(importer,
                       "expected 1 to %d categories in 'cats_strings' or in "
                       "'cats_int64s', got %zu and %zu",
                       MAX_CATEGORIES, texts ? texts->n_strings : 0,
                       numNumbers);
  bool isText = relaxIsStringType(relaxTensorInfoOf(args.input).elementType);
  if (isText != (texts != NULL))
    return importOperandError(importer, 0, args.input,
                              "expected elements of the categories' type");
  GraphBuilder *g = importBuilder(importer);
  if (!isText)
    args.input = graphCast(g, args.input, importI64(importer));
  int64_t *places = ARENA_ARRAY(importer->arena, int64_t, count);
  for (size_t i = 0; i < count; ++i)
    places[i] = (int64_t)i;
  intptr_t size = (intptr_t)count;
  int64_t none = size;
  MlirValue row;
  return args.input.ptr &&
         importElementsConstant(
             importer,
             isText ? importTextElements(importer, size, texts->strings)
                    : importIntElements(importer, size, numbers),
             "keys", &args.keys) &&
         importElementsConstant(importer,
                                importIntElements(importer, size, places),
                                "places", &args.values) &&
         importElementsConstant(importer,
                                importIntElements(importer, -1, &none), "none",
                                &args.otherwise) &&
         IMPORT_HELPER(importer, "row", Lookup, &args, &row) &&
         composeResult(
             importer,
             graphTake(g, unitRows(importer, count, zeros != 0), row, 0));
}

//===----------------------------------------------------------------------===//
// FeatureVectorizer
//===----------------------------------------------------------------------===//

/// Operand `index` as f32 [rows, `columns`]: the first ones, or with zeros
/// behind them. A vector is one row.
static MlirValue columnsOf(Importer *importer, size_t index, int64_t columns) {
  static const int64_t row[] = {-1, 0};
  GraphBuilder *g = importBuilder(importer);
  MlirValue x = composeOperand(importer, index), none = {NULL};
  if (!x.ptr)
    return x;
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  if (!info.ranked || info.rank < 1 || info.rank > 2) {
    importOperandError(importer, index, x, "expected rank 1 or 2");
    return none;
  }
  x = graphCast(g, info.rank == 1 ? graphView(g, x, 2, row) : x,
                mlirF32TypeGet(importer->context));
  int64_t own;
  MlirAttribute extent = symConstAttribute(importer->context, columns);
  if (!symAttributeIsConst(info.dims[info.rank - 1], &own))
    return importEqualDim(importer, &x, 1, extent, x) ? x : none;
  if (own >= columns)
    return own > columns ? graphSlice(g, x, 1, 0, columns, 1) : x;
  MlirAttribute zero = symConstAttribute(importer->context, 0);
  MlirAttribute low[] = {zero, zero};
  MlirAttribute dims[] = {relaxTensorInfoOf(x).dims[0], extent};
  return graphPad(g, x, 2, low, dims);
}

static bool importFeatureVectorizer(Importer *importer) {
  const int64_t *sizes;
  size_t count, inputs = importer->node->n_input;
  bool given;
  if (!importInts(importer, "inputdimensions", &sizes, &count, &given))
    return false;
  if (count != inputs)
    return importError(importer,
                       "attribute 'inputdimensions': expected one for each of "
                       "%zu inputs, got %zu",
                       inputs, count);
  MlirValue *parts = ARENA_ARRAY(importer->arena, MlirValue, count);
  for (size_t i = 0; i < count; ++i) {
    if (sizes[i] < 0)
      return importError(importer,
                         "attribute 'inputdimensions': expected at least 0, "
                         "got %" PRId64,
                         sizes[i]);
    parts[i] = columnsOf(importer, i, sizes[i]);
    if (!parts[i].ptr || !importEqualDims(importer, &parts[i], 0, parts, 0))
      return false;
  }
  return composeResult(importer, graphConcatAll(importBuilder(importer), parts,
                                                (intptr_t)count, 1));
}

const OnnxOperator onnxCategoryOperators[] = {
    {"CategoryMapper", importCategoryMapper, .since = 1, .relax = "lookup",
     .types = ONNX_I64 | ONNX_STRING},
    {"FeatureVectorizer", importFeatureVectorizer, .since = 1,
     .relax = "cast, concat", .types = ONNX_FEATURES, .inputs = {1, SIZE_MAX}},
    {"OneHotEncoder", importOneHotEncoder, .since = 1, .relax = "lookup, take",
     .types = ONNX_FEATURES | ONNX_STRING},
    {0},
};
