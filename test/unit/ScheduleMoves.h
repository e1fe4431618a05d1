//===- ScheduleMoves.h - random primitives of a schedule ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What a primitive is about is found by name in the text of the program as the
// primitives before it left it. Many are refused; who calls tries.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_UNIT_SCHEDULEMOVES_H
#define RELAX_TEST_UNIT_SCHEDULEMOVES_H

#include "test/unit/ScheduleProgram.h"

enum { PLACES = 96, NAME = 48 };

/// A loop, compute, alloc ('l', 'c', 'a') or argument ('b') of the program.
typedef struct Place {
  char name[NAME], kind;
  int line, depth, iterators;
  bool reduces; // along the last one
} Place;

typedef struct Places {
  Place all[PLACES];
  int count;
} Places;

static const char *const primitives[] = {
    "loops",     "split", "reorder", "parallel", "unroll",
    "vectorize", "turn",  "rfactor", "fork",     "compute_at",
    "place",     "stage", "layout",  "variants", "prefetch"};
enum {
  LOOPS,
  SPLIT,
  REORDER,
  PARALLEL,
  UNROLL,
  VECTORIZE,
  TURN,
  RFACTOR,
  FORK,
  COMPUTE_AT,
  PLACE,
  STAGE,
  LAYOUT,
  VARIANTS,
  PREFETCH,
  PRIMITIVES
};

//===----------------------------------------------------------------------===//
// What there is
//===----------------------------------------------------------------------===//

static inline void addPlace(Places *places, char kind, const char *name,
                            char end, int line, int depth) {
  const char *stop = strchr(name, end);
  if (!stop || stop - name >= NAME || places->count == PLACES)
    return;
  Place *place = &places->all[places->count++];
  *place = (Place){.kind = kind, .line = line, .depth = depth};
  memcpy(place->name, name, (size_t)(stop - name));
  const char *close = kind == 'c' ? strchr(stop, ')') : stop;
  place->iterators = kind == 'c' && close && close[-1] != '(';
  for (const char *c = stop; close && c < close; ++c) {
    place->iterators += *c == ',';
    place->reduces =
        strncmp(c, "reduce ", 7) == 0 || (place->reduces && *c != ',');
  }
}

/// From a program's text: one operation a line, two spaces a level.
static inline Places findPlaces(const char *text) {
  static const struct {
    const char *word;
    char kind;
  } words[] = {
      {"tir.for \"", 'l'}, {"tir.compute \"", 'c'}, {"tir.alloc \"", 'a'}};
  Places places = {0};
  int number = 0;
  const char *line = strstr(text, "tir.func private @f(");
  const char *brace = line ? strchr(line, '\n') : NULL;
  for (const char *b = line; b && b < brace; b = strchr(b + 1, '%'))
    if (b[0] == '%' && strchr(b, ':'))
      addPlace(&places, 'b', b + 1, ':', 0, 0);
  for (line = brace; line; line = strchr(line + 1, '\n')) {
    const char *end = strchr(line + 1, '\n');
    ++number;
    int depth = (int)strspn(line + 1, " ") / 2;
    if (strncmp(line + 1, "    tir.return", 14) == 0)
      break;
    for (size_t w = 0; w < sizeof words / sizeof *words; ++w) {
      const char *at = strstr(line, words[w].word);
      if (at && (!end || at < end))
        addPlace(&places, words[w].kind, at + strlen(words[w].word), '"',
                 number, depth);
    }
  }
  return places;
}

static inline const Place *anyOf(const Places *places, const char *kinds) {
  int first = places->count ? below(places->count) : 0;
  for (int i = 0; i < places->count; ++i) {
    const Place *place = &places->all[(first + i) % places->count];
    if (strchr(kinds, place->kind))
      return place;
  }
  return NULL;
}

/// The loops that stand directly in each other from `first` on; how many.
static inline int bandOf(const Places *places, const Place *first) {
  int count = 1;
  const Place *end = places->all + places->count;
  while (first + count < end && first[count].kind == 'l' &&
         first[count].line == first->line + count &&
         first[count].depth == first->depth + count)
    ++count;
  return count;
}

/// A compute that most likely suits the primitive.
static inline const Place *computeFor(const Places *places, int primitive) {
  const Place *found = anyOf(places, "c");
  for (int tries = 0; tries < 8 && found; ++tries) {
    if (primitive == TURN      ? found->iterators == 2
        : primitive == RFACTOR ? found->reduces
                               : found->iterators > 0)
      break;
    found = anyOf(places, "c");
  }
  return found;
}

/// A loop, of a nest behind the compute that moves there, if there is one.
static inline const Place *loopFor(const Places *places, const Place **what,
                                   bool moves) {
  const Place *loop = anyOf(places, "l");
  for (int tries = 0; tries < 40 && loop && moves; ++tries) {
    if (loop->line > (*what)->line && (*what)->depth == 2)
      break;
    loop = anyOf(places, "l");
    *what = anyOf(places, "c");
  }
  return loop;
}

/// A loop without loops in it, preferably.
static inline const Place *innermost(const Places *places) {
  const Place *best = NULL, *end = places->all + places->count;
  for (int tries = 0; tries < 6; ++tries) {
    best = anyOf(places, "l");
    if (!best || best + 1 == end || best[1].depth <= best->depth)
      break;
  }
  return best;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static inline void find(const char *handle, const Place *place, StrBuf *out) {
  strBufAppendFormat(out, "%%%s = tir.find \"%s\"\n", handle, place->name);
}

static inline int factor(void) {
  static const int factors[] = {1, 2, 3, 4, 4, 7, 8, 8, 16, 32};
  return factors[below(10)];
}

static inline int lanes(void) { return 4 << below(3); }

/// Splits the loop %h; the inner one is %PiNUMBER.
static inline void split(int number, int by, bool balanced, StrBuf *out) {
  strBufAppendFormat(out, "%%p%do, %%p%di = tir.split %%h %s %d\n", number,
                     number, balanced ? "balanced" : "by", by);
}

static inline void moveReorder(const Places *places, const Place *loop,
                               StrBuf *out) {
  int band = bandOf(places, loop), order[8], count = 0;
  for (; count < band && count < 8; ++count) {
    order[count] = count;
    char handle[16];
    snprintf(handle, sizeof handle, "h%d", count);
    find(handle, &loop[count], out);
  }
  strBufAppendC(out, "tir.reorder ");
  for (int i = count; i-- > 1;) {
    int other = below(i + 1), kept = order[i];
    order[i] = order[other];
    order[other] = kept;
  }
  for (int i = 0; i < count; ++i)
    strBufAppendFormat(out, "%s%%h%d", i ? ", " : "", order[i]);
  strBufAppendC(out, below(3) ? "\n" : " reassociate\n");
}

static inline void moveLoops(const Place *compute, int number, StrBuf *out) {
  int count = compute->iterators;
  if (count > 1 && below(6) == 0)
    --count;
  find("h", compute, out);
  for (int i = 0; i < count; ++i)
    strBufAppendFormat(out, "%s%%p%d%c", i ? ", " : "", number, 'a' + i);
  strBufAppendC(out, " = tir.loops %h\n");
}

/// Squares of lanes of a compute of two iterators.
static inline void moveTurn(const Place *compute, int number, StrBuf *out) {
  int by = lanes(), n = number;
  char outer = below(2) ? 'd' : 'f', inner = outer == 'd' ? 'f' : 'd';
  find("h", compute, out);
  strBufAppendFormat(out, "%%p%da, %%p%db = tir.loops %%h\n", n, n);
  strBufAppendFormat(out, "%%p%dc, %%p%dd = tir.split %%p%da by %d\n", n, n, n,
                     by);
  strBufAppendFormat(out, "%%p%de, %%p%df = tir.split %%p%db by %d\n", n, n, n,
                     by);
  strBufAppendFormat(out, "tir.reorder %%p%dc, %%p%de, %%p%d%c, %%p%d%c\n", n,
                     n, n, outer, n, inner);
  strBufAppendFormat(out, "tir.turn %%p%d%c, %%p%d%c %d%s\n", n, outer, n,
                     inner, by, below(2) ? " masked" : "");
}

/// The dimensions' names are those of the iterators that the program uses.
static inline void moveLayout(const char *program, StrBuf *out) {
  const char *load = strstr(program, "tir.load %W[");
  char names[2][NAME] = {"d0", "d1"};
  if (load)
    sscanf(load, "tir.load %%W[%%%47[a-z0-9], %%%47[a-z0-9]]", names[0],
           names[1]);
  int by = factor(), cut = below(2);
  strBufAppendFormat(out,
                     "%%h = tir.find \"W\"\ntir.layout %%h [%s floordiv %d, "
                     "%s, %s mod %d] prepared\n",
                     names[cut], by, names[1 - cut], names[cut], by);
}

/// A loop, split first half of the time, so that what follows is of its size.
static inline void moveLoop(int primitive, const Place *loop, int number,
                            StrBuf *out) {
  int by = primitive == VECTORIZE ? lanes() : factor();
  char target[16] = "h";
  find("h", loop, out);
  if (below(2)) {
    split(number, by, below(3) == 0, out);
    snprintf(target, sizeof target, "p%d%c", number,
             primitive == PARALLEL ? 'o' : 'i');
  }
  strBufAppendFormat(out, "tir.%s %%%s", primitives[primitive], target);
  if (primitive == VECTORIZE)
    strBufAppendFormat(out, " %d%s", by, below(3) ? "" : " masked");
  if (primitive == VARIANTS)
    strBufAppendFormat(out, " %d to %d", below(4) ? 1 : by, by < 8 ? by : 8);
  strBufAppendC(out, "\n");
}

/// Of two things: a buffer or compute and a loop.
static inline void moveAt(int primitive, const Place *what, const Place *loop,
                          StrBuf *out) {
  find("h", what, out);
  find("g", loop, out);
  if (primitive == COMPUTE_AT)
    strBufAppendC(out, "tir.compute_at %h, %g\n");
  else if (primitive == STAGE)
    strBufAppendFormat(out, "tir.stage %%h at %%g%s\n",
                       below(3) ? "" : " pad 3");
  else
    strBufAppendFormat(out, "tir.prefetch %%h at %%g ahead %d\n", factor());
}

/// Of a compute or a buffer.
static inline void moveOther(int primitive, const Place *what, bool bounded,
                             StrBuf *out) {
  static const char *const spaces[] = {"workspace", "local", "register"};
  find("h", what, out);
  if (primitive == RFACTOR)
    strBufAppendFormat(out, "tir.rfactor %%h by %d\n", factor());
  else if (primitive == FORK)
    strBufAppendFormat(out, "tir.fork %%h iterator %d to %d\n",
                       below(what->iterators + 1), 1 + below(3));
  else
    strBufAppendFormat(out, "tir.place %%h %s\n",
                       pick(spaces, bounded ? 3 : 1));
}

/// Appends lines that end in one primitive; false where there is nothing that
/// it could be about. Handles h and g are renamed by `number`.
static inline bool randomMove(int primitive, const Places *places, int number,
                              const char *program, StrBuf *out) {
  static const char *const about[PRIMITIVES] = {"c", "l",  "l", "l", "l",
                                                "l", "c",  "c", "c", "c",
                                                "a", "ab", "b", "l", "ab"};
  const Place *what = primitive == VECTORIZE ? innermost(places)
                      : about[primitive][0] == 'c'
                          ? computeFor(places, primitive)
                          : anyOf(places, about[primitive]);
  const Place *loop =
      what ? loopFor(places, &what, primitive == COMPUTE_AT) : NULL;
  bool at =
      primitive == COMPUTE_AT || primitive == STAGE || primitive == PREFETCH;
  if (!what || (at && !loop) || (what->kind == 'c' && !what->iterators))
    return false;
  if (primitive == LOOPS) {
    moveLoops(what, number, out);
  } else if (primitive == SPLIT) {
    find("h", what, out);
    split(number, factor(), below(3) == 0, out);
  } else if (primitive == REORDER) {
    moveReorder(places, what, out);
  } else if (primitive == TURN) {
    moveTurn(what, number, out);
  } else if (primitive == LAYOUT) {
    moveLayout(program, out);
  } else if (at) {
    moveAt(primitive, what, loop, out);
  } else if (primitive == RFACTOR || primitive == FORK || primitive == PLACE) {
    moveOther(primitive, what, strstr(program, "n <= 33, m <= 33"), out);
  } else {
    moveLoop(primitive, what, number, out);
  }
  return true;
}

#endif // RELAX_TEST_UNIT_SCHEDULEMOVES_H
