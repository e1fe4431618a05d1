//===- PipelineText.c - reads and writes the text of a pipeline -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Tool/PipelineText.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef struct Part {
  StrRef name;
  PipelineStep *steps;
  struct Part *next;
} Part;

typedef struct Reader {
  PipelineText *text;
  const char *at, *end; // of the copy in which comments are blanks
  Part *parts;
  int depth;
  size_t numSteps; // parts written out
} Reader;

enum { MAX_DEPTH = 64, MAX_STEPS = 1 << 16 };

void pipelineComplain(PipelineText *text, const char *at, const char *format,
                      ...) {
  const char *begin = text->text.data, *end = begin + text->text.length;
  if (text->copy && at >= text->copy && at <= text->copy + text->text.length)
    at = begin + (at - text->copy);
  const char *line = at, *stop = at;
  while (line > begin && line[-1] != '\n')
    --line;
  while (stop < end && *stop != '\n')
    ++stop;
  int number = 1;
  for (const char *c = begin; c < line; ++c)
    number += *c == '\n';
  va_list arguments;
  va_start(arguments, format);
  strBufAppendFormat(&text->complaint, "%s:%d:%d: error: ", text->from, number,
                     (int)(at - line) + 1);
  strBufAppendFormatV(&text->complaint, format, arguments);
  va_end(arguments);
  strBufAppendFormat(&text->complaint, "\n%.*s\n%*s^\n", (int)(stop - line),
                     line, (int)(at - line), "");
}

bool pipelineQuote(const char *begin, const char *at, char *quote) {
  bool opens =
      !*quote && (*at == '\'' || *at == '"') &&
      (at == begin || isspace((unsigned char)at[-1]) || strchr("={,", at[-1]));
  bool closes = *quote && *at == *quote;
  if (opens || closes)
    *quote = opens ? *at : 0;
  return opens || closes;
}

/// The text without comments; all places stay.
static const char *blankComments(PipelineText *text) {
  char *copy = arenaAlloc(text->arena, text->text.length + 1);
  memcpy(copy, text->text.data, text->text.length);
  copy[text->text.length] = '\0';
  char quote = 0;
  for (size_t i = 0; i < text->text.length; ++i) {
    if (!pipelineQuote(copy, copy + i, &quote) && !quote &&
        strncmp(copy + i, "//", 2) == 0 &&
        (i == 0 || isspace((unsigned char)copy[i - 1])))
      for (; i < text->text.length && copy[i] != '\n'; ++i)
        copy[i] = ' ';
  }
  return copy;
}

static const char *placeOf(const Reader *r, const char *at) {
  return r->text->text.data + (at - r->text->copy);
}

static PipelineStep *failAt(Reader *r, const char *at, const char *expected) {
  const char *place = placeOf(r, at);
  if (at == r->end)
    pipelineComplain(r->text, place, "expected %s, got the end", expected);
  else
    pipelineComplain(r->text, place, "expected %s, got '%c'", expected, *at);
  return NULL;
}

static void skipBlanks(Reader *r) {
  while (r->at < r->end && isspace((unsigned char)*r->at))
    ++r->at;
}

static bool take(Reader *r, char c) {
  skipBlanks(r);
  if (r->at == r->end || *r->at != c)
    return false;
  ++r->at;
  return true;
}

static StrRef readName(Reader *r) {
  skipBlanks(r);
  const char *begin = r->at;
  while (r->at < r->end &&
         (isalnum((unsigned char)*r->at) || (*r->at && strchr("_-.", *r->at))))
    ++r->at;
  return (StrRef){placeOf(r, begin), (size_t)(r->at - begin)};
}

/// What stands between braces, which nest and may stand between quotes.
static bool readOptions(Reader *r, StrRef *options) {
  const char *begin = r->at;
  char quote = 0;
  for (int depth = 1; r->at < r->end; ++r->at) {
    char c = *r->at;
    if (!pipelineQuote(begin, r->at, &quote) && !quote)
      depth += (c == '{') - (c == '}');
    if (depth == 0) {
      *options = (StrRef){begin, (size_t)(r->at++ - begin)};
      return true;
    }
  }
  pipelineComplain(r->text, begin - 1, "this '{' has no '}'");
  return false;
}

static PipelineStep *readSteps(Reader *r);

static Part *findPart(const Reader *r, StrRef name) {
  Part *part = r->parts;
  while (part && !strRefEqual(part->name, name))
    part = part->next;
  return part;
}

/// As far as there may be steps.
static PipelineStep *copySteps(Reader *r, const PipelineStep *steps) {
  PipelineStep *first = NULL, **last = &first;
  for (; steps && ++r->numSteps <= MAX_STEPS; steps = steps->next) {
    *last = arenaCopy(r->text->arena, steps, sizeof(*steps));
    (*last)->inner = copySteps(r, steps->inner);
    last = &(*last)->next;
  }
  return first;
}

/// One step, or those of a part.
static PipelineStep *readStep(Reader *r) {
  StrRef name = readName(r);
  if (name.length == 0)
    return failAt(r, r->at, "a pass");
  PipelineStep *step = ARENA_NEW(r->text->arena, PipelineStep);
  step->name = name;
  if (take(r, '{') && !readOptions(r, &step->options))
    return NULL;
  const char *open = (skipBlanks(r), r->at);
  if (take(r, '(')) {
    step->nests = true;
    if (++r->depth > MAX_DEPTH)
      return failAt(r, open, "at most 64 levels");
    if (!take(r, ')')) {
      step->inner = readSteps(r);
      if (!step->inner)
        return NULL;
      if (!take(r, ')'))
        return failAt(r, r->at, "',' or the ')' of this step");
    }
    --r->depth;
  }
  Part *part = step->nests || step->options.data ? NULL : findPart(r, name);
  PipelineStep *steps = part ? copySteps(r, part->steps) : step;
  if (r->numSteps <= MAX_STEPS)
    return steps;
  pipelineComplain(r->text, name.data, "more than %d passes", (int)MAX_STEPS);
  return NULL;
}

static PipelineStep *readSteps(Reader *r) {
  PipelineStep *first = NULL, **last = &first;
  do {
    *last = readStep(r);
    if (!*last)
      return NULL;
    while (*last)
      last = &(*last)->next;
  } while (take(r, ','));
  return first;
}

/// `NAME =` stands here.
static bool isPart(Reader *r) {
  const char *begin = r->at;
  bool named = readName(r).length && take(r, '=');
  r->at = begin;
  return named;
}

static bool readPart(Reader *r) {
  Part *part = ARENA_NEW(r->text->arena, Part);
  part->name = readName(r);
  if (findPart(r, part->name)) {
    pipelineComplain(r->text, part->name.data, "'%.*s' is named twice",
                     (int)part->name.length, part->name.data);
    return false;
  }
  take(r, '=');
  part->steps = readSteps(r);
  if (!part->steps)
    return false;
  if (!take(r, ';')) {
    failAt(r, r->at, "',' or ';'");
    return false;
  }
  part->next = r->parts;
  r->parts = part;
  return true;
}

static void noteParts(PipelineText *text, const Part *parts) {
  size_t count = 0;
  for (const Part *part = parts; part; part = part->next)
    ++count;
  text->parts = ARENA_ARRAY(text->arena, StrRef, count + 1);
  for (; parts; parts = parts->next)
    text->parts[text->numParts++] = parts->name;
}

PipelineStep *pipelineParse(PipelineText *text) {
  text->copy = blankComments(text);
  Reader r = {
      .text = text, .at = text->copy, .end = text->copy + text->text.length};
  while (isPart(&r))
    if (!readPart(&r))
      return NULL;
  noteParts(text, r.parts);
  PipelineStep *steps = readSteps(&r);
  skipBlanks(&r);
  if (steps && r.at != r.end)
    return failAt(&r, r.at, "',' or the end");
  return steps;
}

void pipelinePrint(const PipelineStep *steps, StrBuf *out) {
  for (const PipelineStep *step = steps; step; step = step->next) {
    strBufAppendC(out, step == steps ? "" : ",");
    strBufAppend(out, step->name);
    if (step->options.length)
      strBufAppendFormat(out, "{%.*s}", (int)step->options.length,
                         step->options.data);
    if (!step->nests)
      continue;
    strBufAppendC(out, "(");
    pipelinePrint(step->inner, out);
    strBufAppendC(out, ")");
  }
}
