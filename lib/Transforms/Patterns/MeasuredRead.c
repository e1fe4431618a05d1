//===- MeasuredRead.c - the file of what back ends saved ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Patterns/Measured.h"

#include <stb/stb_ds.h>
#include <string.h>

typedef struct Reading {
  Arena *arena;
  SymTokens tokens;
  int64_t *dims; // stb_ds
  size_t *ranks; // stb_ds
} Reading;

static bool expect(Reading *reading, const char *what) {
  SymTokens *tokens = &reading->tokens;
  tokens->error(tokens->state, tokens->loc(tokens->state), what);
  return false;
}

static bool readExtent(Reading *reading, int64_t *out) {
  SymTokens *tokens = &reading->tokens;
  int found = tokens->integer(tokens->state, out);
  return found == 0 ? expect(reading, "expected an integer") : found > 0;
}

static bool readTime(Reading *reading, int64_t *out) {
  enum { MOST_SECONDS = 1000000, NANO = 1000000000 };
  SymTokens *tokens = &reading->tokens;
  const char *loc = tokens->loc(tokens->state);
  bool minus = tokens->punct(tokens->state, '-');
  if (!readExtent(reading, out))
    return false;
  if (*out > (int64_t)MOST_SECONDS * NANO) {
    tokens->error(tokens->state, loc, "expected at most a million seconds");
    return false;
  }
  *out = minus ? -*out : *out;
  return true;
}

static bool readInput(Reading *reading) {
  SymTokens *tokens = &reading->tokens;
  size_t rank = 0;
  while (!tokens->punct(tokens->state, ']')) {
    int64_t dim;
    if (rank > 0 && !tokens->punct(tokens->state, ','))
      return expect(reading, "expected ',' or ']'");
    if (!readExtent(reading, &dim))
      return false;
    arrput(reading->dims, dim);
    ++rank;
  }
  arrput(reading->ranks, rank);
  return true;
}

static void *keep(Reading *reading, const void *items, size_t count,
                  size_t size) {
  void *copy = arenaCalloc(reading->arena, count + 1, size);
  if (count)
    memcpy(copy, items, count * size);
  return copy;
}

static bool readExtents(Reading *reading, MeasuredExtents *out) {
  SymTokens *tokens = &reading->tokens;
  arrsetlen(reading->dims, 0);
  arrsetlen(reading->ranks, 0);
  while (tokens->punct(tokens->state, '['))
    if (!readInput(reading))
      return false;
  out->numDims = arrlenu(reading->dims);
  out->numInputs = arrlenu(reading->ranks);
  out->dims = keep(reading, reading->dims, out->numDims, sizeof(int64_t));
  out->ranks = keep(reading, reading->ranks, out->numInputs, sizeof(size_t));
  return true;
}

static bool readCall(Reading *reading, MeasuredCall *call) {
  SymTokens *tokens = &reading->tokens;
  StrRef name;
  if (!tokens->identifier(tokens->state, &name))
    return expect(reading, "expected the name of a function");
  call->name = arenaCopyString(reading->arena, name);
  call->library = -1;
  if (!readExtents(reading, &call->extents))
    return false;
  if (!tokens->keyword(tokens->state, "takes"))
    return expect(reading, "expected extents in brackets or 'takes'");
  if (!readTime(reading, &call->own))
    return false;
  if (!tokens->punct(tokens->state, ','))
    return true;
  if (!tokens->keyword(tokens->state, "by") ||
      !tokens->keyword(tokens->state, "back") ||
      !tokens->keyword(tokens->state, "ends"))
    return expect(reading, "expected 'by back ends'");
  return readTime(reading, &call->library);
}

static bool readPoint(Reading *reading, StrRef name, MeasuredPoint *point) {
  static const char suffix[] = "_code"; // of artefacts (GenerateRegions.c)
  enum { SUFFIX = sizeof suffix - 1 };
  SymTokens *tokens = &reading->tokens;
  if (name.length <= SUFFIX ||
      memcmp(name.data + name.length - SUFFIX, suffix, SUFFIX) != 0)
    return expect(reading, "expected 'call' or the name of an artefact");
  name.length -= SUFFIX;
  point->region = arenaCopyString(reading->arena, name);
  if (!readExtents(reading, &point->extents))
    return false;
  return tokens->keyword(tokens->state, "saves")
             ? readTime(reading, &point->saved)
             : expect(reading, "expected extents in brackets or 'saves'");
}

static bool readLine(Reading *reading, size_t line, Measured *out) {
  SymTokens *tokens = &reading->tokens;
  StrRef name = {NULL, 0};
  if (tokens->keyword(tokens->state, "call")) {
    MeasuredCall call = {.line = line};
    bool good = readCall(reading, &call);
    if (good)
      arrput(out->calls, call);
    return good;
  }
  if (tokens->identifier(tokens->state, &name) &&
      (!arrlen(out->calls) || arrlast(out->calls).library < 0))
    return expect(reading, "expected a call with back ends before regions");
  MeasuredPoint point = {.call = arrlenu(out->calls) - 1};
  bool good = readPoint(reading, name, &point);
  if (good)
    arrput(out->points, point);
  return good;
}

/// What lacks at the end lacks on the last line.
static size_t lineOf(StrRef text, size_t offset) {
  size_t line = 1;
  for (size_t i = 0; i < offset && i + 1 < text.length; ++i)
    line += text.data[i] == '\n';
  return line;
}

bool measuredRead(Arena *arena, StrRef text, Measured *out, StrBuf *message) {
  SymText source = {.text = text};
  Reading reading = {.arena = arena, .tokens = symTokensFromText(&source)};
  bool good = true;
  while (good && !symTextAtEnd(&source))
    good = readLine(&reading, lineOf(text, source.position), out);
  if (!good)
    strBufAppendFormat(message, "line %zu: %s",
                       lineOf(text, source.errorOffset),
                       strBufText(&source.message));
  strBufFree(&source.message);
  arrfree(reading.dims);
  arrfree(reading.ranks);
  return good && measuredJudge(out, message);
}

void measuredFree(Measured *measured) {
  arrfree(measured->calls);
  arrfree(measured->points);
}
