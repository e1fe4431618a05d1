//===- PlanMemoryWrite.c - a plan as text ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Memory.gen.h"
#include "lib/Analysis/SameOperation.h"
#include "lib/Bridge/Core/Values.h"
#include "lib/Transforms/Memory/PlanMemory.h"

MlirOperation planEvictionOf(MlirValue value) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (relaxIsEvict(mlirOpOperandGetOwner(use)))
      return mlirOpOperandGetOwner(use);
  return (MlirOperation){NULL};
}

/// `relax.kill` behind the last use of every view of what has a place, in the
/// order of definition.
static void writeEnds(const Planner *planner) {
  for (intptr_t i = planner->liveness.numBuffers; i-- > 0;) {
    const Buffer *buffer = &planner->liveness.buffers[i];
    if (planner->places[i].kind == PLACE_OWN || planner->places[i].taken)
      continue;
    RelaxKillArgs args = {buffer->value};
    MlirOperation evict = planEvictionOf(buffer->value);
    if (evict.ptr) {
      mlirOperationMoveAfter(evict, buffer->last);
      continue;
    }
    MlirOperation kill =
        relaxKillCreate(mlirOperationGetLocation(buffer->last), &args);
    mlirBlockInsertOwnedOperationAfter(planner->block, buffer->last, kill);
  }
}

static MlirAttribute offsetOf(const Planner *planner, Place place) {
  MlirContext context = planner->run->context;
  if (place.kind == PLACE_OWN)
    return symUnknownAttribute(context);
  if (place.kind == PLACE_EMPTY)
    return symConstAttribute(context, 0);
  return symExprToAttribute(context, planner->plan.blocks[place.block].offset);
}

/// Keeps what else stands on the call.
static void replaceCall(const Planner *planner, MlirOperation op,
                        MlirOperation placed) {
  for (intptr_t i = 0, e = mlirOperationGetNumDiscardableAttributes(op); i < e;
       ++i) {
    MlirNamedAttribute attribute = mlirOperationGetDiscardableAttribute(op, i);
    mlirOperationSetDiscardableAttributeByName(
        placed, mlirIdentifierStr(attribute.name), attribute.attribute);
  }
  mlirBlockInsertOwnedOperationBefore(planner->block, op, placed);
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, i),
                                  mlirOperationGetResult(placed, i));
  mlirOperationDestroy(op);
}

/// The same call with `in %arena at [...]`; `places` are those of its results.
static void placeResults(const Planner *planner, MlirOperation op,
                         MlirValue storage, const Place *places) {
  Arena *arena = planner->run->arena;
  intptr_t inputs = relaxCallTirGetNumInputs(op);
  intptr_t given = relaxCallTirGetNumGiven(op);
  intptr_t results = mlirOperationGetNumResults(op);
  MlirValue *values = ARENA_ARRAY(arena, MlirValue, inputs + given);
  MlirType *types = ARENA_ARRAY(arena, MlirType, results);
  MlirAttribute *offsets = ARENA_ARRAY(arena, MlirAttribute, results);
  for (intptr_t i = 0; i < inputs; ++i)
    values[i] = relaxCallTirGetInputs(op, i);
  for (intptr_t i = 0; i < given; ++i)
    values[inputs + i] = relaxCallTirGetGiven(op, i);
  for (intptr_t i = 0; i < results; ++i) {
    types[i] = mlirValueGetType(mlirOperationGetResult(op, i));
    offsets[i] = offsetOf(planner, places[i]);
  }
  RelaxCallTirArgs args = {
      .numInputs = inputs,
      .inputs = values,
      .storage = storage,
      .numGiven = given,
      .given = values + inputs,
      .callee = relaxCallTirGetCallee(op),
      .symbols = relaxCallTirGetSymbols(op),
      .offsets = mlirArrayAttrGet(planner->run->context, results, offsets),
      .numResultsTypes = results,
      .resultsTypes = types};
  replaceCall(planner, op,
              relaxCallTirCreate(mlirOperationGetLocation(op), &args));
}

/// The same library call with `in %arena at [...] bytes [...]`.
static void placeLibraryResults(const Planner *planner, MlirOperation op,
                                MlirValue storage, const Place *places) {
  Arena *arena = planner->run->arena;
  MlirContext context = planner->run->context;
  intptr_t inputs = relaxCallLibraryGetNumInputs(op);
  intptr_t results = mlirOperationGetNumResults(op);
  MlirValue *values = ARENA_ARRAY(arena, MlirValue, inputs);
  MlirType *types = ARENA_ARRAY(arena, MlirType, results);
  MlirAttribute *offsets = ARENA_ARRAY(arena, MlirAttribute, results);
  MlirAttribute *bytes = ARENA_ARRAY(arena, MlirAttribute, results);
  for (intptr_t i = 0; i < inputs; ++i)
    values[i] = relaxCallLibraryGetInputs(op, i);
  for (intptr_t i = 0; i < results; ++i) {
    types[i] = mlirValueGetType(mlirOperationGetResult(op, i));
    offsets[i] = offsetOf(planner, places[i]);
    bytes[i] = places[i].kind == PLACE_OWN
                   ? offsets[i]
                   : symExprToAttribute(context, places[i].size.bytes);
  }
  RelaxCallLibraryArgs args = {
      .numInputs = inputs,
      .inputs = values,
      .storage = storage,
      .function = relaxCallLibraryGetFunction(op),
      .pure = relaxCallLibraryGetPure(op),
      .arguments = relaxCallLibraryGetArguments(op),
      .offsets = mlirArrayAttrGet(context, results, offsets),
      .bytes = mlirArrayAttrGet(context, results, bytes),
      .binds = relaxCallLibraryGetBinds(op),
      .facts = relaxCallLibraryGetFacts(op),
      .numResultsTypes = results,
      .resultsTypes = types};
  replaceCall(planner, op,
              relaxCallLibraryCreate(mlirOperationGetLocation(op), &args));
}

void planWrite(const Planner *planner, SymExpr total) {
  const Liveness *liveness = &planner->liveness;
  writeEnds(planner);
  MlirValue storage = planInsertArena(planner, total, false),
            file = planInsertFile(planner);
  for (intptr_t i = 0, next; i < liveness->numBuffers; i = next) {
    MlirOperation writer = liveness->buffers[i].writer;
    bool placed = false;
    for (next = i; next < liveness->numBuffers &&
                   mlirOperationEqual(liveness->buffers[next].writer, writer);
         ++next)
      placed |= planner->places[next].kind != PLACE_OWN;
    if (placed && relaxIsCallTir(writer))
      placeResults(planner, writer, storage, &planner->places[i]);
    else if (placed && relaxIsCallLibrary(writer))
      placeLibraryResults(planner, writer, storage, &planner->places[i]);
    else if (placed)
      planWriteMove(planner, i, storage, file);
  }
}

/// How many calls before do the same.
static int64_t callsBefore(Arena *arena, MlirOperation call) {
  MlirValue *operands = bridgeOperands(arena, call);
  int64_t found = 0;
  for (MlirOperation op =
           mlirBlockGetFirstOperation(mlirOperationGetBlock(call));
       !mlirOperationEqual(op, call); op = mlirOperationGetNextInBlock(op))
    found += relaxIsCallTir(op) && operationIsSame(op, call, operands);
  return found;
}

/// Calls that compute again are pure without an arena: with a number, nobody
/// takes them for the first one when the text is read again.
static void numberAgain(const Planner *planner) {
  MlirType type = mlirIntegerTypeGet(planner->run->context, 64);
  for (intptr_t i = planner->liveness.numBuffers; i-- > 0;) {
    MlirOperation op = planner->liveness.buffers[i].writer;
    int64_t before =
        relaxIsCallTir(op) ? callsBefore(planner->run->arena, op) : 0;
    if (before)
      mlirOperationSetDiscardableAttributeByName(
          op, mlirStringRefCreateFromCString("relax.again"),
          mlirIntegerAttrGet(type, before));
  }
}

void planWriteWithout(const Planner *planner) {
  writeEnds(planner);
  for (intptr_t i = 0; i < planner->liveness.numBuffers; ++i)
    if (planEvictionOf(planner->liveness.buffers[i].value).ptr) {
      numberAgain(planner);
      break;
    }
  MlirValue none = {NULL}, file = planInsertFile(planner);
  for (intptr_t i = 0; i < planner->liveness.numBuffers; ++i)
    if (planner->places[i].kind == PLACE_FILE)
      planWriteMove(planner, i, none, file);
}
