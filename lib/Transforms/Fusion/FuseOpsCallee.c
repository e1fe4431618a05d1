//===- FuseOpsCallee.c - a program in its caller's symbols ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/BlockType.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Sym/Walk.h"
#include "dialects/TIR/Symbols.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Fusion/FuseOps.h"

static intptr_t symbolNumber(const FuseNode *node, StrRef name) {
  for (size_t i = 0; i < node->numSymbols; ++i)
    if (strRefEqual(node->symbols[i], name))
      return (intptr_t)i;
  return -1;
}

/// Type of the caller's value behind the callee's buffer i.
static MlirType actualType(const FuseNode *node, intptr_t i) {
  return relaxStoredTensorType(mlirValueGetType(
      i < node->numInputs ? relaxCallTirGetInputs(node->op, i)
                          : mlirOperationGetResult(node->op, 0)));
}

/// What the caller's types and its `symbols (...)` say. False if some symbol
/// has no value.
static bool bindSymbols(Arena *arena, FuseNode *node) {
  bool *bound = ARENA_ARRAY(arena, bool, node->numSymbols);
  MlirBlock body = bridgeBody(node->callee);
  for (intptr_t i = 0; i <= node->numInputs; ++i) {
    const MlirAttribute *formal, *actual;
    intptr_t rank =
        symTypeDims(mlirValueGetType(mlirBlockGetArgument(body, i)), &formal);
    if (symTypeDims(actualType(node, i), &actual) != rank)
      return false;
    for (intptr_t d = 0; d < rank; ++d) {
      StrRef name;
      if (symAttributeIsUnknown(actual[d]))
        return false;
      if (!symAttributeIsSymbol(formal[d], &name))
        continue;
      intptr_t k = symbolNumber(node, name);
      if (k < 0 || bound[k])
        continue;
      node->symbolValues[k] = symExprOf(arena, actual[d]);
      bound[k] = true;
    }
  }
  MlirAttribute given = relaxCallTirGetSymbols(node->op);
  for (size_t k = 0; k < node->numSymbols; ++k) {
    MlirAttribute value = given.ptr && !bound[k]
                              ? mlirDictionaryAttrGetElementByName(
                                    given, strRefToMlir(node->symbols[k]))
                              : mlirAttributeGetNull();
    if (!bound[k] && !value.ptr)
      return false;
    if (!bound[k])
      node->symbolValues[k] = symExprOf(arena, value);
  }
  return true;
}

static bool inCaller(Arena *arena, const FuseNode *node, SymExpr *exprs,
                     intptr_t count) {
  for (intptr_t i = 0; i < count; ++i)
    if (!symExprIsUnknown(exprs[i]) && // data
        symExprSubstitute(arena, exprs[i], node->symbols, node->symbolValues,
                          node->numSymbols, &exprs[i]) != SYM_OK)
      return false;
  return true;
}

static bool elementsAgree(MlirType buffer, MlirType tensor) {
  return mlirTypeEqual(tirBufferTypeGetElementType(buffer),
                       tirStoredType(relaxTensorTypeGetElementType(tensor)));
}

/// A symbol of the callee may stand for two extents of the caller that are not
/// the same: they have to be equal.
static bool typesAgree(FuseGraph *graph, const FuseNode *node) {
  MlirBlock body = bridgeBody(node->callee);
  for (intptr_t i = 0; i <= node->numInputs; ++i) {
    const MlirAttribute *formal, *actual;
    intptr_t rank =
        symTypeDims(mlirValueGetType(mlirBlockGetArgument(body, i)), &formal);
    symTypeDims(actualType(node, i), &actual);
    if (!elementsAgree(mlirValueGetType(mlirBlockGetArgument(body, i)),
                       actualType(node, i)))
      return false;
    for (intptr_t d = 0; d < rank; ++d) {
      SymExpr want = symExprOf(graph->arena, formal[d]);
      if (!inCaller(graph->arena, node, &want, 1) ||
          !factsEqual(&graph->facts, want, symExprOf(graph->arena, actual[d])))
        return false;
    }
  }
  return true;
}

bool fuseBindCallee(FuseGraph *graph, FuseNode *node) {
  Arena *arena = graph->arena;
  node->numSymbols = tirFuncSymbols(node->callee, arena, &node->symbols);
  node->symbolValues = ARENA_ARRAY(arena, SymExpr, node->numSymbols);
  return bindSymbols(arena, node) && typesAgree(graph, node);
}

bool fuseMoveToCaller(Arena *arena, const FuseNode *node,
                      TirComputeAccesses *compute) {
  if (!inCaller(arena, node, compute->extents, compute->numIterators))
    return false;
  for (intptr_t i = 0; i < compute->numLoads + compute->numTargets; ++i) {
    TirAccess *access = i < compute->numLoads
                            ? &compute->loads[i]
                            : &compute->targets[i - compute->numLoads];
    if (!inCaller(arena, node, access->indices, access->rank) ||
        !inCaller(arena, node, access->dims, access->rank))
      return false;
  }
  return true;
}
