//===- Fuse.c - the primitive tir.fuse ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A loop over instances and one over the rows of each as one over all rows,
// in the same order. A table that callers pass says, for every row, which
// instance it is of: `owner[f] = i` for A[i] <= f < A[i + 1]. Round f then
// is row f - A[owner[f]] of that instance; where rows are addressed by
// A[i] + row they are addressed by f: what was ragged is dense.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Fuse.h"

#include <stb/stb_ds.h>

typedef struct Fuse {
  Scheduler *s;
  MlirOperation outer, inner;
  MlirValue starts; // where instances begin
  MlirValue begin;  // of this one, as the body of `outer` has it
  SymExpr count, length, rows;
} Fuse;

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

/// A load at the iterator of the outer loop, and nothing else.
static bool isOfInstance(Fuse *f, MlirOperation load) {
  intptr_t count;
  const SymExpr *exprs = load.ptr ? scheduleExprs(f->s, load, &count) : NULL;
  return exprs && count == 1 &&
         symExprEqual(exprs[0],
                      scheduleSymbolOf(f->s, scheduleIterator(f->outer)));
}

static MlirLogicalResult checkLoop(Fuse *f, MlirOperation loop) {
  Scheduler *s = f->s;
  SymExpr lower, upper;
  StrRef name = scheduleNameOf(loop);
  scheduleBounds(s, loop, &lower, &upper);
  if (scheduleLoopIs(loop, "serial") && !scheduleIteratorKind(loop).length &&
      symExprEqual(lower, scheduleConst(s, 0)))
    return mlirLogicalResultSuccess();
  return scheduleError(s,
                       "loop '%.*s': expected a serial one from 0 on whose "
                       "rounds are independent",
                       SPREAD(name));
}

/// What the outer loop does for an instance may be done for each of its rows:
/// it loads, computes and checks.
static MlirLogicalResult checkBody(Fuse *f) {
  Scheduler *s = f->s;
  MlirOperation op = mlirBlockGetFirstOperation(bridgeBody(f->outer));
  while (op.ptr && !mlirOperationEqual(op, f->inner) &&
         (tirIsLoad(op) || tirIsExtent(op) || tirIsCheck(op) ||
          strRefStartsWith(bridgeOpName(op), "arith.")))
    op = mlirOperationGetNextInBlock(op);
  if (op.ptr && mlirOperationEqual(op, f->inner) &&
      !mlirOperationGetNextInBlock(op).ptr)
    return mlirLogicalResultSuccess();
  StrRef name = scheduleNameOf(f->inner), outer = scheduleNameOf(f->outer);
  return scheduleError(s,
                       "loop '%.*s' has more than loads, checks and loop "
                       "'%.*s' at its end",
                       SPREAD(outer), SPREAD(name));
}

/// The value that is where an instance begins.
static MlirLogicalResult findBegin(Fuse *f) {
  for (MlirOperation op = mlirBlockGetFirstOperation(bridgeBody(f->outer));
       !mlirOperationEqual(op, f->inner);
       op = mlirOperationGetNextInBlock(op)) {
    if (mlirOperationGetNumResults(op) != 1)
      continue;
    MlirValue value = mlirOperationGetResult(op, 0);
    MlirOperation load = scheduleLoadBehind(value);
    if (mlirTypeIsAIndex(mlirValueGetType(value)) && isOfInstance(f, load) &&
        mlirValueEqual(tirLoadGetBuffer(load), f->starts))
      f->begin = value;
  }
  if (f->begin.ptr)
    return mlirLogicalResultSuccess();
  StrRef name = scheduleNameOf(f->outer), table = scheduleBufferName(f->starts);
  return scheduleError(f->s,
                       "loop '%.*s' does not load where its instance begins "
                       "('%.*s' at its iterator, as an index)",
                       SPREAD(name), SPREAD(table));
}

/// Rows of an instance are as many as the table says by which begins ascend: no
/// row is left out.
static MlirLogicalResult checkRows(Fuse *f) {
  Scheduler *s = f->s;
  MlirValue value = f->length.numSymbols == 1
                        ? scheduleValueOf(s, f->length.symbols[0])
                        : (MlirValue){NULL};
  MlirOperation load =
      value.ptr && symExprEqual(f->length, scheduleSymbolOf(s, value))
          ? scheduleLoadBehind(value)
          : (MlirOperation){NULL};
  if (isOfInstance(f, load) &&
      scheduleAscendsBy(f->starts, tirLoadGetBuffer(load)))
    return mlirLogicalResultSuccess();
  StrRef name = scheduleNameOf(f->inner), table = scheduleBufferName(f->starts);
  return scheduleError(
      s,
      "loop '%.*s' has %s rounds: expected an entry of a table by which "
      "'%.*s' ascends ('tir.ascends', and a 'tir.check' that stops)",
      SPREAD(name), scheduleText(s, f->length), SPREAD(table));
}

//===----------------------------------------------------------------------===//
// Rewrite
//===----------------------------------------------------------------------===//

/// The loop over all rows, and in it the instance of a row.
static MlirOperation makeLoop(Fuse *f, MlirValue owners, SymExpr *owner) {
  Scheduler *s = f->s;
  StrRef name = scheduleNameOf(f->outer);
  MlirLocation loc = mlirValueGetLocation(scheduleIterator(f->outer));
  FuseBuilder b = {s, mlirOperationGetBlock(f->outer), loc, f->outer};
  SymExpr all = fuseIndex(&b, f->starts, f->count, "all");
  bool good = true;
  fuseCheck(&b, scheduleCombine(s, symExprSub, f->rows, all, &good));
  MlirOperation loop =
      scheduleMakeFor(s, f->outer, scheduleUniqueName(s, name, "_rows"),
                      scheduleConst(s, 0), all, (MlirAttribute){NULL},
                      mlirValueGetLocation(scheduleIterator(f->inner)));
  b = (FuseBuilder){s, bridgeBody(loop), loc, {NULL}};
  *owner = fuseIndex(&b, owners, scheduleSymbolOf(s, scheduleIterator(loop)),
                     "owner");
  SymExpr last =
      scheduleCombine(s, symExprSub, f->count, scheduleConst(s, 1), &good);
  fuseCheck(&b, *owner);
  fuseCheck(&b, scheduleCombine(s, symExprSub, last, *owner, &good));
  return loop;
}

/// The row, where the instance has it: what lies between two of them is none.
static MlirLogicalResult moveRow(Fuse *f, MlirOperation loop) {
  Scheduler *s = f->s;
  bool good = true;
  SymExpr round = scheduleSymbolOf(s, scheduleIterator(loop));
  SymExpr one = scheduleConst(s, 1), zero = scheduleConst(s, 0);
  SymExpr row = scheduleCombine(s, symExprSub, round,
                                scheduleSymbolOf(s, f->begin), &good);
  SymExpr left = scheduleCombine(s, symExprSub, f->length, row, &good);
  SymExpr upper =
      scheduleCombine(s, symExprMin, one,
                      scheduleCombine(s, symExprMax, zero, left, &good), &good);
  MlirValue old = scheduleIterator(f->inner);
  MlirOperation own = scheduleMakeFor(
      s, f->inner, scheduleUniqueName(s, scheduleNameOf(f->inner), ".turn"),
      zero, upper, (MlirAttribute){NULL}, mlirValueGetLocation(old));
  scheduleMoveBody(bridgeBody(f->inner), bridgeBody(own));
  if (!good || mlirLogicalResultIsFailure(
                   scheduleReplaceValue(s, own, old, row, bridgeBody(own))))
    return mlirLogicalResultFailure();
  scheduleRetire(s, old);
  scheduleForget(s, f->inner);
  scheduleDestroy(s, f->inner);
  scheduleSimplifyAccesses(s, own);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult scheduleFuse(Scheduler *s) {
  Fuse f = {.s = s, .outer = scheduleLoopOf(s, tirFuseGetOuter(s->primitive))};
  if (!f.outer.ptr)
    return mlirLogicalResultFailure();
  f.inner = scheduleLoopOf(s, tirFuseGetInner(s->primitive));
  f.starts = scheduleBufferOf(s, tirFuseGetStarts(s->primitive));
  MlirValue buffer = scheduleBufferOf(s, tirFuseGetBuffer(s->primitive));
  const MlirAttribute *dims;
  if (!f.inner.ptr || !f.starts.ptr || !buffer.ptr ||
      mlirLogicalResultIsFailure(checkLoop(&f, f.outer)) ||
      mlirLogicalResultIsFailure(checkLoop(&f, f.inner)) ||
      mlirLogicalResultIsFailure(checkBody(&f)))
    return mlirLogicalResultFailure();
  SymExpr zero;
  f.rows = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims)
               ? scheduleExprOf(s, dims[0])
               : scheduleConst(s, 1);
  scheduleBounds(s, f.outer, &zero, &f.count);
  scheduleBounds(s, f.inner, &zero, &f.length);
  if (mlirLogicalResultIsFailure(findBegin(&f)) ||
      mlirLogicalResultIsFailure(checkRows(&f)) ||
      mlirLogicalResultIsFailure(fuseCheckCallers(s, f.starts, buffer)))
    return mlirLogicalResultFailure();
  MlirValue owners = fuseOwners(s, f.starts, buffer, f.rows);
  if (!owners.ptr)
    return mlirLogicalResultFailure();
  SymExpr owner;
  MlirOperation loop = makeLoop(&f, owners, &owner);
  MlirValue old = scheduleIterator(f.outer);
  scheduleMoveBody(bridgeBody(f.outer), bridgeBody(loop));
  if (mlirLogicalResultIsFailure(
          scheduleReplaceValue(s, loop, old, owner, bridgeBody(loop))) ||
      mlirLogicalResultIsFailure(moveRow(&f, loop)))
    return mlirLogicalResultFailure();
  scheduleRetire(s, old);
  scheduleForget(s, f.outer);
  scheduleDestroy(s, f.outer);
  scheduleBind(s, mlirOperationGetResult(s->primitive, 0), loop);
  return mlirLogicalResultSuccess();
}
