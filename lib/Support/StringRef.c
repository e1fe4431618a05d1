//===- StringRef.c - borrowed and growing strings -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Support/StringRef.h"
#include "lib/Support/OutOfMemory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

StrRef strRefFromC(const char *text) {
  return (StrRef){.data = text, .length = strlen(text)};
}

bool strRefEqual(StrRef a, StrRef b) {
  // Empty views may carry a null pointer, which memcmp must not see.
  return a.length == b.length &&
         (a.length == 0 || memcmp(a.data, b.data, a.length) == 0);
}

bool strRefStartsWith(StrRef text, const char *prefix) {
  size_t length = strlen(prefix);
  return text.length >= length &&
         strRefEqual((StrRef){text.data, length}, (StrRef){prefix, length});
}

int strRefCompare(StrRef a, StrRef b) {
  size_t common = a.length < b.length ? a.length : b.length;
  int order = common == 0 ? 0 : memcmp(a.data, b.data, common);
  if (order != 0)
    return order;
  return a.length < b.length ? -1 : a.length > b.length;
}

/// Makes room for `extra` more characters and the terminating NUL.
static void reserve(StrBuf *buf, size_t extra) {
  size_t needed;
  if (__builtin_add_overflow(buf->length, extra, &needed) ||
      __builtin_add_overflow(needed, (size_t)1, &needed))
    outOfMemory();
  if (needed <= buf->capacity)
    return;
  size_t capacity = buf->capacity < 32 ? 32 : buf->capacity;
  while (capacity < needed)
    if (__builtin_mul_overflow(capacity, (size_t)2, &capacity))
      outOfMemory();
  char *data = realloc(buf->data, capacity);
  if (!data)
    outOfMemory();
  buf->data = data;
  buf->capacity = capacity;
}

void strBufAppend(StrBuf *buf, StrRef text) {
  reserve(buf, text.length);
  if (text.length != 0)
    memcpy(buf->data + buf->length, text.data, text.length);
  buf->length += text.length;
  buf->data[buf->length] = '\0';
}

void strBufAppendC(StrBuf *buf, const char *text) {
  strBufAppend(buf, strRefFromC(text));
}

void strBufAppendFormatV(StrBuf *buf, const char *format, va_list arguments) {
  va_list measured;
  va_copy(measured, arguments);
  int length = vsnprintf(NULL, 0, format, measured);
  va_end(measured);
  assert(length >= 0 && "bad format");
  reserve(buf, (size_t)length);
  vsnprintf(buf->data + buf->length, (size_t)length + 1, format, arguments);
  buf->length += (size_t)length;
}

void strBufAppendFormat(StrBuf *buf, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  strBufAppendFormatV(buf, format, arguments);
  va_end(arguments);
}

void strBufFree(StrBuf *buf) {
  free(buf->data);
  *buf = (StrBuf){0};
}

const char *strBufText(const StrBuf *buf) { return buf->data ? buf->data : ""; }
