//===- Boundary.c - where functions begin and end -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Signature.h"
#include "dialects/Relax/Target.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Interpreter/DeepStack.h"

static bool isPublic(MlirOperation function) {
  return evalHeadOf(function).isPublic;
}

static StrRef functionName(MlirOperation function) {
  return evalHeadOf(function).name;
}

/// `input 'x'`, `input 0`, or `argument 'x' of '@f'` where f is private.
static const char *argumentSubject(EvalFrame *frame, intptr_t index) {
  StrBuf text = {0};
  StrRef name = evalArgumentName(frame->function, index);
  StrRef function = functionName(frame->function);
  bool input = isPublic(frame->function);
  strBufAppendC(&text, input ? "input " : "argument ");
  if (name.length)
    strBufAppendFormat(&text, "'%.*s'", (int)name.length, name.data);
  else
    strBufAppendFormat(&text, "%ld", (long)index);
  if (!input)
    strBufAppendFormat(&text, " of '@%.*s'", (int)function.length,
                       function.data);
  return arenaKeep(frame->arena, &text).data;
}

static bool trusts(const EvalFrame *frame) {
  return frame->interpreter->trustsFacts && !isPublic(frame->function);
}

/// Binds the symbols of the arguments, then checks all that types and facts
/// say.
static bool enter(EvalFrame *frame, const RelaxTensor *const *arguments,
                  intptr_t count, const int64_t *extents, RelaxError *error) {
  MlirType type = relaxFuncGetFunctionType(frame->function);
  const char **subjects = ARENA_ARRAY(frame->arena, const char *, count);
  MlirAttribute none = {NULL}, clause = relaxFuncGetSymbols(frame->function);
  for (intptr_t i = 0; extents && i < mlirArrayAttrGetNumElements(clause); ++i)
    evalBindPassed(frame,
                   strRefFromMlir(mlirStringAttrGetValue(
                       mlirArrayAttrGetElement(clause, i))),
                   extents[i], "the call");
  for (intptr_t i = 0; i < count; ++i) {
    MlirType input = mlirFunctionTypeGetInput(type, i);
    subjects[i] = argumentSubject(frame, i);
    if (!evalCheckKind(input, arguments[i], subjects[i], error))
      return false;
    evalBindDims(frame, input, arguments[i], subjects[i], none, true);
  }
  for (intptr_t i = 0; i < count; ++i)
    if (!evalCheckDims(frame, mlirFunctionTypeGetInput(type, i), arguments[i],
                       subjects[i], error))
      return false;
  StrRef name = arenaCopyString(frame->arena, functionName(frame->function));
  // Facts over symbols of `binds` can be checked when the results are there.
  if (relaxFuncGetBinds(frame->function).ptr || trusts(frame))
    return true;
  return evalCheckFacts(frame, relaxFuncGetFacts(frame->function), name.data,
                        error);
}

/// Shares the returned values and checks them against the function's type.
static bool leave(EvalFrame *frame, MlirOperation op, RelaxTensor *results,
                  intptr_t count, RelaxError *error) {
  MlirType type = relaxFuncGetFunctionType(frame->function);
  MlirAttribute binds = relaxFuncGetBinds(frame->function);
  StrRef name = arenaCopyString(frame->arena, functionName(frame->function));
  RelaxTensor *values = evalFrameOperands(frame, frame->arena, op, count);
  const char **subjects = ARENA_ARRAY(frame->arena, const char *, count);
  for (intptr_t i = 0; i < count; ++i) {
    StrBuf text = {0};
    strBufAppendFormat(&text, "result %ld of '@%s'", (long)i, name.data);
    subjects[i] = arenaKeep(frame->arena, &text).data;
    MlirType result = mlirFunctionTypeGetResult(type, i);
    if (!evalCheckKind(result, &values[i], subjects[i], error))
      return false;
    evalBindDims(frame, result, &values[i], subjects[i], binds, false);
  }
  for (intptr_t i = 0; i < count; ++i)
    if (!evalCheckDims(frame, mlirFunctionTypeGetResult(type, i), &values[i],
                       subjects[i], error) ||
        (isPublic(frame->function) &&
         !evalMustBeWritten(&values[i], subjects[i], error)))
      return false;
  if (binds.ptr && !trusts(frame) &&
      !evalCheckFacts(frame, relaxFuncGetFacts(frame->function), name.data,
                      error))
    return false;
  for (intptr_t i = 0; i < count; ++i)
    results[i] = relaxTensorShare(&values[i]);
  return true;
}

/// The program of a vm.func checks what it wants to know.
static bool leaveMachine(EvalFrame *frame, MlirOperation op,
                         RelaxTensor *results, intptr_t count,
                         RelaxError *error) {
  RelaxTensor *values = evalFrameOperands(frame, frame->arena, op, count);
  for (intptr_t i = 0; i < count; ++i) {
    StrBuf text = {0};
    strBufAppendFormat(&text, "result %ld", (long)i);
    bool good = !isPublic(frame->function) ||
                evalMustBeWritten(&values[i], strBufText(&text), error);
    strBufFree(&text);
    if (!good)
      return false;
  }
  for (intptr_t i = 0; i < count; ++i)
    results[i] = relaxTensorShare(&values[i]);
  return true;
}

typedef struct Body {
  EvalFrame *frame;
  const RelaxTensor *const *arguments;
  intptr_t numArguments;
  RelaxTensor *results;
  intptr_t numResults;
  const int64_t *extents; // of the clause, or NULL
  RelaxError *error;
  bool good;
} Body;

static void runBody(void *user) {
  Body *body = user;
  EvalFrame *frame = body->frame;
  MlirBlock block = bridgeBody(frame->function);
  bool isMachine = evalHeadOf(frame->function).isMachine;
  if (!isMachine && !enter(frame, body->arguments, body->numArguments,
                           body->extents, body->error))
    return;
  for (intptr_t i = 0; i < body->numArguments; ++i)
    evalFrameSet(frame, mlirBlockGetArgument(block, i),
                 relaxTensorShare(body->arguments[i]));
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !bridgeIsTerminator(op); op = mlirOperationGetNextInBlock(op))
    if (!evalFrameExecute(frame, op, body->error))
      return;
  body->good = (isMachine ? leaveMachine : leave)(
      frame, op, body->results, body->numResults, body->error);
}

/// Tells whoever watches regions; results are dropped if that fails.
static bool tellRegion(const Body *body) {
  const EvalFrame *frame = body->frame;
  const RelaxInterpreter *interpreter = frame->interpreter;
  if (!interpreter->watchRegions || evalHeadOf(frame->function).isMachine ||
      !relaxFuncGetTarget(frame->function).ptr)
    return true;
  MlirOperation target = relaxTargetNamed(frame->function);
  if (target.ptr && relaxIsMachine(target))
    return true;
  bool good = interpreter->watchRegions(
      interpreter->regionWatcher, frame->function, body->arguments,
      (size_t)body->numArguments, body->results, (size_t)body->numResults,
      body->error);
  for (intptr_t i = 0; !good && i < body->numResults; ++i) {
    relaxTensorRelease(&body->results[i]);
    body->results[i] = (RelaxTensor){0};
  }
  return good;
}

bool evalCall(RelaxInterpreter *interpreter, MlirOperation function,
              const RelaxTensor *const *arguments, intptr_t numArguments,
              RelaxTensor *results, intptr_t numResults, const int64_t *extents,
              int depth, RelaxError *error) {
  StrRef name = functionName(function);
  MlirType type = evalHeadOf(function).type;
  for (intptr_t i = 0; i < numResults; ++i)
    results[i] = (RelaxTensor){0};
  if (!evalHeadOf(function).isMachine && !relaxFuncHasBody(function))
    return relaxFail(error,
                     "'@%.*s' has no body, which reference mode cannot run: "
                     "write one, or call it by 'relax.call_library'",
                     (int)name.length, name.data);
  if (mlirFunctionTypeGetNumInputs(type) != numArguments ||
      mlirFunctionTypeGetNumResults(type) != numResults)
    return relaxFail(
        error,
        "'@%.*s': expected %ld arguments and %ld results, got %ld and %ld",
        (int)name.length, name.data, (long)mlirFunctionTypeGetNumInputs(type),
        (long)mlirFunctionTypeGetNumResults(type), (long)numArguments,
        (long)numResults);
  EvalFrame frame = {.interpreter = interpreter,
                     .arena = arenaCreate(),
                     .function = function,
                     .depth = depth};
  Body body = {&frame,     arguments, numArguments, results,
               numResults, extents,   error,        false};
  StrBuf subject = {0};
  strBufAppendFormat(&subject, "'@%.*s'", (int)name.length, name.data);
  evalDeeper(interpreter, depth, strBufText(&subject), runBody, &body, error);
  strBufFree(&subject);
  bool good = body.good && tellRegion(&body);
  evalFrameRelease(&frame);
  return good;
}
