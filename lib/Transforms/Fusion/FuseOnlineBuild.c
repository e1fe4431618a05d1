//===- FuseOnlineBuild.c - the program of a tiled softmax -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Loops and what a softmax adds are text; products and maps are the bodies of
// the programs that are fused, at the places of a tile.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Transforms/Fusion/FuseOnline.h"
#include "lib/Transforms/Fusion/FuseText.h"

#include <stdio.h>

enum { MAX_LOOPS = 8, NAME_BYTES = 24 };

typedef struct OnlineBuilder {
  const Online *online;
  FuseBuilder base;
  MlirBlock body;      // of the program
  intptr_t numLoops;   // around rows
  intptr_t loops[MAX_LOOPS]; // their dimensions
  MlirValue outer[MAX_LOOPS + 2]; // iterators of loops, rows and keys
  bool failed;
} OnlineBuilder;

static Arena *arenaOf(const OnlineBuilder *b) { return b->online->graph->arena; }

/// Rows and keys of a tile.
static int64_t blockOf(const Online *o) {
  int64_t most = o->size > o->width ? o->size : o->width;
  int64_t block = ONLINE_BLOCK;
  while (block > 1 && block * most > ONLINE_ELEMENTS)
    block /= 2;
  return block;
}

/// Rows of a tile for each member of a group.
static int64_t panelOf(const Online *o) {
  int64_t panel = blockOf(o) / o->groupSize;
  return panel < 1 ? 1 : panel;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static void addInput(OnlineBuilder *b, const FuseCall *call,
                     const TirAccess *access) {
  FusedProgram *program = b->base.program;
  MlirValue value = fuseCallOperand(call, access);
  if (fuseInputNumber(program, value) >= 0)
    return;
  if (program->numInputs == ONLINE_MAX_INPUTS) {
    b->failed = true;
    return;
  }
  program->inputs[program->numInputs++] = value;
  fuseAddBuffer(&b->base, value, &call->call,
                mlirBlockArgumentGetArgNumber(access->buffer));
}

static void addArguments(OnlineBuilder *b) {
  const Online *o = b->online;
  FusedProgram *program = b->base.program;
  program->inputs = ARENA_ARRAY(arenaOf(b), MlirValue, ONLINE_MAX_INPUTS);
  addInput(b, o->scores, o->a);
  addInput(b, o->scores, o->b);
  addInput(b, o->values, o->v);
  for (intptr_t m = o->numMaps; m-- > 0;) {
    const OnlineMap *map = &o->maps[m];
    MlirValue own = fuseCallOperand(map->call, map->own);
    for (intptr_t i = 0; i < map->compute->numLoads; ++i) {
      const TirAccess *load = &map->compute->loads[i];
      if (!mlirValueEqual(fuseCallOperand(map->call, load), own))
        addInput(b, map->call, load);
    }
  }
  const FuseCall *last = o->move ? o->move : o->values;
  fuseAddBuffer(&b->base, mlirOperationGetResult(last->call.op, 0), &last->call,
                last->call.numInputs);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void setMonoid(Template *t, const char *name, const FuseCall *call) {
  StrBuf text = {0};
  bridgePrintAttribute(tirReduceGetMonoid(call->computes->targets->op), &text);
  templateSet(t, name, "%s", strBufText(&text));
  strBufFree(&text);
}

static void setLoops(OnlineBuilder *b, Template *t) {
  const Online *o = b->online;
  StrBuf loops = {0}, closed = {0};
  for (intptr_t d = 0; d < o->rank; ++d) {
    if (d == o->key || d == o->row || d == o->group ||
        symExprIs(o->dims[d], 1))
      continue;
    if (b->numLoops == MAX_LOOPS) {
      b->failed = true;
      break;
    }
    strBufAppendFormat(&loops, "  tir.for \"b%d\" (%%b%d) in [",
                       (int)b->numLoops, (int)b->numLoops);
    symExprPrint(o->dims[d], &loops);
    strBufAppendC(&loops, "] parallel {\n");
    strBufAppendC(&closed, "  }\n");
    b->loops[b->numLoops++] = d;
  }
  templateSet(t, "loops", "%s", strBufText(&loops));
  templateSet(t, "closed", "%s", strBufText(&closed));
  strBufFree(&loops);
  strBufFree(&closed);
}

/// Iterators of the rows of a tile, how many are left, and in memory.
static void setRows(const Online *o, Template *t) {
  long long panel = panelOf(o), group = o->groupSize;
  StrRef rows = templateGet(t, "rows");
  templateSet(t, "p", "%lld", panel);
  templateSet(t, "one", "1");
  templateSet(t, "i", "%%r");
  templateSet(t, "m", "%lld", panel);
  templateSet(t, "n", "min(%lld, %.*s - %lld * %%u)", panel, (int)rows.length,
              rows.data, panel);
  if (o->group < 0)
    return;
  StrRef left = templateGet(t, "n");
  templateSet(t, "n", "%lld, %.*s", group, (int)left.length, left.data);
  templateSet(t, "one", "%lld, 1", group);
  templateSet(t, "i", "%%g, %%r");
  templateSet(t, "m", "%lld, %lld", group, panel);
}

static void setNames(OnlineBuilder *b, Template *t) {
  const Online *o = b->online;
  int64_t block = blockOf(o);
  SymExpr one = symExprConst(arenaOf(b), 1);
  SymExpr rows = o->row < 0 ? one : o->dims[o->row];
  fuseSetExpr(t, "rows", rows);
  fuseSetExpr(t, "keys", o->dims[o->key]);
  templateSet(t, "b", "%lld", (long long)block);
  templateSet(t, "k", "%lld", (long long)o->size);
  templateSet(t, "v", "%lld", (long long)o->width);
  setRows(o, t);
  StrRef text = templateGet(t, "keys");
  templateSet(t, "c", "min(%lld, %.*s - %lld * %%w)", (long long)block,
              (int)text.length, text.data, (long long)block);
  setMonoid(t, "max", o->largest);
  setMonoid(t, "add", o->sum);
  setLoops(b, t);
}

typedef enum Turning { TURN_NEVER, TURN_ALWAYS, TURN_EITHER } Turning;

/// Keys that lie one behind the other are not turned, nor for one row.
static Turning turningOf(const Online *o) {
  const TirAccess *load = o->b;
  intptr_t key =
      tirBareIterator(o->scores->computes->targets->indices[o->key]);
  int64_t rows;
  if (o->row < 0 || tirBareIterator(load->indices[load->rank - 1]) == key)
    return TURN_NEVER;
  return symExprIsConst(o->dims[o->row], &rows) ? TURN_ALWAYS : TURN_EITHER;
}

static const char *const maps[ONLINE_MAX_MAPS] = {
    "map", "map_1", "map_2", "map_3", "map_4", "map_5", "map_6", "map_7"};

/// The text as a module; a null one after an error.
static MlirModule parse(OnlineBuilder *b) {
  const Online *o = b->online;
  StrBuf text = {0};
  Template t = {.arena = arenaOf(b), .out = &text};
  setNames(b, &t);
  templateAppend(&t, "tir.monoid $add (f32) identity (0.0) {\n"
                     "^combine(%a: f32, %b: f32):\n"
                     "  %c = arith.addf %a, %b : f32\n"
                     "  tir.yield %c : f32\n}\n"
                     "tir.monoid $max (f32) identity (-inf) {\n"
                     "^combine(%a: f32, %b: f32):\n"
                     "  %c = arith.maximumf %a, %b : f32\n"
                     "  tir.yield %c : f32\n}\n"
                     "tir.func private @online()");
  fuseAppendSymbols(o->graph, &text);
  strBufAppendC(&text, " {\n");
  templateAppend(&t, onlineBegin);
  Turning turning = turningOf(o);
  templateAppend(&t, turning == TURN_NEVER    ? onlineScores
                     : turning == TURN_ALWAYS ? onlineTurned
                                              : onlineEither);
  for (intptr_t m = o->numMaps; m-- > 0;) {
    templateSet(&t, "map", "%s", maps[o->numMaps - 1 - m]);
    templateAppend(&t, onlineMap);
  }
  templateAppend(&t, onlinePowers);
  if (o->sum->count == 2)
    templateAppend(&t, onlineSum);
  templateAppend(&t, onlineEnd);
  MlirModule module = {NULL};
  if (!b->failed)
    module = bridgeParseModule(b->base.context, strRefFromC(strBufText(&text)),
                               "relax-fuse-online");
  strBufFree(&text);
  return module;
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

static MlirValue memory(const OnlineBuilder *b, const char *name) {
  return mlirOperationGetResult(
      fuseFindNamed(b->base.program->function, name), 0);
}

static MlirBlock blockOfOp(MlirOperation op) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
}

/// Iterator `number` of a compute in a tile; of the loops around it: < 0.
static SymExpr iterator(const OnlineBuilder *b, intptr_t number) {
  return symExprSymbol(arenaOf(b), tirIteratorSymbol(arenaOf(b), number));
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
  SymExpr *place = ARENA_ARRAY(arenaOf(b), SymExpr, 3);
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
  SymExpr place = symExprConst(arenaOf(b), size);
  b->failed |=
      symExprMul(arenaOf(b), place, iterator(b, tile), &place) != SYM_OK ||
      symExprAdd(arenaOf(b), place, inner, &place) != SYM_OK;
  return place;
}

/// Dimension `d` of the scores at a row and a key of the tile.
static SymExpr scorePlace(OnlineBuilder *b, intptr_t d, SymExpr row,
                          SymExpr key) {
  const Online *o = b->online;
  if (d == o->key)
    return placeIn(b, blockOf(o), b->numLoops + 1, key);
  if (d == o->row)
    return placeIn(b, panelOf(o), b->numLoops, row);
  if (d == o->group)
    return tileIterators(b).group;
  for (intptr_t i = 0; i < b->numLoops; ++i)
    if (b->loops[i] == d)
      return iterator(b, i);
  return symExprConst(arenaOf(b), 0);
}

/// The same of the softmax.
static SymExpr innerPlace(OnlineBuilder *b, intptr_t d, SymExpr row,
                          SymExpr key) {
  const Online *o = b->online;
  StrRef *names = ARENA_ARRAY(arenaOf(b), StrRef, o->rank);
  SymExpr *places = ARENA_ARRAY(arenaOf(b), SymExpr, o->rank);
  SymExpr place = o->innerPlaces[d];
  for (intptr_t e = 0; e < o->rank; ++e) {
    names[e] = tirIteratorSymbol(arenaOf(b), e);
    places[e] = scorePlace(b, e, row, key);
  }
  b->failed |= symExprSubstitute(arenaOf(b), place, names, places,
                                 (size_t)o->rank, &place) != SYM_OK;
  return place;
}

/// Iterators of a map of the scores.
static SymExpr *iteratorsOfMap(OnlineBuilder *b, const OnlineMap *map,
                               SymExpr row, SymExpr key) {
  const TirAccess *target = map->compute->targets;
  SymExpr *result =
      ARENA_ARRAY(arenaOf(b), SymExpr, map->compute->numIterators);
  for (intptr_t k = 0; k < map->compute->numIterators; ++k)
    result[k] = symExprConst(arenaOf(b), 0);
  for (intptr_t d = 0; d < target->rank; ++d) {
    intptr_t k = tirBareIterator(target->indices[d]);
    if (k >= 0)
      result[k] = map->inner ? innerPlace(b, d, row, key)
                             : scorePlace(b, d, row, key);
  }
  return result;
}

/// Iterators of a compute whose `access` names the places of the scores; all
/// others are 0.
static SymExpr *iteratorsAt(OnlineBuilder *b, const TirComputeAccesses *compute,
                            const TirAccess *access, SymExpr row, SymExpr key) {
  SymExpr *result = ARENA_ARRAY(arenaOf(b), SymExpr, compute->numIterators);
  for (intptr_t k = 0; k < compute->numIterators; ++k)
    result[k] = symExprConst(arenaOf(b), 0);
  for (intptr_t d = 0; d < b->online->rank; ++d) {
    intptr_t k = tirBareIterator(access->indices[d]);
    if (k >= 0)
      result[k] = scorePlace(b, d, row, key);
  }
  return result;
}

static MlirValue *valuesOf(OnlineBuilder *b, MlirOperation compute) {
  MlirBlock block = blockOfOp(compute);
  intptr_t own = mlirBlockGetNumArguments(block), loops = b->numLoops + 2;
  MlirValue *values = ARENA_ARRAY(arenaOf(b), MlirValue, loops + own);
  for (intptr_t i = 0; i < loops; ++i)
    values[i] = b->outer[i];
  for (intptr_t i = 0; i < own; ++i)
    values[loops + i] = mlirBlockGetArgument(block, i);
  return values;
}

static FuseRedirect redirect(const TirAccess *access, MlirValue buffer,
                             const SymExpr *indices) {
  return (FuseRedirect){
      .access = access, .buffer = buffer, .indices = indices};
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
  b->failed = b->failed || !fuseCallFill(&body, blockOfOp(into));
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
  b->failed = b->failed || !fuseCallFill(&body, blockOfOp(into));
}

static void fillProduct(OnlineBuilder *b, const char *name, bool turned) {
  const Online *o = b->online;
  const TirComputeAccesses *compute = o->scores->computes;
  TileIterators tile = tileIterators(b);
  SymExpr key[] = {tile.sum, tile.column};
  FuseRedirect redirects[] = {
      redirect(NULL, memory(b, "S"), localPlace(b, tile.column)),
      redirect(o->b, turned ? memory(b, "K") : (MlirValue){NULL}, key)};
  SymExpr *places =
      iteratorsAt(b, compute, compute->targets, tile.row, tile.column);
  places[o->reduceScore] = tile.sum;
  fill(b, name, o->scores, compute, places, redirects, turned ? 2 : 1);
}

static void fillScores(OnlineBuilder *b) {
  const Online *o = b->online;
  const TirComputeAccesses *compute = o->scores->computes;
  TileIterators tile = tileIterators(b);
  Turning turning = turningOf(o);
  if (turning != TURN_NEVER) {
    SymExpr at[] = {tile.first, tile.second};
    SymExpr *places =
        iteratorsAt(b, compute, compute->targets, tile.first, tile.second);
    places[o->reduceScore] = tile.first;
    fillCopy(b, "turn", o->scores, compute, o->b, places, memory(b, "K"), at);
  }
  fillProduct(b, "scores", turning != TURN_NEVER);
  if (turning == TURN_EITHER)
    fillProduct(b, "row", false);
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
    fill(b, maps[o->numMaps - 1 - m], map->call, map->compute,
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
  const SymExpr *at = localPlace(b, symExprConst(arenaOf(b), 0));
  SymExpr *iterators = ARENA_ARRAY(arenaOf(b), SymExpr, map->numIterators);
  for (intptr_t k = 0; k < map->numIterators; ++k)
    iterators[k] = symExprConst(arenaOf(b), 0);
  FuseRedirect redirects[] = {redirect(NULL, memory(b, "Z"), at),
                                redirect(map->loads, memory(b, "Z"), at)};
  fill(b, "whole", o->sum, map, iterators, redirects, 2);
}

/// The last store goes to the result.
static void storeResult(OnlineBuilder *b) {
  const Online *o = b->online;
  const TirComputeAccesses *compute = o->values->computes;
  const TirAccess *target = compute->targets;
  Arena *arena = arenaOf(b);
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
  MlirOperation divide =
      fuseFindNamed(b->base.program->function, "divide");
  MlirOperation old = mlirBlockGetFirstOperation(blockOfOp(divide));
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
  mlirBlockAppendOwnedOperation(blockOfOp(divide),
                                tirStoreCreate(b->base.loc, &args));
  mlirOperationDestroy(old);
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

static void findIterators(OnlineBuilder *b) {
  for (intptr_t i = 0; i < b->numLoops + 2; ++i) {
    char name[NAME_BYTES];
    snprintf(name, sizeof(name), "b%d", (int)i);
    const char *loop = i == b->numLoops       ? "rows"
                       : i == b->numLoops + 1 ? "keys"
                                              : name;
    b->outer[i] = mlirBlockGetArgument(
        blockOfOp(fuseFindNamed(b->base.program->function, loop)), 0);
  }
}

bool onlineBuild(const Online *online, StrRef name, FusedProgram *program) {
  const FuseCall *values = online->values;
  OnlineBuilder b = {
      .online = online,
      .base = fuseStartProgram(online->graph, values->call.op, program)};
  addArguments(&b);
  MlirModule module = parse(&b);
  fuseMakeFunction(&b.base, name, tirFuncGetTarget(values->call.callee));
  if (module.ptr) {
    fuseTakeBody(&b.base, module);
    findIterators(&b);
    fillScores(&b);
    fillMaps(&b);
    fillValues(&b);
    fillSum(&b);
    storeResult(&b);
  }
  if (!module.ptr || b.failed) {
    mlirOperationDestroy(program->function);
    return false;
  }
  fuseSetSymbols(online->graph, program);
  return true;
}
