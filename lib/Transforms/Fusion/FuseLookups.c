//===- FuseLookups.c - the pass relax-fuse-lookups ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Fusion/FuseLookups.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Transforms/Fusion/FuseKernels.h"
#include "mlir-c/Dialect/Arith.h"

enum { COUNT_LOOKUPS, COUNT_REMOVED };

static MlirOperation fuse(Fusion *fusion, FuseGraph *graph, MlirOperation op) {
  StrRef name = strRefFromC("fused_look_up");
  Lookup lookup;
  FusedProgram program;
  if (!lookupMatch(graph, op, &lookup) || !passMayRewrite(fusion->run, op) ||
      !lookupBuild(&lookup, name, &program))
    return op;
  MlirOperation members[] = {op, {NULL}};
  if (lookup.indicator)
    members[1] = lookup.indicator->call.op;
  ++fusion->run->counters[COUNT_LOOKUPS];
  return fuseReplaceCalls(fusion, op, members, lookup.indicator ? 2 : 1,
                          &program, name);
}

static MlirLogicalResult run(RelaxPassRun *run) {
  run->counters[COUNT_REMOVED] += fuseCalls(run, fuse);
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxFuseLookupsPass = {
    .name = "relax-fuse-lookups",
    .summary = "make a load of a sum over an indicator",
    .documentation =
        "The sum over k of an indicator of `x == k` and the element k of a "
        "table, a one-hot tensor times a matrix in whatever operators it is "
        "written, becomes a load of element x, or 0 where there is none. It is "
        "found from what the loop programs compute: the indicator as a number "
        "that is multiplied (then the table is a weight, or integers: 0 times "
        "an infinity is none) or as a choice between the element and 0; k as a "
        "place, or as a constant that counts up. What follows element by "
        "element stays in the same program, and the tensor of indicators is "
        "never made.",
    .anchor = "builtin.module",
    .traits = RELAX_PASS_ASKS,
    .counters = {[COUNT_LOOKUPS] = "look-ups",
                 [COUNT_REMOVED] = "programs-removed"},
    .dialects = {mlirGetDialectHandle__tir__, mlirGetDialectHandle__arith__},
    .run = run,
};
