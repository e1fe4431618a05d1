//===- LowerScan.c - loops over rows become loops -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/State.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Bridge/Core/ResultNames.h"
#include "lib/Transforms/ControlFlow/LowerEach.h"
#include "lib/Transforms/Decompose/GraphBuilder.h"

/// The loop carries the round's number, the states, then the results of rows.
typedef struct Lowering {
  GraphBuilder g;
  MlirOperation scan, loop;
  intptr_t numStates, numRows, numResults;
  MlirValue length; // i64
  MlirValue *inits; // arena, 1 + numResults, as all of these
  MlirType *types, *results;
  MlirLocation *places;
} Lowering;

static MlirValue scalarOf(GraphBuilder *g, MlirValue vector) {
  return graphReshape(g, vector, 0, NULL);
}

/// What a result of rows starts as: zeros, all of which are written over.
static MlirLogicalResult beginRows(Lowering *l, intptr_t index) {
  MlirValue result = mlirOperationGetResult(l->scan, index);
  RelaxTensorInfo info;
  bool known = relaxTensorInfo(mlirValueGetType(result), &info) && info.ranked;
  for (intptr_t d = 0; known && d < info.rank; ++d)
    known = !symAttributeIsUnknown(info.dims[d]);
  if (!known)
    return bridgeEmitOpError(
        l->scan,
        "result %ld: expected known extents of the rows, got %s; name them "
        "with 'relax.match_cast' before 'relax.yield'",
        (long)index, relaxTypeText(l->g.arena, mlirValueGetType(result)));
  l->types[index + 1] = mlirValueGetType(result);
  l->inits[index + 1] =
      graphBroadcast(&l->g, graphNumber(&l->g, 0, info.elementType), info.rank,
                     info.dims, (MlirValue){NULL});
  l->places[index + 1] = graphPlace(&l->g, "rows");
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult begin(Lowering *l) {
  GraphBuilder *g = &l->g;
  MlirType integer = mlirIntegerTypeGet(g->context, 64);
  MlirBlock body = bridgeBody(l->scan);
  MlirValue rows = relaxScanGetRows(l->scan, 0);
  l->length =
      scalarOf(g, graphExtent(g, relaxTensorInfoOf(rows).dims[0], rows));
  l->inits[0] = graphInteger(g, 0, integer);
  l->types[0] = mlirValueGetType(l->inits[0]);
  l->places[0] = graphPlace(g, "round");
  for (intptr_t i = 0; i < l->numStates; ++i) {
    MlirValue argument = mlirBlockGetArgument(body, i);
    l->inits[i + 1] = relaxScanGetInits(l->scan, i);
    l->types[i + 1] = mlirValueGetType(argument);
    l->places[i + 1] = mlirValueGetLocation(argument);
  }
  for (intptr_t i = l->numStates; i < l->numResults; ++i)
    if (mlirLogicalResultIsFailure(beginRows(l, i)))
      return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

static MlirLocation locationOf(Lowering *l) {
  StrRef *names = ARENA_ARRAY(l->g.arena, StrRef, l->numResults + 1);
  for (intptr_t i = 0; i < l->numResults; ++i)
    names[i + 1] = bridgeResultName(l->scan, i);
  return bridgeWithResultNames(l->g.loc, l->numResults + 1, names);
}

static void createLoop(Lowering *l) {
  intptr_t count = l->numResults + 1;
  l->results[0] = l->types[0];
  for (intptr_t i = 1; i < count; ++i)
    l->results[i] = mlirValueGetType(mlirOperationGetResult(l->scan, i - 1));
  RelaxWhileArgs args = {.numInits = count,
                         .inits = l->inits,
                         .numResultsTypes = count,
                         .resultsTypes = l->results};
  l->loop = relaxWhileCreate(locationOf(l), &args);
  MlirBlock condition = mlirBlockCreate(count, l->types, l->places);
  MlirBlock body = mlirBlockCreate(count, l->types, l->places);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(l->loop, 0), condition);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(l->loop, 1), body);
  RelaxLessArgs less = {mlirBlockGetArgument(condition, 0), l->length};
  MlirOperation more = relaxLessCreate(graphPlace(&l->g, "more"), &less);
  mlirBlockAppendOwnedOperation(condition, more);
  RelaxConditionArgs end = {mlirOperationGetResult(more, 0)};
  mlirBlockAppendOwnedOperation(condition,
                                relaxConditionCreate(l->g.loc, &end));
}

/// The round's operations with the rows at `at` before and behind them.
static void fillBody(Lowering *l) {
  GraphBuilder *g = &l->g;
  MlirBlock from = bridgeBody(l->scan);
  MlirBlock to = bridgeBlock(l->loop, 1);
  MlirOperation yield = mlirBlockGetTerminator(from);
  for (MlirOperation op = mlirBlockGetFirstOperation(from), next; op.ptr;
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    mlirOperationRemoveFromParent(op);
    mlirBlockAppendOwnedOperation(to, op);
  }
  g->before = mlirBlockGetFirstOperation(to);
  MlirValue round = mlirBlockGetArgument(to, 0), at = round;
  MlirValue one = graphNumberLike(g, 1, round);
  MlirValue following = graphAdd(g, round, one);
  if (relaxScanGetReverse(l->scan))
    at = graphSubtract(g, l->length, following);
  for (intptr_t i = 0; i < l->numStates; ++i)
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(from, i),
                                  mlirBlockGetArgument(to, i + 1));
  for (intptr_t i = 0; i < l->numRows; ++i) {
    MlirValue argument = mlirBlockGetArgument(from, l->numStates + i);
    MlirValue row = graphTake(g, relaxScanGetRows(l->scan, i), at, 0);
    mlirOperationSetLocation(mlirOpResultGetOwner(row),
                             mlirValueGetLocation(argument));
    mlirValueReplaceAllUsesOfWith(argument, row);
  }
  g->before = yield;
  MlirValue *values = ARENA_ARRAY(g->arena, MlirValue, l->numResults + 1);
  values[0] = following;
  for (intptr_t i = 0; i < l->numResults; ++i) {
    values[i + 1] = relaxYieldGetValues(yield, i);
    if (i < l->numStates)
      continue;
    RelaxUpdateSliceArgs args = {.state = mlirBlockGetArgument(to, i + 1),
                                 .rows = graphExpandDim(g, values[i + 1], 0),
                                 .position = at,
                                 .axis = 0};
    values[i + 1] =
        graphInsert(g, relaxUpdateSliceCreate(graphPlace(g, "stored"), &args));
  }
  RelaxYieldArgs args = {l->numResults + 1, values};
  mlirBlockAppendOwnedOperation(
      to, relaxYieldCreate(mlirOperationGetLocation(yield), &args));
  mlirOperationDestroy(yield);
}

static MlirLogicalResult lower(RelaxPassRun *run, MlirOperation scan) {
  intptr_t count = mlirOperationGetNumResults(scan) + 1;
  MlirLocation loc = mlirOperationGetLocation(scan);
  StrRef name = count > 1 ? bridgeResultName(scan, count - 2) : (StrRef){0};
  Lowering l = {.g = {.context = run->context,
                      .arena = run->arena,
                      .before = scan,
                      .loc = loc,
                      .name = arenaCopyString(run->arena, name)},
                .scan = scan,
                .numStates = relaxScanGetNumInits(scan),
                .numRows = relaxScanGetNumRows(scan),
                .numResults = count - 1,
                .inits = ARENA_ARRAY(run->arena, MlirValue, count),
                .types = ARENA_ARRAY(run->arena, MlirType, count),
                .results = ARENA_ARRAY(run->arena, MlirType, count),
                .places = ARENA_ARRAY(run->arena, MlirLocation, count)};
  if (mlirLogicalResultIsFailure(begin(&l)) || l.g.failed)
    return mlirLogicalResultFailure();
  createLoop(&l);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(scan), scan,
                                      l.loop);
  fillBody(&l);
  for (intptr_t i = 1; i < count; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(scan, i - 1),
                                  mlirOperationGetResult(l.loop, i));
  mlirOperationDestroy(scan);
  ++run->counters[0];
  return l.g.failed ? mlirLogicalResultFailure() : mlirLogicalResultSuccess();
}

static MlirLogicalResult run(RelaxPassRun *run) {
  return lowerEach(run, relaxIsScan, lower);
}

const RelaxPass relaxLowerScanPass = {
    .name = "relax-lower-scan",
    .summary = "write loops over rows with relax.while",
    .documentation =
        "A round of the loop takes its row of every input with `relax.take`; "
        "what it yields for a result is put into that with "
        "`relax.update_slice`, which the planner does in place. The reference "
        "interpreter runs `relax.scan` itself.\n",
    .anchor = "relax.func",
    .counters = {"scans"},
    .traits = RELAX_PASS_ASKS | RELAX_PASS_REQUIRED,
    .run = run,
};
