//===- FuseStates.c - programs and states that change ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Fusion/FuseStates.h"
#include "dialects/Relax/Function.gen.h"
#include "lib/Analysis/Alias.h"
#include "lib/Analysis/StateUse.h"

/// The next operand from `number` on that the operation may change.
static intptr_t nextChanged(MlirOperation op, intptr_t number) {
  intptr_t count = mlirOperationGetNumOperands(op);
  while (number < count && !stateMayChange(op, number))
    ++number;
  return number;
}

void fuseReadStates(FuseGraph *graph, MlirBlock block) {
  intptr_t most = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    most += nextChanged(op, 0) < mlirOperationGetNumOperands(op);
  graph->states = ARENA_ARRAY(graph->arena, MlirOperation, most);
  graph->numStates = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       op.ptr && graph->numStates < most; op = mlirOperationGetNextInBlock(op))
    if (nextChanged(op, 0) < mlirOperationGetNumOperands(op))
      graph->states[graph->numStates++] = op;
}

static bool reads(MlirOperation call, MlirValue root) {
  for (intptr_t i = 0, e = relaxCallTirGetNumInputs(call); i < e; ++i)
    if (mlirValueEqual(relaxAliasRoot(relaxCallTirGetInputs(call, i)), root))
      return true;
  return false;
}

static bool passes(MlirOperation state, const MlirOperation *calls,
                   intptr_t count) {
  intptr_t e = mlirOperationGetNumOperands(state);
  for (intptr_t i = nextChanged(state, 0); i < e;
       i = nextChanged(state, i + 1)) {
    MlirValue root = relaxAliasRoot(mlirOperationGetOperand(state, i));
    for (intptr_t m = 0; m < count; ++m)
      if (mlirOperationIsBeforeInBlock(calls[m], state) &&
          reads(calls[m], root))
        return true;
  }
  return false;
}

bool fusePassesState(const FuseGraph *graph, const MlirOperation *calls,
                     intptr_t count, MlirOperation before) {
  for (intptr_t s = 0; s < graph->numStates; ++s)
    if (mlirOperationIsBeforeInBlock(graph->states[s], before) &&
        passes(graph->states[s], calls, count))
      return true;
  return false;
}
