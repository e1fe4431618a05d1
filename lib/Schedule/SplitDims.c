//===- SplitDims.c - the pass relax-split-dims ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What a kernel computes behind a reshape is indexed by quotients and
// remainders: `%X[%i floordiv n, %i mod n]`, for every element a division by
// what nobody knows, and no lanes. Two loops have them without dividing, and
// what is written gets the dimensions that go with them by a view.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Access.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Schedule/Callers.h"
#include "lib/Schedule/Computes.h"
#include "lib/Sym/Parts.h"

#include <stb/stb_ds.h>

enum { COUNTER_SPLIT };

/// An iterator of a compute that is `period * outer + inner`.
typedef struct Split {
  Scheduler *s;
  MlirOperation compute;
  intptr_t count, iterator;
  SymExpr symbol, extent, period, rounds;
  bool found, fits;
} Split;

//===----------------------------------------------------------------------===//
// What is divided by what
//===----------------------------------------------------------------------===//

static bool divides(const Split *split, SymExpr a, SymExpr b) {
  SymExpr quotient;
  return symExprQuotient(split->s->arena, b, a, &quotient);
}

/// The period is what divides all others. Literals have rules of their own.
static void noteDivisor(SymExpr a, SymExpr b, void *userData) {
  Split *split = userData;
  int64_t literal;
  if (!symExprEqual(a, split->symbol) || symExprIsConst(b, &literal))
    return;
  if (!split->found || divides(split, b, split->period))
    split->period = b;
  split->fits &= divides(split, split->period, b);
  split->found = true;
}

/// Is the compute of elements alone, without a sum or a state?
static bool isElementwise(const Split *split) {
  for (MlirOperation op =
           mlirBlockGetFirstOperation(bridgeBody(split->compute));
       op.ptr; op = mlirOperationGetNextInBlock(op))
    if (!tirIsLoad(op) && !tirIsStore(op) && !tirIsExtent(op) &&
        !scheduleIsElementwise(op))
      return false;
  return !tirComputeGetUpdate(split->compute);
}

static bool lookAtIterator(Split *split, const SymExpr *bounds) {
  Scheduler *s = split->s;
  MlirBlock body = bridgeBody(split->compute);
  split->symbol =
      scheduleSymbolOf(s, mlirBlockGetArgument(body, split->iterator));
  split->extent = bounds[split->count + split->iterator];
  split->found = false;
  split->fits = symExprIs(bounds[split->iterator], 0) &&
                tirComputeIsKind(split->compute, split->iterator, "spatial");
  for (MlirOperation op = {NULL}; bridgeAdvance(body, &op);) {
    intptr_t number;
    const SymExpr *exprs = scheduleExprs(s, op, &number);
    for (intptr_t i = 0; i < number; ++i)
      scheduleVisitQuotients(s, exprs[i], noteDivisor, split);
  }
  return split->found && split->fits && scheduleIsOfFunction(split->period) &&
         scheduleIsOfFunction(split->extent) &&
         !symExprEqual(split->period, split->extent) &&
         divides(split, split->period, split->extent);
}

static bool lookAt(Split *split) {
  if (!tirIsCompute(split->compute) || !isElementwise(split))
    return false;
  const SymExpr *bounds =
      scheduleExprs(split->s, split->compute, &split->count);
  split->count /= 2;
  for (split->iterator = 0; split->iterator < split->count; ++split->iterator)
    if (lookAtIterator(split, bounds))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Dimensions of what is written
//===----------------------------------------------------------------------===//

/// The dimension that `index` goes along from end to end, of a buffer that
/// nothing else uses; -1.
static intptr_t dimOf(const Split *split, MlirOperation store, SymExpr index) {
  intptr_t count, dim = -1;
  const MlirAttribute *dims;
  MlirValue buffer = tirStoreGetBuffer(store);
  tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
  MlirOpOperand use = mlirValueGetFirstUse(buffer);
  const SymExpr *exprs = scheduleExprs(split->s, store, &count);
  for (intptr_t d = 0; d < count; ++d)
    if (symExprEqual(exprs[d], index) &&
        symExprEqual(scheduleExprOf(split->s, dims[d]), split->extent))
      dim = d;
  return mlirOpOperandIsNull(mlirOpOperandGetNextUse(use)) ? dim : -1;
}

static MlirType splitType(const Split *split, MlirType type, intptr_t dim) {
  const MlirAttribute *dims;
  MlirContext context = split->s->context;
  intptr_t rank = tirBufferTypeGetDims(type, &dims);
  MlirAttribute *all = ARENA_ARRAY(split->s->arena, MlirAttribute, rank + 1);
  for (intptr_t d = 0; d < rank; ++d)
    all[d + (d > dim)] = dims[d];
  all[dim] = symExprToAttribute(context, split->rounds);
  all[dim + 1] = symExprToAttribute(context, split->period);
  return tirBufferTypeGet(context, rank + 1, all,
                          tirBufferTypeGetElementType(type));
}

/// Sees the buffer of `store` with both dimensions.
static void splitBuffer(const Split *split, MlirOperation store, intptr_t dim,
                        const SymExpr *halves) {
  Scheduler *s = split->s;
  intptr_t count;
  MlirValue buffer = tirStoreGetBuffer(store);
  const SymExpr *exprs = scheduleExprs(s, store, &count);
  SymExpr *all = ARENA_ARRAY(s->arena, SymExpr, count + 1);
  for (intptr_t d = 0; d < count; ++d)
    all[d + (d > dim)] = exprs[d];
  all[dim] = halves[0];
  all[dim + 1] = halves[1];
  scheduleRetype(s, buffer, splitType(split, mlirValueGetType(buffer), dim),
                 "_split");
  scheduleSetExprs(s, store, all, count + 1);
}

//===----------------------------------------------------------------------===//
// Two loops
//===----------------------------------------------------------------------===//

/// A half of the iterator: its name and one more letter.
static void addHalf(const Split *split, ScheduleHead *head, const char *suffix,
                    SymExpr extent) {
  Scheduler *s = split->s;
  MlirLocation old =
      mlirValueGetLocation(bridgeArgument(split->compute, split->iterator));
  StrRef name = scheduleUniqueName(s, bridgeLocationName(old), suffix);
  scheduleAddIterator(
      s, head, "spatial",
      bridgeNamedLocation(name, mlirOperationGetLocation(split->compute)),
      scheduleConst(s, 0), extent);
}

static MlirOperation makeLoops(const Split *split, SymExpr halves[2],
                               SymExpr *whole) {
  Scheduler *s = split->s;
  bool good = true;
  ScheduleHead head = scheduleStartHead(s, split->count + 1);
  for (intptr_t i = 0; i < split->count; ++i)
    if (i != split->iterator) {
      scheduleKeepIterator(s, &head, split->compute, i);
    } else {
      addHalf(split, &head, "o", split->rounds);
      addHalf(split, &head, "i", split->period);
    }
  MlirOperation op = scheduleMakeCompute(s, split->compute, &head,
                                         scheduleNameOf(split->compute), false);
  SymExpr *values = ARENA_ARRAY(s->arena, SymExpr, split->count);
  for (intptr_t i = 0, at = 0; i < split->count; ++i, ++at) {
    MlirValue argument = bridgeArgument(op, at);
    values[i] = scheduleSymbolOf(s, argument);
    if (i != split->iterator)
      continue;
    halves[0] = values[i];
    halves[1] = scheduleSymbolOf(s, bridgeArgument(op, ++at));
    values[i] = *whole = scheduleCombine(
        s, symExprAdd,
        scheduleCombine(s, symExprMul, halves[0], split->period, &good),
        halves[1], &good);
  }
  return good && mlirLogicalResultIsSuccess(
                     scheduleCopyBody(s, split->compute, op, values))
             ? op
             : (MlirOperation){NULL};
}

/// The compute with both; null after a failure.
static MlirOperation apply(Split *split) {
  Scheduler *s = split->s;
  SymExpr halves[2], whole;
  if (!symExprQuotient(s->arena, split->extent, split->period, &split->rounds))
    return (MlirOperation){NULL};
  MlirOperation op = makeLoops(split, halves, &whole);
  if (!op.ptr)
    return op;
  scheduleDestroy(s, split->compute);
  scheduleSimplifyAccesses(s, op);
  for (MlirOperation each = {NULL}; bridgeAdvance(bridgeBody(op), &each);) {
    intptr_t dim = tirIsStore(each) ? dimOf(split, each, whole) : -1;
    if (dim >= 0)
      splitBuffer(split, each, dim, halves);
  }
  return op;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// All iterators of all computes at the top of a program, one after the other.
static MlirLogicalResult splitIn(RelaxPassRun *run,
                                 const ScheduleCallers *callers,
                                 MlirOperation func,
                                 const ScheduleLimits *limits) {
  (void)limits;
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  MlirOperation op = mlirBlockGetFirstOperation(bridgeBody(func));
  while (op.ptr && mlirLogicalResultIsSuccess(outcome)) {
    Scheduler s = scheduleOpen(run, callers, func);
    MlirOperation next = mlirOperationGetNextInBlock(op);
    Split split = {.s = &s, .compute = op};
    if (lookAt(&split) && passMayRewrite(run, func)) {
      next = apply(&split); // which may have more of them
      outcome = next.ptr ? outcome : mlirLogicalResultFailure();
      ++run->counters[COUNTER_SPLIT];
    }
    scheduleFree(&s);
    op = next;
  }
  return outcome;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  return scheduleVisitOpen(run, splitIn);
}

const RelaxPass relaxSplitDimsPass = {
    .name = "relax-split-dims",
    .summary = "make two loops of one whose rounds are divided by a symbol",
    .documentation =
        "In a `tir.func` without a schedule, a compute of elements whose "
        "iterator is only used as quotient and remainder by a symbolic extent, "
        "which divides its own (a reshape, tiles, one after the other): it "
        "becomes two iterators, and a result gets a `tir.view` with a "
        "dimension for each, so that nothing divides, and lanes lie side by "
        "side. Sums keep their iterators, which tiles are made of; literals "
        "are split by `relax-schedule-rules`.",
    .anchor = "builtin.module",
    .counters = {"split"},
    .traits = RELAX_PASS_ASKS,
    .run = run,
};
