//===- Rules.h - schedules that rules write -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A rule looks at what a compute does (accesses and strides, never names) and
// appends primitives to a `tir.schedule`. It proposes; what is legal is decided
// by the primitives: RuleSchedules.c tries each schedule on a copy first.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SCHEDULE_RULES_H
#define RELAX_SCHEDULE_RULES_H

#include "lib/Schedule/Limits.h"
#include "lib/Schedule/Scheduler.h"

typedef struct Rules {
  Scheduler scheduler; // for expressions of the program; its text stays
  MlirBlock block;     // of the schedule
  MlirLocation loc;
  ScheduleLimits limits;
  int64_t lanes, rows; // those of the limits, unless options say otherwise
  bool packs;          // weights may get another layout
  bool nested;         // in loops that are parallel, if anything is
} Rules;

//===----------------------------------------------------------------------===//
// Primitives, appended (RuleEmit.c)
//===----------------------------------------------------------------------===//

/// `name` with a suffix, in the arena.
StrRef ruleName(Rules *r, StrRef name, const char *suffix);
MlirValue ruleFind(Rules *r, StrRef name);
/// `name` with a suffix, such as ".init".
MlirValue ruleFindSuffix(Rules *r, StrRef name, const char *suffix);
/// The first `count` iterators of `compute`, with their names.
void ruleLoops(Rules *r, MlirValue handle, MlirOperation compute,
               intptr_t count, MlirValue *loops);
/// `count` loops that are named by `base` and their number.
void ruleLoopsOf(Rules *r, MlirValue handle, const char *base, intptr_t count,
                 MlirValue *loops);
void ruleSplit(Rules *r, MlirValue loop, int64_t factor, bool balanced,
               MlirValue *outer, MlirValue *inner);
void ruleReorder(Rules *r, const MlirValue *loops, intptr_t count);
/// The same, unless they lie so already.
void ruleReorderFrom(Rules *r, const MlirValue *old, const MlirValue *loops,
                     intptr_t count);
/// The same, with sums in any order.
void ruleReassociate(Rules *r, const MlirValue *loops, intptr_t count);
void ruleParallel(Rules *r, MlirValue loop);
void ruleUnroll(Rules *r, MlirValue loop);
void ruleVectorize(Rules *r, MlirValue loop, bool masked);
void ruleTurn(Rules *r, MlirValue outer, MlirValue inner, bool masked);
void ruleComputeAt(Rules *r, MlirValue compute, MlirValue loop);
void ruleStage(Rules *r, MlirValue buffer, MlirValue loop);
void rulePlace(Rules *r, MlirValue buffer, const char *space);
void ruleVariants(Rules *r, MlirValue loop, int64_t low, int64_t high);
/// Variants for the sizes that the inner loop of a split of `extent` rounds
/// (-1: unknown) into `factor` can have: all if it is balanced, else the full
/// one.
void ruleSizes(Rules *r, MlirValue loop, int64_t extent, int64_t factor,
               bool balanced);
void ruleRfactor(Rules *r, MlirValue compute, int64_t factor);
void ruleFork(Rules *r, MlirValue compute, intptr_t iterator, int64_t limit);
/// One expression per packed dimension.
void ruleLayout(Rules *r, MlirValue buffer, const SymExpr *exprs,
                intptr_t count);
void rulePrefetch(Rules *r, MlirValue buffer, MlirValue loop, int64_t ahead);

//===----------------------------------------------------------------------===//
// What a compute does (RuleFacts.c)
//===----------------------------------------------------------------------===//

typedef struct RuleCompute {
  MlirOperation op;
  intptr_t count; // of iterators
  bool *spatial;
  int64_t *extent; // constant, or -1
  intptr_t lanes;  // the iterator whose rounds can be lanes, or -1
  bool packed;     // they can when weights are packed for them
  int64_t group;   // of lanes that some loads have in common; 0: no such loads
  bool reduces;
  bool simple;      // bounds from 0 that no iterator around changes, no scan
  bool scans;       // as simple, but for rounds that wait for each other
  MlirValue target; // the one buffer that it writes, or null
  intptr_t rank;
  intptr_t *iteratorOf; // of each dimension of the target, -1: none
  SymExpr *base;        // of each dimension: the place that it runs from
} RuleCompute;

RuleCompute ruleLookAt(Rules *r, MlirOperation compute);
/// The iterator whose rounds are lanes of vectors, if there is one; with
/// `packed` and `group` (RuleLanes.c).
void ruleFindLanes(Rules *r, RuleCompute *compute,
                   const ScheduleAccess *accesses);
/// Arithmetic without places: can it be done in lanes?
bool ruleIsArithmetic(MlirOperation compute);
/// Sums over several iterators, such as channels and places of a window: no
/// factor goes on in memory along all of them.
bool ruleSumsWindows(const RuleCompute *compute);
/// Have the elements that it touches at least so many bytes?
bool ruleHasWords(Rules *r, const RuleCompute *compute, int64_t bytes);
/// Can the last lanes of an iterator of the compute be masked? Of one whose
/// extent is known they are where that is of use.
bool ruleMasks(Rules *r, const RuleCompute *compute, intptr_t iterator);
/// The spatial iterator along which an operand that is loaded in lanes is used
/// again, and which the target has; or -1.
intptr_t ruleRowIterator(Rules *r, const RuleCompute *compute);
/// Runs of so many rows use the same elements of what is loaded in lanes; 0:
/// all of them do.
int64_t ruleGroupOfRows(Rules *r, const RuleCompute *compute, intptr_t row);
/// A spatial iterator whose rounds use nothing again, such as rows of a pooling
/// or of a convolution by channels, but whose sums need not wait for each
/// other; or -1: only sums over windows are short enough.
intptr_t ruleOwnRows(Rules *r, const RuleCompute *compute);
/// The sum along which such rows read again what other rows read; or -1.
intptr_t ruleOverlap(Rules *r, const RuleCompute *compute, intptr_t row);
/// Does `next` read and write, element by element, what `compute` writes?
bool ruleIsEpilogue(Rules *r, const RuleCompute *compute,
                    const RuleCompute *next);
/// Is it worth the threads? What takes a few microseconds is not; unknown
/// extents may be long.
bool ruleIsLarge(const Rules *r, const RuleCompute *compute);
/// Has it more points than the other, as far as is known?
bool ruleIsLonger(const RuleCompute *compute, const RuleCompute *other);
/// The spatial iterator that alone has an unknown extent, where one of its
/// rounds is not worth the threads: with few of them nothing is; or -1.
intptr_t ruleShortRounds(const Rules *r, const RuleCompute *compute);
/// The literals by which index expressions of `compute` divide iterator
/// `iterator`, from the largest on, each a multiple of the next: where runs of
/// rounds have something in common. Their number, at most RULE_MAX_RUNS.
intptr_t ruleRunsOf(Rules *r, const RuleCompute *compute, intptr_t iterator,
                    int64_t runs[RULE_MAX_RUNS]);
/// Does a load read the same in the rounds of the last run but one (at most
/// `mostShared`), and something else in each round of the last one?
bool ruleSharesRuns(Rules *r, const RuleCompute *compute, intptr_t iterator,
                    const int64_t *runs, intptr_t count);
/// Cuts the innermost reduce loop, around the row (or null) and the column of a
/// tile, into runs with something in common, such as the scale of a block,
/// which is computed once for each. Rounds that read the same bytes follow each
/// other.
void ruleSplitRuns(Rules *r, const RuleCompute *compute, MlirValue loop,
                   MlirValue row, MlirValue column);
/// Moves the loop at `from` to the front of a list.
void ruleMoveToFront(MlirValue *loops, int64_t *extents, intptr_t from);
/// Which of the loops should be the outermost: enough rounds for all threads.
intptr_t ruleOutermost(const Rules *r, const int64_t *extents, intptr_t count);
/// Makes the first of loops over the compute parallel, from the outermost;
/// where it may have a single round, one inside of it as well.
void ruleParallelLoops(Rules *r, const RuleCompute *compute,
                       const MlirValue *loops, const int64_t *extents,
                       intptr_t count);

//===----------------------------------------------------------------------===//
// Weights (RulePack.c)
//===----------------------------------------------------------------------===//

/// What a tile of `rows` x `columns` uses of a weight lies in one piece.
typedef struct RulePack {
  MlirValue buffer; // null: nothing to pack
  intptr_t dim;     // that is cut into blocks
  int64_t block;
} RulePack;

/// The weight that `compute` loads along `iterator` and not along `other` (or
/// -1), in blocks of so many elements.
RulePack ruleFindPack(Rules *r, const RuleCompute *compute, intptr_t iterator,
                      intptr_t other, int64_t block);
/// Would a pack of the weight along `iterator` make lanes of its rounds?
bool rulePackFits(Rules *r, const ScheduleAccess *access, MlirValue iterator);
/// The handle of the buffer.
MlirValue ruleEmitPack(Rules *r, const RulePack *pack);

//===----------------------------------------------------------------------===//
// Rules: false if it has nothing to say
//===----------------------------------------------------------------------===//

/// Elementwise, broadcasts, copies (RuleElementwise.c).
bool ruleElementwise(Rules *r, const RuleCompute *compute);
/// Cumulative sums and their like: lanes inside of the rounds that wait for
/// each other, threads around (RuleScan.c).
bool ruleScan(Rules *r, const RuleCompute *compute);
/// Reductions along contiguous memory: parallel around (RuleElementwise.c).
bool ruleRows(Rules *r, const RuleCompute *compute);
/// Reductions into what is initialised already, such as a part of one: lanes
/// inside of the sums (RuleElementwise.c).
bool ruleUpdate(Rules *r, const RuleCompute *compute);
/// Serial loops around several computes: rows and what is done with each.
typedef struct RuleNest {
  ScheduleOps loops; // of more than one round, from the outermost
  ScheduleOps computes;
} RuleNest;
/// The nests of a program that is nothing else (stb_ds); NULL of any other
/// (RuleNest.c).
RuleNest *ruleFindNests(Scheduler *s, ScheduleOps *computes);
void ruleFreeNests(RuleNest **nests);
/// Lanes for the computes, threads for the loops.
void ruleNest(Rules *r, const RuleNest *nest);
/// Finds the computes of any other program with serial and parallel loops: runs
/// of those that follow each other in a block (stb_ds of stb_ds); false where
/// there are none, or other regions and these were to be `all`.
bool ruleFindRuns(MlirOperation func, bool all, ScheduleOps **runs);
/// Vectors of a row of the rule's tiles, and their rows (RuleShape.c).
typedef struct RuleShape {
  int64_t vectors, rows;
} RuleShape;
RuleShape ruleTileShape(Rules *r, const RuleCompute *c);

/// Products and other reductions into lanes: tiles in registers, with what
/// follows element by element (`next`, or NULL) (RuleTile.c).
bool ruleTile(Rules *r, const RuleCompute *compute, const RuleCompute *next);
/// Sums of long columns, some rows at a time (RuleColumns.c).
bool ruleColumns(Rules *r, const RuleCompute *compute);
/// Products whose factors lie side by side along the reduction: tiles of sums
/// in registers, whose lanes are rounds of the reduction (RuleDot.c). `alone`:
/// nothing else uses the target.
bool ruleDot(Rules *r, const RuleCompute *compute, bool alone);

//===----------------------------------------------------------------------===//
// All of a function (RuleParts.c)
//===----------------------------------------------------------------------===//

/// From the best schedules to the safest.
typedef enum RuleAmbition {
  RULE_PACKED,    // with layouts of weights
  RULE_EPILOGUES, // tiles compute what follows
  RULE_TILES,
  RULE_LOOPS, // no tiles
  RULE_NONE,
} RuleAmbition;

/// What a function consists of, for the rules.
typedef struct RuleParts {
  bool own; // the loops are those of a schedule by hand, which are not touched
  ScheduleOps computes; // and nothing else; or
  RuleNest *nests;      // rows, and what is done with each; or
  ScheduleOps *runs;    // any other program with loops
} RuleParts;

/// False where the rules have nothing to look at.
bool ruleFindParts(Scheduler *s, RuleParts *parts);
void ruleFreeParts(RuleParts *parts);
/// Appends primitives for all computes.
void ruleProposeParts(Rules *r, const RuleParts *parts, RuleAmbition ambition);

/// Does a profile say so (relax-weigh-programs)?
bool ruleNeverRan(MlirOperation func);
/// Do functions that prepare weights alone call the program, on less than is
/// worth a schedule (RuleOnce.c)?
bool ruleRunsOnce(const ScheduleCallers *callers, MlirOperation func,
                  const ScheduleLimits *limits);

#endif // RELAX_SCHEDULE_RULES_H
