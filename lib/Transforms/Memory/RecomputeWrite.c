//===- RecomputeWrite.c - plans with evictions as text --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Memory/RecomputeWrite.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Memory.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Sym/Clone.h"
#include "lib/Bridge/Core/Blocks.h"

#include <stb/stb_ds.h>

typedef struct Arm {
  MlirOperation function; // that is written
  const Level *level;
  LevelLife life;
  MlirBlock block;
  MlirValue *values; // of instances
} Arm;

//===----------------------------------------------------------------------===//
// Items
//===----------------------------------------------------------------------===//

/// `%t_out` of `%t`, and `%t_again`.
static MlirLocation namedAfter(const Arm *arm, int32_t value,
                               const char *suffix) {
  const Model *model = arm->level->model;
  MlirLocation loc =
      mlirOperationGetLocation(model->nodes[model->values[value].node].op);
  StrRef name = bridgeLocationName(loc);
  if (!name.length)
    return loc;
  StrBuf text = {0};
  strBufAppendFormat(&text, "%.*s_%s", (int)name.length, name.data, suffix);
  while (mlirLocationIsAName(loc))
    loc = mlirLocationNameGetChildLoc(loc);
  loc = bridgeNamedLocation((StrRef){text.data, text.length}, loc);
  strBufFree(&text);
  return loc;
}

/// To a file, or back.
static MlirOperation move(const Arm *arm, const MlirValue *values,
                          const LevelItem *item) {
  const Model *model = arm->level->model;
  const ModelNode *node = &model->nodes[item->node];
  MlirValue tensor = values[arm->level->operands[item->firstOperand]];
  MlirType type = mlirValueGetType(tensor);
  if (node->kind == MODEL_OUT) {
    RelaxWriteOutArgs args = {.tensor = tensor, .resultType = type};
    return relaxWriteOutCreate(namedAfter(arm, node->operands[0], "out"),
                               &args);
  }
  RelaxReadBackArgs args = {.tensor = tensor, .resultType = type};
  return relaxReadBackCreate(namedAfter(arm, node->firstResult, "again"),
                             &args);
}

/// What regions of a copy read, which the arm has under other names.
typedef struct Captured {
  const Arm *arm;
  const MlirValue *values;
  const LevelItem *item;
} Captured;

static MlirWalkResult setCaptured(MlirOperation op, void *userData) {
  const Captured *captured = userData;
  const Model *model = captured->arm->level->model;
  const ModelNode *node = &model->nodes[captured->item->node];
  const int32_t *operands =
      &captured->arm->level->operands[captured->item->firstOperand];
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    for (int32_t k = 0; k < node->numOperands; ++k)
      if (mlirValueEqual(mlirOperationGetOperand(op, i),
                         model->values[node->operands[k]].value)) {
        mlirOperationSetOperand(op, i, captured->values[operands[k]]);
        break;
      }
  return MlirWalkResultAdvance;
}

static MlirOperation clone(const Arm *arm, const MlirValue *values,
                           const LevelItem *item) {
  const ModelNode *node = &arm->level->model->nodes[item->node];
  if (!node->op.ptr)
    return move(arm, values, item);
  if (mlirOperationGetNumRegions(node->op)) {
    Captured captured = {arm, values, item};
    MlirOperation op = symCloneFresh(node->op, arm->function, NULL);
    mlirOperationWalk(op, setCaptured, &captured, MlirWalkPreOrder);
    return op;
  }
  MlirOperation op = mlirOperationClone(node->op);
  for (int32_t i = 0; i < node->numOperands; ++i)
    mlirOperationSetOperand(
        op, i, values[arm->level->operands[item->firstOperand + i]]);
  return op;
}

static void setResults(const Arm *arm, MlirValue *values, const LevelItem *item,
                       MlirOperation op) {
  const ModelNode *node = &arm->level->model->nodes[item->node];
  for (int32_t i = 0; i < node->numResults; ++i)
    values[item->firstResult + i] = mlirOperationGetResult(op, i);
}

/// What items from `first` to `end` read and do not make: instances, in order.
static int32_t *inputsOf(const Arm *arm, int32_t first, int32_t end) {
  const Level *level = arm->level;
  int32_t *inputs = NULL;
  for (int32_t i = first; i < end; ++i) {
    const LevelItem *item = &level->items[i];
    for (int32_t k = 0; k < level->model->nodes[item->node].numOperands; ++k) {
      int32_t instance = level->operands[item->firstOperand + k];
      bool known = arm->life.firstItem[instance] >= first &&
                   arm->life.firstItem[instance] < end;
      for (ptrdiff_t j = 0; !known && j < arrlen(inputs); ++j)
        known = inputs[j] == instance;
      if (!known)
        arrput(inputs, instance);
    }
  }
  return inputs;
}

static void fillRestore(const Arm *arm, MlirOperation op, int32_t first,
                        int32_t end, const int32_t *inputs, int32_t again) {
  Arena *arena = arm->level->model->arena;
  MlirValue *values =
      ARENA_ARRAY(arena, MlirValue, arrlen(arm->level->instances));
  MlirBlock body = mlirBlockCreate(0, NULL, NULL);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(op, 0), body);
  for (ptrdiff_t i = 0; i < arrlen(inputs); ++i) {
    MlirValue input = arm->values[inputs[i]];
    values[inputs[i]] = mlirBlockAddArgument(body, mlirValueGetType(input),
                                             mlirValueGetLocation(input));
  }
  for (int32_t i = first; i < end; ++i) {
    MlirOperation inner = clone(arm, values, &arm->level->items[i]);
    mlirBlockAppendOwnedOperation(body, inner);
    setResults(arm, values, &arm->level->items[i], inner);
  }
  RelaxYieldArgs yield = {1, &values[again]};
  mlirBlockAppendOwnedOperation(
      body, relaxYieldCreate(mlirOperationGetLocation(op), &yield));
}

/// The items of a restore; returns where they end.
static int32_t writeRestore(const Arm *arm, int32_t first) {
  const Level *level = arm->level;
  int32_t number = level->items[first].restore, end = first;
  while (end < arrlen(level->items) && level->items[end].restore == number)
    ++end;
  int32_t again = level->restores[number].again;
  int32_t *inputs = inputsOf(arm, first, end);
  Arena *arena = level->model->arena;
  MlirValue *values = ARENA_ARRAY(arena, MlirValue, arrlen(inputs));
  for (ptrdiff_t i = 0; i < arrlen(inputs); ++i)
    values[i] = arm->values[inputs[i]];
  RelaxRestoreArgs args = {
      arrlen(inputs), values,
      mlirValueGetType(
          level->model->values[level->instances[again].value].value)};
  MlirOperation op = relaxRestoreCreate(
      namedAfter(arm, level->instances[again].value, "again"), &args);
  fillRestore(arm, op, first, end, inputs, again);
  mlirBlockAppendOwnedOperation(arm->block, op);
  arm->values[again] = mlirOperationGetResult(op, 0);
  arrfree(inputs);
  return end;
}

static MlirAttribute costAttribute(const Model *model, int64_t cost) {
  MlirContext context = mlirOperationGetContext(model->function);
  return cost < 0 ? (MlirAttribute){NULL}
                  : mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), cost);
}

/// `relax.evict` behind the last uses that lie in these items.
static void writeEvictions(const Arm *arm, int32_t first, int32_t end) {
  const Level *level = arm->level;
  for (ptrdiff_t i = 0; i < arrlen(level->restores); ++i) {
    int32_t evicted = level->restores[i].evicted;
    int32_t last = arm->life.lastItem[evicted] >= 0
                       ? arm->life.lastItem[evicted]
                       : arm->life.firstItem[evicted];
    if (last < first || last >= end || !arm->values[evicted].ptr)
      continue;
    RestoreCosts costs = level->restores[i].costs;
    RelaxEvictArgs args = {arm->values[evicted],
                           costAttribute(level->model, costs.regenerate),
                           costAttribute(level->model, costs.reload)};
    mlirBlockAppendOwnedOperation(
        arm->block,
        relaxEvictCreate(mlirOperationGetLocation(level->model->function),
                         &args));
  }
}

//===----------------------------------------------------------------------===//
// Arms
//===----------------------------------------------------------------------===//

/// Of a value that goes out: computed again, it is another one.
static MlirValue newest(const Arm *arm, int32_t value) {
  int32_t instance = arm->life.newest[value];
  while (!arm->values[instance].ptr)
    instance = arm->life.older[instance];
  return arm->values[instance];
}

static void writeArm(MlirOperation function, const Level *level,
                     MlirOperation dispatch, intptr_t arm) {
  const Model *model = level->model;
  Arm writer = {
      .function = function,
      .level = level,
      .life = levelLife(level),
      .block = mlirBlockCreate(0, NULL, NULL),
      .values = ARENA_ARRAY(model->arena, MlirValue, arrlen(level->instances))};
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(dispatch, arm),
                             writer.block);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(dispatch); i < e; ++i) {
    MlirValue input = mlirOperationGetOperand(dispatch, i);
    MlirValue argument = mlirBlockAddArgument(
        writer.block, mlirValueGetType(input), mlirValueGetLocation(input));
    if (i + 1 < e) // the last is the level
      writer.values[i] = argument;
  }
  for (int32_t i = 0, next; i < arrlen(level->items); i = next) {
    next = i + 1;
    if (level->items[i].restore != LEVEL_NONE) {
      next = writeRestore(&writer, i);
    } else {
      MlirOperation op = clone(&writer, writer.values, &level->items[i]);
      mlirBlockAppendOwnedOperation(writer.block, op);
      setResults(&writer, writer.values, &level->items[i], op);
    }
    writeEvictions(&writer, i, next);
  }
  MlirValue *yielded = ARENA_ARRAY(model->arena, MlirValue, model->numReturned);
  for (int32_t i = 0; i < model->numReturned; ++i)
    yielded[i] = newest(&writer, model->returned[i]);
  RelaxYieldArgs yield = {model->numReturned, yielded};
  mlirBlockAppendOwnedOperation(
      writer.block,
      relaxYieldCreate(mlirOperationGetLocation(dispatch), &yield));
  levelLifeFree(&writer.life);
}

static MlirAttribute guardsOf(MlirContext context, Arena *arena, StrRef name,
                              intptr_t count) {
  MlirAttribute *guards = ARENA_ARRAY(arena, MlirAttribute, count);
  for (intptr_t i = 0; i + 1 < count; ++i) {
    SymFact fact = {.kind = SYM_FACT_EQ,
                    .lhs = symExprSymbol(arena, name),
                    .rhs = symExprConst(arena, i)};
    MlirAttribute equal = symFactToAttribute(context, fact);
    guards[i] = mlirArrayAttrGet(context, 1, &equal);
  }
  return mlirArrayAttrGet(context, count - 1, guards);
}

static MlirOperation createLevel(MlirLocation loc, Arena *arena, StrRef name,
                                 const LevelBytes *bytes, intptr_t count) {
  MlirContext context = mlirLocationGetContext(loc);
  MlirAttribute *levels = ARENA_ARRAY(arena, MlirAttribute, count),
                *reloads = ARENA_ARRAY(arena, MlirAttribute, count);
  bool any = false;
  for (intptr_t i = 0; i < count; ++i) {
    levels[i] = symExprToAttribute(context, bytes[i].taken);
    reloads[i] = symExprToAttribute(context, bytes[i].reloads);
    any |= !symExprEqual(bytes[i].reloads, symExprConst(arena, 0));
  }
  MlirAttribute bound = mlirStringAttrGet(context, strRefToMlir(name)),
                dim = symSymbolAttribute(context, name);
  RelaxMemoryLevelArgs args = {
      .levels = mlirArrayAttrGet(context, count, levels),
      .reloads = any ? mlirArrayAttrGet(context, count, reloads)
                     : (MlirAttribute){NULL},
      .binds = mlirArrayAttrGet(context, 1, &bound),
      .resultType = relaxShapeTypeGet(context, true, 1, &dim)};
  return relaxMemoryLevelCreate(bridgeNamedLocation(name, loc), &args);
}

static MlirOperation createDispatch(MlirOperation function, MlirBlock block,
                                    MlirOperation level, StrRef name,
                                    Arena *arena, intptr_t count) {
  MlirOperation end = mlirBlockGetTerminator(block);
  intptr_t numArguments = mlirBlockGetNumArguments(block),
           numResults = mlirOperationGetNumOperands(end);
  MlirValue *inputs = ARENA_ARRAY(arena, MlirValue, numArguments + 1);
  MlirType *types = ARENA_ARRAY(arena, MlirType, numResults);
  for (intptr_t i = 0; i < numArguments; ++i)
    inputs[i] = mlirBlockGetArgument(block, i);
  inputs[numArguments] = mlirOperationGetResult(level, 0);
  for (intptr_t i = 0; i < numResults; ++i)
    types[i] = mlirValueGetType(mlirOperationGetOperand(end, i));
  RelaxDispatchArgs args = {
      .numInputs = numArguments + 1,
      .inputs = inputs,
      .guards = guardsOf(mlirOperationGetContext(function), arena, name, count),
      .numResultsTypes = numResults,
      .resultsTypes = types,
      .numRegions = count};
  return relaxDispatchCreate(mlirOperationGetLocation(function), &args);
}

/// All but the terminator, and what is said of all plans.
static void clear(MlirBlock block, MlirOperation firstNew) {
  MlirOperation *old = NULL;
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationEqual(op, firstNew); op = mlirOperationGetNextInBlock(op))
    if (!relaxIsMemoryLimit(op))
      arrput(old, op);
  while (arrlen(old))
    mlirOperationDestroy(arrpop(old));
  arrfree(old);
}

MlirOperation levelsWrite(MlirOperation function, const Level *levels,
                          const LevelBytes *bytes, intptr_t count) {
  Arena *arena = levels[0].model->arena;
  MlirBlock block = bridgeBody(function);
  StrRef *used;
  size_t numUsed = symNamesIn(function, arena, &used);
  StrRef name = symFreshName(arena, strRefFromC("level"), used, numUsed);
  MlirOperation end = mlirBlockGetTerminator(block);
  MlirOperation level = createLevel(mlirOperationGetLocation(function), arena,
                                    name, bytes, count);
  mlirBlockInsertOwnedOperationBefore(block, end, level);
  MlirOperation dispatch =
      createDispatch(function, block, level, name, arena, count);
  mlirBlockInsertOwnedOperationBefore(block, end, dispatch);
  for (intptr_t i = 0; i < count; ++i)
    writeArm(function, &levels[i], dispatch, i);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(end); i < e; ++i)
    mlirOperationSetOperand(end, i, mlirOperationGetResult(dispatch, i));
  clear(block, level);
  return dispatch;
}
