//===- SpecializeClone.c - a program for some of its extents --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What is known now: loops without rounds go, local memory is as large as what
// is kept in it.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Substitute.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Schedule/Scheduler.h"
#include "lib/Transforms/Versions/Specialize.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

/// Whether a fact without symbols holds.
static bool holds(SymFact fact) {
  int64_t lhs, rhs;
  if (!symExprIsConst(fact.lhs, &lhs))
    return true;
  for (size_t i = 0; fact.kind == SYM_FACT_IN && i < fact.numValues; ++i)
    if (fact.values[i] == lhs)
      return true;
  if (fact.kind == SYM_FACT_IN || !symExprIsConst(fact.rhs, &rhs))
    return false;
  return fact.kind == SYM_FACT_EQ ? lhs == rhs : lhs <= rhs;
}

static bool isDecided(SymFact fact) {
  return fact.lhs.numSymbols == 0 &&
         (fact.kind == SYM_FACT_IN || fact.rhs.numSymbols == 0);
}

/// Replaces the facts by those that still say something; false if one is wrong
/// now. Hints are for the program.
static bool substituteFacts(SymMap *map, MlirOperation program) {
  MlirAttribute old = tirFuncGetFacts(program), *kept = NULL;
  bool good = true;
  for (intptr_t i = 0, e = bridgeLength(old); i < e; ++i) {
    MlirAttribute attribute =
        symSubstituteAttribute(map, mlirArrayAttrGetElement(old, i));
    SymFact fact = symFactOf(map->arena, attribute);
    if (fact.likely)
      continue;
    if (isDecided(fact))
      good &= holds(fact);
    else
      arrput(kept, attribute);
  }
  if (old.ptr)
    mlirOperationRemoveAttributeByName(program,
                                       mlirStringRefCreateFromCString("facts"));
  if (arrlen(kept))
    tirFuncSetFacts(program, mlirArrayAttrGet(mlirOperationGetContext(program),
                                              arrlen(kept), kept));
  arrfree(kept);
  return good;
}

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

static bool hasNoRounds(MlirOperation op, Arena *arena) {
  int64_t lower, upper;
  return tirIsFor(op) &&
         symExprIsConst(
             symExprOf(arena, mlirArrayAttrGetElement(tirForGetLower(op), 0)),
             &lower) &&
         symExprIsConst(
             symExprOf(arena, mlirArrayAttrGetElement(tirForGetUpper(op), 0)),
             &upper) &&
         upper <= lower;
}

static void removeLoops(MlirBlock block, Arena *arena) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block), next; op.ptr;
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (hasNoRounds(op, arena))
      mlirOperationDestroy(op);
  }
}

/// Local memory and, for each of its dimensions, how much of it is used.
typedef struct Used {
  MlirValue buffer;
  int64_t *extents; // -1: nobody knows
} Used;

typedef struct Locals {
  Scheduler scheduler; // for expressions of the program
  Used *all;           // stb_ds
} Locals;

static MlirWalkResult addLocal(MlirOperation op, void *userData) {
  Locals *locals = userData;
  const MlirAttribute *dims;
  if (!tirIsAlloc(op))
    return MlirWalkResultAdvance;
  Used used = {.buffer = mlirOperationGetResult(op, 0)};
  intptr_t rank = tirBufferTypeGetDims(mlirValueGetType(used.buffer), &dims);
  used.extents = ARENA_ARRAY(locals->scheduler.arena, int64_t, rank);
  for (intptr_t d = 0; d < rank; ++d)
    used.extents[d] = 0;
  arrput(locals->all, used);
  return MlirWalkResultAdvance;
}

/// One more than the largest index; -1 if the form does not say it.
static int64_t reachOf(Scheduler *s, MlirOperation compute, SymExpr index) {
  SymExpr base;
  int64_t first, rounds = 1;
  intptr_t count, i = scheduleIteratorIn(s, compute, index, &base);
  SymExpr *bounds = scheduleExprs(s, compute, &count);
  if (i < -1 || (i >= 0 && !symExprIsConst(bounds[count / 2 + i], &rounds)))
    return -1;
  return symExprIsConst(base, &first) && first >= 0 && rounds > 0
             ? first + rounds
             : -1;
}

static void useIn(Locals *locals, MlirOperation compute,
                  const ScheduleAccess *access) {
  for (ptrdiff_t i = 0; i < arrlen(locals->all); ++i) {
    Used *used = &locals->all[i];
    for (intptr_t d = 0;
         d < access->rank && mlirValueEqual(used->buffer, access->buffer);
         ++d) {
      int64_t reach = reachOf(&locals->scheduler, compute, access->exprs[d]);
      if (reach < 0 || used->extents[d] < 0)
        used->extents[d] = -1;
      else if (reach > used->extents[d])
        used->extents[d] = reach;
    }
  }
}

static MlirWalkResult useLocals(MlirOperation op, void *userData) {
  Locals *locals = userData;
  if (!tirIsCompute(op))
    return MlirWalkResultAdvance;
  ScheduleAccess *accesses = scheduleAccesses(&locals->scheduler, op);
  for (ptrdiff_t i = 0; i < arrlen(accesses); ++i)
    useIn(locals, op, &accesses[i]);
  arrfree(accesses);
  return MlirWalkResultSkip;
}

static void shrink(const Locals *locals, const Used *used) {
  MlirType type = mlirValueGetType(used->buffer);
  const MlirAttribute *dims;
  intptr_t rank = tirBufferTypeGetDims(type, &dims);
  MlirAttribute *now =
      ARENA_ARRAY(locals->scheduler.arena, MlirAttribute, rank);
  int64_t extent;
  for (intptr_t d = 0; d < rank; ++d)
    now[d] = used->extents[d] > 0 && symAttributeIsConst(dims[d], &extent) &&
                     used->extents[d] < extent
                 ? symConstAttribute(mlirTypeGetContext(type), used->extents[d])
                 : dims[d];
  mlirValueSetType(used->buffer,
                   tirBufferTypeGet(mlirTypeGetContext(type), rank, now,
                                    tirBufferTypeGetElementType(type)));
}

static void shrinkLocals(MlirOperation program, Arena *arena) {
  Locals locals = {.scheduler = {.func = program,
                                 .context = mlirOperationGetContext(program),
                                 .arena = arena}};
  mlirOperationWalk(program, addLocal, &locals, MlirWalkPreOrder);
  mlirOperationWalk(program, useLocals, &locals, MlirWalkPreOrder);
  for (ptrdiff_t i = 0; i < arrlen(locals.all); ++i)
    shrink(&locals, &locals.all[i]);
  arrfree(locals.all);
  scheduleFree(&locals.scheduler);
}

MlirOperation specializeClone(MlirOperation program, Arena *arena,
                              const SpecializeArm *arm) {
  SymMap map = {.arena = arena,
                .names = arm->names,
                .values = arm->values,
                .count = arm->count};
  MlirOperation clone = mlirOperationClone(program);
  tirFuncSetVersions(clone, (MlirAttribute){NULL});
  tirFuncSetGuards(clone, (MlirAttribute){NULL});
  if (!substituteFacts(&map, clone) || symSubstitute(clone, &map) != SYM_OK) {
    mlirOperationDestroy(clone);
    return (MlirOperation){NULL};
  }
  removeLoops(bridgeBody(clone), arena);
  shrinkLocals(clone, arena);
  specializeIndices(clone, arena);
  return clone;
}
