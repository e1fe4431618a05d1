//===- BatchRounds.c - a loop over many calls around a program ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Where rows are joined, a round begins with how many the call has and where
// they begin, as a program over a ragged tensor does (lib/Conversion/Ragged);
// with these it is the program that was there.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Walk.h"
#include "lib/Transforms/Batch/BatchLanes.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// Which programs
//===----------------------------------------------------------------------===//

typedef struct Rounds {
  StrRef rows;
  bool good;
} Rounds;

static bool isArithmetic(MlirOperation op) {
  StrRef name = bridgeOpName(op);
  return mlirOperationGetNumRegions(op) == 0 &&
         (strRefStartsWith(name, "arith.") || strRefStartsWith(name, "math."));
}

static MlirWalkResult look(MlirOperation op, void *userData) {
  Rounds *rounds = userData;
  bool known = tirIsFunc(op) || tirIsReturn(op) || tirIsCompute(op) ||
               tirIsFor(op) || tirIsLoad(op) || tirIsStore(op) ||
               tirIsReduce(op) || tirIsExtent(op) || tirIsCheck(op) ||
               isArithmetic(op);
  if (tirIsAlloc(op)) // of a size that is known, in a loop or not
    known = !symTypeHasSymbol(mlirValueGetType(mlirOperationGetResult(op, 0)),
                              rounds->rows);
  rounds->good &= known;
  return known ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

bool batchRoundsCan(MlirOperation kernel, const BatchMode *modes) {
  Rounds rounds = {.good = true};
  bool joined = false;
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(scheduleBody(kernel));
       i < e; ++i)
    joined |= modes[i] == BATCH_ROWS;
  MlirAttribute rows = batchKernelRows(kernel, modes);
  if (tirFuncGetSymbols(kernel).ptr || (joined && !rows.ptr))
    return false;
  if (joined)
    symAttributeIsSymbol(rows, &rounds.rows);
  mlirOperationWalk(kernel, look, &rounds, MlirWalkPreOrder);
  return rounds.good;
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

/// Lengths and places of the round, as `kernelAppendLoads` has them.
static void appendTables(StrRef lanes, StrRef rows, StrBuf *out) {
  int n = (int)lanes.length;
  strBufAppendFormat(
      out,
      "    %%m = tir.load %%lengths[%%l] : !tir.buffer<[%.*s], i64>\n"
      "    %%n = arith.index_cast %%m : i64 to index\n"
      "    %%q = tir.load %%starts[%%l] : !tir.buffer<[%.*s + 1], i64>\n"
      "    %%p = arith.index_cast %%q : i64 to index\n"
      "    %%nil = arith.constant 0 : index\n"
      "    %%left = tir.extent (%.*s - %%p - %%n) : index\n"
      "    %%ok = arith.cmpi sge, %%left, %%nil : index\n"
      "    tir.check %%ok stops else \"index out of bounds\"\n",
      n, lanes.data, n, lanes.data, (int)rows.length, rows.data);
}

/// The buffer keeps its name where others and tables have another one.
static void appendName(MlirBlock entry, intptr_t index, StrBuf *out) {
  StrRef name = scheduleBufferName(mlirBlockGetArgument(entry, index));
  bool own = name.length > 0 && name.data[0] >= 'A' && name.data[0] <= 'Z';
  for (intptr_t i = 0; i < index && own; ++i)
    own =
        !strRefEqual(name, scheduleBufferName(mlirBlockGetArgument(entry, i)));
  if (own)
    strBufAppendFormat(out, "%%%.*s: ", (int)name.length, name.data);
  else
    strBufAppendFormat(out, "%%b%ld: ", (long)index);
}

/// A program with the same buffers, but for the dimension in front, and an
/// empty loop.
static void appendProgram(BatchLanes *lanes, StrRef rows, StrBuf *out) {
  MlirBlock entry = scheduleBody(lanes->s.func);
  StrRef name, extent;
  name = tirFuncGetSymName(lanes->s.func);
  symAttributeIsSymbol(lanes->extent, &extent);
  int n = (int)extent.length;
  strBufAppendFormat(out, "tir.func private @%.*s(", (int)name.length,
                     name.data);
  if (rows.length)
    strBufAppendFormat(out,
                       "%%lengths: !tir.buffer<[%.*s], i64>, %%starts: "
                       "!tir.buffer<[%.*s + 1], i64>, ",
                       n, extent.data, n, extent.data);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i) {
    MlirType type = mlirValueGetType(mlirBlockGetArgument(entry, i));
    strBufAppendC(out, i ? ", " : "");
    appendName(entry, i, out);
    bridgePrintType(
        lanes->modes[i] == BATCH_LANE ? batchLaneType(lanes, type) : type, out);
  }
  strBufAppendC(out, ") {\n");
  if (rows.length)
    strBufAppendFormat(out,
                       "  %%r = tir.ascends %%starts by (%%lengths) : "
                       "!tir.buffer<[%.*s + 1], i64> by "
                       "!tir.buffer<[%.*s], i64>\n"
                       "  tir.check %%r stops else \"index out of bounds\"\n",
                       n, extent.data, n, extent.data);
  strBufAppendFormat(out, "  tir.for \"lanes\" (%%l) in [%.*s] parallel {\n", n,
                     extent.data);
  if (rows.length)
    appendTables(extent, rows, out);
  strBufAppendC(out, "  }\n  tir.return\n}\n");
}

static MlirOperation parseProgram(BatchLanes *lanes, StrRef rows) {
  StrBuf text = {0};
  appendProgram(lanes, rows, &text);
  MlirModule module = bridgeParseModule(
      lanes->s.context, (StrRef){text.data, text.length}, "relax-batch");
  strBufFree(&text);
  if (!module.ptr)
    return (MlirOperation){NULL};
  MlirOperation program = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  mlirOperationRemoveFromParent(program);
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(lanes->s.func),
                                     lanes->s.func, program);
  mlirModuleDestroy(module);
  return program;
}

static MlirOperation loopOf(MlirOperation program) {
  MlirOperation op = mlirBlockGetFirstOperation(scheduleBody(program));
  while (!tirIsFor(op))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

/// A result in the loop, by its name in the text.
static MlirValue namedInLoop(MlirOperation loop, const char *name) {
  for (MlirOperation op = mlirBlockGetFirstOperation(scheduleBody(loop));
       op.ptr; op = mlirOperationGetNextInBlock(op))
    if (mlirOperationGetNumResults(op) == 1 &&
        strRefEqual(bridgeLocationName(
                        mlirValueGetLocation(mlirOperationGetResult(op, 0))),
                    strRefFromC(name)))
      return mlirOperationGetResult(op, 0);
  return (MlirValue){NULL};
}

/// The number of rows is that of the round; loops in it have one thread.
static void setRows(BatchLanes *lanes, ScheduleOps ops, StrRef rows,
                    SymExpr own) {
  Scheduler *s = &lanes->s;
  for (ptrdiff_t i = 0; i < arrlen(ops); ++i) {
    intptr_t count;
    SymExpr *exprs = scheduleExprs(s, ops[i], &count);
    if (tirIsFor(ops[i]) && scheduleLoopIs(ops[i], "parallel"))
      tirForSetKind(ops[i], strRefFromC("serial"));
    if (!rows.length || !exprs)
      continue;
    for (intptr_t e = 0; e < count; ++e)
      (void)symExprSubstitute(s->arena, exprs[e], &rows, &own, 1, &exprs[e]);
    scheduleSetExprs(s, ops[i], exprs, count);
  }
}

static void moveBody(MlirOperation from, MlirOperation loop) {
  MlirBlock body = scheduleBody(from);
  for (MlirOperation op = mlirBlockGetFirstOperation(body), next; op.ptr;
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (!tirIsReturn(op))
      scheduleMoveToEnd(op, scheduleBody(loop));
  }
}

MlirOperation batchRoundsMake(BatchLanes *lanes) {
  Scheduler *s = &lanes->s;
  MlirOperation old = s->func;
  MlirAttribute symbol = batchKernelRows(old, lanes->modes);
  StrRef rows = {NULL, 0};
  if (symbol.ptr)
    symAttributeIsSymbol(symbol, &rows);
  MlirOperation program = parseProgram(lanes, rows);
  if (!program.ptr)
    return program;
  tirFuncSetFacts(program, tirFuncGetFacts(old));
  lanes->loop = loopOf(program);
  SymExpr own = {0};
  if (rows.length) {
    own = scheduleSymbolOf(s, namedInLoop(lanes->loop, "n"));
    lanes->start = scheduleSymbolOf(s, namedInLoop(lanes->loop, "p"));
  }
  // The accesses are changed while their buffers are those of one call.
  ScheduleOps ops = scheduleCollect(old);
  setRows(lanes, ops, rows, own);
  batchAddIndices(lanes);
  arrfree(ops);
  MlirBlock from = scheduleBody(old), to = scheduleBody(program);
  bool joined = rows.length > 0;
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(from); i < e; ++i)
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(from, i),
                                  mlirBlockGetArgument(to, i + 2 * joined));
  moveBody(old, lanes->loop);
  mlirOperationDestroy(old);
  s->func = program;
  return program;
}
