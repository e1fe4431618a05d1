//===- FuseReducedBuild.c - the program of a product that is reduced ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Transforms/Fusion/FuseReduced.h"
#include "lib/Transforms/Fusion/FuseText.h"

typedef struct ReducedBuilder {
  const Reduced *reduced;
  FuseBuilder base;
  MlirValue outer[REDUCED_MAX_LOOPS + 2]; // loops, columns, rows
  bool failed;
} ReducedBuilder;

static Arena *arenaOf(const ReducedBuilder *b) { return b->base.arena; }

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static void addInputs(ReducedBuilder *b, const FuseCall *call, intptr_t number,
                      MlirValue but) {
  const TirComputeAccesses *compute = &call->computes[number];
  FusedProgram *program = b->base.program;
  for (intptr_t i = 0; number < call->count && i < compute->numLoads; ++i) {
    MlirValue value = fuseCallOperand(call, &compute->loads[i]);
    if (!value.ptr || mlirValueEqual(value, but) ||
        fuseInputNumber(program, value) >= 0)
      continue;
    b->failed |= program->numInputs == REDUCED_MAX_INPUTS;
    if (b->failed)
      return;
    program->inputs[program->numInputs++] = value;
    fuseAddBuffer(&b->base, value, &call->call,
                  mlirBlockArgumentGetArgNumber(compute->loads[i].buffer));
  }
}

static void addArguments(ReducedBuilder *b) {
  const Reduced *r = b->reduced;
  MlirValue product = mlirOperationGetResult(r->product->call.op, 0);
  b->base.program->inputs =
      ARENA_ARRAY(arenaOf(b), MlirValue, REDUCED_MAX_INPUTS);
  addInputs(b, r->product, 0, product);
  addInputs(b, r->product, 1, product);
  addInputs(b, r->reduction, 1, product);
  fuseAddBuffer(&b->base, mlirOperationGetResult(r->reduction->call.op, 0),
                &r->reduction->call, r->reduction->call.numInputs);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Around a tile, and the reduction of it. Computes with an empty body get that
/// of the programs that are fused.
static const char begin[] =
    "tir.func private @reduced()$symbols {\n"
    "$loops"
    "  tir.for \"columns\" (%u) in [($columns) ceildiv $b] parallel {\n"
    "    %A = tir.alloc \"A\" local : !tir.buffer<[$b], $to>\n"
    "    tir.compute \"identity\" (%c) in [$c] {\n"
    "      %none = arith.constant $identity\n"
    "      tir.store %none, %A[%c] : !tir.buffer<[$b], $to>\n    }\n"
    "    tir.for \"rows\" (%w) in [($rows) ceildiv $a] {\n"
    "      %T = tir.alloc \"T\" local : !tir.buffer<[$a, $b], $from>\n"
    "      tir.compute \"product\" (%r, %c$sums) in [$r, $c$extents] {\n"
    "      }\n";
/// Into memory of its own: then the product is used here only.
static const char map[] =
    "      %U = tir.alloc \"U\" local : !tir.buffer<[$a, $b], $from>\n"
    "      tir.compute \"map\" (%r, %c) in [$r, $c] {\n"
    "      }\n";
static const char end[] =
    "      tir.compute \"part\" (%c, reduce %r) in [$c, $r] update {\n"
    "      }\n"
    "    }\n"
    "    tir.compute \"result\" (%c) in [$c] {\n"
    "    }\n"
    "  }\n"
    "$closed"
    "  tir.return\n}\n";

static void setType(Template *t, const char *name, const FuseCall *call) {
  StrBuf text = {0};
  bridgePrintType(tirBufferTypeGetElementType(
                      mlirValueGetType(call->computes->targets->buffer)),
                  &text);
  templateSet(t, name, "%s", strBufText(&text));
  strBufFree(&text);
}

static void setIdentity(const ReducedBuilder *b, Template *t) {
  const FuseCall *reduction = b->reduced->reduction;
  MlirOperation monoid = fuseCallMonoid(b->reduced->graph, reduction->computes);
  StrBuf text = {0};
  bridgePrintAttribute(
      mlirArrayAttrGetElement(tirMonoidGetIdentity(monoid), 0), &text);
  templateSet(t, "identity", "%s", strBufText(&text));
  strBufFree(&text);
}

/// What is left for a tile; whole tiles, where that is known.
static void setPart(Template *t, const char *name, SymExpr all,
                    const char *loop, int size) {
  StrBuf text = {0};
  int64_t literal;
  symExprPrint(all, &text);
  if (symExprIsConst(all, &literal) && literal % size == 0)
    templateSet(t, name, "%d", size);
  else
    templateSet(t, name, "min(%d, %s - %d * %%%s)", size, strBufText(&text),
                size, loop);
  strBufFree(&text);
}

static void setLists(const ReducedBuilder *b, Template *t) {
  const Reduced *r = b->reduced;
  const TirComputeAccesses *product = r->product->computes;
  StrBuf loops = {0}, closed = {0}, sums = {0}, extents = {0}, symbols = {0};
  for (intptr_t i = 0; i < r->numLoops; ++i) {
    strBufAppendFormat(&loops, "  tir.for \"b%d\" (%%b%d) in [", (int)i,
                       (int)i);
    symExprPrint(r->reduction->computes->extents[r->loops[i]], &loops);
    strBufAppendC(&loops, "] parallel {\n");
    strBufAppendC(&closed, "  }\n");
  }
  for (intptr_t k = 0; k < product->numIterators; ++k) {
    if (!product->isReduce[k])
      continue;
    strBufAppendFormat(&sums, ", reduce %%k%d", (int)k);
    strBufAppendC(&extents, ", ");
    symExprPrint(product->extents[k], &extents);
  }
  fuseAppendSymbols(r->graph, &symbols);
  templateSet(t, "loops", "%s", strBufText(&loops));
  templateSet(t, "closed", "%s", strBufText(&closed));
  templateSet(t, "sums", "%s", strBufText(&sums));
  templateSet(t, "extents", "%s", strBufText(&extents));
  templateSet(t, "symbols", "%s", strBufText(&symbols));
  strBufFree(&loops);
  strBufFree(&closed);
  strBufFree(&sums);
  strBufFree(&extents);
  strBufFree(&symbols);
}

/// A null module after an error.
static MlirModule parse(ReducedBuilder *b) {
  const Reduced *r = b->reduced;
  StrBuf text = {0};
  Template t = {.arena = arenaOf(b), .out = &text};
  fuseSetExpr(&t, "rows", r->rows);
  fuseSetExpr(&t, "columns", r->columns);
  templateSet(&t, "a", "%d", REDUCED_ROWS);
  templateSet(&t, "b", "%d", REDUCED_COLUMNS);
  setPart(&t, "r", r->rows, "w", REDUCED_ROWS);
  setPart(&t, "c", r->columns, "u", REDUCED_COLUMNS);
  setType(&t, "from", r->product);
  setType(&t, "to", r->reduction);
  setIdentity(b, &t);
  setLists(b, &t);
  templateAppend(&t, begin);
  if (r->product->count == 2)
    templateAppend(&t, map);
  templateAppend(&t, end);
  MlirModule module =
      bridgeParseModule(b->base.context, strRefFromC(strBufText(&text)),
                        "relax-fuse-reduced");
  strBufFree(&text);
  return module;
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

static MlirBlock bodyNamed(const ReducedBuilder *b, const char *name) {
  MlirOperation op = fuseFindNamed(b->base.program->function, name);
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
}

static MlirValue memory(const ReducedBuilder *b, const char *name) {
  return mlirOperationGetResult(
      fuseFindNamed(b->base.program->function, name), 0);
}

/// Iterator `number` of a compute in a tile; those of loops go before.
static SymExpr tileIterator(const ReducedBuilder *b, intptr_t number) {
  number += b->reduced->numLoops + 2;
  return symExprSymbol(arenaOf(b), tirIteratorSymbol(arenaOf(b), number));
}

/// `size * tile + inner`, `tile` the column's (0) or the row's (1) loop.
static SymExpr placeIn(ReducedBuilder *b, intptr_t tile, int64_t size,
                       SymExpr inner) {
  SymExpr place = symExprConst(arenaOf(b), size);
  SymExpr loop = tileIterator(b, tile - 2);
  b->failed |=
      symExprMul(arenaOf(b), place, loop, &place) != SYM_OK ||
      symExprAdd(arenaOf(b), place, inner, &place) != SYM_OK;
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
  return symExprConst(arenaOf(b), 0);
}

/// Iterators of a compute whose `own` names the places that `at` names in the
/// reduction; all others are 0.
static SymExpr *iteratorsAt(ReducedBuilder *b,
                            const TirComputeAccesses *compute,
                            const TirAccess *own, const TirAccess *at,
                            SymExpr row, SymExpr column) {
  SymExpr *result = ARENA_ARRAY(arenaOf(b), SymExpr, compute->numIterators);
  for (intptr_t k = 0; k < compute->numIterators; ++k)
    result[k] = symExprConst(arenaOf(b), 0);
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
  MlirValue *values = ARENA_ARRAY(arenaOf(b), MlirValue, loops + own);
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
  FuseRedirect redirects[] = {
      {.buffer = memory(b, "T"), .indices = at},
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
      ARENA_ARRAY(arenaOf(b), SymExpr, call->computes->numIterators);
  for (intptr_t k = 0; k < call->computes->numIterators; ++k)
    unused[k] = symExprConst(arenaOf(b), 0);
  fill(b, "part", call, call->computes, unused, part, 2);
}

/// A load and a store, or the map of the result.
static void fillResult(ReducedBuilder *b) {
  const Reduced *r = b->reduced;
  const FuseCall *call = r->reduction;
  const TirAccess *target = call->computes->targets;
  SymExpr column = tileIterator(b, 0), none = symExprConst(arenaOf(b), 0);
  MlirValue to =
      mlirBlockGetArgument(b->base.body, b->base.program->numInputs);
  SymExpr *places = ARENA_ARRAY(arenaOf(b), SymExpr, target->rank);
  for (intptr_t d = 0; d < target->rank; ++d) {
    intptr_t k = tirBareIterator(target->indices[d]);
    places[d] = k < 0 ? none : placeOf(b, k, none, column);
  }
  FuseRedirect redirects[] = {
      {.buffer = to, .indices = places},
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
  MlirValue *values = ARENA_ARRAY(arenaOf(b), MlirValue, loops + 1);
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

bool reducedBuild(const Reduced *reduced, StrRef name, FusedProgram *program) {
  MlirOperation call = reduced->product->call.op;
  ReducedBuilder b = {.reduced = reduced,
                      .base = fuseStartProgram(reduced->graph, call, program)};
  addArguments(&b);
  MlirModule module = b.failed ? (MlirModule){NULL} : parse(&b);
  fuseMakeFunction(&b.base, name,
                   tirFuncGetTarget(reduced->product->call.callee));
  if (module.ptr) {
    fuseTakeBody(&b.base, module);
    findIterators(&b);
    fillProduct(&b);
    fillReduction(&b);
    fillResult(&b);
  }
  if (!module.ptr || b.failed || b.base.failed) {
    mlirOperationDestroy(program->function);
    return false;
  }
  fuseSetSymbols(reduced->graph, program);
  return true;
}
