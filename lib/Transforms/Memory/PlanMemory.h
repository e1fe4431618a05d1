//===- PlanMemory.h - places in one arena ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The arena is a row of blocks. Every block serves tensors whose lives do not
// meet, one after the other, and is as large as the largest of them; "larger"
// is what the prover says. Both the offsets and the whole are sums of the
// blocks before, as formulas.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_MEMORY_PLANMEMORY_H
#define RELAX_TRANSFORMS_MEMORY_PLANMEMORY_H

#include "lib/Analysis/Liveness.h"
#include "lib/Analysis/TensorBound.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Transforms/Memory/RecomputeProbe.h"

/// Steps at which a tensor lies in a block, both included.
typedef struct PlannedLife {
  const struct PlannedLife *next;
  intptr_t begin, end;
} PlannedLife;

typedef struct PlannedBlock {
  TensorSize size;
  uint64_t number;          // of `size.bytes` (PlanSizes)
  const PlannedLife *lives; // of what lies there
  SymExpr offset;           // set by `planLayOut`
  uint64_t merged; // numbers below 64 of the sizes that it is the largest of
  int64_t atProbe; // bytes there
} PlannedBlock;

/// Whether one size is at most another, or less, by their numbers.
typedef struct SizeOrder {
  uint64_t key; // (first << 32) + second
  bool value;
} SizeOrder;

/// What was asked about sizes: all plans of a block ask the same.
typedef struct PlanSizes {
  const Facts *facts;
  const Probe *usual;
  SymExpr *sizes;            // different ones in bytes, a stb_ds array
  SizeOrder *order, *strict; // the prover's answers, stb_ds maps
} PlanSizes;

/// How plans of a block differ, as bits. The one that takes least at usual
/// extents is carried out.
typedef enum PlanRules {
  PLAN_BY_SIZE = 1,       // large tensors first, else in order of the program
  PLAN_SHARE_UNKNOWN = 2, // where nothing is known of two sizes, too
} PlanRules;

typedef struct Plan {
  PlanSizes *sizes;
  unsigned rules;
  PlannedBlock *blocks; // as many as there are buffers at most
  intptr_t numBlocks;
} Plan;

/// Where a buffer lies.
typedef enum PlaceKind {
  PLACE_OWN,   // in memory of its own
  PLACE_EMPTY, // in the arena, without a byte
  PLACE_BLOCK, // in `block`
  PLACE_FILE,  // in `block` of second memory
} PlaceKind;

typedef struct Place {
  PlaceKind kind;
  intptr_t block;
  TensorSize size; // that the tensor has at most
  intptr_t owner;  // the buffer whose place it takes, or its own number
  intptr_t end;    // last step of all that lies in place of it
  bool taken;      // the result of its last use lies there, too
} Place;

typedef struct Planner {
  RelaxPassRun *run;
  MlirBlock block; // of the function or of a region
  bool arena;      // else lives end, and all have memory of their own
  bool inPlace;    // results may lie where what they are made of ends
  /// Where the arena's size is no expression that can be written, it is not an
  /// error: somebody plans again without one.
  bool mayDoWithout, isTooLong;
  Probe probe;
  TensorBounds bounds;
  Liveness liveness;
  PlanSizes *sizes;
  Place *places; // of the buffers
  Plan plan;
  Plan file; // second memory
  SymExpr fileBytes;
  intptr_t numPlaced, numBounded;
} Planner;

/// PlanRestores.c: operations that compute again come in the place of
/// `relax.restore`, everywhere in the function. An evicted tensor that is used
/// behind its end is an error.
MlirLogicalResult planInlineRestores(MlirOperation function);

/// PlanMemoryPlaces.c: what lives how long in a block, until `planClose`.
/// `planner` stays where it is meanwhile.
void planOpen(RelaxPassRun *run, MlirBlock block, bool arena, Planner *planner);
void planClose(Planner *planner);
/// Kinds and sizes of the places.
MlirLogicalResult planMeasure(Planner *planner);
/// PlanMemoryPlans.c: the places of all buffers; `*total` is the size of the
/// arena.
MlirLogicalResult planPlaces(Planner *planner, SymExpr *total);
/// PlanInside.c: bytes that the block's results take, in the arena and in
/// memory of their own, the largest workspace of a kernel, and the most that a
/// branch or a loop takes in its regions, as far as that is known. False where
/// sizes are not known when the block begins.
bool planActivations(const Planner *planner, SymExpr total, SymExpr *out);
/// The block has branches, loops, calls of functions or libraries: it may take
/// less than that, or (what calls take) more.
bool planHasWhole(const Planner *planner);

/// PlanWorkspace.c: the most that a kernel of the block takes for itself.
bool planWorkspace(const Planner *planner, SymExpr *out);

/// PlanMemorySizes.c: the number of a size.
uint64_t planSizeNumber(PlanSizes *sizes, SymExpr bytes);
/// What is provable.
bool planSizeAtMost(PlanSizes *sizes, uint64_t a, uint64_t b);
/// At usual extents; what is provable, if they say nothing.
bool planSizeSmaller(PlanSizes *sizes, uint64_t a, uint64_t b);
/// Frees what was asked.
void planSizesForget(PlanSizes *sizes);

/// The block for a tensor that is written at step `begin` and last used at step
/// `end`.
intptr_t planBlock(Plan *plan, TensorSize size, intptr_t begin, intptr_t end);

/// PlanMemoryChain.c: places from both ends where tensors are a chain, if that
/// never takes more than `*total`.
SymStatus planChain(Planner *planner, SymExpr *total);

/// Sets the offsets of all blocks; `*total` is their sum.
SymStatus planLayOut(Plan *plan, SymExpr *total);

/// PlanLevels.c: the block is a plan that may write results of maps in place:
/// an arm of `relax.memory_level` but the first.
bool planIsInPlace(Arena *arena, MlirBlock block);
/// An arm that says 0 bytes, behind others, has none: its values are evicted
/// while it runs. `onlyPlans`: of the blocks that are no arms none has one.
bool planWantsArena(Arena *arena, MlirBlock block, bool onlyPlans);
/// PlanInPlace.c: the operand of a call whose place its only result may take
/// where it is not used any more; -1 if there is none from `from` on. `module`
/// has the programs.
intptr_t planOperandInPlace(MlirOperation module, MlirOperation call,
                            intptr_t from);
/// The `relax.evict` of a value; null if there is none.
MlirOperation planEvictionOf(MlirValue value);

/// PlanLevels.c: an arm that is a level of `relax.memory_level` takes no more
/// than is said there.
MlirLogicalResult planCheckLevel(const Planner *planner, SymExpr total);

/// PlanMemoryWrite.c: the arena, the places of results, and kills.
void planWrite(const Planner *planner, SymExpr total);
/// Without an arena: second memory alone, and kills.
void planWriteWithout(const Planner *planner);
/// PlanMoves.c: in front of all but what is of all plans.
MlirValue planInsertArena(const Planner *planner, SymExpr bytes, bool inFile);
/// Second memory, or null if nothing goes there.
MlirValue planInsertFile(const Planner *planner);
/// The place of a buffer that goes there, or comes back. `storage`: the arena,
/// or null.
void planWriteMove(const Planner *planner, intptr_t index, MlirValue storage,
                   MlirValue file);

#endif // RELAX_TRANSFORMS_MEMORY_PLANMEMORY_H
