//===- BatchLine.c - calls that wait as one -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Data.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Tuple.gen.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Batch/Batch.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// What can wait
//===----------------------------------------------------------------------===//

/// There is a program for many calls where these symbols differ.
static bool canJoin(MlirOperation call, MlirOperation kernel,
                    MlirAttribute joined, Arena *arena) {
  BatchHow how;
  return batchHow(arena, call, kernel, joined, &how) &&
         batchKernelCan(kernel, &how);
}

/// The symbols that may differ from call to call: all, or one, or none. False
/// if there is no program for many calls at all.
static bool findJoined(MlirOperation call, MlirOperation kernel, Arena *arena,
                       MlirAttribute *joined) {
  MlirAttribute all = batchSymbolsOf(call);
  *joined = all;
  if (relaxCallTirGetSymbols(call).ptr)
    *joined = (MlirAttribute){NULL};
  else if (all.ptr && canJoin(call, kernel, all, arena))
    return true;
  for (intptr_t i = 0, e = joined->ptr ? mlirArrayAttrGetNumElements(all) : 0;
       i < e && e > 1; ++i) {
    MlirAttribute symbol = mlirArrayAttrGetElement(all, i);
    *joined = mlirArrayAttrGet(mlirAttributeGetContext(all), 1, &symbol);
    if (canJoin(call, kernel, *joined, arena))
      return true;
  }
  *joined = (MlirAttribute){NULL};
  return canJoin(call, kernel, *joined, arena);
}

/// A call of a program that is no copy of something all calls share; `joined`:
/// the symbols that may differ from call to call, or null.
static bool canWait(MlirOperation op, Arena *arena, MlirAttribute *joined) {
  if (!relaxIsCallTir(op) || relaxCallTirGetStorage(op).ptr ||
      relaxCallTirGetNumGiven(op))
    return false;
  bool own = false, plain = true;
  for (intptr_t i = 0, e = relaxCallTirGetNumInputs(op); i < e; ++i) {
    MlirValue input = relaxCallTirGetInputs(op, i);
    if (batchIsShared(input))
      continue;
    own = true;
    plain &= batchTakes(mlirValueGetType(input));
  }
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    plain &= batchTakes(mlirValueGetType(mlirOperationGetResult(op, i)));
  MlirOperation kernel = bridgeFollow(op, relaxCallTirGetCallee(op));
  return own && plain && kernel.ptr && findJoined(op, kernel, arena, joined);
}

//===----------------------------------------------------------------------===//
// Straight lines
//===----------------------------------------------------------------------===//

typedef struct Lines {
  Arena *arena;
  bool single;
  BatchLine *lines; // stb_ds array
} Lines;

static bool usesLine(MlirOperation op, const MlirOperation *line) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirOperation from = bridgeDefiner(mlirOperationGetOperand(op, i));
    for (ptrdiff_t k = 0; from.ptr && k < arrlen((MlirOperation *)line); ++k)
      if (mlirOperationEqual(from, line[k]))
        return true;
  }
  return false;
}

static bool isWhole(MlirValue value) {
  RelaxTensorInfo info;
  return relaxTensorInfo(mlirValueGetType(value), &info) && info.ranked &&
         info.rank == 0 && info.elementType.ptr &&
         mlirTypeIsAInteger(info.elementType);
}

/// Works on single integers alone, as what counts or decides where to go does:
/// sooner done at once than noted, and who asks for it does not wait.
static bool isLittle(MlirOperation op) {
  bool little = true;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    little &= isWhole(mlirOperationGetOperand(op, i));
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    little &= isWhole(mlirOperationGetResult(op, i));
  return little;
}

static void endLine(Lines *lines, BatchLine *line) {
  if (line->calls)
    arrput(lines->lines, *line);
  else
    batchFreeLine(line);
  *line = (BatchLine){.calls = NULL};
}

static bool has(const MlirAttribute *symbols, MlirAttribute symbol) {
  for (ptrdiff_t i = 0; i < arrlen((MlirAttribute *)symbols); ++i)
    if (mlirAttributeEqual(symbols[i], symbol))
      return true;
  return false;
}

static bool isIn(MlirAttribute array, MlirAttribute symbol) {
  for (intptr_t i = 0, e = bridgeLength(array); i < e; ++i)
    if (mlirAttributeEqual(mlirArrayAttrGetElement(array, i), symbol))
      return true;
  return false;
}

/// The call may go on with the line: a symbol differs from call to call in
/// both, or in neither.
static bool joinsLine(const Lines *lines, BatchLine *line, MlirOperation op,
                      MlirAttribute joined) {
  MlirAttribute all = batchSymbolsOf(op);
  intptr_t count = bridgeLength(all);
  if (line->calls && lines->single)
    return false;
  for (intptr_t i = 0; i < count && line->calls; ++i) {
    MlirAttribute symbol = mlirArrayAttrGetElement(all, i);
    if (has(isIn(joined, symbol) ? line->fixed : line->joined, symbol))
      return false;
  }
  for (intptr_t i = 0; i < count; ++i) {
    MlirAttribute symbol = mlirArrayAttrGetElement(all, i);
    MlirAttribute **symbols =
        isIn(joined, symbol) ? &line->joined : &line->fixed;
    if (!has(*symbols, symbol))
      arrput(*symbols, symbol);
  }
  return true;
}

void batchFreeLine(BatchLine *line) {
  arrfree(line->calls);
  arrfree(line->joined);
  arrfree(line->fixed);
}

static void findInBlock(Lines *lines, MlirBlock block) {
  BatchLine line = {.calls = NULL};
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    MlirAttribute joined = {NULL};
    bool uses = usesLine(op, line.calls);
    bool joins = canWait(op, lines->arena, &joined);
    bool little = joins && isLittle(op) && !uses;
    if (line.calls && !joins && (!batchIsBeside(op) || uses))
      endLine(lines, &line);
    if (!joins || little)
      continue;
    if (!joinsLine(lines, &line, op, joined)) {
      endLine(lines, &line);
      joinsLine(lines, &line, op, joined);
    }
    arrput(line.calls, op);
  }
  endLine(lines, &line);
}

static MlirWalkResult findLines(MlirOperation op, void *userData) {
  Lines *lines = userData;
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r) {
    MlirBlock block = bridgeBlock(op, r);
    if (block.ptr)
      findInBlock(lines, block);
  }
  return MlirWalkResultAdvance;
}

BatchLine *batchFindLines(MlirOperation function, bool single, Arena *arena) {
  Lines lines = {.arena = arena, .single = single};
  mlirOperationWalk(function, findLines, &lines, MlirWalkPreOrder);
  return lines.lines;
}
