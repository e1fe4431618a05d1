//===- Rows.c - rows that lie one behind the other ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// `tir.ascends %A by (%L)` that a check asks for says of elements that are
// loaded behind it: none is below 0 or too large for memory, and `A[x] + L[x]
// <= A[y]` where x < y, so a row's size is that of something that lies in
// memory. It counts for tables that the program does not write.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "lib/Analysis/Facts.h"
#include "lib/Conversion/Bounds/Bounds.h"
#include "lib/Sym/Parts.h"

#include <stb/stb_ds.h>

static bool isOnlyRead(MlirValue buffer) {
  for (MlirOpOperand use = {NULL}; bridgeAdvanceUse(buffer, &use);) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!tirIsLoad(user) && !tirIsAscends(user))
      return false;
  }
  return true;
}

void boundsAssumeRows(BoundsRun *run, MlirValue condition) {
  MlirOperation op = bridgeDefiner(condition);
  if (!tirIsAscends(op))
    return;
  bool good = true;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); good && i < e; ++i)
    good = isOnlyRead(mlirOperationGetOperand(op, i));
  if (good)
    arrput(run->rows, op);
}

/// The value of the first load of the buffer at this index in the loop; false
/// if there is none.
static bool loadedAt(BoundsRun *run, size_t first, MlirValue buffer,
                     SymExpr index, SymExpr *out) {
  for (size_t i = first; i < arrlenu(run->accesses); ++i) {
    const BoundsAccess *a = &run->accesses[i];
    if (!tirIsLoad(a->op) || tirLoadGetPad(a->op).ptr ||
        !mlirValueEqual(a->buffer, buffer) || !symExprEqual(a->exprs[0], index))
      continue;
    *out = indexValueExpr(&run->facts, mlirOperationGetResult(a->op, 0));
    return true;
  }
  return false;
}

/// The size of the row of which the load gave the length, if those of its
/// other dimensions are known.
static void addSize(BoundsRun *run, MlirOperation rows,
                    const BoundsAccess *load) {
  Arena *arena = run->facts.arena;
  MlirValue value = mlirOperationGetResult(load->op, 0);
  SymExpr size = symExprConst(arena, 1), length;
  bool is = false;
  for (intptr_t i = 0, e = tirAscendsGetNumLengths(rows); i < e; ++i) {
    MlirValue table = tirAscendsGetLengths(rows, i);
    bool own = mlirValueEqual(table, load->buffer);
    is |= own;
    if (own)
      length = indexValueExpr(&run->facts, value);
    else if (!loadedAt(run, 0, table, load->exprs[0], &length))
      return;
    if (symExprMul(arena, size, length, &size) != SYM_OK)
      return;
  }
  if (is)
    indexFactsAddStored(&run->facts, size);
}

void boundsNoteRow(BoundsRun *run, MlirOperation load) {
  bool known = false;
  for (ptrdiff_t r = 0; r < arrlen(run->rows); ++r)
    for (intptr_t i = 0, e = mlirOperationGetNumOperands(run->rows[r]); i < e;
         ++i)
      known |= mlirValueEqual(mlirOperationGetOperand(run->rows[r], i),
                              tirLoadGetBuffer(load));
  if (!known || tirLoadGetPad(load).ptr)
    return;
  indexValueIsNatural(&run->facts, mlirOperationGetResult(load, 0));
  for (ptrdiff_t r = 0; r < arrlen(run->rows); ++r)
    addSize(run, run->rows[r], &arrlast(run->accesses));
}

/// Where row `index`, which begins at `start`, ends at the latest.
static SymExpr endOf(BoundsRun *run, size_t first, MlirOperation rows,
                     SymExpr index, SymExpr start) {
  Arena *arena = run->facts.arena;
  SymExpr size = symExprConst(arena, 1), length, end;
  for (intptr_t i = 0, e = tirAscendsGetNumLengths(rows); i < e; ++i)
    if (!loadedAt(run, first, tirAscendsGetLengths(rows, i), index, &length) ||
        symExprMul(arena, size, length, &size) != SYM_OK)
      return start;
  return symExprAdd(arena, start, size, &end) == SYM_OK ? end : start;
}

static void addPair(BoundsRun *run, size_t first, MlirOperation rows,
                    const BoundsAccess *a, SymExpr later, SymExpr begin,
                    SymFactBase *base) {
  if (symAskLess(base, a->exprs[0], later) != SYM_YES)
    return;
  SymExpr start = indexValueExpr(&run->facts, mlirOperationGetResult(a->op, 0));
  SymExpr end = endOf(run, first, rows, a->exprs[0], start);
  symFactBaseAdd(base, factAtMost(end, begin));
}

/// The begin that `a` loads is a term of the expression.
static bool isAbout(BoundsRun *run, const BoundsAccess *a, SymExpr index) {
  SymExpr begin = indexValueExpr(&run->facts, mlirOperationGetResult(a->op, 0));
  return symExprIsUnknown(index) ||
         symExprCoefficient(run->facts.arena, index, begin) != 0;
}

void boundsAddRows(BoundsRun *run, size_t first, BoundsLater later,
                   const void *rounds, SymExpr index, SymFactBase *base) {
  for (ptrdiff_t r = 0; r < arrlen(run->rows); ++r) {
    MlirValue starts = tirAscendsGetStarts(run->rows[r]);
    for (size_t i = first; i < arrlenu(run->accesses); ++i)
      for (size_t k = first; k < arrlenu(run->accesses); ++k) {
        const BoundsAccess *a = &run->accesses[i], *b = &run->accesses[k];
        SymExpr place, begin;
        if (!mlirValueEqual(a->buffer, starts) ||
            !mlirValueEqual(b->buffer, starts) || tirLoadGetPad(a->op).ptr ||
            tirLoadGetPad(b->op).ptr || !isAbout(run, a, index))
          continue;
        begin = indexValueExpr(&run->facts, mlirOperationGetResult(b->op, 0));
        if (later(rounds, b->exprs[0], &place) && later(rounds, begin, &begin))
          addPair(run, first, run->rows[r], a, place, begin, base);
      }
  }
}
