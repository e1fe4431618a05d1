//===- String.c - ONNX operators on texts ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/String.gen.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

static bool alignBoth(Importer *importer, OnnxBuild *build) {
  return importAlign(importer, &build->inputs[0], &build->inputs[1]);
}

static bool importStringSplit(Importer *importer) {
  RelaxStringSplitArgs args = {0};
  RelaxTensorInfo info;
  const char *delimiter;
  const Onnx__AttributeProto *limit;
  if (!importText(importer, "delimiter", "", &delimiter) ||
      !IMPORT_ATTRIBUTE(importer, "maxsplit", INT, &limit) ||
      !importRankedOperand(importer, &args.input, &info))
    return false;
  if (*delimiter)
    args.delimiter = importTextAttribute(importer, delimiter);
  if (limit)
    args.max_splits = importIntAttribute(importer, limit->i);
  MlirAttribute *dims =
      ARENA_ARRAY(importer->arena, MlirAttribute, info.rank + 1);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = info.dims[i];
  dims[info.rank] = importBoundSymbol(importer, &args.binds);
  args.partsType = relaxTensorTypeOf(info.elementType, info.rank + 1, dims);
  args.countsType =
      relaxTensorTypeOf(importI64(importer), info.rank, info.dims);
  return IMPORT_RESULTS(importer, StringSplit, &args);
}

/// ONNX writes the case in capitals. Its locale only chooses tables that say
/// the same of all letters that have one of the other case.
static bool importStringNormalizer(Importer *importer) {
  static const char *const cases[] = {"none", "lower", "upper"};
  RelaxStringNormalizeArgs args = {0};
  RelaxTensorInfo info;
  const char *locale;
  size_t to;
  const Onnx__AttributeProto *words;
  if (!importWord(importer, "case_change_action", "NONE, LOWER, UPPER", &to) ||
      !importBool(importer, "is_case_sensitive", false, &args.case_sensitive) ||
      !importText(importer, "locale", "", &locale) ||
      !IMPORT_ATTRIBUTE(importer, "stopwords", STRINGS, &words) ||
      !importRankedOperand(importer, &args.input, &info))
    return false;
  args.to = strRefFromC(cases[to]);
  if (words)
    args.stop_words = importTextsAttribute(importer, words);
  if (info.rank != 1 && info.rank != 2)
    return importOperandError(importer, 0, args.input,
                              "expected [n] or [1, n]");
  MlirAttribute dims[2] = {symConstAttribute(importer->context, 1),
                           importBoundSymbol(importer, &args.binds)};
  args.resultType = relaxTensorTypeOf(info.elementType, info.rank,
                                      info.rank == 2 ? dims : dims + 1);
  return IMPORT_RESULT(importer, StringNormalize, &args);
}

const OnnxOperator onnxStringOperators[] = {
    {"RegexFullMatch", .since = 20, .types = ONNX_STRING,
     ONNX_ATTRIBUTES({"pattern", ONNX_IS_TEXT, .text = ""})},
    {"StringConcat", .since = 20, .types = ONNX_STRING, .inputs = {2, 2},
     .prepare = alignBoth},
    {"StringNormalizer", importStringNormalizer, .since = 10,
     .relax = "string_normalize", .types = ONNX_STRING},
    {"StringSplit", importStringSplit, .since = 20, .types = ONNX_STRING},
    {"TfIdfVectorizer", .since = 9, .relax = "tf_idf",
     .types = ONNX_STRING | ONNX_I32 | ONNX_I64,
     ONNX_ATTRIBUTES(
         {"mode", ONNX_IS_TEXT, .text = "TF"},
         {"min_gram_length", ONNX_IS_INT, "min_length", .absent = 1},
         {"max_gram_length", ONNX_IS_INT, "max_length", .absent = 1},
         {"max_skip_count", ONNX_IS_INT, "max_skip", .absent = 0},
         {"ngram_counts", ONNX_IS_INTS, "starts", .when = ONNX_MUST_BE},
         {"ngram_indexes", ONNX_IS_INTS, "columns", .when = ONNX_MUST_BE},
         {"pool_int64s", ONNX_IS_INTS, "integers", .when = ONNX_MAY_MISS},
         {"pool_strings", ONNX_IS_TEXTS, "texts", .when = ONNX_MAY_MISS},
         {"weights", ONNX_IS_FLOATS, .when = ONNX_MAY_MISS})},
    {0},
};
