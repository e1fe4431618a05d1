//===- FuseLookupsBuild.c - the program of a look-up ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// One compute: the element of the table, and what was a map of the sum. Outside
// of the table is 0, which is what a sum without the element has.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Transforms/Fusion/FuseLookups.h"

typedef struct LookupBuilder {
  const Lookup *lookup;
  FuseBuilder base;
  bool failed;
} LookupBuilder;

static Arena *arenaOf(const LookupBuilder *b) { return b->base.arena; }

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static void addInput(LookupBuilder *b, const FuseCall *call,
                     const TirAccess *access) {
  FusedProgram *program = b->base.program;
  MlirValue value = fuseCallOperand(call, access);
  if (!value.ptr || fuseInputNumber(program, value) >= 0)
    return;
  b->failed |= program->numInputs == LOOKUP_MAX_INPUTS;
  if (b->failed)
    return;
  program->inputs[program->numInputs++] = value;
  fuseAddBuffer(&b->base, value, &call->call,
                mlirBlockArgumentGetArgNumber(access->buffer));
}

static void addArguments(LookupBuilder *b) {
  const Lookup *l = b->lookup;
  b->base.program->inputs =
      ARENA_ARRAY(arenaOf(b), MlirValue, LOOKUP_MAX_INPUTS);
  addInput(b, l->place.call, l->place.access);
  addInput(b, l->table.call, l->table.access);
  const TirComputeAccesses *map = &l->sum->computes[1];
  for (intptr_t i = 0; l->sum->count == 2 && i < map->numLoads; ++i)
    addInput(b, l->sum, &map->loads[i]);
  fuseAddBuffer(&b->base, mlirOperationGetResult(l->sum->call.op, 0),
                &l->sum->call, l->sum->call.numInputs);
}

//===----------------------------------------------------------------------===//
// The compute
//===----------------------------------------------------------------------===//

/// A compute over the spatial iterators of another one; `iterators` gets what
/// these are in it, and 0 for those of sums.
static MlirBlock openCompute(LookupBuilder *b, const TirComputeAccesses *like,
                             SymExpr *iterators) {
  intptr_t count = 0;
  MlirContext context = b->base.context;
  MlirAttribute *kinds =
      ARENA_ARRAY(arenaOf(b), MlirAttribute, like->numIterators);
  MlirAttribute *lower =
      ARENA_ARRAY(arenaOf(b), MlirAttribute, like->numIterators);
  MlirAttribute *upper =
      ARENA_ARRAY(arenaOf(b), MlirAttribute, like->numIterators);
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  for (intptr_t k = 0; k < like->numIterators; ++k) {
    iterators[k] = symExprConst(arenaOf(b), 0);
    if (like->isReduce[k])
      continue;
    iterators[k] =
        symExprSymbol(arenaOf(b), tirIteratorSymbol(arenaOf(b), count));
    kinds[count] = mlirArrayAttrGetElement(tirComputeGetKinds(like->op), k);
    lower[count] = mlirArrayAttrGetElement(tirComputeGetLower(like->op), k);
    upper[count++] = symExprToAttribute(context, like->extents[k]);
    mlirBlockAddArgument(
        block, mlirIndexTypeGet(context),
        mlirValueGetLocation(mlirBlockGetArgument(like->body, k)));
  }
  TirComputeArgs args = {.name = strRefFromC("look_up"),
                         .kinds = mlirArrayAttrGet(context, count, kinds),
                         .lower = mlirArrayAttrGet(context, count, lower),
                         .upper = mlirArrayAttrGet(context, count, upper)};
  MlirOperation op = tirComputeCreate(b->base.loc, &args);
  mlirBlockAppendOwnedOperation(b->base.body, op);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(op, 0), block);
  b->base.block = block;
  b->base.iterators = ARENA_ARRAY(arenaOf(b), MlirValue, count + 1);
  for (intptr_t i = 0; i < count; ++i)
    b->base.iterators[i] = mlirBlockGetArgument(block, i);
  return block;
}

/// A load from outside, at places over the new compute's iterators.
static MlirValue load(LookupBuilder *b, const LookupLeaf *leaf,
                      const SymExpr *sum, intptr_t dim, SymExpr at,
                      MlirValue pad) {
  intptr_t rank = leaf->access->rank,
           count = b->lookup->sum->computes->numIterators;
  StrRef *names = ARENA_ARRAY(arenaOf(b), StrRef, count);
  SymExpr *indices = ARENA_ARRAY(arenaOf(b), SymExpr, rank);
  for (intptr_t k = 0; k < count; ++k)
    names[k] = tirIteratorSymbol(arenaOf(b), k);
  for (intptr_t d = 0; d < rank; ++d) {
    indices[d] = at;
    if (d != dim)
      b->failed |= symExprSubstitute(arenaOf(b), leaf->indices[d], names, sum,
                                     (size_t)count, &indices[d]) != SYM_OK;
  }
  MlirValue buffer =
      fuseBufferOf(&b->base, fuseCallOperand(leaf->call, leaf->access));
  FuseIndices access = fuseIndices(&b->base, indices, rank);
  TirLoadArgs args = {
      .buffer = buffer,
      .numIndices = access.numOperands,
      .indices = access.operands,
      .pad = pad,
      .exprs = access.exprs,
      .resultType = tirBufferTypeGetElementType(mlirValueGetType(buffer))};
  MlirOperation op =
      tirLoadCreate(mlirOperationGetLocation(leaf->access->op), &args);
  mlirBlockAppendOwnedOperation(b->base.block, op);
  return mlirOperationGetResult(op, 0);
}

static MlirValue make(LookupBuilder *b, const char *name, const char *result,
                      MlirType type, MlirValue operand, MlirAttribute value) {
  MlirOperationState state = mlirOperationStateGet(
      mlirStringRefCreateFromCString(name),
      bridgeNamedLocation(strRefFromC(result), b->base.loc));
  mlirOperationStateAddResults(&state, 1, &type);
  if (operand.ptr)
    mlirOperationStateAddOperands(&state, 1, &operand);
  MlirNamedAttribute attribute = {.name = {NULL}};
  if (value.ptr) {
    attribute = mlirNamedAttributeGet(
        mlirIdentifierGet(b->base.context,
                          mlirStringRefCreateFromCString("value")),
        value);
    mlirOperationStateAddAttributes(&state, 1, &attribute);
  }
  MlirOperation op = mlirOperationCreate(&state);
  mlirBlockAppendOwnedOperation(b->base.block, op);
  return mlirOperationGetResult(op, 0);
}

/// The element, where the sum's iterators are these.
static MlirValue lookUp(LookupBuilder *b, const SymExpr *sum,
                        intptr_t numIterators) {
  const Lookup *l = b->lookup;
  SymExpr none = symExprConst(arenaOf(b), 0);
  MlirValue nothing = {NULL};
  MlirValue given = load(b, &l->place, sum, -1, none, nothing);
  MlirType type =
      tirBufferTypeGetElementType(mlirValueGetType(l->table.access->buffer));
  b->base.iterators[numIterators] =
      make(b, "arith.index_cast", "place", mlirIndexTypeGet(b->base.context),
           given, mlirAttributeGetNull());
  MlirValue outside = make(
      b, "arith.constant", "outside", type, nothing,
      mlirTypeIsAFloat(type) ? mlirFloatAttrDoubleGet(b->base.context, type, 0)
                             : mlirIntegerAttrGet(type, 0));
  SymExpr at =
      symExprSymbol(arenaOf(b), tirIteratorSymbol(arenaOf(b), numIterators));
  return load(b, &l->table, sum, l->dim, at, outside);
}

static void buildSum(LookupBuilder *b) {
  const TirComputeAccesses *compute = b->lookup->sum->computes;
  SymExpr *own = ARENA_ARRAY(arenaOf(b), SymExpr, compute->numIterators);
  MlirBlock block = openCompute(b, compute, own);
  MlirValue value = lookUp(b, own, mlirBlockGetNumArguments(block));
  intptr_t rank = compute->targets->rank;
  SymExpr *indices = ARENA_ARRAY(arenaOf(b), SymExpr, rank);
  for (intptr_t d = 0; d < rank; ++d) {
    intptr_t k = tirBareIterator(compute->targets->indices[d]);
    indices[d] = k < 0 ? compute->targets->indices[d] : own[k];
  }
  FuseIndices access = fuseIndices(&b->base, indices, rank);
  TirStoreArgs args = {
      .value = value,
      .buffer = mlirBlockGetArgument(b->base.body, b->base.program->numInputs),
      .numIndices = access.numOperands,
      .indices = access.operands,
      .exprs = access.exprs};
  mlirBlockAppendOwnedOperation(block, tirStoreCreate(b->base.loc, &args));
}

/// Each point of the map looks its own element up.
static void buildMap(LookupBuilder *b) {
  const FuseCall *call = b->lookup->sum;
  const TirComputeAccesses *compute = call->computes, *map = compute + 1;
  SymExpr *own = ARENA_ARRAY(arenaOf(b), SymExpr, map->numIterators);
  SymExpr *sum = ARENA_ARRAY(arenaOf(b), SymExpr, compute->numIterators);
  MlirBlock block = openCompute(b, map, own);
  const TirAccess *result = NULL;
  for (intptr_t i = 0; i < map->numLoads; ++i)
    if (!fuseCallOperand(call, &map->loads[i]).ptr)
      result = &map->loads[i];
  for (intptr_t k = 0; k < compute->numIterators; ++k)
    sum[k] = symExprConst(arenaOf(b), 0);
  for (intptr_t d = 0; d < compute->targets->rank; ++d) {
    intptr_t k = tirBareIterator(compute->targets->indices[d]);
    if (k >= 0)
      sum[k] = result->indices[d];
  }
  MlirValue value = lookUp(b, sum, mlirBlockGetNumArguments(block));
  FuseRedirect redirects[] = {
      {.buffer = mlirBlockGetArgument(b->base.body, b->base.program->numInputs),
       .indices = map->targets->indices},
      {.access = result, .value = value}};
  FuseCallBody body = {.graph = b->lookup->graph,
                       .program = b->base.program,
                       .call = call,
                       .compute = map,
                       .iterators = own,
                       .values = b->base.iterators,
                       .redirects = redirects,
                       .numRedirects = 2};
  b->failed = b->failed || !fuseCallFill(&body, block);
}

bool lookupBuild(const Lookup *lookup, StrRef name, FusedProgram *program) {
  const FuseCall *sum = lookup->sum;
  LookupBuilder b = {
      .lookup = lookup,
      .base = fuseStartProgram(lookup->graph, sum->call.op, program)};
  addArguments(&b);
  fuseMakeFunction(&b.base, name, tirFuncGetTarget(sum->call.callee));
  if (!b.failed && sum->count == 2)
    buildMap(&b);
  else if (!b.failed)
    buildSum(&b);
  fuseEndFunction(&b.base);
  if (b.failed || b.base.failed) {
    mlirOperationDestroy(program->function);
    return false;
  }
  fuseSetSymbols(lookup->graph, program);
  return true;
}
