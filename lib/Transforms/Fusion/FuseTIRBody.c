//===- FuseTIRBody.c - bodies in the place of loads -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Fusion/FuseTIR.h"

#include <assert.h>
#include <stb/stb_ds.h>

/// A value of a member's body and what it is in the program.
typedef struct Mapped {
  const void *key;
  MlirValue value;
} Mapped;

static MlirValue append(FuseBuilder *b, MlirOperation op) {
  return mlirOperationGetResult(fuseAppendShared(b, op), 0);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// The value of an expression over iterators as an index.
static MlirValue buildIndex(FuseBuilder *b, SymExpr expr, MlirLocation loc) {
  StrRef name;
  if (symExprIsSymbol(expr, &name) && tirIteratorOf(name) >= 0)
    return b->iterators[tirIteratorOf(name)];
  FuseIndices indices = fuseIndices(b, &expr, 1);
  TirExtentArgs args = {.numIndices = indices.numOperands,
                        .indices = indices.operands,
                        .expr = mlirArrayAttrGetElement(indices.exprs, 0),
                        .resultType = mlirIndexTypeGet(b->context)};
  return append(b, tirExtentCreate(loc, &args));
}

static MlirValue mappedValue(FuseBuilder *b, const FuseInstance *instance,
                             Mapped **map, MlirValue value) {
  if (!value.ptr)
    return value;
  if (mlirValueIsABlockArgument(value))
    return buildIndex(
        b, instance->iterators[mlirBlockArgumentGetArgNumber(value)], b->loc);
  const Mapped *mapped = mapEntry(*map, value.ptr);
  assert(mapped && "used before its definition");
  return mapped->value;
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

static MlirValue buildLoad(FuseBuilder *b, MlirValue buffer, MlirLocation name,
                           const SymExpr *indices, intptr_t rank,
                           MlirValue pad) {
  FuseIndices access = fuseIndices(b, indices, rank);
  TirLoadArgs args = {
      .buffer = buffer,
      .numIndices = access.numOperands,
      .indices = access.operands,
      .pad = pad,
      .exprs = access.exprs,
      .resultType = tirBufferTypeGetElementType(mlirValueGetType(buffer))};
  return append(b, tirLoadCreate(fuseNamed(b, name, b->loc, false), &args));
}

static MlirValue buildLiteral(FuseBuilder *b, MlirLocation name,
                              MlirAttribute value) {
  MlirOperationState state =
      mlirOperationStateGet(mlirStringRefCreateFromCString("arith.constant"),
                            fuseNamed(b, name, b->loc, false));
  MlirNamedAttribute attribute = mlirNamedAttributeGet(
      mlirIdentifierGet(b->context, mlirStringRefCreateFromCString("value")),
      value);
  MlirType type = mlirAttributeGetType(value);
  mlirOperationStateAddAttributes(&state, 1, &attribute);
  mlirOperationStateAddResults(&state, 1, &type);
  return append(b, mlirOperationCreate(&state));
}

static const TirAccess *accessOf(const FuseNode *node, MlirOperation load) {
  for (intptr_t i = 0; i < node->compute.numLoads; ++i)
    if (mlirOperationEqual(node->compute.loads[i].op, load))
      return &node->compute.loads[i];
  assert(false && "a load that is no access");
  return NULL;
}

/// A literal, a member's body, the anchor's result or an element from outside.
static MlirValue buildRead(FuseBuilder *b, const FuseInstance *instance,
                           Mapped **map, MlirOperation load) {
  FusePlan *plan = b->plan;
  const FuseNode *node = &plan->graph->nodes[instance->node];
  const TirAccess *access = accessOf(node, load);
  intptr_t input = fuseInputOf(node, access);
  MlirValue value = relaxCallTirGetInputs(node->op, input);
  MlirLocation name = mlirValueGetLocation(value);
  if (node->literals[input].ptr)
    return buildLiteral(b, name, node->literals[input]);
  SymExpr *indices = ARENA_ARRAY(b->arena, SymExpr, access->rank);
  FuseInstance *read = fuseInstanceRead(plan, instance, access, indices);
  if (read)
    return fuseBuildBody(b, read);
  if (instance->inEpilogue && node->producers[input] == plan->anchor) {
    const TirAccess *place = plan->graph->nodes[plan->result].compute.targets;
    return buildLoad(b, b->output, name, place->indices, place->rank,
                     (MlirValue){NULL});
  }
  MlirValue buffer = fuseBufferOf(b, value);
  return buildLoad(b, buffer, mlirValueGetLocation(buffer), indices,
                   access->rank,
                   mappedValue(b, instance, map, tirLoadGetPad(load)));
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

static MlirValue buildExtent(FuseBuilder *b, const FuseInstance *instance,
                             MlirOperation op) {
  const FuseNode *node = &b->plan->graph->nodes[instance->node];
  intptr_t count = tirExtentGetNumIndices(op);
  MlirValue *operands = ARENA_ARRAY(b->arena, MlirValue, count);
  for (intptr_t i = 0; i < count; ++i)
    operands[i] = tirExtentGetIndices(op, i);
  MlirAttribute attribute = tirExtentGetExpr(op);
  SymExpr expr;
  if (!tirIteratorIndices(b->arena, mlirArrayAttrGet(b->context, 1, &attribute),
                          node->compute.body, operands, count, &expr)) {
    b->failed = true;
    expr = symExprConst(b->arena, 0);
  }
  intptr_t numIterators = node->compute.numIterators;
  StrRef *names = ARENA_ARRAY(b->arena, StrRef, numIterators);
  for (intptr_t k = 0; k < numIterators; ++k)
    names[k] = tirIteratorSymbol(b->arena, k);
  b->failed |=
      symExprSubstitute(b->arena, expr, node->symbols, node->symbolValues,
                        node->numSymbols, &expr) != SYM_OK ||
      symExprSubstitute(b->arena, expr, names, instance->iterators,
                        (size_t)numIterators, &expr) != SYM_OK;
  return buildIndex(b, expr,
                    fuseNamed(b, mlirOperationGetLocation(op), b->loc, false));
}

/// What the body stores or reduces.
static MlirValue storedValue(MlirOperation op) {
  if (tirIsStore(op))
    return tirStoreGetValue(op);
  return tirIsReduce(op) ? tirReduceGetValues(op, 0) : (MlirValue){NULL};
}

static void buildClone(FuseBuilder *b, const FuseInstance *instance,
                       Mapped **map, MlirOperation op) {
  const FuseNode *node = &b->plan->graph->nodes[instance->node];
  MlirOperation clone = mlirOperationClone(op);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    mlirOperationSetOperand(
        clone, i,
        mappedValue(b, instance, map, mlirOperationGetOperand(op, i)));
  // The value of a member is known by its name in the graph.
  MlirValue stored = storedValue(node->compute.targets->op);
  bool isResult =
      !node->compute.reduces && mlirOperationEqual(bridgeDefiner(stored), op);
  MlirLocation loc = mlirOperationGetLocation(op);
  mlirOperationSetLocation(
      clone, fuseNamed(b, isResult ? mlirOperationGetLocation(node->op) : loc,
                       loc, false));
  clone = fuseAppendShared(b, clone);
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    hmput(*map, mlirOperationGetResult(op, i).ptr,
          mlirOperationGetResult(clone, i));
}

MlirValue fuseBuildBody(FuseBuilder *b, FuseInstance *root) {
  if (root->value.ptr)
    return root->value;
  const FuseNode *node = &b->plan->graph->nodes[root->node];
  Mapped *map = NULL;
  for (MlirOperation op = mlirBlockGetFirstOperation(node->compute.body);
       op.ptr; op = mlirOperationGetNextInBlock(op)) {
    MlirValue stored = storedValue(op);
    if (stored.ptr)
      root->value = mappedValue(b, root, &map, stored);
    else if (tirIsLoad(op))
      hmput(map, mlirOperationGetResult(op, 0).ptr,
            buildRead(b, root, &map, op));
    else if (tirIsExtent(op))
      hmput(map, mlirOperationGetResult(op, 0).ptr, buildExtent(b, root, op));
    else
      buildClone(b, root, &map, op);
  }
  hmfree(map);
  return root->value;
}

void fuseBuildTarget(FuseBuilder *b, const TirAccess *target, MlirValue value,
                     const SymExpr *indices) {
  const MlirAttribute *unused;
  intptr_t rank = tirBufferTypeGetDims(mlirValueGetType(b->output), &unused);
  FuseIndices access = fuseIndices(b, indices, rank);
  if (tirIsStore(target->op)) {
    TirStoreArgs args = {.value = value,
                         .buffer = b->output,
                         .numIndices = access.numOperands,
                         .indices = access.operands,
                         .exprs = access.exprs};
    mlirBlockAppendOwnedOperation(b->block, tirStoreCreate(b->loc, &args));
    return;
  }
  TirReduceArgs args = {.numValues = 1,
                        .values = &value,
                        .numBuffers = 1,
                        .buffers = &b->output,
                        .numIndices = access.numOperands,
                        .indices = access.operands,
                        .monoid = tirReduceGetMonoid(target->op),
                        .exprs =
                            mlirArrayAttrGet(b->context, 1, &access.exprs)};
  mlirBlockAppendOwnedOperation(b->block, tirReduceCreate(b->loc, &args));
}
