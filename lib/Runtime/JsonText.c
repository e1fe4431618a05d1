//===- JsonText.c - the words of a JSON text ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/JsonText.h"
#include "lib/Support/Utf8.h"

#include <ctype.h>
#include <string.h>

char jsonPeek(JsonText *json) {
  while (json->at < json->text.length &&
         memchr(" \t\r\n", json->text.data[json->at], 4))
    ++json->at;
  return json->at < json->text.length ? json->text.data[json->at] : '\0';
}

bool jsonFail(JsonText *json, const char *what) {
  char got = jsonPeek(json);
  size_t line = 1, column = 1;
  for (size_t i = 0; i < json->at; ++i) {
    line += json->text.data[i] == '\n';
    column = json->text.data[i] == '\n' ? 1 : column + 1;
  }
  if (json->at >= json->text.length)
    return relaxFail(json->error,
                     "line %zu, character %zu: expected %s, got the end of the "
                     "text",
                     line, column, what);
  return relaxFail(json->error,
                   "line %zu, character %zu: expected %s, got '%c'", line,
                   column, what, isprint((unsigned char)got) ? got : '?');
}

bool jsonExpect(JsonText *json, char c) {
  char what[] = {'\'', c, '\'', '\0'};
  if (jsonPeek(json) != c)
    return jsonFail(json, what);
  ++json->at;
  return true;
}

/// The four digits of `\u`; false if they are not there.
static bool readUnit(JsonText *json, uint32_t *unit) {
  *unit = 0;
  for (int i = 0; i < 4; ++i, ++json->at) {
    static const char digits[] = "0123456789abcdef";
    char c = json->at < json->text.length
                 ? (char)tolower((unsigned char)json->text.data[json->at])
                 : '\0';
    const char *digit = c ? strchr(digits, c) : NULL;
    if (!digit)
      return false;
    *unit = *unit * 16 + (uint32_t)(digit - digits);
  }
  return true;
}

/// Behind `\u`: a code point, of two halves beyond U+FFFF.
static bool readPoint(JsonText *json, StrBuf *out) {
  uint32_t point, low;
  if (!readUnit(json, &point))
    return false;
  if (point >= 0xD800 && point < 0xDC00) {
    if (json->text.length - json->at < 2 ||
        memcmp(json->text.data + json->at, "\\u", 2) != 0)
      return false;
    json->at += 2;
    if (!readUnit(json, &low) || low < 0xDC00 || low > 0xDFFF)
      return false;
    point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
  } else if (point >= 0xDC00 && point <= 0xDFFF) {
    return false;
  }
  utf8Append(point, out);
  return true;
}

static bool readEscape(JsonText *json, StrBuf *out) {
  static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
  char c = json->at < json->text.length ? json->text.data[json->at] : '\0';
  const char *name = c ? strchr(names, c) : NULL;
  if (name) {
    ++json->at;
    strBufAppend(out, (StrRef){&values[name - names], 1});
    return true;
  }
  if (c == 'u') {
    ++json->at;
    if (readPoint(json, out))
      return true;
  }
  return jsonFail(json, "an escape");
}

bool jsonString(JsonText *json, StrBuf *out) {
  if (!jsonExpect(json, '"'))
    return false;
  while (json->at < json->text.length) {
    size_t begin = json->at;
    while (json->at < json->text.length && json->text.data[json->at] != '"' &&
           json->text.data[json->at] != '\\')
      ++json->at;
    strBufAppend(out, (StrRef){json->text.data + begin, json->at - begin});
    if (json->at == json->text.length)
      break;
    if (json->text.data[json->at++] == '"')
      return true;
    if (!readEscape(json, out))
      return false;
  }
  return jsonFail(json, "'\"'");
}

bool jsonWord(JsonText *json, StrRef *out) {
  jsonPeek(json);
  size_t begin = json->at;
  while (json->at < json->text.length &&
         (isalnum((unsigned char)json->text.data[json->at]) ||
          memchr("+-.", json->text.data[json->at], 3)))
    ++json->at;
  *out = (StrRef){json->text.data + begin, json->at - begin};
  return out->length || jsonFail(json, "a value");
}

void jsonPrintString(StrRef text, StrBuf *out) {
  strBufAppendC(out, "\"");
  for (size_t i = 0; i < text.length; ++i) {
    unsigned char c = (unsigned char)text.data[i];
    if (c == '"' || c == '\\')
      strBufAppendFormat(out, "\\%c", c);
    else if (c < 0x20)
      strBufAppendFormat(out, "\\u%04x", c);
    else
      strBufAppend(out, (StrRef){text.data + i, 1});
  }
  strBufAppendC(out, "\"");
}
