//===- OrderDims.c - the pass relax-order-dims ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Nobody sees in which order the dimensions of a tensor lie in memory if only
// programs read and write it. Sums over windows want the output channels last:
// then these are lanes, the weight is packed for them and every element of the
// input serves a whole vector (lib/Schedule/RuleTile.c). What follows element
// by element, pools or joins them, goes along. Where another order is needed, a
// program copies.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/OrderDims.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/TIR/Symbols.h"
#include "lib/Schedule/Layout.h"
#include "lib/Schedule/Limits.h"

#include <stb/stb_ds.h>

/// A call of a program and what becomes of its buffers.
typedef struct Call {
  MlirOperation op;
  OrderProgram program;
  intptr_t *turned; // of each buffer; the last is the result
  bool *weights;
} Call;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Programs that copy are made meanwhile and are not in the table yet.
static MlirOperation calleeOf(Order *o, MlirOperation op) {
  StrRef name = bridgeRefName(relaxCallTirGetCallee(op));
  MlirOperation callee = moduleSymbolsFind(o->symbols, name);
  if (!callee.ptr && (callee = bridgeLookupNearestSymbol(op, name)).ptr)
    moduleSymbolsAdd(o->symbols, callee);
  return callee;
}

/// A call of a program with one result, whose memory is not planned.
static bool isCandidate(Order *o, MlirOperation op) {
  if (!relaxIsCallTir(op) || relaxCallTirGetStorage(op).ptr ||
      mlirOperationGetNumResults(op) != 1)
    return false;
  MlirOperation callee = calleeOf(o, op);
  return tirIsFunc(callee) && bridgeBody(callee).ptr && !tirIsSettled(callee) &&
         bridgeNumArguments(callee) == relaxCallTirGetNumInputs(op) + 1;
}

/// The same elements under other names of their extents: goes along with what
/// it reads.
static bool isCast(MlirOperation op) {
  RelaxTensorInfo from, to;
  return relaxIsMatchCast(op) &&
         relaxTensorInfo(mlirValueGetType(relaxMatchCastGetInput(op)), &from) &&
         relaxTensorInfo(bridgeResultType(op), &to) && from.ranked &&
         to.ranked && from.rank == to.rank;
}

static bool readCall(Order *o, MlirOperation op, Call *call) {
  *call = (Call){.op = op};
  if (!orderRead(o->run, calleeOf(o, op), &call->program))
    return false;
  call->program.lanes = o->lanes;
  call->program.copyRounds = o->copyRounds;
  intptr_t count = call->program.numBuffers;
  call->turned = ARENA_ARRAY(o->run->arena, intptr_t, count);
  call->weights = ARENA_ARRAY(o->run->arena, bool, count);
  for (intptr_t i = 0; i < count; ++i) {
    call->turned[i] = -1;
    if (i + 1 == count)
      continue;
    MlirValue input = relaxCallTirGetInputs(op, i);
    MlirOperation from = bridgeDefiner(input);
    OrderTurned *turned = orderFind(o, input);
    call->turned[i] = turned ? turned->dim : -1;
    call->weights[i] = relaxIsGetWeight(from);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

/// Would the call go on with operand `number` turned to `dim`?
static bool goesOn(Order *o, MlirOperation user, intptr_t number,
                   intptr_t dim) {
  Call call;
  intptr_t to;
  if (number >= relaxCallTirGetNumInputs(user) || !readCall(o, user, &call))
    return false; // it gives symbols only
  call.turned[number] = dim;
  OrderFlow flow = orderFollow(&call.program, number, dim, &to);
  bool goes = flow == ORDER_SUMMED || flow == ORDER_BOTH
                  ? orderWish(&call.program, call.turned, call.weights) >= 0
                  : flow == ORDER_RESULT && orderLeads(&call.program, number);
  orderFree(&call.program);
  return goes;
}

/// Do programs of this block go on with the result turned to `dim`, or with a
/// cast of it?
static bool isFollowed(Order *o, MlirOperation op, intptr_t dim) {
  MlirValue result = mlirOperationGetResult(op, 0);
  for (MlirOpOperand use = {NULL}; bridgeAdvanceUse(result, &use);) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    intptr_t number = mlirOpOperandGetOperandNumber(use);
    if (!mlirBlockEqual(mlirOperationGetBlock(user), mlirOperationGetBlock(op)))
      continue;
    if (isCast(user) ? number == 0 && isFollowed(o, user, dim)
                     : isCandidate(o, user) && goesOn(o, user, number, dim))
      return true;
  }
  return false;
}

/// The dimension to which operands turn the result; -1.
static intptr_t followed(Call *call) {
  for (intptr_t i = 0; i + 1 < call->program.numBuffers; ++i) {
    intptr_t to;
    if (call->turned[i] >= 0 && orderLeads(&call->program, i) &&
        orderFollow(&call->program, i, call->turned[i], &to) == ORDER_RESULT)
      return to;
  }
  return -1;
}

/// Operands that do not go along with the result are read as they were.
static void settleOperands(Order *o, Call *call, intptr_t to, bool sums) {
  for (intptr_t i = 0; i + 1 < call->program.numBuffers; ++i) {
    MlirValue input = relaxCallTirGetInputs(call->op, i);
    intptr_t dim = -1;
    if (call->turned[i] >= 0) {
      OrderFlow flow = orderFollow(&call->program, i, call->turned[i], &dim);
      if ((flow == ORDER_RESULT && dim == to) ||
          (flow == ORDER_SUMMED && sums) ||
          (flow == ORDER_BOTH && sums && dim == to) ||
          (to < 0 && orderMoves(&call->program, i, call->turned)))
        continue; // or the program is the copy
      call->turned[i] = -1;
      mlirOperationSetOperand(call->op, i, orderPlain(o, orderFind(o, input)));
    } else if (to >= 0 && !call->weights[i] && bridgeDefiner(input).ptr &&
               (dim = orderPartner(&call->program, i, to)) >= 0) {
      call->turned[i] = dim;
      mlirOperationSetOperand(call->op, i, orderTurn(o, input, dim));
    }
  }
}

/// What a program of another form reads.
static void settleOther(Order *o, MlirOperation op) {
  for (intptr_t i = 0; i < relaxCallTirGetNumInputs(op); ++i) {
    OrderTurned *turned = orderFind(o, relaxCallTirGetInputs(op, i));
    if (turned)
      mlirOperationSetOperand(op, i, orderPlain(o, turned));
  }
}

static MlirOperation variantOf(Order *o, const Call *call) {
  MlirOperation callee = call->program.scheduler.func;
  intptr_t count = call->program.numBuffers;
  bool any = false;
  for (intptr_t i = 0; i < count; ++i)
    any |= call->turned[i] >= 0;
  if (!any)
    return callee;
  for (ptrdiff_t v = 0; v < arrlen(o->variants); ++v) {
    bool same = mlirOperationEqual(o->variants[v].from, callee);
    for (intptr_t i = 0; i < count && same; ++i)
      same = o->variants[v].turned[i] == call->turned[i];
    if (same)
      return o->variants[v].to;
  }
  OrderVersion variant = {
      callee, orderVariant(o->run, o->symbols, callee, call->turned),
      call->turned};
  arrput(o->variants, variant);
  return variant.to;
}

/// Uses of the result by others than programs of this block keep its order.
static void settleUses(Order *o, MlirOperation op, OrderTurned *turned) {
  MlirOpOperand *others = NULL; // stb_ds
  for (MlirOpOperand use = {NULL}; bridgeAdvanceUse(turned->value, &use);) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    bool cast = isCast(user) && mlirOpOperandGetOperandNumber(use) == 0;
    if ((!isCandidate(o, user) && !cast) ||
        !mlirBlockEqual(mlirOperationGetBlock(user), mlirOperationGetBlock(op)))
      arrput(others, use);
  }
  MlirValue plain = {NULL};
  if (arrlen(others))
    plain = orderPlain(o, turned);
  for (ptrdiff_t i = 0; i < arrlen(others); ++i)
    mlirOperationSetOperand(mlirOpOperandGetOwner(others[i]),
                            mlirOpOperandGetOperandNumber(others[i]), plain);
  arrfree(others);
}

static void turnResult(Order *o, MlirOperation op, intptr_t dim) {
  MlirValue result = mlirOperationGetResult(op, 0);
  RelaxTensorInfo info = relaxTensorInfoOf(result);
  MlirAttribute *dims = ARENA_ARRAY(o->run->arena, MlirAttribute, info.rank);
  orderPermute(info.dims, info.rank, dim, dims);
  mlirValueSetType(result, relaxTensorTypeLike(info, info.rank, dims));
  OrderTurned turned = {.value = result, .dim = dim};
  arrput(o->values, turned);
  ++o->run->counters[ORDER_COUNT_TURNED];
  settleUses(o, op, &o->values[arrlen(o->values) - 1]);
}

static void orderCast(Order *o, MlirOperation op) {
  OrderTurned *turned = orderFind(o, relaxMatchCastGetInput(op));
  if (turned && isFollowed(o, op, turned->dim))
    turnResult(o, op, turned->dim);
  else if (turned)
    mlirOperationSetOperand(op, 0, orderPlain(o, turned));
}

static void orderCall(Order *o, MlirOperation op) {
  Call call;
  if (!readCall(o, op, &call)) {
    settleOther(o, op);
    return;
  }
  intptr_t last = call.program.numBuffers - 1;
  intptr_t to = orderWish(&call.program, call.turned, call.weights);
  if (to >= 0 && orderSumsPlaces(&call.program, call.turned) &&
      !isFollowed(o, op, to))
    to = -1; // lanes along the places save a copy of the result
  bool sums = to >= 0;
  if (!sums)
    to = followed(&call);
  MlirType result =
      mlirValueGetType(bridgeArgument(call.program.scheduler.func, last));
  bool stays = to >= 0 && orderIsLast(result, to);
  if (!sums && !stays && to >= 0 && !isFollowed(o, op, to))
    to = -1;
  settleOperands(o, &call, to, sums);
  call.turned[last] = stays ? -1 : to;
  MlirOperation variant = variantOf(o, &call);
  relaxCallTirSetCallee(
      op, mlirFlatSymbolRefAttrGet(o->run->context,
                                   strRefToMlir(tirFuncGetSymName(variant))));
  if (call.turned[last] >= 0)
    turnResult(o, op, to);
  orderFree(&call.program);
}

typedef struct Calls {
  Order *order;
  MlirOperation *list; // stb_ds
} Calls;

static MlirWalkResult collect(MlirOperation op, void *userData) {
  Calls *calls = userData;
  if (isCandidate(calls->order, op) || isCast(op))
    arrput(calls->list, op);
  return MlirWalkResultAdvance;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  Order order = {.run = run, .symbols = moduleSymbolsCreate(run->op)};
  Calls calls = {.order = &order};
  LimitsMemo memo = {.known = false};
  mlirOperationWalk(run->op, collect, &calls, MlirWalkPreOrder);
  bool good = true;
  for (ptrdiff_t i = 0; i < arrlen(calls.list) && good; ++i) {
    ScheduleLimits limits;
    MlirOperation op = calls.list[i];
    if (isCast(op)) {
      orderCast(&order, op);
      continue;
    }
    good = scheduleLimitsAgain(&memo, calleeOf(&order, op), &limits);
    order.lanes = limits.lanes;
    order.copyRounds = limits.copyRounds;
    if (good)
      orderCall(&order, op);
  }
  arrfree(calls.list);
  arrfree(order.values);
  arrfree(order.variants);
  moduleSymbolsDestroy(order.symbols);
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

const RelaxPass relaxOrderDimsPass = {
    .name = "relax-order-dims",
    .summary = "choose which dimension of intermediate tensors stands last",
    .documentation =
        "The result of a program that sums products with a weight over "
        "windows gets the weight's output channels as its last dimension, and "
        "so do the results of programs that go on with such a tensor channel "
        "by channel (element by element, pooling, joining): a `tir.func` is "
        "copied for the order of its buffers, and the type of the "
        "`relax.call_tir` says it; a `relax.match_cast` goes along. What else "
        "reads the tensor gets a copy in "
        "the order in which it was. Dimensions of extent 1 behind the "
        "channels stay where they are.",
    .anchor = "builtin.module",
    .counters = {"tensors-turned", "copies"},
    .run = run,
};
