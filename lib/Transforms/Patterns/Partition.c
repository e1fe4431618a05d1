//===- Partition.c - regions become functions of their targets ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Transforms/Functions/Outline.h"
#include "lib/Transforms/Patterns/Offload.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

enum { COUNT_FUNCTIONS, COUNT_OPS, COUNT_LEFT, NUM_COUNTERS };

typedef struct Partitioning {
  RelaxPassRun *run;
  MlirOperation function;
  Outline *groups;      // stb_ds
  int64_t *regions;     // stb_ds: their numbers
  MlirBlock *blocks;    // stb_ds: where they are
  StrRef *targets;      // stb_ds
  OutlineMember *calls; // stb_ds set: patterns take what has no effects
} Partitioning;

static ptrdiff_t groupOf(Partitioning *partitioning, MlirOperation op,
                         int64_t region) {
  MlirBlock block = mlirOperationGetBlock(op);
  for (ptrdiff_t i = 0; i < arrlen(partitioning->groups); ++i)
    if (partitioning->regions[i] == region &&
        mlirBlockEqual(partitioning->blocks[i], block))
      return i;
  StrRef target = arenaCopyString(partitioning->run->arena, offloadTarget(op));
  StrBuf name = {0};
  StrRef function = relaxFuncGetSymName(partitioning->function);
  strBufAppendFormat(&name, "%.*s_%.*s_%td", (int)function.length,
                     function.data, (int)target.length, target.data,
                     arrlen(partitioning->groups));
  Outline group = {.arena = partitioning->run->arena,
                   .function = partitioning->function,
                   .name = arenaCopyString(partitioning->run->arena,
                                           (StrRef){name.data, name.length})};
  strBufFree(&name);
  arrput(partitioning->groups, group);
  arrput(partitioning->regions, region);
  arrput(partitioning->blocks, block);
  arrput(partitioning->targets, target);
  return arrlen(partitioning->groups) - 1;
}

static MlirWalkResult visit(MlirOperation op, void *userData) {
  Partitioning *partitioning = userData;
  MlirAttribute region = mlirOperationGetDiscardableAttributeByName(
      op, mlirStringRefCreateFromCString(offloadRegion));
  if (!offloadTarget(op).length || !region.ptr ||
      !mlirAttributeIsAInteger(region)) {
    partitioning->run->counters[COUNT_LEFT] +=
        !mlirOperationEqual(op, partitioning->function) &&
        !bridgeIsTerminator(op);
    return MlirWalkResultAdvance;
  }
  ptrdiff_t number =
      groupOf(partitioning, op, mlirIntegerAttrGetValueInt(region));
  Outline *group = &partitioning->groups[number];
  arrput(group->ops, op);
  hmput(group->members, (const void *)op.ptr, 1);
  return MlirWalkResultSkip;
}

static int byPlace(const void *a, const void *b) {
  MlirOperation x = *(const MlirOperation *)a, y = *(const MlirOperation *)b;
  if (mlirOperationEqual(x, y))
    return 0;
  return mlirOperationIsBeforeInBlock(x, y) ? -1 : 1;
}

static MlirLogicalResult outlineGroup(Partitioning *partitioning, size_t i) {
  Outline *group = &partitioning->groups[i];
  group->pure = partitioning->calls;
  // Gathering the groups before may have moved some behind others.
  qsort(group->ops, arrlenu(group->ops), sizeof *group->ops, byPlace);
  if (mlirLogicalResultIsFailure(outlineGather(group)) ||
      mlirLogicalResultIsFailure(outlineSignature(group)))
    return mlirLogicalResultFailure();
  for (ptrdiff_t k = 0; k < arrlen(group->ops); ++k) {
    mlirOperationRemoveDiscardableAttributeByName(
        group->ops[k], mlirStringRefCreateFromCString(offloadAttribute));
    mlirOperationRemoveDiscardableAttributeByName(
        group->ops[k], mlirStringRefCreateFromCString(offloadRegion));
  }
  MlirOperation call = outlineCreate(group);
  hmput(partitioning->calls, (const void *)call.ptr, 1);
  MlirAttribute callee = relaxCallGetCallee(call);
  MlirOperation function = bridgeLookupNearestSymbol(
      call, strRefFromMlir(mlirFlatSymbolRefAttrGetValue(callee)));
  relaxFuncSetTarget(function, mlirFlatSymbolRefAttrGet(
                                   partitioning->run->context,
                                   strRefToMlir(partitioning->targets[i])));
  ++partitioning->run->counters[COUNT_FUNCTIONS];
  partitioning->run->counters[COUNT_OPS] += arrlenu(group->ops);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult partition(Partitioning *partitioning) {
  mlirOperationWalk(partitioning->function, visit, partitioning,
                    MlirWalkPreOrder);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (size_t i = 0;
       i < arrlenu(partitioning->groups) && mlirLogicalResultIsSuccess(outcome);
       ++i)
    outcome = outlineGroup(partitioning, i);
  for (ptrdiff_t i = 0; i < arrlen(partitioning->groups); ++i) {
    Outline *group = &partitioning->groups[i];
    arrfree(group->ops);
    hmfree(group->members);
    arrfree(group->inputs);
    arrfree(group->outputs);
  }
  hmfree(partitioning->calls);
  arrfree(partitioning->groups);
  arrfree(partitioning->regions);
  arrfree(partitioning->blocks);
  arrfree(partitioning->targets);
  return outcome;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(run->op));
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (MlirOperation op = mlirBlockGetFirstOperation(body), next;
       op.ptr && mlirLogicalResultIsSuccess(outcome); op = next) {
    next = mlirOperationGetNextInBlock(op);
    Partitioning partitioning = {.run = run, .function = op};
    if (relaxIsFunc(op))
      outcome = partition(&partitioning);
  }
  return outcome;
}

static const char *const counters[NUM_COUNTERS] = {
    [COUNT_FUNCTIONS] = "functions-made",
    [COUNT_OPS] = "ops-offloaded",
    [COUNT_LEFT] = "ops-left"};

const RelaxPass relaxPartitionPass = {
    .name = "relax-partition",
    .summary = "move regions of another target into functions",
    .documentation =
        "Each region that `relax-merge-regions` has numbered becomes a private "
        "function `target @dnn`, named `FUNCTION_dnn_0` and so on, as "
        "`relax-outline` makes one: symbols and facts come along.\n",
    .anchor = "builtin.module",
    .counters = counters,
    .numCounters = NUM_COUNTERS,
    .run = run,
};
