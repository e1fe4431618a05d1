//===- Partition.c - regions become functions of their targets ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Patterns/Partition.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/SymAttributes.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Runtime/File.h"
#include "lib/Transforms/Patterns/Offload.h"

#include <stb/stb_ds.h>

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
                   {NULL},
                   {NULL}};
  arrput(partitioning->regions, region);
  return &partitioning->regions[arrlen(partitioning->regions) - 1];
}

/// Marks may have been written by hand. False after an error.
static bool marksAreGood(MlirOperation op, MlirAttribute target,
                         MlirAttribute number) {
  const char *wrong = NULL;
  if (target.ptr && !offloadTarget(op).length)
    wrong = "'relax.offload': expected the name of a target";
  else if (number.ptr && !mlirAttributeIsAInteger(number))
    wrong = "'relax.region': expected an integer";
  else if (number.ptr && !target.ptr)
    wrong = "'relax.region': expected 'relax.offload', too";
  if (wrong)
    bridgeEmitOpError(op, "%s", wrong);
  return !wrong;
}

static MlirWalkResult visit(MlirOperation op, void *userData) {
  Partitioning *partitioning = userData;
  MlirAttribute target = mlirOperationGetDiscardableAttributeByName(
      op, mlirStringRefCreateFromCString(offloadAttribute));
  MlirAttribute number = mlirOperationGetDiscardableAttributeByName(
      op, mlirStringRefCreateFromCString(offloadRegion));
  partitioning->failed = !marksAreGood(op, target, number);
  if (partitioning->failed)
    return MlirWalkResultInterrupt;
  if (target.ptr && !number.ptr && !partitioning->warned) {
    partitioning->warned = true;
    bridgeEmitWarning(mlirOperationGetLocation(op),
                      "marked for '%.*s', but in no region, and stays here: "
                      "'relax-merge-regions' makes regions of marks",
                      (int)offloadTarget(op).length, offloadTarget(op).data);
  }
  if (!number.ptr) {
    partitioning->run->counters[COUNT_LEFT] +=
        !mlirOperationEqual(op, partitioning->function) &&
        !bridgeIsTerminator(op);
    return MlirWalkResultAdvance;
  }
  Region *region =
      regionOf(partitioning, op, mlirIntegerAttrGetValueInt(number));
  if (!strRefEqual(region->target, offloadTarget(op))) {
    bridgeEmitOpError(op, "region %lld is of '%.*s' already",
                      (long long)region->number, (int)region->target.length,
                      region->target.data);
    partitioning->failed = true;
    return MlirWalkResultInterrupt;
  }
  arrput(region->ops, op);
  return MlirWalkResultSkip;
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
  partitionRemoveMarks(region->ops);
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
      region->size =
          symExprToAttribute(partitioning->run->context,
                             symExprIs(cost.work, 0) ? cost.moved : cost.work);
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

static MlirLogicalResult partition(Partitioning *partitioning) {
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  size_t number = 0;
  mlirOperationWalk(partitioning->function, visit, partitioning,
                    MlirWalkPreOrder);
  if (partitioning->failed)
    outcome = mlirLogicalResultFailure();
  for (size_t i = 0;
       i < arrlenu(partitioning->regions) && !partitioning->failed;
       ++i) // some are added
    settle(partitioning, i);
  for (size_t i = 0; i < arrlenu(partitioning->regions) &&
                     mlirLogicalResultIsSuccess(outcome);
       ++i)
    if (arrlen(partitioning->regions[i].ops) > 0)
      outcome =
          partitionOutline(partitioning, &partitioning->regions[i], number++);
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

static bool readMeasured(RelaxPassRun *run, Measured *out) {
  StrRef path = relaxOptionString(run, OPTION_MEASURED);
  StrBuf text = {0}, message = {0};
  RelaxError error = {0};
  if (!path.length)
    return true;
  path = arenaCopyString(run->arena, path);
  bool good = relaxFileRead(path.data, &text, &error);
  if (!good)
    bridgeEmitOpError(run->op, "pass 'relax-partition': %s",
                      relaxErrorText(&error));
  if (good && !measuredRead(run->arena, (StrRef){text.data, text.length}, out,
                            &message)) {
    bridgeEmitOpError(run->op, "pass 'relax-partition': '%s', %s", path.data,
                      strBufText(&message));
    good = false;
  }
  relaxErrorFree(&error);
  strBufFree(&message);
  strBufFree(&text);
  return good;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  MlirBlock body = bridgeBody(run->op);
  Measured measured = {NULL, NULL};
  Partitioning all = {.run = run, .measured = &measured};
  MlirLogicalResult outcome =
      readConditions(run, OPTION_PAYS, "pays", &all.pays) &&
              readConditions(run, OPTION_FITS, "fits", &all.fits) &&
              readMeasured(run, &measured)
          ? mlirLogicalResultSuccess()
          : mlirLogicalResultFailure();
  for (MlirOperation op = mlirBlockGetFirstOperation(body), next;
       op.ptr && mlirLogicalResultIsSuccess(outcome); op = next) {
    next = mlirOperationGetNextInBlock(op);
    Partitioning partitioning = all;
    partitioning.function = op;
    if (relaxIsFunc(op))
      outcome = partition(&partitioning);
  }
  measuredFree(&measured);
  return outcome;
}

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
        "function where `pays=` holds, a copy without a target elsewhere.\n"
        "\n"
        "`measured=` names a file with what `relax-run --measure-regions=` "
        "wrote for the same partition without options, and behind it for the "
        "program without regions. All regions of a call go to their back ends, "
        "or none, whichever was faster; or those that save anything, where the "
        "sum of it makes the call a tenth shorter than both. A region that is "
        "better for some calls and not for others gets a `relax.dispatch` on "
        "its `work` (or `moved`, without work), split where that saves most.\n",
    .anchor = "builtin.module",
    .options =
        {[OPTION_PAYS] = {"pays", RELAX_OPTION_STRING,
                          "`work >= 100 * moved`: a region is given back where "
                          "one of these is known to be false",
                          "", NULL},
         [OPTION_FITS] = {"fits", RELAX_OPTION_STRING,
                          "`weights <= 65536`: a region is split until these "
                          "are known to be true",
                          "", NULL},
         [OPTION_CHOOSE] = {"choose", RELAX_OPTION_BOOL,
                            "a relax.dispatch where the extents of a call "
                            "decide whether it pays",
                            "false", NULL},
         [OPTION_MEASURED] = {"measured", RELAX_OPTION_STRING,
                              "a file of `relax-run --measure-regions=`: a "
                              "region is offloaded where that was faster",
                              "", NULL}},
    .counters = {[COUNT_FUNCTIONS] = "functions-made",
                 [COUNT_OPS] = "ops-offloaded",
                 [COUNT_LEFT] = "ops-left",
                 [COUNT_SPLIT] = "regions-split",
                 [COUNT_BACK] = "regions-given-back",
                 [COUNT_CHOICES] = "choices"},
    .run = run,
};
