//===- BatchRounds.c - a loop over many calls around a program ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// With the extents of its call and where its rows begin, a round is the program
// that was there.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Walk.h"
#include "lib/Transforms/Batch/BatchLanes.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// Which programs
//===----------------------------------------------------------------------===//

typedef struct Rounds {
  MlirAttribute joined;
  bool good;
} Rounds;

static bool isArithmetic(MlirOperation op) {
  StrRef name = bridgeOpName(op);
  return mlirOperationGetNumRegions(op) == 0 &&
         (strRefStartsWith(name, "arith.") || strRefStartsWith(name, "math."));
}

static bool usesJoined(MlirType type, MlirAttribute joined) {
  const MlirAttribute *dims;
  bool found = false;
  for (intptr_t d = 0, rank = symTypeDims(type, &dims); d < rank; ++d)
    found |= batchUses(dims[d], joined);
  return found;
}

static MlirWalkResult look(MlirOperation op, void *userData) {
  Rounds *rounds = userData;
  bool known = tirIsFunc(op) || tirIsReturn(op) || tirIsCompute(op) ||
               tirIsFor(op) || tirIsLoad(op) || tirIsStore(op) ||
               tirIsReduce(op) || tirIsExtent(op) || tirIsCheck(op) ||
               isArithmetic(op);
  if (tirIsAlloc(op)) // of a size that is known, in a loop or not
    known = !usesJoined(mlirValueGetType(mlirOperationGetResult(op, 0)),
                        rounds->joined);
  rounds->good &= known;
  return known ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

bool batchRoundsCan(MlirOperation kernel, const BatchHow *how) {
  Rounds rounds = {.joined = how->joined, .good = true};
  if (tirFuncGetSymbols(kernel).ptr)
    return false;
  mlirOperationWalk(kernel, look, &rounds, MlirWalkPreOrder);
  return rounds.good;
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

/// Extents are those of the round; loops in it have one thread.
static void setExtents(BatchLanes *lanes, ScheduleOps ops) {
  Scheduler *s = &lanes->s;
  for (ptrdiff_t i = 0; i < arrlen(ops); ++i) {
    intptr_t count;
    SymExpr *exprs = scheduleExprs(s, ops[i], &count);
    if (tirIsFor(ops[i]) && scheduleLoopIs(ops[i], "parallel"))
      tirForSetKind(ops[i], strRefFromC("serial"));
    if (!lanes->tables.numExtents || !exprs)
      continue;
    for (intptr_t e = 0; e < count; ++e)
      exprs[e] = batchInLoop(lanes, exprs[e]);
    scheduleSetExprs(s, ops[i], exprs, count);
  }
}

static void moveBody(MlirOperation from, MlirOperation loop) {
  MlirBlock body = bridgeBody(from);
  for (MlirOperation op = mlirBlockGetFirstOperation(body), next; op.ptr;
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (!tirIsReturn(op))
      scheduleMoveToEnd(op, bridgeBody(loop));
  }
}

MlirOperation batchRoundsMake(BatchLanes *lanes) {
  Scheduler *s = &lanes->s;
  MlirOperation old = s->func;
  MlirOperation program = batchWriteRounds(lanes);
  if (!program.ptr)
    return program;
  tirFuncSetFacts(program, tirFuncGetFacts(old));
  // The accesses are changed while their buffers are those of one call.
  ScheduleOps ops = scheduleCollect(old);
  setExtents(lanes, ops);
  batchAddIndices(lanes);
  arrfree(ops);
  MlirBlock from = bridgeBody(old), to = bridgeBody(program);
  intptr_t tables = lanes->tables.numExtents + lanes->tables.numRows;
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(from); i < e; ++i)
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(from, i),
                                  mlirBlockGetArgument(to, i + tables));
  moveBody(old, lanes->loop);
  mlirOperationDestroy(old);
  s->func = program;
  return program;
}
