//===- PartitionOutline.c - a region becomes a function -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/SymAttributes.h"
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
  StrRef kept = arenaCopyString(partitioning->run->arena,
                                (StrRef){name.data, name.length});
  strBufFree(&name);
  return kept;
}

static void choose(const Partitioning *partitioning, MlirOperation call,
                   MlirOperation function, MlirAttribute guard) {
  partitioning->run->counters[COUNT_CHOICES] +=
      partitionChoose(partitioning->run->arena, call, function, guard);
}

/// What was measured of the call decides; false after an error.
static bool chooseMeasured(const Partitioning *partitioning,
                           const Region *region, StrRef name,
                           MlirOperation call, MlirOperation function) {
  RelaxPassRun *run = partitioning->run;
  MlirValue *inputs;
  size_t count = partitionInputs(run->arena, call, &inputs);
  StrBuf message = {0};
  MeasuredChoice choice;
  SymFact guard;
  bool good = measuredChoose(run->arena, partitioning->measured, name, inputs,
                             count, symExprOf(run->arena, region->size),
                             &choice, &guard, &message);
  if (!good)
    bridgeEmitOpError(call, "pass 'relax-partition': %s", strBufText(&message));
  strBufFree(&message);
  if (good && choice == MEASURED_OWN) {
    relaxFuncSetTarget(function, (MlirAttribute){NULL});
    ++run->counters[COUNT_BACK];
  } else if (good && choice == MEASURED_BY_SIZE) {
    MlirAttribute fact = symFactToAttribute(run->context, guard);
    choose(partitioning, call, function,
           mlirArrayAttrGet(run->context, 1, &fact));
  }
  return good;
}

/// The call's function gets its target; by choice, what the extents decide.
static bool finishCall(const Partitioning *partitioning, const Region *region,
                       StrRef name, MlirOperation call) {
  RelaxPassRun *run = partitioning->run;
  MlirAttribute left = region->unknown;
  MlirOperation function = bridgeLookupNearestSymbol(
      call,
      strRefFromMlir(mlirFlatSymbolRefAttrGetValue(relaxCallGetCallee(call))));
  relaxFuncSetTarget(function, mlirFlatSymbolRefAttrGet(
                                   run->context, strRefToMlir(region->target)));
  if (arrlen(partitioning->measured->points) > 0)
    return chooseMeasured(partitioning, region, name, call, function);
  if (relaxOptionBool(run, OPTION_CHOOSE) && left.ptr &&
      mlirArrayAttrGetNumElements(left) > 0)
    choose(partitioning, call, function, left);
  return true;
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
  if (good) {
    partitionRemoveMarks(outline.ops);
    MlirOperation call = outlineCreate(&outline);
    hmput(partitioning->calls, (const void *)call.ptr, 1);
    good = finishCall(partitioning, region, outline.name, call);
    ++partitioning->run->counters[COUNT_FUNCTIONS];
    partitioning->run->counters[COUNT_OPS] += arrlenu(outline.ops);
  }
  hmfree(outline.members);
  arrfree(outline.inputs);
  arrfree(outline.outputs);
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
