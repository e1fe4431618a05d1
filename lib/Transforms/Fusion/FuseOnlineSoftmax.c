//===- FuseOnlineSoftmax.c - the softmax between two products -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Fusion/FuseOnlineMatch.h"

#include <math.h>

/// Does `row` name, without dimension `key`, the place that `whole` names?
static bool isRowOf(const TirAccess *whole, const TirAccess *row,
                    intptr_t key) {
  bool kept = row && row->rank == whole->rank;
  if (!row || (!kept && row->rank + 1 != whole->rank) ||
      (kept && !symExprIs(row->indices[key], 0)))
    return false;
  for (intptr_t d = 0; d < whole->rank; ++d)
    if (d != key && !symExprIs(whole->dims[d], 1) &&
        !symExprEqual(whole->indices[d],
                      row->indices[kept || d < key ? d : d - 1]))
      return false;
  return true;
}

/// A reduction of all of `value` along its dimension `key`.
static bool reducesRows(const Online *o, const FuseCall *call, MlirValue value,
                        const char *kind) {
  const TirComputeAccesses *compute = call->computes;
  const TirAccess *load = fuseCallLoad(compute, fuseCallStored(compute));
  if (compute->numLoads != 1 || !load ||
      !fuseCallCombines(o->graph, compute, kind) ||
      !mlirValueEqual(fuseCallOperand(call, load), value) ||
      load->rank != o->innerRank ||
      !isRowOf(load, compute->targets, o->innerKey))
    return false;
  intptr_t k = tirBareIterator(load->indices[o->innerKey]);
  for (intptr_t i = 0; i < compute->numIterators; ++i)
    if (compute->isReduce[i] != (i == k))
      return false;
  return k >= 0 && factsEqual(&o->graph->facts, compute->extents[k],
                              o->innerDims[o->innerKey]);
}

/// Does the program map what it has reduced, and reads nothing else?
static bool mapsItself(const FuseCall *call) {
  const TirComputeAccesses *map = &call->computes[1];
  for (intptr_t i = 0; i < map->numLoads; ++i)
    if (fuseCallOperand(call, &map->loads[i]).ptr)
      return false;
  return fuseCallMapsResult(call);
}

static bool isNumber(MlirValue value, double number) {
  if (!mlirValueIsAOpResult(value))
    return false;
  MlirOperation op = mlirOpResultGetOwner(value);
  MlirAttribute attribute =
      strRefEqual(bridgeOpName(op), strRefFromC("arith.constant"))
          ? mlirOperationGetAttributeByName(
                op, mlirStringRefCreateFromCString("value"))
          : mlirAttributeGetNull();
  return attribute.ptr && mlirAttributeIsAFloat(attribute) &&
         mlirFloatAttrGetValueDouble(attribute) == number;
}

/// 0 in the place of -inf: powers of nothing are 0 then, and no NaN.
static bool guardsLargest(const FuseCall *call) {
  enum { OEQ = 1 };
  const TirComputeAccesses *map = &call->computes[1];
  MlirValue stored = fuseCallStored(map), parts[2];
  if (!mapsItself(call) || !fuseCallIs(stored, "arith.select", parts) ||
      !isNumber(parts[1], 0) ||
      !fuseCallLoad(map,
                    mlirOperationGetOperand(mlirOpResultGetOwner(stored), 2)) ||
      !mlirValueIsAOpResult(parts[0]))
    return false;
  MlirOperation compare = mlirOpResultGetOwner(parts[0]);
  if (!strRefEqual(bridgeOpName(compare), strRefFromC("arith.cmpf")))
    return false;
  MlirAttribute predicate = mlirOperationGetAttributeByName(
      compare, mlirStringRefCreateFromCString("predicate"));
  return mlirIntegerAttrGetValueInt(predicate) == OEQ &&
         fuseCallLoad(map, mlirOperationGetOperand(compare, 0)) &&
         isNumber(mlirOperationGetOperand(compare, 1), -INFINITY);
}

//===----------------------------------------------------------------------===//
// Weights
//===----------------------------------------------------------------------===//

/// Where the softmax has the elements that the weights have.
static bool matchPlaces(Online *o, const TirAccess *e) {
  Arena *arena = o->graph->arena;
  const TirComputeAccesses *divide = o->weights->computes;
  StrRef *names = ARENA_ARRAY(arena, StrRef, divide->numIterators);
  SymExpr *outer = ARENA_ARRAY(arena, SymExpr, divide->numIterators);
  for (intptr_t k = 0; k < divide->numIterators; ++k) {
    names[k] = tirIteratorSymbol(arena, k);
    outer[k] = symExprConst(arena, 0);
  }
  for (intptr_t d = 0; d < o->rank; ++d) {
    intptr_t k = tirBareIterator(divide->targets->indices[d]);
    if (k >= 0)
      outer[k] = symExprSymbol(arena, tirIteratorSymbol(arena, d));
  }
  o->innerRank = e->rank;
  o->innerDims = e->dims;
  o->innerKey = -1;
  o->innerPlaces = ARENA_ARRAY(arena, SymExpr, e->rank);
  for (intptr_t d = 0; d < e->rank; ++d) {
    if (symExprSubstitute(arena, e->indices[d], names, outer,
                          (size_t)divide->numIterators,
                          &o->innerPlaces[d]) != SYM_OK)
      return false;
    if (tirBareIterator(o->innerPlaces[d]) == o->key)
      o->innerKey = d;
  }
  return o->innerKey >= 0;
}

/// W = E / S.
static bool matchQuotient(Online *o) {
  const TirComputeAccesses *divide = o->weights->computes;
  MlirValue operands[2];
  fuseCallIs(fuseCallStored(divide), "arith.divf", operands);
  const TirAccess *e = fuseCallLoad(divide, operands[0]);
  const TirAccess *s = fuseCallLoad(divide, operands[1]);
  if (divide->numLoads != 2 || !onlineIsSamePlace(o, divide, e) ||
      !matchPlaces(o, e) || !isRowOf(e, s, o->innerKey))
    return false;
  MlirOperation at = o->weights->call.op;
  o->powers = onlineProducer(o, fuseCallOperand(o->weights, e), at);
  o->sum = onlineProducer(o, fuseCallOperand(o->weights, s), at);
  return o->powers && o->sum && o->powers->count == 1 &&
         !o->powers->computes->reduces &&
         reducesRows(o, o->sum, onlineResult(o->powers), "add");
}

/// E = exp(T - M).
static bool matchPowers(Online *o, MlirValue *scores) {
  const TirComputeAccesses *power = o->powers->computes;
  MlirValue parts[2], operands[2];
  if (power->numLoads != 2 ||
      !fuseCallIs(fuseCallStored(power), "math.exp", parts) ||
      !fuseCallIs(parts[0], "arith.subf", operands))
    return false;
  const TirAccess *t = fuseCallLoad(power, operands[0]);
  const TirAccess *m = fuseCallLoad(power, operands[1]);
  if (!fuseCallIsSame(power, t) || !isRowOf(t, m, o->innerKey))
    return false;
  *scores = fuseCallOperand(o->powers, t);
  o->largest =
      onlineProducer(o, fuseCallOperand(o->powers, m), o->powers->call.op);
  return o->largest && scores->ptr &&
         reducesRows(o, o->largest, *scores, "maximumf");
}

bool onlineMatchWeights(Online *o, MlirValue *scores) {
  return matchQuotient(o) && matchPowers(o, scores) &&
         (o->largest->count == 1 || guardsLargest(o->largest)) &&
         (o->sum->count == 1 || (o->largest->count == 2 && mapsItself(o->sum)));
}

bool onlineIsReadInside(const Online *o) {
  return onlineReadOnlyBy(o->weights, o->values, o->values) &&
         onlineReadOnlyBy(o->powers, o->sum, o->weights) &&
         onlineReadOnlyBy(o->sum, o->weights, o->weights) &&
         onlineReadOnlyBy(o->largest, o->powers, o->powers);
}
