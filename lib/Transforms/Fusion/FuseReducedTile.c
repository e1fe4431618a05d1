//===- FuseReducedTile.c - bodies of a product that is reduced ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Fusion/FuseReduced.h"
#include "lib/Transforms/Fusion/FuseText.h"

static MlirBlock bodyNamed(const ReducedBuilder *b, const char *name) {
  MlirOperation op = fuseFindNamed(b->base.program->function, name);
  return bridgeBody(op);
}

static MlirValue memory(const ReducedBuilder *b, const char *name) {
  return mlirOperationGetResult(fuseFindNamed(b->base.program->function, name),
                                0);
}

/// Iterator `number` of a compute in a tile; those of loops go before.
static SymExpr tileIterator(const ReducedBuilder *b, intptr_t number) {
  number += b->reduced->numLoops + 2;
  return symExprSymbol(reducedArena(b),
                       tirIteratorSymbol(reducedArena(b), number));
}

/// `size * tile + inner`, `tile` the column's (0) or the row's (1) loop.
static SymExpr placeIn(ReducedBuilder *b, intptr_t tile, int64_t size,
                       SymExpr inner) {
  SymExpr place = symExprConst(reducedArena(b), size);
  SymExpr loop = tileIterator(b, tile - 2);
  b->failed |= symExprMul(reducedArena(b), place, loop, &place) != SYM_OK ||
               symExprAdd(reducedArena(b), place, inner, &place) != SYM_OK;
  return place;
}

/// What iterator `k` of the reduction is at a row and a column of the tile.
static SymExpr placeOf(ReducedBuilder *b, intptr_t k, SymExpr row,
                       SymExpr column) {
  const Reduced *r = b->reduced;
  if (k == r->column)
    return placeIn(b, 0, REDUCED_COLUMNS, column);
  if (k == r->row)
    return placeIn(b, 1, REDUCED_ROWS, row);
  for (intptr_t i = 0; i < r->numLoops; ++i)
    if (r->loops[i] == k)
      return tileIterator(b, i - r->numLoops - 2);
  return symExprConst(reducedArena(b), 0);
}

/// Iterators of a compute whose `own` names the places that `at` names in the
/// reduction; all others are 0.
static SymExpr *iteratorsAt(ReducedBuilder *b,
                            const TirComputeAccesses *compute,
                            const TirAccess *own, const TirAccess *at,
                            SymExpr row, SymExpr column) {
  SymExpr *result =
      ARENA_ARRAY(reducedArena(b), SymExpr, compute->numIterators);
  for (intptr_t k = 0; k < compute->numIterators; ++k)
    result[k] = symExprConst(reducedArena(b), 0);
  for (intptr_t d = 0; d < own->rank; ++d) {
    intptr_t k = tirBareIterator(own->indices[d]);
    intptr_t from = tirBareIterator(at->indices[d]);
    if (k >= 0 && from >= 0)
      result[k] = placeOf(b, from, row, column);
  }
  return result;
}

static void fill(ReducedBuilder *b, const char *name, const FuseCall *call,
                 const TirComputeAccesses *compute, const SymExpr *iterators,
                 const FuseRedirect *redirects, intptr_t count) {
  MlirBlock block = bodyNamed(b, name);
  intptr_t own = mlirBlockGetNumArguments(block),
           loops = b->reduced->numLoops + 2;
  MlirValue *values = ARENA_ARRAY(reducedArena(b), MlirValue, loops + own);
  for (intptr_t i = 0; i < loops; ++i)
    values[i] = b->outer[i];
  for (intptr_t i = 0; i < own; ++i)
    values[loops + i] = mlirBlockGetArgument(block, i);
  FuseCallBody body = {.graph = b->reduced->graph,
                       .program = b->base.program,
                       .call = call,
                       .compute = compute,
                       .iterators = iterators,
                       .values = values,
                       .redirects = redirects,
                       .numRedirects = count};
  b->failed = b->failed || !fuseCallFill(&body, block);
}

static const TirAccess *ownLoad(const FuseCall *call) {
  const TirComputeAccesses *map = &call->computes[1];
  for (intptr_t i = 0; i < map->numLoads; ++i)
    if (!fuseCallOperand(call, &map->loads[i]).ptr)
      return &map->loads[i];
  return NULL;
}

static void fillProduct(ReducedBuilder *b) {
  const Reduced *r = b->reduced;
  const FuseCall *call = r->product;
  SymExpr at[] = {tileIterator(b, 0), tileIterator(b, 1)};
  FuseRedirect redirects[] = {{.buffer = memory(b, "T"), .indices = at},
                              {.buffer = memory(b, "T"), .indices = at}};
  SymExpr *places = iteratorsAt(b, call->computes, call->computes->targets,
                                r->load, at[0], at[1]);
  for (intptr_t k = 0, sum = 2; k < call->computes->numIterators; ++k)
    if (call->computes->isReduce[k])
      places[k] = tileIterator(b, sum++);
  fill(b, "product", call, call->computes, places, redirects, 1);
  if (call->count < 2)
    return;
  const TirComputeAccesses *second = &call->computes[1];
  redirects[0].buffer = memory(b, "U");
  redirects[1].access = ownLoad(call);
  places = iteratorsAt(b, second, second->targets, r->load, at[0], at[1]);
  fill(b, "map", call, second, places, redirects, 2);
}

static void fillReduction(ReducedBuilder *b) {
  const Reduced *r = b->reduced;
  const FuseCall *call = r->reduction;
  SymExpr first = tileIterator(b, 0), second = tileIterator(b, 1);
  SymExpr element[] = {second, first};
  FuseRedirect part[] = {
      {.buffer = memory(b, "A"), .indices = &first},
      {.access = r->load,
       .buffer = memory(b, r->product->count == 2 ? "U" : "T"),
       .indices = element}};
  SymExpr *unused =
      ARENA_ARRAY(reducedArena(b), SymExpr, call->computes->numIterators);
  for (intptr_t k = 0; k < call->computes->numIterators; ++k)
    unused[k] = symExprConst(reducedArena(b), 0);
  fill(b, "part", call, call->computes, unused, part, 2);
}

/// A load and a store, or the map of the result.
static void fillResult(ReducedBuilder *b) {
  const Reduced *r = b->reduced;
  const FuseCall *call = r->reduction;
  const TirAccess *target = call->computes->targets;
  SymExpr column = tileIterator(b, 0), none = symExprConst(reducedArena(b), 0);
  MlirValue to = mlirBlockGetArgument(b->base.body, b->base.program->numInputs);
  SymExpr *places = ARENA_ARRAY(reducedArena(b), SymExpr, target->rank);
  for (intptr_t d = 0; d < target->rank; ++d) {
    intptr_t k = tirBareIterator(target->indices[d]);
    places[d] = k < 0 ? none : placeOf(b, k, none, column);
  }
  FuseRedirect redirects[] = {{.buffer = to, .indices = places},
                              {.buffer = memory(b, "A"), .indices = &column}};
  if (call->count == 2) {
    const TirComputeAccesses *second = &call->computes[1];
    redirects[1].access = ownLoad(call);
    fill(b, "result", call, second,
         iteratorsAt(b, second, second->targets, target, none, column),
         redirects, 2);
    return;
  }
  FuseBuilder *base = &b->base;
  base->block = bodyNamed(b, "result");
  intptr_t loops = r->numLoops + 2;
  MlirValue *values = ARENA_ARRAY(reducedArena(b), MlirValue, loops + 1);
  for (intptr_t i = 0; i < loops; ++i)
    values[i] = b->outer[i];
  values[loops] = mlirBlockGetArgument(base->block, 0);
  base->iterators = values;
  FuseIndices from = fuseIndices(base, &column, 1);
  TirLoadArgs load = {.buffer = redirects[1].buffer,
                      .numIndices = from.numOperands,
                      .indices = from.operands,
                      .exprs = from.exprs,
                      .resultType = tirBufferTypeGetElementType(
                          mlirValueGetType(redirects[1].buffer))};
  MlirOperation op = tirLoadCreate(base->loc, &load);
  mlirBlockAppendOwnedOperation(base->block, op);
  FuseIndices there = fuseIndices(base, places, target->rank);
  TirStoreArgs store = {.value = mlirOperationGetResult(op, 0),
                        .buffer = to,
                        .numIndices = there.numOperands,
                        .indices = there.operands,
                        .exprs = there.exprs};
  mlirBlockAppendOwnedOperation(base->block, tirStoreCreate(base->loc, &store));
}

static void findIterators(ReducedBuilder *b) {
  static const char *const loops[REDUCED_MAX_LOOPS] = {"b0", "b1", "b2",
                                                       "b3", "b4", "b5"};
  intptr_t count = b->reduced->numLoops;
  for (intptr_t i = 0; i < count; ++i)
    b->outer[i] = mlirBlockGetArgument(bodyNamed(b, loops[i]), 0);
  b->outer[count] = mlirBlockGetArgument(bodyNamed(b, "columns"), 0);
  b->outer[count + 1] = mlirBlockGetArgument(bodyNamed(b, "rows"), 0);
}

void reducedFillTile(ReducedBuilder *b) {
  findIterators(b);
  fillProduct(b);
  fillReduction(b);
  fillResult(b);
}
