//===- Vector.c - loops in steps of so many lanes -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// `tir.for ... vector 16` says that its rounds are independent. If the body is
// straight-line code on elements that lie side by side (or are the same for all
// rounds), full groups of lanes become `vector` operations, and what is left of
// a multiple runs one by one. Any other body stays a serial loop.
//
// A value of the body is wide if it differs between the rounds, else uniform.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/Lowering.h"

#include <stb/stb_ds.h>

/// A value of the body and what it is in the vector code; `to` is null while
/// only legality is asked.
typedef struct Lane {
  MlirValue from, to;
  bool wide;
} Lane;

typedef struct Vectorizer {
  TirLowering *l;
  OpBuilder *b;
  int64_t lanes;
  MlirValue iterator;
  MlirValue base; // index of the first lane
  Lane *values;   // stb_ds
} Vectorizer;

static const Lane *find(Vectorizer *v, MlirValue value) {
  for (ptrdiff_t i = 0; i < arrlen(v->values); ++i)
    if (mlirValueEqual(v->values[i].from, value))
      return &v->values[i];
  return NULL;
}

static void bind(Vectorizer *v, MlirValue from, MlirValue to, bool wide) {
  Lane lane = {from, to, wide};
  arrput(v->values, lane);
}

static bool isWide(Vectorizer *v, MlirValue value) {
  const Lane *lane = find(v, value);
  return mlirValueEqual(value, v->iterator) || (lane && lane->wide);
}

static bool isElement(MlirType type) {
  return mlirTypeIsAInteger(type) || mlirTypeIsAFloat(type) ||
         mlirTypeIsAIndex(type);
}

static MlirType wideType(Vectorizer *v, MlirType element) {
  return mlirVectorTypeGet(1, &v->lanes, element);
}

//===----------------------------------------------------------------------===//
// Strides
//===----------------------------------------------------------------------===//

/// How much an expression of `op` grows from round to round; false if that is
/// no constant.
static bool strideOf(Vectorizer *v, MlirOperation op, MlirAttribute attribute,
                     int64_t *stride) {
  Arena *arena = v->l->arena;
  SymExpr expr = symExprOf(arena, attribute), next = expr, difference;
  intptr_t count;
  MlirValue *operands = tirIndexOperands(v->l, op, &count);
  for (intptr_t k = 0; k < count; ++k) {
    if (!isWide(v, operands[k]))
      continue;
    StrBuf text = {0};
    strBufAppendFormat(&text, "%%%ld", (long)k);
    StrRef name = arenaCopyString(arena, (StrRef){text.data, text.length});
    strBufFree(&text);
    bool used = false;
    for (size_t i = 0; i < expr.numSymbols; ++i)
      used |= strRefEqual(expr.symbols[i], name);
    if (!used)
      continue;
    SymExpr moved;
    if (!mlirValueEqual(operands[k], v->iterator) ||
        symExprAdd(arena, symExprSymbol(arena, name), symExprConst(arena, 1),
                   &moved) != SYM_OK ||
        symExprSubstitute(arena, expr, &name, &moved, 1, &next) != SYM_OK)
      return false;
  }
  return symExprSub(arena, next, expr, &difference) == SYM_OK &&
         symExprIsConst(difference, stride);
}

typedef enum Access {
  ACCESS_OTHER,
  ACCESS_SAME, // one element for all rounds
  ACCESS_UNIT, // elements side by side
} Access;

static Access accessOf(Vectorizer *v, MlirOperation op, MlirAttribute exprs) {
  intptr_t rank = mlirArrayAttrGetNumElements(exprs);
  Access access = ACCESS_SAME;
  for (intptr_t i = 0; i < rank; ++i) {
    int64_t stride;
    if (!strideOf(v, op, mlirArrayAttrGetElement(exprs, i), &stride) ||
        (stride != 0 && (stride != 1 || i + 1 != rank)))
      return ACCESS_OTHER;
    if (stride == 1)
      access = ACCESS_UNIT;
  }
  return access;
}

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

static bool hasPrefix(MlirOperation op, const char *prefix) {
  StrRef name = bridgeOpName(op), wanted = strRefFromC(prefix);
  return name.length > wanted.length &&
         strRefEqual((StrRef){name.data, wanted.length}, wanted);
}

/// An operation of arith or math on elements, one result.
static bool isElementwise(MlirOperation op) {
  if ((!hasPrefix(op, "arith.") && !hasPrefix(op, "math.")) ||
      mlirOperationGetNumRegions(op) != 0 ||
      mlirOperationGetNumResults(op) != 1)
    return false;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    if (!isElement(mlirValueGetType(mlirOperationGetOperand(op, i))))
      return false;
  return isElement(mlirValueGetType(mlirOperationGetResult(op, 0)));
}

static bool canReduce(Vectorizer *v, MlirOperation op) {
  MlirOperation monoid = tirMonoidOf(op);
  if (!monoid.ptr)
    return false;
  for (intptr_t t = 0, e = tirReduceGetNumBuffers(op); t < e; ++t)
    if (accessOf(v, op, mlirArrayAttrGetElement(tirReduceGetExprs(op), t)) !=
        ACCESS_UNIT)
      return false;
  for (MlirOperation inner = mlirBlockGetFirstOperation(opBody(monoid, 0));
       inner.ptr; inner = mlirOperationGetNextInBlock(inner))
    if (!isElementwise(inner) && !tirIsYield(inner))
      return false;
  return true;
}

static bool canVectorizeOp(Vectorizer *v, MlirOperation op) {
  if (tirIsStore(op))
    return accessOf(v, op, tirStoreGetExprs(op)) == ACCESS_UNIT;
  if (tirIsReduce(op))
    return canReduce(v, op);
  bool wide = false;
  if (tirIsLoad(op)) {
    Access access = accessOf(v, op, tirLoadGetExprs(op));
    wide = access == ACCESS_UNIT;
    if (access == ACCESS_OTHER || tirLoadGetPad(op).ptr ||
        !isElement(mlirValueGetType(mlirOperationGetResult(op, 0))))
      return false;
  } else if (tirIsExtent(op)) {
    int64_t stride;
    if (!strideOf(v, op, tirExtentGetExpr(op), &stride))
      return false;
    wide = stride != 0;
  } else if (isElementwise(op)) {
    for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
      wide |= isWide(v, mlirOperationGetOperand(op, i));
  } else {
    return false;
  }
  bind(v, mlirOperationGetResult(op, 0), (MlirValue){NULL}, wide);
  return true;
}

bool tirCanVectorize(TirLowering *l, MlirOperation loop, int64_t lanes) {
  MlirBlock body = opBody(loop, 0);
  Vectorizer v = {
      .l = l, .lanes = lanes, .iterator = mlirBlockGetArgument(body, 0)};
  bool good = lanes > 1;
  for (MlirOperation op = mlirBlockGetFirstOperation(body); good && op.ptr;
       op = mlirOperationGetNextInBlock(op))
    good = canVectorizeOp(&v, op);
  arrfree(v.values);
  return good;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

static MlirValue broadcast(Vectorizer *v, MlirValue value) {
  return buildValue(v->b, "vector.broadcast",
                    wideType(v, mlirValueGetType(value)), &value, 1);
}

/// `base`, `base + stride`, ...
static MlirValue steps(Vectorizer *v, MlirValue base, int64_t stride) {
  MlirType type = wideType(v, mlirIndexTypeGet(v->l->context));
  MlirValue step = buildValue(v->b, "vector.step", type, NULL, 0);
  if (stride != 1)
    step = buildBinary(v->b, "arith.muli", step,
                       broadcast(v, buildIndex(v->b, stride)));
  return buildBinary(v->b, "arith.addi", broadcast(v, base), step);
}

/// The uniform or wide value of an operand.
static MlirValue operandOf(Vectorizer *v, MlirValue value, bool wide) {
  const Lane *lane = find(v, value);
  if (!lane && wide && mlirValueEqual(value, v->iterator)) {
    bind(v, value, steps(v, v->base, 1), true);
    lane = &arrlast(v->values);
  }
  MlirValue to = lane ? lane->to : value;
  return wide && !(lane && lane->wide) ? broadcast(v, to) : to;
}

/// Index operands of the first lane.
static MlirValue *firstLane(Vectorizer *v, MlirOperation op) {
  intptr_t count;
  MlirValue *operands = tirIndexOperands(v->l, op, &count);
  for (intptr_t i = 0; i < count; ++i)
    operands[i] = mlirValueEqual(operands[i], v->iterator)
                      ? v->base
                      : operandOf(v, operands[i], isWide(v, operands[i]));
  return operands;
}

static MlirValue wideLoad(Vectorizer *v, MlirValue buffer,
                          const MlirValue *indices, intptr_t rank) {
  MlirType element = tirBufferTypeGetElementType(mlirValueGetType(buffer));
  MlirValue *operands = ARENA_ARRAY(v->l->arena, MlirValue, rank + 1);
  operands[0] = tirMemrefOf(v->l, buffer);
  for (intptr_t i = 0; i < rank; ++i)
    operands[i + 1] = indices[i];
  return buildValue(v->b, "vector.load", wideType(v, element), operands,
                    rank + 1);
}

static void wideStore(Vectorizer *v, MlirValue value, MlirValue buffer,
                      const MlirValue *indices, intptr_t rank) {
  MlirValue *operands = ARENA_ARRAY(v->l->arena, MlirValue, rank + 2);
  operands[0] = value;
  operands[1] = tirMemrefOf(v->l, buffer);
  for (intptr_t i = 0; i < rank; ++i)
    operands[i + 2] = indices[i];
  OpSpec spec = {
      .name = "vector.store", .operands = operands, .numOperands = rank + 2};
  buildOp(v->b, &spec);
}

/// A copy of an elementwise operation, of vectors if an operand is wide.
static MlirOperation copyElementwise(Vectorizer *v, MlirOperation op) {
  bool wide = false;
  intptr_t count = mlirOperationGetNumOperands(op);
  for (intptr_t i = 0; i < count; ++i)
    wide |= isWide(v, mlirOperationGetOperand(op, i));
  MlirValue *operands = ARENA_ARRAY(v->l->arena, MlirValue, count);
  for (intptr_t i = 0; i < count; ++i)
    operands[i] = operandOf(v, mlirOperationGetOperand(op, i), wide);
  MlirOperation copy = mlirOperationClone(op);
  mlirOperationSetOperands(copy, count, operands);
  MlirValue result = mlirOperationGetResult(copy, 0);
  if (wide)
    mlirValueSetType(result, wideType(v, mlirValueGetType(result)));
  opBuilderInsert(v->b, copy);
  bind(v, mlirOperationGetResult(op, 0), result, wide);
  return copy;
}

static bool copyLoad(Vectorizer *v, MlirOperation op) {
  MlirAttribute exprs = tirLoadGetExprs(op);
  intptr_t rank = mlirArrayAttrGetNumElements(exprs);
  bool wide = accessOf(v, op, exprs) == ACCESS_UNIT;
  MlirValue *indices = tirBuildExprs(v->l, v->b, exprs, firstLane(v, op));
  if (!indices)
    return false;
  MlirValue buffer = tirLoadGetBuffer(op);
  bind(v, mlirOperationGetResult(op, 0),
       wide ? wideLoad(v, buffer, indices, rank)
            : buildMemrefLoad(v->b, tirMemrefOf(v->l, buffer), indices, rank),
       wide);
  return true;
}

static bool copyStore(Vectorizer *v, MlirOperation op) {
  MlirAttribute exprs = tirStoreGetExprs(op);
  MlirValue *indices = tirBuildExprs(v->l, v->b, exprs, firstLane(v, op));
  if (!indices)
    return false;
  wideStore(v, operandOf(v, tirStoreGetValue(op), true), tirStoreGetBuffer(op),
            indices, mlirArrayAttrGetNumElements(exprs));
  return true;
}

static bool copyExtent(Vectorizer *v, MlirOperation op) {
  int64_t stride = 0;
  strideOf(v, op, tirExtentGetExpr(op), &stride);
  MlirValue value =
      tirBuildExpr(v->l, v->b, tirExtentGetExpr(op), firstLane(v, op));
  if (!value.ptr)
    return false;
  bind(v, mlirOperationGetResult(op, 0),
       stride ? steps(v, value, stride) : value, stride != 0);
  return true;
}

/// Load, combine, store, on all lanes.
static bool copyReduce(Vectorizer *v, MlirOperation op) {
  MlirOperation monoid = tirMonoidOf(op);
  MlirBlock combine = opBody(monoid, 0);
  intptr_t targets = tirReduceGetNumBuffers(op);
  MlirValue **indices = ARENA_ARRAY(v->l->arena, MlirValue *, targets);
  ptrdiff_t outside = arrlen(v->values);
  MlirValue *values = ARENA_ARRAY(v->l->arena, MlirValue, targets);
  for (intptr_t t = 0; t < targets; ++t) // may bind: the iterator
    values[t] = operandOf(v, tirReduceGetValues(op, t), true);
  outside = arrlen(v->values);
  for (intptr_t t = 0; t < targets; ++t) {
    MlirAttribute exprs = mlirArrayAttrGetElement(tirReduceGetExprs(op), t);
    indices[t] = tirBuildExprs(v->l, v->b, exprs, firstLane(v, op));
    if (!indices[t])
      return false;
    bind(v, mlirBlockGetArgument(combine, t),
         wideLoad(v, tirReduceGetBuffers(op, t), indices[t],
                  mlirArrayAttrGetNumElements(exprs)),
         true);
    bind(v, mlirBlockGetArgument(combine, targets + t), values[t], true);
  }
  MlirOperation inner = mlirBlockGetFirstOperation(combine);
  for (bool first = true; !tirIsYield(inner); first = false) {
    MlirOperation copy = copyElementwise(v, inner);
    if (first)
      tirRelaxCombine(monoid, copy, values, targets);
    inner = mlirOperationGetNextInBlock(inner);
  }
  for (intptr_t t = 0; t < targets; ++t)
    wideStore(v, operandOf(v, tirYieldGetValues(inner, t), true),
              tirReduceGetBuffers(op, t), indices[t],
              mlirArrayAttrGetNumElements(
                  mlirArrayAttrGetElement(tirReduceGetExprs(op), t)));
  arrsetlen(v->values, outside); // the monoid may be used again
  return true;
}

MlirLogicalResult tirVectorizeBody(TirLowering *l, OpBuilder *b,
                                   MlirOperation loop, int64_t lanes,
                                   MlirValue base) {
  MlirBlock body = opBody(loop, 0);
  Vectorizer v = {.l = l,
                  .b = b,
                  .lanes = lanes,
                  .iterator = mlirBlockGetArgument(body, 0),
                  .base = base};
  bool good = true;
  for (MlirOperation op = mlirBlockGetFirstOperation(body); good && op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    if (tirIsLoad(op))
      good = copyLoad(&v, op);
    else if (tirIsStore(op))
      good = copyStore(&v, op);
    else if (tirIsReduce(op))
      good = copyReduce(&v, op);
    else if (tirIsExtent(op))
      good = copyExtent(&v, op);
    else
      copyElementwise(&v, op);
  }
  arrfree(v.values);
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
