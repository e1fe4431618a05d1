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
  bool minus = tokens->punct(tokens->state, '-');
  if (!readExtent(reading, out))
    return false;
  if (*out > (int64_t)MOST_SECONDS * NANO)
    return expect(reading, "expected at most a million seconds");
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

static bool readPoint(Reading *reading, MeasuredPoint *point) {
  static const char suffix[] = "_code"; // of artefacts (GenerateRegions.c)
  enum { SUFFIX = sizeof suffix - 1 };
  SymTokens *tokens = &reading->tokens;
  StrRef name;
  if (!tokens->identifier(tokens->state, &name) || name.length <= SUFFIX ||
      memcmp(name.data + name.length - SUFFIX, suffix, SUFFIX) != 0)
    return expect(reading, "expected the name of an artefact");
  name.length -= SUFFIX;
  point->region = arenaCopyString(reading->arena, name);
  arrsetlen(reading->dims, 0);
  arrsetlen(reading->ranks, 0);
  while (tokens->punct(tokens->state, '['))
    if (!readInput(reading))
      return false;
  if (!tokens->keyword(tokens->state, "saves"))
    return expect(reading, "expected extents in brackets or 'saves'");
  if (!readTime(reading, &point->saved))
    return false;
  if (!tokens->keyword(tokens->state, "of"))
    return expect(reading, "expected 'of'");
  point->numDims = arrlenu(reading->dims);
  point->numInputs = arrlenu(reading->ranks);
  point->dims = keep(reading, reading->dims, point->numDims, sizeof(int64_t));
  point->ranks =
      keep(reading, reading->ranks, point->numInputs, sizeof(size_t));
  return readTime(reading, &point->all);
}

bool measuredRead(Arena *arena, StrRef text, Measured *out, StrBuf *message) {
  SymText source = {.text = text};
  Reading reading = {.arena = arena, .tokens = symTokensFromText(&source)};
  bool good = true;
  while (good && !symTextAtEnd(&source)) {
    MeasuredPoint point = {.saved = 0};
    good = readPoint(&reading, &point);
    if (good)
      arrput(out->points, point);
  }
  if (!good) {
    size_t line = 1; // what lacks at the end lacks on the last line
    for (size_t i = 0; i < source.errorOffset && i + 1 < text.length; ++i)
      line += text.data[i] == '\n';
    strBufAppendFormat(message, "line %zu: %s", line,
                       strBufText(&source.message));
  }
  strBufFree(&source.message);
  arrfree(reading.dims);
  arrfree(reading.ranks);
  return good;
}

void measuredFree(Measured *measured) { arrfree(measured->points); }
