//===- Partition.c - regions become functions of their targets ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Transforms/Functions/Outline.h"
#include "lib/Transforms/Patterns/Offload.h"
#include "lib/Transforms/Patterns/PartitionChoice.h"
#include "lib/Transforms/Patterns/RegionCost.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

enum { OPTION_PAYS, OPTION_FITS, OPTION_CHOOSE };
enum {
  COUNT_FUNCTIONS,
  COUNT_OPS,
  COUNT_LEFT,
  COUNT_SPLIT,
  COUNT_BACK,
  COUNT_CHOICES,
  NUM_COUNTERS
};

typedef struct Region {
  int64_t number; // in its block
  MlirBlock block;
  StrRef target;
  MlirOperation *ops; // stb_ds, in the order of the block
  MlirAttribute
      unknown; // of `pays`: what the extents of a call decide, or null
} Region;

typedef struct Partitioning {
  RelaxPassRun *run;
  CostConditions pays, fits;
  MlirOperation function;
  Region *regions;      // stb_ds
  OutlineMember *calls; // stb_ds set: patterns take what has no effects
} Partitioning;

//===----------------------------------------------------------------------===//
// Which operations
//===----------------------------------------------------------------------===//

static Region *regionOf(Partitioning *partitioning, MlirOperation op,
                        int64_t number) {
  MlirBlock block = mlirOperationGetBlock(op);
  for (ptrdiff_t i = 0; i < arrlen(partitioning->regions); ++i)
    if (partitioning->regions[i].number == number &&
        mlirBlockEqual(partitioning->regions[i].block, block))
      return &partitioning->regions[i];
  Region region = {number,
                   block,
                   arenaCopyString(partitioning->run->arena, offloadTarget(op)),
                   NULL,
                   {NULL}};
  arrput(partitioning->regions, region);
  return &partitioning->regions[arrlen(partitioning->regions) - 1];
}

static MlirWalkResult visit(MlirOperation op, void *userData) {
  Partitioning *partitioning = userData;
  MlirAttribute number = mlirOperationGetDiscardableAttributeByName(
      op, mlirStringRefCreateFromCString(offloadRegion));
  if (!offloadTarget(op).length || !number.ptr ||
      !mlirAttributeIsAInteger(number)) {
    partitioning->run->counters[COUNT_LEFT] +=
        !mlirOperationEqual(op, partitioning->function) &&
        !bridgeIsTerminator(op);
    return MlirWalkResultAdvance;
  }
  Region *region =
      regionOf(partitioning, op, mlirIntegerAttrGetValueInt(number));
  arrput(region->ops, op);
  return MlirWalkResultSkip;
}

static void removeMarks(MlirOperation *ops) {
  for (ptrdiff_t i = 0; i < arrlen(ops); ++i) {
    mlirOperationRemoveDiscardableAttributeByName(
        ops[i], mlirStringRefCreateFromCString(offloadAttribute));
    mlirOperationRemoveDiscardableAttributeByName(
        ops[i], mlirStringRefCreateFromCString(offloadRegion));
  }
}

//===----------------------------------------------------------------------===//
// Regions that fit and pay
//===----------------------------------------------------------------------===//

/// The second half as a region of its own, to be looked at later. Nothing
/// outside stands between the halves: the region would depend on itself.
static void splitRegion(Partitioning *partitioning, size_t i) {
  Region *region = &partitioning->regions[i];
  Region second = *region;
  ptrdiff_t count = arrlen(region->ops), half = count / 2;
  second.ops = NULL;
  for (ptrdiff_t k = half; k < count; ++k)
    arrput(second.ops, region->ops[k]);
  arrsetlen(region->ops, half);
  arrput(partitioning->regions, second);
  ++partitioning->run->counters[COUNT_SPLIT];
}

static void giveBack(Partitioning *partitioning, size_t i) {
  Region *region = &partitioning->regions[i];
  removeMarks(region->ops);
  partitioning->run->counters[COUNT_LEFT] += arrlenu(region->ops);
  ++partitioning->run->counters[COUNT_BACK];
  arrsetlen(region->ops, 0);
}

/// Halves what is not proved to fit, until it does; gives back what is proved
/// not to pay, and what does not fit alone.
static void settle(Partitioning *partitioning, size_t i) {
  Arena *arena = arenaCreate();
  Facts facts = {.arena = arena};
  factsAddAt(&facts, partitioning->regions[i].ops[0]);
  for (;;) {
    Region *region = &partitioning->regions[i];
    RegionCost cost = regionCostOf(arena, region->ops, arrlenu(region->ops));
    bool fits = costConditionsHold(&facts, &partitioning->fits, cost);
    if (fits && !costConditionsFail(&facts, &partitioning->pays, cost)) {
      region->unknown = costConditionsLeft(partitioning->run->context, &facts,
                                           &partitioning->pays, cost);
      break;
    }
    if (fits || arrlen(region->ops) == 1) {
      giveBack(partitioning, i);
      break;
    }
    splitRegion(partitioning, i);
  }
  arenaDestroy(arena);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

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

/// The call's function gets its target; by choice, what the extents decide.
static void finishCall(const Partitioning *partitioning, const Region *region,
                       MlirOperation call) {
  RelaxPassRun *run = partitioning->run;
  MlirAttribute left = region->unknown;
  MlirOperation function = bridgeLookupNearestSymbol(
      call,
      strRefFromMlir(mlirFlatSymbolRefAttrGetValue(relaxCallGetCallee(call))));
  relaxFuncSetTarget(function, mlirFlatSymbolRefAttrGet(
                                   run->context, strRefToMlir(region->target)));
  if (relaxOptionBool(run, OPTION_CHOOSE) && left.ptr &&
      mlirArrayAttrGetNumElements(left) > 0)
    run->counters[COUNT_CHOICES] +=
        partitionChoose(run->arena, call, function, left);
}

static MlirLogicalResult outlineRegion(Partitioning *partitioning,
                                       Region *region, size_t number) {
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
    removeMarks(outline.ops);
    MlirOperation call = outlineCreate(&outline);
    hmput(partitioning->calls, (const void *)call.ptr, 1);
    finishCall(partitioning, region, call);
    ++partitioning->run->counters[COUNT_FUNCTIONS];
    partitioning->run->counters[COUNT_OPS] += arrlenu(outline.ops);
  }
  hmfree(outline.members);
  arrfree(outline.inputs);
  arrfree(outline.outputs);
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

static MlirLogicalResult partition(Partitioning *partitioning) {
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  size_t number = 0;
  mlirOperationWalk(partitioning->function, visit, partitioning,
                    MlirWalkPreOrder);
  for (size_t i = 0; i < arrlenu(partitioning->regions); ++i) // some are added
    settle(partitioning, i);
  for (size_t i = 0; i < arrlenu(partitioning->regions) &&
                     mlirLogicalResultIsSuccess(outcome);
       ++i)
    if (arrlen(partitioning->regions[i].ops) > 0)
      outcome =
          outlineRegion(partitioning, &partitioning->regions[i], number++);
  for (ptrdiff_t i = 0; i < arrlen(partitioning->regions); ++i)
    arrfree(partitioning->regions[i].ops);
  hmfree(partitioning->calls);
  arrfree(partitioning->regions);
  return outcome;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static bool readConditions(RelaxPassRun *run, size_t option, const char *name,
                           CostConditions *out) {
  StrBuf message = {0};
  bool good = costConditionsRead(run->arena, relaxOptionString(run, option),
                                 out, &message);
  if (!good)
    bridgeEmitOpError(run->op, "pass 'relax-partition': '%s': %s", name,
                      strBufText(&message));
  strBufFree(&message);
  return good;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(run->op));
  Partitioning all = {.run = run};
  if (!readConditions(run, OPTION_PAYS, "pays", &all.pays) ||
      !readConditions(run, OPTION_FITS, "fits", &all.fits))
    return mlirLogicalResultFailure();
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (MlirOperation op = mlirBlockGetFirstOperation(body), next;
       op.ptr && mlirLogicalResultIsSuccess(outcome); op = next) {
    next = mlirOperationGetNextInBlock(op);
    Partitioning partitioning = all;
    partitioning.function = op;
    if (relaxIsFunc(op))
      outcome = partition(&partitioning);
  }
  return outcome;
}

static const RelaxPassOption options[] = {
    [OPTION_PAYS] = {"pays", RELAX_OPTION_STRING,
                     "`work >= 100 * moved`: a region is given back where one "
                     "of these is known to be false",
                     "", NULL},
    [OPTION_FITS] = {"fits", RELAX_OPTION_STRING,
                     "`weights <= 65536`: a region is split until these are "
                     "known to be true",
                     "", NULL},
    [OPTION_CHOOSE] = {"choose", RELAX_OPTION_BOOL,
                       "a relax.dispatch where the extents of a call decide "
                       "whether it pays",
                       "false", NULL}};

static const char *const counters[NUM_COUNTERS] = {
    [COUNT_FUNCTIONS] = "functions-made",
    [COUNT_OPS] = "ops-offloaded",
    [COUNT_LEFT] = "ops-left",
    [COUNT_SPLIT] = "regions-split",
    [COUNT_BACK] = "regions-given-back",
    [COUNT_CHOICES] = "choices"};

const RelaxPass relaxPartitionPass = {
    .name = "relax-partition",
    .summary = "move regions of another target into functions",
    .documentation =
        "Each region that `relax-merge-regions` has numbered becomes a private "
        "function `target @dnn`, named `FUNCTION_dnn_0` and so on, as "
        "`relax-outline` makes one: symbols and facts come along. `pays=` and "
        "`fits=` are conditions on a region's `nodes` (operations), `work` "
        "(multiply-adds of its products, convolutions and attention), `moved` "
        "(bytes that come in and go out at each call) and `weights` (bytes of "
        "constants and weights that it takes), all formulas in the program's "
        "symbols, decided by the prover from the facts there. What is not "
        "known to fit is halved until it is, or given back when one operation "
        "is left; what is known not to pay is given back. With `choose=true` "
        "what the extents of a call decide becomes a `relax.dispatch`: the "
        "function where `pays=` holds, a copy without a target elsewhere.\n",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = sizeof(options) / sizeof(*options),
    .counters = counters,
    .numCounters = NUM_COUNTERS,
    .run = run,
};
