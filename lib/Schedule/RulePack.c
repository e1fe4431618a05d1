//===- RulePack.c - the rule for layouts of weights -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A tile walks down its columns of a matrix: in row-major order each step is a
// jump, packed in blocks of the tile's width it is the next line. Weights are
// packed once, at load (references/cpu-perf.md, recipe B: 1.3 to 2 times).
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Layout.h"
#include "lib/Schedule/Rules.h"

#include <stb/stb_ds.h>

/// Is the index the iterator, from a place on where a block of a pack begins?
static bool goesAlong(Rules *r, SymExpr expr, MlirValue iterator) {
  Scheduler *s = &r->scheduler;
  SymExpr base, rest;
  return symExprSub(s->arena, expr, scheduleSymbolOf(s, iterator), &base) ==
             SYM_OK &&
         !scheduleExprUses(s, base, iterator) &&
         symExprMod(s->arena, base, scheduleConst(s, 2 * r->lanes), &rest) ==
             SYM_OK &&
         symExprIs(rest, 0);
}

/// The dimension along which the access goes with the iterator; -1 if there is
/// none, or another dimension uses it.
static intptr_t dimOf(Rules *r, const ScheduleAccess *access,
                      MlirValue iterator) {
  intptr_t dim = -1;
  for (intptr_t d = 0; d < access->rank; ++d) {
    if (!scheduleExprUses(&r->scheduler, access->exprs[d], iterator))
      continue;
    if (dim >= 0 || !goesAlong(r, access->exprs[d], iterator))
      return -1;
    dim = d;
  }
  return dim;
}

static bool usesAnywhere(Rules *r, const ScheduleAccess *access,
                         MlirValue iterator) {
  bool uses = false;
  for (intptr_t d = 0; d < access->rank; ++d)
    uses |= scheduleExprUses(&r->scheduler, access->exprs[d], iterator);
  return uses;
}

/// Nothing but dimensions of extent 1 behind `dim`.
static bool isLast(const MlirAttribute *dims, intptr_t rank, intptr_t dim) {
  int64_t one;
  while (rank - 1 > dim && symAttributeIsConst(dims[rank - 1], &one) &&
         one == 1)
    --rank;
  return rank - 1 == dim;
}

/// An argument that the function loads along the same rounds, with more
/// elements along `dim` than a block has, and more than one along others. For
/// lanes (`inLanes`) it is enough that they do not lie side by side yet.
static bool isWorthIt(Rules *r, const ScheduleAccess *access, intptr_t dim,
                      int64_t block, bool inLanes) {
  const MlirAttribute *dims;
  int64_t extent, others = 1;
  intptr_t rank = tirBufferTypeGetDims(mlirValueGetType(access->buffer), &dims);
  if (!tirIsLoad(access->op) || tirLoadGetPad(access->op).ptr ||
      mlirValueIsAOpResult(access->buffer))
    return false;
  for (intptr_t d = 0; d < rank; ++d) {
    if (!symAttributeIsConst(dims[d], &extent) || extent < 1 ||
        (d == dim && extent <= block && !(inLanes && !isLast(dims, rank, dim))))
      return false;
    others = d == dim || others > block ? others : others * extent;
  }
  // In one place, or in several along the same rounds (parts of a block).
  ScheduleAccess *all = scheduleAccesses(&r->scheduler, r->scheduler.func);
  bool same = true;
  for (ptrdiff_t a = 0; a < arrlen(all); ++a)
    same &= !mlirValueEqual(all[a].buffer, access->buffer) ||
            symExprEqual(all[a].exprs[dim], access->exprs[dim]);
  arrfree(all);
  return others > 1 && same && !layoutRefusal(&r->scheduler, access->buffer);
}

bool rulePackFits(Rules *r, const ScheduleAccess *access, MlirValue iterator) {
  intptr_t dim = access->writes ? -1 : dimOf(r, access, iterator);
  return dim >= 0 && isWorthIt(r, access, dim, 2 * r->lanes, true);
}

RulePack ruleFindPack(Rules *r, const RuleCompute *c, intptr_t iterator,
                      intptr_t other, int64_t block) {
  RulePack pack = {.buffer = {NULL}, .block = block};
  if (!r->packs || iterator < 0)
    return pack;
  MlirBlock body = bridgeBody(c->op);
  ScheduleAccess *accesses = scheduleAccesses(&r->scheduler, c->op);
  for (ptrdiff_t a = 0; a < arrlen(accesses) && !pack.buffer.ptr; ++a) {
    intptr_t dim = dimOf(r, &accesses[a], mlirBlockGetArgument(body, iterator));
    if (dim < 0 ||
        !isWorthIt(r, &accesses[a], dim, block,
                   c->packed && iterator == c->lanes) ||
        (other >= 0 &&
         usesAnywhere(r, &accesses[a], mlirBlockGetArgument(body, other))))
      continue;
    pack.buffer = accesses[a].buffer;
    pack.dim = dim;
  }
  arrfree(accesses);
  return pack;
}

MlirValue ruleEmitPack(Rules *r, const RulePack *pack) {
  Scheduler *s = &r->scheduler;
  const MlirAttribute *dims;
  intptr_t rank = tirBufferTypeGetDims(mlirValueGetType(pack->buffer), &dims);
  const StrRef *names = scheduleDimNames(s, pack->buffer);
  SymExpr *exprs = ARENA_ARRAY(s->arena, SymExpr, rank + 1);
  SymExpr block = scheduleConst(s, pack->block);
  SymExpr cut = symExprSymbol(s->arena, names[pack->dim]);
  intptr_t count = 1;
  bool good = true;
  exprs[0] = scheduleCombine(s, symExprFloorDiv, cut, block, &good);
  for (intptr_t d = 0; d < rank; ++d)
    if (d != pack->dim)
      exprs[count++] = symExprSymbol(s->arena, names[d]);
  exprs[count++] = scheduleCombine(s, symExprMod, cut, block, &good);
  MlirValue handle = ruleFind(r, scheduleBufferName(pack->buffer));
  ruleLayout(r, handle, exprs, count);
  return handle;
}
