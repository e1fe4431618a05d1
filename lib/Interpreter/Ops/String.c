//===- String.c - operations on texts -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Results are StrRefs into the frame's memory; Frame.c copies them.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/String.gen.h"
#include "lib/Interpreter/Evaluate.h"
#include "lib/Runtime/Container.h"
#include "lib/Support/Regex.h"
#include "lib/Support/Utf8.h"

#include <ctype.h>
#include <stb/stb_ds.h>
#include <string.h>

static StrRef textOf(MlirAttribute attribute) {
  return attribute.ptr ? strRefFromMlir(mlirStringAttrGetValue(attribute))
                       : (StrRef){"", 0};
}

static bool concat(EvalStep *step) {
  const RelaxTensor *a = step->operands[0], *b = step->operands[1];
  int32_t rank;
  int64_t dims[RELAX_MAX_RANK];
  if (!evalBroadcastDims(step, step->operands, 2, &rank, dims) ||
      !evalCreate(step, RELAX_STRING, rank, dims))
    return false;
  EvalWalk walk = evalWalkBroadcast(rank, dims, step->operands, 2);
  StrRef *out = step->results[0].data;
  for (int64_t i = 0, e = relaxTensorCount(&step->results[0]); i < e; ++i) {
    StrBuf text = {0};
    strBufAppend(&text, relaxStrings(a)[walk.offset[0]]);
    strBufAppend(&text, relaxStrings(b)[walk.offset[1]]);
    out[i] = arenaKeep(step->frame->arena, &text);
    evalWalkNext(&walk);
  }
  return true;
}

static bool regexFullMatch(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  if (!evalCreate(step, RELAX_BOOL, input->rank, input->dims))
    return false;
  StrBuf message = {0};
  Regex *regex =
      regexCompile(relaxRegexFullMatchGetPattern(step->op), &message);
  bool good = regex != NULL, matches;
  for (int64_t i = 0, e = relaxTensorCount(input); good && i < e; ++i) {
    good = regexMatchesAll(regex, relaxStrings(input)[i], &matches, &message);
    relaxStoreInt(RELAX_BOOL, step->results[0].data, i, matches);
  }
  regexFree(regex);
  if (!good)
    relaxFail(step->error, "pattern: %s", strBufText(&message));
  strBufFree(&message);
  return good;
}

//===----------------------------------------------------------------------===//
// Splitting
//===----------------------------------------------------------------------===//

/// The bytes at `at` that separate parts: the delimiter, or a blank.
static size_t separator(StrRef text, size_t at, StrRef delimiter) {
  if (delimiter.length == 0)
    return at < text.length && isspace((unsigned char)text.data[at]) ? 1 : 0;
  return at + delimiter.length <= text.length &&
                 memcmp(text.data + at, delimiter.data, delimiter.length) == 0
             ? delimiter.length
             : 0;
}

/// The parts of a text, byte by byte; stb_ds array.
static StrRef *partsOf(StrRef text, StrRef delimiter, int64_t limit) {
  StrRef *parts = NULL;
  bool blanks = delimiter.length == 0;
  size_t begin = 0, at = 0;
  while (blanks && separator(text, begin, delimiter))
    at = ++begin;
  if (begin == text.length)
    return NULL;
  while (at < text.length) {
    size_t width = arrlen(parts) < limit ? separator(text, at, delimiter) : 0;
    if (width == 0) {
      ++at;
      continue;
    }
    StrRef part = {text.data + begin, at - begin};
    arrput(parts, part);
    at += width;
    while (blanks && separator(text, at, delimiter))
      ++at;
    begin = at;
  }
  size_t end = text.length; // blanks at the end end nothing
  while (blanks && end > begin && separator(text, end - 1, delimiter))
    --end;
  StrRef last = {text.data + begin, end - begin};
  if (!blanks || last.length)
    arrput(parts, last);
  return parts;
}

static bool split(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  MlirAttribute limit = relaxStringSplitGetMaxSplits(step->op);
  StrRef delimiter = textOf(relaxStringSplitGetDelimiter(step->op));
  int64_t count = relaxTensorCount(input), most = 0;
  int64_t dims[RELAX_MAX_RANK + 1];
  StrRef **rows = NULL;
  for (int64_t i = 0; i < count; ++i) {
    arrput(rows,
           partsOf(relaxStrings(input)[i], delimiter,
                   limit.ptr ? mlirIntegerAttrGetValueInt(limit) : INT64_MAX));
    most = arrlen(rows[i]) > most ? arrlen(rows[i]) : most;
  }
  memcpy(dims, input->dims, sizeof input->dims);
  dims[input->rank] = most;
  bool good = evalCreateResult(step, 0, RELAX_STRING, input->rank + 1, dims) &&
              evalCreateResult(step, 1, RELAX_I64, input->rank, input->dims);
  for (int64_t i = 0; i < count; ++i) {
    ptrdiff_t length = arrlen(rows[i]);
    if (good && length)
      memcpy((StrRef *)step->results[0].data + i * most, rows[i],
             (size_t)length * sizeof(StrRef));
    if (good)
      relaxStoreInt(RELAX_I64, step->results[1].data, i, length);
    arrfree(rows[i]);
  }
  arrfree(rows);
  return good;
}

//===----------------------------------------------------------------------===//
// Normalising
//===----------------------------------------------------------------------===//

static StrRef inCase(EvalStep *step, StrRef text, Utf8Case to) {
  StrBuf buffer = {0};
  utf8AppendCase(text, to, &buffer);
  return arenaKeep(step->frame->arena, &buffer);
}

static bool isStopWord(EvalStep *step, StrRef text) {
  MlirAttribute words = relaxStringNormalizeGetStopWords(step->op);
  Utf8Case to = relaxStringNormalizeGetCaseSensitive(step->op) ? UTF8_AS_IT_IS
                                                               : UTF8_UPPER;
  for (intptr_t i = 0, e = words.ptr ? mlirArrayAttrGetNumElements(words) : 0;
       i < e; ++i)
    if (strRefEqual(inCase(step, textOf(mlirArrayAttrGetElement(words, i)), to),
                    inCase(step, text, to)))
      return true;
  return false;
}

static bool normalize(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  StrRef name = relaxStringNormalizeGetTo(step->op);
  Utf8Case to = strRefEqual(name, strRefFromC("lower"))   ? UTF8_LOWER
                : strRefEqual(name, strRefFromC("upper")) ? UTF8_UPPER
                                                          : UTF8_AS_IT_IS;
  if (input->rank < 1 || input->rank > 2 ||
      (input->rank == 2 && input->dims[0] != 1))
    return relaxFail(step->error, "input: expected [n] or [1, n]");
  StrRef *kept = NULL, none = {"", 0};
  for (int64_t i = 0, e = relaxTensorCount(input); i < e; ++i) {
    StrRef text = relaxStrings(input)[i];
    if (!isStopWord(step, text))
      arrput(kept, inCase(step, text, to));
  }
  if (arrlen(kept) == 0)
    arrput(kept, none);
  int64_t dims[2] = {1, arrlen(kept)};
  bool good = evalCreate(step, RELAX_STRING, input->rank,
                         input->rank == 2 ? dims : dims + 1);
  if (good)
    memcpy(step->results[0].data, kept, (size_t)arrlen(kept) * sizeof *kept);
  arrfree(kept);
  return good;
}

//===----------------------------------------------------------------------===//
// lookup
//===----------------------------------------------------------------------===//

static bool isKey(const RelaxTensor *input, int64_t i, const RelaxTensor *keys,
                  int64_t k) {
  if (input->dtype == RELAX_STRING)
    return strRefEqual(relaxStrings(input)[i], relaxStrings(keys)[k]);
  if (!relaxDTypeIsFloat(input->dtype))
    return relaxLoadInt(input->dtype, input->data, i) ==
           relaxLoadInt(keys->dtype, keys->data, k);
  double x = relaxLoadFloat(input->dtype, input->data, i);
  double y = relaxLoadFloat(keys->dtype, keys->data, k);
  return x == y || (x != x && y != y);
}

static bool lookup(EvalStep *step) {
  const RelaxTensor *input = step->operands[0], *keys = step->operands[1];
  const RelaxTensor *values = step->operands[2], *other = step->operands[3];
  if (!relaxTensorSameShape(keys, values) || relaxTensorCount(other) != 1)
    return relaxFail(step->error,
                     "expected a value for each key, and one default");
  if (!evalCreate(step, values->dtype, input->rank, input->dims))
    return false;
  size_t size = relaxDTypeBytes(values->dtype);
  for (int64_t i = 0, e = relaxTensorCount(input); i < e; ++i) {
    const char *found = other->data;
    for (int64_t k = 0; k < relaxTensorCount(keys); ++k)
      if (isKey(input, i, keys, k))
        found = (const char *)values->data + (size_t)k * size;
    memcpy((char *)step->results[0].data + (size_t)i * size, found, size);
  }
  return true;
}

const EvalEntry evalString[] = {
    {"relax.string_concat", concat, NULL},
    {"relax.regex_full_match", regexFullMatch, NULL},
    {"relax.string_split", split, NULL},
    {"relax.string_normalize", normalize, NULL},
    {"relax.lookup", lookup, NULL},
    {NULL, NULL, NULL}};
