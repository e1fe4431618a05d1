//===- Text.c - the text of a module as statements ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/reduce/Text.h"

#include <ctype.h>
#include <stb/stb_ds.h>
#include <string.h>

static StrRef lineAt(StrRef text, size_t begin) {
  const char *end = memchr(text.data + begin, '\n', text.length - begin);
  size_t stop = end ? (size_t)(end - text.data) + 1 : text.length;
  return (StrRef){text.data + begin, stop - begin};
}

static StrRef trimmed(StrRef line) {
  while (line.length && isspace((unsigned char)line.data[0]))
    line = (StrRef){line.data + 1, line.length - 1};
  while (line.length && isspace((unsigned char)line.data[line.length - 1]))
    --line.length;
  return line;
}

/// Regions open at the end of a line. `module {` is no statement.
static bool opens(StrRef line) {
  line = trimmed(line);
  return line.length && line.data[line.length - 1] == '{';
}

static bool closes(StrRef line) {
  line = trimmed(line);
  return line.length && line.data[0] == '}';
}

static bool isLabel(StrRef line) {
  line = trimmed(line);
  return line.length && line.data[0] == '^';
}

ReduceStatement *reduceStatements(StrRef text) {
  ReduceStatement *all = NULL;
  ptrdiff_t *open = NULL; // those that hold the line; -1: the module
  for (size_t at = 0; at < text.length;) {
    StrRef line = lineAt(text, at);
    bool closing = closes(line), opening = opens(line);
    size_t end = at + line.length;
    bool isModule = arrlen(open) == 0 && opening &&
                    strRefStartsWith(trimmed(line), "module");
    if (closing && arrlen(open)) {
      ptrdiff_t index = arrpop(open);
      if (index >= 0)
        all[index].end = end;
      if (opening) // `} else {`
        arrput(open, index);
    } else if (!isModule && !isLabel(line) && trimmed(line).length) {
      size_t function = arrlenu(all);
      for (ptrdiff_t i = arrlen(open) - 1; i >= 0; --i)
        if (open[i] >= 0)
          function = (size_t)open[i];
      arrput(all, ((ReduceStatement){at, end, (int)arrlen(open), function}));
    }
    if (opening && !closing)
      arrput(open, isModule ? -1 : arrlen(all) - 1);
    at = end;
  }
  arrfree(open);
  return all;
}

StrRef reduceFirstLine(StrRef text, const ReduceStatement *statement) {
  return trimmed(lineAt(text, statement->begin));
}

static bool isWordPart(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$' ||
         c == '-' || c == ':' || c == '#';
}

/// The name that begins with `%` at `at`.
static StrRef nameAt(StrRef line, size_t at) {
  size_t end = at + 1;
  while (end < line.length && isWordPart(line.data[end]) &&
         line.data[end] != ':' && line.data[end] != '#')
    ++end;
  return (StrRef){line.data + at, end - at};
}

bool reduceResultOf(StrRef line, StrRef *result) {
  if (!line.length || line.data[0] != '%')
    return false;
  *result = nameAt(line, 0);
  StrRef rest = {line.data + result->length, line.length - result->length};
  return strRefStartsWith(rest, " = ");
}

StrRef *reduceOperandsOf(StrRef line) {
  StrRef *names = NULL, result;
  size_t at = reduceResultOf(line, &result) ? result.length : 0;
  for (; at < line.length; ++at)
    if (line.data[at] == '%') {
      StrRef name = nameAt(line, at);
      arrput(names, name);
      at += name.length - 1;
    }
  return names;
}

StrRef reduceTypeOf(StrRef line) {
  size_t begin = 0;
  for (size_t i = 0; i + 3 < line.length; ++i) {
    if (strncmp(line.data + i, " : ", 3) == 0)
      begin = i + 3;
    if (i + 4 < line.length && strncmp(line.data + i, " -> ", 4) == 0)
      begin = i + 4;
  }
  return (StrRef){line.data + begin, begin ? line.length - begin : 0};
}

void reduceReplace(StrRef text, size_t begin, size_t end, StrRef by,
                   StrBuf *out) {
  strBufAppend(out, (StrRef){text.data, begin});
  strBufAppend(out, by);
  strBufAppend(out, (StrRef){text.data + end, text.length - end});
}

static bool isNamePart(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$';
}

void reduceReplaceWord(StrRef text, size_t begin, size_t end, StrRef from,
                       StrRef to, StrBuf *out) {
  bool number = isdigit((unsigned char)from.data[0]);
  strBufAppend(out, (StrRef){text.data, begin});
  for (size_t i = begin; i < end;) {
    bool same = i + from.length <= end &&
                strncmp(text.data + i, from.data, from.length) == 0;
    char before = i ? text.data[i - 1] : ' ';
    char after =
        i + from.length < text.length ? text.data[i + from.length] : ' ';
    same = same && !isNamePart(after) &&
           (!isNamePart(before) || from.data[0] == '%') && before != '%' &&
           before != '@' && (!number || (before != '-' && before != '"'));
    strBufAppend(out, same ? to : (StrRef){text.data + i, 1});
    i += same ? from.length : 1;
  }
  strBufAppend(out, (StrRef){text.data + end, text.length - end});
}
