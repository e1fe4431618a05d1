//===- ValueParse.c - tensors from command-line text ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/StringText.h"
#include "lib/Runtime/ValueText.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WORD = 128 }; // longer than any number that means something

/// Splits `2x3xf32` at the front of the text. The dtype is what stands behind
/// the last `x` that follows a digit.
static bool parseType(StrRef type, RelaxDType *dtype, int32_t *rank,
                      int64_t *dims, RelaxError *error) {
  const char *at = type.data, *end = type.data + type.length;
  *rank = 0;
  while (at < end && isdigit((unsigned char)*at)) {
    int64_t extent = 0;
    for (; at < end && isdigit((unsigned char)*at); ++at)
      if (__builtin_mul_overflow(extent, 10, &extent) ||
          __builtin_add_overflow(extent, *at - '0', &extent))
        return relaxFail(error, "an extent in '%.*s' exceeds 64 bits",
                         (int)type.length, type.data);
    if (at == end || *at++ != 'x')
      return relaxFail(error, "expected a type like 2x3xf32, got '%.*s'",
                       (int)type.length, type.data);
    if (*rank == RELAX_MAX_RANK)
      return relaxFail(error, "expected a rank of at most %d in '%.*s'",
                       RELAX_MAX_RANK, (int)type.length, type.data);
    dims[(*rank)++] = extent;
  }
  if (relaxDTypeParse((StrRef){at, (size_t)(end - at)}, dtype))
    return true;
  return relaxFail(error,
                   "unknown element type '%.*s' (known: f32, f64, f16, bf16, "
                   "i8 to i64, ui8 to ui64, i1, i4, i2, ui4, ui2, f8E4M3FN, "
                   "f8E4M3FNUZ, f8E5M2, f8E5M2FNUZ, f8E8M0FNU, f4E2M1FN, "
                   "string)",
                   (int)(end - at), at);
}

static bool isSeparator(char c) {
  return c == ' ' || c == ',' || c == '\t' || c == '\n' || c == '\r';
}

/// The next word of the values, as a C string. 1, 0 at the end, -1 if too long.
static int nextWord(StrRef *text, char word[MAX_WORD]) {
  size_t i = 0, begin;
  while (i < text->length && isSeparator(text->data[i]))
    ++i;
  begin = i;
  while (i < text->length && !isSeparator(text->data[i]))
    ++i;
  size_t length = i - begin;
  size_t kept = length < MAX_WORD ? length : MAX_WORD - 1;
  memcpy(word, text->data + begin, kept);
  word[kept] = '\0';
  *text = (StrRef){text->data + i, text->length - i};
  return length == 0 ? 0 : length < MAX_WORD ? 1 : -1;
}

static bool parseBool(const char *word, int64_t *value) {
  bool yes = strcmp(word, "true") == 0 || strcmp(word, "1") == 0;
  *value = yes;
  return yes || strcmp(word, "false") == 0 || strcmp(word, "0") == 0;
}

static bool parseInteger(const char *word, RelaxDType dtype, int64_t *value) {
  const char *digits = word + (word[0] == '-' || word[0] == '+');
  if (!isdigit((unsigned char)digits[0]))
    return false; // strtol would skip blanks and a second sign
  int base =
      digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X') ? 16 : 10;
  int bits = (int)relaxDTypeBits(dtype);
  char *end;
  errno = 0;
  if (relaxDTypeIsUnsigned(dtype)) {
    uint64_t number = strtoull(word, &end, base);
    if (word[0] == '-' && number != 0)
      return false;
    *value = (int64_t)number;
    return errno == 0 && !*end && (bits == 64 || number >> bits == 0);
  }
  *value = strtoll(word, &end, base);
  int64_t limit = bits == 64 ? INT64_MAX : (INT64_C(1) << (bits - 1)) - 1;
  return errno == 0 && !*end && *value <= limit && *value >= -limit - 1;
}

static bool parseFloat(const char *word, double *value) {
  if (isspace((unsigned char)word[0]))
    return false;
  char *end;
  // Out of range becomes an infinity or zero, as in C.
  *value = strtod(word, &end);
  return end != word && !*end;
}

bool relaxElementParse(const char *word, RelaxTensor *tensor, int64_t index) {
  double number;
  int64_t integer;
  if (relaxDTypeIsFloat(tensor->dtype)) {
    if (!parseFloat(word, &number))
      return false;
    relaxStoreFloat(tensor->dtype, tensor->data, index, number);
    return true;
  }
  bool ok = tensor->dtype == RELAX_BOOL
                ? parseBool(word, &integer)
                : parseInteger(word, tensor->dtype, &integer);
  if (ok)
    relaxStoreInt(tensor->dtype, tensor->data, index, integer);
  return ok;
}

static int64_t countWords(StrRef text) {
  int64_t count = 0;
  bool inside = false;
  for (size_t i = 0; i < text.length; ++i) {
    bool word = !isSeparator(text.data[i]);
    count += word && !inside;
    inside = word;
  }
  return count;
}

static bool parseValues(StrRef values, int64_t given, RelaxTensor *tensor,
                        RelaxError *error) {
  char word[MAX_WORD];
  for (int64_t i = 0; i < given; ++i)
    if (nextWord(&values, word) != 1 || !relaxElementParse(word, tensor, i))
      return relaxFail(error, "'%s' is no value of type %s", word,
                       relaxDTypeName(tensor->dtype));
  size_t size = relaxDTypeBytes(tensor->dtype);
  for (int64_t i = given, count = relaxTensorCount(tensor); i < count; ++i)
    memcpy((char *)tensor->data + (size_t)i * size, tensor->data, size);
  return true;
}

/// `given` values fit `count` elements: as many, or one for all of them.
static bool checkCount(StrRef type, int32_t rank, const int64_t *dims,
                       int64_t given, RelaxError *error) {
  int64_t count;
  // Counted first: a splat of absurd extents must fail for its memory alone.
  if (!relaxNumElements(rank, dims, &count) || given == count ||
      (given == 1 && count != 0))
    return true;
  if (count > 1)
    return relaxFail(error,
                     "'%.*s': expected %" PRId64 " values or 1, got %" PRId64,
                     (int)type.length, type.data, count, given);
  return relaxFail(error, "'%.*s': expected %" PRId64 " value%s, got %" PRId64,
                   (int)type.length, type.data, count, count == 1 ? "" : "s",
                   given);
}

static bool parseStrings(StrRef type, StrRef values, int32_t rank,
                         const int64_t *dims, RelaxTensor *out,
                         RelaxError *error) {
  StrRef *words = NULL;
  StrBuf store = {0};
  RelaxTensor tensor;
  bool good = relaxStringWords(values, &words, &store, error) &&
              checkCount(type, rank, dims, arrlen(words), error) &&
              relaxTensorCreate(RELAX_STRING, rank, dims, &tensor, error);
  if (good) {
    StrRef *elements = tensor.data;
    for (int64_t i = 0, e = relaxTensorCount(&tensor); i < e; ++i)
      elements[i] = words[arrlen(words) == 1 ? 0 : i];
    good = relaxStringsOwn(&tensor, error);
    if (good)
      *out = tensor;
    else
      relaxTensorRelease(&tensor);
  }
  arrfree(words);
  strBufFree(&store);
  return good;
}

bool relaxValueParse(StrRef text, RelaxTensor *out, RelaxError *error) {
  if (text.length && (text.data[0] == '[' || text.data[0] == '{'))
    return relaxContainerParse(text, out, error);
  RelaxDType dtype;
  int32_t rank;
  int64_t dims[RELAX_MAX_RANK];
  const char *equals = text.length ? memchr(text.data, '=', text.length) : NULL;
  if (!equals)
    return relaxFail(error,
                     "expected a value like 2x3xf32=1 2 3 4 5 6, got '%.*s'",
                     (int)text.length, text.data);
  StrRef type = {text.data, (size_t)(equals - text.data)};
  StrRef values = {equals + 1, text.length - type.length - 1};
  if (!parseType(type, &dtype, &rank, dims, error))
    return false;
  if (dtype == RELAX_STRING)
    return parseStrings(type, values, rank, dims, out, error);
  int64_t given = countWords(values);
  if (!checkCount(type, rank, dims, given, error))
    return false;
  RelaxTensor tensor;
  if (!relaxTensorCreate(dtype, rank, dims, &tensor, error))
    return false;
  if (!parseValues(values, given, &tensor, error)) {
    relaxTensorRelease(&tensor);
    return false;
  }
  *out = tensor;
  return true;
}
