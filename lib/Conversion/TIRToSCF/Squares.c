//===- Squares.c - copies in another order, square by square --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Two vector loops in each other: n rounds of the outer one are n vectors along
// the inner one, which are turned in registers, so that they are stored along
// the outer one. A square that is not whole is the same with masks, if the loop
// has them: rounds beyond the last one load its elements again, and store
// nothing.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/Vector.h"

typedef struct Square {
  TirLowering *l;
  MlirOperation outer, inner, store;
  int64_t lanes;
  MlirValue rows, columns; // rounds of the outer and of the inner loop
  bool masked;
} Square;

static MlirOperation storeOf(MlirOperation loop) {
  MlirOperation op = mlirBlockGetFirstOperation(bridgeBody(loop)),
                store = {NULL};
  for (; op.ptr; op = mlirOperationGetNextInBlock(op)) {
    if (tirIsStore(op) && store.ptr)
      return (MlirOperation){NULL};
    if (tirIsStore(op))
      store = op;
  }
  return store;
}

/// From 0 to at most so many rounds, which the loop says it has lanes for.
static bool isSide(TirLowering *l, MlirOperation loop, int64_t lanes) {
  int64_t low;
  SymExpr rest;
  MlirAttribute given = tirForGetLanes(loop);
  return given.ptr && mlirIntegerAttrGetValueInt(given) == lanes &&
         symAttributeIsConst(mlirArrayAttrGetElement(tirForGetLower(loop), 0),
                             &low) &&
         low == 0 &&
         symExprSub(l->arena, symExprConst(l->arena, lanes),
                    symExprOf(l->arena,
                              mlirArrayAttrGetElement(tirForGetUpper(loop), 0)),
                    &rest) == SYM_OK &&
         symExprIsNonNegative(rest);
}

bool tirIsSquare(TirLowering *l, MlirOperation outer) {
  MlirOperation inner = mlirBlockGetFirstOperation(bridgeBody(outer));
  if (!tirIsFor(inner) || mlirOperationGetNextInBlock(inner).ptr ||
      !tirForGetLanes(outer).ptr)
    return false;
  int64_t lanes = mlirIntegerAttrGetValueInt(tirForGetLanes(outer));
  MlirOperation store = storeOf(inner);
  MlirValue along = bridgeArgument(outer, 0);
  bool fits = store.ptr && (lanes & (lanes - 1)) == 0 &&
              isSide(l, outer, lanes) && isSide(l, inner, lanes) &&
              !bridgeUses(inner, along) && tirLanesMayBeWasted(inner) &&
              tirStrideOf(l, store, tirStoreGetBuffer(store),
                          tirStoreGetExprs(store), along) == 1;
  MlirOperation op = mlirBlockGetFirstOperation(bridgeBody(inner));
  for (; op.ptr && fits; op = mlirOperationGetNextInBlock(op))
    fits = mlirOperationEqual(op, store) ||
           tirRoundFits(l, op, bridgeArgument(inner, 0));
  return fits;
}

//===----------------------------------------------------------------------===//
// In registers
//===----------------------------------------------------------------------===//

/// Which lanes a step takes: 0 to n - 1 are those of the first vector, n to
/// 2n - 1 of the second.
typedef int64_t (*Pick)(int64_t lane, int64_t n, int64_t distance);

static MlirValue shuffle(OpBuilder *b, MlirValue first, MlirValue second,
                         Pick pick, int64_t distance) {
  enum { MOST = 64 };
  int64_t lanes[MOST];
  int64_t n = mlirShapedTypeGetDimSize(mlirValueGetType(first), 0);
  for (int64_t i = 0; i < n; ++i)
    lanes[i] = pick(i, n, distance);
  return vectorShuffle(b, first, second, lanes);
}

/// Runs of `distance` lanes, in turn from the first and from the second: the
/// even runs of both, or the odd ones.
static int64_t evenRuns(int64_t lane, int64_t n, int64_t distance) {
  return lane & distance ? n + lane - distance : lane;
}
static int64_t oddRuns(int64_t lane, int64_t n, int64_t distance) {
  return lane & distance ? n + lane : lane + distance;
}
/// In fours, lanes in turn: the first two of both, or the last two.
static int64_t firstPairs(int64_t lane, int64_t n, int64_t distance) {
  return lane / 4 * 4 + lane % 4 / 2 + distance + (lane % 2 ? n : 0);
}

/// Steps of one instruction each: pairs and fours of lanes first.
static void turnFours(OpBuilder *b, MlirValue *v) {
  MlirValue low[] = {shuffle(b, v[0], v[1], firstPairs, 0),
                     shuffle(b, v[2], v[3], firstPairs, 0)};
  MlirValue high[] = {shuffle(b, v[0], v[1], firstPairs, 2),
                      shuffle(b, v[2], v[3], firstPairs, 2)};
  v[0] = shuffle(b, low[0], low[1], evenRuns, 2);
  v[1] = shuffle(b, low[0], low[1], oddRuns, 2);
  v[2] = shuffle(b, high[0], high[1], evenRuns, 2);
  v[3] = shuffle(b, high[0], high[1], oddRuns, 2);
}

/// Lane i of vector k becomes lane k of vector i.
static void turn(OpBuilder *b, MlirValue *v, int64_t n) {
  int64_t distance = 1;
  if (n % 4 == 0) {
    for (int64_t i = 0; i < n; i += 4)
      turnFours(b, v + i);
    distance = 4;
  }
  for (; distance < n; distance *= 2)
    for (int64_t i = 0; i < n; ++i) {
      if (i & distance)
        continue;
      MlirValue a = v[i], other = v[i + distance];
      v[i] = shuffle(b, a, other, evenRuns, distance);
      v[i + distance] = shuffle(b, a, other, oddRuns, distance);
    }
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// The rounds of the inner loop in round `row` of the outer one, as a vector.
static bool loadRow(Square *s, OpBuilder *b, MlirValue row, bool whole,
                    MlirValue *out) {
  Lanes v = {.l = s->l,
             .loop = s->inner,
             .b = *b,
             .width = s->lanes,
             .active = s->lanes,
             .start = -1,
             .taken = out};
  if (!whole)
    v.rounds = s->columns;
  vectorBind(&v, bridgeArgument(s->outer, 0), row);
  return vectorEmitLanes(v, buildIndex(b, 0));
}

/// Stores the elements of round `column` of the inner loop.
static bool storeColumn(Square *s, OpBuilder *b, MlirValue value,
                        MlirValue column, bool whole) {
  MlirValue outer = bridgeArgument(s->outer, 0);
  MlirValue inner = bridgeArgument(s->inner, 0);
  MlirValue zero = buildIndex(b, 0), buffer = tirStoreGetBuffer(s->store);
  MlirAttribute exprs = tirStoreGetExprs(s->store);
  intptr_t count, rank = mlirArrayAttrGetNumElements(exprs);
  MlirValue *operands = tirIndexOperands(s->l, s->store, &count);
  // A column that is not there is masked at the place of the last one: other
  // memory may be none, and a masked access to that takes very long.
  MlirValue at = column;
  if (!whole)
    at =
        buildBinary(b, "arith.minsi", column,
                    buildBinary(b, "arith.subi", s->columns, buildIndex(b, 1)));
  for (intptr_t i = 0; i < count; ++i)
    operands[i] = mlirValueEqual(operands[i], outer)   ? zero
                  : mlirValueEqual(operands[i], inner) ? at
                                                       : operands[i];
  MlirValue *indices = tirBuildExprs(s->l, b, exprs, operands);
  if (!indices)
    return false;
  MlirValue *all = ARENA_ARRAY(s->l->arena, MlirValue, rank + 3);
  intptr_t used = 0;
  if (whole)
    all[used++] = value;
  all[used++] = tirMemrefOf(s->l, buffer);
  for (intptr_t d = 0; d < rank; ++d)
    all[used++] = indices[d];
  if (!whole) {
    MlirType bit = mlirIntegerTypeGet(opBuilderContext(b), 1);
    MlirValue lanes = buildSelect(
        b, buildCompare(b, CMPI_SLT, column, s->columns), s->rows, zero);
    all[used++] = buildValue(b, "vector.create_mask",
                             mlirVectorTypeGet(1, &s->lanes, bit), &lanes, 1);
    all[used++] = value;
  }
  OpSpec spec = {.name = whole ? "vector.store" : "vector.maskedstore",
                 .operands = all,
                 .numOperands = used};
  buildOp(b, &spec);
  return true;
}

static bool emitSquare(Square *s, OpBuilder *b, bool whole) {
  MlirValue *v = ARENA_ARRAY(s->l->arena, MlirValue, s->lanes);
  MlirValue last = {NULL};
  if (!whole)
    last = buildBinary(b, "arith.subi", s->rows, buildIndex(b, 1));
  for (int64_t i = 0; i < s->lanes; ++i) {
    MlirValue row = buildIndex(b, i);
    if (!whole)
      row = buildBinary(b, "arith.minsi", row, last);
    if (!loadRow(s, b, row, whole, &v[i]))
      return false;
  }
  turn(b, v, s->lanes);
  for (int64_t i = 0; i < s->lanes; ++i)
    if (!storeColumn(s, b, v[i], buildIndex(b, i), whole))
      return false;
  return true;
}

/// Element by element, as the loops say.
static void emitElements(Square *s, OpBuilder *b) {
  MlirOperation clone = mlirOperationClone(s->outer);
  MlirOperation inner = mlirBlockGetFirstOperation(bridgeBody(clone));
  tirForSetKind(clone, strRefFromC("serial"));
  tirForSetKind(inner, strRefFromC("serial"));
  opBuilderInsert(b, clone);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static OpBuilder openBranch(OpBuilder *b, MlirValue condition) {
  MlirOperation branch = buildIf(b, condition, NULL, 0);
  OpBuilder inside = opBuilderAtEnd(bridgeBody(branch), b->location);
  buildYield(&inside, NULL, 0);
  inside.before = mlirBlockGetTerminator(inside.block);
  return inside;
}

static MlirValue roundsOf(Square *s, OpBuilder *b, MlirOperation loop) {
  intptr_t count;
  MlirValue *operands = tirIndexOperands(s->l, loop, &count);
  MlirValue *upper = tirBuildExprs(s->l, b, tirForGetUpper(loop), operands);
  return upper ? *upper : (MlirValue){NULL};
}

static bool isWhole(const Square *s, MlirOperation loop) {
  int64_t rounds;
  return symAttributeIsConst(mlirArrayAttrGetElement(tirForGetUpper(loop), 0),
                             &rounds) &&
         rounds == s->lanes;
}

static bool emitRest(Square *s, OpBuilder *b) {
  if (!s->masked) {
    emitElements(s, b);
    return true;
  }
  MlirValue zero = buildIndex(b, 0);
  MlirValue any =
      buildBinary(b, "arith.andi", buildCompare(b, CMPI_SLT, zero, s->rows),
                  buildCompare(b, CMPI_SLT, zero, s->columns));
  OpBuilder inside = openBranch(b, any);
  return emitSquare(s, &inside, false);
}

MlirLogicalResult tirLowerSquare(TirLowering *l, MlirOperation outer) {
  Square s = {.l = l,
              .outer = outer,
              .inner = mlirBlockGetFirstOperation(bridgeBody(outer)),
              .lanes = mlirIntegerAttrGetValueInt(tirForGetLanes(outer))};
  s.store = storeOf(s.inner);
  s.masked = tirForGetMasked(outer) && tirForGetMasked(s.inner);
  OpBuilder b = opBuilderBefore(outer);
  s.rows = roundsOf(&s, &b, outer);
  s.columns = s.rows.ptr ? roundsOf(&s, &b, s.inner) : s.rows;
  if (!s.columns.ptr)
    return mlirLogicalResultFailure();
  bool good;
  if (isWhole(&s, outer) && isWhole(&s, s.inner)) {
    good = emitSquare(&s, &b, true);
  } else {
    MlirValue lanes = buildIndex(&b, s.lanes);
    MlirValue whole =
        buildBinary(&b, "arith.andi", buildCompare(&b, CMPI_EQ, s.rows, lanes),
                    buildCompare(&b, CMPI_EQ, s.columns, lanes));
    MlirValue part =
        buildBinary(&b, "arith.xori", whole,
                    buildConstant(&b, mlirBoolAttrGet(l->context, true)));
    OpBuilder inside = openBranch(&b, whole), rest = openBranch(&b, part);
    good = emitSquare(&s, &inside, true) && emitRest(&s, &rest);
  }
  if (good)
    mlirOperationDestroy(outer);
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
