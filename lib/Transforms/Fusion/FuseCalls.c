//===- FuseCalls.c - calls of programs of one or two computes -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Fusion/FuseCalls.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/TIR/Monoid.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Symbols.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"

static bool isArgument(const FuseCall *call, MlirValue buffer) {
  return mlirValueIsABlockArgument(buffer) &&
         mlirBlockEqual(mlirBlockArgumentGetOwner(buffer),
                        bridgeBody(call->call.callee));
}

static bool isResult(const FuseCall *call, MlirValue buffer) {
  return isArgument(call, buffer) &&
         mlirBlockArgumentGetArgNumber(buffer) == call->call.numInputs;
}

/// Every element of a buffer has one point of the domain, but for sums.
static bool isCovered(const FuseGraph *graph, const TirComputeAccesses *compute,
                      const TirAccess *target) {
  for (intptr_t d = 0; d < target->rank; ++d) {
    intptr_t k = tirBareIterator(target->indices[d]);
    bool fits =
        k < 0
            ? symExprIs(target->indices[d], 0) && symExprIs(target->dims[d], 1)
            : factsEqual(&graph->facts, compute->extents[k], target->dims[d]);
    for (intptr_t e = 0; e < d && k >= 0; ++e)
      fits &= tirBareIterator(target->indices[e]) != k;
    if (!fits)
      return false;
  }
  return true;
}

static bool readCompute(FuseGraph *graph, FuseCall *node, MlirOperation op) {
  TirComputeAccesses *compute = &node->computes[node->count];
  if (node->count == 2 || !tirIsCompute(op) ||
      !tirComputeAccesses(op, graph->arena, compute) ||
      compute->numTargets != 1 || !isResult(node, compute->targets->buffer) ||
      !fuseMoveToCaller(graph->arena, &node->call, compute) ||
      !isCovered(graph, compute, compute->targets))
    return false;
  for (intptr_t i = 0; i < compute->numLoads; ++i)
    if (!isArgument(node, compute->loads[i].buffer) ||
        (node->count == 0 && isResult(node, compute->loads[i].buffer)))
      return false;
  for (op = mlirBlockGetFirstOperation(compute->body); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (tirIsCheck(op))
      return false;
  ++node->count;
  return true;
}

const FuseCall *fuseCallRead(FuseGraph *graph, MlirOperation call) {
  FuseCall *node = ARENA_ARRAY(graph->arena, FuseCall, 1);
  if (!relaxIsCallTir(call) || mlirOperationGetNumResults(call) != 1 ||
      relaxCallTirGetStorage(call).ptr || relaxCallTirGetOffsets(call).ptr)
    return NULL;
  *node = (FuseCall){.call = {.op = call,
                              .numInputs = relaxCallTirGetNumInputs(call),
                              .numFacts = graph->facts.count}};
  node->call.callee = moduleSymbolsFind(
      graph->symbols, bridgeRefName(relaxCallTirGetCallee(call)));
  MlirOperation callee = node->call.callee;
  if (!tirIsFunc(callee) || tirIsSettled(callee) ||
      tirFuncGetArgAttrs(callee).ptr || !bridgeBody(callee).ptr ||
      !fuseBindCallee(graph, &node->call))
    return NULL;
  for (MlirOperation op = mlirBlockGetFirstOperation(bridgeBody(callee));
       op.ptr; op = mlirOperationGetNextInBlock(op))
    if (!tirIsReturn(op) && !readCompute(graph, node, op))
      return NULL;
  return node->count ? node : NULL;
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

MlirValue fuseCallOperand(const FuseCall *call, const TirAccess *access) {
  return isResult(call, access->buffer)
             ? (MlirValue){NULL}
             : relaxCallTirGetInputs(
                   call->call.op,
                   mlirBlockArgumentGetArgNumber(access->buffer));
}

MlirValue fuseCallStored(const TirComputeAccesses *compute) {
  MlirOperation op = compute->targets->op;
  return tirIsStore(op) ? tirStoreGetValue(op) : tirReduceGetValues(op, 0);
}

const TirAccess *fuseCallLoad(const TirComputeAccesses *compute,
                              MlirValue value) {
  for (intptr_t i = 0; i < compute->numLoads; ++i)
    if (mlirValueEqual(mlirOperationGetResult(compute->loads[i].op, 0), value))
      return compute->loads[i].padded ? NULL : &compute->loads[i];
  return NULL;
}

bool fuseCallIs(MlirValue value, const char *name, MlirValue operands[2]) {
  if (!mlirValueIsAOpResult(value))
    return false;
  MlirOperation op = mlirOpResultGetOwner(value);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e && i < 2; ++i)
    operands[i] = mlirOperationGetOperand(op, i);
  return strRefEqual(bridgeOpName(op), strRefFromC(name)) &&
         mlirTypeIsAF32(mlirValueGetType(value));
}

MlirOperation fuseCallMonoid(const FuseGraph *graph,
                             const TirComputeAccesses *compute) {
  return moduleSymbolsFind(
      graph->symbols, bridgeRefName(tirReduceGetMonoid(compute->targets->op)));
}

bool fuseCallCombines(const FuseGraph *graph, const TirComputeAccesses *compute,
                      const char *kind) {
  MlirOperation monoid =
      compute->reduces ? fuseCallMonoid(graph, compute) : (MlirOperation){NULL};
  return monoid.ptr && strRefEqual(tirMonoidKind(monoid), strRefFromC(kind));
}

bool fuseCallIsSame(const TirComputeAccesses *compute, const TirAccess *load) {
  const TirAccess *target = compute->targets;
  if (!load || load->rank != target->rank)
    return false;
  for (intptr_t d = 0; d < load->rank; ++d)
    if (!symExprIs(load->dims[d], 1) &&
        !symExprEqual(load->indices[d], target->indices[d]))
      return false;
  return true;
}

bool fuseCallMapsResult(const FuseCall *call) {
  const TirComputeAccesses *map = &call->computes[1];
  bool found = false;
  for (intptr_t i = 0; i < map->numLoads; ++i) {
    if (fuseCallOperand(call, &map->loads[i]).ptr)
      continue;
    if (map->loads[i].padded || !fuseCallIsSame(map, &map->loads[i]))
      return false;
    found = true;
  }
  return found && !map->reduces;
}

bool fuseCallExtent(const FuseGraph *graph, const FuseCall *call,
                    const TirComputeAccesses *compute, MlirOperation op,
                    SymExpr *expr) {
  intptr_t count = tirExtentGetNumIndices(op);
  MlirValue *operands = ARENA_ARRAY(graph->arena, MlirValue, count);
  for (intptr_t i = 0; i < count; ++i)
    operands[i] = tirExtentGetIndices(op, i);
  MlirAttribute attribute = tirExtentGetExpr(op);
  MlirContext context = mlirOperationGetContext(op);
  return tirIteratorIndices(graph->arena,
                            mlirArrayAttrGet(context, 1, &attribute),
                            compute->body, operands, count, expr) &&
         symExprSubstitute(graph->arena, *expr, call->call.symbols,
                           call->call.symbolValues, call->call.numSymbols,
                           expr) == SYM_OK;
}
