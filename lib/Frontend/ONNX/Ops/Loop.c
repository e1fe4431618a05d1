//===- Loop.c - relax.while around a graph --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Ops/Loop.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Lattice.h"
#include "dialects/Relax/Sequence.gen.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Subgraph.h"
#include "lib/Frontend/ONNX/Ops/LoopRows.h"

static MlirValue integerConstant(Importer *importer, int64_t value,
                                 const char *suffix) {
  MlirValue result;
  return importElementsConstant(
             importer, importIntElements(importer, -1, &value), suffix, &result)
             ? result
             : (MlirValue){NULL};
}

bool loopScalar(Importer *importer, const char *what, MlirValue *value) {
  RelaxTensorInfo info;
  int64_t extent;
  bool good = relaxTensorInfo(mlirValueGetType(*value), &info) && info.ranked;
  for (intptr_t i = 0; good && i < info.rank; ++i)
    good = !symAttributeIsConst(info.dims[i], &extent) || extent == 1;
  if (!good)
    return importError(
        importer, "%s: expected one element, got %s", what,
        relaxTypeText(importer->arena, mlirValueGetType(*value)));
  for (intptr_t i = 0; i < info.rank; ++i)
    if (!importEqualDim(importer, value, i,
                        symConstAttribute(importer->context, 1), *value))
      return false;
  if (info.rank)
    *value = graphReshape(importBuilder(importer), *value, 0, NULL);
  return value->ptr != NULL;
}

Loop *loopCreate(Importer *importer, size_t numStates, size_t numRows) {
  Loop *loop = ARENA_NEW(importer->arena, Loop);
  loop->numStates = numStates + 1;
  loop->numRows = numRows;
  loop->states =
      ARENA_ARRAY(importer->arena, LoopState, loop->numStates + numRows);
  loop->rows = ARENA_ARRAY(importer->arena, LoopRows, numRows);
  loop->states[0].name = "";
  return loop;
}

//===----------------------------------------------------------------------===//
// Types of the entry
//===----------------------------------------------------------------------===//

/// Makes the type of a state one that its next value has, too.
static bool generalize(Importer *importer, LoopState *state, bool *changed) {
  RelaxLattice lattice = {.arena = importer->arena, .byNormalForm = true};
  MlirType type = mlirValueGetType(state->next);
  RelaxTensorInfo info = {0}, next = {0};
  bool tensors =
      relaxTensorInfo(state->type, &info) && relaxTensorInfo(type, &next);
  MlirType common = relaxLeastCommonType(&lattice, state->type, type);
  if (tensors ? !mlirTypeEqual(info.elementType, next.elementType) ||
                    info.ranked != next.ranked || info.rank != next.rank
              : relaxIsObjectType(common))
    return importError(importer, "'%s': expected %s from the body, got %s",
                       state->name, relaxTypeText(importer->arena, state->type),
                       relaxTypeText(importer->arena, type));
  if (!tensors) {
    *changed |= !mlirTypeEqual(common, state->type);
    state->type = common;
    return true;
  }
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  MlirAttribute binds;
  for (intptr_t i = 0; i < info.rank; ++i) {
    bool same = state->own[i] || relaxDimEqual(info.dims[i], next.dims[i]);
    dims[i] = same ? info.dims[i] : importBoundSymbol(importer, &binds);
    state->own[i] |= !same;
    *changed |= !same;
  }
  if (info.ranked)
    state->type = relaxTensorTypeOf(info.elementType, info.rank, dims);
  return true;
}

/// A round may give the content of a state that is an optional; after the loop
/// it is the content, too.
static bool wrapNext(Importer *importer, LoopState *state) {
  RelaxOptionalArgs args = {state->next};
  if (!relaxIsOptionalType(state->type) ||
      relaxIsOptionalType(mlirValueGetType(state->next)))
    return true;
  state->wrapped = true;
  return IMPORT_HELPER(importer, "next", Optional, &args, &state->next);
}

static bool unwrapResult(Importer *importer, LoopState *state) {
  RelaxOptionalGetArgs args = {state->result};
  return !state->wrapped ||
         IMPORT_HELPER(importer, "content", OptionalGet, &args, &state->result);
}

/// A block with an argument for every state.
static MlirBlock entryBlock(Importer *importer, const Loop *loop) {
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  for (size_t i = 0; i < loop->numStates; ++i)
    mlirBlockAddArgument(
        block, loop->states[i].type,
        *loop->states[i].name
            ? importNamedLocation(
                  importer, importName(importer->names, loop->states[i].name))
            : importHelperLocation(importer, "round"));
  return block;
}

/// Builds the body once; `*changed` says that its types were not general
/// enough.
static bool buildRound(Importer *importer, Loop *loop, bool *changed) {
  LoopState *states = loop->states;
  for (size_t i = 0; i < loop->numStates; ++i)
    states[i].entry = mlirBlockGetArgument(importer->body, (intptr_t)i);
  if (!loop->round(importer, loop))
    return false;
  states[0].next = composeAdd(importer, states[0].entry,
                              integerConstant(importer, 1, "one"));
  for (size_t i = 0; i < loop->numStates; ++i)
    if (!states[i].next.ptr ||
        !importBindOpen(importer, "next", &states[i].next) ||
        !wrapNext(importer, &states[i]) ||
        !generalize(importer, &states[i], changed))
      return false;
  return true;
}

/// The body whose types hold in every round; null after an error. Each change
/// makes a type more general, of which there are so many, so it ends.
static MlirBlock buildBody(Importer *importer, Loop *loop) {
  MlirBlock outer = importer->body;
  for (;;) {
    bool changed = false;
    MlirBlock body = importer->body = entryBlock(importer, loop);
    bool good = buildRound(importer, loop, &changed);
    importer->body = outer;
    if (good && !changed)
      return body;
    mlirBlockDestroy(body);
    if (!good)
      return (MlirBlock){NULL};
  }
}

//===----------------------------------------------------------------------===//
// The operation
//===----------------------------------------------------------------------===//

static bool finishBody(Importer *importer, const Loop *loop) {
  MlirValue *values = ARENA_ARRAY(importer->arena, MlirValue, loop->numStates);
  for (size_t i = 0; i < loop->numStates; ++i)
    values[i] = loop->states[i].next;
  return importYield(importer, importer->body, values, loop->numStates);
}

static bool finishCondition(Importer *importer, const Loop *loop) {
  MlirBlock block = importer->body;
  MlirValue more = {NULL};
  MlirLocation location = importHelperLocation(importer, "more");
  if (loop->limit.ptr) {
    RelaxLessArgs less = {mlirBlockGetArgument(block, 0), loop->limit};
    if (!importInsert(importer, relaxLessCreate(location, &less), &more))
      return false;
  }
  if (loop->hasCondition && more.ptr) {
    RelaxBitwiseAndArgs both = {more, mlirBlockGetArgument(block, 1)};
    if (!importInsert(importer, relaxBitwiseAndCreate(location, &both), &more))
      return false;
  } else if (loop->hasCondition) {
    more = mlirBlockGetArgument(block, 1);
  }
  RelaxConditionArgs args = {more};
  MlirOperation op = relaxConditionCreate(importer->location, &args);
  return importAppend(block, op);
}

/// What holds of a state after the loop: the region's symbols are others there.
static MlirType resultType(Importer *importer, const LoopState *state,
                           MlirAttribute *binds, intptr_t *count) {
  RelaxTensorInfo info;
  if (!relaxTensorInfo(state->type, &info) || !info.ranked)
    return state->type;
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i) {
    MlirAttribute one;
    dims[i] = info.dims[i];
    if (!state->own[i])
      continue;
    dims[i] = importBoundSymbol(importer, &one);
    binds[(*count)++] = mlirArrayAttrGetElement(one, 0);
  }
  return relaxTensorTypeOf(info.elementType, info.rank, dims);
}

static MlirOperation createWhile(Importer *importer, const Loop *loop) {
  size_t count = loop->numStates;
  MlirValue *inits = ARENA_ARRAY(importer->arena, MlirValue, count);
  MlirType *types = ARENA_ARRAY(importer->arena, MlirType, count);
  MlirAttribute *binds =
      ARENA_ARRAY(importer->arena, MlirAttribute, count * IMPORT_MAX_RANK);
  intptr_t numBinds = 0;
  for (size_t i = 0; i < count; ++i) {
    inits[i] = loop->states[i].init;
    types[i] = resultType(importer, &loop->states[i], binds, &numBinds);
  }
  RelaxWhileArgs args = {
      .numInits = (intptr_t)count,
      .inits = inits,
      .numResultsTypes = (intptr_t)count,
      .resultsTypes = types,
      .binds = numBinds ? mlirArrayAttrGet(importer->context, numBinds, binds)
                        : mlirAttributeGetNull()};
  return relaxWhileCreate(importResultLocation(importer, 0), &args);
}

bool loopBuild(Importer *importer, Loop *loop) {
  MlirBlock outer = importer->body;
  LoopState *counter = &loop->states[0];
  counter->type = relaxTensorTypeOf(importI64(importer), 0, NULL);
  counter->init = integerConstant(importer, 0, "zero");
  for (size_t i = 1; i < loop->numStates; ++i)
    loop->states[i].type = mlirValueGetType(loop->states[i].init);
  MlirBlock body = buildBody(importer, loop);
  if (!body.ptr)
    return false;
  bool good = loopRows(importer, loop, body);
  MlirBlock condition =
      good ? entryBlock(importer, loop) : mlirBlockCreate(0, NULL, NULL);
  importer->body = body;
  good = good && finishBody(importer, loop);
  importer->body = condition;
  good = good && finishCondition(importer, loop);
  importer->body = outer;
  MlirOperation op = {NULL};
  if (good)
    op = createWhile(importer, loop);
  if (!op.ptr) {
    mlirBlockDestroy(condition);
    mlirBlockDestroy(body);
    return false;
  }
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(op, 0), condition);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(op, 1), body);
  mlirBlockAppendOwnedOperation(outer, op);
  for (size_t i = 0; i < loop->numStates; ++i) {
    loop->states[i].result = mlirOperationGetResult(op, (intptr_t)i);
    if (!unwrapResult(importer, &loop->states[i]))
      return false;
  }
  for (size_t i = 0; i < loop->numRows; ++i)
    loop->rows[i].result =
        loop->states[loop->numStates - loop->numRows + i].result;
  return true;
}
