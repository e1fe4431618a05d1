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
#include "lib/Transforms/Batch/Batch.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// What can wait
//===----------------------------------------------------------------------===//

/// The symbol that can be joined, of all that the call works on and that a
/// program for many calls is there for; null if there is none.
static MlirAttribute rowsOf(MlirOperation call, MlirOperation kernel,
                            Arena *arena) {
  intptr_t inputs = relaxCallTirGetNumInputs(call),
           count = inputs + mlirOperationGetNumResults(call);
  BatchMode *modes = ARENA_ARRAY(arena, BatchMode, count);
  if (relaxCallTirGetSymbols(call).ptr)
    return (MlirAttribute){NULL};
  for (intptr_t i = 0; i < count; ++i) {
    MlirType type =
        mlirValueGetType(i < inputs ? relaxCallTirGetInputs(call, i)
                                    : mlirOperationGetResult(call, i - inputs));
    const MlirAttribute *dims;
    StrRef name;
    if (symTypeDims(type, &dims) > 0 && symAttributeIsSymbol(dims[0], &name) &&
        batchModes(call, dims[0], modes) && batchKernelCan(kernel, modes))
      return dims[0];
  }
  return (MlirAttribute){NULL};
}

/// A call of a program that is no copy of something all calls share; `rows`:
/// the dimension along which calls can lie behind each other, or null.
static bool canWait(MlirOperation op, Arena *arena, MlirAttribute *rows) {
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
  MlirOperation kernel = bridgeLookupNearestSymbol(
      op,
      strRefFromMlir(mlirFlatSymbolRefAttrGetValue(relaxCallTirGetCallee(op))));
  if (!own || !plain || !kernel.ptr)
    return false;
  *rows = rowsOf(op, kernel, arena);
  BatchMode *modes = ARENA_ARRAY(arena, BatchMode,
                                 relaxCallTirGetNumInputs(op) +
                                     mlirOperationGetNumResults(op));
  return rows->ptr ||
         (batchModes(op, *rows, modes) && batchKernelCan(kernel, modes));
}

/// Stands between the calls of a unit and has nothing to do with them.
static bool isBeside(MlirOperation op) {
  return relaxIsGetWeight(op) || relaxIsConstant(op) || relaxIsGetField(op) ||
         relaxIsTupleGet(op);
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
  *line = (BatchLine){.fixed = false};
}

/// The call may go on with the line, which knows its extents then.
static bool joinsLine(const Lines *lines, BatchLine *line, MlirOperation op,
                      MlirAttribute rows) {
  bool fixed = !rows.ptr && batchHasSymbols(op);
  bool known = line->rows.ptr || line->fixed;
  if (line->calls &&
      (lines->single ||
       (known && ((rows.ptr && !mlirAttributeEqual(rows, line->rows)) ||
                  (fixed && !line->fixed)))))
    return false;
  line->rows = rows.ptr ? rows : line->rows;
  line->fixed |= fixed;
  return true;
}

static void findInBlock(Lines *lines, MlirBlock block) {
  BatchLine line = {.fixed = false};
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    MlirAttribute rows = {NULL};
    bool uses = usesLine(op, line.calls);
    bool joins = canWait(op, lines->arena, &rows);
    bool little = joins && isLittle(op) && !uses;
    if (line.calls && !joins && (!isBeside(op) || uses))
      endLine(lines, &line);
    if (!joins || little)
      continue;
    if (!joinsLine(lines, &line, op, rows)) {
      endLine(lines, &line);
      joinsLine(lines, &line, op, rows);
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
