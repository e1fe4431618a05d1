//===- String.c - ONNX operators on texts ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/String.gen.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

#include <string.h>

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static MlirAttribute textAttribute(Importer *importer, const char *text) {
  return mlirStringAttrGet(importer->context,
                           mlirStringRefCreateFromCString(text));
}

static MlirAttribute intAttribute(Importer *importer, int64_t value) {
  return mlirIntegerAttrGet(mlirIntegerTypeGet(importer->context, 64), value);
}

/// A list of texts; null if absent.
static bool importTexts(Importer *importer, const char *name,
                        MlirAttribute *out) {
  const Onnx__AttributeProto *given;
  *out = (MlirAttribute){NULL};
  if (!importAttribute(importer, name,
                       ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__STRINGS, &given))
    return false;
  if (!given)
    return true;
  MlirAttribute *texts =
      ARENA_ARRAY(importer->arena, MlirAttribute, given->n_strings);
  for (size_t i = 0; i < given->n_strings; ++i)
    texts[i] = mlirStringAttrGet(
        importer->context,
        mlirStringRefCreate((const char *)given->strings[i].data,
                            given->strings[i].len));
  *out = mlirArrayAttrGet(importer->context, (intptr_t)given->n_strings, texts);
  return true;
}

/// A list of integers; null if absent.
static bool importIntList(Importer *importer, const char *name,
                          MlirAttribute *out) {
  const int64_t *values;
  size_t count;
  bool given;
  if (!importInts(importer, name, &values, &count, &given))
    return false;
  *out = given ? importIntsAttribute(importer, values, count)
               : (MlirAttribute){NULL};
  return true;
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

static bool importStringConcat(Importer *importer) {
  RelaxStringConcatArgs args = {0};
  return importOperand(importer, 0, &args.lhs) &&
         importOperand(importer, 1, &args.rhs) &&
         importAlign(importer, &args.lhs, &args.rhs) &&
         IMPORT_RESULT(importer, StringConcat, &args);
}

static bool importRegexFullMatch(Importer *importer) {
  RelaxRegexFullMatchArgs args = {0};
  const char *pattern;
  if (!importText(importer, "pattern", "", &pattern) ||
      !importOperand(importer, 0, &args.input))
    return false;
  args.pattern = strRefFromC(pattern);
  return IMPORT_RESULT(importer, RegexFullMatch, &args);
}

static bool importStringSplit(Importer *importer) {
  RelaxStringSplitArgs args = {0};
  RelaxTensorInfo info;
  const char *delimiter;
  const Onnx__AttributeProto *limit;
  if (!importText(importer, "delimiter", "", &delimiter) ||
      !importAttribute(importer, "maxsplit",
                       ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INT, &limit) ||
      !importRankedOperand(importer, &args.input, &info))
    return false;
  if (*delimiter)
    args.delimiter = textAttribute(importer, delimiter);
  if (limit)
    args.max_splits = intAttribute(importer, limit->i);
  MlirAttribute *dims =
      ARENA_ARRAY(importer->arena, MlirAttribute, info.rank + 1);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = info.dims[i];
  dims[info.rank] = importBoundSymbol(importer, &args.binds);
  args.partsType = relaxTensorTypeOf(info.elementType, info.rank + 1, dims);
  args.countsType = relaxTensorTypeOf(mlirIntegerTypeGet(importer->context, 64),
                                      info.rank, info.dims);
  return importResults(importer, relaxStringSplitCreate(
                                     importResultLocation(importer, 0), &args));
}

/// ONNX writes the case in capitals. Its locale only chooses tables that say
/// the same of all letters that have one of the other case.
static bool importStringNormalizer(Importer *importer) {
  static const char *const cases[][2] = {
      {"LOWER", "lower"}, {"UPPER", "upper"}, {"NONE", "none"}};
  RelaxStringNormalizeArgs args = {0};
  RelaxTensorInfo info;
  const char *to, *locale;
  if (!importText(importer, "case_change_action", "NONE", &to) ||
      !importBool(importer, "is_case_sensitive", false, &args.case_sensitive) ||
      !importText(importer, "locale", "", &locale) ||
      !importTexts(importer, "stopwords", &args.stop_words) ||
      !importRankedOperand(importer, &args.input, &info))
    return false;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
    if (strcmp(to, cases[i][0]) == 0)
      args.to = strRefFromC(cases[i][1]);
  if (!args.to.data)
    return importError(importer,
                       "attribute 'case_change_action': expected 'LOWER', "
                       "'UPPER' or 'NONE', got '%s'",
                       to);
  if (info.rank != 1 && info.rank != 2)
    return importOperandError(importer, 0, args.input,
                              "expected [n] or [1, n]");
  MlirAttribute dims[2] = {symConstAttribute(importer->context, 1),
                           importBoundSymbol(importer, &args.binds)};
  args.resultType = relaxTensorTypeOf(info.elementType, info.rank,
                                      info.rank == 2 ? dims : dims + 1);
  return IMPORT_RESULT(importer, StringNormalize, &args);
}

static bool importTfIdfVectorizer(Importer *importer) {
  RelaxTfIdfArgs args = {0};
  const char *mode;
  const Onnx__AttributeProto *weights;
  if (!importText(importer, "mode", "TF", &mode) ||
      !importInt(importer, "min_gram_length", 1, &args.min_length) ||
      !importInt(importer, "max_gram_length", 1, &args.max_length) ||
      !importInt(importer, "max_skip_count", 0, &args.max_skip) ||
      !importIntList(importer, "ngram_counts", &args.starts) ||
      !importIntList(importer, "ngram_indexes", &args.columns) ||
      !importIntList(importer, "pool_int64s", &args.integers) ||
      !importTexts(importer, "pool_strings", &args.texts) ||
      !importAttribute(importer, "weights",
                       ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOATS,
                       &weights) ||
      !importOperand(importer, 0, &args.input))
    return false;
  if (!args.starts.ptr || !args.columns.ptr)
    return importError(importer, "expected the attributes 'ngram_counts' and "
                                 "'ngram_indexes'");
  args.mode = strRefFromC(mode);
  if (weights)
    args.weights = mlirDenseF32ArrayGet(
        importer->context, (intptr_t)weights->n_floats, weights->floats);
  return IMPORT_RESULT(importer, TfIdf, &args);
}

const OnnxOperator onnxStringOperators[] = {
    {"RegexFullMatch", importRegexFullMatch, 20, NULL, ONNX_STRING, 1, 1},
    {"StringConcat", importStringConcat, 20, NULL, ONNX_STRING, 2, 2},
    {"StringNormalizer", importStringNormalizer, 10, "string_normalize",
     ONNX_STRING, 1, 1},
    {"StringSplit", importStringSplit, 20, NULL, ONNX_STRING, 1, 1},
    {"TfIdfVectorizer", importTfIdfVectorizer, 9, "tf_idf",
     ONNX_STRING | ONNX_I32 | ONNX_I64, 1, 1},
    {0},
};
