//===- Scheduler.h - a schedule while it is carried out -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// One scheduler carries one `tir.schedule` out on one `tir.func`. Every
// primitive is a function `MlirLogicalResult schedule<Primitive>(Scheduler *)`
// in a file of its own: first legality (refused with a reason at the primitive,
// nothing changed), then the rewrite.
//
// Inside of the scheduler expressions name SSA values by "%<n>", the n-th value
// that it has met, so that expressions of different operations may be mixed;
// an operation's own attributes number its operands (docs/language/loops.md).
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SCHEDULE_SCHEDULER_H
#define RELAX_SCHEDULE_SCHEDULER_H

#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Schedule.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Analysis/Facts.h"
#include "lib/Bridge/Core/Blocks.h"

/// What a handle stands for: a compute or loop (`op`), or a buffer.
typedef struct ScheduleHandle {
  MlirValue handle;
  MlirOperation op;
  MlirValue buffer;
} ScheduleHandle;

/// A loop that was split: its iterator was the symbol `old`, ran from `lower`
/// to `upper` and is now `value`, an expression of `outer` and `inner`. Symbols
/// stay when the loop is gone: a split loop may have come from a split.
typedef struct ScheduleSplit {
  SymExpr outer, inner, old, value, lower, upper;
  SymExpr size; // of the panel `outer`, at most `factor`
  int64_t factor;
  bool balanced;
} ScheduleSplit;

/// A loop that was padded: rounds from `upper` on are about what nobody reads.
typedef struct SchedulePad {
  SymExpr iterator, upper;
} SchedulePad;

typedef struct ScheduleLayout ScheduleLayout;   // lib/Schedule/Layout.h
typedef struct ScheduleCallers ScheduleCallers; // lib/Schedule/Callers.h

typedef struct Scheduler {
  MlirOperation func, module, primitive;
  MlirContext context;
  Arena *arena;
  ScheduleHandle *handles; // stb_ds arrays
  ScheduleSplit *splits;
  SchedulePad *pads;
  MlirValue *values;
  ScheduleLayout *layouts;        // what callers have to prepare
  const StrRef *const *names;     // of dimensions, by argument (in the arena)
  const ScheduleCallers *callers; // of the module; null: layouts are not asked
} Scheduler;

/// Frees the lists.
void scheduleFree(Scheduler *s);

/// An error at the primitive, with its name in front.
#define scheduleError(s, ...) bridgeEmitOpError((s)->primitive, __VA_ARGS__)

//===----------------------------------------------------------------------===//
// Handles and names (Scheduler.c)
//===----------------------------------------------------------------------===//

/// What a handle stands for; a null result after an error.
MlirOperation scheduleComputeOf(Scheduler *s, MlirValue handle);
MlirOperation scheduleLoopOf(Scheduler *s, MlirValue handle);
MlirValue scheduleBufferOf(Scheduler *s, MlirValue handle);
/// The name of a handle in the text of the schedule, or "handle".
StrRef scheduleHandleName(MlirValue handle);
void scheduleBind(Scheduler *s, MlirValue handle, MlirOperation op);
/// The handles of `op` stand for `now`, or for nothing.
void scheduleRebind(Scheduler *s, MlirOperation op, MlirOperation now);
void scheduleForget(Scheduler *s, MlirOperation op);

/// Name of a compute, loop, alloc or buffer argument; empty of anything else.
StrRef scheduleNameOf(MlirOperation op);
StrRef scheduleBufferName(MlirValue buffer);
/// `base` with `suffix`, made unique in the function.
StrRef scheduleUniqueName(Scheduler *s, StrRef base, const char *suffix);
MlirAttribute scheduleString(Scheduler *s, StrRef text);
MlirAttribute scheduleInteger(Scheduler *s, int64_t value);

//===----------------------------------------------------------------------===//
// Structure (Structure.c)
//===----------------------------------------------------------------------===//

typedef MlirOperation *ScheduleOps; // stb_ds

MlirValue scheduleIterator(MlirOperation loop);
bool scheduleIsInside(MlirOperation op, MlirOperation ancestor);
/// Is `value` an argument of a block inside of (or of) `op`, or made there?
bool scheduleIsDefinedInside(MlirValue value, MlirOperation op);
/// All operations below `root` (without it), in order. Caller: arrfree.
ScheduleOps scheduleCollect(MlirOperation root);
/// True of a block with the one operation `op`.
bool scheduleIsAlone(MlirOperation op);
/// A loop before `before`; its body is empty.
MlirOperation scheduleMakeFor(Scheduler *s, MlirOperation before, StrRef name,
                              SymExpr lower, SymExpr upper,
                              MlirAttribute iteratorKind,
                              MlirLocation iteratorLocation);
/// A detached `arith.constant`; the value is called `name`.
MlirOperation scheduleMakeConstant(Scheduler *s, const char *name,
                                   MlirLocation loc, MlirAttribute value);
/// The `tir.monoid` of a `tir.reduce`; null after a refusal.
MlirOperation scheduleMonoidOf(Scheduler *s, MlirOperation reduce);
/// Can the targets of a reduction of `compute` be named by its spatial
/// iterators alone, and does nothing but the reduction touch them? A refusal if
/// not.
MlirLogicalResult scheduleCheckTargets(Scheduler *s, MlirOperation compute,
                                       MlirOperation reduce);
/// Moves all operations of `from` to the end of `to`.
void scheduleMoveBody(MlirBlock from, MlirBlock to);
void scheduleMoveToEnd(MlirOperation op, MlirBlock to);
bool scheduleLoopIs(MlirOperation loop, const char *kind);
/// "reduce", "scan", or empty for a spatial iterator.
StrRef scheduleIteratorKind(MlirOperation loop);
/// Replaces all uses of `value`, an index, below `root`. What is no expression
/// gets a `tir.extent` at the front of `block`.
MlirLogicalResult scheduleReplaceValue(Scheduler *s, MlirOperation root,
                                       MlirValue value, SymExpr by,
                                       MlirBlock block);

//===----------------------------------------------------------------------===//
// Expressions (Exprs.c)
//===----------------------------------------------------------------------===//

SymExpr scheduleSymbolOf(Scheduler *s, MlirValue value);
/// The value is no more: its symbol stands for nothing from now on.
void scheduleRetire(Scheduler *s, MlirValue value);
/// Destroys an operation and retires the values in it: what is allocated next
/// may lie where they did, and must not have their symbols.
void scheduleDestroy(Scheduler *s, MlirOperation op);
/// The value behind "%<n>"; null of a symbol of the function.
MlirValue scheduleValueOf(Scheduler *s, StrRef name);

/// The expressions of an operation in one list: bounds of computes and loops
/// (lower, then upper), indices of accesses (of all targets in turn), that of
/// `tir.extent` and `tir.specialize`. 0 of any other operation.
SymExpr *scheduleExprs(Scheduler *s, MlirOperation op, intptr_t *count);
/// The same list, changed.
void scheduleSetExprs(Scheduler *s, MlirOperation op, const SymExpr *exprs,
                      intptr_t count);
bool scheduleExprUses(Scheduler *s, SymExpr expr, MlirValue value);
/// The iterator of `compute` whose rounds go through an index one by one, from
/// `base` on, which no iterator changes; -1: `base` alone; -2: neither.
intptr_t scheduleIteratorIn(Scheduler *s, MlirOperation compute, SymExpr expr,
                            SymExpr *base);
/// `expr` with `value` replaced; false after an overflow was refused.
bool scheduleSubstitute(Scheduler *s, SymExpr *expr, MlirValue value,
                        SymExpr by);
/// Arithmetic that was proved to fit, or is small: a failure is refused once.
typedef SymStatus (*ScheduleOperator)(Arena *, SymExpr, SymExpr, SymExpr *);
SymExpr scheduleCombine(Scheduler *s, ScheduleOperator op, SymExpr a, SymExpr b,
                        bool *good);
SymExpr scheduleConst(Scheduler *s, int64_t value);
SymExpr scheduleExprOf(Scheduler *s, MlirAttribute attribute);
/// Is it of symbols of the function alone, as bounds of computes and extents of
/// memory are?
bool scheduleIsOfFunction(SymExpr expr);
/// `lower` and `upper` of a loop.
void scheduleBounds(Scheduler *s, MlirOperation loop, SymExpr *lower,
                    SymExpr *upper);
/// `expr` with quotients and remainders that the bounds of iterators around
/// `op` decide (Simplify.c).
SymExpr scheduleSimplify(Scheduler *s, MlirOperation op, SymExpr expr);
/// Told of every `a floordiv b` and `a mod b` of an expression.
typedef void ScheduleQuotientVisitor(SymExpr a, SymExpr b, void *userData);
void scheduleVisitQuotients(Scheduler *s, SymExpr expr,
                            ScheduleQuotientVisitor *visit, void *userData);
/// The same for the accesses below `root`.
void scheduleSimplifyAccesses(Scheduler *s, MlirOperation root);
/// Text of an expression, with the names of its values. In the arena.
const char *scheduleText(Scheduler *s, SymExpr expr);
/// Facts that hold at `op`: of the function, and of iterators around it.
Facts scheduleFactsAt(Scheduler *s, MlirOperation op);
/// Upper bound of an expression at `op`; INT64_MAX if there is none.
int64_t scheduleUpperBound(Scheduler *s, MlirOperation op, SymExpr expr);

//===----------------------------------------------------------------------===//
// Accesses (Accesses.c)
//===----------------------------------------------------------------------===//

/// One use of a buffer by a load, store or reduce.
typedef struct ScheduleAccess {
  MlirOperation op;
  intptr_t target; // of a reduce, else 0
  bool reads, writes;
  MlirValue buffer;
  SymExpr *exprs; // one per dimension
  intptr_t rank;
} ScheduleAccess;

/// All accesses below `root` (or `root` itself), in order. Caller: arrfree.
ScheduleAccess *scheduleAccesses(Scheduler *s, MlirOperation root);
/// The same index expressions.
bool scheduleIsSameElement(const ScheduleAccess *a, const ScheduleAccess *b);
/// Refuses a loop that loads and writes different elements of a buffer side by
/// side: it may use in one round what another one wrote.
MlirLogicalResult scheduleCheckIndependent(Scheduler *s, MlirOperation loop);
/// A check stops where begins do not ascend by the entries of that table (null:
/// of any).
bool scheduleAscendsBy(MlirValue starts, MlirValue lengths);
/// The load that gives an index its value, itself or through an
/// arith.index_cast; null if there is none.
MlirOperation scheduleLoadBehind(MlirValue index);
/// Memory of the caller, one for all threads.
bool scheduleIsWorkspace(MlirValue buffer);
/// Memory allocated inside of `op`.
bool scheduleIsLocalTo(MlirValue buffer, MlirOperation op);

/// How an access goes along an iterator: 0: not at all; 1: from element to
/// element; 2: to every second one; -1: otherwise.
int scheduleStrideOf(Scheduler *s, const ScheduleAccess *access,
                     MlirValue iterator);
/// Does it load every second element, so that two vectors hold those of the
/// lanes?
bool scheduleLoadsSecond(Scheduler *s, const ScheduleAccess *access,
                         MlirValue iterator);
/// Can rounds of the iterator be lanes that lie side by side or are the same,
/// as far as the access is concerned?
bool scheduleAccessFitsLanes(Scheduler *s, const ScheduleAccess *access,
                             MlirValue iterator);
/// Runs of so many rounds of an iterator, which has `extent` of them, read the
/// same elements: a multiple of `least` that divides the extent (of an access
/// that does not use the iterator: the extent); 0: there is none, or only one
/// beyond some millions.
int64_t scheduleGroupOf(Scheduler *s, const ScheduleAccess *access,
                        MlirValue iterator, int64_t extent, int64_t least);
/// Scalar arithmetic, which exists on vectors as well.
bool scheduleIsElementwise(MlirOperation op);

/// The region of a buffer that accesses inside of a loop's body touch.
typedef struct ScheduleRegion {
  intptr_t rank;
  SymExpr *start, *extent;  // of each dimension, of values outside of the body
  bool read, written, gaps; // in what is written
} ScheduleRegion;

/// The region that accesses in `within` touch in one round of `loop` around it
/// (or the same); failure after a refusal.
MlirLogicalResult scheduleRegionOf(Scheduler *s, MlirOperation loop,
                                   MlirOperation within, MlirValue buffer,
                                   ScheduleRegion *region);
/// Local memory for a region at the front of the loop's body; null after a
/// refusal (no constant bound). `pad` is added to the last dimension.
MlirValue scheduleMakeLocal(Scheduler *s, MlirOperation loop, MlirValue buffer,
                            const ScheduleRegion *region, StrRef name,
                            StrRef space, int64_t pad);
/// Accesses to `buffer` below `root` go to `other`, at their place less
/// `start`.
MlirLogicalResult scheduleRebase(Scheduler *s, MlirOperation root,
                                 MlirValue buffer, MlirValue other,
                                 const SymExpr *start);

//===----------------------------------------------------------------------===//
// Layouts (Layout.c)
//===----------------------------------------------------------------------===//

/// DimNames.c: notes what the dimensions of arguments are called, before the
/// first primitive: as the iterators that the program uses there, else d0, d1,
/// ...
void scheduleTakeNames(Scheduler *s);
const StrRef *scheduleDimNames(Scheduler *s, MlirValue buffer);
/// What is noted by argument moves: one came in at `at`, a vector.
void scheduleArgumentAdded(Scheduler *s, intptr_t at);
/// Callers pass what `s->layouts` says, packed by a program of their own.
MlirLogicalResult schedulePrepareLayouts(Scheduler *s);

/// Puts a program into the module, by its own name or one that is free; one
/// that the module has already is destroyed (AddProgram.c). The reference.
MlirAttribute scheduleAddProgram(Scheduler *s, MlirOperation function);

//===----------------------------------------------------------------------===//
// Primitives
//===----------------------------------------------------------------------===//

typedef MlirLogicalResult SchedulePrimitive(Scheduler *s);
SchedulePrimitive scheduleFind, scheduleLoops, scheduleSplit, scheduleCut,
    scheduleHfuse, scheduleFuse, schedulePadDimension, schedulePadLoop,
    scheduleReorder, scheduleParallel, scheduleRemap, scheduleHoist,
    scheduleUnroll, scheduleVectorize, scheduleComputeAt, schedulePlace,
    scheduleStage, scheduleLayout, scheduleVariants, schedulePrefetch,
    scheduleRfactor, scheduleFork, scheduleTurn;

/// Carries one primitive out, whichever it is.
MlirLogicalResult scheduleApply(Scheduler *s, MlirOperation primitive);

/// Of schedules that programs of the module had (the list is not kept as it
/// is), those that none has any more go; what was never asked for stays, it is
/// the user's (ApplySchedule.c).
void scheduleRemoveUnused(MlirOperation module, ScheduleOps schedules);

#endif // RELAX_SCHEDULE_SCHEDULER_H
