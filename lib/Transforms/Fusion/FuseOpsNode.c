//===- FuseOpsNode.c - which calls may be fused ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Walk.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Symbols.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Fusion/FuseOps.h"

#include <string.h>

/// The only compute of a program that has nothing else, or null.
static MlirOperation onlyCompute(MlirOperation func) {
  MlirBlock body = bridgeBody(func);
  MlirOperation found = {NULL};
  for (MlirOperation op = body.ptr ? mlirBlockGetFirstOperation(body)
                                   : (MlirOperation){NULL};
       op.ptr; op = mlirOperationGetNextInBlock(op)) {
    if (tirIsReturn(op))
      continue;
    if (!tirIsCompute(op) || found.ptr)
      return (MlirOperation){NULL};
    found = op;
  }
  return found;
}

//===----------------------------------------------------------------------===//
// Literals and cost
//===----------------------------------------------------------------------===//

/// The value of all elements, if arith can hold it.
static MlirAttribute splatOf(MlirValue value) {
  MlirAttribute none = mlirAttributeGetNull();
  MlirOperation op = bridgeDefiner(value);
  if (!relaxIsConstant(op))
    return none;
  MlirAttribute elements = relaxConstantGetValue(op);
  if (!mlirAttributeIsADenseElements(elements) ||
      mlirElementsAttrGetNumElements(elements) == 0 ||
      !mlirDenseElementsAttrIsSplat(elements))
    return none;
  MlirType type = mlirShapedTypeGetElementType(mlirAttributeGetType(elements));
  bool isNumber = mlirTypeIsAFloat(type) || mlirTypeIsAInteger(type);
  return isNumber && mlirTypeEqual(tirStoredType(type), type)
             ? mlirDenseElementsAttrGetSplatValue(elements)
             : none;
}

static void readLiterals(Arena *arena, FuseNode *node) {
  node->literals = ARENA_ARRAY(arena, MlirAttribute, node->numInputs);
  for (intptr_t i = 0; i < node->numInputs; ++i)
    node->literals[i] = splatOf(relaxCallTirGetInputs(node->op, i));
  for (intptr_t i = 0; i < node->compute.numLoads; ++i)
    if (node->compute.loads[i].padded) // has two values
      node->literals[fuseInputOf(node, &node->compute.loads[i])] =
          mlirAttributeGetNull();
}

static bool isExpensive(StrRef name) {
  static const char *const cheap[] = {"math.absf", "math.absi", "math.fma",
                                      "math.floor", "math.ceil"};
  static const char *const dear[] = {"arith.divf",  "arith.remf",
                                     "arith.divsi", "arith.divui",
                                     "arith.remsi", "arith.remui"};
  for (size_t i = 0; i < sizeof(dear) / sizeof(*dear); ++i)
    if (strRefEqual(name, strRefFromC(dear[i])))
      return true;
  for (size_t i = 0; i < sizeof(cheap) / sizeof(*cheap); ++i)
    if (strRefEqual(name, strRefFromC(cheap[i])))
      return false;
  return strRefStartsWith(name, "math.");
}

static void readCost(FuseNode *node) {
  for (MlirOperation op = mlirBlockGetFirstOperation(node->compute.body);
       op.ptr; op = mlirOperationGetNextInBlock(op)) {
    StrRef name = bridgeOpName(op);
    node->usesPlaces |= tirIsExtent(op) && tirExtentGetNumIndices(op) > 0;
    if (tirIsLoad(op) || tirIsStore(op) || tirIsReduce(op) || tirIsExtent(op) ||
        strRefEqual(name, strRefFromC("arith.constant")))
      continue;
    ++node->numScalarOps;
    node->isExpensive |= isExpensive(name);
  }
}

intptr_t fuseInputOf(const FuseNode *node, const TirAccess *access) {
  MlirBlock body = bridgeBody(node->callee);
  if (!mlirValueIsABlockArgument(access->buffer) ||
      !mlirBlockEqual(mlirBlockArgumentGetOwner(access->buffer), body))
    return -1;
  intptr_t number = mlirBlockArgumentGetArgNumber(access->buffer);
  return number < node->numInputs ? number : -1;
}

/// Inputs are only read, and the result only written.
static bool usesBuffersInOrder(const FuseNode *node) {
  for (intptr_t i = 0; i < node->compute.numLoads; ++i)
    if (fuseInputOf(node, &node->compute.loads[i]) < 0)
      return false;
  return node->compute.numTargets == 1 &&
         mlirValueEqual(
             node->compute.targets->buffer,
             mlirBlockGetArgument(bridgeBody(node->callee), node->numInputs));
}

/// Every element of the result has a point of the domain.
static bool writesAll(const FuseGraph *graph, const FuseNode *node) {
  const TirAccess *target = node->compute.targets;
  for (intptr_t d = 0; d < target->rank; ++d) {
    StrRef name;
    bool isIterator = symExprIsSymbol(target->indices[d], &name);
    SymExpr extent = isIterator ? node->compute.extents[tirIteratorOf(name)]
                                : symExprConst(graph->arena, 1);
    if (!factsEqual(&graph->facts, extent, target->dims[d]))
      return false;
  }
  return true;
}

bool fuseReadNode(FuseGraph *graph, MlirOperation call, FuseNode *node) {
  *node = (FuseNode){.op = call,
                     .numInputs = relaxCallTirGetNumInputs(call),
                     .numFacts = graph->facts.count};
  if (mlirOperationGetNumResults(call) != 1 ||
      relaxCallTirGetStorage(call).ptr || relaxCallTirGetOffsets(call).ptr)
    return false;
  node->callee = moduleSymbolsFind(graph->symbols,
                                   bridgeRefName(relaxCallTirGetCallee(call)));
  if (!tirIsFunc(node->callee) || tirIsSettled(node->callee))
    return false;
  MlirOperation compute = onlyCompute(node->callee);
  if (!compute.ptr ||
      !tirComputeAccesses(compute, graph->arena, &node->compute))
    return false;
  node->kind = tirPatternKindOfCompute(&node->compute);
  if (node->kind == TIR_PATTERN_OPAQUE || !usesBuffersInOrder(node) ||
      !fuseBindCallee(graph, node) ||
      !fuseMoveToCaller(graph->arena, node, &node->compute) ||
      !writesAll(graph, node))
    return false;
  readLiterals(graph->arena, node);
  readCost(node);
  node->decodesWeight = fuseDecodesWeight(node);
  return true;
}
