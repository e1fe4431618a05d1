//===- Initialised.c - what is read of memory was written -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Of local memory and of results, which somebody reads behind the program. A
// write that goes to a part of what is read (a piece of a concatenation) leaves
// the rest to others: where one inequality is missing, they have to cover what
// is read where it does not hold.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Schedule.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Analysis/Facts.h"
#include "lib/Conversion/Bounds/Cover.h"
#include "lib/Conversion/TIRToSCF/OpBuilder.h"

#include <stb/stb_ds.h>

/// Rounds of the loop follow each other.
static bool isInOrder(MlirOperation loop) {
  if (!tirIsFor(loop))
    return tirIsCompute(loop);
  StrRef kind = tirForGetKind(loop);
  return strRefIs(kind, "serial") || strRefIs(kind, "unroll");
}

/// What is missing does not hold.
static bool addRest(Cover *c) {
  SymExpr next;
  if (symExprAdd(c->facts->arena, c->large, symExprConst(c->facts->arena, 1),
                 &next) != SYM_OK)
    return false;
  coverAssume(c, factAtMost(indexNamePanels(c->facts, next),
                            indexNamePanels(c->facts, c->small)));
  return true;
}

/// Of all that cover a part, what is left is to be covered by others.
static bool isCoveredBy(Cover *c, BoundsRun *run, size_t read) {
  bool *used = ARENA_ARRAY(run->facts.arena, bool, read);
  for (bool more = true; more;) {
    more = false;
    for (size_t i = read; i-- > 0;) {
      const BoundsAccess *write = &run->accesses[i];
      if (used[i] || write->kind != BOUNDS_WRITE ||
          !mlirValueEqual(write->buffer, c->read->buffer) ||
          !coverTry(c, write, (MlirOperation){NULL}))
        continue;
      if (!c->misses)
        return true;
      used[i] = more = true;
      if (!addRest(c))
        return false;
    }
  }
  return false;
}

/// A write in a round before, of a loop around both.
static bool isCoveredBefore(Cover *c, BoundsRun *run) {
  for (size_t i = 0; i < arrlenu(run->accesses); ++i) {
    const BoundsAccess *write = &run->accesses[i];
    if (write->kind != BOUNDS_WRITE ||
        !mlirValueEqual(write->buffer, c->read->buffer))
      continue;
    for (MlirOperation loop = mlirOperationGetParentOperation(c->read->op);
         loop.ptr && !tirIsFunc(loop);
         loop = mlirOperationGetParentOperation(loop))
      if (isInOrder(loop) && bridgeIsInside(write->op, loop) &&
          coverTry(c, write, loop) && !c->misses)
        return true;
  }
  return false;
}

/// What a load with a padding reads is in the buffer.
static void addInside(Cover *c, SymFact **known) {
  const MlirAttribute *dims;
  Arena *arena = c->facts->arena;
  SymExpr next;
  tirBufferTypeGetDims(mlirValueGetType(c->read->buffer), &dims);
  for (intptr_t d = 0; d < c->read->rank; ++d) {
    SymExpr index = indexNamePanels(c->facts, c->read->exprs[d]);
    if (symExprAdd(arena, index, symExprConst(arena, 1), &next) != SYM_OK)
      continue;
    arrput(*known, factAtMost(symExprConst(arena, 0), index));
    arrput(*known, factAtMost(next, symExprOf(arena, dims[d])));
  }
}

static bool isCovered(BoundsRun *run, size_t read) {
  Cover c = {.facts = &run->facts, .read = &run->accesses[read]};
  for (ptrdiff_t i = 0; i < arrlen(run->facts.everywhere); ++i)
    arrput(c.known, run->facts.everywhere[i]);
  for (size_t i = 0; i < c.read->numFacts; ++i)
    arrput(c.known, c.read->facts[i]);
  if (tirIsLoad(c.read->op) && tirLoadGetPad(c.read->op).ptr)
    addInside(&c, &c.known);
  c.base = symFactBaseCreate(c.known, (size_t)arrlen(c.known));
  bool covered = isCoveredBy(&c, run, read) || isCoveredBefore(&c, run);
  arrfree(c.known);
  symFactBaseDestroy(c.base);
  return covered;
}

/// A read that is not known to be written before; null if there is none.
static MlirOperation readUnwritten(BoundsRun *run, MlirValue buffer) {
  for (size_t i = 0; i < arrlenu(run->accesses); ++i)
    if (run->accesses[i].kind != BOUNDS_WRITE &&
        mlirValueEqual(run->accesses[i].buffer, buffer) && !isCovered(run, i))
      return run->accesses[i].op;
  return (MlirOperation){NULL};
}

static bool isWritten(const BoundsRun *run, MlirValue buffer) {
  for (size_t i = 0; i < arrlenu(run->accesses); ++i)
    if (run->accesses[i].kind != BOUNDS_READ &&
        mlirValueEqual(run->accesses[i].buffer, buffer))
      return true;
  return false;
}

/// Every element is read behind the program.
static void noteResult(BoundsRun *run, MlirValue buffer, MlirOperation end) {
  const MlirAttribute *dims;
  Arena *arena = run->facts.arena;
  intptr_t rank = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
  size_t count = indexFactsMark(&run->facts);
  BoundsAccess access = {
      .op = end, .buffer = buffer, .kind = BOUNDS_READ, .rank = rank};
  access.exprs = ARENA_ARRAY(arena, SymExpr, rank);
  access.facts = ARENA_ARRAY(arena, SymFact, count + (size_t)rank);
  for (size_t i = 0; i < count; ++i)
    access.facts[access.numFacts++] = run->facts.facts[i];
  for (intptr_t d = 0; d < rank; ++d) {
    SymExpr next;
    access.exprs[d] = symExprSymbol(arena, arenaFormat(arena, "$%ld", (long)d));
    if (symExprAdd(arena, access.exprs[d], symExprConst(arena, 1), &next) ==
        SYM_OK)
      access.facts[access.numFacts++] =
          factAtMost(next, symExprOf(arena, dims[d]));
  }
  arrput(run->accesses, access);
}

/// Arguments that are written: somebody reads them behind the function.
static void noteResults(BoundsRun *run, MlirOperation func) {
  MlirBlock body = bridgeBody(func);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(body); i < e; ++i) {
    MlirValue buffer = mlirBlockGetArgument(body, i);
    if (!isWritten(run, buffer))
      continue;
    noteResult(run, buffer, mlirBlockGetTerminator(body));
    arrput(run->results, buffer);
  }
}

/// May a caller that is not in the module have something in the argument, which
/// the function goes on from?
static bool isCallersOwn(MlirValue buffer, MlirOperation read) {
  MlirOperation func =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(buffer));
  return !tirIsReturn(read) && !tirFuncGetSymVisibility(func).ptr;
}

/// `result`: an argument, which may lie where another one does.
static void fillIfUnwritten(BoundsRun *w, MlirValue buffer, bool result) {
  MlirOperation read = readUnwritten(w, buffer);
  if (!read.ptr ||
      (result && (boundsMayBeInput(buffer) || isCallersOwn(buffer, read))))
    return;
  bool end = result && tirIsReturn(read);
  StrRef name = boundsNameOf(buffer);
  StrBuf why = {0};
  strBufAppendFormat(&why, "element of '%.*s' is not known to be written%s",
                     SPREAD(name), end ? "" : " before it is read");
  bool refused = w->mode == BOUNDS_REQUIRE && !result;
  if (refused || !boundsFill(w->facts.arena, buffer))
    w->outcome = bridgeEmitOpError(read, "%s", strBufText(&why));
  else if (w->mode == BOUNDS_REPORT)
    bridgeEmitRemark(mlirOperationGetLocation(read), "%s", strBufText(&why));
  strBufFree(&why);
}

void boundsFillUnwritten(BoundsRun *w, MlirOperation func) {
  noteResults(w, func);
  for (ptrdiff_t i = 0;
       i < arrlen(w->allocs) && mlirLogicalResultIsSuccess(w->outcome); ++i)
    fillIfUnwritten(w, mlirOperationGetResult(w->allocs[i], 0), false);
  for (ptrdiff_t i = 0;
       i < arrlen(w->results) && mlirLogicalResultIsSuccess(w->outcome); ++i)
    fillIfUnwritten(w, w->results[i], true);
}
