//===- FuseRowsBuild.c - the program of a loop over rows ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// First all computes of the members one after the other, over all rows; then
// their outermost loops become one (lib/Schedule/Rows.c). Rows that may be too
// long for local memory have a tier of short ones and one of long ones, each
// in a loop of one round or none; narrow ones, if they are likely, a third.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Substitute.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Schedule/Rows.h"
#include "lib/Transforms/Fusion/FuseRows.h"

typedef struct RowsBuilder {
  FuseBuilder base;
  RowsPlan *plan;
  Scheduler scheduler;
  MlirValue buffers[ROWS_MAX_CALLS]; // of what members compute
  MlirBlock block;                   // where computes go
} RowsBuilder;

/// Rows of some lengths.
typedef struct Tier {
  const char *name;
  int64_t panel;  // rows at a time
  int64_t most;   // elements of a row that is local; 0: it lies in place
  int64_t atOnce; // elements of its longest row; 0: any number
} Tier;

static MlirValue resultOf(const RowsPlan *plan, intptr_t m) {
  return mlirOperationGetResult(rowsMember(plan, m)->call.op, 0);
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

static void addArguments(RowsBuilder *b) {
  const RowsPlan *plan = b->plan;
  FusedProgram *program = b->base.program;
  program->inputs = ARENA_ARRAY(b->base.arena, MlirValue, ROWS_MAX_ARGUMENTS);
  for (intptr_t m = 0; m < plan->numMembers; ++m) {
    const FuseNode *call = &rowsMember(plan, m)->call;
    for (intptr_t i = 0; i < call->numInputs; ++i) {
      MlirValue value = relaxCallTirGetInputs(call->op, i);
      if (rowsMemberOf(plan, value) >= 0 ||
          fuseInputNumber(program, value) >= 0)
        continue;
      program->inputs[program->numInputs++] = value;
      fuseAddBuffer(&b->base, value, call, i);
    }
  }
  for (intptr_t m = 0; m < plan->numMembers; ++m) {
    const FuseNode *call = &rowsMember(plan, m)->call;
    if (plan->places[m] != ROWS_RESULT)
      continue;
    intptr_t number = mlirBlockGetNumArguments(b->base.body);
    fuseAddBuffer(&b->base, resultOf(plan, m), call, call->numInputs);
    b->buffers[m] = mlirBlockGetArgument(b->base.body, number);
  }
}

/// In the tier that is built, before the function's return.
static void insert(RowsBuilder *b, MlirOperation op) {
  if (mlirBlockEqual(b->block, b->base.body))
    mlirBlockInsertOwnedOperationBefore(b->block,
                                        mlirBlockGetTerminator(b->block), op);
  else
    mlirBlockAppendOwnedOperation(b->block, op);
}

/// All rows yet; those of one are bounded.
static void addLocal(RowsBuilder *b, intptr_t m, int64_t most) {
  const RowsPlan *plan = b->plan;
  const RowsNode *node = rowsMember(plan, m);
  const TirAccess *target = rowsTarget(node);
  MlirContext context = b->base.context;
  MlirAttribute *dims = ARENA_ARRAY(b->base.arena, MlirAttribute, target->rank);
  for (intptr_t d = 0; d < target->rank; ++d)
    dims[d] =
        d < plan->rows
            ? symExprToAttribute(context, target->dims[d])
            : symConstAttribute(context, plan->places[m] == ROWS_IN_PLACE &&
                                                 !symExprIs(target->dims[d], 1)
                                             ? most
                                             : rowsMost(plan, target->dims[d]));
  // As the callee calls it: names of local memory tell programs apart, and
  // those of the caller's values differ from call to call.
  StrRef name =
      scheduleUniqueName(&b->scheduler, scheduleBufferName(target->buffer), "");
  TirAllocArgs args = {
      .name = name,
      .space = strRefFromC("local"),
      .bufferType = tirBufferTypeGet(
          context, target->rank, dims,
          tirBufferTypeGetElementType(mlirValueGetType(target->buffer)))};
  MlirOperation alloc =
      tirAllocCreate(bridgeNamedLocation(name, b->base.loc), &args);
  insert(b, alloc);
  b->buffers[m] = mlirOperationGetResult(alloc, 0);
}

//===----------------------------------------------------------------------===//
// Computes
//===----------------------------------------------------------------------===//

/// The program's buffer for an argument of a member's program.
static MlirValue bufferFor(RowsBuilder *b, intptr_t m, MlirValue argument) {
  const FuseNode *call = &rowsMember(b->plan, m)->call;
  intptr_t number = mlirBlockArgumentGetArgNumber(argument);
  if (number == call->numInputs)
    return b->buffers[m];
  MlirValue operand = relaxCallTirGetInputs(call->op, number);
  intptr_t producer = rowsMemberOf(b->plan, operand);
  return producer >= 0 ? b->buffers[producer] : fuseBufferOf(&b->base, operand);
}

/// `copy` of a compute of member `m` in the program.
static bool placeCompute(RowsBuilder *b, intptr_t m, MlirOperation copy) {
  const RowsNode *node = rowsMember(b->plan, m);
  MlirBlock callee = bridgeBody(node->call.callee);
  for (MlirOperation op = mlirBlockGetFirstOperation(bridgeBody(copy)); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
      MlirValue operand = mlirOperationGetOperand(op, i);
      if (mlirValueIsABlockArgument(operand) &&
          mlirBlockEqual(mlirBlockArgumentGetOwner(operand), callee))
        mlirOperationSetOperand(op, i, bufferFor(b, m, operand));
    }
  SymMap map = {.arena = b->base.arena,
                .names = node->call.symbols,
                .values = node->call.symbolValues,
                .count = node->call.numSymbols};
  return symSubstitute(copy, &map) == SYM_OK;
}

static MlirOperation copyCompute(RowsBuilder *b, MlirOperation compute) {
  MlirOperation copy = mlirOperationClone(compute);
  StrRef name = scheduleUniqueName(&b->scheduler, scheduleNameOf(compute), "");
  tirComputeSetName(copy, name);
  return copy;
}

static bool addCompute(RowsBuilder *b, intptr_t m, MlirOperation compute) {
  MlirOperation copy = copyCompute(b, compute);
  insert(b, copy);
  return placeCompute(b, m, copy);
}

/// In front of all rows.
static bool addChecks(RowsBuilder *b) {
  MlirOperation first = mlirBlockGetFirstOperation(b->base.body);
  for (intptr_t m = 0; m < b->plan->numMembers; ++m) {
    const RowsNode *node = rowsMember(b->plan, m);
    for (intptr_t c = 0; c < node->numChecks; ++c) {
      MlirOperation copy = copyCompute(b, node->checks[c]);
      mlirBlockInsertOwnedOperationBefore(b->base.body, first, copy);
      if (!placeCompute(b, m, copy))
        return false;
    }
  }
  return true;
}

static bool addComputes(RowsBuilder *b) {
  for (intptr_t m = 0; m < b->plan->numMembers; ++m) {
    const RowsNode *node = rowsMember(b->plan, m);
    for (intptr_t c = 0; c < node->numComputes; ++c)
      if (!addCompute(b, m, node->computes[c].op))
        return false;
  }
  return true;
}

/// All of a tier, in `in`.
static bool addTier(RowsBuilder *b, MlirOperation in, const Tier *tier) {
  bool isLong = b->plan->hasLong && !tier->most;
  RowsPlan *plan = b->plan;
  b->block = bridgeBody(in);
  for (intptr_t m = 0; m < plan->numMembers; ++m)
    if (plan->places[m] == ROWS_LOCAL ||
        (plan->places[m] == ROWS_IN_PLACE && plan->hasLong && !isLong))
      addLocal(b, m, tier->most);
  for (intptr_t m = 0; m < plan->numMembers; ++m)
    if (plan->places[m] == ROWS_IN_PLACE && (isLong || !plan->hasLong))
      b->buffers[m] = b->buffers[plan->hosts[m]];
  return addComputes(b) && mlirLogicalResultIsSuccess(scheduleFuseRows(
                               &b->scheduler, in, plan->rows, tier->panel));
}

/// A loop before the return: of one round where `expr` is at least 1, else of
/// none.
static MlirOperation makeBranch(RowsBuilder *b, const char *name, SymExpr expr,
                                bool *good) {
  Scheduler *s = &b->scheduler;
  expr = scheduleCombine(s, symExprMin, expr, scheduleConst(s, 1), good);
  expr = scheduleCombine(s, symExprMax, expr, scheduleConst(s, 0), good);
  return scheduleMakeFor(s, mlirBlockGetTerminator(b->base.body),
                         scheduleUniqueName(s, strRefFromC(name), ""),
                         scheduleConst(s, 0), expr, (MlirAttribute){NULL},
                         bridgeNamedLocation(strRefFromC("once"), b->base.loc));
}

/// The rows from `least` elements on, as many as the tier takes.
static bool addTierFrom(RowsBuilder *b, int64_t least, const Tier *tier) {
  Scheduler *s = &b->scheduler;
  bool good = true;
  SymExpr above = scheduleConst(s, 1), below = above;
  if (least > 0) // length - least + 1: at least 1 from there on
    above = scheduleCombine(s, symExprSub, b->plan->length,
                            scheduleConst(s, least - 1), &good);
  if (tier->atOnce)
    below = scheduleCombine(s, symExprSub, scheduleConst(s, tier->atOnce + 1),
                            b->plan->length, &good);
  SymExpr both = scheduleCombine(s, symExprMin, above, below, &good);
  return good && addTier(b, makeBranch(b, tier->name, both, &good), tier);
}

static bool addTiers(RowsBuilder *b) {
  const RowsPlan *plan = b->plan;
  const Tier all = {"rows", plan->panel, 0, 0};
  const Tier narrow = {"narrow", ROWS_NARROW_PANEL, ROWS_NARROW_ROW,
                       ROWS_NARROW_ROW};
  const Tier few = {"short", plan->panel, ROWS_SHORT_ROW + ROWS_ROW_PAD,
                    ROWS_SHORT_ROW};
  const Tier many = {"long", 1, 0, 0};
  if (!plan->hasLong)
    return addTier(b, b->base.program->function, &all);
  int64_t least = plan->hasNarrow ? ROWS_NARROW_ROW + 1 : 0;
  return (!plan->hasNarrow || addTierFrom(b, 0, &narrow)) &&
         addTierFrom(b, least, &few) &&
         addTierFrom(b, ROWS_SHORT_ROW + 1, &many);
}

bool rowsBuildProgram(RowsPlan *plan, StrRef name, FusedProgram *program) {
  const FuseGraph *graph = &plan->graph->base;
  const RowsNode *last = rowsMember(plan, plan->numMembers - 1);
  RowsBuilder b = {.base = fuseStartProgram(graph, last->call.op, program),
                   .plan = plan};
  addArguments(&b);
  fuseMakeFunction(&b.base, name, tirFuncGetTarget(last->call.callee));
  b.scheduler = (Scheduler){.func = program->function,
                            .primitive = program->function,
                            .context = b.base.context,
                            .arena = b.base.arena};
  fuseEndFunction(&b.base);
  bool good = addTiers(&b) && addChecks(&b);
  if (good)
    fuseSetSymbols(graph, program);
  scheduleFree(&b.scheduler);
  if (!good)
    mlirOperationDestroy(program->function);
  return good;
}
