//===- FuseOnlineTile.c - bodies of a tiled softmax ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Products and maps are the bodies of the programs that are fused, at the
// places of a tile.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Fusion/FuseOnlineBuild.h"
#include "lib/Transforms/Fusion/FuseText.h"

static MlirValue memory(const OnlineBuilder *b, const char *name) {
  return mlirOperationGetResult(fuseFindNamed(b->base.program->function, name),
                                0);
}

/// Iterator `number` of a compute in a tile; of the loops around it: < 0.
static SymExpr iterator(const OnlineBuilder *b, intptr_t number) {
  return symExprSymbol(onlineArena(b),
                       tirIteratorSymbol(onlineArena(b), number));
}

static SymExpr tileIterator(const OnlineBuilder *b, intptr_t number) {
  return iterator(b, b->numLoops + 2 + number);
}

/// Iterators of a tile's computes: rows, those of a group of them before, what
/// is beside them, what is summed up. Of a compute without rows, the first two.
typedef struct TileIterators {
  SymExpr group, row, column, sum, first, second;
} TileIterators;

static TileIterators tileIterators(const OnlineBuilder *b) {
  intptr_t row = b->online->group >= 0;
  return (TileIterators){
      .group = tileIterator(b, 0),
      .row = tileIterator(b, row),
      .column = tileIterator(b, row + 1),
      .sum = tileIterator(b, row + 2),
      .first = tileIterator(b, 0),
      .second = tileIterator(b, 1),
  };
}

/// The place in local memory of a row, and of an element of it.
static SymExpr *localPlace(const OnlineBuilder *b, SymExpr element) {
  TileIterators tile = tileIterators(b);
  SymExpr *place = ARENA_ARRAY(onlineArena(b), SymExpr, 3);
  intptr_t count = 0;
  if (b->online->group >= 0)
    place[count++] = tile.group;
  place[count++] = tile.row;
  place[count] = element;
  return place;
}

/// `size * tile + inner`.
static SymExpr placeIn(OnlineBuilder *b, int64_t size, intptr_t tile,
                       SymExpr inner) {
  SymExpr place = symExprConst(onlineArena(b), size);
  b->failed |=
      symExprMul(onlineArena(b), place, iterator(b, tile), &place) != SYM_OK ||
      symExprAdd(onlineArena(b), place, inner, &place) != SYM_OK;
  return place;
}

/// Dimension `d` of the scores at a row and a key of the tile.
static SymExpr scorePlace(OnlineBuilder *b, intptr_t d, SymExpr row,
                          SymExpr key) {
  const Online *o = b->online;
  if (d == o->key)
    return placeIn(b, onlineBlock(o), b->numLoops + 1, key);
  if (d == o->row)
    return placeIn(b, onlinePanel(o), b->numLoops, row);
  if (d == o->group)
    return tileIterators(b).group;
  for (intptr_t i = 0; i < b->numLoops; ++i)
    if (b->loops[i] == d)
      return iterator(b, i);
  return symExprConst(onlineArena(b), 0);
}

/// The same of the softmax.
static SymExpr innerPlace(OnlineBuilder *b, intptr_t d, SymExpr row,
                          SymExpr key) {
  const Online *o = b->online;
  StrRef *names = ARENA_ARRAY(onlineArena(b), StrRef, o->rank);
  SymExpr *places = ARENA_ARRAY(onlineArena(b), SymExpr, o->rank);
  SymExpr place = o->innerPlaces[d];
  for (intptr_t e = 0; e < o->rank; ++e) {
    names[e] = tirIteratorSymbol(onlineArena(b), e);
    places[e] = scorePlace(b, e, row, key);
  }
  b->failed |= symExprSubstitute(onlineArena(b), place, names, places,
                                 (size_t)o->rank, &place) != SYM_OK;
  return place;
}

/// Iterators of a map of the scores.
static SymExpr *iteratorsOfMap(OnlineBuilder *b, const OnlineMap *map,
                               SymExpr row, SymExpr key) {
  const TirAccess *target = map->compute->targets;
  SymExpr *result =
      ARENA_ARRAY(onlineArena(b), SymExpr, map->compute->numIterators);
  for (intptr_t k = 0; k < map->compute->numIterators; ++k)
    result[k] = symExprConst(onlineArena(b), 0);
  for (intptr_t d = 0; d < target->rank; ++d) {
    intptr_t k = tirBareIterator(target->indices[d]);
    if (k >= 0)
      result[k] =
          map->inner ? innerPlace(b, d, row, key) : scorePlace(b, d, row, key);
  }
  return result;
}

/// Iterators of a compute whose `access` names the places of the scores; all
/// others are 0.
static SymExpr *iteratorsAt(OnlineBuilder *b, const TirComputeAccesses *compute,
                            const TirAccess *access, SymExpr row, SymExpr key) {
  SymExpr *result = ARENA_ARRAY(onlineArena(b), SymExpr, compute->numIterators);
  for (intptr_t k = 0; k < compute->numIterators; ++k)
    result[k] = symExprConst(onlineArena(b), 0);
  for (intptr_t d = 0; d < b->online->rank; ++d) {
    intptr_t k = tirBareIterator(access->indices[d]);
    if (k >= 0)
      result[k] = scorePlace(b, d, row, key);
  }
  return result;
}

static MlirValue *valuesOf(OnlineBuilder *b, MlirOperation compute) {
  MlirBlock block = bridgeBody(compute);
  intptr_t own = mlirBlockGetNumArguments(block), loops = b->numLoops + 2;
  MlirValue *values = ARENA_ARRAY(onlineArena(b), MlirValue, loops + own);
  for (intptr_t i = 0; i < loops; ++i)
    values[i] = b->outer[i];
  for (intptr_t i = 0; i < own; ++i)
    values[loops + i] = mlirBlockGetArgument(block, i);
  return values;
}

static FuseRedirect redirect(const TirAccess *access, MlirValue buffer,
                             const SymExpr *indices) {
  return (FuseRedirect){.access = access, .buffer = buffer, .indices = indices};
}

static void fill(OnlineBuilder *b, const char *name, const FuseCall *call,
                 const TirComputeAccesses *compute, const SymExpr *iterators,
                 const FuseRedirect *redirects, intptr_t count) {
  MlirOperation into = fuseFindNamed(b->base.program->function, name);
  FuseCallBody body = {.graph = b->online->graph,
                       .program = b->base.program,
                       .call = call,
                       .compute = compute,
                       .iterators = iterators,
                       .values = valuesOf(b, into),
                       .redirects = redirects,
                       .numRedirects = count};
  b->failed = b->failed || !fuseCallFill(&body, bridgeBody(into));
}

/// One load of `access` at these iterators, stored at `indices`.
static void fillCopy(OnlineBuilder *b, const char *name, const FuseCall *call,
                     const TirComputeAccesses *compute, const TirAccess *access,
                     const SymExpr *iterators, MlirValue buffer,
                     const SymExpr indices[2]) {
  FuseRedirect target = redirect(NULL, buffer, indices);
  MlirOperation into = fuseFindNamed(b->base.program->function, name);
  FuseCallBody body = {.graph = b->online->graph,
                       .program = b->base.program,
                       .call = call,
                       .compute = compute,
                       .iterators = iterators,
                       .values = valuesOf(b, into),
                       .redirects = &target,
                       .numRedirects = 1,
                       .copied = access};
  b->failed = b->failed || !fuseCallFill(&body, bridgeBody(into));
}

static void turnKeys(OnlineBuilder *b) {
  const Online *o = b->online;
  const TirComputeAccesses *compute = o->scores->computes;
  TileIterators tile = tileIterators(b);
  SymExpr at[] = {tile.first, tile.second};
  SymExpr *places =
      iteratorsAt(b, compute, compute->targets, tile.first, tile.second);
  places[o->reduceScore] = tile.first;
  fillCopy(b, "turn", o->scores, compute, o->b, places, memory(b, "K"), at);
}

static void fillScores(OnlineBuilder *b) {
  const Online *o = b->online;
  const TirComputeAccesses *compute = o->scores->computes;
  TileIterators tile = tileIterators(b);
  bool turned = onlineTurns(o);
  if (turned)
    turnKeys(b);
  SymExpr key[] = {tile.sum, tile.column};
  FuseRedirect redirects[] = {
      redirect(NULL, memory(b, "S"), localPlace(b, tile.column)),
      redirect(o->b, turned ? memory(b, "K") : (MlirValue){NULL}, key)};
  SymExpr *places =
      iteratorsAt(b, compute, compute->targets, tile.row, tile.column);
  places[o->reduceScore] = tile.sum;
  fill(b, "scores", o->scores, compute, places, redirects, turned ? 2 : 1);
}

static void fillMaps(OnlineBuilder *b) {
  const Online *o = b->online;
  TileIterators tile = tileIterators(b);
  const SymExpr *at = localPlace(b, tile.column);
  MlirValue scores = memory(b, "S");
  for (intptr_t m = o->numMaps; m-- > 0;) {
    const OnlineMap *map = &o->maps[m];
    FuseRedirect redirects[] = {redirect(NULL, scores, at),
                                redirect(map->own, scores, at)};
    fill(b, onlineMaps[o->numMaps - 1 - m], map->call, map->compute,
         iteratorsOfMap(b, map, tile.row, tile.column), redirects, 2);
  }
}

static void fillValues(OnlineBuilder *b) {
  const Online *o = b->online;
  const TirComputeAccesses *compute = o->values->computes;
  TileIterators tile = tileIterators(b);
  FuseRedirect redirects[] = {
      redirect(NULL, memory(b, "T"), localPlace(b, tile.column)),
      redirect(o->w, memory(b, "S"), localPlace(b, tile.sum))};
  SymExpr *places = iteratorsAt(b, compute, o->w, tile.row, tile.sum);
  places[o->column] = tile.column;
  fill(b, "values", o->values, compute, places, redirects, 2);
}

/// The sums are mapped in place: nothing else is read.
static void fillSum(OnlineBuilder *b) {
  const Online *o = b->online;
  if (o->sum->count < 2)
    return;
  const TirComputeAccesses *map = &o->sum->computes[1];
  const SymExpr *at = localPlace(b, symExprConst(onlineArena(b), 0));
  SymExpr *iterators = ARENA_ARRAY(onlineArena(b), SymExpr, map->numIterators);
  for (intptr_t k = 0; k < map->numIterators; ++k)
    iterators[k] = symExprConst(onlineArena(b), 0);
  FuseRedirect redirects[] = {redirect(NULL, memory(b, "Z"), at),
                              redirect(map->loads, memory(b, "Z"), at)};
  fill(b, "whole", o->sum, map, iterators, redirects, 2);
}

/// The last store goes to the result.
static void storeResult(OnlineBuilder *b) {
  const Online *o = b->online;
  const TirComputeAccesses *compute = o->values->computes;
  const TirAccess *target = compute->targets;
  Arena *arena = onlineArena(b);
  TileIterators tile = tileIterators(b);
  SymExpr *iterators =
      iteratorsAt(b, compute, o->w, tile.row, symExprConst(arena, 0));
  iterators[o->column] = tile.column;
  StrRef *names = ARENA_ARRAY(arena, StrRef, target->rank);
  SymExpr *digits = ARENA_ARRAY(arena, SymExpr, target->rank);
  SymExpr *places = ARENA_ARRAY(arena, SymExpr, o->numPlaces);
  for (intptr_t d = 0; d < target->rank; ++d) {
    intptr_t k = tirBareIterator(target->indices[d]);
    names[d] = tirIteratorSymbol(arena, d);
    digits[d] = k < 0 ? target->indices[d] : iterators[k];
  }
  for (intptr_t d = 0; d < o->numPlaces; ++d)
    b->failed |= symExprSubstitute(arena, o->places[d], names, digits,
                                   (size_t)target->rank, &places[d]) != SYM_OK;
  MlirOperation divide = fuseFindNamed(b->base.program->function, "divide");
  MlirOperation old = mlirBlockGetFirstOperation(bridgeBody(divide));
  while (!tirIsStore(old))
    old = mlirOperationGetNextInBlock(old);
  TirIndices indices;
  b->failed |= tirIndicesOf(arena, places, o->numPlaces, valuesOf(b, divide),
                            &indices) != SYM_OK;
  if (b->failed)
    return;
  TirStoreArgs args = {
      .value = tirStoreGetValue(old),
      .buffer = mlirBlockGetArgument(b->base.body, b->base.program->numInputs),
      .numIndices = indices.numOperands,
      .indices = indices.operands,
      .exprs = tirIndicesAttribute(b->base.context, arena, &indices)};
  mlirBlockAppendOwnedOperation(bridgeBody(divide),
                                tirStoreCreate(b->base.loc, &args));
  mlirOperationDestroy(old);
}

static void findIterators(OnlineBuilder *b) {
  for (intptr_t i = 0; i < b->numLoops + 2; ++i) {
    char name[] = "b0";
    name[1] = (char)('0' + i);
    const char *loop = i == b->numLoops       ? "rows"
                       : i == b->numLoops + 1 ? "keys"
                                              : name;
    b->outer[i] = mlirBlockGetArgument(
        bridgeBody(fuseFindNamed(b->base.program->function, loop)), 0);
  }
}

void onlineFillTile(OnlineBuilder *b) {
  findIterators(b);
  fillScores(b);
  fillMaps(b);
  fillValues(b);
  fillSum(b);
  storeResult(b);
}
