//===- VectorLoops.c - loops of kind vector -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Full vectors first, then what is left: of a constant extent in one shorter
// vector, whose lanes beyond the end are masked where they would touch memory
// that is not there; else one by one.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/Vector.h"

enum { DEFAULT_LANES = 16, MAX_COPIES = 8 };

/// One round as it stands.
static void emitRound(OpBuilder *b, MlirOperation loop, MlirValue round) {
  MlirOperation clone = mlirOperationClone(loop);
  MlirBlock body = opBody(clone, 0);
  mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(body, 0), round);
  opBuilderTakeBody(b, body);
  mlirOperationDestroy(clone);
}

/// An empty `scf.for` in steps; fill it at the result.
static OpBuilder openLoop(OpBuilder *b, MlirValue lower, MlirValue upper,
                          int64_t step, MlirValue *induction) {
  MlirValue width = buildIndex(b, step);
  MlirOperation loop = buildFor(b, lower, upper, NULL, 0);
  mlirOperationSetOperand(loop, 2, width);
  MlirBlock block = opBody(loop, 0);
  *induction = mlirBlockGetArgument(block, 0);
  OpBuilder inside = opBuilderAtEnd(block, b->location);
  buildYield(&inside, NULL, 0);
  inside.before = mlirBlockGetTerminator(block);
  return inside;
}

/// A shorter vector for `rounds` that are less than `lanes`.
static bool emitRest(Lanes v, int64_t rounds) {
  v.width = 2;
  while (v.width < rounds)
    v.width *= 2;
  v.active = rounds;
  return vectorEmitLanes(v, buildIndex(&v.b, v.start));
}

/// Constant bounds: the vectors one by one, where there are few.
static bool lowerConstant(Lanes v, int64_t low, int64_t high) {
  int64_t lanes = v.width;
  bool masks = tirLanesMayBeWasted(v.loop);
  if ((high - low) / lanes > MAX_COPIES) {
    int64_t end = low + (high - low) / lanes * lanes;
    MlirValue first;
    Lanes many = v;
    many.b = openLoop(&v.b, buildIndex(&v.b, low), buildIndex(&v.b, end), lanes,
                      &first);
    if (!vectorEmitLanes(many, first))
      return false;
    low = end;
  }
  for (; v.width > 1; v.width /= 2) {
    for (v.active = v.width; high - low >= v.width; low += v.width)
      if (!vectorEmitLanes(v, buildIndex(&v.b, low)))
        return false;
    v.start = low;
    if (masks && high - low > 1)
      return emitRest(v, high - low);
  }
  for (; low < high; ++low)
    emitRound(&v.b, v.loop, buildIndex(&v.b, low));
  return true;
}

/// Bounds that are known when the program runs.
static bool lowerDynamic(Lanes v, MlirValue lower, MlirValue upper) {
  OpBuilder *b = &v.b;
  // `divsi` goes towards 0, so that nothing runs where upper < lower.
  MlirValue width = buildIndex(b, v.width);
  MlirValue extent = buildBinary(b, "arith.subi", upper, lower);
  MlirValue full = buildBinary(
      b, "arith.muli", buildBinary(b, "arith.divsi", extent, width), width);
  MlirValue end = buildBinary(b, "arith.addi", lower, full), first;
  Lanes many = v;
  many.b = openLoop(b, lower, end, v.width, &first);
  if (!vectorEmitLanes(many, first))
    return false;
  OpBuilder inside = openLoop(b, end, upper, 1, &first);
  emitRound(&inside, v.loop, first);
  return true;
}

MlirLogicalResult tirLowerVector(TirLowering *l, MlirOperation op) {
  OpBuilder b = opBuilderBefore(op);
  MlirAttribute given = tirForGetLanes(op);
  int64_t lanes = given.ptr ? mlirIntegerAttrGetValueInt(given) : DEFAULT_LANES;
  MlirAttribute lows = tirForGetLower(op), highs = tirForGetUpper(op);
  int64_t low, high;
  bool good;
  Lanes v = {.l = l, .loop = op, .b = b, .width = lanes, .active = lanes};
  if (symAttributeIsConst(mlirArrayAttrGetElement(lows, 0), &low) &&
      symAttributeIsConst(mlirArrayAttrGetElement(highs, 0), &high)) {
    good = lowerConstant(v, low, high);
  } else {
    intptr_t count;
    MlirValue *operands = tirIndexOperands(l, op, &count);
    MlirValue *lower = tirBuildExprs(l, &b, lows, operands);
    MlirValue *upper = lower ? tirBuildExprs(l, &b, highs, operands) : NULL;
    v.b = b;
    good = upper && lowerDynamic(v, *lower, *upper);
  }
  if (good)
    mlirOperationDestroy(op);
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
