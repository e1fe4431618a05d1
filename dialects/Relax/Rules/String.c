//===- String.c - rules of operations on texts ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Broadcast.h"
#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Extents.h"
#include "dialects/Relax/String.gen.h"
#include "lib/Bridge/Core/Blocks.h"

/// The operand is a tensor of texts.
static bool checkTexts(RelaxDims *dims, const char *what, MlirValue value) {
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  if (relaxIsStringType(info.elementType))
    return true;
  return relaxDimsError(dims, "%s: expected a tensor of strings, got %s", what,
                        relaxTypeText(dims->arena, mlirValueGetType(value)));
}

static MlirLogicalResult checkTextsOf(MlirOperation op, const char *what,
                                      MlirValue value) {
  RelaxDims dims = relaxDimsOpen(op);
  return relaxDimsClose(&dims, relaxOutcome(checkTexts(&dims, what, value)));
}

/// The input's shape with other elements.
static MlirType sameShape(RelaxTensorInfo info, MlirType element) {
  return relaxTypeWithElements(info, element);
}

bool relaxStringConcatInferTypes(RelaxDims *dims,
                                 const RelaxStringConcatArgs *args,
                                 MlirType *results) {
  RelaxTensorInfo operands[] = {relaxTensorInfoOf(args->lhs),
                                relaxTensorInfoOf(args->rhs)};
  if (!checkTexts(dims, "lhs", args->lhs) ||
      !checkTexts(dims, "rhs", args->rhs))
    return false;
  return relaxInferBroadcast(dims, operands, 2, operands[0].elementType,
                             results);
}

bool relaxRegexFullMatchInferTypes(RelaxDims *dims,
                                   const RelaxRegexFullMatchArgs *args,
                                   MlirType *results) {
  results[0] = sameShape(relaxTensorInfoOf(args->input),
                         mlirIntegerTypeGet(relaxDimsContext(dims), 1));
  return checkTexts(dims, "input", args->input);
}

//===----------------------------------------------------------------------===//
// Extents that values decide
//===----------------------------------------------------------------------===//

static bool dimAgrees(MlirAttribute declared, MlirAttribute inferred) {
  return symAttributeIsUnknown(declared) || symAttributeIsUnknown(inferred) ||
         mlirAttributeEqual(declared, inferred);
}

/// Result `index` is of the given elements and shape, where `?` is anything.
static MlirLogicalResult checkResult(MlirOperation op, intptr_t index,
                                     MlirType expected) {
  MlirType got = mlirValueGetType(mlirOperationGetResult(op, index));
  RelaxTensorInfo want, have;
  relaxTensorInfo(expected, &want);
  relaxTensorInfo(got, &have);
  bool good = mlirTypeEqual(want.elementType, have.elementType) &&
              (!want.ranked || !have.ranked || want.rank == have.rank);
  for (intptr_t i = 0; good && want.ranked && have.ranked && i < want.rank; ++i)
    good = dimAgrees(have.dims[i], want.dims[i]);
  if (good)
    return mlirLogicalResultSuccess();
  Arena *arena = arenaCreate();
  bridgeEmitOpError(op, "result %ld: expected %s, got %s", (long)index,
                    relaxTypeText(arena, expected), relaxTypeText(arena, got));
  arenaDestroy(arena);
  return mlirLogicalResultFailure();
}

MlirLogicalResult relaxStringSplitVerify(MlirOperation op) {
  MlirValue input = relaxStringSplitGetInput(op);
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  MlirContext context = mlirOperationGetContext(op);
  MlirAttribute limit = relaxStringSplitGetMaxSplits(op);
  if (mlirLogicalResultIsFailure(checkTextsOf(op, "input", input)))
    return mlirLogicalResultFailure();
  if (limit.ptr && mlirIntegerAttrGetValueInt(limit) < 0)
    return bridgeEmitOpError(op, "max_splits: expected at least 0, got %lld",
                             (long long)mlirIntegerAttrGetValueInt(limit));
  Arena *arena = arenaCreate();
  MlirAttribute *dims = ARENA_ARRAY(arena, MlirAttribute, info.rank + 1);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = info.dims[i];
  dims[info.rank] = symUnknownAttribute(context);
  MlirType parts =
      info.ranked ? relaxTensorTypeOf(info.elementType, info.rank + 1, dims)
                  : relaxUnrankedTensorType(info.elementType);
  MlirType counts = sameShape(info, mlirIntegerTypeGet(context, 64));
  arenaDestroy(arena);
  return mlirLogicalResultIsSuccess(checkResult(op, 0, parts))
             ? checkResult(op, 1, counts)
             : mlirLogicalResultFailure();
}

static bool isCase(StrRef text) {
  return strRefIs(text, "lower") || strRefIs(text, "upper") ||
         strRefIs(text, "none");
}

MlirLogicalResult relaxStringNormalizeVerify(MlirOperation op) {
  MlirValue input = relaxStringNormalizeGetInput(op);
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  StrRef to = relaxStringNormalizeGetTo(op);
  int64_t rows = 1;
  if (mlirLogicalResultIsFailure(checkTextsOf(op, "input", input)))
    return mlirLogicalResultFailure();
  if (!isCase(to))
    return bridgeEmitOpError(
        op, "to: expected \"lower\", \"upper\" or \"none\", got \"%.*s\"",
        SPREAD(to));
  if (info.ranked && info.rank == 2)
    symAttributeIsConst(info.dims[0], &rows);
  if (info.ranked && ((info.rank != 1 && info.rank != 2) || rows != 1)) {
    Arena *arena = arenaCreate();
    bridgeEmitOpError(op, "input: expected [n] or [1, n], got %s",
                      relaxShapeText(arena, info));
    arenaDestroy(arena);
    return mlirLogicalResultFailure();
  }
  if (!info.ranked)
    return checkResult(op, 0, relaxUnrankedTensorType(info.elementType));
  MlirContext context = mlirOperationGetContext(op);
  MlirAttribute dims[2] = {symConstAttribute(context, 1),
                           symUnknownAttribute(context)};
  return checkResult(op, 0,
                     relaxTensorTypeOf(info.elementType, info.rank,
                                       info.rank == 2 ? dims : dims + 1));
}

//===----------------------------------------------------------------------===//
// tf_idf
//===----------------------------------------------------------------------===//

typedef struct Pool {
  int64_t low, high, skip;
  const int64_t *starts, *columns;
  intptr_t numStarts, numColumns, size; // size: of the pool in items
} Pool;

static Pool poolOf(Arena *arena, const RelaxTfIdfArgs *args) {
  Pool pool = {.low = args->min_length,
               .high = args->max_length,
               .skip = args->max_skip};
  pool.starts = relaxIntegers(arena, args->starts, &pool.numStarts);
  pool.columns = relaxIntegers(arena, args->columns, &pool.numColumns);
  pool.size = args->texts.ptr ? mlirArrayAttrGetNumElements(args->texts)
              : args->integers.ptr
                  ? mlirDenseArrayGetNumElements(args->integers)
                  : 0;
  return pool;
}

/// Whole n-grams of every length, as many as there are columns.
static bool poolIsWhole(const Pool *pool) {
  intptr_t ngrams = 0;
  for (intptr_t n = 1; n <= pool->numStarts; ++n) {
    int64_t begin = pool->starts[n - 1];
    int64_t end = n < pool->numStarts ? pool->starts[n] : pool->size;
    if (begin < 0 || end < begin || end > pool->size || (end - begin) % n)
      return false;
    ngrams += (end - begin) / n;
  }
  return ngrams == pool->numColumns &&
         (pool->numStarts == 0 || pool->starts[0] == 0);
}

static bool checkPool(RelaxDims *dims, const RelaxTfIdfArgs *args,
                      const Pool *pool) {
  bool texts = relaxIsStringType(relaxTensorInfoOf(args->input).elementType);
  StrRef mode = args->mode;
  if (!strRefIs(mode, "TF") && !strRefIs(mode, "IDF") &&
      !strRefIs(mode, "TFIDF"))
    return relaxDimsError(
        dims, "mode: expected \"TF\", \"IDF\" or \"TFIDF\", got \"%.*s\"",
        SPREAD(mode));
  if (texts ? !args->texts.ptr || args->integers.ptr
            : !args->integers.ptr || args->texts.ptr)
    return relaxDimsError(
        dims, "expected '%s', a pool of the input's elements, and no other",
        texts ? "texts" : "integers");
  if (pool->low < 1 || pool->high < pool->low || pool->skip < 0 ||
      pool->high > pool->numStarts)
    return relaxDimsError(dims,
                          "lengths and skip: expected 1 <= min <= max <= %ld, "
                          "the number of 'starts', and skip >= 0",
                          (long)pool->numStarts);
  if (!poolIsWhole(pool))
    return relaxDimsError(dims, "starts: expected whole n-grams of each "
                                "length, and a column for each of them");
  for (intptr_t i = 0; i < pool->numColumns; ++i)
    if (pool->columns[i] < 0)
      return relaxDimsError(dims, "columns: expected at least 0, got %lld",
                            (long long)pool->columns[i]);
  if (args->weights.ptr &&
      mlirDenseArrayGetNumElements(args->weights) != pool->numColumns)
    return relaxDimsError(dims,
                          "weights: expected %ld, one per n-gram, got %ld",
                          (long)pool->numColumns,
                          (long)mlirDenseArrayGetNumElements(args->weights));
  return true;
}

bool relaxTfIdfInferTypes(RelaxDims *dims, const RelaxTfIdfArgs *args,
                          MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  MlirContext context = relaxDimsContext(dims);
  MlirType f32 = mlirF32TypeGet(context);
  Pool pool = poolOf(dims->arena, args);
  bool outcome = checkPool(dims, args, &pool);
  int64_t count = 0;
  for (intptr_t i = 0; i < pool.numColumns; ++i)
    count = pool.columns[i] >= count ? pool.columns[i] + 1 : count;
  MlirAttribute out[2] = {{NULL}, symConstAttribute(context, count)};
  if (outcome && input.ranked && (input.rank < 1 || input.rank > 2))
    outcome = relaxDimsError(dims, "input: expected [n] or [b, n], got %s",
                             relaxShapeText(dims->arena, input));
  if (input.ranked && input.rank == 2)
    out[0] = input.dims[0];
  results[0] = !input.ranked     ? relaxUnrankedTensorType(f32)
               : input.rank == 2 ? relaxTensorTypeOf(f32, 2, out)
                                 : relaxTensorTypeOf(f32, 1, out + 1);
  return outcome;
}

//===----------------------------------------------------------------------===//
// lookup
//===----------------------------------------------------------------------===//

bool relaxLookupInferTypes(RelaxDims *dims, const RelaxLookupArgs *args,
                           MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  RelaxTensorInfo keys = relaxTensorInfoOf(args->keys);
  RelaxTensorInfo values = relaxTensorInfoOf(args->values);
  RelaxTensorInfo otherwise = relaxTensorInfoOf(args->otherwise);
  if (!relaxSameElements(dims, input, keys) ||
      !relaxSameElements(dims, values, otherwise))
    return false;
  results[0] = sameShape(input, values.elementType);
  if (keys.ranked && values.ranked && keys.rank == 1 && values.rank == 1 &&
      dimAgrees(keys.dims[0], values.dims[0]))
    return true;
  return relaxDimsError(
      dims, "keys and values: expected vectors of one extent, got %s and %s",
      relaxShapeText(dims->arena, keys), relaxShapeText(dims->arena, values));
}
