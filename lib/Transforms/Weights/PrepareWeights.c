//===- PrepareWeights.c - what depends on weights alone runs once ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// docs/language/graph.md. An operation is movable if it is pure and all its
// operands are weights, constants or results of movable operations. What moves
// are the largest expressions: a movable value that something else uses becomes
// a weight. An operation that mostly repeats what it is given (a broadcast)
// stays: the memory of its result would cost more than it saves. A
// convolution's windows move even so, constant ones too: as weights they can be
// packed.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Weights/PrepareWeights.h"
#include "dialects/Relax/Batch.gen.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Walk.h"
#include "lib/Analysis/TensorSize.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>

enum { COUNT_WEIGHTS, COUNT_MOVED };
enum { MAX_GROWTH = 4 }; // bytes of a result per byte of its weights

/// A value that depends on weights alone.
typedef struct WeightValue {
  int64_t bytes; // of the weights behind it, at most its own
  StrRef weight; // one of them, for a name; empty: only constants
} WeightValue;

/// An operation of which all results are such values.
typedef struct WeightOp {
  MlirOperation op;
  bool isLeaf; // a weight, or a constant that stays where it is used
  bool needed; // by the prepare function
} WeightOp;

typedef struct Mover {
  Preparer *preparer;
  struct MoverValue {
    void *key;
    WeightValue value;
  } *values; // stb_ds map
  struct MoverIndex {
    void *key;
    ptrdiff_t value;
  } *index;      // stb_ds map from operations into `ops`
  WeightOp *ops; // stb_ds array, in the order of the block
} Mover;

//===----------------------------------------------------------------------===//
// What depends on weights alone
//===----------------------------------------------------------------------===//

static bool isLeaf(MlirOperation op) {
  return relaxIsGetWeight(op) || relaxIsConstant(op);
}

static void countSymbol(StrRef name, void *userData) {
  (void)name;
  ++*(intptr_t *)userData;
}

/// The weights behind the operands of `op`; false if one is something else.
static bool weightsBehind(Mover *mover, MlirOperation op, WeightValue *out) {
  intptr_t count = mlirOperationGetNumOperands(op);
  *out = (WeightValue){0};
  for (intptr_t i = 0; i < count; ++i) {
    ptrdiff_t at =
        mapFind(mover->values, (void *)mlirOperationGetOperand(op, i).ptr);
    if (at < 0)
      return false;
    const WeightValue *operand = &mover->values[at].value;
    if (__builtin_add_overflow(out->bytes, operand->bytes, &out->bytes))
      return false;
    if (!out->weight.length)
      out->weight = operand->weight;
  }
  return count > 0;
}

static bool isMovable(Mover *mover, MlirOperation op, WeightValue *behind) {
  intptr_t symbols = 0, results = mlirOperationGetNumResults(op);
  // What is deferred is not there when weights are set.
  if (results == 0 || mlirOperationGetNumRegions(op) > 0 || !bridgeIsPure(op) ||
      relaxIsDefer(op) || relaxIsForce(op) || prepareLeavesToProducts(op) ||
      !weightsBehind(mover, op, behind))
    return false;
  symWalkOperationSymbols(op, countSymbol, &symbols);
  int64_t total = 0, limit;
  for (intptr_t i = 0; i < results; ++i) {
    int64_t bytes;
    if (!tensorLiteralBytes(mlirValueGetType(mlirOperationGetResult(op, i)),
                            &bytes) ||
        __builtin_add_overflow(total, bytes, &total))
      return false;
  }
  if (prepareIsWindowWeight(op))
    behind->bytes = total;
  return symbols == 0 &&
         (__builtin_mul_overflow(behind->bytes, MAX_GROWTH, &limit) ||
          total <= limit);
}

static bool leafValue(MlirOperation op, WeightValue *out) {
  *out = (WeightValue){0};
  if (relaxIsGetWeight(op))
    out->weight = bridgeRefName(relaxGetWeightGetWeight(op));
  return tensorLiteralBytes(mlirValueGetType(mlirOperationGetResult(op, 0)),
                            &out->bytes);
}

static void classify(Mover *mover, MlirOperation op) {
  WeightValue behind;
  bool leaf = isLeaf(op), windows = leaf && prepareIsWindowWeight(op);
  if (leaf ? !leafValue(op, &behind) : !isMovable(mover, op, &behind))
    return;
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    struct MoverValue entry = {(void *)result.ptr, behind};
    // What was cut down may not be blown up again later.
    int64_t bytes = 0;
    tensorLiteralBytes(mlirValueGetType(result), &bytes);
    if (bytes < entry.value.bytes)
      entry.value.bytes = bytes;
    hmputs(mover->values, entry);
  }
  struct MoverIndex index = {op.ptr, arrlen(mover->ops)};
  hmputs(mover->index, index);
  WeightOp entry = {.op = op, .isLeaf = leaf && !windows};
  arrput(mover->ops, entry);
}

//===----------------------------------------------------------------------===//
// What moves
//===----------------------------------------------------------------------===//

/// Used by something that stays.
static bool isUsedOutside(Mover *mover, MlirValue value) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (mapFind(mover->index, mlirOpOperandGetOwner(use).ptr) < 0)
      return true;
  return false;
}

static bool isUsedByNeeded(Mover *mover, MlirValue value) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    ptrdiff_t at = mapFind(mover->index, mlirOpOperandGetOwner(use).ptr);
    if (at >= 0 && mover->ops[mover->index[at].value].needed)
      return true;
  }
  return false;
}

/// Users stand behind: from the last to the first.
static bool markNeeded(Mover *mover) {
  bool any = false;
  for (ptrdiff_t i = arrlen(mover->ops); i-- > 0;) {
    WeightOp *entry = &mover->ops[i];
    for (intptr_t r = 0, e = mlirOperationGetNumResults(entry->op); r < e;
         ++r) {
      MlirValue result = mlirOperationGetResult(entry->op, r);
      entry->needed |= isUsedByNeeded(mover, result) ||
                       (!entry->isLeaf && isUsedOutside(mover, result));
    }
    any |= entry->needed;
  }
  return any;
}

static StrRef nameFor(Mover *mover, MlirValue value, StrBuf *text) {
  StrRef given =
      bridgeLocationName(mlirOperationGetLocation(mlirOpResultGetOwner(value)));
  if (given.length)
    return given;
  StrRef weight = mapEntry(mover->values, (void *)value.ptr)->value.weight;
  if (!weight.length)
    weight = strRefFromC("constant");
  strBufAppendFormat(text, "%.*s_prepared", (int)weight.length, weight.data);
  return (StrRef){text->data, text->length};
}

/// The value becomes a weight; all its uses read that.
static void replace(Mover *mover, MlirOperation op, MlirValue value) {
  StrBuf text = {0};
  StrRef name = nameFor(mover, value, &text);
  RelaxGetWeightArgs args = {preparerWeight(mover->preparer, value, name),
                             mlirValueGetType(value)};
  strBufFree(&text);
  MlirOperation get = relaxGetWeightCreate(mlirOperationGetLocation(op), &args);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, get);
  mlirValueReplaceAllUsesOfWith(value, mlirOperationGetResult(get, 0));
}

static bool isUnused(MlirOperation op) {
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    if (!mlirOpOperandIsNull(
            mlirValueGetFirstUse(mlirOperationGetResult(op, i))))
      return false;
  return true;
}

static void move(Mover *mover) {
  uint64_t *counters = mover->preparer->run->counters;
  for (ptrdiff_t i = 0; i < arrlen(mover->ops); ++i)
    if (mover->ops[i].needed)
      preparerAdd(mover->preparer, mover->ops[i].op);
  for (ptrdiff_t i = 0; i < arrlen(mover->ops); ++i) {
    MlirOperation op = mover->ops[i].op;
    if (mover->ops[i].isLeaf || !mover->ops[i].needed)
      continue;
    ++counters[COUNT_MOVED];
    for (intptr_t r = 0, e = mlirOperationGetNumResults(op); r < e; ++r)
      if (isUsedOutside(mover, mlirOperationGetResult(op, r)))
        replace(mover, op, mlirOperationGetResult(op, r));
  }
  for (ptrdiff_t i = arrlen(mover->ops); i-- > 0;)
    if (isUnused(mover->ops[i].op))
      mlirOperationDestroy(mover->ops[i].op);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Versions for other extents are expected to run, too; a branch may never.
static void classifyBlock(Mover *mover, MlirBlock block) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    classify(mover, op);
    for (intptr_t r = 0;
         relaxIsDispatch(op) && r < mlirOperationGetNumRegions(op); ++r)
      classifyBlock(mover, bridgeBlock(op, r));
  }
}

static void moveOutOf(Preparer *preparer, MlirOperation function) {
  MlirBlock block = bridgeBody(function);
  if (!block.ptr)
    return;
  Mover mover = {.preparer = preparer};
  classifyBlock(&mover, block);
  if (markNeeded(&mover))
    move(&mover);
  hmfree(mover.values);
  hmfree(mover.index);
  arrfree(mover.ops);
}

static MlirLogicalResult run(RelaxPassRun *run) {
  Preparer preparer;
  if (mlirLogicalResultIsFailure(preparedMerge(run)))
    return mlirLogicalResultFailure();
  if (mlirLogicalResultIsFailure(preparerStart(&preparer, run))) {
    preparerFinish(&preparer);
    return mlirLogicalResultFailure();
  }
  ptrdiff_t before = arrlen(preparer.results);
  // Nothing moves out of what runs while weights are prepared: it would read
  // weights that are not there yet.
  MlirOperation *atLoad = NULL;
  if (preparer.function.ptr)
    arrput(atLoad, preparer.function);
  prepareAddCallees(run->op, &atLoad);
  for (MlirOperation op = {NULL};
       !preparer.isLowered && (op = bridgeNext(run->op, op, relaxIsFunc)).ptr;)
    if (bridgeIndexOf(atLoad, arrlen(atLoad), op) < 0 &&
        !mlirOperationEqual(op, preparer.function)) // made by this run
      moveOutOf(&preparer, op);
  arrfree(atLoad);
  run->counters[COUNT_WEIGHTS] += (uint64_t)(arrlen(preparer.results) - before);
  preparerFinish(&preparer);
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxPrepareWeightsPass = {
    .name = "relax-prepare-weights",
    .summary = "compute once at load what depends on weights alone",
    .documentation =
        "The largest pure expressions of functions over "
        "`relax.get_weight` and `relax.constant` (transposes, casts, packing, "
        "kernels on weights alone) move into one private function without "
        "arguments, which runs when the program is loaded. Its results are "
        "weights of the module, `relax.weight @w : ... prepared by @prepare`, "
        "which results name, `{relax.prepares = @w}`, and all functions share "
        "them. Equal expressions are computed once. They may stand in versions "
        "of a "
        "`relax.dispatch`, but not in other regions, which may never run. What "
        "an existing prepare function "
        "calls "
        "is left as it is. A result that is more than four times "
        "as large as the weights behind it stays where it is (but not the "
        "windows of a convolution, which may be constants as well), and so do "
        "a cast to a wider type and a turned large matrix that only products "
        "use, and every decoding of block-quantised elements. An existing "
        "prepare function is extended, and where there are several the first "
        "one comes to prepare what all do. Shape deduction should come first: "
        "it does not look into weights.",
    .anchor = "builtin.module",
    .counters = {"weights-prepared", "operations-moved"},
    .run = run,
};
