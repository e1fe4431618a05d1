//===- TfIdf.c - counts of n-grams ----------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// ONNX TfIdfVectorizer: one walk over the input per length and distance, with a
// search among the n-grams of that length.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Container.h"
#include "lib/Runtime/Ops/Strings.h"

#include <string.h>

typedef struct Pool {
  const RelaxTensor *input;
  const LibraryAttribute *starts, *columns, *integers, *texts, *weights;
} Pool;

static bool itemEqual(const Pool *pool, int64_t element, int64_t item) {
  if (pool->texts)
    return strRefEqual(relaxStrings(pool->input)[element],
                       pool->texts->strings[item]);
  return relaxLoadInt(pool->input->dtype, pool->input->data, element) ==
         pool->integers->ints[item];
}

static int64_t poolSize(const Pool *pool) {
  return pool->texts ? pool->texts->count : pool->integers->count;
}

/// The n-grams of a length: their first item, how many, and the number of the
/// first among all.
typedef struct Level {
  int64_t begin, count, first;
} Level;

static Level levelOf(const Pool *pool, int64_t length) {
  Level level = {0};
  for (int64_t n = 1; n <= length; ++n) {
    int64_t end = n < (int64_t)pool->starts->count ? pool->starts->ints[n]
                                                   : poolSize(pool);
    level.first += level.count;
    level.begin = pool->starts->ints[n - 1];
    level.count = (end - level.begin) / n;
  }
  return level;
}

/// Adds to the counts of n-grams whose items stand `distance` apart in a row.
static void countRow(const Pool *pool, int64_t row, int64_t extent,
                     int64_t length, int64_t distance, int64_t *counts) {
  Level level = levelOf(pool, length);
  for (int64_t at = 0; at + (length - 1) * distance < extent; ++at)
    for (int64_t k = 0; k < level.count; ++k) {
      int64_t same = 0;
      while (same < length && itemEqual(pool, row + at + same * distance,
                                        level.begin + k * length + same))
        ++same;
      if (same == length)
        ++counts[level.first + k];
    }
}

/// Adds what the mode makes of the counts to their columns, and clears them.
static void weigh(const LibraryCall *call, const Pool *pool, int64_t *counts,
                  float *out) {
  StrRef mode = libraryString(call, "mode", (StrRef){"TF", 2});
  bool counted = !strRefEqual(mode, strRefFromC("IDF"));
  bool weighted = !strRefEqual(mode, strRefFromC("TF"));
  for (uint32_t i = 0; i < pool->columns->count; ++i) {
    double value = counted ? (double)counts[i] : counts[i] > 0;
    if (weighted && pool->weights)
      value *= pool->weights->floats[i];
    out[pool->columns->ints[i]] += (float)value;
    counts[i] = 0;
  }
}

/// What the verifier of the operator has seen, but a program file may lack.
static bool isWhole(const Pool *pool, int64_t longest, int64_t columns) {
  if (!pool->starts || !pool->columns || (!pool->texts && !pool->integers) ||
      (pool->texts != NULL) != (pool->input->dtype == RELAX_STRING) ||
      longest > (int64_t)pool->starts->count ||
      (pool->weights && pool->weights->count != pool->columns->count))
    return false;
  if (!pool->texts && (!relaxDTypeIsNumber(pool->input->dtype) ||
                       relaxDTypeIsFloat(pool->input->dtype)))
    return false;
  for (uint32_t i = 0; i < pool->starts->count; ++i) {
    int64_t end = i + 1 < pool->starts->count ? pool->starts->ints[i + 1]
                                              : poolSize(pool);
    if (pool->starts->ints[i] < 0 || pool->starts->ints[i] > end ||
        end > poolSize(pool))
      return false;
  }
  Level last = levelOf(pool, (int64_t)pool->starts->count);
  for (uint32_t i = 0; i < pool->columns->count; ++i)
    if (pool->columns->ints[i] < 0 || pool->columns->ints[i] >= columns)
      return false;
  return last.first + last.count <= (int64_t)pool->columns->count;
}

static const LibraryAttribute *listOf(const LibraryCall *call, const char *name,
                                      RelaxAttributeKind kind) {
  const LibraryAttribute *found = libraryAttribute(call, name);
  return found && found->kind == kind ? found : NULL;
}

bool libraryTfIdf(LibraryCall *call) {
  Pool pool = {libraryElements(call, 0),
               listOf(call, "starts", RELAX_ATTRIBUTE_INTS),
               listOf(call, "columns", RELAX_ATTRIBUTE_INTS),
               listOf(call, "integers", RELAX_ATTRIBUTE_INTS),
               listOf(call, "texts", RELAX_ATTRIBUTE_STRINGS),
               listOf(call, "weights", RELAX_ATTRIBUTE_FLOATS)};
  int64_t low = libraryInt(call, "min_length", 1);
  int64_t high = libraryInt(call, "max_length", 1);
  int64_t skip = libraryInt(call, "max_skip", 0), columns = 0;
  if (!pool.input)
    return false;
  for (uint32_t i = 0; pool.columns && i < pool.columns->count; ++i)
    if (pool.columns->ints[i] >= columns)
      columns = pool.columns->ints[i] + 1;
  if (low < 1 || !isWhole(&pool, high, columns))
    return relaxFail(call->error, "the pool is malformed");
  if (pool.input->rank < 1 || pool.input->rank > 2)
    return relaxFail(call->error, "input: expected [n] or [b, n]");
  bool batched = pool.input->rank == 2;
  int64_t rows = batched ? pool.input->dims[0] : 1;
  int64_t extent = pool.input->dims[batched], dims[2] = {rows, columns};
  RelaxTensor *result = libraryOutput(call, 0, RELAX_F32, pool.input->rank,
                                      batched ? dims : dims + 1);
  int64_t *counts =
      result ? libraryScratch(call, pool.columns->count, sizeof *counts) : NULL;
  if (!counts)
    return false;
  memset(result->data, 0, relaxTensorSize(result));
  for (int64_t row = 0; row < rows; ++row) {
    float *out = (float *)result->data + row * columns;
    for (int64_t n = low; n <= high; ++n) // single items have no distance
      for (int64_t d = 1; d <= (n == 1 ? 1 : skip + 1) && d <= extent; ++d)
        countRow(&pool, row * extent, extent, n, d, counts);
    weigh(call, &pool, counts, out);
  }
  return true;
}
