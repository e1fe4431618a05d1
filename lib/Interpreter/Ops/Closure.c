//===- Closure.c - functions as values ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A function that is a value remembers the operation that made it, the values
// that it captured, and behind them the extents of the symbols that it names,
// or, of a relax.closure, that it passes. A relax.lambda runs in a frame of its
// own, into which these are put back.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Clone.h"
#include "dialects/Sym/Region.h"
#include "lib/Interpreter/DeepStack.h"
#include "lib/Runtime/Container.h"

//===----------------------------------------------------------------------===//
// What is captured
//===----------------------------------------------------------------------===//

/// Values from around a region, each once, in the order of their first use.
typedef struct Captured {
  Arena *arena;
  MlirValue *values;
  size_t count, capacity;
} Captured;

static void addCaptured(MlirValue value, void *userData) {
  Captured *captured = userData;
  for (size_t i = 0; i < captured->count; ++i)
    if (mlirValueEqual(captured->values[i], value))
      return;
  captured->values =
      arenaGrow(captured->arena, captured->values, captured->count,
                &captured->capacity, sizeof *captured->values);
  captured->values[captured->count++] = value;
}

static Captured capturedBy(Arena *arena, MlirOperation lambda) {
  Captured captured = {.arena = arena};
  symWalkCaptured(lambda, addCaptured, &captured);
  return captured;
}

/// The operation that made a closure, as the number of its function.
static MlirOperation makerOf(const RelaxTensor *closure) {
  return (MlirOperation){(void *)(intptr_t)relaxDataTag(closure)};
}

static bool create(EvalStep *step, int64_t count, RelaxTensor *values) {
  return relaxFnValueCreate((int64_t)(intptr_t)step->op.ptr, count, values,
                            &step->results[0], step->error);
}

/// The extent that a symbol stands for, -1 if it has none.
static int64_t extentOf(const EvalFrame *frame, StrRef name) {
  for (size_t i = 0; i < frame->numSymbols; ++i)
    if (strRefEqual(frame->symbols[i].name, name))
      return frame->symbols[i].extent;
  return -1;
}

/// The extents of the symbols in `names` that the frame has, -1 for others.
static bool extentsOf(EvalStep *step, const StrRef *names, size_t count,
                      RelaxTensor *out) {
  int64_t dims[] = {(int64_t)count};
  if (!relaxTensorCreate(RELAX_I64, 1, dims, out, step->error))
    return false;
  for (size_t i = 0; i < count; ++i)
    relaxStoreInt(RELAX_I64, out->data, (int64_t)i,
                  extentOf(step->frame, names[i]));
  return true;
}

static bool lambda(EvalStep *step) {
  Captured captured = capturedBy(step->arena, step->op);
  StrRef *names;
  size_t numNames = symNamesIn(step->op, step->arena, &names);
  RelaxTensor *values =
      ARENA_ARRAY(step->arena, RelaxTensor, captured.count + 1);
  for (size_t i = 0; i < captured.count; ++i)
    values[i] = relaxTensorShare(evalFrameGet(step->frame, captured.values[i]));
  bool good = extentsOf(step, names, numNames, &values[captured.count]);
  if (good)
    good = create(step, (int64_t)captured.count + 1, values);
  else
    evalReleaseAll(values, (intptr_t)captured.count);
  return good;
}

/// What the callee's clause gets lies behind what is captured.
static bool closure(EvalStep *step) {
  MlirAttribute symbols = relaxClosureGetSymbols(step->op);
  int64_t *passed = evalPassed(step, relaxClosureGetCallee(step->op), symbols);
  int64_t dims[] = {symbols.ptr ? mlirDictionaryAttrGetNumElements(symbols)
                                : 0};
  RelaxTensor extents = {0};
  if (relaxErrorIsSet(step->error) ||
      (passed && !relaxTensorCreate(RELAX_I64, 1, dims, &extents, step->error)))
    return false;
  for (intptr_t i = 0; passed && i < dims[0]; ++i)
    relaxStoreInt(RELAX_I64, extents.data, i, passed[i]);
  RelaxTensor *values = evalShareOperands(step);
  values[step->numOperands] = extents;
  return create(step, step->numOperands + (passed != NULL), values);
}

//===----------------------------------------------------------------------===//
// invoke
//===----------------------------------------------------------------------===//

/// The frame of a relax.lambda as it was when the function was made.
static void restore(EvalFrame *frame, MlirOperation maker,
                    const RelaxTensor *items) {
  Captured captured = capturedBy(frame->arena, maker);
  StrRef *names;
  size_t numNames = symNamesIn(maker, frame->arena, &names);
  for (size_t i = 0; i < captured.count; ++i)
    evalFrameSet(frame, captured.values[i], relaxTensorShare(&items[i]));
  const int64_t *extents = items[captured.count].data;
  for (size_t i = 0; i < numNames; ++i)
    if (extents[i] >= 0)
      evalBindPassed(frame, names[i], extents[i],
                     "where the function was made");
}

typedef struct Lambda {
  EvalStep step; // of the body, in a frame of its own
  const RelaxTensor *const *arguments;
  bool good;
} Lambda;

static void runRegion(void *user) {
  Lambda *body = user;
  EvalStep *step = &body->step;
  body->good = evalRegion(step, 0, (MlirAttribute){NULL}, body->arguments,
                          step->results, step->numResults);
}

static bool runLambda(EvalStep *step, MlirOperation maker,
                      const RelaxTensor *items) {
  EvalFrame frame = {.interpreter = step->frame->interpreter,
                     .arena = arenaCreate(),
                     .function = symFunctionOf(maker),
                     .depth = step->frame->depth + 1};
  restore(&frame, maker, items);
  Lambda body = {*step, step->operands + 1, false};
  body.step.frame = &frame;
  body.step.op = maker;
  evalDeeper(frame.interpreter, frame.depth, "'relax.lambda'", runRegion, &body,
             step->error);
  evalFrameRelease(&frame);
  return body.good;
}

static bool invoke(EvalStep *step) {
  // The frame may give it up while it runs.
  RelaxTensor held = relaxTensorShare(step->operands[0]);
  MlirOperation maker = makerOf(&held);
  const RelaxTensor *items = relaxContainerItems(&held);
  bool isLambda = relaxIsLambda(maker);
  int64_t count = isLambda ? 0 : relaxClosureGetNumCaptured(maker);
  bool good = isLambda
                  ? runLambda(step, maker, items)
                  : evalInvoke(step, relaxClosureGetCallee(maker), items, count,
                               count < held.dims[0] ? items[count].data : NULL);
  relaxTensorRelease(&held);
  return good;
}

const EvalEntry evalClosure[] = {{"relax.closure", closure, NULL},
                                 {"relax.lambda", lambda, NULL},
                                 {"relax.invoke", invoke, NULL},
                                 {NULL, NULL, NULL}};
