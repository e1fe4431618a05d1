//===- ReduceLoops.c - the reduce loops of a compute ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What is small against the sum so far is lost, which adds up over a long
// chain: sums of floats in registers have subtotals, of blocks of a long loop
// and of inner loops.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Access.h"
#include "dialects/TIR/Monoid.h"
#include "lib/Conversion/TIRToSCF/LowerTIR.h"
#include "lib/Conversion/TIRToSCF/Nest.h"

#include <stb/stb_ds.h>

/// Combines the values of all reductions into `nest->state`, in the body.
static void combineInRegisters(Nest *nest) {
  intptr_t first = 0;
  for (ptrdiff_t r = 0; r < arrlen(nest->reductions); ++r) {
    Reduction *reduction = &nest->reductions[r];
    MlirValue *values =
        ARENA_ARRAY(nest->l->arena, MlirValue, reduction->targets);
    for (intptr_t t = 0; t < reduction->targets; ++t)
      values[t] = tirReduceGetValues(reduction->op, t);
    OpBuilder b = opBuilderBefore(reduction->op);
    tirBuildCombine(&b, reduction->monoid, nest->state + first, values);
    if (nest->subtotals)
      tirAllowReordering(nest->state[first]);
    first += reduction->targets;
  }
}

/// The first reduce iterator from `i` on, or the number of iterators.
static intptr_t nextReduce(Nest *nest, intptr_t i) {
  while (i < mlirBlockGetNumArguments(nest->body) &&
         !tirComputeIsKind(nest->op, i, "reduce"))
    ++i;
  return i;
}

/// A loop over `nest->state`, which then is that of a round. Returns where its
/// body goes.
static OpBuilder enterLoop(Nest *nest, OpBuilder *b, MlirValue lower,
                           MlirValue upper, int64_t step, MlirOperation *loop) {
  intptr_t states = arrlen(nest->state);
  *loop = buildForBy(b, lower, upper, step, nest->state, states);
  MlirBlock block = bridgeBody(*loop);
  for (intptr_t s = 0; s < states; ++s)
    nest->state[s] = mlirBlockGetArgument(block, s + 1);
  return opBuilderAtEnd(block, b->location);
}

/// Ends the body; `nest->state` is that behind the loop.
static void leaveLoop(Nest *nest, OpBuilder *inside, MlirOperation loop) {
  intptr_t states = arrlen(nest->state);
  buildYield(inside, nest->state, states);
  for (intptr_t s = 0; s < states; ++s)
    nest->state[s] = mlirOperationGetResult(loop, s);
}

/// Rounds of iterator `i`, or INT64_MAX if they are not known.
static int64_t roundsOf(Nest *nest, intptr_t i) {
  SymExpr lower = symExprOf(
      nest->l->arena, mlirArrayAttrGetElement(tirComputeGetLower(nest->op), i));
  SymExpr upper = symExprOf(
      nest->l->arena, mlirArrayAttrGetElement(tirComputeGetUpper(nest->op), i));
  int64_t from, to;
  return symExprIsConst(lower, &from) && symExprIsConst(upper, &to) ? to - from
                                                                    : INT64_MAX;
}

/// Few rows at a time, as relax-fuse-rows makes them: loops around the compute,
/// and rows in it, for which there is local memory.
static bool hasFewRows(Nest *nest) {
  enum { MANY = 32 };
  const MlirAttribute *dims;
  int64_t rows;
  MlirValue target = tirReduceGetBuffers(nest->reductions[0].op, 0);
  intptr_t rank = tirBufferTypeGetDims(mlirValueGetType(target), &dims);
  return !tirIsFunc(mlirOperationGetParentOperation(nest->op)) &&
         !tirComputeIsKind(nest->op, 0, "reduce") && rank > 0 &&
         !(symAttributeIsConst(dims[0], &rows) && rows >= MANY);
}

/// LLVM makes lanes of the rounds of a short loop, or of the rows around it if
/// it has put one round behind the other before: that pays for short rows, if
/// they are many.
static void keepLoop(Nest *nest, intptr_t i, MlirOperation loop) {
  enum { LEAST = 9, MOST = 31 };
  int64_t rounds = roundsOf(nest, i);
  if (!nest->inRegisters || !arrlen(nest->reductions) || rounds > MOST ||
      (rounds < LEAST && !hasFewRows(nest)) ||
      nextReduce(nest, i + 1) < mlirBlockGetNumArguments(nest->body))
    return;
  mlirOperationSetDiscardableAttributeByName(
      loop, mlirStringRefCreateFromCString(TIR_ROLLED),
      mlirUnitAttrGet(mlirOperationGetContext(loop)));
}

/// The loop of iterator `i` over a part of its rounds.
static void buildRounds(Nest *nest, OpBuilder *b, intptr_t i, MlirValue lower,
                        MlirValue upper) {
  MlirOperation loop;
  OpBuilder inside = enterLoop(nest, b, lower, upper, 1, &loop);
  opReplaceIterator(mlirBlockGetArgument(nest->body, i), bridgeBody(loop));
  nestBuildReduceLoops(nest, &inside, i + 1);
  leaveLoop(nest, &inside, loop);
  keepLoop(nest, i, loop);
}

/// The same from the identities on, combined with the state before.
static void buildSubtotal(Nest *nest, OpBuilder *b, intptr_t i, MlirValue lower,
                          MlirValue upper) {
  intptr_t states = arrlen(nest->state);
  MlirValue *before = ARENA_ARRAY(nest->l->arena, MlirValue, states);
  for (intptr_t s = 0; s < states; ++s) {
    before[s] = nest->state[s];
    nest->state[s] = tirBuildIdentity(b, nest->reductions[s].monoid, 0);
  }
  buildRounds(nest, b, i, lower, upper);
  for (intptr_t s = 0; s < states; ++s) {
    tirBuildCombine(b, nest->reductions[s].monoid, &before[s], &nest->state[s]);
    nest->state[s] = before[s];
  }
}

static bool hasSubtotals(Nest *nest) {
  bool sums = nest->inRegisters && arrlen(nest->reductions) > 0;
  for (ptrdiff_t r = 0; r < arrlen(nest->reductions) && sums; ++r) {
    Reduction *reduction = &nest->reductions[r];
    StrRef kind = tirMonoidKind(reduction->monoid);
    sums = reduction->targets == 1 &&
           mlirTypeIsAFloat(mlirValueGetType(nest->state[r])) &&
           (strRefIs(kind, "add") || strRefIs(kind, "mul"));
  }
  return sums;
}

void nestBuildReduceLoops(Nest *nest, OpBuilder *b, intptr_t i) {
  enum { BLOCK = 1024 };
  bool inner = i > nextReduce(nest, 0);
  i = nextReduce(nest, i);
  if (!inner)
    nest->subtotals = hasSubtotals(nest);
  if (i == mlirBlockGetNumArguments(nest->body)) {
    opBuilderTakeBody(b, nest->body);
    if (nest->inRegisters)
      combineInRegisters(nest);
    return;
  }
  MlirValue lower = nest->lower[i], upper = nest->upper[i];
  if (nest->subtotals && roundsOf(nest, i) > BLOCK) {
    MlirOperation loop;
    OpBuilder inside = enterLoop(nest, b, lower, upper, BLOCK, &loop);
    MlirValue begin = bridgeArgument(loop, 0);
    MlirValue end =
        buildBinary(&inside, "arith.addi", begin, buildIndex(&inside, BLOCK));
    buildSubtotal(nest, &inside, i, begin,
                  buildBinary(&inside, "arith.minsi", end, upper));
    leaveLoop(nest, &inside, loop);
  } else if (nest->subtotals && inner) {
    buildSubtotal(nest, b, i, lower, upper);
  } else {
    buildRounds(nest, b, i, lower, upper);
  }
}
