//===- FuseTIR.c - one loop-level program from several --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Fusion/FuseTIR.h"
#include "dialects/Relax/BlockType.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Sym/Walk.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Symbols.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Blocks.h"

#include <assert.h>
#include <ctype.h>

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static MlirAttribute text(FuseBuilder *b, StrRef value) {
  return mlirStringAttrGet(b->context, strRefToMlir(value));
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

static bool isMember(const FusePlan *plan, intptr_t node) {
  for (intptr_t m = 0; m < plan->numMembers; ++m)
    if (plan->members[m] == node)
      return true;
  return false;
}

static MlirType bufferType(MlirValue value) {
  RelaxTensorInfo info;
  relaxTensorInfo(relaxStoredTensorType(mlirValueGetType(value)), &info);
  return tirBufferTypeGet(mlirTypeGetContext(info.elementType), info.rank,
                          info.dims, tirStoredType(info.elementType));
}

static bool isBufferName(const FuseBuilder *b, StrRef name) {
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(b->body); i < e; ++i)
    if (strRefEqual(bridgeLocationName(
                        mlirValueGetLocation(mlirBlockGetArgument(b->body, i))),
                    name))
      return true;
  return false;
}

/// Schedules find buffers by name, and values of a function may share theirs.
static MlirLocation uniqueBuffer(FuseBuilder *b, MlirLocation loc) {
  StrRef base = bridgeLocationName(loc);
  if (base.length == 0 || !isBufferName(b, base))
    return loc;
  StrBuf text = {0};
  int number = 0;
  do {
    text.length = 0;
    strBufAppend(&text, base);
    strBufAppendFormat(&text, "_%d", number++);
  } while (isBufferName(b, (StrRef){text.data, text.length}));
  loc = bridgeNamedLocation((StrRef){text.data, text.length}, b->loc);
  strBufFree(&text);
  return loc;
}

void fuseAddBuffer(FuseBuilder *b, MlirValue value, const FuseNode *node,
                   intptr_t input) {
  MlirBlock callee = bridgeBody(node->callee);
  MlirLocation own = mlirValueGetLocation(mlirBlockGetArgument(callee, input));
  MlirLocation named = fuseNamed(b, mlirValueGetLocation(value), own, true);
  mlirBlockAddArgument(b->body, bufferType(value), uniqueBuffer(b, named));
}

/// Inputs of members in order, each once; then the result.
static void addBuffers(FuseBuilder *b) {
  const FusePlan *plan = b->plan;
  FusedProgram *program = b->program;
  intptr_t limit = 0;
  for (intptr_t m = 0; m < plan->numMembers; ++m)
    limit += plan->graph->nodes[plan->members[m]].numInputs;
  program->inputs = ARENA_ARRAY(b->arena, MlirValue, limit);
  for (intptr_t m = 0; m < plan->numMembers; ++m) {
    const FuseNode *node = &plan->graph->nodes[plan->members[m]];
    for (intptr_t i = 0; i < node->numInputs; ++i) {
      MlirValue value = relaxCallTirGetInputs(node->op, i);
      if (node->literals[i].ptr || fuseInputNumber(program, value) >= 0 ||
          (node->producers[i] >= 0 && isMember(plan, node->producers[i])))
        continue;
      program->inputs[program->numInputs++] = value;
      fuseAddBuffer(b, value, node, i);
    }
  }
  const FuseNode *result = &plan->graph->nodes[plan->result];
  fuseAddBuffer(b, mlirOperationGetResult(result->op, 0), result,
                result->numInputs);
  b->output = mlirBlockGetArgument(b->body, program->numInputs);
}

//===----------------------------------------------------------------------===//
// Computes
//===----------------------------------------------------------------------===//

/// Opens a compute with the domain of `node`.
static void openCompute(FuseBuilder *b, const FuseNode *node, StrRef name) {
  const TirComputeAccesses *compute = &node->compute;
  intptr_t count = compute->numIterators;
  MlirAttribute *upper = ARENA_ARRAY(b->arena, MlirAttribute, count);
  for (intptr_t k = 0; k < count; ++k)
    upper[k] = symExprToAttribute(b->context, compute->extents[k]);
  TirComputeArgs args = {.name = name,
                         .kinds = tirComputeGetKinds(compute->op),
                         .lower = tirComputeGetLower(compute->op),
                         .upper = mlirArrayAttrGet(b->context, count, upper)};
  MlirOperation op = tirComputeCreate(b->loc, &args);
  mlirBlockAppendOwnedOperation(b->body, op);
  b->block = mlirBlockCreate(0, NULL, NULL);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(op, 0), b->block);
  b->iterators = ARENA_ARRAY(b->arena, MlirValue, count);
  for (intptr_t k = 0; k < count; ++k)
    b->iterators[k] = mlirBlockAddArgument(
        b->block, mlirIndexTypeGet(b->context),
        mlirValueGetLocation(mlirBlockGetArgument(compute->body, k)));
}

static StrRef computeName(const FuseNode *node) {
  return tirComputeGetName(node->compute.op);
}

/// Where the anchor writes an element, as indices of the result's buffer.
static SymExpr *anchorPlace(FuseBuilder *b) {
  const FusePlan *plan = b->plan;
  const TirAccess *own = plan->graph->nodes[plan->anchor].compute.targets;
  intptr_t rank = plan->graph->nodes[plan->result].compute.targets->rank;
  SymExpr *place = ARENA_ARRAY(b->arena, SymExpr, rank);
  for (intptr_t o = 0; o < rank; ++o)
    place[o] = symExprConst(b->arena, 0);
  for (intptr_t d = 0; d < own->rank; ++d) {
    StrRef name;
    if (symExprIsSymbol(plan->anchorIndices[d], &name))
      place[tirIteratorOf(name)] = own->indices[d];
  }
  return place;
}

/// The element that an epilogue is about to store, as it is: a reshape that
/// only adds or drops dimensions of extent 1.
static bool isOwnElement(const FuseBuilder *b, MlirValue value) {
  MlirOperation op = bridgeDefiner(value);
  return tirIsLoad(op) && mlirValueEqual(tirLoadGetBuffer(op), b->output);
}

static StrRef epilogueName(FuseBuilder *b, const FuseNode *node,
                           StrRef anchorName) {
  StrRef name = computeName(node);
  if (!strRefEqual(name, anchorName))
    return name;
  StrBuf other = {0};
  strBufAppend(&other, name);
  strBufAppendC(&other, "_1");
  name = arenaCopyString(b->arena, strRefFromC(strBufText(&other)));
  strBufFree(&other);
  return name;
}

static void buildEpilogue(FuseBuilder *b, StrRef anchorName) {
  const FuseNode *node = &b->plan->graph->nodes[b->plan->result];
  const TirAccess *target = node->compute.targets;
  openCompute(b, node, epilogueName(b, node, anchorName));
  MlirValue value = fuseBuildBody(b, &b->plan->instances[1]);
  if (isOwnElement(b, value))
    mlirOperationDestroy(mlirBlockGetParentOperation(b->block));
  else
    fuseBuildTarget(b, target, value, target->indices);
}

static void buildComputes(FuseBuilder *b) {
  FusePlan *plan = b->plan;
  FuseInstance *root = &plan->instances[0];
  const FuseNode *node = &plan->graph->nodes[root->node];
  const TirAccess *target = node->compute.targets;
  openCompute(b, node, computeName(node));
  MlirValue value = fuseBuildBody(b, root);
  fuseBuildTarget(b, target, value,
                  fuseHasEpilogue(plan) ? anchorPlace(b) : target->indices);
  if (fuseHasEpilogue(plan))
    buildEpilogue(b, computeName(node));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

FuseBuilder fuseStartProgram(const FuseGraph *graph, MlirOperation call,
                             FusedProgram *program) {
  *program = (FusedProgram){.numInputs = 0};
  return (FuseBuilder){.arena = graph->arena,
                       .context = mlirOperationGetContext(call),
                       .loc = bridgeUnnamed(mlirOperationGetLocation(call)),
                       .program = program,
                       .body = mlirBlockCreate(0, NULL, NULL)};
}

void fuseMakeFunction(FuseBuilder *b, StrRef name, MlirAttribute target) {
  intptr_t count = mlirBlockGetNumArguments(b->body);
  MlirType *types = ARENA_ARRAY(b->arena, MlirType, count);
  for (intptr_t i = 0; i < count; ++i)
    types[i] = mlirValueGetType(mlirBlockGetArgument(b->body, i));
  TirFuncArgs args = {
      .sym_name = name,
      .function_type = mlirFunctionTypeGet(b->context, count, types, 0, NULL),
      .sym_visibility = text(b, strRefFromC("private")),
      .target = target};
  b->program->function = tirFuncCreate(b->loc, &args);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(b->program->function, 0),
                             b->body);
}

void fuseEndFunction(FuseBuilder *b) {
  TirReturnArgs nothing = {0};
  mlirBlockAppendOwnedOperation(b->body, tirReturnCreate(b->loc, &nothing));
}

bool fuseBuildProgram(FusePlan *plan, StrRef name, FusedProgram *program) {
  const FuseNode *result = &plan->graph->nodes[plan->result];
  FuseBuilder b = fuseStartProgram(plan->graph, result->op, program);
  b.plan = plan;
  addBuffers(&b);
  fuseMakeFunction(&b, name, tirFuncGetTarget(result->callee));
  buildComputes(&b);
  fuseEndFunction(&b);
  if (b.failed)
    mlirOperationDestroy(program->function);
  else
    fuseSetSymbols(plan->graph, program);
  return !b.failed;
}
