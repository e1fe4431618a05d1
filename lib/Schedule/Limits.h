//===- Limits.h - what a target makes of the rules ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// All numbers of the rules, derived from a `relax.target`; nothing else in this
// folder knows a processor (test/lint/literals.py).
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SCHEDULE_LIMITS_H
#define RELAX_SCHEDULE_LIMITS_H

#include "lib/Bridge/Core/Bridge.h"

/// What options may ask for instead of what follows from a target.
enum { SCHEDULE_MAX_LANES = 64, SCHEDULE_MAX_ROWS = 32 };
/// Loops that one iterator is cut into (ruleRunsOf).
enum { RULE_MAX_RUNS = 8 };

typedef struct ScheduleLimits {
  int64_t vectorBytes, lineBytes; // of the target
  int64_t lanes;                  // of 4 bytes in a vector
  int64_t leastLanes;             // fewer are not worth a vector
  int64_t maskBytes; // of elements that a mask may leave out at least; 0: none
  bool slowMasks;    // a masked store takes as long as many others
  // Tiles of sums: `rows` of two vectors each fill the registers. Fewer rows
  // than `leastRows` use a loaded vector too seldom; `mostRows` sums after each
  // other take no longer than one; `mostWideRows` of more than two vectors are
  // enough for both, `mostSlimRows` of one. `wide`: numbers of vectors, the
  // best first.
  int64_t rows, leastRows, mostRows, mostWideRows, mostSlimRows, wide[3];
  // Tiles whose columns are decoded from bytes of which each has several
  // numbers, at most `mostShared`: rows that leave registers for that. More
  // than `mostRows` of them take no less time.
  int64_t decodedRows, mostShared;
  // Products of rows with rows: tiles of sums of one vector each.
  int64_t dotRows, dotColumns;
  int64_t dotBlock; // rows that stay in the cache while columns go by
  int64_t chains;   // sums side by side that hide how long an addition takes
  // Sums of columns: columns whose subtotals stay in the first cache, and rows
  // that are summed up in registers.
  int64_t panelColumns, panelRows;
  int64_t windowRounds; // of sums that are short, such as those of windows
  int64_t copyRounds;   // sums that take less time than a copy of them
  int64_t sharedRounds; // of windows with steps of two: LLVM finds their lanes
  int64_t squareSide;   // of copies in another order: elements of a line
  int64_t mostUnrolled; // copies of a body that moves elements
  // Prefetches: rounds before the use, and most lines of one.
  int64_t prefetchRounds, prefetchLines;
  // Threads, in points of an iteration domain: what is worth several of them,
  // and a round that is worth one of its own.
  int64_t parallelPoints, longRound;
  int64_t parallelRounds; // enough rounds for all threads
  int64_t manyNeighbours; // rounds in memory side by side that are shared
  int64_t onceBytes; // of what runs once: fewer are not worth code for lanes
} ScheduleLimits;

/// Of the target of a function; false after one reported error.
bool scheduleLimitsOf(MlirOperation function, ScheduleLimits *limits);

/// The answer for functions that name the same target, or none, as before:
/// the module is looked through once.
typedef struct LimitsMemo {
  bool known;
  MlirAttribute target;
  ScheduleLimits limits;
} LimitsMemo;
bool scheduleLimitsAgain(LimitsMemo *memo, MlirOperation function,
                         ScheduleLimits *limits);

#endif // RELAX_SCHEDULE_LIMITS_H
