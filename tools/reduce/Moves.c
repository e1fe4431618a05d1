//===- Moves.c - statements, numbers and constants go ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/reduce/Reduce.h"
#include "tools/reduce/Text.h"

#include <ctype.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

static StrRef best(const Reducer *r) {
  return (StrRef){r->best.data, r->best.length};
}

/// The statements of one depth; stb_ds array.
static ReduceStatement *atDepth(const Reducer *r, int depth) {
  ReduceStatement *all = reduceStatements(best(r)), *some = NULL;
  for (ptrdiff_t i = 0; i < arrlen(all); ++i)
    if (all[i].depth == depth)
      arrput(some, all[i]);
  arrfree(all);
  return some;
}

/// Many at once first, then fewer, down to one.
bool reduceRemove(Reducer *r, int depth) {
  ReduceStatement *list = atDepth(r, depth);
  bool any = false;
  for (ptrdiff_t size = (arrlen(list) + 1) / 2; size > 0; size /= 2)
    // From the end: what uses goes before what is used.
    for (ptrdiff_t end = arrlen(list); end > 0 && !reduceStopped();) {
      ptrdiff_t begin = end > size ? end - size : 0;
      StrBuf text = {0};
      size_t at = 0;
      for (ptrdiff_t i = begin; i < end; ++i) {
        strBufAppend(&text, (StrRef){r->best.data + at, list[i].begin - at});
        at = list[i].end;
      }
      strBufAppend(&text, (StrRef){r->best.data + at, r->best.length - at});
      if (reduceTry(r, &text)) {
        any = true;
        arrfree(list);
        list = atDepth(r, depth);
      }
      end = begin < arrlen(list) ? begin : arrlen(list);
    }
  arrfree(list);
  return any;
}

/// A statement goes, and an operand stands for its result.
static bool bypassOne(Reducer *r, const ReduceStatement *all, ptrdiff_t index) {
  StrRef line = reduceFirstLine(best(r), &all[index]), result;
  if (!reduceResultOf(line, &result))
    return false;
  bool done = false;
  StrRef *operands = reduceOperandsOf(line);
  const ReduceStatement *function = &all[all[index].function];
  for (ptrdiff_t k = 0; !done && k < arrlen(operands); ++k) {
    StrBuf cut = {0}, text = {0};
    size_t gone = all[index].end - all[index].begin;
    reduceReplace(best(r), all[index].begin, all[index].end, (StrRef){"", 0},
                  &cut);
    reduceReplaceWord((StrRef){cut.data, cut.length}, function->begin,
                      function->end - gone, result, operands[k], &text);
    strBufFree(&cut);
    done = reduceTry(r, &text);
  }
  arrfree(operands);
  return done;
}

bool reduceBypass(Reducer *r) {
  bool any = false;
  ReduceStatement *all = reduceStatements(best(r));
  for (ptrdiff_t i = arrlen(all) - 1; i >= 0 && !reduceStopped(); --i)
    if (i < arrlen(all) && all[i].depth > 1 && bypassOne(r, all, i)) {
      any = true;
      arrfree(all);
      all = reduceStatements(best(r));
    }
  arrfree(all);
  return any;
}

//===----------------------------------------------------------------------===//
// Extents and constants
//===----------------------------------------------------------------------===//

/// Words between brackets: extents and symbols of types. Each once; stb_ds.
static char **collectExtents(StrRef text) {
  char **words = NULL;
  bool inside = false;
  for (size_t i = 0; i < text.length; ++i) {
    char c = text.data[i];
    inside = c == '[' ? i > 0 && text.data[i - 1] == '<' : inside && c != ']';
    if (!inside || !(isalnum((unsigned char)c) || c == '_'))
      continue;
    size_t end = i;
    while (end < text.length &&
           (isalnum((unsigned char)text.data[end]) || text.data[end] == '_'))
      ++end;
    char *word = strndup(text.data + i, end - i);
    bool known = !*word || (isdigit((unsigned char)*word) && atoll(word) <= 1);
    for (ptrdiff_t k = 0; !known && k < arrlen(words); ++k)
      known = strcmp(words[k], word) == 0;
    if (known)
      free(word);
    else
      arrput(words, word);
    i = end - 1;
  }
  return words;
}

bool reduceNumbers(Reducer *r) {
  static const char *const small[] = {"1", "2", "3"};
  bool any = false;
  char **words = collectExtents(best(r));
  for (ptrdiff_t i = 0; i < arrlen(words); ++i) {
    bool done = false, number = isdigit((unsigned char)*words[i]);
    for (int k = 0; k < 3 && !done && !reduceStopped(); ++k) {
      StrBuf text = {0};
      if (number && atoll(words[i]) <= atoll(small[k]))
        continue;
      reduceReplaceWord(best(r), 0, r->best.length, strRefFromC(words[i]),
                        strRefFromC(small[k]), &text);
      done = reduceTry(r, &text);
    }
    any |= done;
    free(words[i]);
  }
  arrfree(words);
  return any;
}

/// The content of `dense<...>` that begins at `at`.
static size_t denseEnd(StrRef text, size_t at) {
  int depth = 1;
  while (at < text.length && depth > 0) {
    depth += text.data[at] == '<';
    depth -= text.data[at] == '>';
    ++at;
  }
  return at - 1;
}

bool reduceConstants(Reducer *r) {
  static const char *const simple[] = {"0", "0.0", "1", "1.0", "false"};
  static const char mark[] = "dense<";
  bool any = false;
  for (size_t at = 0; !reduceStopped();) {
    const char *found =
        at < r->best.length ? strstr(r->best.data + at, mark) : NULL;
    if (!found)
      break;
    size_t begin = (size_t)(found - r->best.data) + strlen(mark);
    size_t end = denseEnd(best(r), begin);
    bool done = end - begin <= 5; // simple already
    for (int k = 0; k < 5 && !done; ++k) {
      StrBuf text = {0};
      reduceReplace(best(r), begin, end, strRefFromC(simple[k]), &text);
      done = reduceTry(r, &text);
      any |= done;
    }
    at = begin;
  }
  return any;
}
