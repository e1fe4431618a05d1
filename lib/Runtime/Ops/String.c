//===- String.c - texts of the op library ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Container.h"
#include "lib/Runtime/Ops/Strings.h"
#include "lib/Support/Regex.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Inputs and outputs
//===----------------------------------------------------------------------===//

const RelaxTensor *libraryTexts(const LibraryCall *call, uint32_t index) {
  const RelaxTensor *tensor = libraryElements(call, index);
  if (!tensor || tensor->dtype == RELAX_STRING)
    return tensor;
  relaxFail(call->error, "operand %" PRIu32 ": expected strings, got %s", index,
            relaxDTypeName(tensor->dtype));
  return NULL;
}

bool librarySetTexts(LibraryCall *call, uint32_t index, int32_t rank,
                     const int64_t *dims, const StrRef *texts) {
  RelaxTensor result;
  if (!relaxStringsCreate(rank, dims, texts, &result, call->error))
    return false;
  call->outputs[index] = (Value){.tag = VALUE_TENSOR, .tensor = result};
  return true;
}

//===----------------------------------------------------------------------===//
// Operands that broadcast
//===----------------------------------------------------------------------===//

/// The extents of the result, and for each element of it the offsets of the
/// operands', by division with the extents behind.
typedef struct Pairs {
  const RelaxTensor *sides[3];
  int32_t rank;
  int64_t dims[RELAX_MAX_RANK], count;
} Pairs;

static bool wrongExtents(const LibraryCall *call, int32_t dimension, int64_t a,
                         int64_t b) {
  return relaxFail(call->error,
                   "dimension %" PRId32 ": extents %" PRId64 " and %" PRId64
                   " do not broadcast",
                   dimension, a, b);
}

/// Sets the extents for so many sides.
static bool joinSides(LibraryCall *call, Pairs *pairs, int count) {
  for (int s = 0; s < count; ++s)
    if (pairs->sides[s]->rank > pairs->rank)
      pairs->rank = pairs->sides[s]->rank;
  for (int32_t i = 0; i < pairs->rank; ++i) {
    int64_t x = 1;
    for (int s = 0; s < count; ++s) {
      const RelaxTensor *side = pairs->sides[s];
      int32_t own = i - (pairs->rank - side->rank);
      int64_t y = own < 0 ? 1 : side->dims[own];
      if (x != y && x != 1 && y != 1)
        return wrongExtents(call, i, x, y);
      x = x == 1 ? y : x;
    }
    pairs->dims[i] = x;
  }
  return relaxNumElements(pairs->rank, pairs->dims, &pairs->count) ||
         relaxFail(call->error, "the elements of the result exceed 64 bits");
}

static bool pairsOf(LibraryCall *call, Pairs *pairs) {
  *pairs = (Pairs){.sides = {libraryTexts(call, 0), libraryTexts(call, 1)}};
  return pairs->sides[0] && pairs->sides[1] && joinSides(call, pairs, 2);
}

/// Where one side has an element of the result.
static int64_t offsetAt(const Pairs *pairs, int side, int64_t element) {
  const RelaxTensor *tensor = pairs->sides[side];
  int64_t offset = 0, stride = 1;
  int32_t lead = pairs->rank - tensor->rank;
  for (int32_t i = pairs->rank; i-- > lead; element /= pairs->dims[i]) {
    int64_t extent = tensor->dims[i - lead];
    offset += (extent == 1 ? 0 : element % pairs->dims[i]) * stride;
    stride *= extent;
  }
  return offset;
}

static StrRef sideAt(const Pairs *pairs, int side, int64_t element) {
  return relaxStrings(pairs->sides[side])[offsetAt(pairs, side, element)];
}

bool libraryBroadcastTo(LibraryCall *call) {
  const RelaxTensor *input = libraryTexts(call, 0);
  const RelaxTensor *shape = libraryTensor(call, 1);
  Pairs pairs = {.sides = {input, NULL}};
  if (!input || !shape)
    return false;
  if (shape->dtype != RELAX_I64 || shape->rank != 1 ||
      shape->dims[0] < input->rank || shape->dims[0] > RELAX_MAX_RANK)
    return relaxFail(call->error,
                     "operand 1: expected %" PRId32 " to %d i64 extents",
                     input->rank, RELAX_MAX_RANK);
  pairs.rank = (int32_t)shape->dims[0];
  for (int32_t i = 0; i < pairs.rank; ++i) {
    int32_t own = i - (pairs.rank - input->rank);
    int64_t extent = own < 0 ? 1 : input->dims[own];
    pairs.dims[i] = relaxLoadInt(RELAX_I64, shape->data, i);
    if (extent != 1 && extent != pairs.dims[i])
      return wrongExtents(call, i, extent, pairs.dims[i]);
  }
  if (!relaxNumElements(pairs.rank, pairs.dims, &pairs.count))
    return relaxFail(call->error, "the elements of the result exceed 64 bits");
  StrRef *texts = libraryScratch(call, pairs.count, sizeof *texts);
  for (int64_t i = 0; texts && i < pairs.count; ++i)
    texts[i] = sideAt(&pairs, 0, i);
  return texts && librarySetTexts(call, 0, pairs.rank, pairs.dims, texts);
}

bool libraryStringConcat(LibraryCall *call) {
  Pairs pairs;
  if (!pairsOf(call, &pairs))
    return false;
  StrRef *texts = libraryScratch(call, pairs.count, sizeof *texts);
  for (int64_t i = 0; texts && i < pairs.count; ++i) {
    StrRef a = sideAt(&pairs, 0, i), b = sideAt(&pairs, 1, i);
    char *bytes = libraryScratch(call, (int64_t)(a.length + b.length), 1);
    if (!bytes)
      return false;
    if (a.length)
      memcpy(bytes, a.data, a.length);
    if (b.length)
      memcpy(bytes + a.length, b.data, b.length);
    texts[i] = (StrRef){bytes, a.length + b.length};
  }
  return texts && librarySetTexts(call, 0, pairs.rank, pairs.dims, texts);
}

bool libraryWhere(LibraryCall *call) {
  const RelaxTensor *condition = libraryTensor(call, 0);
  Pairs pairs = {
      .sides = {libraryTexts(call, 1), libraryTexts(call, 2), condition}};
  if (!condition || !pairs.sides[0] || !pairs.sides[1])
    return false;
  if (condition->dtype != RELAX_BOOL)
    return relaxFail(call->error, "operand 0: expected i1, got %s",
                     relaxDTypeName(condition->dtype));
  if (!joinSides(call, &pairs, 3))
    return false;
  StrRef *texts = libraryScratch(call, pairs.count, sizeof *texts);
  for (int64_t i = 0; texts && i < pairs.count; ++i) {
    bool first =
        relaxLoadInt(RELAX_BOOL, condition->data, offsetAt(&pairs, 2, i)) != 0;
    texts[i] = sideAt(&pairs, first ? 0 : 1, i);
  }
  return texts && librarySetTexts(call, 0, pairs.rank, pairs.dims, texts);
}

static bool compare(LibraryCall *call, bool equal) {
  Pairs pairs;
  if (!pairsOf(call, &pairs))
    return false;
  RelaxTensor *result =
      libraryOutput(call, 0, RELAX_BOOL, pairs.rank, pairs.dims);
  for (int64_t i = 0; result && i < pairs.count; ++i)
    relaxStoreInt(RELAX_BOOL, result->data, i,
                  strRefEqual(sideAt(&pairs, 0, i), sideAt(&pairs, 1, i)) ==
                      equal);
  return result != NULL;
}

bool libraryEqual(LibraryCall *call) { return compare(call, true); }
bool libraryNotEqual(LibraryCall *call) { return compare(call, false); }

//===----------------------------------------------------------------------===//
// Regular expressions
//===----------------------------------------------------------------------===//

bool libraryRegexFullMatch(LibraryCall *call) {
  const RelaxTensor *input = libraryTexts(call, 0);
  if (!input)
    return false;
  RelaxTensor *result =
      libraryOutput(call, 0, RELAX_BOOL, input->rank, input->dims);
  StrBuf message = {0};
  Regex *regex =
      result ? regexCompile(libraryString(call, "pattern", (StrRef){"", 0}),
                            &message)
             : NULL;
  bool good = regex != NULL, matches;
  for (int64_t i = 0, e = relaxTensorCount(input); good && i < e; ++i) {
    good = regexMatchesAll(regex, relaxStrings(input)[i], &matches, &message);
    relaxStoreInt(RELAX_BOOL, result->data, i, matches);
  }
  if (message.length)
    relaxFail(call->error, "pattern: %s", strBufText(&message));
  regexFree(regex);
  strBufFree(&message);
  return good;
}

//===----------------------------------------------------------------------===//
// Splitting
//===----------------------------------------------------------------------===//

static bool isBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static const char *skip(const char *at, const char *end, bool blanks) {
  while (at < end && isBlank(*at) == blanks)
    ++at;
  return at;
}

/// Writes the parts to `parts` unless that is NULL; returns their number. At
/// most `limit` delimiters count.
static int64_t splitBlanks(StrRef text, int64_t limit, StrRef *parts) {
  const char *end = text.data + text.length;
  const char *at = skip(text.data, end, true);
  int64_t count = 0;
  while (at < end) {
    const char *stop = skip(at, end, false);
    if (count == limit) // the rest, without the blanks at its end
      for (stop = end; isBlank(stop[-1]);)
        --stop;
    if (parts)
      parts[count] = (StrRef){at, (size_t)(stop - at)};
    ++count;
    at = skip(stop, end, true);
  }
  return count;
}

/// Where `part`, which is not empty, begins in `text`; NULL if nowhere.
static const char *find(StrRef text, StrRef part) {
  while (text.length >= part.length) {
    const char *at =
        memchr(text.data, part.data[0], text.length - part.length + 1);
    if (!at || memcmp(at, part.data, part.length) == 0)
      return at;
    text = (StrRef){at + 1, text.length - (size_t)(at + 1 - text.data)};
  }
  return NULL;
}

static int64_t splitDelimiter(StrRef text, StrRef delimiter, int64_t limit,
                              StrRef *parts) {
  int64_t count = 0;
  if (text.length == 0)
    return 0;
  for (;; ++count) {
    const char *found = count < limit ? find(text, delimiter) : NULL;
    size_t length = found ? (size_t)(found - text.data) : text.length;
    if (parts)
      parts[count] = (StrRef){text.data, length};
    if (!found)
      return count + 1;
    length += delimiter.length;
    text = (StrRef){text.data + length, text.length - length};
  }
}

static int64_t splitText(const LibraryCall *call, StrRef text, StrRef *parts) {
  StrRef delimiter = libraryString(call, "delimiter", (StrRef){"", 0});
  int64_t limit = libraryInt(call, "max_splits", INT64_MAX);
  return delimiter.length ? splitDelimiter(text, delimiter, limit, parts)
                          : splitBlanks(text, limit, parts);
}

bool libraryStringSplit(LibraryCall *call) {
  const RelaxTensor *input = libraryTexts(call, 0);
  if (!input)
    return false;
  RelaxTensor *counts =
      libraryOutput(call, 1, RELAX_I64, input->rank, input->dims);
  int64_t rows = relaxTensorCount(input), most = 0, total;
  for (int64_t i = 0; counts && i < rows; ++i) {
    int64_t count = splitText(call, relaxStrings(input)[i], NULL);
    relaxStoreInt(RELAX_I64, counts->data, i, count);
    most = count > most ? count : most;
  }
  if (!counts)
    return false;
  if (input->rank == RELAX_MAX_RANK ||
      __builtin_mul_overflow(rows, most, &total))
    return relaxFail(call->error,
                     "the result has too many dimensions or elements");
  StrRef *parts = libraryScratch(call, total, sizeof *parts);
  for (int64_t i = 0; parts && i < rows; ++i)
    splitText(call, relaxStrings(input)[i], parts + i * most);
  int64_t dims[RELAX_MAX_RANK];
  memcpy(dims, input->dims, sizeof dims);
  dims[input->rank] = most;
  return parts && librarySetTexts(call, 0, input->rank + 1, dims, parts);
}
