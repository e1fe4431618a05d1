//===- RegionCost.c - what a region takes, gives and computes -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Patterns/RegionCost.h"
#include "lib/Analysis/MultiplyAdds.h"
#include "lib/Analysis/TensorSize.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Patterns/Match.h"

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

static SymExpr plus(Arena *arena, SymExpr a, SymExpr b) {
  SymExpr sum;
  return symExprAdd(arena, a, b, &sum) == SYM_OK ? sum : symExprUnknown(arena);
}

RegionCost regionCostNone(Arena *arena) {
  SymExpr zero = symExprConst(arena, 0);
  return (RegionCost){zero, zero, zero, zero};
}

RegionCost regionCostSum(Arena *arena, RegionCost a, RegionCost b) {
  return (RegionCost){
      plus(arena, a.nodes, b.nodes), plus(arena, a.work, b.work),
      plus(arena, a.moved, b.moved), plus(arena, a.weights, b.weights)};
}

void regionCostAddWork(Arena *arena, RegionCost *cost, MlirOperation op) {
  cost->nodes = plus(arena, cost->nodes, symExprConst(arena, 1));
  cost->work = plus(arena, cost->work, multiplyAddsOf(arena, op));
}

void regionCostAddValue(Arena *arena, RegionCost *cost, MlirValue value) {
  Facts facts = {.arena = arena};
  TensorSize size;
  SymExpr *sum = matchIsWeight(value) ? &cost->weights : &cost->moved;
  if (tensorSizeOf(&facts, mlirValueGetType(value), &size) != TENSOR_SIZE_OK)
    size.bytes = symExprUnknown(arena);
  *sum = plus(arena, *sum, size.bytes);
}

//===----------------------------------------------------------------------===//
// A region
//===----------------------------------------------------------------------===//

typedef struct SeenEntry {
  const void *key; // MlirOperation::ptr or MlirValue::ptr
  char value;
} SeenEntry;

typedef struct RegionValues {
  Arena *arena;
  RegionCost *cost;
  SeenEntry *members; // stb_ds set of operations, those inside too
  SeenEntry *inputs;  // stb_ds set of values
} RegionValues;

static MlirWalkResult addMember(MlirOperation op, void *userData) {
  RegionValues *values = userData;
  hmput(values->members, (const void *)op.ptr, 1);
  return MlirWalkResultAdvance;
}

static MlirWalkResult addInputs(MlirOperation op, void *userData) {
  RegionValues *values = userData;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    MlirOperation definer =
        mlirValueIsAOpResult(value)
            ? mlirOpResultGetOwner(value)
            : mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
    if (mapFind(values->members, definer.ptr) >= 0 ||
        mapFind(values->inputs, value.ptr) >= 0)
      continue;
    hmput(values->inputs, (const void *)value.ptr, 1);
    regionCostAddValue(values->arena, values->cost, value);
  }
  return MlirWalkResultAdvance;
}

static void addOutputs(RegionValues *values, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    MlirValue value = mlirOperationGetResult(op, i);
    bool outside = false;
    for (MlirOpOperand use = mlirValueGetFirstUse(value); use.ptr && !outside;
         use = mlirOpOperandGetNextUse(use))
      outside = mapFind(values->members, mlirOpOperandGetOwner(use).ptr) < 0;
    if (outside)
      regionCostAddValue(values->arena, values->cost, value);
  }
}

RegionCost regionCostOf(Arena *arena, const MlirOperation *ops, size_t count) {
  RegionCost cost = regionCostNone(arena);
  RegionValues values = {.arena = arena, .cost = &cost};
  for (size_t i = 0; i < count; ++i) {
    regionCostAddWork(arena, &cost, ops[i]);
    mlirOperationWalk(ops[i], addMember, &values, MlirWalkPreOrder);
  }
  for (size_t i = 0; i < count; ++i) {
    mlirOperationWalk(ops[i], addInputs, &values, MlirWalkPreOrder);
    addOutputs(&values, ops[i]);
  }
  hmfree(values.members);
  hmfree(values.inputs);
  return cost;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

enum { NUM_NAMES = 4 };
static const char *const names[NUM_NAMES] = {"nodes", "work", "moved",
                                             "weights"};

static bool isName(StrRef symbol) {
  bool is = false;
  for (size_t i = 0; i < NUM_NAMES; ++i)
    is |= strRefEqual(symbol, strRefFromC(names[i]));
  return is;
}

static bool hasNamesOnly(SymExpr expr, StrBuf *message) {
  for (size_t i = 0; i < expr.numSymbols; ++i)
    if (!isName(expr.symbols[i])) {
      strBufAppendFormat(
          message, "expected 'nodes', 'work', 'moved' or 'weights', got '%.*s'",
          (int)expr.symbols[i].length, expr.symbols[i].data);
      return false;
    }
  return true;
}

bool costConditionsRead(Arena *arena, StrRef text, CostConditions *out,
                        StrBuf *message) {
  if (!symFactsFromText(text, arena, &out->facts, &out->count, message))
    return false;
  for (size_t i = 0; i < out->count; ++i) {
    SymFact fact = out->facts[i];
    if (fact.kind != SYM_FACT_LE || fact.likely) {
      strBufAppendC(message, "expected comparisons with '<=', '<', '>=' "
                             "or '>'");
      return false;
    }
    if (!hasNamesOnly(fact.lhs, message) || !hasNamesOnly(fact.rhs, message))
      return false;
  }
  return true;
}

/// The condition over the program's symbols; false if it leaves 64 bits.
static bool conditionHere(Arena *arena, SymFact fact, RegionCost cost,
                          SymFact *out) {
  const SymExpr values[NUM_NAMES] = {cost.nodes, cost.work, cost.moved,
                                     cost.weights};
  StrRef symbols[NUM_NAMES];
  for (size_t i = 0; i < NUM_NAMES; ++i)
    symbols[i] = strRefFromC(names[i]);
  return symFactSubstitute(arena, fact, symbols, values, NUM_NAMES, out) ==
         SYM_OK;
}

bool costConditionsHold(const Facts *facts, const CostConditions *conditions,
                        RegionCost cost) {
  bool all = true;
  SymFact here;
  for (size_t i = 0; i < conditions->count && all; ++i)
    all = conditionHere(facts->arena, conditions->facts[i], cost, &here) &&
          factsProve(facts, here);
  return all;
}

bool costConditionsFail(const Facts *facts, const CostConditions *conditions,
                        RegionCost cost) {
  bool one = false;
  SymFact here;
  for (size_t i = 0; i < conditions->count && !one; ++i)
    one = conditionHere(facts->arena, conditions->facts[i], cost, &here) &&
          factsLess(facts, here.rhs, here.lhs);
  return one;
}

MlirAttribute costConditionsLeft(MlirContext context, const Facts *facts,
                                 const CostConditions *conditions,
                                 RegionCost cost) {
  MlirAttribute *left =
      ARENA_ARRAY(facts->arena, MlirAttribute, conditions->count);
  intptr_t count = 0;
  for (size_t i = 0; i < conditions->count; ++i) {
    SymFact here;
    if (!conditionHere(facts->arena, conditions->facts[i], cost, &here) ||
        symExprIsUnknown(here.lhs) || symExprIsUnknown(here.rhs))
      return (MlirAttribute){NULL};
    if (!factsProve(facts, here))
      left[count++] = symFactToAttribute(context, here);
  }
  return mlirArrayAttrGet(context, count, left);
}
