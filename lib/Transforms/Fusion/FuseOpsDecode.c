//===- FuseOpsDecode.c - a decoding for each program that uses it ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What a weight in blocks decodes to is as large as the weight was before it
// was quantised, so that it should never lie in memory. Where several programs
// read it, or one in a loop behind it, each gets a call of its own, which
// fusion then makes part of it.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/BlockType.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Fusion/FuseOps.h"

#include <stb/stb_ds.h>

bool fuseDecodesWeight(const FuseNode *node) {
  if (node->numInputs != 1 || node->compute.numTargets != 1)
    return false;
  MlirValue input = relaxCallTirGetInputs(node->op, 0);
  return relaxTensorBlockFormat(mlirValueGetType(input)) &&
         mlirTypeIsAFloat(tirBufferTypeGetElementType(
             mlirValueGetType(node->compute.targets->buffer))) &&
         relaxIsGetWeight(bridgeDefiner(input));
}

bool fuseBringsBlocks(const FuseGraph *graph, const FuseNode *node) {
  while (fuseMoves(node)) {
    intptr_t producer = node->producers[fuseInputOf(node, node->compute.loads)];
    if (producer < 0)
      return false;
    node = &graph->nodes[producer];
  }
  return node->decodesWeight;
}

//===----------------------------------------------------------------------===//
// Copies for users
//===----------------------------------------------------------------------===//

static bool isWork(MlirOperation op) {
  return !tirIsFunc(op) && !tirIsCompute(op) && !tirIsLoad(op) &&
         !tirIsStore(op) && !tirIsReturn(op);
}

bool fuseCopies(const ModuleSymbols *symbols, MlirOperation call) {
  MlirOperation callee =
      moduleSymbolsFind(symbols, bridgeRefName(relaxCallTirGetCallee(call)));
  return callee.ptr && !bridgeHas(callee, isWork);
}

/// A call that decodes a weight, or brings what was decoded in another order.
static bool decodes(const ModuleSymbols *symbols, MlirOperation op) {
  while (relaxIsCallTir(op) && relaxCallTirGetNumInputs(op) == 1 &&
         mlirOperationGetNumResults(op) == 1) {
    MlirValue input = relaxCallTirGetInputs(op, 0);
    MlirOperation source = bridgeDefiner(input);
    if (!source.ptr)
      return false;
    if (relaxIsGetWeight(source)) {
      MlirType result = mlirValueGetType(mlirOperationGetResult(op, 0));
      return relaxTensorBlockFormat(mlirValueGetType(input)) &&
             !relaxTensorBlockFormat(result);
    }
    if (!fuseCopies(symbols, op))
      return false;
    op = source;
  }
  return false;
}

/// All calls that use the value, each once (stb_ds).
static MlirOperation *usersOf(MlirValue value) {
  MlirOperation *users = NULL;
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (relaxIsCallTir(user) && bridgeIndexOf(users, arrlen(users), user) < 0)
      arrput(users, user);
  }
  return users;
}

void fuseCloneForUsers(MlirOperation op) {
  MlirValue value = mlirOperationGetResult(op, 0);
  MlirOperation *users = usersOf(value);
  bool alone =
      arrlen(users) == 1 && mlirBlockEqual(mlirOperationGetBlock(users[0]),
                                           mlirOperationGetBlock(op));
  for (ptrdiff_t i = 0; i < arrlen(users) && !alone; ++i) {
    MlirOperation copy = mlirOperationClone(op);
    mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(users[i]),
                                        users[i], copy);
    for (intptr_t k = 0, e = mlirOperationGetNumOperands(users[i]); k < e; ++k)
      if (mlirValueEqual(mlirOperationGetOperand(users[i], k), value))
        mlirOperationSetOperand(users[i], k, mlirOperationGetResult(copy, 0));
  }
  arrfree(users);
  if (mlirOpOperandIsNull(mlirValueGetFirstUse(value)))
    mlirOperationDestroy(op);
}

void fuseCloneDecodings(const ModuleSymbols *symbols, MlirOperation function) {
  MlirOperation *calls = NULL;
  bridgeCollect(function, relaxIsCallTir, &calls);
  // From the last on: what turns a matrix first, then what decodes it.
  for (ptrdiff_t i = arrlen(calls); i-- > 0;)
    if (decodes(symbols, calls[i]))
      fuseCloneForUsers(calls[i]);
  arrfree(calls);
}
