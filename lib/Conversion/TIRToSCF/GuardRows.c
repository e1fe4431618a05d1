//===- GuardRows.c - the rows of a tile, as many as there are -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A loop over the rows of a tile, of which there are 2 to 4:
//
//   scf.execute_region {
//     cf.cond_br (2 < rows), ^row2, ^end
//   ^row2: row 2; cf.cond_br (3 < rows), ^row3, ^end
//   ^row3: row 3; cf.br ^end
//   ^end: scf.yield
//   }
//   row 0, row 1
//
// Rows that are always there come last: LLVM would move their sums there, and
// hold their operands meanwhile. Where rows have vectors of their own they come
// first: row 2 of a window has loaded some of what row 3 needs. So they do
// where a row reads what one before it may have written.
//
// Addresses do not depend on what is asked: they are computed in front.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/Tiles.h"

#include <stb/stb_ds.h>

void tileCopyRound(Tiles *t, OpBuilder *b, MlirOperation loop, int64_t round) {
  MlirOperation copy = mlirOperationClone(loop);
  MlirBlock body = bridgeBody(copy);
  mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(body, 0),
                                tileConstant(t, round));
  mlirOperationDestroy(mlirBlockGetTerminator(body));
  opBuilderTakeBody(b, body);
  mlirOperationDestroy(copy);
}

static void endWith(MlirBlock block, MlirLocation location,
                    MlirOperationState *state) {
  OpBuilder b = opBuilderAtEnd(block, location);
  opBuilderInsert(&b, mlirOperationCreate(state));
}

/// Goes to `next` where `condition` holds, else to `end` with the values.
static void buildBranches(MlirBlock block, MlirLocation location,
                          MlirValue condition, MlirBlock next, MlirBlock end,
                          const MlirValue *values, intptr_t count) {
  MlirContext context = mlirLocationGetContext(location);
  MlirOperationState state = mlirOperationStateGet(
      mlirStringRefCreateFromCString("cf.cond_br"), location);
  int32_t sizes[] = {1, 0, (int32_t)count};
  MlirNamedAttribute segments = mlirNamedAttributeGet(
      mlirIdentifierGet(context,
                        mlirStringRefCreateFromCString("operandSegmentSizes")),
      mlirDenseI32ArrayGet(context, 3, sizes));
  mlirOperationStateAddAttributes(&state, 1, &segments);
  mlirOperationStateAddOperands(&state, 1, &condition);
  mlirOperationStateAddOperands(&state, count, values);
  MlirBlock successors[] = {next, end};
  mlirOperationStateAddSuccessors(&state, 2, successors);
  endWith(block, location, &state);
}

static void buildBranch(MlirBlock block, MlirLocation location, MlirBlock end,
                        const MlirValue *values, intptr_t count) {
  MlirOperationState state =
      mlirOperationStateGet(mlirStringRefCreateFromCString("cf.br"), location);
  mlirOperationStateAddOperands(&state, count, values);
  mlirOperationStateAddSuccessors(&state, 1, &end);
  endWith(block, location, &state);
}

/// Arithmetic of indices that needs nothing of the row moves in front of all.
static void moveIndices(MlirBlock row, MlirOperation before) {
  for (MlirOperation op = {NULL}, next = op;
       bridgeAdvanceErasing(row, &op, &next);) {
    bool moves = mlirOperationGetNumResults(op) == 1 &&
                 mlirTypeIsAIndex(bridgeResultType(op)) && bridgeIsPure(op);
    for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
      moves &= tileIsOutside(mlirOperationGetOperand(op, i), row);
    if (!moves)
      continue;
    mlirOperationRemoveFromParent(op);
    bridgeInsert(before, op);
  }
}

/// The region with a block for each row from `low` on.
static MlirOperation buildRegion(OpBuilder *b, int64_t count) {
  MlirRegion region = mlirRegionCreate();
  for (int64_t i = 0; i < count + 2; ++i)
    mlirRegionAppendOwnedBlock(region, mlirBlockCreate(0, NULL, NULL));
  OpSpec spec = {.name = TILE_GUARDED, .regions = &region, .numRegions = 1};
  return buildOp(b, &spec);
}

static MlirWalkResult findVectors(MlirOperation op, void *userData) {
  TileAccess access;
  *(bool *)userData |= tileAccessOf(op, &access) && !access.isStore &&
                       mlirTypeIsAVector(mlirValueGetType(access.value)) &&
                       !tileIsLocal(access.memref);
  return MlirWalkResultAdvance;
}

/// Has a row operands of its own, which the next one may share?
static bool loadsVectors(MlirOperation loop) {
  bool found = false;
  mlirOperationWalk(loop, findVectors, &found, MlirWalkPreOrder);
  return found;
}

typedef struct Order {
  MlirOperation loop, store;
  bool matters;
} Order;

/// Of the memory that is stored to, but not where the round's own part is: no
/// index that the round decides is the same.
static MlirWalkResult findOtherLoad(MlirOperation op, void *userData) {
  Order *order = userData;
  TileAccess load, store;
  if (!tileAccessOf(op, &load) || load.isStore ||
      !tileAccessOf(order->store, &store) ||
      !mlirValueEqual(load.memref, store.memref))
    return MlirWalkResultAdvance;
  intptr_t rank = mlirOperationGetNumOperands(op) - load.first;
  intptr_t most = mlirOperationGetNumOperands(order->store) - store.first;
  bool own = false;
  for (intptr_t i = 0; i < rank && i < most; ++i) {
    MlirValue index = mlirOperationGetOperand(op, load.first + i);
    own |= !tileIsOutside(index, bridgeBody(order->loop)) &&
           mlirValueEqual(
               index, mlirOperationGetOperand(order->store, store.first + i));
  }
  order->matters |= !own;
  return MlirWalkResultAdvance;
}

static MlirWalkResult findStore(MlirOperation op, void *userData) {
  Order *order = userData;
  TileAccess store;
  order->store = op;
  if (tileAccessOf(op, &store) && store.isStore)
    mlirOperationWalk(order->loop, findOtherLoad, order, MlirWalkPreOrder);
  return MlirWalkResultAdvance;
}

/// Does a round read what another one may have written, as a scan does?
static bool orderMatters(MlirOperation loop) {
  Order order = {loop, {NULL}, false};
  mlirOperationWalk(loop, findStore, &order, MlirWalkPreOrder);
  return order.matters;
}

void tileGuardRows(Tiles *t, MlirOperation loop, int64_t low, int64_t high) {
  OpBuilder b = opBuilderBefore(loop);
  MlirValue rows = mlirOperationGetOperand(loop, 1);
  bool first = orderMatters(loop) || loadsVectors(loop);
  for (int64_t i = 0; i < low && first; ++i)
    tileCopyRound(t, &b, loop, i);
  MlirOperation region = buildRegion(&b, high - low);
  OpBuilder before = opBuilderBefore(region);
  MlirBlock block = bridgeBody(region), end = block;
  while (mlirBlockGetNextInRegion(end).ptr)
    end = mlirBlockGetNextInRegion(end);
  for (int64_t i = low; i < high; ++i) {
    MlirBlock next = mlirBlockGetNextInRegion(block);
    MlirValue there = buildCompare(&before, CMPI_SLT, tileConstant(t, i), rows);
    buildBranches(block, b.location, there, next, end, NULL, 0);
    OpBuilder inside = opBuilderAtEnd(next, b.location);
    tileCopyRound(t, &inside, loop, i);
    moveIndices(next, region);
    block = next;
  }
  buildBranch(block, b.location, end, NULL, 0);
  OpBuilder inside = opBuilderAtEnd(end, b.location);
  buildYield(&inside, NULL, 0);
  for (int64_t i = 0; i < low && !first; ++i)
    tileCopyRound(t, &b, loop, i);
  mlirOperationDestroy(loop);
}

bool tileIsGuarded(MlirOperation op) {
  return bridgeIsNamed(op, TILE_GUARDED) && mlirOperationGetNumResults(op) == 0;
}

MlirOperation tileYieldFromGuarded(MlirOperation region, MlirType *types,
                                   MlirValue **values, intptr_t count) {
  OpBuilder b = opBuilderBefore(region);
  MlirRegion moved = mlirRegionCreate();
  OpSpec spec = {.name = TILE_GUARDED,
                 .results = types,
                 .numResults = count,
                 .regions = &moved,
                 .numRegions = 1};
  mlirRegionTakeBody(moved, mlirOperationGetRegion(region, 0));
  MlirOperation made = buildOp(&b, &spec);
  MlirBlock block = bridgeBody(made), end = block;
  while (mlirBlockGetNextInRegion(end).ptr)
    end = mlirBlockGetNextInRegion(end);
  for (; !mlirBlockEqual(block, end);
       block = mlirBlockGetNextInRegion(block), ++values) {
    MlirOperation old = mlirBlockGetTerminator(block);
    MlirBlock next = mlirBlockGetNextInRegion(block);
    if (mlirBlockEqual(next, end))
      buildBranch(block, b.location, end, *values, count);
    else
      buildBranches(block, b.location, mlirOperationGetOperand(old, 0), next,
                    end, *values, count);
    mlirOperationDestroy(old);
  }
  MlirValue *results = NULL;
  for (intptr_t i = 0; i < count; ++i)
    arrput(results, mlirBlockAddArgument(end, types[i], b.location));
  mlirOperationDestroy(mlirBlockGetTerminator(end));
  OpBuilder inside = opBuilderAtEnd(end, b.location);
  buildYield(&inside, results, count);
  arrfree(results);
  mlirOperationDestroy(region);
  return made;
}
