//===- FuseRows.c - the pass relax-fuse-rows ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Fusion/FuseRows.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Clone.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Transforms/Fusion/FuseKernels.h"

enum { COUNT_GROUPS, COUNT_FUSED, COUNT_REMOVED, COUNT_FORCED };

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// `fused_max_exp_sum`; after three names `_etc`.
static StrRef programName(Arena *arena, const RowsPlan *plan) {
  enum { MAX_NAMES = 3 };
  StrBuf name = {0};
  strBufAppendC(&name, "fused");
  intptr_t count = 0;
  for (intptr_t m = 0; m < plan->numMembers; ++m) {
    const RowsNode *node = &plan->graph->nodes[plan->members[m]];
    for (intptr_t c = 0; c < node->numComputes; ++c, ++count) {
      if (count >= MAX_NAMES)
        continue;
      strBufAppendC(&name, "_");
      strBufAppend(&name, tirComputeGetName(node->computes[c].op));
    }
  }
  if (count > MAX_NAMES)
    strBufAppendC(&name, "_etc");
  StrRef copy = arenaCopyString(arena, strRefFromC(strBufText(&name)));
  strBufFree(&name);
  return copy;
}

static void replaceCalls(Fusion *fusion, RowsPlan *plan,
                         const FusedProgram *program, MlirAttribute kernel) {
  MlirOperation ops[ROWS_MAX_CALLS];
  MlirType types[ROWS_MAX_CALLS];
  RelaxCallTirArgs args = {.numInputs = program->numInputs,
                           .inputs = program->inputs,
                           .callee = kernel,
                           .symbols = program->symbols,
                           .resultsTypes = types};
  for (intptr_t m = 0; m < plan->numMembers; ++m) {
    ops[m] = plan->graph->nodes[plan->members[m]].call.op;
    if (plan->places[m] == ROWS_RESULT)
      types[args.numResultsTypes++] =
          mlirValueGetType(mlirOperationGetResult(ops[m], 0));
  }
  args.given = fuseGivenShapes(fusion->run->arena, ops, plan->numMembers,
                               &args.numGiven);
  MlirOperation call = relaxCallTirCreate(
      mlirOperationGetLocation(ops[plan->numMembers - 1]), &args);
  mlirBlockInsertOwnedOperationBefore(plan->graph->block, plan->before, call);
  for (intptr_t m = 0, r = 0; m < plan->numMembers; ++m)
    if (plan->places[m] == ROWS_RESULT)
      mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(ops[m], 0),
                                    mlirOperationGetResult(call, r++));
  for (intptr_t m = plan->numMembers - 1; m >= 0; --m) {
    fuseKernelsLostCall(&fusion->kernels,
                        plan->graph->nodes[plan->members[m]].call.callee);
    mlirOperationDestroy(ops[m]);
  }
}

static void replaceGroup(Fusion *fusion, RowsPlan *plan) {
  RelaxPassRun *run = fusion->run;
  StrRef name = programName(run->arena, plan);
  FusedProgram program;
  intptr_t last = plan->members[plan->numMembers - 1];
  if (!passMayRewrite(run, plan->graph->nodes[last].call.op) ||
      !rowsBuildProgram(plan, name, &program))
    return; // the calls stay as they are
  MlirAttribute kernel = fuseKernelsAdd(&fusion->kernels, &program, name);
  replaceCalls(fusion, plan, &program, kernel);
  ++run->counters[COUNT_GROUPS];
  run->counters[COUNT_FUSED] += (uint64_t)plan->numMembers - 1;
}

static void fuseBlock(Fusion *fusion, MlirBlock block) {
  RowsForce force = {.reasons = relaxOptionString(fusion->run, 0)};
  RowsGraph graph = {.base = {.arena = fusion->run->arena,
                              .symbols = fusion->symbols,
                              .defined = &fusion->defined,
                              .function = fusion->function},
                     .force = &force};
  rowsReadGraph(&graph, block);
  rowsFormGroups(&graph);
  for (intptr_t group = 0; group < graph.numNodes; ++group) {
    intptr_t members[ROWS_MAX_CALLS];
    if (graph.base.groups.of[group] != group)
      continue;
    intptr_t count = rowsMembersOf(&graph, group, group, members);
    RowsPlan plan;
    if (count > 1 && rowsPlan(&graph, members, count, &plan))
      replaceGroup(fusion, &plan);
  }
  rowsFreeGraph(&graph);
  fusion->run->counters[COUNT_FORCED] += force.count;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  run->counters[COUNT_REMOVED] += fuseModule(run, NULL, fuseBlock);
  StrRef reasons = relaxOptionString(run, 0);
  if (reasons.length && !run->counters[COUNT_FORCED])
    return bridgeEmitOpError(
        run->op, "pass 'relax-fuse-rows': force: no call stays for '%.*s'",
        (int)reasons.length, reasons.data);
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxFuseRowsPass = {
    .name = "relax-fuse-rows",
    .summary = "merge calls that go through the same rows into one loop",
    .documentation =
        "Calls of programs whose outermost loops are the same rows become one "
        "program, a `tir.for` over the rows with the computes of all of them: "
        "softmax and normalisations, in whatever operators they are written; "
        "also reductions of the same rows that do not depend on each other; "
        "maps whose results are used elsewhere, too, or which read the same; "
        "concatenations with what computes their pieces and what reads them; "
        "calls of the same extents that share nothing, if a row has at most "
        "1,024 elements and 8 operations at most stand between them. "
        "Reductions have to go along the rows, in the order of memory, and a "
        "row may use its own row only of what another member computes. That "
        "lies in local memory if a row has a bound (64 KiB in all), else in "
        "the row of a result that is written later, else in a result of its "
        "own; so do values that something outside uses. Rows are at least 16 "
        "or of unknown number; those of at most 15 elements are 64 at a time; "
        "one that is known to be so long that threads should share it "
        "(32,768) stays alone unless the number of rows is known, too. Where "
        "nothing is reduced a row has at most 4,096 elements or one dimension, "
        "or it is one element, 512 at a time. Sums across a row of at most "
        "4,096 elements are part of it, and so are rows of tables that data "
        "chooses; what is checked of that is checked in front. No element is "
        "computed twice. A "
        "program has at most 16 calls, 64 buffers and 512 operations; a call "
        "at most 48 computes.",
    .anchor = "builtin.module",
    .traits = RELAX_PASS_ASKS,
    .options = {{"force", RELAX_OPTION_STRING,
                 "for tests: reasons of relax-fusion-report that do not count, "
                 "with `|` between them; the program may be wrong",
                 "", NULL}},
    .counters = {[COUNT_GROUPS] = "groups",
                 [COUNT_FUSED] = "calls-fused",
                 [COUNT_REMOVED] = "programs-removed",
                 [COUNT_FORCED] = "reasons-forced"},
    .dialects = {mlirGetDialectHandle__tir__},
    .run = run,
};
