//===- PlanMemory.c - results of kernels into one arena -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Memory/PlanMemory.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Memory.gen.h"
#include "dialects/Relax/Relax.h"

enum { OPTION_ARENA };
enum { COUNT_PLACED, COUNT_OWN, COUNT_BLOCKS, COUNT_BOUNDED };

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

static MlirLogicalResult refuseSize(const Buffer *buffer,
                                    TensorSizeStatus status) {
  if (status == TENSOR_SIZE_OVERFLOW)
    return bridgeEmitOpError(buffer->writer,
                             "result %ld: its size in bytes exceeds 64 bits",
                             (long)buffer->index);
  RelaxTensorInfo info = relaxTensorInfoOf(buffer->value);
  StrBuf text = {0};
  bridgePrintType(info.elementType, &text);
  bridgeEmitOpError(buffer->writer,
                    "result %ld: elements of type '%s' have no size in bytes",
                    (long)buffer->index, strBufText(&text));
  strBufFree(&text);
  return mlirLogicalResultFailure();
}

static MlirLogicalResult planBuffer(Planner *planner, intptr_t index) {
  const Buffer *buffer = &planner->liveness.buffers[index];
  Place *place = &planner->places[index];
  MlirType type = mlirValueGetType(buffer->value);
  *place = (Place){.kind = PLACE_OWN};
  if (buffer->escapes)
    return mlirLogicalResultSuccess();
  if (!relaxOptionBool(planner->run, OPTION_ARENA)) {
    place->kind = PLACE_EMPTY; // a life that ends
    return mlirLogicalResultSuccess();
  }
  TensorSize size;
  TensorSizeStatus status = tensorSizeOf(&planner->bounds.facts, type, &size);
  if (status == TENSOR_SIZE_UNKNOWN_SHAPE) // 'relax-to-vm' asks for a shape
    return mlirLogicalResultSuccess();
  if (status != TENSOR_SIZE_OK)
    return refuseSize(buffer, status);
  // The arena is made before anything runs in its block: all it knows are the
  // symbols that arguments bind.
  bool bounded;
  if (!tensorSizeAtMost(&planner->bounds, type, &size, &bounded))
    return mlirLogicalResultSuccess();
  planner->run->counters[COUNT_BOUNDED] += bounded;
  int64_t bytes;
  place->bytes = size.bytes;
  place->kind = PLACE_EMPTY;
  if (symExprIsConst(size.bytes, &bytes) && bytes == 0)
    return mlirLogicalResultSuccess();
  place->kind = PLACE_BLOCK;
  place->block = planBlock(&planner->plan, size, buffer->begin, buffer->end);
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static MlirWalkResult findArena(MlirOperation op, void *userData) {
  *(bool *)userData |= relaxIsArena(op) || relaxIsKill(op);
  return MlirWalkResultAdvance;
}

static MlirLogicalResult plan(Planner *planner) {
  Arena *arena = planner->run->arena;
  intptr_t count = planner->liveness.numBuffers, numPlaced = 0;
  planner->places = ARENA_ARRAY(arena, Place, count);
  planner->plan = (Plan){.facts = &planner->bounds.facts,
                         .blocks = ARENA_ARRAY(arena, PlannedBlock, count)};
  for (intptr_t i = 0; i < count; ++i) {
    if (mlirLogicalResultIsFailure(planBuffer(planner, i)))
      return mlirLogicalResultFailure();
    numPlaced += planner->places[i].kind != PLACE_OWN;
  }
  SymExpr total;
  SymStatus status = planLayOut(&planner->plan, &total);
  if (status != SYM_OK)
    return bridgeEmitOpError(mlirBlockGetParentOperation(planner->block),
                             "size of the arena: %s", symStatusText(status));
  if (numPlaced && relaxOptionBool(planner->run, OPTION_ARENA))
    planWrite(planner, total);
  else if (numPlaced)
    planWriteEnds(planner);
  planner->run->counters[COUNT_PLACED] += (uint64_t)numPlaced;
  planner->run->counters[COUNT_OWN] += (uint64_t)(count - numPlaced);
  planner->run->counters[COUNT_BLOCKS] += (uint64_t)planner->plan.numBlocks;
  return mlirLogicalResultSuccess();
}

/// The body of a function, and of every region in it: each has an arena of its
/// own.
static MlirLogicalResult planRegions(RelaxPassRun *run, MlirOperation op) {
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
    for (MlirOperation inner = mlirBlockGetFirstOperation(block); inner.ptr;
         inner = mlirOperationGetNextInBlock(inner))
      if (mlirLogicalResultIsFailure(planRegions(run, inner)))
        return mlirLogicalResultFailure();
    Planner planner = {.run = run, .block = block};
    livenessOf(run->arena, block, &planner.liveness);
    tensorBoundsOf(run->arena, block, &planner.bounds);
    factsIndexCreate(&planner.bounds.facts); // blocks times tensors questions
    MlirLogicalResult planned = plan(&planner);
    planForget(&planner.plan);
    factsIndexDestroy(&planner.bounds.facts);
    if (mlirLogicalResultIsFailure(planned))
      return planned;
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(RelaxPassRun *run) {
  bool planned = false;
  mlirOperationWalk(run->op, findArena, &planned, MlirWalkPreOrder);
  if (planned || !livenessIsKnown(run->op))
    return mlirLogicalResultSuccess();
  return planRegions(run, run->op);
}

static const RelaxPassOption options[] = {
    [OPTION_ARENA] = {"arena", RELAX_OPTION_BOOL,
                      "false: only write where lives end", "true", NULL},
};
static const char *const counters[] = {"buffers-in-arena", "buffers-own",
                                       "arena-blocks", "buffers-at-bound"};

const RelaxPass relaxPlanMemoryPass = {
    .name = "relax-plan-memory",
    .summary = "give the results of kernels places in one arena",
    .documentation =
        "Every result of a `relax.call_tir` or a pure `relax.call_library` "
        "that does not leave the function "
        "gets an offset in one arena, which is allocated at the entry; both "
        "are formulas in the symbols of the arguments. Every region has an "
        "arena of its own for what does not leave it. An extent that only the "
        "run knows counts as the bound that the facts of its binder give it "
        "(`binds (k) where (k <= n)`); the result takes the front of its "
        "place. "
        "Tensors share a block "
        "of the arena when their lives do not meet and the prover shows that "
        "the block is large enough; a block may grow for a tensor that is "
        "provably larger. `relax.kill` stands behind the last use of a tensor "
        "through all its views. Results that are returned, yielded, carried by "
        "a loop or passed to a "
        "`relax.call`, and those whose size is not known at the entry, keep "
        "memory of their own (`?`). Functions that are planned already, or "
        "not legalised, are left alone. Without an arena every result has "
        "memory of its own, for `relax-run --recompute`.",
    .anchor = "relax.func",
    .options = options,
    .numOptions = sizeof(options) / sizeof(*options),
    .counters = counters,
    .numCounters = sizeof(counters) / sizeof(*counters),
    .run = run,
};
