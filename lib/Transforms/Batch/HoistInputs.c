//===- HoistInputs.c - what does not depend on a recursion ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Fegade et al., "ACRoBat", MLSys 2024, section on operator hoisting: the
// product of a cell with its input depends on the input alone, so that of all
// steps can run at once. A value's depth is the number of operations that it
// goes through at most, whatever calls, data and loops it goes through; one
// that is computed from itself has no depth. Operations with a depth between
// such without become a function of their own, in front: no fusion brings them
// back together, and relax-batch makes a unit of each.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Data.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/MatMul.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Tuple.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Batch/Batch.h"
#include "lib/Transforms/Batch/BatchFlow.h"

#include <stb/stb_ds.h>

enum { COUNT_HOISTED, COUNT_OPS };

/// Deeper values count as computed from themselves.
enum { ENDLESS = 200 };

/// Stands between operations and takes no time.
static bool isBeside(MlirOperation op) {
  return relaxIsGetWeight(op) || relaxIsConstant(op) || relaxIsGetField(op) ||
         relaxIsTupleGet(op);
}

/// An operation on elements of tensors.
static bool computes(MlirOperation op) {
  intptr_t results = mlirOperationGetNumResults(op);
  bool good = !isBeside(op) && results && bridgeIsPure(op) &&
              !mlirOperationGetNumRegions(op) && !relaxIsCall(op) &&
              mlirOperationGetNumOperands(op);
  for (intptr_t i = 0; i < results && good; ++i)
    good = batchTakes(mlirValueGetType(mlirOperationGetResult(op, i)));
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e && good; ++i)
    good = batchTakes(mlirValueGetType(mlirOperationGetOperand(op, i)));
  return good;
}

static void depthRule(BatchFlow *flow, MlirOperation op) {
  if (!computes(op))
    return;
  int32_t depth = 0;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    int32_t before = batchLevel(flow, mlirOperationGetOperand(op, i));
    depth = before > depth ? before : depth;
  }
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    batchRaise(flow, mlirOperationGetResult(op, i), depth + 1);
}

typedef struct HoistGroup {
  MlirOperation *ops;  // stb_ds array
  MlirOperation front; // the first of the others, which do not fall apart
} HoistGroup;

typedef struct Hoister {
  RelaxPassRun *run;
  BatchFlow flow;
  MlirOperation function;
  HoistGroup *groups; // stb_ds array
} Hoister;

/// Is it the same for all that runs? That is folded, or prepared with weights.
static bool hasInput(MlirOperation op) {
  bool found = false;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    found |= !batchIsShared(mlirOperationGetOperand(op, i));
  return found;
}

/// Parts of a tensor, which whoever uses them may as well find in it himself.
static bool isPart(MlirOperation op) {
  return relaxIsSplit(op) || relaxIsSlice(op);
}

static bool usedIn(MlirOperation op, MlirOperation *ops) {
  for (ptrdiff_t i = 0; i < arrlen(ops); ++i)
    for (intptr_t k = 0, e = mlirOperationGetNumOperands(ops[i]); k < e; ++k) {
      MlirValue from = mlirOperationGetOperand(ops[i], k);
      if (mlirOperationEqual(bridgeDefiner(from), op))
        return true;
    }
  return false;
}

/// What is hoisted is not taken apart at its end.
static void dropParts(MlirOperation *ops) {
  for (ptrdiff_t i = arrlen(ops) - 1; i >= 0; --i)
    if (isPart(ops[i]) && !usedIn(ops[i], ops))
      arrdel(ops, i);
}

/// What a run of operations without others between them has to hoist: with a
/// product, for little work is better done with the rest.
static void endRun(Hoister *hoister, MlirOperation *ops) {
  HoistGroup group = {0};
  bool product = false;
  for (ptrdiff_t i = 0; i < arrlen(ops); ++i) {
    int32_t depth =
        batchLevel(&hoister->flow, mlirOperationGetResult(ops[i], 0));
    if (depth == ENDLESS && !group.front.ptr)
      group.front = ops[i];
    if (depth == ENDLESS || !hasInput(ops[i]))
      continue;
    product |= relaxIsMatmul(ops[i]);
    arrput(group.ops, ops[i]);
  }
  dropParts(group.ops);
  if (product && group.front.ptr)
    arrput(hoister->groups, group);
  else
    arrfree(group.ops);
}

static MlirWalkResult findGroups(MlirOperation op, void *userData) {
  Hoister *hoister = userData;
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r) {
    MlirOperation *ops = NULL;
    MlirBlock block = bridgeBlock(op, r);
    MlirOperation next =
        block.ptr ? mlirBlockGetFirstOperation(block) : (MlirOperation){NULL};
    for (; next.ptr; next = mlirOperationGetNextInBlock(next))
      if (computes(next)) {
        arrput(ops, next);
      } else if (!isBeside(next)) {
        endRun(hoister, ops);
        arrsetlen(ops, 0);
      }
    arrfree(ops);
  }
  return MlirWalkResultAdvance;
}

/// Puts an operation in front of another one of its block, and before that what
/// it uses.
static void moveBefore(MlirOperation op, MlirOperation front) {
  if (!mlirBlockEqual(mlirOperationGetBlock(op),
                      mlirOperationGetBlock(front)) ||
      mlirOperationIsBeforeInBlock(op, front))
    return;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (mlirValueIsAOpResult(value))
      moveBefore(mlirOpResultGetOwner(value), front);
  }
  mlirOperationMoveBefore(op, front);
}

static MlirLogicalResult hoist(Hoister *hoister, const HoistGroup *found) {
  MlirOperation *group = found->ops;
  Arena *arena = hoister->run->arena;
  StrRef of = relaxFuncGetSymName(hoister->function);
  StrBuf name = {0};
  strBufAppendFormat(&name, "%.*s_hoisted", (int)of.length, of.data);
  Outline outline = {
      .arena = arena,
      .function = hoister->function,
      .name = arenaCopyString(arena, (StrRef){name.data, name.length})};
  strBufFree(&name);
  for (ptrdiff_t i = 0; i < arrlen(group); ++i) {
    arrput(outline.ops, group[i]);
    hmput(outline.members, (const void *)group[i].ptr, 1);
  }
  batchTakeShared(&outline);
  MlirLogicalResult outcome = outlineGather(&outline);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = outlineSignature(&outline);
  if (mlirLogicalResultIsSuccess(outcome) && !outline.exported.ptr &&
      arrlen(outline.inputs)) {
    moveBefore(outlineCreate(&outline), found->front);
    ++hoister->run->counters[COUNT_HOISTED];
    hoister->run->counters[COUNT_OPS] += (uint64_t)arrlen(group);
  }
  arrfree(outline.ops);
  hmfree(outline.members);
  arrfree(outline.inputs);
  arrfree(outline.outputs);
  return outcome;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  Hoister hoister = {
      .run = run,
      .flow = {.module = run->op, .most = ENDLESS, .rule = depthRule}};
  MlirOperation *functions = NULL;
  batchFlow(&hoister.flow);
  for (MlirOperation op = {NULL};
       (op = bridgeNext(run->op, op, relaxIsFunc)).ptr;)
    if (passMayRewrite(run, op))
      arrput(functions, op);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (ptrdiff_t i = 0; i < arrlen(functions); ++i) {
    hoister.function = functions[i];
    mlirOperationWalk(functions[i], findGroups, &hoister, MlirWalkPreOrder);
    for (ptrdiff_t g = 0; g < arrlen(hoister.groups); ++g) {
      if (mlirLogicalResultIsSuccess(outcome))
        outcome = hoist(&hoister, &hoister.groups[g]);
      arrfree(hoister.groups[g].ops);
    }
    arrsetlen(hoister.groups, 0);
  }
  arrfree(hoister.groups);
  arrfree(functions);
  batchFlowFree(&hoister.flow);
  return outcome;
}

const RelaxPass relaxHoistInputsPass = {
    .name = "relax-hoist-inputs",
    .summary = "take out of recursions what does not depend on them",
    .documentation =
        "Operations whose values do not depend on themselves, through calls, "
        "data and loops, become a function of their own where they stand "
        "between such that do and a product is among them: the products of a "
        "cell with its inputs. `relax-run --batch` runs those of all steps and "
        "calls at once.\n",
    .anchor = "builtin.module",
    .counters = {[COUNT_HOISTED] = "groups-hoisted",
                 [COUNT_OPS] = "operations-hoisted"},
    .traits = RELAX_PASS_ASKS,
    .run = run,
};
