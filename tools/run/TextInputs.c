//===- TextInputs.c - prompts to tokens, and the inputs beside them -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/File.h"
#include "tools/run/TextState.h"

#include <stb/stb_ds.h>
#include <string.h>

/// Where the inputs of a call go.
typedef struct Target {
  const RelaxFunction *function;
  RelaxTensor *inputs;
  bool *given;
} Target;

static int32_t find(const Target *target, const char *name) {
  return relaxValueTypeFind(target->function->params,
                            target->function->numParams, strRefFromC(name));
}

/// A tensor of one element for the input of that name. An input that is not
/// there is an error if an `option` asks for it.
static bool setScalar(const Target *target, const char *name,
                      const char *option, double value, int64_t integer) {
  int32_t index = find(target, name);
  StrRef function = target->function->name;
  if (index < 0)
    return !option || runFail("option '%s': '%.*s' has no input '%s'", option,
                              (int)function.length, function.data, name);
  if (target->given[index])
    return !option ||
           runFail("option '%s': input '%s' is given twice", option, name);
  const RelaxValueType *type = &target->function->params[index];
  RelaxError error = {0};
  int64_t dims[RELAX_MAX_RANK];
  for (int32_t i = 0; i < RELAX_MAX_RANK; ++i)
    dims[i] = 1;
  bool good = (relaxDTypeIsNumber(type->dtype) ||
               relaxFail(&error, "expected a number")) &&
              relaxTensorCreate(type->dtype, type->rank > 0 ? type->rank : 0,
                                dims, &target->inputs[index], &error);
  if (!good) {
    runFail("input '%s': %s", name, relaxErrorText(&error));
    relaxErrorFree(&error);
    return false;
  }
  void *data = target->inputs[index].data;
  if (relaxDTypeIsFloat(type->dtype))
    relaxStoreFloat(type->dtype, data, 0, value);
  else // a limit that is above all limits stays one
    relaxStoreInt(type->dtype, data, 0,
                  type->dtype == RELAX_I32 && integer > INT32_MAX ? INT32_MAX
                                                                  : integer);
  target->given[index] = true;
  return true;
}

/// The tokens of the prompt; without any the begin alone.
static bool encode(RunText *text, const char *prompt) {
  StrBuf file = {0}, message = {0};
  RelaxError error = {0};
  int32_t *tokens = NULL;
  StrRef source = strRefFromC(prompt);
  bool good = prompt[0] != '@' || relaxFileRead(prompt + 1, &file, &error);
  if (prompt[0] == '@')
    source = (StrRef){file.data, file.length};
  good = good && (tokenizerEncode(text->tokenizer, source, TOKENIZER_ADD_BEGIN,
                                  &tokens, &message) ||
                  relaxFail(&error, "%s", strBufText(&message)));
  for (ptrdiff_t i = 0; i < arrlen(tokens); ++i)
    arrput(text->prompt, tokens[i]);
  arrfree(tokens);
  int32_t begin = tokenizerBegin(text->tokenizer);
  if (good && arrlen(text->prompt) == 0 && begin >= 0)
    arrput(text->prompt, begin);
  if (good && arrlen(text->prompt) == 0)
    good = relaxFail(&error, "the prompt is empty, and the tokenizer has no "
                             "token to begin with");
  if (!good)
    runFail("option '--prompt': %s", relaxErrorText(&error));
  relaxErrorFree(&error);
  strBufFree(&message);
  strBufFree(&file);
  return good;
}

static bool setPrompt(RunText *text, const Target *target) {
  int32_t index = find(target, "prompt");
  StrRef function = target->function->name;
  const RelaxValueType none = {0};
  const RelaxValueType *type =
      index < 0 ? &none : &target->function->params[index];
  if (type->rank != 1 || (type->dtype != RELAX_I64 && type->dtype != RELAX_I32))
    return runFail("option '--prompt': expected '%.*s' to have an input "
                   "'prompt' of type i64 or i32 and of rank 1",
                   (int)function.length, function.data);
  if (target->given[index])
    return runFail("option '--prompt': input 'prompt' is given twice");
  RelaxError error = {0};
  int64_t count = arrlen(text->prompt);
  RelaxTensor *tensor = &target->inputs[index];
  if (!relaxTensorCreate(type->dtype, 1, &count, tensor, &error)) {
    runFail("option '--prompt': %s", relaxErrorText(&error));
    relaxErrorFree(&error);
    return false;
  }
  for (int64_t i = 0; i < count; ++i)
    relaxStoreInt(type->dtype, tensor->data, i, text->prompt[i]);
  target->given[index] = true;
  return true;
}

/// A prompt that was given as tokens is printed as well.
static void takePrompt(RunText *text, const Target *target) {
  int32_t index = find(target, "prompt");
  if (index < 0 || !target->given[index])
    return;
  const RelaxTensor *tensor = &target->inputs[index];
  for (int64_t i = 0, e = relaxTensorCount(tensor);
       (tensor->dtype == RELAX_I64 || tensor->dtype == RELAX_I32) && i < e; ++i)
    arrput(text->prompt, relaxLoadInt(tensor->dtype, tensor->data, i));
}

/// The token behind which the entry ends: what the caller gave, or the end of
/// texts.
static bool setStop(RunText *text, const Target *target) {
  int32_t index = find(target, "stop");
  text->stop = TOKEN_NONE;
  if (index < 0)
    return true;
  const RelaxTensor *tensor = &target->inputs[index];
  if (!target->given[index])
    text->stop = tokenizerEnd(text->tokenizer);
  else if (relaxDTypeIsNumber(tensor->dtype) &&
           !relaxDTypeIsFloat(tensor->dtype) && relaxTensorCount(tensor) == 1)
    text->stop = relaxLoadInt(tensor->dtype, tensor->data, 0);
  return setScalar(target, "stop", NULL, (double)text->stop, text->stop);
}

/// What the options say, and with a tokenizer what they do not say.
static bool setOptions(const RunCall *call, const Target *target, bool all) {
  bool most = call->maxTokens >= 0, hot = call->temperature >= 0;
  bool top = call->topP >= 0;
  int64_t maxTokens = most ? call->maxTokens : INT64_MAX;
  return ((!all && !most) ||
          setScalar(target, "max_tokens", most ? "--max-tokens" : NULL,
                    (double)maxTokens, maxTokens)) &&
         ((!all && !hot) ||
          setScalar(target, "temperature", hot ? "--temperature" : NULL,
                    hot ? call->temperature : 0, 0)) &&
         ((!all && !top) || setScalar(target, "top_p", top ? "--top-p" : NULL,
                                      top ? call->topP : 1, 1)) &&
         (!all || setScalar(target, "seed", NULL, (double)call->seed,
                            (int64_t)call->seed));
}

bool runTextInputs(RunText *text, const RunCall *call,
                   const RelaxFunction *function, RelaxTensor *inputs,
                   bool *given) {
  Target target = {function, inputs, given};
  if (!text && call->prompt)
    return runFail("option '--prompt': expected '--tokenizer=FILE.gguf', too");
  if (text) {
    arrsetlen(text->prompt, 0);
    if (call->prompt &&
        !(encode(text, call->prompt) && setPrompt(text, &target)))
      return false;
    if (!call->prompt)
      takePrompt(text, &target);
    if (!setStop(text, &target))
      return false;
  }
  return setOptions(call, &target, text != NULL);
}
