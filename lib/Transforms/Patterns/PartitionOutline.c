//===- PartitionOutline.c - a region becomes a function -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/SymAttributes.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Support/Text.h"
#include "lib/Transforms/Patterns/Offload.h"
#include "lib/Transforms/Patterns/Partition.h"
#include "lib/Transforms/Patterns/PartitionChoice.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

void partitionRemoveMarks(MlirOperation *ops) {
  for (ptrdiff_t i = 0; i < arrlen(ops); ++i) {
    mlirOperationRemoveDiscardableAttributeByName(
        ops[i], mlirStringRefCreateFromCString(offloadAttribute));
    mlirOperationRemoveDiscardableAttributeByName(
        ops[i], mlirStringRefCreateFromCString(offloadRegion));
  }
}

static int byPlace(const void *a, const void *b) {
  MlirOperation x = *(const MlirOperation *)a, y = *(const MlirOperation *)b;
  if (mlirOperationEqual(x, y))
    return 0;
  return mlirOperationIsBeforeInBlock(x, y) ? -1 : 1;
}

static StrRef nameOf(const Partitioning *partitioning, const Region *region,
                     size_t number) {
  StrBuf name = {0};
  StrRef function = relaxFuncGetSymName(partitioning->function);
  strBufAppendFormat(&name, "%.*s_%.*s_%zu", (int)function.length,
                     function.data, (int)region->target.length,
                     region->target.data, number);
  return arenaKeep(partitioning->run->arena, &name);
}

/// What was measured of the region decides: `region->unknown` is where its back
/// end runs then. False after an error.
static bool chooseMeasured(const Partitioning *partitioning, Region *region,
                           const Outline *outline, bool *own) {
  RelaxPassRun *run = partitioning->run;
  MlirValue *inputs;
  size_t count = partitionInputs(run->arena, outline->inputs,
                                 arrlenu(outline->inputs), &inputs);
  StrBuf message = {0};
  MeasuredChoice choice;
  SymFact guard;
  bool good = measuredChoose(run->arena, partitioning->measured, outline->name,
                             inputs, count, symExprOf(run->arena, region->size),
                             &choice, &guard, &message);
  if (!good)
    bridgeEmitOpError(region->ops[0], "pass 'relax-partition': %s",
                      strBufText(&message));
  strBufFree(&message);
  *own = good && choice == MEASURED_OWN;
  region->unknown.ptr = NULL;
  if (good && choice == MEASURED_BY_SIZE) {
    MlirAttribute fact = symFactToAttribute(run->context, guard);
    region->unknown = mlirArrayAttrGet(run->context, 1, &fact);
  }
  return good;
}

/// The call's function gets its target; by choice, what the extents decide.
static void finishCall(const Partitioning *partitioning, const Region *region,
                       bool mayChoose, MlirOperation call) {
  RelaxPassRun *run = partitioning->run;
  MlirAttribute guard = region->unknown;
  MlirOperation function = bridgeFollow(call, relaxCallGetCallee(call));
  relaxFuncSetTarget(function, mlirFlatSymbolRefAttrGet(
                                   run->context, strRefToMlir(region->target)));
  if (mayChoose && guard.ptr && mlirArrayAttrGetNumElements(guard) > 0)
    run->counters[COUNT_CHOICES] +=
        partitionChoose(run->arena, call, function, guard);
}

MlirLogicalResult partitionOutline(Partitioning *partitioning, Region *region,
                                   size_t number) {
  Outline outline = {.arena = partitioning->run->arena,
                     .function = partitioning->function,
                     .name = nameOf(partitioning, region, number),
                     .ops = region->ops,
                     .pure = partitioning->calls};
  for (ptrdiff_t i = 0; i < arrlen(region->ops); ++i)
    hmput(outline.members, (const void *)region->ops[i].ptr, 1);
  // Gathering the regions before may have moved some behind others.
  qsort(outline.ops, arrlenu(outline.ops), sizeof *outline.ops, byPlace);
  bool good = mlirLogicalResultIsSuccess(outlineGather(&outline)) &&
              mlirLogicalResultIsSuccess(outlineSignature(&outline));
  bool measured = arrlen(partitioning->measured->points) > 0, own = false;
  if (good && measured)
    good = chooseMeasured(partitioning, region, &outline, &own);
  if (good)
    partitionRemoveMarks(outline.ops);
  if (good && own) {
    ++partitioning->run->counters[COUNT_BACK];
    partitioning->run->counters[COUNT_LEFT] += arrlenu(outline.ops);
  } else if (good) {
    MlirOperation call = outlineCreate(&outline);
    hmput(partitioning->calls, (const void *)call.ptr, 1);
    finishCall(partitioning, region,
               measured || relaxOptionBool(partitioning->run, OPTION_CHOOSE),
               call);
    ++partitioning->run->counters[COUNT_FUNCTIONS];
    partitioning->run->counters[COUNT_OPS] += arrlenu(outline.ops);
  }
  hmfree(outline.members);
  arrfree(outline.inputs);
  arrfree(outline.outputs);
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
