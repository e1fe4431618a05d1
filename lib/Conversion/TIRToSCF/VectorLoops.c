//===- VectorLoops.c - loops of kind vector -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Full vectors first, then what is left: of a constant extent in one shorter
// vector, whose lanes beyond the end are masked where they would touch memory
// that is not there; of one that the run knows in a masked vector if the loop
// says so; else one by one. The last panel of a split may be such a vector
// alone: then there is no loop, and a tile stays in registers.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/Vector.h"

enum { DEFAULT_LANES = 16, MAX_COPIES = 8, MAX_PANEL = 2 };

/// One round as it stands.
static void emitRound(OpBuilder *b, MlirOperation loop, MlirValue round) {
  MlirOperation clone = mlirOperationClone(loop);
  MlirBlock body = bridgeBody(clone);
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
  MlirBlock block = bridgeBody(loop);
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

/// The vectors of a loop from 0 to `min(32, ...)`, a panel of a split, which
/// has a round; 0: something else, or many.
static int64_t panelOf(TirLowering *l, MlirOperation loop, int64_t lanes) {
  int64_t low;
  if (!symAttributeIsConst(mlirArrayAttrGetElement(tirForGetLower(loop), 0),
                           &low) ||
      low != 0)
    return 0;
  SymExpr upper = symExprOf(l->arena,
                            mlirArrayAttrGetElement(tirForGetUpper(loop), 0)),
          rest;
  for (int64_t vectors = 1; vectors <= MAX_PANEL; ++vectors)
    if (symExprSub(l->arena, symExprConst(l->arena, vectors * lanes), upper,
                   &rest) == SYM_OK &&
        symExprIsNonNegative(rest))
      return vectors;
  return 0;
}

static bool lowerPanel(Lanes v, int64_t vectors, MlirValue upper) {
  for (int64_t i = 0; i < vectors; ++i) {
    MlirValue first = buildIndex(&v.b, v.start = i * v.width);
    v.rounds = i ? buildBinary(&v.b, "arith.subi", upper, first) : upper;
    if (!vectorEmitLanes(v, first))
      return false;
  }
  return true;
}

/// A masked vector for the rounds from `first` on, fewer than lanes.
static bool emitMasked(Lanes v, MlirValue first, MlirValue rounds) {
  v.start = -1; // not known
  v.rounds = rounds;
  MlirOperation branch = buildIf(
      &v.b, buildCompare(&v.b, CMPI_SLT, buildIndex(&v.b, 0), rounds), NULL, 0);
  OpBuilder inside = opBuilderAtEnd(bridgeBody(branch), v.b.location);
  buildYield(&inside, NULL, 0);
  inside.before = mlirBlockGetTerminator(inside.block);
  v.b = inside;
  return vectorEmitLanes(v, first);
}

/// Bounds that are known when the program runs.
static bool lowerDynamic(Lanes v, MlirValue lower, MlirValue upper) {
  OpBuilder *b = &v.b;
  bool masked = tirForGetMasked(v.loop) && tirLanesMayBeWasted(v.loop);
  int64_t vectors = masked ? panelOf(v.l, v.loop, v.width) : 0;
  if (vectors)
    return lowerPanel(v, vectors, upper);
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
  if (masked)
    return emitMasked(v, end, buildBinary(b, "arith.subi", upper, end));
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
