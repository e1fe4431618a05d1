//===- FuseOnlineMove.c - where the values of a softmax go --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Fusion/FuseOnlineMatch.h"

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
void onlineFindMove(Online *o) {
  const TirAccess *target = o->values->computes->targets;
  Arena *arena = o->graph->arena;
  o->numPlaces = target->rank;
  o->places = ARENA_ARRAY(arena, SymExpr, target->rank);
  for (intptr_t d = 0; d < target->rank; ++d)
    o->places[d] = symExprSymbol(arena, tirIteratorSymbol(arena, d));
  MlirOpOperand use = mlirValueGetFirstUse(onlineResult(o->values));
  if (mlirOpOperandIsNull(use))
    return;
  MlirOperation user = mlirOpOperandGetOwner(use);
  const FuseCall *move =
      mlirBlockEqual(mlirOperationGetBlock(user),
                     mlirOperationGetBlock(o->values->call.op))
          ? fuseCallRead(o->graph, user)
          : NULL;
  if (move && move->count == 1 && !move->computes->reduces &&
      move->computes->numLoads == 1 &&
      onlineReadOnlyBy(o->values, move, move) &&
      fuseCallLoad(move->computes, fuseCallStored(move->computes)))
    turnRound(o, move);
}
