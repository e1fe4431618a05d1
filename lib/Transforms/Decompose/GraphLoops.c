//===- GraphLoops.c - loops of graph operations as functions --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Decompose/GraphLoops.h"
#include "dialects/Relax/ControlFlow.gen.h"

#include <assert.h>

static bool allThere(const MlirValue *values, intptr_t count) {
  for (intptr_t i = 0; i < count; ++i)
    if (!values[i].ptr)
      return false;
  return true;
}

/// A builder in a new block with the states as arguments. Operations go before
/// the placeholder at its end, which `leave` puts a terminator in the place of.
static GraphBuilder enter(GraphBuilder *g, const GraphLoop *loop,
                          MlirBlock *block, MlirValue *states) {
  GraphBuilder inside = *g;
  *block = mlirBlockCreate(0, NULL, NULL);
  for (intptr_t i = 0; i < loop->numStates; ++i)
    states[i] =
        mlirBlockAddArgument(*block, mlirValueGetType(loop->states[i]), g->loc);
  RelaxYieldArgs none = {0, NULL};
  inside.before = relaxYieldCreate(g->loc, &none);
  mlirBlockAppendOwnedOperation(*block, inside.before);
  return inside;
}

static void leave(GraphBuilder *inside, MlirBlock block,
                  MlirOperation terminator) {
  mlirOperationDestroy(inside->before);
  mlirBlockAppendOwnedOperation(block, terminator);
}

/// The block of a round; null after an error. `types` are those of `outs`.
static MlirBlock buildRound(GraphBuilder *g, const GraphLoop *loop,
                            MlirType *types) {
  MlirBlock block;
  MlirValue all[2 * GRAPH_MAX_STATES] = {{NULL}}, rows[GRAPH_MAX_STATES];
  MlirValue *outs = all + loop->numStates;
  assert(loop->numStates <= GRAPH_MAX_STATES &&
         loop->numRows <= GRAPH_MAX_STATES &&
         loop->numOuts <= GRAPH_MAX_STATES);
  GraphBuilder inside = enter(g, loop, &block, all);
  for (intptr_t i = 0; i < loop->numRows; ++i) {
    RelaxTensorInfo info = relaxTensorInfoOf(loop->rows[i]);
    MlirType row =
        relaxTensorTypeOf(info.elementType, info.rank - 1, info.dims + 1);
    rows[i] = mlirBlockAddArgument(block, row, g->loc);
  }
  loop->round(&inside, all, rows, outs, loop->userData);
  g->failed |= inside.failed;
  if (g->failed || !allThere(all, loop->numStates + loop->numOuts)) {
    mlirBlockDestroy(block);
    return (MlirBlock){NULL};
  }
  for (intptr_t i = 0; i < loop->numOuts; ++i)
    types[i] = mlirValueGetType(outs[i]);
  RelaxYieldArgs yield = {loop->numStates + loop->numOuts, all};
  leave(&inside, block, relaxYieldCreate(g->loc, &yield));
  return block;
}

static void finish(GraphBuilder *g, const GraphLoop *loop, MlirOperation op) {
  graphInsertCheck(g, op);
  for (intptr_t i = 0; i < loop->numStates; ++i)
    loop->states[i] = mlirOperationGetResult(op, i);
  for (intptr_t i = 0; i < loop->numOuts; ++i)
    loop->outs[i] = mlirOperationGetResult(op, loop->numStates + i);
}

/// The type of all rounds' outputs: `row` with the extent of the scan in front.
static MlirType stacked(GraphBuilder *g, const GraphLoop *loop, MlirType row) {
  RelaxTensorInfo info;
  relaxTensorInfo(row, &info);
  MlirAttribute *dims = ARENA_ARRAY(g->arena, MlirAttribute, info.rank + 1);
  dims[0] = relaxTensorInfoOf(loop->rows[0]).dims[0];
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i + 1] = info.dims[i];
  return relaxTensorTypeOf(info.elementType, info.rank + 1, dims);
}

bool graphScan(GraphBuilder *g, const GraphLoop *loop) {
  MlirType types[2 * GRAPH_MAX_STATES];
  intptr_t count = loop->numStates;
  if (!allThere(loop->states, count) || !allThere(loop->rows, loop->numRows))
    return false;
  MlirBlock round = buildRound(g, loop, types + count);
  if (!round.ptr)
    return false;
  for (intptr_t i = 0; i < count; ++i)
    types[i] = mlirValueGetType(loop->states[i]);
  for (intptr_t i = count; i < count + loop->numOuts; ++i)
    types[i] = stacked(g, loop, types[i]);
  RelaxScanArgs args = {.numInits = count,
                        .inits = loop->states,
                        .numRows = loop->numRows,
                        .rows = loop->rows,
                        .numResultsTypes = count + loop->numOuts,
                        .resultsTypes = types};
  MlirOperation op = relaxScanCreate(graphPlace(g, "steps"), &args);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(op, 0), round);
  finish(g, loop, op);
  return true;
}

bool graphWhile(GraphBuilder *g, const GraphLoop *loop,
                MlirValue (*goesOn)(GraphBuilder *g, const MlirValue *states,
                                    void *userData)) {
  MlirType types[GRAPH_MAX_STATES];
  MlirValue states[GRAPH_MAX_STATES];
  MlirBlock condition;
  if (!allThere(loop->states, loop->numStates))
    return false;
  MlirBlock round = buildRound(g, loop, NULL);
  if (!round.ptr)
    return false;
  GraphBuilder inside = enter(g, loop, &condition, states);
  RelaxConditionArgs more = {goesOn(&inside, states, loop->userData)};
  g->failed |= inside.failed;
  if (!more.condition.ptr) {
    mlirBlockDestroy(condition);
    mlirBlockDestroy(round);
    return false;
  }
  leave(&inside, condition, relaxConditionCreate(g->loc, &more));
  for (intptr_t i = 0; i < loop->numStates; ++i)
    types[i] = mlirValueGetType(loop->states[i]);
  RelaxWhileArgs args = {.numInits = loop->numStates,
                         .inits = loop->states,
                         .numResultsTypes = loop->numStates,
                         .resultsTypes = types};
  MlirOperation op = relaxWhileCreate(graphPlace(g, "steps"), &args);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(op, 0), condition);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(op, 1), round);
  finish(g, loop, op);
  return true;
}
