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

#include "lib/Transforms/Fusion/FuseOnlineMatch.h"
#include "lib/Transforms/Fusion/FuseStates.h"

static bool refuse(Online *o, const char *reason) {
  o->refusal = reason;
  return false;
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
  return symExprIsConst(extent, size) && *size >= 1 && *size <= ONLINE_MAX_SIZE;
}

/// The last product: weights by rows of keys.
static bool matchValues(Online *o) {
  const TirComputeAccesses *compute = o->values->computes;
  const TirAccess *factors[2];
  if (o->values->count != 1 || !isProduct(o, compute, factors, &o->reduceValue))
    return false;
  for (int i = 0; i < 2 && !o->weights; ++i) {
    const FuseCall *call = onlineProducer(
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
      return false;
  }
  o->column = -1;
  for (intptr_t k = 0; k < compute->numIterators; ++k) {
    if (symExprIs(compute->extents[k], 1) || uses(o->w, k))
      continue;
    if (o->column >= 0)
      return false;
    o->column = k;
  }
  return (o->column >= 0 && isSize(compute->extents[o->column], &o->width)) ||
         refuse(o, "columns of the values are not known or too many");
}

//===----------------------------------------------------------------------===//
// Scores
//===----------------------------------------------------------------------===//

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
        (load->padded || !onlineIsSamePlace(o, compute, load)))
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
        onlineProducer(o, fuseCallOperand(map, load), map->call.op);
    if (call && readsOneElement(o, map, load) &&
        onlineReadOnlyBy(call, map, map)) {
      *own = load;
      return call;
    }
  }
  return NULL;
}

/// Has the map's result the shape of the scores that it reads? Then the same
/// element is at the same place.
static bool keepsShape(const Online *o, const FuseCall *map,
                       const TirAccess *own) {
  const TirAccess *target = map->computes->targets;
  bool same = own->rank == target->rank;
  for (intptr_t d = 0; d < own->rank && same; ++d)
    same = factsEqual(&o->graph->facts, own->dims[d], target->dims[d]);
  return same;
}

static bool isOuter(const Online *o) {
  bool same = o->innerRank == o->rank;
  for (intptr_t d = 0; d < o->rank && same; ++d)
    same = symExprIs(o->dims[d], 1) || tirBareIterator(o->innerPlaces[d]) == d;
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
  const FuseCall *call = onlineProducer(o, scores, o->powers->call.op);
  bool inner = !isOuter(o);
  if (call && !onlineReadOnlyBy(call, o->largest, o->powers))
    return refuse(o, "something else reads the scores");
  while (call && !call->computes->reduces) {
    const TirAccess *own;
    const FuseCall *before =
        call->count == 1 ? scoresBehind(o, call, &own) : NULL;
    bool turns = before && !keepsShape(o, call, own);
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

void onlineFindRows(Online *o) {
  const SymExpr *places = o->scores->computes->targets->indices;
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
    return refuse(o, "scores are no product of rows of a known size");
  o->a = uses(factors[0], key) ? factors[1] : factors[0];
  o->b = uses(factors[0], key) ? factors[0] : factors[1];
  onlineFindRows(o);
  return true;
}

/// Nothing that is read changes before the last of the calls.
static bool keepsStates(Online *o) {
  MlirOperation members[ONLINE_MAX_MEMBERS];
  intptr_t count = onlineMembers(o, members);
  return !fusePassesState(o->graph, members, count, onlineLast(o)) ||
         refuse(o, FUSE_STATE_BETWEEN);
}

bool onlineMatch(FuseGraph *graph, MlirOperation call, Online *out) {
  MlirValue scores;
  *out = (Online){.graph = graph, .values = fuseCallRead(graph, call)};
  if (!out->values || !matchValues(out) || !onlineMatchWeights(out, &scores))
    return false;
  if (!onlineIsReadInside(out))
    return refuse(out, "something else reads parts of the softmax");
  if (!matchColumns(out) || !matchMaps(out, scores) || !matchScores(out))
    return false;
  onlineFindMove(out);
  return keepsStates(out);
}

MlirOperation onlineLast(const Online *o) {
  return (o->move ? o->move : o->values)->call.op;
}

intptr_t onlineMembers(const Online *o,
                       MlirOperation members[ONLINE_MAX_MEMBERS]) {
  const FuseCall *calls[] = {o->move, o->values, o->weights,
                             o->sum,  o->powers, o->largest};
  intptr_t count = 0;
  for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); ++i)
    if (calls[i])
      members[count++] = calls[i]->call.op;
  for (intptr_t m = 0; m < o->numCalls; ++m)
    members[count++] = o->calls[m]->call.op;
  members[count++] = o->scores->call.op;
  return count;
}
