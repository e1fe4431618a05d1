//===- StringText.c - strings and containers as text ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/StringText.h"
#include "lib/Runtime/ValueText.h"

#include <ctype.h>
#include <math.h>
#include <stb/stb_ds.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

void relaxStringPrint(StrRef text, StrBuf *out) {
  strBufAppendC(out, "\"");
  for (size_t i = 0; i < text.length; ++i) {
    unsigned char c = (unsigned char)text.data[i];
    if (c == '\\')
      strBufAppendC(out, "\\\\");
    else if (c >= ' ' && c < 127 && c != '"')
      strBufAppend(out, (StrRef){text.data + i, 1});
    else
      strBufAppendFormat(out, "\\%02X", c);
  }
  strBufAppendC(out, "\"");
}

static int hexDigit(char c) {
  return isdigit((unsigned char)c) ? c - '0'
         : c >= 'a' && c <= 'f'    ? c - 'a' + 10
         : c >= 'A' && c <= 'F'    ? c - 'A' + 10
                                   : -1;
}

/// The character behind a backslash at `*at`, which moves to its end; -1 if
/// there is no such escape.
static int unescape(StrRef text, size_t *at) {
  char c = *at < text.length ? text.data[*at] : '\0';
  ++*at;
  if (c == '"' || c == '\\')
    return c;
  int high = hexDigit(c);
  int low = *at < text.length ? hexDigit(text.data[*at]) : -1;
  if (high >= 0 && low >= 0) {
    ++*at;
    return high * 16 + low;
  }
  return c == 'n' ? '\n' : c == 't' ? '\t' : -1;
}

/// Appends a quoted word whose first quote stands before `*at`.
static bool readQuoted(StrRef text, size_t *at, StrBuf *store,
                       RelaxError *error) {
  while (*at < text.length && text.data[*at] != '"') {
    int c = (unsigned char)text.data[(*at)++];
    if (c == '\\' && (c = unescape(text, at)) < 0)
      return relaxFail(error,
                       "a string has an unknown escape: expected one of "
                       "\\\", \\\\, \\n, \\t and two hexadecimal digits");
    char byte = (char)c;
    strBufAppend(store, (StrRef){&byte, 1});
  }
  if (*at == text.length)
    return relaxFail(error, "a string has no closing quote");
  ++*at;
  return true;
}

static bool isSeparator(char c) {
  return c == ',' || isspace((unsigned char)c);
}

bool relaxStringWords(StrRef text, StrRef **words, StrBuf *store,
                      RelaxError *error) {
  size_t *ends = NULL;
  bool good = true;
  for (size_t i = 0; good && i < text.length;) {
    if (isSeparator(text.data[i])) {
      ++i;
      continue;
    }
    if (text.data[i] == '"') {
      ++i;
      good = readQuoted(text, &i, store, error);
    } else {
      size_t begin = i;
      while (i < text.length && !isSeparator(text.data[i]))
        ++i;
      strBufAppend(store, (StrRef){text.data + begin, i - begin});
    }
    arrput(ends, store->length);
  }
  // The store has its final place only now.
  for (ptrdiff_t i = 0; good && i < arrlen(ends); ++i) {
    size_t begin = i ? ends[i - 1] : 0;
    StrRef word = {strBufText(store) + begin, ends[i] - begin};
    arrput(*words, word);
  }
  arrfree(ends);
  return good;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

void relaxNumberToText(const RelaxTensor *tensor, int64_t index, StrBuf *out) {
  if (tensor->dtype == RELAX_BOOL) {
    strBufAppendC(out,
                  relaxLoadInt(RELAX_BOOL, tensor->data, index) ? "1" : "0");
    return;
  }
  double value = relaxDTypeIsFloat(tensor->dtype)
                     ? relaxLoadFloat(tensor->dtype, tensor->data, index)
                     : 0;
  if (isnan(value))
    strBufAppendC(out, "NaN");
  else if (isinf(value))
    strBufAppendC(out, value < 0 ? "-INF" : "INF");
  else
    relaxElementPrint(tensor, index, out);
}

bool relaxNumberFromText(StrRef text, RelaxTensor *tensor, int64_t index,
                         RelaxError *error) {
  enum { LONGEST = 128 };
  char word[LONGEST];
  bool good = text.length > 0 && text.length < LONGEST &&
              !memchr(text.data, '\0', text.length);
  if (good) {
    memcpy(word, text.data, text.length);
    word[text.length] = '\0';
    good = relaxElementParse(word, tensor, index);
  }
  return good ||
         relaxFail(error, "'%.*s' is no value of type %s", (int)text.length,
                   text.data, relaxDTypeName(tensor->dtype));
}

//===----------------------------------------------------------------------===//
// Containers
//===----------------------------------------------------------------------===//

static StrRef trim(StrRef text) {
  while (text.length && isspace((unsigned char)text.data[0]))
    text = (StrRef){text.data + 1, text.length - 1};
  while (text.length && isspace((unsigned char)text.data[text.length - 1]))
    --text.length;
  return text;
}

/// The length of the element at the front: up to a `;` outside of brackets and
/// quotes.
static size_t elementLength(StrRef text) {
  int depth = 0;
  bool quoted = false;
  size_t i = 0;
  for (; i < text.length; ++i) {
    char c = text.data[i];
    if (quoted && c == '\\')
      ++i;
    else if (c == '"')
      quoted = !quoted;
    else if (!quoted && (c == '[' || c == '{'))
      ++depth;
    else if (!quoted && (c == ']' || c == '}'))
      --depth;
    else if (!quoted && c == ';' && depth == 0)
      return i;
  }
  return text.length;
}

static bool isContainerText(StrRef text) {
  return text.length && (text.data[0] == '[' || text.data[0] == '{');
}

/// The elements between the brackets; stb_ds array.
static bool parseItems(StrRef inside, bool sequence, RelaxTensor **items,
                       RelaxError *error) {
  while (inside.length) {
    size_t length = elementLength(inside);
    StrRef text = trim((StrRef){inside.data, length});
    RelaxTensor item;
    if (isContainerText(text) && (sequence || text.data[0] == '{'))
      return relaxFail(
          error, "'%.*s' cannot stand in %s: expected a tensor%s",
          (int)text.length, text.data, sequence ? "a sequence" : "an optional",
          sequence ? "" : " or a sequence");
    if (!relaxValueParse(text, &item, error))
      return false;
    arrput(*items, item);
    length += length < inside.length;
    inside = trim((StrRef){inside.data + length, inside.length - length});
  }
  return true;
}

bool relaxContainerParse(StrRef text, RelaxTensor *out, RelaxError *error) {
  text = trim(text);
  bool sequence = text.data[0] == '[';
  char end = text.data[text.length - 1];
  if (text.length < 2 || end != (sequence ? ']' : '}'))
    return relaxFail(error, "expected '%c' at the end of '%.*s'",
                     sequence ? ']' : '}', (int)text.length, text.data);
  RelaxTensor *items = NULL;
  bool good = parseItems(trim((StrRef){text.data + 1, text.length - 2}),
                         sequence, &items, error);
  if (good && !sequence && arrlen(items) > 1)
    good =
        relaxFail(error, "expected at most one value in an optional, got %td",
                  arrlen(items));
  if (good)
    good = relaxContainerCreate(sequence ? RELAX_SEQUENCE : RELAX_OPTIONAL,
                                arrlen(items), items, out, error);
  else
    for (ptrdiff_t i = 0; i < arrlen(items); ++i)
      relaxTensorRelease(&items[i]);
  arrfree(items);
  return good;
}

void relaxContainerPrint(const RelaxTensor *container, int64_t maxElements,
                         StrBuf *out) {
  bool sequence = container->dtype == RELAX_SEQUENCE;
  const RelaxTensor *items = relaxContainerItems(container);
  strBufAppendC(out, sequence ? "[" : "{");
  for (int64_t i = 0; i < container->dims[0]; ++i) {
    strBufAppendC(out, i ? ", " : sequence ? "" : "value = ");
    relaxValuePrint(&items[i], maxElements, out);
  }
  strBufAppendC(out, sequence ? "]" : "}");
}
