//===- BatchFlow.c - what goes where in a module -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Batch/BatchFlow.h"
#include "dialects/Relax/Batch.gen.h"
#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Data.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Tuple.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>

/// Nobody in the module constructs it: all that it holds is there, and no
/// level is raised.
static const FlowSites OUTSIDE = 1;
static const FlowSites ANYBODY = UINT64_MAX;
enum { NUM_SITES = 64 };

static FlowState stateOf(const BatchFlow *flow, MlirValue value) {
  const FlowValue *known = mapEntry(flow->values, value.ptr);
  return known ? known->value : (FlowState){0, 0};
}

int32_t batchLevel(const BatchFlow *flow, MlirValue value) {
  return stateOf(flow, value).level;
}

/// True if the first is another one afterwards.
static bool join(const BatchFlow *flow, FlowState *state, FlowState with) {
  FlowState kept = *state;
  int32_t level = with.level > flow->most ? flow->most : with.level;
  state->level = level > kept.level ? level : kept.level;
  state->sites |= with.sites;
  return state->level != kept.level || state->sites != kept.sites;
}

static void give(BatchFlow *flow, MlirValue value, FlowState with) {
  FlowState state = stateOf(flow, value);
  if (relaxIsTensorType(mlirValueGetType(value)))
    with.sites = 0; // it holds nothing
  if (!join(flow, &state, with))
    return;
  hmput(flow->values, (const void *)value.ptr, state);
  flow->changed = true;
}

void batchRaise(BatchFlow *flow, MlirValue value, int32_t level) {
  give(flow, value, (FlowState){level, 0});
}

static void follow(BatchFlow *flow, MlirValue from, MlirValue to) {
  give(flow, to, stateOf(flow, from));
}

MlirOperation batchCallee(const BatchFlow *flow, MlirAttribute reference) {
  MlirOperation callee = bridgeFollow(flow->module, reference);
  return relaxIsFunc(callee) && bridgeBody(callee).ptr ? callee
                                                       : (MlirOperation){NULL};
}

static void giveAll(BatchFlow *flow, MlirOperation op, FlowState state) {
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    give(flow, mlirOperationGetResult(op, i), state);
}

static void throughCall(BatchFlow *flow, MlirOperation op) {
  MlirOperation callee = batchCallee(flow, relaxCallGetCallee(op));
  if (!callee.ptr) {
    giveAll(flow, op, (FlowState){0, ANYBODY});
    return;
  }
  MlirBlock entry = bridgeBody(callee);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    follow(flow, mlirOperationGetOperand(op, i),
           mlirBlockGetArgument(entry, i));
  MlirOperation end = mlirBlockGetTerminator(entry);
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    follow(flow, mlirOperationGetOperand(end, i),
           mlirOperationGetResult(op, i));
}

/// Who invokes it is not known: what it gets may be to come.
static void throughClosure(BatchFlow *flow, MlirOperation op) {
  MlirOperation callee = batchCallee(flow, relaxClosureGetCallee(op));
  if (!callee.ptr)
    return;
  MlirBlock entry = bridgeBody(callee);
  intptr_t captured = relaxClosureGetNumCaptured(op);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i)
    give(flow, mlirBlockGetArgument(entry, i),
         i >= captured ? (FlowState){flow->most, ANYBODY}
                       : stateOf(flow, mlirOperationGetOperand(op, i)));
}

static int siteOf(BatchFlow *flow, MlirOperation op) {
  const FlowSite *known = mapEntry(flow->sites, op.ptr);
  if (known)
    return known->value;
  int site = 1 + (int)(hmlen(flow->sites) % (NUM_SITES - 1));
  hmput(flow->sites, (const void *)op.ptr, site);
  return site;
}

static void setField(BatchFlow *flow, FlowField field) {
  for (ptrdiff_t i = 0; i < arrlen(flow->fields); ++i) {
    FlowField *known = &flow->fields[i];
    if (known->index == field.index && known->site == field.site &&
        mlirAttributeEqual(known->constructor, field.constructor)) {
      flow->changed |= join(flow, &known->state, field.state);
      return;
    }
  }
  arrput(flow->fields, field);
  flow->changed = true;
}

static void throughConstruct(BatchFlow *flow, MlirOperation op) {
  MlirAttribute constructor = relaxConstructGetConstructor(op);
  int site = siteOf(flow, op);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    setField(flow, (FlowField){constructor, i, site,
                               stateOf(flow, mlirOperationGetOperand(op, i))});
  giveAll(flow, op, (FlowState){0, (FlowSites)1 << site});
}

/// What a region yields is what comes out, and in the next round.
static void throughYield(BatchFlow *flow, MlirOperation op) {
  MlirOperation around = mlirOperationGetParentOperation(op);
  bool loops = relaxIsWhile(around);
  if (!loops && !relaxIsIf(around) && !relaxIsDispatch(around))
    return;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    follow(flow, value, mlirOperationGetResult(around, i));
    if (loops)
      follow(flow, value, mlirBlockGetArgument(bridgeBody(around), i));
  }
}

static void throughLoop(BatchFlow *flow, MlirOperation op) {
  MlirBlock body = bridgeBlock(op, 1);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue argument = mlirBlockGetArgument(bridgeBody(op), i);
    follow(flow, mlirOperationGetOperand(op, i), argument);
    follow(flow, argument, mlirOperationGetResult(op, i));
    if (i < mlirBlockGetNumArguments(body))
      follow(flow, argument, mlirBlockGetArgument(body, i));
  }
}

/// From those who may have constructed what it is in.
static void throughField(BatchFlow *flow, MlirOperation op) {
  FlowSites sites = stateOf(flow, mlirOperationGetOperand(op, 0)).sites;
  FlowState state = {0, sites & OUTSIDE};
  for (ptrdiff_t i = 0; i < arrlen(flow->fields); ++i) {
    const FlowField *field = &flow->fields[i];
    if ((sites >> field->site & 1) &&
        field->index == relaxGetFieldGetIndex(op) &&
        mlirAttributeEqual(field->constructor, relaxGetFieldGetConstructor(op)))
      join(flow, &state, field->state);
  }
  giveAll(flow, op, state);
}

/// The arguments of a function that everybody may call.
static void throughEntry(BatchFlow *flow, MlirOperation op) {
  MlirBlock entry = bridgeBody(op);
  bool closed = relaxFuncGetSymVisibility(op).ptr;
  for (intptr_t i = 0,
                e = entry.ptr && !closed ? mlirBlockGetNumArguments(entry) : 0;
       i < e; ++i)
    give(flow, mlirBlockGetArgument(entry, i), (FlowState){0, OUTSIDE});
}

bool batchIsLibrary(MlirOperation op, const char *name) {
  StrRef wanted = strRefFromC(name);
  return strRefEqual(relaxIsCallLibrary(op) ? relaxCallLibraryGetFunction(op)
                                            : bridgeOpName(op),
                     wanted);
}

static bool passesOn(MlirOperation op) {
  return relaxIsDecide(op) || relaxIsReshape(op) || relaxIsMatchCast(op) ||
         relaxIsTuple(op) || relaxIsTupleGet(op) || relaxIsForce(op) ||
         batchIsLibrary(op, "relax.sequence") ||
         batchIsLibrary(op, "relax.sequence_insert") ||
         batchIsLibrary(op, "relax.concat_from_sequence");
}

static MlirWalkResult passOn(MlirOperation op, void *userData) {
  BatchFlow *flow = userData;
  flow->rule(flow, op);
  if (relaxIsInvoke(op))
    giveAll(flow, op, (FlowState){flow->most, ANYBODY});
  else if (relaxIsFunc(op))
    throughEntry(flow, op);
  else if (relaxIsCall(op))
    throughCall(flow, op);
  else if (relaxIsClosure(op))
    throughClosure(flow, op);
  else if (relaxIsConstruct(op))
    throughConstruct(flow, op);
  else if (relaxIsYield(op))
    throughYield(flow, op);
  else if (relaxIsWhile(op))
    throughLoop(flow, op);
  else if (relaxIsGetField(op))
    throughField(flow, op);
  else if (passesOn(op))
    for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
      follow(flow, mlirOperationGetOperand(op, i),
             mlirOperationGetResult(op, 0));
  else if (!relaxIsIf(op) && !relaxIsDispatch(op))
    giveAll(flow, op, (FlowState){0, ANYBODY}); // what may it hold?
  return MlirWalkResultAdvance;
}

void batchFlow(BatchFlow *flow) {
  do {
    flow->changed = false;
    mlirOperationWalk(flow->module, passOn, flow, MlirWalkPreOrder);
  } while (flow->changed);
}

bool batchFieldsRaised(const BatchFlow *flow) {
  for (ptrdiff_t i = 0; i < arrlen(flow->fields); ++i)
    if (flow->fields[i].state.level > 0)
      return true;
  return false;
}

void batchFlowFree(BatchFlow *flow) {
  hmfree(flow->values);
  hmfree(flow->sites);
  arrfree(flow->fields);
}
