//===- Utf8.c - letters of UTF-8 texts ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The tables are those of the C library: its locale C.UTF-8 is built in and is
// used here without becoming anybody's.
//
//===----------------------------------------------------------------------===//

#include "lib/Support/Utf8.h"

#include <locale.h>
#include <wctype.h>

size_t utf8Decode(StrRef text, uint32_t *point) {
  const unsigned char *at = (const unsigned char *)text.data;
  size_t length = at[0] < 0x80   ? 1
                  : at[0] < 0xC2 ? 0
                  : at[0] < 0xE0 ? 2
                  : at[0] < 0xF0 ? 3
                  : at[0] < 0xF5 ? 4
                                 : 0;
  static const uint8_t masks[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (length == 0 || length > text.length)
    return 0;
  *point = at[0] & masks[length];
  for (size_t i = 1; i < length; ++i) {
    if ((at[i] & 0xC0) != 0x80)
      return 0;
    *point = *point << 6 | (at[i] & 0x3F);
  }
  bool surrogate = *point >= 0xD800 && *point < 0xE000;
  return *point >= least[length] && *point < 0x110000 && !surrogate ? length
                                                                    : 0;
}

void utf8Append(uint32_t point, StrBuf *out) {
  char bytes[4];
  size_t length = point < 0x80      ? 1
                  : point < 0x800   ? 2
                  : point < 0x10000 ? 3
                                    : 4;
  static const uint8_t heads[] = {0, 0, 0xC0, 0xE0, 0xF0};
  for (size_t i = length; i-- > 1; point >>= 6)
    bytes[i] = (char)(0x80 | (point & 0x3F));
  bytes[0] = (char)(heads[length] | point);
  strBufAppend(out, (StrRef){bytes, length});
}

size_t utf8ValidLength(StrRef text) {
  size_t at = 0;
  while (at < text.length) {
    uint32_t point;
    size_t length =
        utf8Decode((StrRef){text.data + at, text.length - at}, &point);
    if (length == 0)
      break;
    at += length;
  }
  return at;
}

void utf8AppendCase(StrRef text, Utf8Case to, StrBuf *out) {
  locale_t locale = to == UTF8_AS_IT_IS
                        ? (locale_t)0
                        : newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  for (size_t i = 0, length; i < text.length; i += length) {
    uint32_t point;
    StrRef rest = {text.data + i, text.length - i};
    length = locale ? utf8Decode(rest, &point) : 0;
    if (length)
      utf8Append((uint32_t)(to == UTF8_LOWER
                                ? towlower_l((wint_t)point, locale)
                                : towupper_l((wint_t)point, locale)),
                 out);
    else
      strBufAppend(out, (StrRef){rest.data, length = 1});
  }
  if (locale)
    freelocale(locale);
}
