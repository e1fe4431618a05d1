//===- OrderForMemorySteps.c - which order, and is it better --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Memory/OrderForMemory.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>

/// What a step adds to what is live, in program order: its results, less the
/// operands that nothing behind it reads. False if a formula is too large.
static bool impactOf(const OrderRun *run, const OrderStep *step,
                     const bool *live, SymExpr *impact) {
  *impact = symExprConst(run->arena, 0);
  for (intptr_t i = 0; i < step->numWrites; ++i)
    if (symExprAdd(run->arena, *impact, run->buffers[step->writes[i]].bytes,
                   impact) != SYM_OK)
      return false;
  for (intptr_t i = 0; i < step->numReads; ++i)
    if (!live[step->reads[i]] &&
        symExprSub(run->arena, *impact, run->buffers[step->reads[i]].bytes,
                   impact) != SYM_OK)
      return false;
  return true;
}

/// What is known of steps while others are chosen. Formulas have numbers, equal
/// ones the same, so that two are compared once.
typedef struct Chooser {
  const OrderRun *run;
  bool *live;         // of each buffer
  intptr_t *waiting;  // of each step: users that are not chosen yet
  intptr_t *frees;    // operands that nothing behind reads, when `impact`
  intptr_t *impact;   // was made; a formula, or UNKNOWN
  intptr_t *ready;    // steps whose users are chosen, the last first
  intptr_t numReady;
  SymExpr *formulas;  // stb_ds
  struct {
    intptr_t key[2];
    bool value;
  } *more; // stb_ds map
} Chooser;

enum { UNKNOWN = -1 };

static intptr_t numberOf(Chooser *c, SymExpr formula) {
  intptr_t count = arrlen(c->formulas);
  for (intptr_t i = 0; i < count; ++i)
    if (symExprEqual(c->formulas[i], formula))
      return i;
  arrput(c->formulas, formula);
  return count;
}

/// The formula of what a step adds now.
static intptr_t impactNow(Chooser *c, intptr_t step) {
  const OrderStep *s = &c->run->steps[step];
  intptr_t frees = 0;
  for (intptr_t i = 0; i < s->numReads; ++i)
    frees += !c->live[s->reads[i]];
  if (frees == c->frees[step]) // what lives, lives on: the same operands
    return c->impact[step];
  SymExpr impact;
  bool known = impactOf(c->run, s, c->live, &impact);
  c->frees[step] = frees;
  return c->impact[step] = known ? numberOf(c, impact) : UNKNOWN;
}

/// More at every assignment, as far as is known.
static bool isMore(Chooser *c, intptr_t a, intptr_t b) {
  if (a == b)
    return false;
  intptr_t pair[2] = {a, b};
  ptrdiff_t at = mapFindKey(c->more, sizeof *c->more, pair, sizeof pair,
                            STBDS_HM_BINARY);
  if (at >= 0)
    return c->more[at].value;
  __typeof__(*c->more) entry = {
      {a, b},
      factsAtMost(&c->run->facts, c->formulas[b], c->formulas[a])};
  hmputs(c->more, entry);
  return entry.value;
}

/// In the place that it has in the program.
static void makeReady(Chooser *c, intptr_t step) {
  intptr_t at = c->numReady++;
  for (; at > 0 && c->ready[at - 1] < step; --at)
    c->ready[at] = c->ready[at - 1];
  c->ready[at] = step;
}

static void choose(Chooser *c, intptr_t place, const intptr_t *const *before,
                   const intptr_t *numBefore) {
  intptr_t step = c->ready[place];
  for (--c->numReady; place < c->numReady; ++place)
    c->ready[place] = c->ready[place + 1];
  for (intptr_t i = 0; i < c->run->steps[step].numReads; ++i)
    c->live[c->run->steps[step].reads[i]] = true;
  for (intptr_t i = 0; i < numBefore[step]; ++i)
    if (--c->waiting[before[step][i]] == 0)
      makeReady(c, before[step][i]);
}

/// The place of the best among those that are ready.
static intptr_t best(Chooser *c) {
  intptr_t found = 0, zero = numberOf(c, symExprConst(c->run->arena, 0));
  intptr_t most = impactNow(c, c->ready[0]);
  most = most == UNKNOWN ? zero : most;
  for (intptr_t i = 1; i < c->numReady; ++i) {
    intptr_t impact = impactNow(c, c->ready[i]);
    if (impact == UNKNOWN || !isMore(c, impact, most))
      continue;
    found = i;
    most = impact;
  }
  return found;
}

/// For each step those that it uses results of, in lists one behind the other.
static void invertUsers(const OrderRun *run, intptr_t **before,
                        intptr_t *numBefore) {
  for (intptr_t s = 0; s < run->numSteps; ++s)
    for (intptr_t u = 0; u < run->steps[s].numUsers; ++u)
      ++numBefore[run->steps[s].users[u]];
  for (intptr_t s = 0; s < run->numSteps; ++s) {
    before[s] = ARENA_ARRAY(run->arena, intptr_t, numBefore[s]);
    numBefore[s] = 0;
  }
  for (intptr_t s = 0; s < run->numSteps; ++s)
    for (intptr_t u = 0; u < run->steps[s].numUsers; ++u) {
      intptr_t user = run->steps[s].users[u];
      before[user][numBefore[user]++] = s;
    }
}

void orderSteps(const OrderRun *run, intptr_t *order) {
  Arena *arena = run->arena;
  intptr_t count = run->numSteps;
  Chooser c = {.run = run,
               .live = ARENA_ARRAY(arena, bool, run->numBuffers),
               .waiting = ARENA_ARRAY(arena, intptr_t, count),
               .frees = ARENA_ARRAY(arena, intptr_t, count),
               .impact = ARENA_ARRAY(arena, intptr_t, count),
               .ready = ARENA_ARRAY(arena, intptr_t, count)};
  intptr_t **before = ARENA_ARRAY(arena, intptr_t *, count);
  intptr_t *numBefore = ARENA_ARRAY(arena, intptr_t, count);
  invertUsers(run, before, numBefore);
  for (intptr_t b = 0; b < run->numBuffers; ++b)
    c.live[b] = run->buffers[b].stays;
  for (intptr_t s = 0; s < count; ++s) {
    c.frees[s] = -1;
    c.waiting[s] = run->steps[s].numUsers;
    if (c.waiting[s] == 0)
      makeReady(&c, s);
  }
  for (intptr_t at = count; at-- > 0;) {
    intptr_t place = best(&c);
    order[at] = c.ready[place];
    choose(&c, place, (const intptr_t *const *)before, numBefore);
  }
  arrfree(c.formulas);
  hmfree(c.more);
}

//===----------------------------------------------------------------------===//
// Peaks
//===----------------------------------------------------------------------===//

/// Bytes of every buffer where symbol k has the extent `extents[k % 2]`; false
/// where they have no value.
static bool sample(const OrderRun *run, const int64_t extents[2],
                   int64_t *bytes) {
  for (intptr_t b = 0; b < run->numBuffers; ++b) {
    SymExpr expr = run->buffers[b].bytes;
    int64_t *values = ARENA_ARRAY(run->arena, int64_t, expr.numSymbols);
    for (size_t k = 0; k < expr.numSymbols; ++k)
      values[k] = extents[symNameListFind(run->symbols, expr.symbols[k]) & 1];
    // All together they fit in 64 bits, too.
    if (symExprEval(expr, values, &bytes[b]) != SYM_OK ||
        bytes[b] > INT64_MAX / run->numBuffers)
      return false;
  }
  return true;
}

/// The most that is live at once; `order` NULL: as it stands.
static int64_t peakOf(const OrderRun *run, const intptr_t *order,
                      const int64_t *bytes) {
  intptr_t *readers = ARENA_ARRAY(run->arena, intptr_t, run->numBuffers);
  int64_t now = 0, peak = 0;
  for (intptr_t s = 0; s < run->numSteps; ++s)
    for (intptr_t i = 0; i < run->steps[s].numReads; ++i)
      ++readers[run->steps[s].reads[i]];
  for (intptr_t b = 0; b < run->numBuffers; ++b)
    now += run->buffers[b].writer < 0 ? bytes[b] : 0;
  for (intptr_t at = 0; at < run->numSteps; ++at) {
    const OrderStep *step = &run->steps[order ? order[at] : at];
    for (intptr_t i = 0; i < step->numWrites; ++i)
      now += bytes[step->writes[i]];
    peak = now > peak ? now : peak;
    for (intptr_t i = 0; i < step->numReads; ++i) {
      intptr_t b = step->reads[i];
      now -= --readers[b] == 0 && !run->buffers[b].stays ? bytes[b] : 0;
    }
    for (intptr_t i = 0; i < step->numWrites; ++i) {
      intptr_t b = step->writes[i];
      now -= readers[b] == 0 && !run->buffers[b].stays ? bytes[b] : 0;
    }
  }
  return peak;
}

bool orderIsBetter(const OrderRun *run, const intptr_t *order) {
  static const int64_t extents[][2] = {
      {1, 1}, {7, 7}, {64, 64}, {1000, 1000}, {1, 1000}, {1000, 1}, {7, 100}};
  int64_t *bytes = ARENA_ARRAY(run->arena, int64_t, run->numBuffers);
  bool better = false;
  for (size_t i = 0; i < sizeof(extents) / sizeof(*extents); ++i) {
    if (!sample(run, extents[i], bytes))
      continue;
    int64_t old = peakOf(run, NULL, bytes), now = peakOf(run, order, bytes);
    if (now > old)
      return false;
    better |= now < old;
  }
  return better;
}
