//===- FuseLookupsMatch.c - which sums have one element -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Memory.gen.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Fusion/FuseLookups.h"
#include "lib/Transforms/Fusion/FuseStates.h"

static Arena *arenaOf(const Lookup *l) { return l->graph->arena; }

//===----------------------------------------------------------------------===//
// Values through calls
//===----------------------------------------------------------------------===//

/// An expression of a value's compute, over the iterators of the sum.
static bool inSum(const Lookup *l, const LookupValue *v, SymExpr *expr) {
  intptr_t count = v->compute->numIterators;
  StrRef *names = ARENA_ARRAY(arenaOf(l), StrRef, count);
  for (intptr_t k = 0; k < count; ++k)
    names[k] = tirIteratorSymbol(arenaOf(l), k);
  return symExprSubstitute(arenaOf(l), *expr, names, v->iterators,
                           (size_t)count, expr) == SYM_OK;
}

static bool leafOf(const Lookup *l, const LookupValue *v,
                   const TirAccess *access, LookupLeaf *leaf) {
  *leaf = (LookupLeaf){v->call, access,
                       ARENA_ARRAY(arenaOf(l), SymExpr, access->rank)};
  for (intptr_t d = 0; d < access->rank; ++d) {
    leaf->indices[d] = access->indices[d];
    if (!inSum(l, v, &leaf->indices[d]))
      return false;
  }
  return true;
}

/// The map that computes what a load of the sum reads, for it alone.
static const FuseCall *mapBehind(const Lookup *l, MlirValue operand) {
  if (!operand.ptr || !mlirValueIsAOpResult(operand))
    return NULL;
  MlirOperation op = mlirOpResultGetOwner(operand);
  if (!mlirBlockEqual(mlirOperationGetBlock(op),
                      mlirOperationGetBlock(l->sum->call.op)))
    return NULL;
  for (MlirOpOperand use = mlirValueGetFirstUse(operand);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (!mlirOperationEqual(mlirOpOperandGetOwner(use), l->sum->call.op))
      return NULL;
  const FuseCall *call = fuseCallRead(l->graph, op);
  return call && call->count == 1 && !call->computes->reduces ? call : NULL;
}

/// Follows a load of the sum into the call that computes the element.
static void follow(Lookup *l, LookupValue *v) {
  const TirAccess *load = fuseCallLoad(v->compute, v->value);
  if (v->call != l->sum || !load)
    return;
  const FuseCall *call = mapBehind(l, fuseCallOperand(v->call, load));
  LookupLeaf leaf;
  if (!call || !leafOf(l, v, load, &leaf))
    return;
  const TirComputeAccesses *compute = call->computes;
  SymExpr *iterators = ARENA_ARRAY(arenaOf(l), SymExpr, compute->numIterators);
  for (intptr_t k = 0; k < compute->numIterators; ++k)
    iterators[k] = symExprConst(arenaOf(l), 0);
  for (intptr_t d = 0; d < compute->targets->rank; ++d) {
    intptr_t k = tirBareIterator(compute->targets->indices[d]);
    if (k >= 0)
      iterators[k] = leaf.indices[d];
  }
  l->indicator = call;
  *v = (LookupValue){call, compute, iterators, fuseCallStored(compute)};
}

static StrRef operationOf(const LookupValue *v) {
  return mlirValueIsAOpResult(v->value)
             ? bridgeOpName(mlirOpResultGetOwner(v->value))
             : (StrRef){NULL, 0};
}

static bool isA(const LookupValue *v, const char *name) {
  return strRefEqual(operationOf(v), strRefFromC(name));
}

static LookupValue operand(const LookupValue *v, intptr_t i) {
  LookupValue result = *v;
  result.value = mlirOperationGetOperand(mlirOpResultGetOwner(v->value), i);
  return result;
}

/// `which`: 0 or 1.
static bool isNumber(const LookupValue *v, int64_t which) {
  if (!isA(v, "arith.constant"))
    return false;
  MlirAttribute value = mlirOperationGetAttributeByName(
      mlirOpResultGetOwner(v->value), mlirStringRefCreateFromCString("value"));
  if (mlirAttributeIsAFloat(value))
    return mlirFloatAttrGetValueDouble(value) == (double)which;
  return mlirAttributeIsAInteger(value) &&
         mlirIntegerAttrGetValueInt(value) == which;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static bool usesIterator(SymExpr expr, intptr_t iterator) {
  for (size_t s = 0; s < expr.numSymbols; ++s)
    if (tirIteratorOf(expr.symbols[s]) == iterator)
      return true;
  return false;
}

/// A constant whose element i is i.
static bool countsUp(MlirValue value) {
  MlirOperation op = bridgeDefiner(value);
  if (!relaxIsConstant(op))
    return false;
  MlirAttribute elements = relaxConstantGetValue(op);
  MlirType type = mlirShapedTypeGetElementType(mlirAttributeGetType(elements));
  if (!mlirTypeIsAInteger(type) || mlirDenseElementsAttrIsSplat(elements))
    return false;
  unsigned width = mlirIntegerTypeGetWidth(type);
  for (int64_t i = 0, e = mlirElementsAttrGetNumElements(elements); i < e; ++i)
    if ((width != 32 && width != 64) ||
        (width == 32 ? mlirDenseElementsAttrGetInt32Value(elements, i)
                     : mlirDenseElementsAttrGetInt64Value(elements, i)) != i)
      return false;
  return true;
}

/// Is the value the round of the sum: a place, or a table of places?
static bool isRound(const Lookup *l, const LookupValue *v) {
  const TirAccess *load = fuseCallLoad(v->compute, v->value);
  LookupLeaf leaf;
  if (load) {
    intptr_t found = 0;
    if (!leafOf(l, v, load, &leaf) || !countsUp(fuseCallOperand(v->call, load)))
      return false;
    for (intptr_t d = 0; d < load->rank; ++d)
      if (!symExprIs(load->dims[d], 1) &&
          (tirBareIterator(leaf.indices[d]) != l->reduce || found++))
        return false;
    return found == 1;
  }
  if (!isA(v, "arith.index_cast"))
    return false;
  LookupValue place = operand(v, 0);
  MlirOperation op = bridgeDefiner(place.value);
  SymExpr expr;
  if (!op.ptr) // an iterator as it is
    expr = v->iterators[mlirBlockArgumentGetArgNumber(place.value)];
  else if (!tirIsExtent(op) ||
           !fuseCallExtent(l->graph, v->call, v->compute, op, &expr) ||
           !inSum(l, v, &expr))
    return false;
  return tirBareIterator(expr) == l->reduce;
}

/// A load of an integer that is the same in all rounds.
static bool isPlace(Lookup *l, const LookupValue *v) {
  const TirAccess *load = fuseCallLoad(v->compute, v->value);
  if (!load || !leafOf(l, v, load, &l->place) ||
      !mlirTypeIsAInteger(mlirValueGetType(v->value)) ||
      mlirIntegerTypeGetWidth(mlirValueGetType(v->value)) < 8)
    return false;
  for (intptr_t d = 0; d < load->rank; ++d)
    if (usesIterator(l->place.indices[d], l->reduce))
      return false;
  return true;
}

/// x == k.
static bool isIndicator(Lookup *l, const LookupValue *v) {
  enum { EQUAL = 0 };
  if (!isA(v, "arith.cmpi") ||
      mlirIntegerAttrGetValueInt(mlirOperationGetAttributeByName(
          mlirOpResultGetOwner(v->value),
          mlirStringRefCreateFromCString("predicate"))) != EQUAL)
    return false;
  LookupValue a = operand(v, 0), b = operand(v, 1);
  return (isRound(l, &b) && isPlace(l, &a)) ||
         (isRound(l, &a) && isPlace(l, &b));
}

/// 1 where x == k, else 0.
static bool isIndicatorNumber(Lookup *l, LookupValue v) {
  follow(l, &v);
  if (isA(&v, "arith.uitofp") || isA(&v, "arith.extui")) {
    LookupValue inner = operand(&v, 0);
    return isIndicator(l, &inner);
  }
  if (!isA(&v, "arith.select"))
    return false;
  LookupValue parts[] = {operand(&v, 0), operand(&v, 1), operand(&v, 2)};
  return isNumber(&parts[1], 1) && isNumber(&parts[2], 0) &&
         isIndicator(l, &parts[0]);
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

static bool isWeight(MlirValue value) {
  MlirOperation op = bridgeDefiner(value);
  return op.ptr && (relaxIsGetWeight(op) || relaxIsConstant(op));
}

/// A load whose places go with the round along one dimension, which is as long
/// as the sum.
static bool isTable(Lookup *l, const LookupValue *v) {
  const TirAccess *load = fuseCallLoad(v->compute, v->value);
  if (!load || !leafOf(l, v, load, &l->table))
    return false;
  l->dim = -1;
  for (intptr_t d = 0; d < load->rank; ++d) {
    if (!usesIterator(l->table.indices[d], l->reduce))
      continue;
    if (l->dim >= 0 || tirBareIterator(l->table.indices[d]) != l->reduce)
      return false;
    l->dim = d;
  }
  return l->dim >= 0 && factsEqual(&l->graph->facts, load->dims[l->dim],
                                   l->sum->computes->extents[l->reduce]);
}

static bool isSum(Lookup *l) {
  const TirComputeAccesses *compute = l->sum->computes;
  intptr_t count = 0;
  for (intptr_t k = 0; k < compute->numIterators; ++k)
    if (compute->isReduce[k] && ++count)
      l->reduce = k;
  return count == 1 && fuseCallCombines(l->graph, compute, "add") &&
         (l->sum->count == 1 || fuseCallMapsResult(l->sum));
}

static bool matchSum(FuseGraph *graph, MlirOperation call, Lookup *out) {
  *out = (Lookup){.graph = graph, .sum = fuseCallRead(graph, call)};
  if (!out->sum || !isSum(out))
    return false;
  const TirComputeAccesses *compute = out->sum->computes;
  SymExpr *own = ARENA_ARRAY(graph->arena, SymExpr, compute->numIterators);
  for (intptr_t k = 0; k < compute->numIterators; ++k)
    own[k] = symExprSymbol(graph->arena, tirIteratorSymbol(graph->arena, k));
  LookupValue v = {out->sum, compute, own, fuseCallStored(compute)};
  if (isA(&v, "arith.mulf") || isA(&v, "arith.muli")) {
    LookupValue a = operand(&v, 0), b = operand(&v, 1);
    bool found = (isTable(out, &b) && isIndicatorNumber(out, a)) ||
                 (isTable(out, &a) && isIndicatorNumber(out, b));
    return found && (isA(&v, "arith.muli") ||
                     isWeight(fuseCallOperand(out->sum, out->table.access)));
  }
  follow(out, &v);
  if (!isA(&v, "arith.select"))
    return false;
  LookupValue parts[] = {operand(&v, 0), operand(&v, 1), operand(&v, 2)};
  return isNumber(&parts[2], 0) && isTable(out, &parts[1]) &&
         isIndicator(out, &parts[0]);
}

bool lookupMatch(FuseGraph *graph, MlirOperation call, Lookup *out) {
  return matchSum(graph, call, out) &&
         !(out->indicator &&
           fusePassesState(graph, &out->indicator->call.op, 1, call));
}
