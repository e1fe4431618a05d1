//===- Inputs.c - tensors for the parameters of a call --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Model/TensorFile.h"
#include "lib/Runtime/DataType.h"
#include "lib/Runtime/File.h"
#include "lib/Runtime/Npy.h"
#include "lib/Runtime/Random.h"
#include "lib/Runtime/ValueText.h"
#include "tools/run/Execute.h"

#include <ctype.h>
#include <errno.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

static bool endsWith(const char *text, const char *end) {
  size_t length = strlen(text), endLength = strlen(end);
  return length >= endLength && strcmp(text + length - endLength, end) == 0;
}

static bool readJson(const RelaxProgram *program, const char *path,
                     const RelaxValueType *type, RelaxTensor *out,
                     RelaxError *error) {
  StrBuf text = {0};
  bool good =
      relaxFileRead(path, &text, error) &&
      (relaxDataFromJson(program, type->data, (StrRef){text.data, text.length},
                         out, error) ||
       relaxErrorContext(error, "%s", path));
  strBufFree(&text);
  return good;
}

/// `4` for a scalar, whose type is known: `i64=4`.
static bool isScalarText(const char *text, const RelaxValueType *type) {
  return type->kind == RELAX_VALUE_TENSOR && type->rank == 0 &&
         !strchr(text, '=');
}

static bool readScalar(const char *text, const RelaxValueType *type,
                       RelaxTensor *out, RelaxError *error) {
  StrBuf whole = {0};
  strBufAppendFormat(&whole, "%s=%s", relaxDTypeName(type->dtype), text);
  bool good = relaxValueParse((StrRef){whole.data, whole.length}, out, error);
  strBufFree(&whole);
  return good;
}

bool runReadValue(const RelaxProgram *program, const char *text,
                  const RelaxValueType *type, RelaxTensor *out,
                  RelaxError *error) {
  if (type->dtype == RELAX_DATA && text[0] == '@' && endsWith(text, ".json"))
    return readJson(program, text + 1, type, out, error);
  if (type->dtype == RELAX_DATA)
    return relaxDataParse(program, type->data, strRefFromC(text), out, error);
  if (text[0] != '@')
    return isScalarText(text, type)
               ? readScalar(text, type, out, error)
               : relaxValueParse(strRefFromC(text), out, error);
  return endsWith(text, ".pb")
             ? onnxValueFileRead(text + 1, type->dtype, out, error)
             : relaxNpyRead(text + 1, out, error);
}

/// The parameter a text is for: by name, else the first that has none yet.
static int32_t pickParameter(const RelaxFunction *function, const bool *given,
                             const char *text, const char **value) {
  int32_t index =
      runNamedValue(function->params, function->numParams, text, value);
  if (index != -1)
    return index;
  for (uint32_t i = 0; i < function->numParams; ++i)
    if (!given[i])
      return (int32_t)i;
  return -1;
}

static bool refuseInput(const RelaxFunction *function, const char *text,
                        int32_t reason) {
  StrBuf list = {0};
  relaxValueTypesPrint(function->params, function->numParams, &list);
  if (list.length == 0)
    strBufAppendC(&list, "none");
  StrRef name = function->name;
  if (reason == RUN_NO_SUCH_NAME)
    runFail("no input is named '%.*s': '%.*s' takes %s",
            (int)strcspn(text, "="), text, (int)name.length, name.data,
            strBufText(&list));
  else
    runFail("too many inputs: '%.*s' takes %s", (int)name.length, name.data,
            strBufText(&list));
  strBufFree(&list);
  return false;
}

/// Room for what the parameter says that its storage has room for.
static bool reserveInput(const RelaxValueType *type, RelaxTensor *tensor,
                         RelaxError *error) {
  RelaxTensor wanted = *tensor;
  size_t bytes;
  for (uint32_t i = 0; i < type->numReserve; ++i)
    if ((int32_t)i < tensor->rank && wanted.dims[i] < type->reserve[i])
      wanted.dims[i] = type->reserve[i];
  return type->numReserve == 0 || !relaxDTypeIsNumber(tensor->dtype) ||
         !relaxTensorBytes(wanted.dtype, wanted.rank, wanted.dims, &bytes) ||
         relaxTensorReserve(tensor, bytes, error);
}

static bool readInputs(const RelaxProgram *program, const RunCall *call,
                       const RelaxFunction *function, RelaxTensor *inputs,
                       bool *given) {
  for (ptrdiff_t i = 0; i < arrlen(call->inputs); ++i) {
    const char *value;
    int32_t index = pickParameter(function, given, call->inputs[i], &value);
    if (index < 0)
      return refuseInput(function, call->inputs[i], index);
    const RelaxValueType *type = &function->params[index];
    if (given[index])
      return runFail("input '%.*s' is given twice", (int)type->name.length,
                     type->name.data);
    RelaxError error = {0};
    if (!runReadValue(program, value, type, &inputs[index], &error) ||
        !reserveInput(type, &inputs[index], &error)) {
      runFail("input '%.*s': %s", (int)type->name.length, type->name.data,
              relaxErrorText(&error));
      relaxErrorFree(&error);
      return false;
    }
    given[index] = true;
  }
  return true;
}

/// Results of the previous call that `--carry` hands on.
static bool carryInputs(RunSession *session, const RunCall *call,
                        const RelaxFunction *function, RelaxTensor *inputs,
                        bool *given) {
  for (ptrdiff_t i = 0; i < arrlen(call->carries); ++i) {
    const RelaxFunction *from = session->previousFunction;
    const char *input;
    int32_t result = from ? runNamedValue(from->results, from->numResults,
                                          call->carries[i], &input)
                          : -1;
    if (result < 0)
      return runFail("option '--carry=%s': the call before has no such result",
                     call->carries[i]);
    int32_t index = relaxValueTypeFind(function->params, function->numParams,
                                       strRefFromC(input));
    if (index < 0 || given[index])
      return runFail("option '--carry=%s': '%s' is no input that is still free",
                     call->carries[i], input);
    inputs[index] = relaxTensorShare(&session->previous[result]);
    given[index] = true;
  }
  return true;
}

/// `n=4,m=3` as values; stb_ds array.
static bool parseDims(const char *text, RelaxSymbolValue **values) {
  while (text && *text) {
    const char *equals = strchr(text, '=');
    char *end = NULL;
    errno = 0;
    long long value = equals ? strtoll(equals + 1, &end, 10) : -1;
    if (errno == ERANGE)
      return runFail("option '--dims': an extent in '%s' exceeds 64 bits",
                     text);
    if (!equals || equals == text || end == equals + 1 || value < 0 ||
        (*end && *end != ','))
      return runFail("option '--dims': expected 'n=4,m=3', got '%s'", text);
    RelaxSymbolValue entry = {{text, (size_t)(equals - text)}, value};
    arrput(*values, entry);
    text = *end ? end + 1 : end;
  }
  return true;
}

static bool isNamePart(char c) { return isalnum((unsigned char)c) || c == '_'; }

/// True if `name` is a word of `text`, the dimensions of a type.
static bool hasWord(StrRef text, StrRef name) {
  for (size_t i = 0; i + name.length <= text.length; ++i)
    if ((i == 0 || !isNamePart(text.data[i - 1])) &&
        strncmp(text.data + i, name.data, name.length) == 0 &&
        (i + name.length == text.length ||
         !isNamePart(text.data[i + name.length])))
      return true;
  return false;
}

/// A value for a symbol that no input has is a slip of the pen.
static bool checkDims(const RelaxFunction *function,
                      const RelaxSymbolValue *values) {
  for (ptrdiff_t k = 0; k < arrlen(values); ++k) {
    StrRef name = values[k].name;
    bool used = false;
    for (uint32_t i = 0; i < function->numParams; ++i)
      used |= hasWord(function->params[i].dims, name);
    if (!used)
      return runFail("option '--dims': no input of '%.*s' has a symbol '%.*s'",
                     (int)function->name.length, function->name.data,
                     (int)name.length, name.data);
  }
  return true;
}

/// By the names that have a value, else by the tables that are given.
static bool inputDims(const RunSession *session, const RelaxFunction *function,
                      uint32_t i, const RelaxTensor *inputs, const bool *given,
                      const RelaxSymbolValue *values, int64_t *dims,
                      RelaxError *error) {
  if (relaxValueTypeDims(&function->params[i], values, (size_t)arrlen(values),
                         dims, error))
    return true;
  if (!runTableDims(session->engine, function, i, inputs, given, values, dims))
    return false;
  relaxErrorFree(error);
  *error = (RelaxError){0};
  return true;
}

/// Seeded values for the inputs that nothing else gives.
static bool makeInputs(RunSession *session, const RunCall *call,
                       const RelaxFunction *function, RelaxTensor *inputs,
                       const bool *given) {
  RelaxSymbolValue *values = NULL;
  bool good = parseDims(call->dims, &values) && checkDims(function, values) &&
              runCheckDimFacts(session->engine, function, values);
  for (uint32_t i = 0; i < function->numParams; ++i)
    if (given[i])
      runAddDims(&function->params[i], &inputs[i], &values);
  RelaxRandom random = relaxRandomSeed(call->seed);
  for (uint32_t i = 0; good && i < function->numParams; ++i) {
    const RelaxValueType *type = &function->params[i];
    RelaxError error = {0};
    int64_t dims[RELAX_MAX_RANK];
    if (given[i])
      continue;
    if (!call->dims && !call->seeded) {
      good = runFail("input '%.*s' is not given: use '--input=', or '--dims=' "
                     "or '--seed=' to make it",
                     (int)type->name.length, type->name.data);
      continue;
    }
    good =
        (relaxDTypeIsNumber(type->dtype) ||
         relaxFail(&error, "only numbers can")) &&
        inputDims(session, function, i, inputs, given, values, dims, &error) &&
        relaxTensorCreate(type->dtype, type->rank, dims, &inputs[i], &error);
    if (good)
      relaxRandomFill(&random, &inputs[i]);
    if (good && call->special)
      relaxRandomSprinkle(&random, &inputs[i], false);
    good = good && reserveInput(type, &inputs[i], &error);
    if (!good)
      runFail("input '%.*s' is not given and cannot be made: %s",
              (int)type->name.length, type->name.data, relaxErrorText(&error));
    relaxErrorFree(&error);
  }
  arrfree(values);
  return good;
}

/// What `--input` gives has the extents of `--dims`; what is carried may have
/// grown.
static bool checkGiven(const RunCall *call, const RelaxFunction *function,
                       const RelaxTensor *inputs, const bool *given) {
  RelaxSymbolValue *values = NULL;
  bool good = parseDims(call->dims, &values);
  for (uint32_t i = 0; good && i < function->numParams; ++i)
    good =
        !given[i] || runCheckDimInput(values, &function->params[i], &inputs[i]);
  arrfree(values);
  return good;
}

bool runInputs(RunSession *session, const RunCall *call,
               const RelaxFunction *function, RelaxTensor **inputs) {
  arrsetlen(*inputs, function->numParams);
  if (function->numParams)
    memset(*inputs, 0, function->numParams * sizeof(RelaxTensor));
  bool *given = calloc(function->numParams + 1, sizeof(bool));
  bool good = given &&
              readInputs(runEngineSignatures(session->engine), call, function,
                         *inputs, given) &&
              checkGiven(call, function, *inputs, given) &&
              carryInputs(session, call, function, *inputs, given) &&
              runTextInputs(session->text, call, function, *inputs, given) &&
              makeInputs(session, call, function, *inputs, given);
  free(given);
  return good;
}
