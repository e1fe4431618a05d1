//===- FuseOps.c - groups of calls become one program each ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Fusion/FuseOps.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Clone.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Transforms/Fusion/FuseKernels.h"
#include "lib/Transforms/Fusion/FuseTIR.h"
#include "mlir-c/Dialect/Arith.h"

#include <stb/stb_ds.h>

enum { COUNT_GROUPS, COUNT_FUSED, COUNT_REMOVED };

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// `fused_matmul_add_relu`; after three names `_etc`. A program of one member
/// keeps the name of its compute.
static StrRef programName(Arena *arena, const FusePlan *plan) {
  enum { MAX_NAMES = 3 };
  StrBuf name = {0};
  if (plan->numMembers > 1)
    strBufAppendC(&name, "fused_");
  for (intptr_t m = 0; m < plan->numMembers && m < MAX_NAMES; ++m) {
    const FuseNode *node = &plan->graph->nodes[plan->members[m]];
    StrRef part = tirComputeGetName(node->compute.op);
    if (m > 0)
      strBufAppendC(&name, "_");
    strBufAppend(&name, part);
  }
  if (plan->numMembers > MAX_NAMES)
    strBufAppendC(&name, "_etc");
  StrRef copy = arenaCopyString(arena, strRefFromC(strBufText(&name)));
  strBufFree(&name);
  return copy;
}

//===----------------------------------------------------------------------===//
// Replacing the calls of a group
//===----------------------------------------------------------------------===//

static bool hasLiteral(const FuseNode *node) {
  for (intptr_t i = 0; i < node->numInputs; ++i)
    if (node->literals[i].ptr)
      return true;
  return false;
}

static void eraseUnusedConstant(MlirOperation op) {
  if (relaxIsConstant(op) && bridgeIsTriviallyDead(op))
    mlirOperationDestroy(op);
}

/// Erases a call and the literals that only it used.
static void eraseCall(Fusion *fusion, FuseNode *node) {
  fuseKernelsLostCall(&fusion->kernels, node->callee);
  MlirOperation *constants = NULL;
  for (intptr_t i = 0; i < node->numInputs; ++i)
    if (node->literals[i].ptr) {
      MlirOperation op =
          mlirOpResultGetOwner(relaxCallTirGetInputs(node->op, i));
      bool known = false;
      for (ptrdiff_t k = 0; k < arrlen(constants); ++k)
        known |= mlirOperationEqual(constants[k], op);
      if (!known)
        arrput(constants, op);
    }
  mlirOperationDestroy(node->op);
  node->op.ptr = NULL;
  for (ptrdiff_t k = 0; k < arrlen(constants); ++k)
    eraseUnusedConstant(constants[k]);
  arrfree(constants);
}

static void replaceGroup(Fusion *fusion, FusePlan *plan) {
  RelaxPassRun *run = fusion->run;
  const FuseNode *result = &plan->graph->nodes[plan->result];
  StrRef name = programName(run->arena, plan);
  FusedProgram program;
  if (!passMayRewrite(run, result->op) ||
      !fuseBuildProgram(plan, name, &program))
    return; // the calls stay as they are
  MlirValue old = mlirOperationGetResult(result->op, 0);
  MlirType type = mlirValueGetType(old);
  MlirAttribute kernel = fuseKernelsAdd(&fusion->kernels, &program, name);
  RelaxCallTirArgs args = {.numInputs = program.numInputs,
                           .inputs = program.inputs,
                           .callee = kernel,
                           .symbols = program.symbols,
                           .numResultsTypes = 1,
                           .resultsTypes = &type};
  MlirOperation ops[FUSE_MAX_MEMBERS];
  for (intptr_t m = 0; m < plan->numMembers; ++m)
    ops[m] = plan->graph->nodes[plan->members[m]].op;
  args.given =
      fuseGivenShapes(run->arena, ops, plan->numMembers, &args.numGiven);
  MlirOperation call =
      relaxCallTirCreate(mlirOperationGetLocation(result->op), &args);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(result->op),
                                      result->op, call);
  mlirValueReplaceAllUsesOfWith(old, mlirOperationGetResult(call, 0));
  for (intptr_t m = plan->numMembers - 1; m >= 0; --m)
    eraseCall(fusion, &plan->graph->nodes[plan->members[m]]);
  if (plan->numMembers > 1)
    ++run->counters[COUNT_GROUPS];
  run->counters[COUNT_FUSED] += (uint64_t)plan->numMembers - 1;
}

static void fuseBlock(Fusion *fusion, MlirBlock block) {
  FuseGraph graph = {.arena = fusion->run->arena,
                     .symbols = fusion->symbols,
                     .defined = &fusion->defined,
                     .function = fusion->function};
  fuseReadGraph(&graph, block);
  fuseFormGroups(&graph);
  for (intptr_t n = 0; n < graph.numNodes; ++n) {
    if (graph.groups.of[n] != n)
      continue;
    intptr_t members[FUSE_MAX_MEMBERS];
    intptr_t count =
        fuseGroupsMembers(&graph.groups, &n, 1, members, FUSE_MAX_MEMBERS);
    FusePlan plan;
    if ((count > 1 || hasLiteral(&graph.nodes[n])) &&
        fusePlan(&graph, members, count, &plan))
      replaceGroup(fusion, &plan);
  }
}

static void cloneCalls(const Fusion *fusion) {
  if (!passMayRewrite(fusion->run, fusion->function))
    return;
  fuseCloneDecodings(fusion->symbols, fusion->function);
  fuseCloneParts(fusion->symbols, fusion->run->arena, fusion->function);
}

static MlirLogicalResult run(RelaxPassRun *run) {
  run->counters[COUNT_REMOVED] += fuseModule(run, cloneCalls, fuseBlock);
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxFuseOpsPass = {
    .name = "relax-fuse-ops",
    .summary = "merge calls of loop-level programs into fewer programs",
    .documentation =
        "Groups `relax.call_tir` along the dataflow by post-dominators and "
        "merges the programs of a group. What may be fused is found from the "
        "programs (see `tir-print-pattern-kinds`): maps stand in the place of "
        "the loads of their result, and what follows a reduction elementwise "
        "becomes an epilogue that works in place. Extents have to be equal by "
        "their normal form or by facts. A group has at most 64 calls, repeats "
        "little work and needs no memory of its own; a weight of narrower "
        "floats "
        "is widened where a product reads it; what is only moved, and then "
        "read in parts (queries, keys and values of one product), is moved "
        "part by part. Constants with a single "
        "value become part of the program; weights stay arguments.",
    .anchor = "builtin.module",
    .traits = RELAX_PASS_ASKS,
    .counters = {[COUNT_GROUPS] = "groups",
                 [COUNT_FUSED] = "calls-fused",
                 [COUNT_REMOVED] = "programs-removed"},
    .dialects = {mlirGetDialectHandle__tir__, mlirGetDialectHandle__arith__},
    .run = run,
};
