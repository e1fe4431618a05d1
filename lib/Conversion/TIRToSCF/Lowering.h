//===- Lowering.h - one run of lower-tir on one function ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The function is lowered in place, in this order: structure from the outside
// to the inside (computes and loops become `scf`), then local memory, then
// accesses. A body that moved keeps its operations; iterators are replaced by
// the induction variables.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_TIRTOSCF_LOWERING_H
#define RELAX_CONVERSION_TIRTOSCF_LOWERING_H

#include "dialects/Sym/SymAttributes.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Conversion/TIRToSCF/OpBuilder.h"

/// A value that stands for a symbol (`name`) or for a buffer (`of`).
typedef struct LoweredValue {
  StrRef name;
  MlirValue of;
  MlirValue value;
} LoweredValue;

/// A look-up by name goes through the module.
typedef struct LoweredMonoid {
  MlirAttribute reference;
  MlirOperation monoid;
} LoweredMonoid;

typedef struct TirLowering {
  MlirOperation func;
  MlirContext context;
  MlirBlock entry;
  Arena *arena;
  MlirOperation prologueEnd; // last of the operations at the top, or null
  LoweredValue *symbols;     // stb_ds arrays
  LoweredValue *memrefs;
  LoweredMonoid *monoids;
  MlirOperation *sums; // of symbols, at the top, too; stb_ds
  StrRef *order;       // the symbols as they are defined
  size_t numOrder;
  SymFact *facts;
  size_t numFacts;
  int64_t copied; // operations, by variants
} TirLowering;

/// A list of operations (an stb_ds array).
typedef MlirOperation *OpList;

//===----------------------------------------------------------------------===//
// Expressions (Index.c)
//===----------------------------------------------------------------------===//

/// The index operands of a tir operation, in the arena.
MlirValue *tirIndexOperands(TirLowering *l, MlirOperation op, intptr_t *count);
/// The `tir.extent` of a symbol at the top of the function.
MlirValue tirSymbolValue(TirLowering *l, StrRef name);
/// Emits an expression in which "%k" is `indices[k]`; null after an error.
MlirValue tirBuildExpr(TirLowering *l, OpBuilder *b, MlirAttribute expr,
                       const MlirValue *indices);
/// Emits the elements of an ArrayAttr of expressions; NULL after an error.
MlirValue *tirBuildExprs(TirLowering *l, OpBuilder *b, MlirAttribute exprs,
                         const MlirValue *indices);
/// True if no value of the operands makes the expression negative.
bool tirExprIsNonNegative(TirLowering *l, MlirAttribute expr,
                          const MlirValue *indices);

//===----------------------------------------------------------------------===//
// Buffers (Memory.c)
//===----------------------------------------------------------------------===//

/// Puts an operation at the top of the function, after what is there already.
void tirInsertInPrologue(TirLowering *l, MlirOperation op);
/// The same with the memref of an argument, or of a view of one, and the view;
/// false if it is one of local memory.
bool tirPutOnTop(TirLowering *l, MlirOperation asMemref);
/// The memref of a buffer; made on the first call.
MlirValue tirMemrefOf(TirLowering *l, MlirValue buffer);
MlirLogicalResult tirLowerAlloc(TirLowering *l, MlirOperation op);

/// Operands of a load of one element, or of some along the last dimension: a
/// memref, then indices; with room for two more.
typedef struct TirPlace {
  MlirValue *operands; // NULL after an error
  intptr_t count;
} TirPlace;

/// The place of `indices` in a buffer that is read: that of an argument whose
/// rows lie apart is in a row that its table tells (Rows.c).
TirPlace tirPlaceOf(TirLowering *l, OpBuilder *b, MlirValue buffer,
                    const MlirValue *indices);
/// Are they apart?
bool tirRowsAreApart(TirLowering *l, MlirValue buffer);

//===----------------------------------------------------------------------===//
// Structure (Compute.c, Loop.c, Specialize.c) and accesses (Access.c)
//===----------------------------------------------------------------------===//

MlirLogicalResult tirLowerCompute(TirLowering *l, MlirOperation op);
MlirLogicalResult tirLowerFor(TirLowering *l, MlirOperation op);
MlirLogicalResult tirLowerSpecialize(TirLowering *l, MlirOperation op);
/// Takes work on every element that follows in all arms of a `tir.specialize`
/// out of it, if that is worth it; both are then still to be lowered
/// (SharedTail.c).
bool tirShareTail(TirLowering *l, MlirOperation specialize);
/// Puts the value in for the expression of a `tir.specialize`: bounds and
/// indices in `op` that are a constant then (SpecializeBounds.c).
void tirPutIn(TirLowering *l, MlirOperation specialize, MlirOperation op,
              int64_t value);
/// Has the loop, or the choice inside, constant bounds in the arms only?
bool tirChoosesBounds(TirLowering *l, MlirOperation specialize,
                      MlirOperation inner);
/// Does the loop go from 0 to what the arms are for?
bool tirIsItsExtent(TirLowering *l, MlirOperation specialize,
                    MlirOperation loop);
/// Values of a `tir.specialize`, if they are the numbers of a tile's rows, can
/// have one arm up to this one; 0 if none can (SpecializeRows.c).
int64_t tirMostGuardedRows(TirLowering *l, MlirOperation specialize);
/// Marks the loops over rows of such an arm, for `low` to `high` of them.
void tirGuardRows(TirLowering *l, MlirOperation specialize, int64_t low,
                  int64_t high);
MlirLogicalResult tirLowerLoad(TirLowering *l, MlirOperation op);
/// All `indices` of a padded load, made of `operands`, are inside of the buffer
/// (that of dimension `sure` is; -1); null if there is nothing to ask, or after
/// an error.
MlirValue tirBuildInBounds(TirLowering *l, OpBuilder *b, MlirOperation op,
                           const MlirValue *operands, const MlirValue *indices,
                           intptr_t sure);
MlirLogicalResult tirLowerStore(TirLowering *l, MlirOperation op);
/// A reduce that was not kept in registers: load, combine, store.
MlirLogicalResult tirLowerReduce(TirLowering *l, MlirOperation op);
MlirLogicalResult tirLowerExtent(TirLowering *l, MlirOperation op);
/// `tir.ascends` (Ascends.c).
MlirLogicalResult tirLowerAscends(TirLowering *l, MlirOperation op);
/// A `tir.check` that stops, once everything else is lowered (Stops.c).
MlirLogicalResult tirLowerStop(TirLowering *l, MlirOperation check);
/// `tir.fetch` (Fetch.c).
MlirLogicalResult tirLowerFetch(TirLowering *l, MlirOperation op);

/// True if the rounds of a loop can be the lanes of vectors (Vector.c); if not,
/// a loop of kind vector runs one by one.
bool tirFitsLanes(TirLowering *l, MlirOperation loop);
/// One operation of it.
bool tirRoundFits(TirLowering *l, MlirOperation op, MlirValue iterator);
/// The dimension that has unit stride: behind it are none but extents of 1. -1
/// of a buffer without dimensions.
intptr_t tirBufferLastDim(MlirValue buffer);
/// Elements along that dimension that have memory; -1 where only the run knows.
/// Those of registers end with a whole vector (Room.c).
int64_t tirRoomOf(MlirValue buffer);
/// Notes of rows of registers whether all loops along them end in the same
/// place, on their `tir.alloc` (RowPanels.c).
void tirMarkRows(TirLowering *l);
#define TIR_ROWS_END_ALIKE "tir.rows_end_alike"
/// How an access of `op` to `buffer` goes along an iterator: 0: not at all; 1:
/// with unit stride; 2: to every second element; -1: otherwise.
int tirStrideOf(TirLowering *l, MlirOperation op, MlirValue buffer,
                MlirAttribute exprs, MlirValue iterator);
/// The dimension of a padded load, with unit stride in the iterator, along
/// which no round of its loop is in the padding; -1 if that is not known.
intptr_t tirInsideAlong(TirLowering *l, MlirOperation op, MlirValue iterator);
/// Does the loop of the iterator carry the reduction, with all rounds into one
/// element by one commutative operation?
bool tirCombinesLanes(TirLowering *l, MlirOperation reduce, MlirValue iterator);
/// Where the iterator is `start`, are the elements of `width` lanes from there
/// on inside of the buffer, whatever the loop's bounds are?
bool tirLanesFit(TirLowering *l, MlirOperation op, MlirValue buffer,
                 MlirAttribute exprs, MlirValue iterator, int64_t start,
                 int64_t width);
/// Does nobody look at what is stored to the elements from `round` on, behind
/// the end of the loop? They are behind the row, or nobody uses the rest of it.
bool tirLanesAreUnseen(TirLowering *l, MlirOperation op, MlirValue buffer,
                       MlirAttribute exprs, MlirValue iterator, int64_t round);
/// May a round of the loop be computed and dropped? Not where it
/// could trap or fail a check, or goes into a reduction.
bool tirLanesMayBeWasted(MlirOperation loop);
MlirLogicalResult tirLowerVector(TirLowering *l, MlirOperation op);
/// Is the loop, with the one in it, a square whose elements are loaded along
/// the inner iterator and stored along the outer one (Squares.c)?
bool tirIsSquare(TirLowering *l, MlirOperation outer);
MlirLogicalResult tirLowerSquare(TirLowering *l, MlirOperation outer);

/// Where `state` is a sum of something and the product `value`, allows them to
/// be fused; of the largest or smallest, allows a zero of any sign
/// (Contract.c).
void tirAllowContraction(MlirValue state, MlirValue value);
/// Where `state` is a sum of floats, allows it to be summed in any order.
void tirAllowReordering(MlirValue state);
/// Did `tirAllowContraction` find a product in the sum?
bool tirMayContract(MlirOperation sum);

/// The `tir.monoid` of a `tir.reduce`; null after an error.
MlirOperation tirMonoidOf(TirLowering *l, MlirOperation reduce);
/// Combines `state` with `values` in place: `state[i]` becomes the new state.
/// The order of the elements is kept: sums that are subtracted later (layer
/// norms) lose all their digits to another order.
void tirBuildCombine(OpBuilder *b, MlirOperation monoid, MlirValue *state,
                     const MlirValue *values);
/// The identity of the state's component `i`.
MlirValue tirBuildIdentity(OpBuilder *b, MlirOperation monoid, intptr_t i);

#endif // RELAX_CONVERSION_TIRTOSCF_LOWERING_H
