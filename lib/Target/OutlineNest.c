//===- OutlineNest.c - two parallel loops as one range ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A parallel loop right inside of another one, whose bounds do not depend on
// it: their rounds are numbered through, so there is one function, one struct
// and one question whether it is worth threads, and threads share the rounds of
// both. A range begins and ends within a row of inner rounds.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Outline.h"

#include <stb/stb_ds.h>
#include <string.h>

static bool isConstant(MlirValue value, int64_t wanted) {
  int64_t number;
  return opIsConstant(value, &number) && number == wanted;
}

/// From 0, one by one, without a sum, in no order.
static bool isPlain(MlirOperation loop) {
  return bridgeIsNamed(loop, "scf.parallel") &&
         mlirOperationGetNumResults(loop) == 0 &&
         bridgeNumArguments(loop) == 1 &&
         mlirOperationGetNumDiscardableAttributes(loop) == 0 &&
         isConstant(mlirOperationGetOperand(loop, 0), 0) &&
         isConstant(mlirOperationGetOperand(loop, 2), 1);
}

/// Arithmetic that may run where the loop around does not.
static bool isHarmless(MlirOperation op) {
  StrRef name = bridgeOpName(op);
  bool divides = strstr(name.data, "div") || strstr(name.data, "rem");
  return strRefStartsWith(name, "arith.") &&
         (!divides ||
          (bridgeIsNamed(bridgeDefiner(mlirOperationGetOperand(op, 1)),
                         "arith.constant") &&
           !isConstant(mlirOperationGetOperand(op, 1), 0)));
}

/// Is the value there in front of the loop?
static bool isOutside(MlirOperation loop, MlirValue value) {
  MlirBlock block = mlirValueIsABlockArgument(value)
                        ? mlirBlockArgumentGetOwner(value)
                        : mlirOperationGetBlock(mlirOpResultGetOwner(value));
  return !mlirBlockEqual(block, bridgeBody(loop));
}

/// Moves the operation of the loop's body in front of the loop, if all that it
/// uses is there.
static void hoist(MlirOperation loop, MlirOperation op) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    if (!isOutside(loop, mlirOperationGetOperand(op, i)))
      return;
  mlirOperationMoveBefore(op, loop);
}

MlirOperation outlineFindInner(MlirOperation loop) {
  const MlirOperation none = {NULL};
  MlirOperation first = mlirBlockGetFirstOperation(bridgeBody(loop)), next;
  MlirOperation inner = first;
  while (inner.ptr && isHarmless(inner))
    inner = mlirOperationGetNextInBlock(inner);
  if (!isPlain(loop) || !inner.ptr || !isPlain(inner) ||
      !mlirOperationEqual(mlirOperationGetNextInBlock(inner),
                          mlirBlockGetTerminator(bridgeBody(loop))))
    return none;
  for (MlirOperation op = first; !mlirOperationEqual(op, inner); op = next) {
    next = mlirOperationGetNextInBlock(op);
    hoist(loop, op);
  }
  if (!isOutside(loop, mlirOperationGetOperand(inner, 1)))
    return none;
  MlirOperation front = mlirBlockGetFirstOperation(bridgeBody(inner));
  for (MlirOperation op = mlirBlockGetFirstOperation(bridgeBody(loop));
       !mlirOperationEqual(op, inner); op = next) {
    next = mlirOperationGetNextInBlock(op);
    mlirOperationMoveBefore(op, front);
  }
  return inner;
}

MlirValue outlineBuildRounds(const Outline *o, OpBuilder *b) {
  MlirValue zero = buildIndex(b, 0), rounds[2];
  for (int i = 0; i < 2; ++i)
    rounds[i] =
        buildBinary(b, "arith.maxsi",
                    mlirOperationGetOperand(i ? o->inner : o->loop, 1), zero);
  return buildBinary(b, "arith.muli", rounds[0], rounds[1]);
}

/// What the loop's function has for a value of its caller.
static MlirValue captured(const Outline *o, const MlirValue *rebuilt,
                          MlirValue value) {
  size_t i = 0;
  while (!mlirValueEqual(o->captures[i].value, value))
    ++i;
  return rebuilt[i];
}

MlirOperation outlineBuildNest(const Outline *o, OpBuilder *b,
                               const MlirValue range[2],
                               const MlirValue *rebuilt,
                               MlirOperation *around) {
  MlirValue zero = buildIndex(b, 0), one = buildIndex(b, 1);
  MlirValue row = buildBinary(
      b, "arith.maxsi",
      captured(o, rebuilt, mlirOperationGetOperand(o->inner, 1)), one);
  MlirValue end = buildBinary(b, "arith.addi", range[1],
                              buildBinary(b, "arith.subi", row, one));
  *around = buildFor(b, buildBinary(b, "arith.divui", range[0], row),
                     buildBinary(b, "arith.divui", end, row), NULL, 0);
  MlirBlock block = bridgeBody(*around);
  OpBuilder inside = opBuilderAtEnd(block, b->location);
  MlirValue before =
      buildBinary(&inside, "arith.muli", mlirBlockGetArgument(block, 0), row);
  MlirValue bounds[2];
  for (int i = 0; i < 2; ++i)
    bounds[i] = buildBinary(
        &inside, i ? "arith.minsi" : "arith.maxsi",
        buildBinary(&inside, "arith.subi", range[i], before), i ? row : zero);
  MlirOperation loop = buildFor(&inside, bounds[0], bounds[1], NULL, 0);
  buildYield(&inside, NULL, 0);
  opReplaceIterator(bridgeArgument(o->loop, 0), block);
  return loop;
}

/// Perfectly nested loops, of which canonicalization makes one of several
/// dimensions, again: an inner one may get the threads.
static void separateDims(MlirOperation op) {
  MlirBlock body = bridgeBody(op), around = {NULL};
  intptr_t dims = mlirBlockGetNumArguments(body);
  OpBuilder b = opBuilderBefore(op);
  for (intptr_t d = 0; d < dims; ++d) {
    MlirOperation loop = buildParallel(&b, mlirOperationGetOperand(op, d),
                                       mlirOperationGetOperand(op, dims + d));
    around = bridgeBody(loop);
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(body, d),
                                  mlirBlockGetArgument(around, 0));
    b.block = around;
    b.before = mlirBlockGetTerminator(around);
  }
  mlirOperationDestroy(mlirBlockGetTerminator(body));
  opBuilderTakeBody(&b, body);
  mlirOperationDestroy(op);
}

static MlirWalkResult collectWide(MlirOperation op, void *userData) {
  MlirOperation **loops = userData;
  if (bridgeIsNamed(op, "scf.parallel") &&
      mlirOperationGetNumResults(op) == 0 && bridgeNumArguments(op) > 1)
    arrput(*loops, op);
  return MlirWalkResultAdvance;
}

void outlineSeparateDims(MlirOperation func) {
  MlirOperation *loops = NULL;
  mlirOperationWalk(func, collectWide, &loops, MlirWalkPostOrder);
  while (arrlen(loops) > 0) // inner ones move with the body around them
    separateDims(arrpop(loops));
  arrfree(loops);
}
