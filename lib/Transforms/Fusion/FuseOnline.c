//===- FuseOnline.c - the pass relax-fuse-online --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Fusion/FuseOnline.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Transforms/Fusion/FuseKernels.h"

enum { COUNT_GROUPS, COUNT_FUSED, COUNT_REMOVED, NUM_COUNTERS };

enum { MAX_MEMBERS = ONLINE_MAX_MAPS + 8 };

static void replaceCalls(Fusion *fusion, const Online *online,
                         const FusedProgram *program, MlirAttribute kernel) {
  MlirOperation members[MAX_MEMBERS], last = onlineLast(online);
  intptr_t count = onlineMembers(online, members);
  MlirType type = mlirValueGetType(mlirOperationGetResult(last, 0));
  RelaxCallTirArgs args = {.numInputs = program->numInputs,
                           .inputs = program->inputs,
                           .callee = kernel,
                           .symbols = program->symbols,
                           .numResultsTypes = 1,
                           .resultsTypes = &type};
  args.given =
      fuseGivenShapes(fusion->run->arena, members, count, &args.numGiven);
  MlirOperation call =
      relaxCallTirCreate(mlirOperationGetLocation(last), &args);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(last), last, call);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(last, 0),
                                mlirOperationGetResult(call, 0));
  for (intptr_t m = 0; m < count; ++m) {
    fuseKernelsLostCall(
        &fusion->kernels,
        moduleSymbolsFind(fusion->symbols,
                          strRefFromMlir(mlirFlatSymbolRefAttrGetValue(
                              relaxCallTirGetCallee(members[m])))));
    mlirOperationDestroy(members[m]);
  }
  ++fusion->run->counters[COUNT_GROUPS];
  fusion->run->counters[COUNT_FUSED] += (uint64_t)count - 1;
}

/// What may be the last product of a softmax: the first of its calls is long
/// behind, so the block is gone through once.
static void fuseBlock(Fusion *fusion, MlirBlock block) {
  static const char name[] = "fused_softmax_between_products";
  FuseGraph graph = {.arena = fusion->run->arena,
                     .symbols = fusion->symbols,
                     .defined = &fusion->defined,
                     .function = fusion->function};
  graph.facts.arena = graph.arena;
  factsAddOf(&graph.facts, graph.function);
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;) {
    Online online;
    FusedProgram program;
    factsAddOf(&graph.facts, op);
    bool found = relaxIsCallTir(op) && onlineMatch(&graph, op, &online);
    MlirOperation next = mlirOperationGetNextInBlock(op);
    if (found && next.ptr == onlineLast(&online).ptr)
      next = mlirOperationGetNextInBlock(next);
    if (found && passMayRewrite(fusion->run, op) &&
        onlineBuild(&online, strRefFromC(name), &program))
      replaceCalls(fusion, &online, &program,
                   fuseKernelsAdd(&fusion->kernels, &program,
                                  strRefFromC(name)));
    op = next;
  }
}

static MlirLogicalResult run(RelaxPassRun *run) {
  run->counters[COUNT_REMOVED] += fuseModule(run, NULL, fuseBlock);
  return mlirLogicalResultSuccess();
}

static const char *const counters[NUM_COUNTERS] = {
    [COUNT_GROUPS] = "groups",
    [COUNT_FUSED] = "calls-fused",
    [COUNT_REMOVED] = "programs-removed",
};

static MlirDialectHandle (*const dialects[])(void) = {
    mlirGetDialectHandle__tir__, NULL};

const RelaxPass relaxFuseOnlinePass = {
    .name = "relax-fuse-online",
    .summary = "make a softmax between two products one loop over tiles of "
               "keys",
    .documentation =
        "Attention in whatever operators it is written: a product of rows and "
        "keys, any maps of its elements (a scale, masks), the softmax of the "
        "rows and the product with the values become one program, found from "
        "what the loop programs compute. It goes through tiles of 64 rows and "
        "64 keys (fewer of long rows); the largest score so far scales what "
        "was summed before, so no matrix of scores is in memory, whatever the "
        "extents are. A call that only moves what comes out, such as heads "
        "side by side, becomes part of it. Rows of the factors have at most "
        "256 elements, their number is known; elements are f32; nothing else "
        "may read what is computed in between.",
    .anchor = "builtin.module",
    .traits = RELAX_PASS_ASKS,
    .counters = counters,
    .numCounters = NUM_COUNTERS,
    .dialects = dialects,
    .run = run,
};
