//===- StringRef.h - borrowed and growing strings -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// `StrRef` borrows characters that live elsewhere and need not end in a NUL
// (same layout as MlirStringRef). `StrBuf` owns a growing, NUL-terminated text.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SUPPORT_STRINGREF_H
#define RELAX_SUPPORT_STRINGREF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct StrRef {
  const char *data;
  size_t length;
} StrRef;

/// Borrows a NUL-terminated string.
StrRef strRefFromC(const char *text);
bool strRefEqual(StrRef a, StrRef b);
bool strRefStartsWith(StrRef text, const char *prefix);
/// Like strcmp, bytewise, a prefix comes first.
int strRefCompare(StrRef a, StrRef b);

/// Owned text; zero-initialise, free with `strBufFree`. `data` may be NULL
/// while empty.
typedef struct StrBuf {
  char *data;
  size_t length, capacity;
} StrBuf;

void strBufAppend(StrBuf *buf, StrRef text);
void strBufAppendC(StrBuf *buf, const char *text);
void strBufAppendFormat(StrBuf *buf, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void strBufAppendFormatV(StrBuf *buf, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
void strBufFree(StrBuf *buf);
/// The text so far; "" when empty. Valid until the next append.
const char *strBufText(const StrBuf *buf);

#ifdef __cplusplus
}
#endif
#endif // RELAX_SUPPORT_STRINGREF_H
