//===- VectorFits.c - what can be done in lanes ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Access.h"
#include "dialects/TIR/Monoid.h"
#include "lib/Conversion/TIRToSCF/Lowering.h"
#include "lib/Sym/Operand.h"

/// Another value in each round: the iterator as it is computed with.
static bool isPlace(TirLowering *l, MlirValue value, MlirValue iterator) {
  int64_t step;
  MlirOperation op = bridgeDefiner(value);
  return tirIsExtent(op) &&
         mlirBlockEqual(mlirOperationGetBlock(op),
                        mlirBlockArgumentGetOwner(iterator)) &&
         !(tirExtentStep(op, iterator, l->arena, &step) && step == 0);
}

static bool usesSymbol(SymExpr expr, StrRef name) {
  bool uses = false;
  for (size_t k = 0; k < expr.numSymbols; ++k)
    uses |= strRefEqual(expr.symbols[k], name);
  return uses;
}

/// The coefficient of a symbol, up to 2; -1 of other expressions.
static int coefficientOf(TirLowering *l, SymExpr expr, StrRef name) {
  SymExpr symbol = symExprSymbol(l->arena, name);
  int coefficient = 0;
  while (usesSymbol(expr, name))
    if (++coefficient > 2 ||
        symExprSub(l->arena, expr, symbol, &expr) != SYM_OK)
      return -1;
  return coefficient;
}

int tirStrideOf(TirLowering *l, MlirOperation op, MlirValue buffer,
                MlirAttribute exprs, MlirValue iterator) {
  intptr_t count, at = 0, rank = mlirArrayAttrGetNumElements(exprs);
  MlirValue *operands = tirIndexOperands(l, op, &count);
  while (at < count && !mlirValueEqual(operands[at], iterator))
    ++at;
  StrRef name = symOperandName(l->arena, at);
  int stride = 0;
  intptr_t last = tirBufferLastDim(buffer);
  for (intptr_t d = 0; d < rank; ++d) {
    SymExpr expr = symExprOf(l->arena, mlirArrayAttrGetElement(exprs, d));
    for (size_t k = 0; k < expr.numSymbols; ++k) {
      intptr_t number = symOperandNumber(expr.symbols[k]);
      if (number >= 0 && isPlace(l, operands[number], iterator))
        return -1;
    }
  }
  for (intptr_t d = 0; d < rank && at < count; ++d) {
    SymExpr expr = symExprOf(l->arena, mlirArrayAttrGetElement(exprs, d));
    if (!usesSymbol(expr, name))
      continue;
    stride = d == last ? coefficientOf(l, expr, name) : -1;
    if (stride < 0)
      return -1;
  }
  return stride;
}

intptr_t tirInsideAlong(TirLowering *l, MlirOperation op, MlirValue iterator) {
  MlirOperation loop =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(iterator));
  intptr_t count, at = 0;
  MlirValue *operands = tirIndexOperands(l, op, &count);
  while (at < count && !mlirValueEqual(operands[at], iterator))
    ++at;
  const MlirAttribute *dims;
  tirBufferTypeGetDims(mlirValueGetType(tirLoadGetBuffer(op)), &dims);
  intptr_t last = tirBufferLastDim(tirLoadGetBuffer(op));
  int64_t low, high, extent;
  MlirAttribute expr = mlirArrayAttrGetElement(tirLoadGetExprs(op), last);
  if (!symExprEqual(symExprOf(l->arena, expr), symOperandExpr(l->arena, at)) ||
      !symAttributeIsConst(mlirArrayAttrGetElement(tirForGetLower(loop), 0),
                           &low) ||
      low < 0)
    return -1;
  MlirAttribute upper = mlirArrayAttrGetElement(tirForGetUpper(loop), 0);
  bool inside = mlirAttributeEqual(upper, dims[last]) ||
                (symAttributeIsConst(upper, &high) &&
                 symAttributeIsConst(dims[last], &extent) && high <= extent);
  return inside ? last : -1;
}

static bool isScalarType(MlirType type) {
  return mlirTypeIsAFloat(type) || mlirTypeIsAInteger(type);
}

static bool isByte(MlirValue buffer) {
  MlirType type = tirBufferTypeGetElementType(mlirValueGetType(buffer));
  return mlirTypeIsAFloat(type) ||
         (mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) >= 8);
}

static bool isElementwise(MlirOperation op) {
  StrRef name = bridgeOpName(op);
  if (name.length < 6 || !(strRefIs((StrRef){name.data, 6}, "arith.") ||
                           strRefIs((StrRef){name.data, 5}, "math.")))
    return false;
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    if (!isScalarType(mlirValueGetType(mlirOperationGetResult(op, i))))
      return false;
  return mlirOperationGetNumRegions(op) == 0;
}

static bool carriesReduction(MlirOperation loop) {
  MlirAttribute kind = tirForGetIterator(loop);
  return kind.ptr && strRefIs(bridgeText(kind), "reduce");
}

bool tirCombinesLanes(TirLowering *l, MlirOperation reduce,
                      MlirValue iterator) {
  MlirAttribute exprs = mlirArrayAttrGetElement(tirReduceGetExprs(reduce), 0);
  if (!carriesReduction(
          mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(iterator))) ||
      tirReduceGetNumBuffers(reduce) != 1 ||
      tirStrideOf(l, reduce, tirReduceGetBuffers(reduce, 0), exprs, iterator) !=
          0)
    return false;
  MlirOperation monoid = tirMonoidOf(l, reduce);
  return monoid.ptr && tirMonoidKind(monoid).length;
}

static bool fits(TirLowering *l, MlirOperation op, MlirValue iterator) {
  if (tirIsLoad(op)) {
    int stride =
        tirStrideOf(l, op, tirLoadGetBuffer(op), tirLoadGetExprs(op), iterator);
    return stride == 0 ||
           ((stride == 1 || (stride == 2 && !tirLoadGetPad(op).ptr)) &&
            isByte(tirLoadGetBuffer(op)));
  }
  if (tirIsStore(op))
    return tirStrideOf(l, op, tirStoreGetBuffer(op), tirStoreGetExprs(op),
                       iterator) == 1 &&
           isByte(tirStoreGetBuffer(op));
  if (tirIsReduce(op)) {
    if (tirCombinesLanes(l, op, iterator))
      return true;
    for (intptr_t t = 0; t < tirReduceGetNumBuffers(op); ++t)
      if (tirStrideOf(l, op, tirReduceGetBuffers(op, t),
                      mlirArrayAttrGetElement(tirReduceGetExprs(op), t),
                      iterator) != 1 ||
          !isByte(tirReduceGetBuffers(op, t)))
        return false;
    return tirMonoidOf(l, op).ptr != NULL;
  }
  if (tirIsCheck(op) && tirCheckGetStops(op))
    return false; // each round has its own
  int64_t step;
  if (tirIsExtent(op))
    return tirExtentStep(op, iterator, l->arena, &step);
  return !bridgeUses(op, iterator) && (tirIsCheck(op) || isElementwise(op));
}

bool tirRoundFits(TirLowering *l, MlirOperation op, MlirValue iterator) {
  return fits(l, op, iterator);
}

bool tirFitsLanes(TirLowering *l, MlirOperation loop) {
  MlirBlock body = bridgeBody(loop);
  for (MlirOperation op = {NULL}; bridgeAdvance(body, &op);)
    if (!fits(l, op, mlirBlockGetArgument(body, 0)))
      return false;
  return true;
}

/// The index along the row where the iterator is `round`, if that is a
/// constant.
static bool indexAt(TirLowering *l, MlirOperation op, MlirValue buffer,
                    MlirAttribute exprs, MlirValue iterator, int64_t round,
                    int64_t *index) {
  intptr_t count, at = 0, last = tirBufferLastDim(buffer);
  MlirValue *operands = tirIndexOperands(l, op, &count);
  while (at < count && !mlirValueEqual(operands[at], iterator))
    ++at;
  StrRef name = symOperandName(l->arena, at);
  SymExpr value = symExprConst(l->arena, round);
  return last >= 0 &&
         symExprSubstitute(
             l->arena,
             symExprOf(l->arena, mlirArrayAttrGetElement(exprs, last)), &name,
             &value, 1, &value) == SYM_OK &&
         symExprIsConst(value, index);
}

bool tirLanesFit(TirLowering *l, MlirOperation op, MlirValue buffer,
                 MlirAttribute exprs, MlirValue iterator, int64_t start,
                 int64_t width) {
  int64_t room = tirRoomOf(buffer), first, end;
  return room >= 0 && indexAt(l, op, buffer, exprs, iterator, start, &first) &&
         first >= 0 &&
         indexAt(l, op, buffer, exprs, iterator, start + width - 1, &end) &&
         end < room;
}

bool tirLanesAreUnseen(TirLowering *l, MlirOperation op, MlirValue buffer,
                       MlirAttribute exprs, MlirValue iterator, int64_t round) {
  const MlirAttribute *dims;
  int64_t extent, first;
  tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
  if (mlirValueIsAOpResult(buffer) &&
      mlirOperationGetDiscardableAttributeByName(
          mlirOpResultGetOwner(buffer),
          mlirStringRefCreateFromCString(TIR_ROWS_END_ALIKE))
          .ptr)
    return true;
  return round >= 0 && indexAt(l, op, buffer, exprs, iterator, round, &first) &&
         symAttributeIsConst(dims[tirBufferLastDim(buffer)], &extent) &&
         first >= extent;
}

bool tirLanesMayBeWasted(MlirOperation loop) {
  if (carriesReduction(loop))
    return false; // all lanes are combined
  static const char *const traps[] = {
      "arith.divsi",     "arith.divui",     "arith.remsi",     "arith.remui",
      "arith.ceildivsi", "arith.ceildivui", "arith.floordivsi"};
  for (MlirOperation op = {NULL}; bridgeAdvance(bridgeBody(loop), &op);) {
    if (tirIsCheck(op))
      return false;
    for (size_t i = 0; i < sizeof(traps) / sizeof(*traps); ++i)
      if (strRefIs(bridgeOpName(op), traps[i]))
        return false;
  }
  return true;
}
