//===- SpecializeBroadcast.c - indices that may or may not move -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Where only the run knows whether an extent k broadcasts, the index is
// `j * min(k - 1, 1)`: 0 for one element, else j. So it has no lanes. What
// programs are mostly run for is that nothing broadcasts, or one operand as a
// whole (BladeDISC's first rule of speculation).
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Indexed.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Schedule/Scheduler.h"
#include "lib/Transforms/Versions/Specialize.h"

#include <stb/stb_ds.h>

/// An extent that is 1 or that of the iterator which goes along it.
typedef struct Broadcast {
  StrRef name;
  SymExpr whole;
  MlirValue buffer;
} Broadcast;

static bool substitute(Scheduler *s, SymExpr expr, StrRef name, SymExpr value,
                       SymExpr *out) {
  return symExprSubstitute(s->arena, expr, &name, &value, 1, out) == SYM_OK;
}

/// The iterator that the index is for all extents `name` of 2 and more, if it
/// is 0 for 1; else -1. Found by putting both in.
static intptr_t movesWith(Scheduler *s, MlirOperation compute, SymExpr index,
                          StrRef name) {
  SymExpr one, many, base,
      more = symExprSymbol(s->arena, name); // and 2: not less
  if (symExprAdd(s->arena, more, scheduleConst(s, 2), &more) != SYM_OK ||
      !substitute(s, index, name, scheduleConst(s, 1), &one) ||
      !substitute(s, index, name, more, &many) || !symExprIs(one, 0))
    return -1;
  intptr_t i = scheduleIteratorIn(s, compute, many, &base);
  return i >= 0 && symExprIs(base, 0) ? i : -1;
}

static SymExpr extentOf(Scheduler *s, MlirOperation compute, intptr_t i) {
  intptr_t count;
  SymExpr *bounds = scheduleExprs(s, compute, &count);
  return bounds[count / 2 + i];
}

/// The iterator behind such an index of a load; -1: another one. `*name` is the
/// extent of its dimension.
static intptr_t iteratorAt(Scheduler *s, MlirOperation compute,
                           MlirOperation load, intptr_t d, StrRef *name) {
  const MlirAttribute *dims;
  intptr_t count;
  SymExpr *indices = scheduleExprs(s, load, &count), base;
  tirBufferTypeGetDims(mlirValueGetType(tirLoadGetBuffer(load)), &dims);
  if (!symAttributeIsSymbol(dims[d], name) ||
      scheduleIteratorIn(s, compute, indices[d], &base) != -2)
    return -1;
  return movesWith(s, compute, indices[d], *name);
}

/// Calls `visit` for all loads of all computes.
static void eachLoad(Scheduler *s, MlirOperation program,
                     void (*visit)(Scheduler *, MlirOperation compute,
                                   MlirOperation load, void *),
                     void *userData) {
  ScheduleOps ops = scheduleCollect(program);
  for (ptrdiff_t i = 0; i < arrlen(ops); ++i) {
    MlirOperation compute = mlirOperationGetParentOperation(ops[i]);
    if (tirIsLoad(ops[i]) && tirIsCompute(compute))
      visit(s, compute, ops[i], userData);
  }
  arrfree(ops);
}

//===----------------------------------------------------------------------===//
// Arms
//===----------------------------------------------------------------------===//

static void addBroadcast(Broadcast **all, const Broadcast *broadcast) {
  for (ptrdiff_t i = 0; i < arrlen(*all); ++i)
    if (strRefEqual((*all)[i].name, broadcast->name))
      return;
  arrput(*all, *broadcast);
}

static void findBroadcasts(Scheduler *s, MlirOperation compute,
                           MlirOperation load, void *userData) {
  MlirValue buffer = tirLoadGetBuffer(load);
  intptr_t count;
  scheduleExprs(s, load, &count);
  for (intptr_t d = 0; d < count && mlirValueIsABlockArgument(buffer); ++d) {
    Broadcast broadcast = {.buffer = buffer};
    StrRef whole;
    intptr_t i = iteratorAt(s, compute, load, d, &broadcast.name);
    if (i < 0)
      continue;
    broadcast.whole = extentOf(s, compute, i);
    if (symExprIsSymbol(broadcast.whole, &whole) &&
        !strRefEqual(whole, broadcast.name))
      addBroadcast(userData, &broadcast);
  }
}

/// All extents are whole, but those of `one` are 1.
static SpecializeArm armOf(Arena *arena, const Broadcast *all, MlirValue one) {
  size_t count = (size_t)arrlen(all);
  StrRef *names = ARENA_ARRAY(arena, StrRef, count);
  SymExpr *values = ARENA_ARRAY(arena, SymExpr, count);
  for (size_t i = 0; i < count; ++i) {
    names[i] = all[i].name;
    values[i] = one.ptr && mlirValueEqual(all[i].buffer, one)
                    ? symExprConst(arena, 1)
                    : all[i].whole;
  }
  return (SpecializeArm){names, values, count};
}

/// No extent is put in the place of another that goes itself.
static bool isFlat(const Broadcast *all) {
  bool flat = true;
  StrRef whole;
  for (ptrdiff_t i = 0; i < arrlen(all); ++i)
    for (ptrdiff_t k = 0; k < arrlen(all); ++k)
      flat &= !symExprIsSymbol(all[i].whole, &whole) ||
              !strRefEqual(whole, all[k].name);
  return flat;
}

size_t specializeBroadcast(MlirOperation program, Arena *arena,
                           SpecializeArm arms[SPECIALIZE_MAX_ARMS]) {
  Scheduler s = {.func = program,
                 .context = mlirOperationGetContext(program),
                 .arena = arena};
  Broadcast *all = NULL;
  size_t count = 0;
  eachLoad(&s, program, findBroadcasts, &all);
  if (arrlen(all) && isFlat(all)) {
    arms[count++] = armOf(arena, all, (MlirValue){NULL});
    for (ptrdiff_t i = 0; i < arrlen(all) && count < SPECIALIZE_MAX_ARMS; ++i)
      if (i == 0 || !mlirValueEqual(all[i].buffer, all[i - 1].buffer))
        arms[count++] = armOf(arena, all, all[i].buffer);
  }
  arrfree(all);
  scheduleFree(&s);
  return count;
}

//===----------------------------------------------------------------------===//
// Versions
//===----------------------------------------------------------------------===//

static void simplify(Scheduler *s, MlirOperation compute, MlirOperation load,
                     void *userData) {
  intptr_t count;
  bool changed = false;
  SymExpr *indices = scheduleExprs(s, load, &count);
  (void)userData;
  for (intptr_t d = 0; d < count; ++d) {
    StrRef name, whole;
    intptr_t i = iteratorAt(s, compute, load, d, &name);
    if (i < 0 || !symExprIsSymbol(extentOf(s, compute, i), &whole) ||
        !strRefEqual(name, whole))
      continue;
    indices[d] =
        scheduleSymbolOf(s, mlirBlockGetArgument(bridgeBody(compute), i));
    changed = true;
  }
  if (changed)
    scheduleSetExprs(s, load, indices, count);
}

/// Indices that became numbers leave operands that nothing reads.
static void dropOperands(Scheduler *s, MlirOperation version) {
  ScheduleOps ops = scheduleCollect(version);
  for (ptrdiff_t i = 0; i < arrlen(ops); ++i) {
    intptr_t count;
    if (!tirIndexedOf(ops[i]))
      continue;
    SymExpr *exprs = scheduleExprs(s, ops[i], &count);
    scheduleSetExprs(s, ops[i], exprs, count);
  }
  arrfree(ops);
}

void specializeIndices(MlirOperation version, Arena *arena) {
  Scheduler s = {.func = version,
                 .context = mlirOperationGetContext(version),
                 .arena = arena};
  eachLoad(&s, version, simplify, NULL);
  dropOperands(&s, version);
  scheduleFree(&s);
}
