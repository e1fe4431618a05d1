//===- MatchChain.c - what operations make of a value ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Patterns/MatchChain.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Shapes/Inference.h"

static bool isElementwise(MlirOperation op) {
  MlirType types[MAX_INFERRED_RESULTS];
  MlirLogicalResult outcome;
  return relaxElementwiseFamilyInferTypes(op, types, &outcome);
}

static bool mayBeOnChain(const PatternValue *value, MlirOperation op) {
  StrRef name = bridgeOpName(op);
  if (mlirOperationGetNumResults(op) != 1 || !bridgeIsPure(op))
    return false;
  for (size_t i = 0; i < value->numThrough; ++i) {
    StrRef way = value->through[i];
    if (strRefEqual(way, name) ||
        (strRefEqual(way, strRefFromC("elementwise")) && isElementwise(op)))
      return true;
  }
  return false;
}

/// A number, which has no place that could move.
static bool isNumber(MlirValue value) {
  RelaxTensorInfo info;
  return relaxTensorInfo(mlirValueGetType(value), &info) && info.ranked &&
         info.rank == 0;
}

static bool isBefore(MlirValue a, MlirValue b) {
  MlirOperation x = bridgeDefiner(a), y = bridgeDefiner(b);
  if (!x.ptr || !y.ptr)
    return !x.ptr;
  return mlirBlockEqual(mlirOperationGetBlock(x), mlirOperationGetBlock(y)) &&
         mlirOperationIsBeforeInBlock(x, y);
}

/// Keeps the latest one at the end.
static bool addToFrontier(MatchFrontier *frontier, MlirValue value) {
  size_t at = frontier->count;
  for (size_t i = 0; i < frontier->count; ++i)
    if (mlirValueEqual(frontier->values[i], value))
      return true;
  if (frontier->count == MATCH_MAX_FRONTIER)
    return false;
  for (; at > 0 && isBefore(value, frontier->values[at - 1]); --at)
    frontier->values[at] = frontier->values[at - 1];
  frontier->values[at] = value;
  ++frontier->count;
  return true;
}

/// All uses are by the chain.
static bool isUsedByChain(MlirOperation *chain, size_t length,
                          MlirValue value) {
  bool inside = true;
  for (MlirOpOperand use = mlirValueGetFirstUse(value); use.ptr && inside;
       use = mlirOpOperandGetNextUse(use)) {
    inside = false;
    for (size_t i = 0; i < length && !inside; ++i)
      inside = mlirOperationEqual(chain[i], mlirOpOperandGetOwner(use));
  }
  return inside;
}

bool matchChainGrow(Match *match, size_t number, MatchFrontier *frontier) {
  const PatternValue *value = &match->pattern->values[number];
  MlirOperation *chain = match->chains[number];
  size_t *length = &match->chainLengths[number];
  MlirValue latest = frontier->values[--frontier->count];
  MlirOperation op = bridgeDefiner(latest);
  if (!op.ptr || *length == value->most || !mayBeOnChain(value, op) ||
      (*length > 0 && !isUsedByChain(chain, *length, latest)) ||
      !mlirBlockEqual(mlirOperationGetBlock(op),
                      mlirOperationGetBlock(match->root)))
    return false;
  chain[(*length)++] = op;
  bool good = true;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op) && good; ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    good = isNumber(operand) || addToFrontier(frontier, operand);
  }
  return good && frontier->count > 0;
}
