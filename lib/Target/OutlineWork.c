//===- OutlineWork.c - is a parallel loop worth its threads? ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Threads take some microseconds to begin and end. Extents are often known only
// when the loop runs, so its operations are counted then: loops inside by their
// rounds, branches by the longest, what depends on an iterator as in the first
// round, what depends on elements as one round. Rounds of a sum of single
// elements become lanes later.
//
//===----------------------------------------------------------------------===//

#include "lib/Support/Map.h"
#include "lib/Target/Outline.h"

#include <stb/stb_ds.h>
#include <string.h>

/// A number of operations: `known`, and `rest` if that is not null.
typedef struct Weight {
  int64_t known;
  MlirValue rest;
} Weight;

/// A value inside of the loop, and what stands for it in front.
typedef struct Hoisted {
  const void *key;
  MlirValue value; // null: nothing does
} Hoisted;

typedef struct Estimate {
  OpBuilder *b;
  MlirOperation loop;
  Hoisted *values; // stb_ds map
} Estimate;

enum { MOST_KNOWN = 1 << 30 }; // more makes no difference

static bool isInside(const Estimate *e, MlirBlock block) {
  MlirOperation op = mlirBlockGetParentOperation(block);
  while (op.ptr && !mlirOperationEqual(op, e->loop))
    op = mlirOperationGetParentOperation(op);
  return op.ptr != NULL;
}

static MlirValue hoist(Estimate *e, MlirValue value);

/// Of an iterator the lower bound of its loop.
static MlirValue hoistArgument(Estimate *e, MlirValue value) {
  MlirBlock block = mlirBlockArgumentGetOwner(value);
  MlirOperation loop = mlirBlockGetParentOperation(block);
  if (mlirBlockArgumentGetArgNumber(value) == 0 &&
      (bridgeIsNamed(loop, "scf.for") || bridgeIsNamed(loop, "scf.parallel")))
    return hoist(e, mlirOperationGetOperand(loop, 0));
  return (MlirValue){NULL};
}

/// A copy of arithmetic on indices. A divisor may be 0 where the loop around
/// does not run.
static MlirValue hoistResult(Estimate *e, MlirOperation op) {
  enum { MOST_OPERANDS = 3 };
  MlirValue operands[MOST_OPERANDS], none = {NULL};
  intptr_t count = mlirOperationGetNumOperands(op);
  StrRef name = bridgeOpName(op);
  if (!strRefStartsWith(name, "arith.") ||
      mlirOperationGetNumResults(op) != 1 || count > MOST_OPERANDS)
    return none;
  bool divides = strstr(name.data, "div") || strstr(name.data, "rem");
  for (intptr_t i = 0; i < count; ++i) {
    operands[i] = hoist(e, mlirOperationGetOperand(op, i));
    if (!operands[i].ptr ||
        (divides && !mlirTypeIsAIndex(mlirValueGetType(operands[i]))))
      return none;
  }
  if (divides)
    operands[1] =
        buildBinary(e->b, "arith.maxsi", operands[1], buildIndex(e->b, 1));
  MlirOperation copy = mlirOperationClone(op);
  for (intptr_t i = 0; i < count; ++i)
    mlirOperationSetOperand(copy, i, operands[i]);
  return mlirOperationGetResult(opBuilderInsert(e->b, copy), 0);
}

static MlirValue hoist(Estimate *e, MlirValue value) {
  bool argument = mlirValueIsABlockArgument(value);
  MlirBlock block = argument
                        ? mlirBlockArgumentGetOwner(value)
                        : mlirOperationGetBlock(mlirOpResultGetOwner(value));
  if (!isInside(e, block))
    return value;
  const Hoisted *known = mapEntry(e->values, (const void *)value.ptr);
  if (known)
    return known->value;
  MlirValue found = argument ? hoistArgument(e, value)
                             : hoistResult(e, mlirOpResultGetOwner(value));
  hmput(e->values, value.ptr, found);
  return found;
}

static int64_t bounded(int64_t known) {
  return known < MOST_KNOWN ? known : MOST_KNOWN;
}

static MlirValue valueOf(Estimate *e, Weight w) {
  MlirValue known = buildIndex(e->b, w.known);
  return w.rest.ptr ? buildBinary(e->b, "arith.addi", w.rest, known) : known;
}

static Weight add(Estimate *e, Weight a, Weight b) {
  Weight sum = {bounded(a.known + b.known), a.rest};
  if (b.rest.ptr)
    sum.rest =
        a.rest.ptr ? buildBinary(e->b, "arith.addi", a.rest, b.rest) : b.rest;
  return sum;
}

static Weight longer(Estimate *e, Weight a, Weight b) {
  if (!a.rest.ptr && !b.rest.ptr)
    return a.known > b.known ? a : b;
  return (Weight){
      0, buildBinary(e->b, "arith.maxsi", valueOf(e, a), valueOf(e, b))};
}

/// The rounds of a loop; one where nothing tells.
static Weight roundsOf(Estimate *e, MlirOperation loop) {
  int64_t known[3];
  MlirValue bounds[3];
  for (intptr_t i = 0; i < 3; ++i)
    bounds[i] = mlirOperationGetOperand(loop, i);
  if (opIsConstant(bounds[0], &known[0]) &&
      opIsConstant(bounds[1], &known[1]) &&
      opIsConstant(bounds[2], &known[2]) && known[2] > 0)
    return (Weight){known[1] > known[0]
                        ? bounded((known[1] - known[0] - 1) / known[2] + 1)
                        : 0,
                    {NULL}};
  MlirValue zero = {NULL};
  for (intptr_t i = 0; i < 3; ++i) {
    bounds[i] = hoist(e, bounds[i]);
    if (!bounds[i].ptr)
      return (Weight){1, zero};
  }
  MlirValue length = buildBinary(e->b, "arith.subi", bounds[1], bounds[0]);
  length = buildBinary(e->b, "arith.maxsi", length, buildIndex(e->b, 0));
  if (!opIsConstant(bounds[2], &known[2]) || known[2] != 1)
    length = buildBinary(
        e->b, "arith.divui", length,
        buildBinary(e->b, "arith.maxsi", bounds[2], buildIndex(e->b, 1)));
  return (Weight){0, length};
}

static Weight multiply(Estimate *e, Weight a, Weight b) {
  Weight zero = {0, {NULL}};
  if (!a.rest.ptr && !b.rest.ptr)
    return (Weight){bounded(a.known) * bounded(b.known), {NULL}};
  if ((!a.rest.ptr && a.known == 0) || (!b.rest.ptr && b.known == 0))
    return zero;
  return (Weight){
      0, buildBinary(e->b, "arith.muli", valueOf(e, a), valueOf(e, b))};
}

/// A loop that carries nothing but single numbers, without branches, loops or
/// vectors: code generation makes lanes of its rounds.
static bool becomesLanes(MlirOperation loop) {
  intptr_t carried = mlirOperationGetNumResults(loop);
  bool fits = bridgeIsNamed(loop, "scf.for") && carried > 0;
  for (MlirOperation op = {NULL};
       fits && bridgeAdvance(bridgeBody(loop), &op);) {
    fits = mlirOperationGetNumRegions(op) == 0;
    for (intptr_t i = 0; i < mlirOperationGetNumResults(op) && fits; ++i)
      fits =
          !mlirTypeIsAVector(mlirValueGetType(mlirOperationGetResult(op, i)));
  }
  return fits;
}

static Weight weightOf(Estimate *e, MlirBlock block) {
  enum { LANES = 8 }; // of 4 bytes, in a vector of ordinary size
  Weight sum = {0, {NULL}}, branch = {0, {NULL}};
  for (MlirOperation op = {NULL}; bridgeAdvance(block, &op);) {
    if (bridgeIsNamed(op, "scf.for") || bridgeIsNamed(op, "scf.parallel")) {
      Weight rounds = roundsOf(e, op), body = weightOf(e, bridgeBody(op));
      if (becomesLanes(op))
        body.known = (body.known + LANES - 1) / LANES;
      sum = add(e, sum, multiply(e, rounds, body));
    } else if (bridgeIsNamed(op, "scf.if")) {
      for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); ++i)
        if (bridgeBlock(op, i).ptr)
          branch = longer(e, branch, weightOf(e, bridgeBlock(op, i)));
    } else {
      ++sum.known;
    }
  }
  return add(e, sum, branch);
}

MlirValue outlineBuildWork(Outline *o, OpBuilder *b, int64_t *known) {
  Estimate e = {.b = b, .loop = o->loop};
  Weight rounds = roundsOf(&e, o->loop);
  Weight work = multiply(&e, rounds, weightOf(&e, bridgeBody(o->loop)));
  hmfree(e.values);
  *known = work.known;
  return work.rest.ptr ? valueOf(&e, work) : (MlirValue){NULL};
}
