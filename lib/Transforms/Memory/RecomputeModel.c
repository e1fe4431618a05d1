//===- RecomputeModel.c - a function as steps, values and bytes -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Memory/RecomputeModel.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Interfaces.h"
#include "dialects/Relax/Memory.gen.h"
#include "dialects/Relax/Signature.h"
#include "dialects/Relax/State.gen.h"
#include "dialects/Sym/Walk.h"
#include "lib/Analysis/Alias.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// Which functions
//===----------------------------------------------------------------------===//

static bool isBinder(MlirOperation op) {
  return mlirOperationGetInherentAttributeByName(
             op, mlirStringRefCreateFromCString("binds"))
             .ptr != NULL;
}

/// One step, whatever happens in it.
static bool isWhole(MlirOperation op) {
  return relaxIsIf(op) || relaxIsWhile(op) || relaxIsDispatch(op) ||
         (relaxCalls(op) && !relaxIsCallTir(op));
}

static MlirWalkResult findInside(MlirOperation op, void *userData) {
  const char **reason = userData;
  if (relaxIsEvict(op) || relaxIsMemoryLevel(op))
    *reason = "it says itself what is evicted";
  else if (relaxIsAppend(op) || relaxIsUpdateSlice(op))
    *reason = "it has state that changes";
  return *reason ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/// Why an operation may not stand in a body, or NULL.
static const char *obstacle(MlirOperation op, bool flat) {
  MlirValue source;
  const char *reason = NULL;
  if (isWhole(op) && flat)
    return "it has branches, loops or calls";
  if (isBinder(op))
    return "an extent is known only when it runs";
  if (isWhole(op)) {
    mlirOperationWalk(op, findInside, &reason, MlirWalkPreOrder);
    return reason;
  }
  if (relaxIsEvict(op) || relaxIsMemoryLevel(op))
    return "it says itself what is evicted";
  if (relaxIsCallTir(op) || relaxMovesNoNumber(op) || bridgeIsTerminator(op) ||
      (mlirOperationGetNumResults(op) && relaxAliasOf(op, 0, &source)))
    return NULL;
  return "it has state that changes, or is not legalised";
}

bool modelIsKnown(MlirOperation function, bool flat, const char **reason,
                  MlirOperation *where) {
  MlirBlock block = bridgeBody(function);
  *where = function;
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(block); i < e; ++i)
    if (relaxArgumentIsDonated(function, i)) {
      *reason = "it may write into an argument";
      return false;
    }
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if ((*reason = obstacle(op, flat))) {
      *where = op;
      return false;
    }
  return true;
}

//===----------------------------------------------------------------------===//
// Values and nodes
//===----------------------------------------------------------------------===//

typedef struct Building {
  Model *model;
  struct NumberOf {
    void *key; // a value
    int32_t value;
  } *numbers; // stb_ds map
} Building;

static int32_t numberOf(const Building *building, MlirValue value) {
  ptrdiff_t at = mapFind(building->numbers, (void *)value.ptr);
  return building->numbers[at].value;
}

static int32_t addValue(Building *building, MlirValue value, int32_t node) {
  Model *model = building->model;
  int32_t number = model->numValues++;
  struct NumberOf entry = {(void *)value.ptr, number};
  model->values[number] =
      (ModelValue){.value = value, .node = node, .root = number};
  hmputs(building->numbers, entry);
  return number;
}

typedef struct Operands {
  const Building *building;
  MlirOperation op;
  int32_t *numbers; // stb_ds array
} Operands;

static MlirWalkResult addOperands(MlirOperation op, void *userData) {
  Operands *operands = userData;
  bool own = mlirOperationEqual(op, operands->op);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    ptrdiff_t at = mapFind(operands->building->numbers, (void *)value.ptr);
    bool known = at < 0; // of the region
    for (ptrdiff_t k = 0; !own && !known && k < arrlen(operands->numbers); ++k)
      known = operands->numbers[k] == operands->building->numbers[at].value;
    if (own || !known)
      arrput(operands->numbers, operands->building->numbers[at].value);
  }
  return MlirWalkResultAdvance;
}

/// Its operands, then what its regions read beside.
static int32_t *numbersOf(const Building *building, MlirOperation op,
                          int32_t *count) {
  Operands operands = {building, op, NULL};
  mlirOperationWalk(op, addOperands, &operands, MlirWalkPreOrder);
  *count = (int32_t)arrlen(operands.numbers);
  int32_t *numbers = arenaCopy(building->model->arena, operands.numbers,
                               (size_t)*count * sizeof *numbers);
  arrfree(operands.numbers);
  return numbers;
}

static void findInPlace(const Model *model, ModelNode *node) {
  node->inPlace = ARENA_ARRAY(model->arena, int32_t, node->numOperands);
  for (intptr_t operand = -1;
       (operand = planOperandInPlace(model->function, node->op, operand + 1)) >=
       0;)
    node->inPlace[node->numInPlace++] = (int32_t)operand;
}

static void addNode(Building *building, MlirOperation op) {
  Model *model = building->model;
  MlirValue source;
  int32_t results = (int32_t)mlirOperationGetNumResults(op);
  ModelNode node = {.op = op,
                    .kind = MODEL_OTHER,
                    .firstResult = model->numValues,
                    .numResults = results};
  node.operands = numbersOf(building, op, &node.numOperands);
  if (isWhole(op)) {
    node.kind = MODEL_STEP;
    model->hasWhole = true;
  } else if (relaxIsCallTir(op)) {
    node.kind = MODEL_STEP;
    node.again = bridgeIsPure(op);
    findInPlace(model, &node);
  } else if (results == 1 && relaxAliasOf(op, 0, &source)) {
    node.kind = MODEL_VIEW;
  }
  for (int32_t i = 0; i < results; ++i) {
    int32_t value =
        addValue(building, mlirOperationGetResult(op, i), model->numNodes);
    if (node.kind == MODEL_VIEW)
      model->values[value].root =
          model->values[numberOf(building, source)].root;
  }
  model->nodes[model->numNodes++] = node;
}

static void addAll(Building *building) {
  Model *model = building->model;
  intptr_t nodes = 0, values = mlirBlockGetNumArguments(model->block);
  for (MlirOperation op = mlirBlockGetFirstOperation(model->block); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    ++nodes;
    values += mlirOperationGetNumResults(op);
  }
  // A value may have another one, in a file, and two nodes for that.
  model->nodes = ARENA_ARRAY(model->arena, ModelNode, nodes + 2 * values);
  model->values = ARENA_ARRAY(model->arena, ModelValue, 2 * values);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(model->block); i < e; ++i)
    addValue(building, mlirBlockGetArgument(model->block, i), -1);
  MlirOperation op = mlirBlockGetFirstOperation(model->block);
  for (; !bridgeIsTerminator(op); op = mlirOperationGetNextInBlock(op))
    if (!relaxIsMemoryLimit(op)) // of all plans
      addNode(building, op);
  model->returned = numbersOf(building, op, &model->numReturned);
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

static bool measure(const Building *building, Planner *planner) {
  Model *model = building->model;
  SymExpr none = symExprConst(model->arena, 0), own;
  for (intptr_t i = 0; i < planner->liveness.numBuffers; ++i) {
    const Buffer *buffer = &planner->liveness.buffers[i];
    const Place *place = &planner->places[i];
    ModelValue *value = &model->values[numberOf(building, buffer->value)];
    if (place->kind == PLACE_OWN && !buffer->escapes)
      return false;
    if (place->kind != PLACE_BLOCK)
      continue;
    int64_t literal;
    value->isFixedSize = symExprIsConst(place->size.bytes, &literal);
    if (!probeEvaluate(&model->probe, place->size.bytes, &value->bytes))
      return false;
  }
  return planActivations(planner, none, &own) &&
         probeEvaluate(&model->probe, own, &model->ownBytes);
}

static int32_t *operandOf(Model *model, int32_t value) {
  int32_t *operand = ARENA_ARRAY(model->arena, int32_t, 1);
  *operand = value;
  return operand;
}

/// To a file and back, for every result of a call that lies in the arena.
static void addMoves(Model *model) {
  int32_t count = model->numValues, node = model->numNodes;
  model->outs = ARENA_ARRAY(model->arena, int32_t, count);
  for (int32_t i = 0; i < count; ++i) {
    const ModelValue *value = &model->values[i];
    model->outs[i] = -1;
    if (value->root != i || value->bytes == 0 || value->node < 0 ||
        model->nodes[value->node].kind != MODEL_STEP)
      continue;
    int32_t kept = model->numValues++;
    model->values[kept] = (ModelValue){.node = node, .root = kept};
    model->outs[i] = node;
    model->nodes[node++] = (ModelNode){.kind = MODEL_OUT,
                                       .again = true,
                                       .numOperands = 1,
                                       .operands = operandOf(model, i),
                                       .firstResult = kept,
                                       .numResults = 1};
    model->nodes[node++] = (ModelNode){.kind = MODEL_BACK,
                                       .again = true,
                                       .numOperands = 1,
                                       .operands = operandOf(model, kept),
                                       .firstResult = i,
                                       .numResults = 1};
  }
}

MlirLogicalResult modelBuild(RelaxPassRun *run, MlirOperation function,
                             bool reload, Model *out, bool *known) {
  *out = (Model){
      .arena = run->arena, .function = function, .block = bridgeBody(function)};
  Building building = {.model = out};
  Planner planner;
  SymExpr total;
  planOpen(run, out->block, true, &planner);
  addAll(&building);
  out->probe = planner.probe;
  MlirLogicalResult outcome = planPlaces(&planner, &total);
  *known = mlirLogicalResultIsSuccess(outcome) && measure(&building, &planner);
  modelCountCosts(run, &planner.bounds.facts, out);
  if (reload && *known)
    addMoves(out);
  planClose(&planner);
  hmfree(building.numbers);
  return outcome;
}
