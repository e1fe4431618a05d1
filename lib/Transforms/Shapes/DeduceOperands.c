//===- DeduceOperands.c - operands that have to agree ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Rules compare normal forms, and better types of operands may show dimensions
// that differ there. In this order: what the facts make equal is cast; what the
// operation needs to be equal is assumed, or checked by a cast; what may also
// broadcast when the program runs gets relax.broadcast_shape and
// relax.broadcast_to (docs/language/symbols.md, rule 5).
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Shapes/DeduceOperands.h"
#include "dialects/Relax/Broadcast.h"
#include "dialects/Relax/Interfaces.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "lib/Transforms/Shapes/Agreements.h"

enum { MAX_RESTARTS = 8 };

//===----------------------------------------------------------------------===//
// One pair of dimensions
//===----------------------------------------------------------------------===//

/// `fact` follows once `given` holds as well.
static bool provesWith(Deduction *deduction, SymFact given, SymFact fact) {
  Facts more = {.arena = deduction->arena};
  for (size_t i = 0; i < deduction->facts.count; ++i)
    factsAdd(&more, deduction->facts.items[i]);
  factsAdd(&more, given);
  return factsProve(&more, fact);
}

/// Where one of both is 1 they are equal anyhow: broadcasting needs no less
/// than equality.
static bool mustBeEqual(Deduction *deduction, SymExpr a, SymExpr b) {
  SymExpr one = symExprConst(deduction->arena, 1);
  SymFact same = factEqual(a, b);
  return (factsDifferent(&deduction->facts, a, one) ||
          provesWith(deduction, factEqual(a, one), same)) &&
         (factsDifferent(&deduction->facts, b, one) ||
          provesWith(deduction, factEqual(b, one), same));
}

/// `symbol == expr` as `symbol <= literal`, where that says the same: an extent
/// min(n, 512) that has to be n.
static SymFact simplerFact(Deduction *deduction, SymExpr symbol, SymExpr expr) {
  SymFact fact = factEqual(symbol, expr);
  StrRef name;
  SymExpr large = symExprConst(deduction->arena, INT64_MAX), rest;
  int64_t limit;
  if (!symExprIsSymbol(symbol, &name) ||
      symExprSubstitute(deduction->arena, expr, &name, &large, 1, &rest) !=
          SYM_OK ||
      !symExprIsConst(rest, &limit))
    return fact;
  SymFact bound = factAtMost(symbol, rest);
  return provesWith(deduction, bound, fact) &&
                 provesWith(deduction, fact, bound)
             ? bound
             : fact;
}

Outcome deductionComparePair(Deduction *deduction, MlirOperation op,
                             MlirAttribute first, MlirAttribute second,
                             bool mayBroadcast) {
  SymExpr a = deductionDim(deduction, first),
          b = deductionDim(deduction, second);
  SymExpr one = symExprConst(deduction->arena, 1);
  if (factsEqual(&deduction->facts, a, b))
    return EQUAL;
  // Certainly wrong: the operation's rule says so.
  if (factsDifferent(&deduction->facts, a, b) &&
      (!mayBroadcast || (factsDifferent(&deduction->facts, a, one) &&
                         factsDifferent(&deduction->facts, b, one))))
    return AGREE;
  if (mayBroadcast && !mustBeEqual(deduction, a, b))
    return OPEN;
  SymFact fact = simplerFact(deduction, a, b);
  if (fact.kind == SYM_FACT_EQ)
    fact = simplerFact(deduction, b, a);
  if (deduction->restarts < MAX_RESTARTS &&
      deductionAssume(deduction, op, fact))
    return RESTART;
  return EQUAL; // or the cast fails when the program runs
}

//===----------------------------------------------------------------------===//
// Casts and broadcasts
//===----------------------------------------------------------------------===//

bool deductionCastOperand(Deduction *deduction, MlirOperation op,
                          intptr_t index, const MlirAttribute *dims) {
  MlirValue value = mlirOperationGetOperand(op, index);
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  MlirType type = relaxTensorTypeLike(info, info.rank, dims);
  if (mlirTypeEqual(type, mlirValueGetType(value)))
    return true;
  MlirValue cast = deductionCheckedCast(deduction, op, value, type);
  if (cast.ptr)
    mlirOperationSetOperand(op, index, cast);
  return cast.ptr != NULL;
}

MlirValue deductionInsert(Deduction *deduction, MlirOperation op,
                          MlirOperation fresh) {
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, fresh);
  factsAddOf(&deduction->facts, fresh);
  return mlirOperationGetResult(fresh, 0);
}

void deductionBroadcastOperand(Deduction *deduction, MlirOperation op,
                               intptr_t index, MlirValue shape) {
  MlirValue value = mlirOperationGetOperand(op, index);
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  const MlirAttribute *dims;
  intptr_t rank = relaxShapeTypeGetDims(mlirValueGetType(shape), &dims);
  RelaxBroadcastToArgs args = {.input = value,
                               .target = shape,
                               .resultType =
                                   relaxTensorTypeLike(info, rank, dims)};
  if (mlirTypeEqual(mlirValueGetType(value), args.resultType))
    return;
  mlirOperationSetOperand(
      op, index,
      deductionInsert(
          deduction, op,
          relaxBroadcastToCreate(mlirOperationGetLocation(op), &args)));
}

/// An extent that is not 1 is the result's, whatever the other one is.
static MlirAttribute decidingDim(Deduction *deduction, MlirValue a, MlirValue b,
                                 intptr_t back) {
  RelaxTensorInfo infos[] = {relaxTensorInfoOf(a), relaxTensorInfoOf(b)};
  SymExpr one = symExprConst(deduction->arena, 1);
  for (int i = 0; i < 2; ++i)
    if (back <= infos[i].rank) {
      MlirAttribute dim = infos[i].dims[infos[i].rank - back];
      if (factsDifferent(&deduction->facts, deductionDim(deduction, dim), one))
        return dim;
    }
  return mlirAttributeGetNull();
}

MlirValue deductionCommonShape(Deduction *deduction, MlirOperation op,
                               MlirValue a, MlirValue b) {
  MlirContext context = deduction->context;
  MlirType type = relaxBroadcastShapeType(
      context, deduction->arena, relaxTensorInfoOf(a), relaxTensorInfoOf(b));
  const MlirAttribute *known;
  intptr_t rank = relaxShapeTypeGetDims(type, &known), count = 0;
  MlirAttribute *dims = ARENA_ARRAY(deduction->arena, MlirAttribute, rank);
  MlirAttribute *names = ARENA_ARRAY(deduction->arena, MlirAttribute, rank);
  for (intptr_t i = 0; i < rank; ++i) {
    dims[i] = known[i];
    if (!symAttributeIsUnknown(known[i]))
      continue;
    dims[i] = decidingDim(deduction, a, b, rank - i);
    if (dims[i].ptr)
      continue;
    StrRef name = deductionFreshName(deduction, strRefFromC("b"));
    dims[i] = symSymbolAttribute(context, name);
    names[count++] = mlirStringAttrGet(context, strRefToMlir(name));
  }
  RelaxBroadcastShapeArgs args = {
      .lhs = a,
      .rhs = b,
      .binds = count ? mlirArrayAttrGet(context, count, names)
                     : mlirAttributeGetNull(),
      .resultType = relaxShapeTypeGet(context, true, rank, dims)};
  ++deduction->counters[COUNT_BROADCASTS_ADDED];
  return deductionInsert(deduction, op,
                         relaxBroadcastShapeCreate(
                             bridgeNamedLocation(strRefFromC("shape"),
                                                 mlirOperationGetLocation(op)),
                             &args));
}

/// Brings all operands to one shape.
static void broadcastAll(Deduction *deduction, MlirOperation op) {
  MlirValue joined = mlirOperationGetOperand(op, 0), shape = {NULL};
  MlirValue first = joined;
  intptr_t count = mlirOperationGetNumOperands(op);
  for (intptr_t k = 1; k < count; ++k) {
    shape = deductionCommonShape(deduction, op, joined,
                                 mlirOperationGetOperand(op, k));
    deductionBroadcastOperand(deduction, op, 0, shape);
    joined = mlirOperationGetOperand(op, 0);
  }
  mlirOperationSetOperand(op, 0, first);
  for (intptr_t i = 0; i < count; ++i)
    deductionBroadcastOperand(deduction, op, i, shape);
  if (mlirValueIsAOpResult(joined) && !mlirValueGetFirstUse(joined).ptr)
    mlirOperationDestroy(mlirOpResultGetOwner(joined));
}

//===----------------------------------------------------------------------===//
// Kinds of operations
//===----------------------------------------------------------------------===//

/// Compares the last `count` dimensions of operand `k` that lie `skip` from the
/// end with those of operand `i`; `dims` are the dimensions of `k`, changed.
static Outcome compareOperands(Deduction *deduction, MlirOperation op,
                               intptr_t i, intptr_t k, intptr_t skip,
                               MlirAttribute *dims) {
  RelaxTensorInfo a = relaxTensorInfoOf(mlirOperationGetOperand(op, i));
  RelaxTensorInfo b = relaxTensorInfoOf(mlirOperationGetOperand(op, k));
  Outcome outcome = AGREE;
  for (intptr_t d = 0; d < b.rank; ++d)
    dims[d] = b.dims[d];
  for (intptr_t back = skip + 1; back <= a.rank && back <= b.rank; ++back) {
    MlirAttribute joined = a.dims[a.rank - back];
    MlirAttribute dim = b.dims[b.rank - back];
    if (relaxJoinBroadcastDim(&joined, dim))
      continue;
    Outcome pair =
        deductionComparePair(deduction, op, a.dims[a.rank - back], dim, true);
    if (pair == EQUAL)
      dims[b.rank - back] = a.dims[a.rank - back];
    outcome = pair > outcome ? pair : outcome;
  }
  return outcome;
}

/// Dimensions of all operands broadcast, but for the last `skip`, which only
/// matrix products have.
static Outcome agreeBroadcast(Deduction *deduction, MlirOperation op,
                              intptr_t skip) {
  intptr_t count = mlirOperationGetNumOperands(op);
  for (intptr_t k = 1; k < count; ++k)
    for (intptr_t i = 0; i < k; ++i) {
      RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetOperand(op, k));
      MlirAttribute *dims =
          ARENA_ARRAY(deduction->arena, MlirAttribute, info.rank);
      Outcome outcome = compareOperands(deduction, op, i, k, skip, dims);
      if (outcome == RESTART)
        return RESTART;
      if (outcome != AGREE)
        deductionCastOperand(deduction, op, k, dims);
      if (outcome == OPEN && skip == 0)
        broadcastAll(deduction, op);
      else if (outcome == OPEN &&
               !deductionBroadcastBatch(deduction, op,
                                        agreementsSecondFactor(op)))
        return WAIT;
      if (outcome == OPEN)
        return AGREE;
    }
  return AGREE;
}

/// Literals that differ are an error of the program, which the rule reports.
static bool allRanked(MlirOperation op) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    RelaxTensorInfo info;
    if (!relaxTensorInfo(mlirValueGetType(mlirOperationGetOperand(op, i)),
                         &info) ||
        !info.ranked)
      return false;
  }
  return true;
}

MlirLogicalResult deduceOperands(Deduction *deduction, MlirOperation op,
                                 bool *waits) {
  Outcome outcome = AGREE;
  *waits = false;
  if (!allRanked(op))
    return mlirLogicalResultSuccess();
  if (relaxBroadcasts(op))
    outcome = agreeBroadcast(deduction, op, 0);
  else
    outcome = deductionAgree(deduction, op);
  if (outcome == AGREE && agreementsSecondFactor(op))
    outcome = agreeBroadcast(deduction, op, 2);
  *waits = outcome == WAIT;
  if (outcome != RESTART)
    return mlirLogicalResultSuccess();
  deduction->again = true; // nothing is wrong
  return mlirLogicalResultFailure();
}
