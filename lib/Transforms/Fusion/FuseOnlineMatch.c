//===- FuseOnlineMatch.c - the programs of a softmax between products -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// From the last product backwards. Nothing else may read what is computed in
// between, for it is nowhere in the end.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Transforms/Fusion/FuseOnline.h"

#include <math.h>

static bool refuse(Online *o, const char *reason) {
  o->refusal = reason;
  return false;
}

static MlirValue resultOf(const FuseCall *call) {
  return mlirOperationGetResult(call->call.op, 0);
}

/// The call that computes a value in the block of `user`.
static const FuseCall *producerOf(const Online *o, MlirValue value,
                                    MlirOperation user) {
  if (!value.ptr || !mlirValueIsAOpResult(value))
    return NULL;
  MlirOperation op = mlirOpResultGetOwner(value);
  return mlirBlockEqual(mlirOperationGetBlock(op), mlirOperationGetBlock(user))
             ? fuseCallRead(o->graph, op)
             : NULL;
}

/// Do these two calls read the result, and nothing else?
static bool readOnlyBy(const FuseCall *call, const FuseCall *a,
                       const FuseCall *b) {
  for (MlirOpOperand use = mlirValueGetFirstUse(resultOf(call));
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!mlirOperationEqual(user, a->call.op) &&
        !mlirOperationEqual(user, b->call.op))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Elements and rows
//===----------------------------------------------------------------------===//

/// The number of an element in memory, and of all; false: too large for lib/Sym.
static bool numberOf(Arena *arena, const TirAccess *access, SymExpr *number,
                     SymExpr *all) {
  bool good = true;
  *number = symExprConst(arena, 0);
  *all = symExprConst(arena, 1);
  for (intptr_t d = 0; d < access->rank && good; ++d)
    good = symExprIs(access->dims[d], 1) ||
           (symExprMul(arena, *number, access->dims[d], number) == SYM_OK &&
            symExprAdd(arena, *number, access->indices[d], number) == SYM_OK &&
            symExprMul(arena, *all, access->dims[d], all) == SYM_OK);
  return good;
}

/// The element that is written, or that with its number in another shape.
static bool isSamePlace(const Online *o, const TirComputeAccesses *compute,
                        const TirAccess *load) {
  SymExpr from, to, all, whole;
  if (!load || fuseCallIsSame(compute, load))
    return load;
  return numberOf(o->graph->arena, load, &from, &all) &&
         numberOf(o->graph->arena, compute->targets, &to, &whole) &&
         factsEqual(&o->graph->facts, from, to) &&
         factsEqual(&o->graph->facts, all, whole);
}

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
static bool reducesRows(const Online *o, const FuseCall *call,
                        MlirValue value, const char *kind) {
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
      !fuseCallLoad(map, mlirOperationGetOperand(mlirOpResultGetOwner(stored),
                                               2)) ||
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
// Products
//===----------------------------------------------------------------------===//

/// A sum over one iterator of products of two loads.
static bool isProduct(const Online *o, const TirComputeAccesses *compute,
                      const TirAccess *factors[2], intptr_t *reduce) {
  MlirValue operands[2];
  if (compute->numLoads != 2 || !fuseCallCombines(o->graph, compute, "add") ||
      !fuseCallIs(fuseCallStored(compute), "arith.mulf", operands))
    return false;
  intptr_t count = 0;
  for (intptr_t k = 0; k < compute->numIterators; ++k)
    if (compute->isReduce[k] && ++count)
      *reduce = k;
  for (int i = 0; i < 2; ++i)
    factors[i] = fuseCallLoad(compute, operands[i]);
  return count == 1 && factors[0] && factors[1] && factors[0] != factors[1];
}

static bool uses(const TirAccess *access, intptr_t iterator) {
  for (intptr_t d = 0; d < access->rank; ++d)
    for (size_t s = 0; s < access->indices[d].numSymbols; ++s)
      if (tirIteratorOf(access->indices[d].symbols[s]) == iterator)
        return true;
  return false;
}

static bool isSize(SymExpr extent, int64_t *size) {
  return symExprIsConst(extent, size) && *size >= 1 &&
         *size <= ONLINE_MAX_SIZE;
}

/// The last product: weights by rows of keys.
static bool matchValues(Online *o) {
  const TirComputeAccesses *compute = o->values->computes;
  const TirAccess *factors[2];
  if (o->values->count != 1 ||
      !isProduct(o, compute, factors, &o->reduceValue))
    return false;
  for (int i = 0; i < 2 && !o->weights; ++i) {
    const FuseCall *call = producerOf(
        o, fuseCallOperand(o->values, factors[i]), o->values->call.op);
    MlirValue operands[2];
    if (!call || call->count != 1 || call->computes->reduces ||
        !fuseCallIs(fuseCallStored(call->computes), "arith.divf", operands))
      continue;
    o->weights = call;
    o->w = factors[i];
    o->v = factors[1 - i];
  }
  if (!o->weights)
    return false;
  o->rank = o->w->rank;
  o->dims = o->w->dims;
  o->key = -1;
  for (intptr_t d = 0; d < o->rank; ++d)
    if (tirBareIterator(o->w->indices[d]) == o->reduceValue)
      o->key = d;
  return o->key >= 0;
}

/// All places of the weights are read, by iterators as they are; one more
/// iterator names the columns of the values.
static bool matchColumns(Online *o) {
  const TirComputeAccesses *compute = o->values->computes;
  for (intptr_t d = 0; d < o->rank; ++d) {
    intptr_t k = tirBareIterator(o->w->indices[d]);
    if (k >= 0 ? !factsEqual(&o->graph->facts, compute->extents[k], o->dims[d])
               : !symExprIs(o->w->indices[d], 0) || !symExprIs(o->dims[d], 1))
      return refuse(o, "a product uses a part of the weights");
  }
  o->column = -1;
  for (intptr_t k = 0; k < compute->numIterators; ++k) {
    if (symExprIs(compute->extents[k], 1) || uses(o->w, k))
      continue;
    if (o->column >= 0)
      return refuse(o, "values have two dimensions of columns");
    o->column = k;
  }
  return (o->column >= 0 && isSize(compute->extents[o->column], &o->width)) ||
         refuse(o, "columns of the values are not known or too many");
}

//===----------------------------------------------------------------------===//
// Weights and scores
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
  if (divide->numLoads != 2 || !isSamePlace(o, divide, e) ||
      !matchPlaces(o, e) || !isRowOf(e, s, o->innerKey))
    return false;
  MlirOperation at = o->weights->call.op;
  o->powers = producerOf(o, fuseCallOperand(o->weights, e), at);
  o->sum = producerOf(o, fuseCallOperand(o->weights, s), at);
  return o->powers && o->sum && o->powers->count == 1 &&
         !o->powers->computes->reduces &&
         reducesRows(o, o->sum, resultOf(o->powers), "add");
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
  o->largest = producerOf(o, fuseCallOperand(o->powers, m), o->powers->call.op);
  return o->largest && scores->ptr &&
         reducesRows(o, o->largest, *scores, "maximumf");
}

static bool matchWeights(Online *o, MlirValue *scores) {
  return matchQuotient(o) && matchPowers(o, scores) &&
         (o->largest->count == 1 || guardsLargest(o->largest)) &&
         (o->sum->count == 1 ||
          (o->largest->count == 2 && mapsItself(o->sum)));
}

static bool areReadInside(const Online *o) {
  return readOnlyBy(o->weights, o->values, o->values) &&
         readOnlyBy(o->powers, o->sum, o->weights) &&
         readOnlyBy(o->sum, o->weights, o->weights) &&
         readOnlyBy(o->largest, o->powers, o->powers);
}

/// A map in one of both shapes; none that does nothing but change the shape.
static bool addMap(Online *o, const FuseCall *call, intptr_t number,
                   const TirAccess *own, bool inner) {
  const TirComputeAccesses *compute = &call->computes[number];
  if (compute->numLoads == 1 && fuseCallLoad(compute, fuseCallStored(compute)))
    return true;
  if (o->numMaps == ONLINE_MAX_MAPS)
    return false;
  o->maps[o->numMaps++] = (OnlineMap){call, compute, own, inner};
  return true;
}

/// All loads of what `own` reads are of the same element.
static bool readsOneElement(const Online *o, const FuseCall *map,
                            const TirAccess *own) {
  const TirComputeAccesses *compute = map->computes;
  MlirValue value = fuseCallOperand(map, own);
  for (intptr_t i = 0; i < compute->numLoads; ++i) {
    const TirAccess *load = &compute->loads[i];
    if (mlirValueEqual(fuseCallOperand(map, load), value) &&
        (load->padded || !isSamePlace(o, compute, load)))
      return false;
  }
  return true;
}

/// The load of a map through which the scores come: one that a product or
/// another map has computed for it alone.
static const FuseCall *scoresBehind(Online *o, const FuseCall *map,
                                      const TirAccess **own) {
  const TirComputeAccesses *compute = map->computes;
  for (intptr_t i = 0; i < compute->numLoads; ++i) {
    const TirAccess *load = &compute->loads[i];
    const FuseCall *call =
        producerOf(o, fuseCallOperand(map, load), map->call.op);
    if (call && readsOneElement(o, map, load) && readOnlyBy(call, map, map)) {
      *own = load;
      return call;
    }
  }
  return NULL;
}

static bool isOuter(const Online *o) {
  bool same = o->innerRank == o->rank;
  for (intptr_t d = 0; d < o->rank && same; ++d)
    same = symExprIs(o->dims[d], 1) ||
           tirBareIterator(o->innerPlaces[d]) == d;
  return same;
}

/// The map behind the product, in one program with it.
static bool matchOwnMap(Online *o, const FuseCall *call) {
  const TirComputeAccesses *map = &call->computes[1];
  const TirAccess *own = NULL;
  for (intptr_t i = 0; i < map->numLoads; ++i)
    if (!fuseCallOperand(call, &map->loads[i]).ptr)
      own = &map->loads[i];
  return fuseCallMapsResult(call) && addMap(o, call, 1, own, false);
}

/// The maps between the first product and the softmax, from the last on.
static bool matchMaps(Online *o, MlirValue scores) {
  const FuseCall *call = producerOf(o, scores, o->powers->call.op);
  bool inner = !isOuter(o);
  if (!call || !readOnlyBy(call, o->largest, o->powers))
    return refuse(o, "something else reads the scores");
  while (call && !call->computes->reduces) {
    const TirAccess *own;
    const FuseCall *before =
        call->count == 1 ? scoresBehind(o, call, &own) : NULL;
    bool turns = before && !fuseCallIsSame(call->computes, own);
    if (!before || (turns && !inner) || o->numCalls == ONLINE_MAX_MAPS ||
        !addMap(o, call, 0, own, inner))
      return refuse(o, "scores are no product");
    o->calls[o->numCalls++] = call;
    inner &= !turns;
    call = before;
  }
  o->scores = call;
  return (call && !inner && (call->count == 1 || matchOwnMap(o, call))) ||
         refuse(o, "scores are no product");
}

/// The first product; rows and keys are dimensions that one factor has.
static bool matchScores(Online *o) {
  const TirComputeAccesses *compute = o->scores->computes;
  const TirAccess *factors[2];
  if (!isProduct(o, compute, factors, &o->reduceScore) ||
      !isSize(compute->extents[o->reduceScore], &o->size))
    return refuse(o, "scores are no product of rows of a known size");
  const SymExpr *places = compute->targets->indices;
  bool same = compute->targets->rank == o->rank;
  for (intptr_t d = 0; d < o->rank && same; ++d)
    same = factsEqual(&o->graph->facts, compute->targets->dims[d], o->dims[d]);
  intptr_t key = same ? tirBareIterator(places[o->key]) : -1;
  if (key < 0 || uses(factors[0], key) == uses(factors[1], key))
    return refuse(o, "scores are no product of rows and keys");
  o->a = uses(factors[0], key) ? factors[1] : factors[0];
  o->b = uses(factors[0], key) ? factors[0] : factors[1];
  o->row = o->group = -1;
  o->groupSize = 1;
  for (intptr_t d = 0; d < o->rank; ++d) {
    intptr_t row = tirBareIterator(places[d]);
    intptr_t other = tirBareIterator(o->w->indices[d]);
    if (d == o->key || row < 0 || other < 0 || symExprIs(o->dims[d], 1) ||
        uses(o->b, row) || uses(o->v, other))
      continue;
    o->group = o->row;
    o->row = d;
  }
  if (o->group >= 0 && (!symExprIsConst(o->dims[o->group], &o->groupSize) ||
                        o->groupSize < 2 || o->groupSize > ONLINE_MAX_GROUP)) {
    o->group = -1;
    o->groupSize = 1;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// What becomes of the result
//===----------------------------------------------------------------------===//

/// The digit of a place in the result that an iterator of the move is, or that
/// it has in two parts; over the dimensions of the values, "%d".
static bool findDigit(const Online *o, const TirComputeAccesses *move,
                      intptr_t k, SymExpr *place) {
  Arena *arena = o->graph->arena;
  const TirAccess *load = move->loads;
  SymExpr self = symExprSymbol(arena, tirIteratorSymbol(arena, k));
  for (intptr_t d = 0; d < load->rank; ++d) {
    *place = symExprSymbol(arena, tirIteratorSymbol(arena, d));
    if (symExprEqual(load->indices[d], self))
      return factsEqual(&o->graph->facts, move->extents[k], load->dims[d]);
  }
  for (intptr_t low = 0; low < load->rank; ++low)
    for (intptr_t high = 0; high < load->rank; ++high) {
      SymExpr quotient, rest, all, size = load->dims[low];
      int64_t literal;
      if (low == high || !symExprIsConst(size, &literal) || literal < 2 ||
          symExprFloorDiv(arena, self, size, &quotient) != SYM_OK ||
          symExprMod(arena, self, size, &rest) != SYM_OK ||
          !symExprEqual(load->indices[high], quotient) ||
          !symExprEqual(load->indices[low], rest) ||
          symExprMul(arena, load->dims[high], size, &all) != SYM_OK)
        continue;
      SymExpr a = symExprSymbol(arena, tirIteratorSymbol(arena, high));
      SymExpr b = symExprSymbol(arena, tirIteratorSymbol(arena, low));
      return factsEqual(&o->graph->facts, move->extents[k], all) &&
             symExprMul(arena, a, size, &a) == SYM_OK &&
             symExprAdd(arena, a, b, place) == SYM_OK;
    }
  return false;
}

/// Where elements of the values go, if the move can be turned round: every
/// place of it is one of the values, and the other way round.
static bool turnRound(Online *o, const FuseCall *call) {
  const TirComputeAccesses *move = call->computes;
  const TirAccess *target = move->targets;
  SymExpr *places = ARENA_ARRAY(o->graph->arena, SymExpr, target->rank);
  intptr_t digits = 0, dims = 0;
  for (intptr_t d = 0; d < target->rank; ++d) {
    intptr_t k = tirBareIterator(target->indices[d]);
    places[d] = symExprConst(o->graph->arena, 0);
    if (k < 0 || symExprIs(move->extents[k], 1))
      continue;
    if (!findDigit(o, move, k, &places[d]))
      return false;
    digits += (intptr_t)places[d].numSymbols;
  }
  for (intptr_t d = 0; d < move->loads->rank; ++d)
    dims += !symExprIs(move->loads->dims[d], 1);
  if (digits != dims)
    return false;
  o->move = call;
  o->places = places;
  o->numPlaces = target->rank;
  return true;
}

/// A call that moves all elements of the result and is all that reads it.
static void findMove(Online *o) {
  const TirAccess *target = o->values->computes->targets;
  Arena *arena = o->graph->arena;
  o->numPlaces = target->rank;
  o->places = ARENA_ARRAY(arena, SymExpr, target->rank);
  for (intptr_t d = 0; d < target->rank; ++d)
    o->places[d] = symExprSymbol(arena, tirIteratorSymbol(arena, d));
  MlirOpOperand use = mlirValueGetFirstUse(resultOf(o->values));
  if (mlirOpOperandIsNull(use))
    return;
  MlirOperation user = mlirOpOperandGetOwner(use);
  const FuseCall *move =
      mlirBlockEqual(mlirOperationGetBlock(user),
                     mlirOperationGetBlock(o->values->call.op))
          ? fuseCallRead(o->graph, user)
          : NULL;
  if (move && move->count == 1 && !move->computes->reduces &&
      move->computes->numLoads == 1 && readOnlyBy(o->values, move, move) &&
      fuseCallLoad(move->computes, fuseCallStored(move->computes)))
    turnRound(o, move);
}

bool onlineMatch(FuseGraph *graph, MlirOperation call, Online *out) {
  MlirValue scores;
  *out = (Online){.graph = graph, .values = fuseCallRead(graph, call)};
  if (!out->values || !matchValues(out) || !matchWeights(out, &scores))
    return false;
  if (!areReadInside(out))
    return refuse(out, "something else reads parts of the softmax");
  if (!matchColumns(out) || !matchMaps(out, scores) || !matchScores(out))
    return false;
  findMove(out);
  return true;
}

MlirOperation onlineLast(const Online *o) {
  return (o->move ? o->move : o->values)->call.op;
}

intptr_t onlineMembers(const Online *o,
                       MlirOperation members[ONLINE_MAX_MEMBERS]) {
  const FuseCall *calls[] = {o->move, o->values,  o->weights, o->sum,
                               o->powers, o->largest};
  intptr_t count = 0;
  for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); ++i)
    if (calls[i])
      members[count++] = calls[i]->call.op;
  for (intptr_t m = 0; m < o->numCalls; ++m)
    members[count++] = o->calls[m]->call.op;
  members[count++] = o->scores->call.op;
  return count;
}
