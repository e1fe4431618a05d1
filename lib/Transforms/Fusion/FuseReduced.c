//===- FuseReduced.c - the pass relax-fuse-reduced ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Fusion/FuseReduced.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Transforms/Fusion/FuseKernels.h"
#include "mlir-c/Dialect/Arith.h"

enum { COUNT_GROUPS, COUNT_REMOVED };

static MlirOperation fuse(Fusion *fusion, FuseGraph *graph, MlirOperation op) {
  StrRef name = strRefFromC("fused_product_reduced");
  Reduced reduced;
  FusedProgram program;
  if (!reducedMatch(graph, op, &reduced) || !passMayRewrite(fusion->run, op) ||
      !reducedBuild(&reduced, name, &program))
    return op;
  MlirOperation members[] = {op, reduced.product->call.op};
  ++fusion->run->counters[COUNT_GROUPS];
  return fuseReplaceCalls(fusion, op, members, 2, &program, name);
}

static MlirLogicalResult run(RelaxPassRun *run) {
  run->counters[COUNT_REMOVED] += fuseCalls(run, fuse);
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxFuseReducedPass = {
    .name = "relax-fuse-reduced",
    .summary = "go by tiles through a product of which only a reduction is "
               "left",
    .documentation =
        "A product or convolution, with the maps behind it, whose result is "
        "read by one reduction along one dimension that does not lie side by "
        "side in memory (a largest element over all places of a window, a "
        "mean over tokens) becomes one program with it: tiles of 64 places by "
        "64 columns are computed, mapped and combined, so the whole result is "
        "nowhere in memory. A dimension of fewer than 8 elements is left.",
    .anchor = "builtin.module",
    .traits = RELAX_PASS_ASKS,
    .counters = {[COUNT_GROUPS] = "groups",
                 [COUNT_REMOVED] = "programs-removed"},
    .dialects = {mlirGetDialectHandle__tir__, mlirGetDialectHandle__arith__},
    .run = run,
};
