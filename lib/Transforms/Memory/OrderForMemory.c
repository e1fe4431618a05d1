//===- OrderForMemory.c - the pass relax-order-for-memory -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Between two operations that have effects or regions the others may stand in
// any order that keeps operands before their users; symbols flow along with
// them. Another order is taken only where it is better.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Memory/OrderForMemory.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Sym/Clone.h"
#include "lib/Analysis/Alias.h"
#include "lib/Analysis/TensorSize.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>

enum { COUNTER_RUNS };

/// Number of a step, or of a buffer.
typedef struct Number {
  const void *key;
  intptr_t value;
} Number;

typedef struct Builder {
  OrderRun run;
  Number *steps, *buffers; // stb_ds maps
  bool known;              // all sizes are
} Builder;

static bool mayMove(MlirOperation op) {
  return mlirOperationGetNumRegions(op) == 0 && bridgeIsPure(op) &&
         mlirOperationGetNextInBlock(op).ptr;
}

/// Memory of the call's own, not of its arguments, weights or constants.
static bool hasBuffer(MlirValue root) {
  return mlirValueIsAOpResult(root) &&
         relaxIsTensorType(mlirValueGetType(root)) &&
         mlirOperationGetNumOperands(mlirOpResultGetOwner(root)) > 0;
}

/// The buffer of a root, which is made where it is met first.
static intptr_t bufferOf(Builder *b, MlirValue root) {
  const Number *entry = mapEntry(b->buffers, root.ptr);
  if (entry)
    return entry->value;
  TensorSize size;
  bool known = tensorSizeOf(&b->run.facts, mlirValueGetType(root), &size) ==
               TENSOR_SIZE_OK;
  b->known &= known;
  const Number *step = mapEntry(b->steps, mlirOpResultGetOwner(root).ptr);
  intptr_t number = b->run.numBuffers++;
  b->run.buffers[number] =
      (OrderBuffer){.bytes = known ? size.bytes : symExprConst(b->run.arena, 0),
                    .writer = step ? step->value : -1};
  hmput(b->buffers, root.ptr, number);
  return number;
}

static void addOnce(intptr_t *list, intptr_t *count, intptr_t value) {
  for (intptr_t i = 0; i < *count; ++i)
    if (list[i] == value)
      return;
  list[(*count)++] = value;
}

static void readUses(Builder *b, OrderStep *step, MlirValue value) {
  MlirValue root = relaxAliasRoot(value);
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    const Number *user = mapEntry(b->steps, mlirOpOperandGetOwner(use).ptr);
    if (user)
      addOnce(step->users, &step->numUsers, user->value);
    else if (hasBuffer(root))
      b->run.buffers[bufferOf(b, root)].stays = true;
  }
}

static intptr_t countUses(MlirOperation op) {
  intptr_t count = 0;
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    for (MlirOpOperand use =
             mlirValueGetFirstUse(mlirOperationGetResult(op, i));
         !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
      ++count;
  return count;
}

static void readStep(Builder *b, OrderStep *step) {
  Arena *arena = b->run.arena;
  MlirOperation op = step->op;
  intptr_t operands = mlirOperationGetNumOperands(op);
  intptr_t results = mlirOperationGetNumResults(op);
  step->reads = ARENA_ARRAY(arena, intptr_t, operands);
  step->writes = ARENA_ARRAY(arena, intptr_t, results);
  step->users = ARENA_ARRAY(arena, intptr_t, countUses(op));
  for (intptr_t i = 0; i < operands; ++i) {
    MlirValue root = relaxAliasRoot(mlirOperationGetOperand(op, i));
    if (hasBuffer(root))
      addOnce(step->reads, &step->numReads, bufferOf(b, root));
  }
  for (intptr_t i = 0; i < results; ++i) {
    MlirValue value = mlirOperationGetResult(op, i);
    if (mlirValueEqual(relaxAliasRoot(value), value) && hasBuffer(value))
      addOnce(step->writes, &step->numWrites, bufferOf(b, value));
    readUses(b, step, value);
  }
}

/// What is used behind the run though it was written before.
static void readOuterUses(Builder *b, MlirOperation behind) {
  for (MlirOperation op = behind; op.ptr; op = mlirOperationGetNextInBlock(op))
    for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
      MlirValue root = relaxAliasRoot(mlirOperationGetOperand(op, i));
      const Number *entry = mapEntry(b->buffers, root.ptr);
      if (entry)
        b->run.buffers[entry->value].stays = true;
    }
}

static void orderRun(RelaxPassRun *run, const Facts *facts,
                     const SymNameList *symbols, MlirOperation first,
                     intptr_t count, MlirOperation behind) {
  Builder b = {
      .run = {.arena = run->arena, .facts = *facts, .symbols = symbols},
      .known = true};
  intptr_t values = 0;
  b.run.steps = ARENA_ARRAY(run->arena, OrderStep, count);
  for (MlirOperation op = first; b.run.numSteps < count;
       op = mlirOperationGetNextInBlock(op)) {
    hmput(b.steps, op.ptr, b.run.numSteps);
    b.run.steps[b.run.numSteps++].op = op;
    values += mlirOperationGetNumOperands(op) + mlirOperationGetNumResults(op);
  }
  b.run.buffers = ARENA_ARRAY(run->arena, OrderBuffer, values);
  for (intptr_t s = 0; s < count; ++s)
    readStep(&b, &b.run.steps[s]);
  readOuterUses(&b, behind);
  intptr_t *order = ARENA_ARRAY(run->arena, intptr_t, count);
  if (b.known)
    orderSteps(&b.run, order);
  if (b.known && orderIsBetter(&b.run, order) && passMayRewrite(run, first)) {
    for (intptr_t at = 0; at < count; ++at)
      mlirOperationMoveBefore(b.run.steps[order[at]].op, behind);
    ++run->counters[COUNTER_RUNS];
  }
  hmfree(b.steps);
  hmfree(b.buffers);
}

static void orderBlock(MlirBlock block, void *userData) {
  RelaxPassRun *run = userData;
  Facts facts = {.arena = run->arena};
  factsIndexCreate(&facts);
  factsAddOf(&facts, run->op);
  SymNameList symbols = {.arena = run->arena};
  symbols.count = symBoundIn(run->op, run->arena, &symbols.names);
  MlirOperation op = mlirBlockGetFirstOperation(block), first = {NULL};
  for (intptr_t count = 0; op.ptr; op = mlirOperationGetNextInBlock(op)) {
    if (mayMove(op)) {
      first = count++ ? first : op;
      continue;
    }
    if (count > 1)
      orderRun(run, &facts, &symbols, first, count, op);
    count = 0;
    factsAddOf(&facts, op);
  }
  factsIndexDestroy(&facts);
}

static MlirLogicalResult run(RelaxPassRun *run) {
  bridgeEachBlock(run->op, orderBlock, run);
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxOrderForMemoryPass = {
    .name = "relax-order-for-memory",
    .summary = "order calls so that less memory is live at once",
    .documentation =
        "List scheduling from the last operation to the first (BladeDISC++): "
        "of those whose users all stand behind, the next is the one that adds "
        "most to what is live, sizes compared as formulas; where the prover "
        "cannot say, the order stays. Operations with effects or regions stay "
        "where they are, and so does every run of others for which the new "
        "order has a higher peak at one of some assignments of its symbols, or "
        "a lower one at none. It stands before `relax-plan-memory`.",
    .anchor = "relax.func",
    .traits = RELAX_PASS_ASKS,
    .counters = {[COUNTER_RUNS] = "runs-ordered"},
    .run = run,
};
