//===- InPlaceRows.c - programs of rows that may write where they read ----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A row, or a panel of rows, is gone through several times (FuseRows.c): its
// largest element is found, exponentials are summed up, and in the end it is
// written. Rounds of the loops around the rows have rows of their own. In a
// round no step reads the input behind one that writes the output, and what is
// written depends on all that was read, so that nothing can change their order.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/SymAttributes.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Analysis/InPlaceState.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Bridge.h"
#include "lib/Support/Map.h"
#include "lib/Sym/Operand.h"
#include "lib/Sym/Prover.h"

#include <stb/stb_ds.h>

/// A loop around the rows, and where its iterator stands in all accesses.
typedef struct Around {
  MlirValue iterator;
  intptr_t dim; // -1: not known yet
  int64_t step;
} Around;

typedef struct Rows {
  Arena *arena;
  SymFactBase *facts;
  MlirValue input, output;
  Around *around; // stb_ds array
  struct Dependence {
    void *key;      // a buffer
    uint64_t steps; // that read the input
  } *dependences;   // stb_ds map
  uint64_t readers;
  int number; // of the step
  bool written, good;
} Rows;

//===----------------------------------------------------------------------===//
// Rounds have rows of their own
//===----------------------------------------------------------------------===//

static bool isAtMost(const Rows *rows, SymExpr expr, int64_t limit) {
  return symAskAtMost(rows->facts, expr, symExprConst(rows->arena, limit)) ==
         SYM_YES;
}

/// Where a loop or a compute begins and ends, of one of its iterators.
static bool boundsOf(const Rows *rows, MlirValue iterator, int64_t *low,
                     SymExpr *high) {
  if (!mlirValueIsABlockArgument(iterator))
    return false;
  MlirOperation op =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(iterator));
  intptr_t at = mlirBlockArgumentGetArgNumber(iterator);
  if (!tirIsFor(op) && !tirIsCompute(op))
    return false;
  MlirAttribute lower =
                    tirIsFor(op) ? tirForGetLower(op) : tirComputeGetLower(op),
                upper =
                    tirIsFor(op) ? tirForGetUpper(op) : tirComputeGetUpper(op);
  *high = symExprOf(rows->arena, mlirArrayAttrGetElement(upper, at));
  return symAttributeIsConst(mlirArrayAttrGetElement(lower, at), low);
}

/// A constant or an iterator from 0 on, below `end`.
static bool isBelow(const Rows *rows, const InPlaceAccess *access, SymExpr expr,
                    int64_t end) {
  int64_t low;
  SymExpr high;
  StrRef name;
  if (symExprIsConst(expr, &low))
    return low >= 0 && low < end;
  if (!symExprIsSymbol(expr, &name))
    return false;
  intptr_t operand = symOperandNumber(name);
  return operand >= 0 && operand < access->numIndices &&
         boundsOf(rows, access->indices[operand], &low, &high) && low == 0 &&
         isAtMost(rows, high, end);
}

/// `step * iterator + rest`, with the rest from 0 to below `step`.
static bool isOwnDim(const Rows *rows, const InPlaceAccess *access,
                     intptr_t dim, MlirValue iterator, int64_t *step) {
  Arena *arena = rows->arena;
  SymExpr expr = symExprOf(arena, mlirArrayAttrGetElement(access->exprs, dim)),
          zero = symExprConst(arena, 0), rest, part, slope, again;
  for (intptr_t i = 0; i < access->numIndices; ++i) {
    if (!mlirValueEqual(access->indices[i], iterator))
      continue;
    StrRef name = symOperandName(arena, i);
    SymExpr symbol = symOperandExpr(arena, i), one = symExprConst(arena, 1);
    return symExprSubstitute(arena, expr, &name, &zero, 1, &rest) == SYM_OK &&
           symExprSub(arena, expr, rest, &part) == SYM_OK &&
           symExprSubstitute(arena, part, &name, &one, 1, &slope) == SYM_OK &&
           symExprIsConst(slope, step) && *step > 0 &&
           symExprMul(arena, symbol, slope, &again) == SYM_OK &&
           symExprEqual(again, part) && isBelow(rows, access, rest, *step);
  }
  return false;
}

/// The same dimension and step in all accesses.
static bool staysApart(const Rows *rows, const InPlaceAccess *access) {
  intptr_t rank = mlirArrayAttrGetNumElements(access->exprs);
  for (ptrdiff_t i = 0; i < arrlen(rows->around); ++i) {
    Around *around = &rows->around[i];
    intptr_t from = around->dim < 0 ? 0 : around->dim,
             end = around->dim < 0 ? rank : around->dim + 1, dim = from;
    int64_t step = 0;
    while (dim < end && !isOwnDim(rows, access, dim, around->iterator, &step))
      ++dim;
    if (dim == end || (around->dim >= 0 && step != around->step))
      return false;
    around->dim = dim;
    around->step = step;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

typedef struct Step {
  Rows *rows;
  MlirOperation op, store;   // of the output
  MlirValue *read, *written; // stb_ds arrays: buffers
  bool readsInput, good;
} Step;

static MlirWalkResult visit(MlirOperation op, void *userData) {
  Step *step = userData;
  Rows *rows = step->rows;
  InPlaceAccess access;
  if (inPlaceAccessOf(op, &access)) {
    bool input = mlirValueEqual(access.buffer, rows->input),
         output = mlirValueEqual(access.buffer, rows->output);
    if (input || output)
      step->good &=
          staysApart(rows, &access) &&
          (tirIsLoad(op) ? !tirLoadGetPad(op).ptr : output && !step->store.ptr);
    if (output && tirIsStore(op))
      step->store = op;
    step->readsInput |= input;
    if (tirIsLoad(op))
      arrput(step->read, access.buffer);
    else
      arrput(step->written, access.buffer);
    return step->good ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
  }
  for (intptr_t i = 0; tirIsReduce(op) && i < tirReduceGetNumBuffers(op); ++i)
    arrput(step->written, tirReduceGetBuffers(op, i));
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    step->good &= !mlirValueEqual(operand, rows->input) &&
                  !mlirValueEqual(operand, rows->output);
  }
  step->good &= tirIsFor(op) || tirIsCompute(op) || tirIsReduce(op) ||
                tirIsExtent(op) || inPlaceIsArithmetic(op) ||
                bridgeIsTerminator(op);
  return step->good ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

static bool isInside(MlirValue iterator, MlirOperation root) {
  MlirOperation op =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(iterator));
  while (op.ptr && !mlirOperationEqual(op, root))
    op = mlirOperationGetParentOperation(op);
  return op.ptr;
}

/// The iterator alone, or behind that of a loop around (`isOwnDim`).
static bool movesAlong(const Rows *rows, const Step *step,
                       const InPlaceAccess *access, intptr_t dim,
                       MlirValue iterator) {
  SymExpr expr =
      symExprOf(rows->arena, mlirArrayAttrGetElement(access->exprs, dim));
  StrRef name;
  bool found = false, linear = symExprIsSymbol(expr, &name);
  for (ptrdiff_t i = 0; i < arrlen(rows->around); ++i)
    linear |= rows->around[i].dim == dim;
  for (size_t i = 0; linear && i < expr.numSymbols; ++i) {
    intptr_t operand = symOperandNumber(expr.symbols[i]);
    if (operand < 0 || operand >= access->numIndices)
      continue;
    MlirValue value = access->indices[operand];
    if (mlirValueEqual(value, iterator))
      found = true;
    else if (!mlirValueIsABlockArgument(value) || isInside(value, step->op))
      return false;
  }
  return found;
}

/// Each iterator of the loops in the step moves along a dimension of its own.
static bool writesEachOnce(const Rows *rows, const Step *step) {
  InPlaceAccess access;
  MlirOperation op = step->store;
  if (!inPlaceAccessOf(step->store, &access))
    return false;
  while (!mlirOperationEqual(op, step->op)) {
    op = mlirOperationGetParentOperation(op);
    if (!tirIsFor(op))
      return false;
    MlirValue iterator = mlirBlockGetArgument(bridgeBody(op), 0);
    intptr_t dim = 0, rank = mlirArrayAttrGetNumElements(access.exprs);
    while (dim < rank && !movesAlong(rows, step, &access, dim, iterator))
      ++dim;
    if (dim == rank)
      return false;
  }
  return true;
}

/// It reads no input behind an output, and writes what depends on all readers.
static bool keepsOrder(Rows *rows, const Step *step) {
  uint64_t steps = step->readsInput ? UINT64_C(1) << rows->number : 0;
  rows->readers |= steps;
  for (ptrdiff_t i = 0; i < arrlen(step->read); ++i) {
    ptrdiff_t at = mapFind(rows->dependences, (void *)step->read[i].ptr);
    if (at >= 0)
      steps |= rows->dependences[at].steps;
  }
  for (ptrdiff_t i = 0; i < arrlen(step->written); ++i) {
    ptrdiff_t at = mapFind(rows->dependences, (void *)step->written[i].ptr);
    struct Dependence entry = {(void *)step->written[i].ptr, steps};
    if (at >= 0)
      entry.steps |= rows->dependences[at].steps;
    hmputs(rows->dependences, entry);
  }
  if (step->readsInput && rows->written)
    return false;
  if (!step->store.ptr)
    return true;
  rows->written = true;
  return (steps & rows->readers) == rows->readers &&
         (!step->readsInput ||
          (writesEachOnce(rows, step) &&
           inPlaceReadsThere(step->op, step->store, rows->input)));
}

static bool checkStep(Rows *rows, MlirOperation op) {
  Step step = {.rows = rows, .op = op, .good = ++rows->number < 64};
  mlirOperationWalk(op, visit, &step, MlirWalkPreOrder);
  bool good = step.good && keepsOrder(rows, &step);
  arrfree(step.read);
  arrfree(step.written);
  return good;
}

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

/// The only loop in a block of nothing else, or null.
static MlirOperation onlyLoop(MlirBlock block) {
  MlirOperation found = {NULL};
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    if (bridgeIsTerminator(op) || tirIsExtent(op))
      continue;
    if (found.ptr || !tirIsFor(op))
      return (MlirOperation){NULL};
    found = op;
  }
  return found;
}

/// Down to the steps: `*block`. False where a loop has no bounds that count.
static bool enter(Rows *rows, MlirOperation loop, MlirBlock *block) {
  for (; loop.ptr; loop = onlyLoop(*block)) {
    int64_t low;
    SymExpr high;
    *block = bridgeBody(loop);
    Around around = {mlirBlockGetArgument(*block, 0), -1, 0};
    if (!boundsOf(rows, around.iterator, &low, &high) || low != 0)
      return false;
    if (!isAtMost(rows, high, 1)) // else there are no others
      arrput(rows->around, around);
  }
  return true;
}

static bool checkNest(const Rows *all, MlirOperation loop) {
  Rows rows = *all;
  MlirBlock block;
  bool good = enter(&rows, loop, &block);
  for (MlirOperation op = mlirBlockGetFirstOperation(block); good && op.ptr;
       op = mlirOperationGetNextInBlock(op))
    good = tirIsFor(op) || tirIsCompute(op)
               ? checkStep(&rows, op)
               : tirIsAlloc(op) || tirIsExtent(op) || bridgeIsTerminator(op);
  arrfree(rows.around);
  hmfree(rows.dependences);
  return good;
}

/// Of two loops at most one has rounds.
static bool excludeEachOther(const Rows *rows, MlirOperation a,
                             MlirOperation b) {
  SymExpr first, second, both;
  int64_t low, other;
  return boundsOf(rows, mlirBlockGetArgument(bridgeBody(a), 0), &low, &first) &&
         boundsOf(rows, mlirBlockGetArgument(bridgeBody(b), 0), &other,
                  &second) &&
         low == 0 && other == 0 &&
         symExprAdd(rows->arena, first, second, &both) == SYM_OK &&
         isAtMost(rows, both, 1);
}

bool inPlaceRows(MlirOperation func, MlirValue input, MlirValue output) {
  Rows rows = {.arena = arenaCreate(),
               .facts = symFactBaseCreate(NULL, 0),
               .input = input,
               .output = output};
  MlirOperation nests[2];
  intptr_t count = 0;
  bool good = true;
  for (MlirOperation op = mlirBlockGetFirstOperation(bridgeBody(func));
       good && op.ptr; op = mlirOperationGetNextInBlock(op)) {
    if (tirIsFor(op) && count < 2)
      good = checkNest(&rows, nests[count++] = op);
    else
      good = tirIsExtent(op) || bridgeIsTerminator(op);
  }
  good = good && count &&
         (count == 1 || excludeEachOther(&rows, nests[0], nests[1]));
  symFactBaseDestroy(rows.facts);
  arenaDestroy(rows.arena);
  return good;
}
