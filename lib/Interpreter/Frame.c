//===- Frame.c - runs the operations of a function ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A value lives from its operation to its last use, so that large models fit
// into memory.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Region.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Interpreter/Module.h"
#include "lib/Runtime/Container.h"
#include "lib/Runtime/Pool.h"
#include "lib/Support/Map.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <stb/stb_ds.h>
#pragma clang diagnostic pop

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void evalFrameSet(EvalFrame *frame, MlirValue value, RelaxTensor tensor) {
  EvalValue entry = {value.ptr, tensor, 0};
  for (MlirOpOperand use = mlirValueGetFirstUse(value); use.ptr;
       use = mlirOpOperandGetNextUse(use))
    ++entry.uses;
  if (entry.uses == 0)
    relaxTensorRelease(&entry.tensor);
  else
    hmputs(frame->values, entry);
}

/// One use less; uses in a region end with the operation that has it, because
/// the region may run more than once, or not at all.
static void useValue(EvalFrame *frame, MlirValue value, MlirBlock block) {
  if (!mlirBlockEqual(bridgeBlockOf(value), block))
    return;
  EvalValue *entry = mapEntry(frame->values, (const void *)value.ptr);
  assert(entry && entry->uses > 0);
  if (--entry->uses > 0)
    return;
  relaxTensorRelease(&entry->tensor);
  mapRemove(frame->values, (const void *)value.ptr);
}

typedef struct Uses {
  EvalFrame *frame;
  MlirBlock block;
} Uses;

static void useCaptured(MlirValue value, void *userData) {
  Uses *uses = userData;
  useValue(uses->frame, value, uses->block);
}

static void useAll(EvalFrame *frame, MlirOperation op) {
  Uses uses = {frame, mlirOperationGetBlock(op)};
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    useValue(frame, mlirOperationGetOperand(op, i), uses.block);
  symWalkCaptured(op, useCaptured, &uses);
}

const RelaxTensor *evalFrameGet(const EvalFrame *frame, MlirValue value) {
  return &mapEntry(frame->values, (const void *)value.ptr)->tensor;
}

RelaxTensor *evalFrameOperands(EvalFrame *frame, Arena *arena, MlirOperation op,
                               intptr_t count) {
  RelaxTensor *operands = ARENA_ARRAY(arena, RelaxTensor, count);
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    operands[i] = mapEntry(frame->values, (const void *)value.ptr)->tensor;
  }
  return operands;
}

void evalFrameRelease(EvalFrame *frame) {
  for (ptrdiff_t i = 0; i < hmlen(frame->values); ++i)
    relaxTensorRelease(&frame->values[i].tensor);
  hmfree(frame->values);
  arenaDestroy(frame->arena);
}

//===----------------------------------------------------------------------===//
// One operation
//===----------------------------------------------------------------------===//

/// `'relax.add' %y`, for messages and the origins of symbols.
static const char *subjectOf(MlirOperation op, Arena *arena) {
  StrBuf text = {0};
  StrRef name = bridgeOpName(op);
  StrRef value = bridgeLocationName(mlirOperationGetLocation(op));
  strBufAppendFormat(&text, "'%.*s'%s%.*s", (int)name.length, name.data,
                     value.length ? " %" : "", (int)value.length, value.data);
  return arenaKeep(arena, &text).data;
}

/// What the declared types, `binds` and `where` of an operation say.
static bool checkResults(EvalStep *step, const char *subject) {
  EvalFrame *frame = step->frame;
  MlirAttribute binds = bridgeInherent(step->op, "binds");
  for (intptr_t i = 0; i < step->numResults; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(step->op, i));
    if (!evalCheckKind(type, &step->results[i], subject, step->error))
      return false;
    evalBindDims(frame, type, &step->results[i], subject, binds, false);
  }
  for (intptr_t i = 0; i < step->numResults; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(step->op, i));
    if (!evalCheckDims(frame, type, &step->results[i], subject, step->error))
      return false;
  }
  return evalCheckFacts(frame, bridgeInherent(step->op, "facts"), subject,
                        step->error);
}

/// Operations that move elements leave strings where they were.
static bool ownStrings(EvalStep *step) {
  for (intptr_t i = 0; i < step->numResults; ++i) {
    RelaxTensor *result = &step->results[i];
    if (result->dtype == RELAX_STRING && !result->storage->release &&
        !relaxStringsOwn(result, step->error))
      return false;
  }
  return true;
}

static bool refuse(EvalStep *step) {
  return relaxFail(step->error,
                   "reference mode does not execute this operation; run the "
                   "text of another stage, or this text with "
                   "'--mode=compiled'");
}

/// Says where the error is. A function that calls itself says it once.
static void addContext(EvalStep *step, const char *subject) {
  StrBuf text = {0};
  bool placed = bridgePrintPlace(mlirOperationGetLocation(step->op), &text);
  if (subject)
    strBufAppendFormat(&text, "%s%s", placed ? ": " : "", subject);
  if (text.length && !strstr(relaxErrorText(step->error), strBufText(&text)))
    relaxErrorContext(step->error, "%s", strBufText(&text));
  strBufFree(&text);
}

static bool evaluate(EvalStep *step) {
  const EvalEntry *entry =
      evalFind(step->frame->interpreter, bridgeOpName(step->op));
  // Symbol origins keep the subject.
  const char *subject = subjectOf(step->op, step->frame->arena);
  step->rule = entry ? entry->rule : NULL;
  bool ran = !entry                          ? refuse(step)
             : !evalOperandsAreWritten(step) ? false
             : evalIsRagged(step->op)
                 ? evalInstances(step, entry->evaluate)
                 : evalRounded(step, entry->evaluate) && ownStrings(step);
  if (ran && (evalIsInstruction(step->op) || checkResults(step, subject)))
    return true;
  addContext(step, ran ? NULL : subject);
  return false;
}

/// What grows without end is an error of the call, not of the machine.
static bool isWithinMemory(const RelaxInterpreter *interpreter,
                           RelaxError *error) {
  int64_t values = relaxPoolLive() - interpreter->memoryBefore;
  return values <= 0 || (uint64_t)values <= interpreter->maxMemory ||
         relaxFail(error,
                   "a call needs more than %" PRIu64 " bytes for its values",
                   interpreter->maxMemory);
}

bool evalFrameExecute(EvalFrame *frame, MlirOperation op, RelaxError *error) {
  if (!evalVisit(frame->interpreter, op, error) ||
      !isWithinMemory(frame->interpreter, error))
    return false;
  Arena *arena = arenaCreate();
  intptr_t numOperands = mlirOperationGetNumOperands(op);
  RelaxTensor *operands = evalFrameOperands(frame, arena, op, numOperands);
  const RelaxTensor **pointers =
      ARENA_ARRAY(arena, const RelaxTensor *, numOperands);
  for (intptr_t i = 0; i < numOperands; ++i)
    pointers[i] = &operands[i];
  EvalStep step = {.frame = frame,
                   .op = op,
                   .operands = pointers,
                   .numOperands = numOperands,
                   .numResults = mlirOperationGetNumResults(op),
                   .error = error,
                   .arena = arena};
  step.results = ARENA_ARRAY(arena, RelaxTensor, step.numResults);
  bool good = evaluate(&step);
  for (intptr_t i = 0; good && i < step.numResults; ++i)
    if (relaxTensorCount(&step.results[i]) > 0)
      evalShowValue(&step, mlirOperationGetResult(op, i), &step.results[i]);
  for (intptr_t i = 0; i < step.numResults; ++i) {
    if (good)
      evalFrameSet(frame, mlirOperationGetResult(op, i), step.results[i]);
    else
      relaxTensorRelease(&step.results[i]);
  }
  if (good)
    useAll(frame, op);
  arenaDestroy(arena);
  return good;
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// As a function is entered: what the entry binds first, then what it says.
static bool enterRegion(EvalStep *step, MlirBlock block, MlirAttribute facts,
                        const RelaxTensor *const *arguments) {
  EvalFrame *frame = step->frame;
  MlirAttribute binds = symRegionBinds(step->op);
  intptr_t count = mlirBlockGetNumArguments(block);
  const char **subjects = ARENA_ARRAY(frame->arena, const char *, count);
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue argument = mlirBlockGetArgument(block, i);
    StrRef name = bridgeLocationName(mlirValueGetLocation(argument));
    if (evalIsInstruction(step->op)) {
      evalFrameSet(frame, argument, relaxTensorShare(arguments[i]));
      continue;
    }
    StrBuf text = {0};
    strBufAppendFormat(&text, "argument %ld", (long)i);
    if (name.length)
      strBufAppendFormat(&text, " (%%%.*s)", (int)name.length, name.data);
    subjects[i] = arenaKeep(frame->arena, &text).data;
    if (!evalCheckKind(mlirValueGetType(argument), arguments[i], subjects[i],
                       step->error))
      return false;
    evalBindDims(frame, mlirValueGetType(argument), arguments[i], subjects[i],
                 binds, false);
  }
  for (intptr_t i = 0; i < count && !evalIsInstruction(step->op); ++i) {
    MlirValue argument = mlirBlockGetArgument(block, i);
    if (!evalCheckDims(frame, mlirValueGetType(argument), arguments[i],
                       subjects[i], step->error))
      return false;
    evalFrameSet(frame, argument, relaxTensorShare(arguments[i]));
  }
  return evalCheckFacts(frame, facts, "at the entry", step->error);
}

bool evalRegion(EvalStep *step, intptr_t region, MlirAttribute facts,
                const RelaxTensor *const *arguments, RelaxTensor *results,
                intptr_t numResults) {
  EvalFrame *frame = step->frame;
  MlirBlock block = bridgeBlock(step->op, region);
  size_t numSymbols = frame->numSymbols;
  for (intptr_t i = 0; i < numResults; ++i)
    results[i] = (RelaxTensor){0};
  bool good = enterRegion(step, block, facts, arguments);
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; good && !bridgeIsTerminator(op); op = mlirOperationGetNextInBlock(op))
    good = evalFrameExecute(frame, op, step->error);
  if (good) {
    Arena *arena = arenaCreate();
    RelaxTensor *values = evalFrameOperands(frame, arena, op, numResults);
    for (intptr_t i = 0; i < numResults; ++i)
      results[i] = relaxTensorShare(&values[i]);
    useAll(frame, op);
    arenaDestroy(arena);
  }
  frame->numSymbols = numSymbols;
  return good;
}
