//===- Vector.c - the rounds of a loop as lanes ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What the rounds of a loop do, on vectors. What all lanes share stays scalar
// until it meets a vector.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/Vector.h"
#include "dialects/TIR/Access.h"
#include "dialects/TIR/Monoid.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static MlirType vectorType(Lanes *v, MlirType element) {
  return mlirVectorTypeGet(1, &v->width, element);
}

static Lane *lookUp(Lanes *v, MlirValue value) {
  for (ptrdiff_t i = arrlen(v->map) - 1; i >= 0; --i)
    if (mlirValueEqual(v->map[i].from, value))
      return &v->map[i];
  return NULL;
}

static MlirValue scalarOf(Lanes *v, MlirValue value) {
  Lane *lane = lookUp(v, value);
  return lane ? lane->scalar : value;
}

static bool isVector(Lanes *v, MlirValue value) {
  Lane *lane = lookUp(v, value);
  return lane && !lane->scalar.ptr;
}

static MlirValue vectorOf(Lanes *v, MlirValue value) {
  Lane *lane = lookUp(v, value);
  if (lane && lane->vector.ptr)
    return lane->vector;
  MlirValue scalar = lane ? lane->scalar : value;
  MlirValue vector =
      buildValue(&v->b, "vector.broadcast",
                 vectorType(v, mlirValueGetType(scalar)), &scalar, 1);
  if (lane)
    lane->vector = vector;
  else
    arrput(v->map, ((Lane){value, value, vector}));
  return vector;
}

void vectorBind(Lanes *v, MlirValue from, MlirValue scalar) {
  arrput(v->map, ((Lane){from, scalar, {NULL}}));
}

static void bindVector(Lanes *v, MlirValue from, MlirValue vector) {
  arrput(v->map, ((Lane){from, {NULL}, vector}));
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// A copy of an operation: of scalars if all its operands are, else in lanes.
static void emitElementwise(Lanes *v, MlirOperation op) {
  MlirOperation copy = mlirOperationClone(op);
  bool lanes = false;
  intptr_t operands = mlirOperationGetNumOperands(op);
  for (intptr_t i = 0; i < operands; ++i)
    lanes |= isVector(v, mlirOperationGetOperand(op, i));
  for (intptr_t i = 0; i < operands; ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    mlirOperationSetOperand(copy, i,
                            lanes ? vectorOf(v, value) : scalarOf(v, value));
  }
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    MlirValue result = mlirOperationGetResult(copy, i);
    if (lanes) {
      mlirValueSetType(result, vectorType(v, mlirValueGetType(result)));
      bindVector(v, mlirOperationGetResult(op, i), result);
    } else {
      vectorBind(v, mlirOperationGetResult(op, i), result);
    }
  }
  opBuilderInsert(&v->b, copy);
}

/// Index operands of `op` at the first lane.
static MlirValue *emitOperands(Lanes *v, MlirOperation op) {
  intptr_t count;
  MlirValue *operands = tirIndexOperands(v->l, op, &count);
  for (intptr_t i = 0; i < count; ++i)
    operands[i] = scalarOf(v, operands[i]);
  return operands;
}

/// Values of index expressions there; NULL after an error.
static MlirValue *emitIndices(Lanes *v, MlirOperation op, MlirAttribute exprs) {
  return tirBuildExprs(v->l, &v->b, exprs, emitOperands(v, op));
}

static void emitVectorStore(Lanes *v, MlirOperation op, MlirValue value,
                            MlirValue buffer, MlirAttribute exprs,
                            const MlirValue *indices) {
  intptr_t rank = mlirArrayAttrGetNumElements(exprs);
  MlirValue *operands = ARENA_ARRAY(v->l->arena, MlirValue, rank + 3);
  MlirValue mask = vectorMaskOf(v, op, buffer, exprs);
  // Base and indices; the value is the first operand of the one operation, the
  // last of the other.
  intptr_t count = 0;
  if (!mask.ptr)
    operands[count++] = value;
  operands[count++] = tirMemrefOf(v->l, buffer);
  for (intptr_t d = 0; d < rank; ++d)
    operands[count++] = indices[d];
  if (mask.ptr) {
    operands[count++] = mask;
    operands[count++] = value;
  }
  OpSpec spec = {.name = mask.ptr ? "vector.maskedstore" : "vector.store",
                 .operands = operands,
                 .numOperands = count};
  buildOp(&v->b, &spec);
}

/// A load that all lanes share: a copy, lowered with the other accesses. What
/// differs between lanes its expressions do not use.
static void emitSharedLoad(Lanes *v, MlirOperation op) {
  MlirOperation copy = mlirOperationClone(op);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue value = scalarOf(v, mlirOperationGetOperand(op, i));
    mlirOperationSetOperand(copy, i, value.ptr ? value : buildIndex(&v->b, 0));
  }
  opBuilderInsert(&v->b, copy);
  vectorBind(v, mlirOperationGetResult(op, 0), mlirOperationGetResult(copy, 0));
}

/// A load of all lanes, or its `pad` for those that are outside.
static MlirValue emitLanesLoad(Lanes *v, MlirOperation op,
                               const MlirValue *indices) {
  MlirValue buffer = tirLoadGetBuffer(op), *operands = emitOperands(v, op);
  MlirAttribute exprs = tirLoadGetExprs(op);
  MlirValue loaded, pad = vectorOf(v, tirLoadGetPad(op));
  OpBuilder outside = v->b;
  MlirOperation branch = {NULL};
  bool all = tirInsideAlong(v->l, op, v->iterator) >= 0;
  if (all) // what later accesses use as well stands in front of the branch
    vectorMaskOf(v, op, buffer, exprs);
  MlirValue inside = tirBuildInBounds(v->l, &v->b, op, operands, indices,
                                      tirBufferLastDim(buffer));
  if (inside.ptr) {
    MlirType type = mlirValueGetType(pad);
    branch = buildIf(&v->b, inside, &type, 1);
    v->b = opBuilderAtEnd(bridgeBody(branch), outside.location);
  }
  loaded = all ? vectorLoadLanes(v, op, buffer, exprs, indices)
               : vectorLoadMargin(v, op, operands, indices, pad);
  if (!inside.ptr || !loaded.ptr)
    return loaded;
  buildYield(&v->b, &loaded, 1);
  v->b = opBuilderAtEnd(bridgeBlock(branch, 1), outside.location);
  buildYield(&v->b, &pad, 1);
  v->b = outside;
  return mlirOperationGetResult(branch, 0);
}

/// The places of the lanes, one a step behind the other.
static void emitExtent(Lanes *v, MlirOperation op) {
  int64_t step;
  emitSharedLoad(v, op); // the first lane's
  tirExtentStep(op, v->iterator, v->l->arena, &step);
  if (step == 0)
    return;
  MlirValue first = scalarOf(v, mlirOperationGetResult(op, 0));
  MlirType type = vectorType(v, mlirValueGetType(first));
  MlirAttribute *behind = ARENA_ARRAY(v->l->arena, MlirAttribute, v->width);
  for (int64_t lane = 0; lane < v->width; ++lane)
    behind[lane] = mlirIntegerAttrGet(
        mlirValueGetType(first), (int64_t)((uint64_t)lane * (uint64_t)step));
  MlirValue terms[] = {
      buildValue(&v->b, "vector.broadcast", type, &first, 1),
      buildConstant(&v->b, mlirDenseElementsAttrGet(type, v->width, behind))};
  bindVector(v, mlirOperationGetResult(op, 0),
             buildValue(&v->b, "arith.addi", type, terms, 2));
}

static bool emitLoad(Lanes *v, MlirOperation op) {
  MlirValue buffer = tirLoadGetBuffer(op), pad = tirLoadGetPad(op);
  MlirAttribute exprs = tirLoadGetExprs(op);
  int stride = tirStrideOf(v->l, op, buffer, exprs, v->iterator);
  if (stride == 0 && !(pad.ptr && isVector(v, pad))) {
    emitSharedLoad(v, op);
    return true;
  }
  MlirValue *indices = emitIndices(v, op, exprs);
  if (!indices)
    return false;
  MlirValue loaded = stride == 2 ? vectorLoadStrided(v, op, indices)
                     : pad.ptr ? emitLanesLoad(v, op, indices)
                               : vectorLoadLanes(v, op, buffer, exprs, indices);
  if (!loaded.ptr)
    return false;
  bindVector(v, mlirOperationGetResult(op, 0), loaded);
  return true;
}

static bool emitStore(Lanes *v, MlirOperation op) {
  if (v->taken) {
    *v->taken = vectorOf(v, tirStoreGetValue(op));
    return true;
  }
  MlirValue *indices = emitIndices(v, op, tirStoreGetExprs(op));
  if (!indices)
    return false;
  emitVectorStore(v, op, vectorOf(v, tirStoreGetValue(op)),
                  tirStoreGetBuffer(op), tirStoreGetExprs(op), indices);
  return true;
}

/// All lanes into one element.
static bool emitCombination(Lanes *v, MlirOperation op) {
  MlirAttribute exprs = mlirArrayAttrGetElement(tirReduceGetExprs(op), 0);
  MlirValue *indices = emitIndices(v, op, exprs);
  if (!indices)
    return false;
  MlirOperation monoid = tirMonoidOf(v->l, op);
  MlirValue memref = tirMemrefOf(v->l, tirReduceGetBuffers(op, 0));
  intptr_t rank = mlirArrayAttrGetNumElements(exprs);
  MlirValue value = vectorCombine(v, vectorOf(v, tirReduceGetValues(op, 0)),
                                  tirMonoidKind(monoid));
  MlirValue state = buildMemrefLoad(&v->b, memref, indices, rank);
  tirBuildCombine(&v->b, monoid, &state, &value);
  buildMemrefStore(&v->b, state, memref, indices, rank);
  return true;
}

static bool emitReduce(Lanes *v, MlirOperation op) {
  if (tirCombinesLanes(v->l, op, v->iterator))
    return emitCombination(v, op);
  intptr_t targets = tirReduceGetNumBuffers(op);
  MlirValue **indices = ARENA_ARRAY(v->l->arena, MlirValue *, targets);
  for (intptr_t t = 0; t < targets; ++t) {
    indices[t] =
        emitIndices(v, op, mlirArrayAttrGetElement(tirReduceGetExprs(op), t));
    if (!indices[t])
      return false;
  }
  // A clone of its own, as in tirBuildCombine; its values leave the map again.
  MlirOperation monoid = mlirOperationClone(tirMonoidOf(v->l, op));
  MlirBlock combine = bridgeBody(monoid);
  ptrdiff_t outside = arrlen(v->map);
  for (intptr_t t = 0; t < targets; ++t) {
    MlirAttribute exprs = mlirArrayAttrGetElement(tirReduceGetExprs(op), t);
    bindVector(
        v, mlirBlockGetArgument(combine, t),
        vectorLoadLanes(v, op, tirReduceGetBuffers(op, t), exprs, indices[t]));
    bindVector(v, mlirBlockGetArgument(combine, targets + t),
               vectorOf(v, tirReduceGetValues(op, t)));
  }
  MlirOperation yield = mlirBlockGetTerminator(combine);
  for (MlirOperation inner = mlirBlockGetFirstOperation(combine);
       !mlirOperationEqual(inner, yield);
       inner = mlirOperationGetNextInBlock(inner))
    emitElementwise(v, inner);
  for (intptr_t t = 0; t < targets; ++t) {
    MlirValue state = vectorOf(v, mlirOperationGetOperand(yield, t));
    tirAllowContraction(state, vectorOf(v, tirReduceGetValues(op, t)));
    emitVectorStore(v, op, state, tirReduceGetBuffers(op, t),
                    mlirArrayAttrGetElement(tirReduceGetExprs(op), t),
                    indices[t]);
  }
  arrsetlen(v->map, outside);
  mlirOperationDestroy(monoid);
  return true;
}

/// One check for all lanes.
static void emitCheck(Lanes *v, MlirOperation op) {
  MlirValue condition = tirCheckGetCondition(op);
  condition = isVector(v, condition)
                  ? vectorCombine(v, vectorOf(v, condition), strRefFromC("and"))
                  : scalarOf(v, condition);
  MlirOperation copy = mlirOperationClone(op);
  mlirOperationSetOperand(copy, 0, condition);
  opBuilderInsert(&v->b, copy);
}

bool vectorEmitLanes(Lanes v, MlirValue first) {
  MlirBlock body = bridgeBody(v.loop);
  v.iterator = mlirBlockGetArgument(body, 0);
  vectorBind(&v, v.iterator, first);
  bool good = true;
  for (MlirOperation op = {NULL}; good && bridgeAdvance(body, &op);) {
    if (tirIsLoad(op))
      good = emitLoad(&v, op);
    else if (tirIsStore(op))
      good = emitStore(&v, op);
    else if (tirIsReduce(op))
      good = emitReduce(&v, op);
    else if (tirIsExtent(op))
      emitExtent(&v, op);
    else if (tirIsCheck(op))
      emitCheck(&v, op);
    else
      emitElementwise(&v, op);
  }
  arrfree(v.map);
  return good;
}
