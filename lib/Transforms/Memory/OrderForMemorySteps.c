//===- OrderForMemorySteps.c - which order, and is it better --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Memory/OrderForMemory.h"

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

/// More at every assignment, as far as is known.
static bool isMore(const OrderRun *run, SymExpr a, SymExpr b) {
  return !symExprEqual(a, b) && factsAtMost(&run->facts, b, a);
}

void orderSteps(const OrderRun *run, intptr_t *order) {
  bool *live = ARENA_ARRAY(run->arena, bool, run->numBuffers);
  bool *done = ARENA_ARRAY(run->arena, bool, run->numSteps);
  for (intptr_t b = 0; b < run->numBuffers; ++b)
    live[b] = run->buffers[b].stays;
  for (intptr_t at = run->numSteps; at-- > 0;) {
    intptr_t best = -1;
    SymExpr most, impact;
    for (intptr_t s = run->numSteps; s-- > 0;) {
      bool ready = !done[s];
      for (intptr_t u = 0; u < run->steps[s].numUsers && ready; ++u)
        ready = done[run->steps[s].users[u]];
      if (!ready)
        continue;
      bool known = impactOf(run, &run->steps[s], live, &impact);
      if (best < 0 || (known && isMore(run, impact, most))) {
        best = s;
        most = known ? impact : symExprConst(run->arena, 0);
      }
    }
    order[at] = best;
    done[best] = true;
    for (intptr_t i = 0; i < run->steps[best].numReads; ++i)
      live[run->steps[best].reads[i]] = true;
  }
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
    if (symExprEval(expr, values, &bytes[b]) != SYM_OK)
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
