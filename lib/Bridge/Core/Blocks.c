//===- Blocks.c - the blocks of an operation ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/Blocks.h"

#include <stb/stb_ds.h>

void bridgeEachBlock(MlirOperation op,
                     void (*visit)(MlirBlock block, void *userData),
                     void *userData) {
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r)
    for (MlirBlock block = bridgeBlock(op, r); block.ptr;
         block = mlirBlockGetNextInRegion(block)) {
      visit(block, userData);
      for (MlirOperation inner = {NULL}; bridgeAdvance(block, &inner);)
        bridgeEachBlock(inner, visit, userData);
    }
}

MlirOperation bridgeNext(MlirOperation module, MlirOperation before,
                         bool (*is)(MlirOperation op)) {
  while (bridgeAdvance(bridgeBody(module), &before) && !is(before))
    ;
  return before;
}

MlirOperation bridgeInBlock(MlirOperation op, MlirBlock block) {
  while (op.ptr && !mlirBlockEqual(mlirOperationGetBlock(op), block))
    op = mlirOperationGetParentOperation(op);
  return op;
}

bool bridgeIsInside(MlirOperation op, MlirOperation ancestor) {
  while (op.ptr && !mlirOperationEqual(op, ancestor))
    op = mlirOperationGetParentOperation(op);
  return op.ptr != NULL;
}

bool bridgeUses(MlirOperation op, MlirValue value) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    if (mlirValueEqual(mlirOperationGetOperand(op, i), value))
      return true;
  return false;
}

static MlirWalkResult countOne(MlirOperation op, void *userData) {
  (void)op;
  ++*(int64_t *)userData;
  return MlirWalkResultAdvance;
}

int64_t bridgeCount(MlirOperation op) {
  int64_t count = 0;
  mlirOperationWalk(op, countOne, &count, MlirWalkPreOrder);
  return count;
}

typedef struct Collection {
  bool (*is)(MlirOperation op);
  MlirOperation **list;
} Collection;

static MlirWalkResult collectOne(MlirOperation op, void *userData) {
  Collection *collection = userData;
  if (collection->is(op))
    arrput(*collection->list, op);
  return MlirWalkResultAdvance;
}

void bridgeCollect(MlirOperation op, bool (*is)(MlirOperation op),
                   MlirOperation **list) {
  Collection collection = {is, list};
  mlirOperationWalk(op, collectOne, &collection, MlirWalkPreOrder);
}

void bridgeCollectBlock(MlirBlock block, MlirOperation **list) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    arrput(*list, op);
}

typedef struct Question {
  bool (*is)(MlirOperation op);
  bool found;
} Question;

static MlirWalkResult askOne(MlirOperation op, void *userData) {
  Question *question = userData;
  question->found = question->is(op);
  return question->found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

bool bridgeHas(MlirOperation op, bool (*is)(MlirOperation op)) {
  Question question = {.is = is};
  mlirOperationWalk(op, askOne, &question, MlirWalkPreOrder);
  return question.found;
}

ptrdiff_t bridgeIndexOf(const MlirOperation *list, ptrdiff_t count,
                        MlirOperation op) {
  for (ptrdiff_t i = 0; i < count; ++i)
    if (mlirOperationEqual(list[i], op))
      return i;
  return -1;
}

ptrdiff_t bridgeIndexOfValue(const MlirValue *list, ptrdiff_t count,
                             MlirValue value) {
  for (ptrdiff_t i = 0; i < count; ++i)
    if (mlirValueEqual(list[i], value))
      return i;
  return -1;
}

MlirValue bridgeInsert(MlirOperation before, MlirOperation op) {
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(before), before,
                                      op);
  return mlirOperationGetNumResults(op) ? mlirOperationGetResult(op, 0)
                                        : (MlirValue){NULL};
}
