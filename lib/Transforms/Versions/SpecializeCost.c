//===- SpecializeCost.c - what a version gains ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What a known extent is good for depends on where it stands: short rows and
// windows are unrolled, lanes need no masks, and an outer loop is what it was.
// The table has what `utils/bench/versions` measured (Zen 5, AVX-512), rounded
// up: times of versions in percent of the program's.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Access.h"
#include "lib/Schedule/Scheduler.h"
#include "lib/Transforms/Versions/Specialize.h"

#include <stb/stb_ds.h>

/// Where the extent of a compute stands.
typedef enum Place {
  PLACE_OUTER,   // around rows: nothing changes
  PLACE_MAP,     // along lanes that are written
  PLACE_TURNED,  // the same, where what is read lies in another order
  PLACE_COLUMNS, // the same, of sums down the columns
  PLACE_ROWS,    // of a reduction along rows
  PLACE_PRODUCT, // along lanes of products
  PLACE_DOT,     // of the sums of products
  PLACE_WINDOW,  // of sums over windows
  PLACE_NEST,    // of rows that several computes share
  NUM_PLACES
} Place;

/// Up to an extent.
typedef struct Cost {
  int64_t upTo, percent;
} Cost;

enum { MAX_COSTS = 6, SAME = 100 };

static const Cost costs[NUM_PLACES][MAX_COSTS] = {
    [PLACE_MAP] = {{1, 20}, {8, 70}, {15, 90}},
    [PLACE_TURNED] = {{1, 20}, {3, 45}},
    [PLACE_COLUMNS] = {{1, 20}},
    [PLACE_ROWS] = {{8, 30}, {31, 65}, {127, 80}, {255, 95}},
    [PLACE_PRODUCT] = {{1, 20}, {8, 75}, {16, 85}},
    // Lanes along the columns have masks; unrolled sums of two have none.
    [PLACE_DOT] = {{7, 140}, {16, 75}},
    [PLACE_WINDOW] = {{8, 95}, {1024, 90}},
    // A row of one element has no lanes.
    [PLACE_NEST] = {{1, 300}, {8, 75}, {31, 80}, {128, 85}, {255, 95}},
};

static int64_t costOf(Place place, int64_t extent) {
  for (int i = 0; i < MAX_COSTS && costs[place][i].upTo; ++i)
    if (extent <= costs[place][i].upTo)
      return costs[place][i].percent;
  return SAME;
}

/// A compute and one of its iterators.
typedef struct Seat {
  Scheduler *s;
  MlirOperation compute;
  MlirValue iterator;
  ScheduleAccess *accesses; // stb_ds
  intptr_t sums;            // reduce iterators
} Seat;

/// Loads (or writes) that go from element to element with the iterator.
static intptr_t countAlong(const Seat *seat, bool writes) {
  intptr_t count = 0;
  for (ptrdiff_t a = 0; a < arrlen(seat->accesses); ++a)
    count += seat->accesses[a].writes == writes &&
             scheduleStrideOf(seat->s, &seat->accesses[a], seat->iterator) == 1;
  return count;
}

static intptr_t countUses(const Seat *seat) {
  intptr_t count = 0;
  for (ptrdiff_t a = 0; a < arrlen(seat->accesses); ++a)
    count += !seat->accesses[a].writes &&
             scheduleStrideOf(seat->s, &seat->accesses[a], seat->iterator) != 0;
  return count;
}

static Place placeOf(const Seat *seat, bool reduces) {
  bool writes = countAlong(seat, true), reads = countAlong(seat, false);
  if (!writes && !reads)
    return PLACE_OUTER;
  if (tirIsFor(mlirOperationGetParentOperation(seat->compute)))
    return PLACE_NEST;
  if (seat->sums > 1)
    return PLACE_WINDOW;
  if (reduces)
    return countUses(seat) > 1 ? PLACE_DOT : PLACE_ROWS;
  if (seat->sums)
    return reads && countUses(seat) == 1 && arrlen(seat->accesses) == 2
               ? PLACE_COLUMNS
               : PLACE_PRODUCT;
  return writes && reads ? PLACE_MAP : PLACE_TURNED;
}

/// The extent that the arm gives to a bound; false if it says nothing of it.
static bool extentIn(const SpecializeArm *arm, SymExpr bound, int64_t *extent) {
  StrRef name;
  for (size_t i = 0; i < arm->count && symExprIsSymbol(bound, &name); ++i)
    if (strRefEqual(arm->names[i], name))
      return symExprIsConst(arm->values[i], extent);
  return false;
}

/// The iterator that gains most decides; SAME if there is none.
static int64_t costOfCompute(Scheduler *s, MlirOperation compute,
                             const SpecializeArm *arm) {
  intptr_t count;
  SymExpr *bounds = scheduleExprs(s, compute, &count);
  Seat seat = {
      .s = s, .compute = compute, .accesses = scheduleAccesses(s, compute)};
  int64_t best = SAME, extent;
  bool known = false;
  for (intptr_t i = 0; i < count / 2; ++i)
    seat.sums += tirComputeIsKind(compute, i, "reduce");
  for (intptr_t i = 0; i < count / 2; ++i) {
    if (!extentIn(arm, bounds[count / 2 + i], &extent))
      continue;
    seat.iterator = mlirBlockGetArgument(bridgeBody(compute), i);
    int64_t cost =
        costOf(placeOf(&seat, tirComputeIsKind(compute, i, "reduce")), extent);
    best = !known || cost < best ? cost : best;
    known = true;
  }
  arrfree(seat.accesses);
  return best;
}

typedef struct Sum {
  Scheduler scheduler;
  const SpecializeArm *arm;
  int64_t percent, computes;
} Sum;

static MlirWalkResult addCompute(MlirOperation op, void *userData) {
  Sum *sum = userData;
  if (!tirIsCompute(op))
    return MlirWalkResultAdvance;
  sum->percent += costOfCompute(&sum->scheduler, op, sum->arm);
  ++sum->computes;
  return MlirWalkResultSkip;
}

int64_t specializeCost(MlirOperation program, Arena *arena,
                       const SpecializeArm *arm) {
  Sum sum = {.scheduler = {.func = program,
                           .context = mlirOperationGetContext(program),
                           .arena = arena},
             .arm = arm};
  mlirOperationWalk(program, addCompute, &sum, MlirWalkPreOrder);
  scheduleFree(&sum.scheduler);
  return sum.computes ? sum.percent / sum.computes : SAME;
}
