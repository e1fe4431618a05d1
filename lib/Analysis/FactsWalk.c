//===- FactsWalk.c - the operations of a function with what holds there ---===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/FactsWalk.h"
#include "lib/Bridge/Core/Blocks.h"

typedef struct Walking {
  Facts facts;
  FactsVisitor *visit;
  void *userData;
} Walking;

static void walkBlock(Walking *walking, MlirBlock block);

static void walkRegions(Walking *walking, MlirOperation op) {
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); ++r) {
    MlirRegion region = mlirOperationGetRegion(op, r);
    size_t before = walking->facts.count;
    factsAddRegion(&walking->facts, op, region);
    for (MlirBlock block = mlirRegionGetFirstBlock(region); block.ptr;
         block = mlirBlockGetNextInRegion(block))
      walkBlock(walking, block);
    factsRewind(&walking->facts, before);
  }
}

static void walkBlock(Walking *walking, MlirBlock block) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block), next; op.ptr;
       op = next) {
    if (walking->visit(op, &walking->facts, &next, walking->userData))
      continue;
    next = mlirOperationGetNextInBlock(op);
    walkRegions(walking, op);
    factsAddOf(&walking->facts, op);
  }
}

void factsWalkFunction(MlirOperation function, FactsVisitor *visit,
                       void *userData) {
  Walking walking = {
      .facts = {.arena = arenaCreate()}, .visit = visit, .userData = userData};
  factsIndexCreate(&walking.facts);
  factsAddOf(&walking.facts, function);
  MlirBlock entry = bridgeBody(function);
  if (entry.ptr)
    walkBlock(&walking, entry);
  factsIndexDestroy(&walking.facts);
  arenaDestroy(walking.facts.arena);
}
