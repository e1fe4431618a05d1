//===- FuseOnline.c - the pass relax-fuse-online --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Fusion/FuseOnline.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Transforms/Fusion/FuseKernels.h"
#include "lib/Transforms/Versions/Specialize.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/Math.h"

enum { COUNT_GROUPS, COUNT_FUSED, COUNT_REMOVED, COUNT_ROWS };

static void attach(Fusion *fusion, MlirOperation program,
                   const OnlineVersion *version) {
  specializeAttachWhere(fusion->run, fusion->symbols, program, version->program,
                        version->name, version->guards, version->numGuards);
  ++fusion->run->counters[COUNT_ROWS];
}

static bool build(const Online *online, StrRef name, FusedProgram *program) {
  return onlineHasFewKeys(online) ? onlineBuildApart(online, name, program)
                                  : onlineBuild(online, name, program);
}

static MlirOperation fuse(Fusion *fusion, FuseGraph *graph, MlirOperation op) {
  StrRef name = strRefFromC("fused_softmax_between_products");
  Online online;
  FusedProgram program;
  if (!onlineMatch(graph, op, &online) || !passMayRewrite(fusion->run, op) ||
      !build(&online, name, &program))
    return op;
  MlirOperation members[ONLINE_MAX_MEMBERS], made = program.function;
  OnlineVersion versions[ONLINE_MAX_VERSIONS];
  intptr_t numVersions = onlineBuildVersions(&online, versions);
  intptr_t count = onlineMembers(&online, members);
  op = fuseReplaceCalls(fusion, onlineLast(&online), members, count, &program,
                        name);
  ++fusion->run->counters[COUNT_GROUPS];
  fusion->run->counters[COUNT_FUSED] += (uint64_t)count - 1;
  bool isNew = mlirOperationEqual(program.function, made);
  for (intptr_t i = 0; i < numVersions; ++i)
    if (isNew)
      attach(fusion, made, &versions[i]);
    else
      mlirOperationDestroy(versions[i].program);
  return op;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  run->counters[COUNT_REMOVED] += fuseCalls(run, fuse);
  return mlirLogicalResultSuccess();
}

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
        "side by side, becomes part of it. Where the number of rows is a "
        "symbol and that "
        "of keys another, the program has a version for one row (`s == 1`), "
        "and one without tiles, whose scores lie in memory, for at most 8 rows "
        "(of all heads that share keys) or 24 keys; where fewer keys are all "
        "that there is, that is the program. "
        "Rows of the factors have at most "
        "256 elements, their number is known; elements are f32; nothing else "
        "may read what is computed in between.",
    .anchor = "builtin.module",
    .traits = RELAX_PASS_ASKS,
    .counters = {[COUNT_GROUPS] = "groups",
                 [COUNT_FUSED] = "calls-fused",
                 [COUNT_REMOVED] = "programs-removed",
                 [COUNT_ROWS] = "versions"},
    .dialects = {mlirGetDialectHandle__tir__, mlirGetDialectHandle__arith__,
                 mlirGetDialectHandle__math__},
    .run = run,
};
