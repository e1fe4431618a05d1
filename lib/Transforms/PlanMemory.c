//===- PlanMemory.c - results of kernels into one arena -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/PlanMemory.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Memory.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Pass.h"

enum { COUNT_PLACED, COUNT_OWN, COUNT_BLOCKS };

/// Where a buffer lies.
typedef enum PlaceKind {
  PLACE_OWN,   // in memory of its own
  PLACE_EMPTY, // in the arena, without a byte
  PLACE_BLOCK, // in `block`
} PlaceKind;

typedef struct Place {
  PlaceKind kind;
  intptr_t block;
} Place;

typedef struct Planner {
  RelaxPassRun *run;
  MlirOperation function;
  MlirBlock entry;
  Facts facts;
  Liveness liveness;
  Place *places; // of the buffers
  Plan plan;
} Planner;

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

typedef struct SymbolQuery {
  MlirBlock entry;
  bool bound;
} SymbolQuery;

/// The arena is made before anything runs: all it knows are the symbols that
/// the arguments bind.
static void requireArgument(StrRef name, void *userData) {
  SymbolQuery *query = userData;
  bool found = false;
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(query->entry); i < e; ++i) {
    const MlirAttribute *dims;
    MlirValue argument = mlirBlockGetArgument(query->entry, i);
    intptr_t rank = symTypeDims(mlirValueGetType(argument), &dims);
    for (intptr_t axis = 0; axis < rank; ++axis) {
      StrRef dim;
      found |= symAttributeIsSymbol(dims[axis], &dim) && strRefEqual(dim, name);
    }
  }
  query->bound &= found;
}

static MlirLogicalResult refuseSize(const Buffer *buffer,
                                    TensorSizeStatus status) {
  if (status == TENSOR_SIZE_OVERFLOW)
    return bridgeEmitOpError(buffer->writer,
                             "result %ld: its size in bytes exceeds 64 bits",
                             (long)buffer->index);
  RelaxTensorInfo info = relaxTensorInfoOf(buffer->value);
  StrBuf text = {0};
  bridgePrintType(info.elementType, &text);
  bridgeEmitOpError(buffer->writer,
                    "result %ld: elements of type '%s' have no size in bytes",
                    (long)buffer->index, strBufText(&text));
  strBufFree(&text);
  return mlirLogicalResultFailure();
}

static MlirLogicalResult planBuffer(Planner *planner, intptr_t index) {
  const Buffer *buffer = &planner->liveness.buffers[index];
  Place *place = &planner->places[index];
  MlirType type = mlirValueGetType(buffer->value);
  *place = (Place){.kind = PLACE_OWN};
  if (buffer->escapes)
    return mlirLogicalResultSuccess();
  TensorSize size;
  TensorSizeStatus status = tensorSizeOf(&planner->facts, type, &size);
  if (status == TENSOR_SIZE_UNKNOWN_SHAPE) // 'relax-to-vm' asks for a shape
    return mlirLogicalResultSuccess();
  if (status != TENSOR_SIZE_OK)
    return refuseSize(buffer, status);
  SymbolQuery query = {planner->entry, true};
  symWalkTypeSymbols(type, requireArgument, &query);
  if (!query.bound)
    return mlirLogicalResultSuccess();
  int64_t bytes;
  place->kind = PLACE_EMPTY;
  if (symExprIsConst(size.bytes, &bytes) && bytes == 0)
    return mlirLogicalResultSuccess();
  place->kind = PLACE_BLOCK;
  place->block = planBlock(&planner->plan, size, buffer->begin, buffer->end);
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// The text
//===----------------------------------------------------------------------===//

/// Behind the last use of every view, in the order of definition.
static void insertKills(const Planner *planner) {
  for (intptr_t i = planner->liveness.numBuffers; i-- > 0;) {
    const Buffer *buffer = &planner->liveness.buffers[i];
    if (planner->places[i].kind == PLACE_OWN)
      continue;
    RelaxKillArgs args = {buffer->value};
    MlirOperation kill =
        relaxKillCreate(mlirOperationGetLocation(buffer->last), &args);
    mlirBlockInsertOwnedOperationAfter(planner->entry, buffer->last, kill);
  }
}

static MlirValue insertArena(const Planner *planner, SymExpr total) {
  MlirContext context = planner->run->context;
  RelaxArenaArgs args = {symExprToAttribute(context, total),
                         relaxObjectTypeGet(context)};
  MlirLocation loc = bridgeNamedLocation(
      strRefFromC("arena"), mlirOperationGetLocation(planner->function));
  MlirOperation arena = relaxArenaCreate(loc, &args);
  mlirBlockInsertOwnedOperation(planner->entry, 0, arena);
  return mlirOperationGetResult(arena, 0);
}

static MlirAttribute offsetOf(const Planner *planner, Place place) {
  MlirContext context = planner->run->context;
  if (place.kind == PLACE_OWN)
    return symUnknownAttribute(context);
  if (place.kind == PLACE_EMPTY)
    return symConstAttribute(context, 0);
  return symExprToAttribute(context, planner->plan.blocks[place.block].offset);
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
  MlirOperation placed =
      relaxCallTirCreate(mlirOperationGetLocation(op), &args);
  for (intptr_t i = 0, e = mlirOperationGetNumDiscardableAttributes(op); i < e;
       ++i) {
    MlirNamedAttribute attribute = mlirOperationGetDiscardableAttribute(op, i);
    mlirOperationSetDiscardableAttributeByName(
        placed, mlirIdentifierStr(attribute.name), attribute.attribute);
  }
  mlirBlockInsertOwnedOperationBefore(planner->entry, op, placed);
  for (intptr_t i = 0; i < results; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, i),
                                  mlirOperationGetResult(placed, i));
  mlirOperationDestroy(op);
}

static void rewrite(const Planner *planner, SymExpr total) {
  const Liveness *liveness = &planner->liveness;
  insertKills(planner);
  MlirValue storage = insertArena(planner, total);
  for (intptr_t i = 0, next; i < liveness->numBuffers; i = next) {
    MlirOperation writer = liveness->buffers[i].writer;
    bool placed = false;
    for (next = i; next < liveness->numBuffers &&
                   mlirOperationEqual(liveness->buffers[next].writer, writer);
         ++next)
      placed |= planner->places[next].kind != PLACE_OWN;
    if (placed)
      placeResults(planner, writer, storage, &planner->places[i]);
  }
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static bool isPlanned(MlirBlock block) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (relaxIsArena(op))
      return true;
  return false;
}

static MlirLogicalResult plan(Planner *planner) {
  Arena *arena = planner->run->arena;
  intptr_t count = planner->liveness.numBuffers, numPlaced = 0;
  planner->places = ARENA_ARRAY(arena, Place, count);
  planner->plan = (Plan){.facts = &planner->facts,
                         .blocks = ARENA_ARRAY(arena, PlannedBlock, count)};
  for (intptr_t i = 0; i < count; ++i) {
    if (mlirLogicalResultIsFailure(planBuffer(planner, i)))
      return mlirLogicalResultFailure();
    numPlaced += planner->places[i].kind != PLACE_OWN;
  }
  SymExpr total;
  SymStatus status = planLayOut(&planner->plan, &total);
  if (status != SYM_OK)
    return bridgeEmitOpError(planner->function, "size of the arena: %s",
                             symStatusText(status));
  if (numPlaced)
    rewrite(planner, total);
  planner->run->counters[COUNT_PLACED] += (uint64_t)numPlaced;
  planner->run->counters[COUNT_OWN] += (uint64_t)(count - numPlaced);
  planner->run->counters[COUNT_BLOCKS] += (uint64_t)planner->plan.numBlocks;
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(RelaxPassRun *run) {
  Planner planner = {
      .run = run,
      .function = run->op,
      .entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(run->op, 0)),
      .facts = {.arena = run->arena}};
  if (!livenessOf(run->arena, run->op, &planner.liveness) ||
      isPlanned(planner.entry))
    return mlirLogicalResultSuccess();
  factsAddOf(&planner.facts, run->op);
  return plan(&planner);
}

static const char *const counters[] = {"buffers-in-arena", "buffers-own",
                                       "arena-blocks"};

const RelaxPass relaxPlanMemoryPass = {
    .name = "relax-plan-memory",
    .summary = "give the results of kernels places in one arena",
    .documentation =
        "Every result of a `relax.call_tir` that does not leave the function "
        "gets an offset in one arena, which is allocated at the entry; both "
        "are formulas in the symbols of the arguments. Tensors share a block "
        "of the arena when their lives do not meet and the prover shows that "
        "the block is large enough; a block may grow for a tensor that is "
        "provably larger. `relax.kill` stands behind the last use of a tensor "
        "through all its views. Results that are returned or passed to a "
        "`relax.call`, and those whose size is not known at the entry, keep "
        "memory of their own (`?`). Functions that are planned already, or "
        "not legalised, are left alone.",
    .anchor = "relax.func",
    .counters = counters,
    .numCounters = sizeof(counters) / sizeof(*counters),
    .run = run,
};
