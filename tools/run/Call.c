//===- Call.c - what one call of relax-run was asked to do ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Call.h"
#include "lib/Bridge/Tool/Tool.h"
#include "lib/Runtime/File.h"

#include <ctype.h>
#include <errno.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// True for `2x3xf32` and `f32`, and for what begins like them or like a
/// sequence or an optional: such a text is never taken as a name.
static bool looksLikeType(StrRef text) {
  RelaxDType dtype;
  return (text.length && (isdigit((unsigned char)text.data[0]) ||
                          text.data[0] == '[' || text.data[0] == '{')) ||
         relaxDTypeParse(text, &dtype);
}

int32_t runNamedValue(const RelaxValueType *types, uint32_t count,
                      const char *text, const char **value) {
  const char *equals = strchr(text, '=');
  StrRef name = {text, equals ? (size_t)(equals - text) : 0};
  if (text[0] == '"') {
    const char *end = strchr(text + 1, '"');
    equals = end && end[1] == '=' ? end + 1 : NULL;
    name = (StrRef){text + 1, end ? (size_t)(end - text - 1) : 0};
  }
  *value = text;
  if (!equals)
    return -1;
  int32_t index = relaxValueTypeFind(types, count, name);
  if (index >= 0)
    *value = equals + 1;
  else if (text[0] != '@' && text[0] != '%' &&
           (text[0] == '"' || !looksLikeType(name)))
    return RUN_NO_SUCH_NAME;
  return index;
}

static bool parseTolerance(const char *option, const char *text, double *out) {
  char *end;
  *out = strtod(text, &end);
  if (*text && !*end && *out >= 0)
    return true;
  return runFail("option '%s': expected a number that is not negative, got "
                 "'%s'",
                 option, text);
}

static bool parseMaxTokens(const char *text, int64_t *out) {
  char *end;
  errno = 0;
  *out = strtoll(text, &end, 10);
  return (*text && !*end && *out >= 0 && errno == 0) ||
         runFail("option '--max-tokens': expected an integer of at least 0, "
                 "got '%s'",
                 text);
}

static bool parseTopP(const char *text, double *out) {
  char *end;
  *out = strtod(text, &end);
  return (*text && !*end && *out > 0 && *out <= 1) ||
         runFail("option '--top-p': expected a number above 0, at most 1, got "
                 "'%s'",
                 text);
}

/// Tolerances and limits hold until others are given.
static RunCall freshCall(const RunCall *before) {
  return (RunCall){.entry = "",
                   .rtol = before ? before->rtol : -1,
                   .atol = before ? before->atol : -1,
                   .memoryLimit = before ? before->memoryLimit : 0,
                   .maxTokens = -1,
                   .temperature = -1,
                   .topP = -1};
}

/// `[NAME=]@FILE`: false after a message if there is no folder for the file.
static bool checkOutput(const char *text) {
  const char *at = *text == '@' ? text : strstr(text, "=@");
  RelaxError error = {0};
  bool good = !at || relaxFileCanBeMade(strchr(at, '@') + 1, &error) ||
              runFail("%s", relaxErrorText(&error));
  relaxErrorFree(&error);
  return good;
}

/// True if the option belongs to a call; then it is stored in it.
static bool addToCall(RunCall *call, CommandArgument argument, bool *good) {
  switch (argument.option) {
  case RUN_ENTRY:
    call->entry = argument.value;
    return true;
  case RUN_INPUT:
    arrput(call->inputs, argument.value);
    return true;
  case RUN_OUTPUT:
    arrput(call->outputs, argument.value);
    *good &= checkOutput(argument.value);
    return true;
  case RUN_EXPECT:
    arrput(call->expected, argument.value);
    return true;
  case RUN_CARRY:
    arrput(call->carries, argument.value);
    return true;
  case RUN_DIMS:
    call->dims = argument.value;
    return true;
  case RUN_SEED:
    *good = runParseSeedText(RUN_SEED, argument.value, &call->seed);
    call->seeded = true;
    return true;
  case RUN_PROMPT:
    call->prompt = argument.value;
    return true;
  case RUN_MAX_TOKENS:
    *good = parseMaxTokens(argument.value, &call->maxTokens);
    return true;
  case RUN_TEMPERATURE:
    *good = parseTolerance("--temperature", argument.value, &call->temperature);
    return true;
  case RUN_TOP_P:
    *good = parseTopP(argument.value, &call->topP);
    return true;
  case RUN_MEMORY_LIMIT:
    *good = runParseBytesText(RUN_MEMORY_LIMIT, argument.value, 1,
                              &call->memoryLimit);
    return true;
  case RUN_RTOL:
    *good = parseTolerance("--rtol", argument.value, &call->rtol);
    return true;
  case RUN_ATOL:
    *good = parseTolerance("--atol", argument.value, &call->atol);
    return true;
  default:
    return false;
  }
}

/// Cuts a line into words at blanks, in place; "..." and '...' keep blanks.
static bool splitWords(char *line, char ***words) {
  char *in = line, *out = line;
  while (*in) {
    while (*in == ' ' || *in == '\t' || *in == '\r')
      ++in;
    if (!*in || *in == '#')
      break;
    arrput(*words, out);
    char quote = 0;
    while (*in && (quote || (*in != ' ' && *in != '\t' && *in != '\r'))) {
      if (quote ? *in == quote : (*in == '"' || *in == '\''))
        quote = quote ? 0 : *in;
      else
        *out++ = *in;
      ++in;
    }
    if (quote)
      return false;
    if (*in)
      ++in;
    *out++ = '\0';
  }
  return true;
}

static bool parseCallLine(char *line, const char *file, int number,
                          RunCall *pending, RunCall **calls) {
  char **words = NULL;
  arrput(words, (char *)"relax-run");
  CommandLine parsed = {0};
  bool good = splitWords(line, &words);
  if (!good)
    runFail("'%s', line %d: a quote is not closed", file, number);
  if (good && arrlen(words) > 1) {
    RunCall call = freshCall(pending);
    call.listed = true;
    call.entry = pending->entry;
    good = commandLineParse("relax-run", (int)arrlen(words), words, runOptions,
                            RUN_NUM_OPTIONS, &parsed);
    for (ptrdiff_t i = 0; good && i < arrlen(parsed.arguments); ++i)
      if (parsed.arguments[i].option < 0)
        arrput(call.inputs, parsed.arguments[i].value);
      else if (!addToCall(&call, parsed.arguments[i], &good))
        good = runFail("'%s', line %d: '%s' is no option of a call", file,
                       number, runOptions[parsed.arguments[i].option].name);
    pending->rtol = call.rtol;
    pending->atol = call.atol;
    pending->memoryLimit = call.memoryLimit;
    arrput(*calls, call);
  }
  commandLineFree(&parsed);
  arrfree(words);
  return good;
}

static bool parseCallFile(const char *value, RunCall *pending, RunCall **calls,
                          StrBuf **texts) {
  if (value[0] != '@')
    return runFail("option '--calls': expected '@FILE', got '%s'", value);
  StrBuf text = {0};
  RelaxError error = {0};
  if (!relaxFileReadText(value + 1, &text, &error)) {
    runFail("%s", relaxErrorText(&error));
    relaxErrorFree(&error);
    return false;
  }
  arrput(*texts, text);
  int number = 0;
  for (char *line = text.data, *next; line && *line; line = next) {
    next = strchr(line, '\n');
    if (next)
      *next++ = '\0';
    if (!parseCallLine(line, value + 1, ++number, pending, calls))
      return false;
  }
  return true;
}

bool runCallsParse(const CommandLine *line, RunCall **calls, StrBuf **texts) {
  RunCall call = freshCall(NULL);
  bool good = true, files = false, own = false, entry = false;
  for (ptrdiff_t i = 0; good && i < arrlen(line->arguments); ++i) {
    CommandArgument argument = line->arguments[i];
    if (argument.option == RUN_THEN) {
      arrput(*calls, call);
      call = freshCall(&call);
      own = true;
      entry = false;
    } else if (argument.option == RUN_CALLS) {
      files = true;
      entry = false; // of the lines that name none
      good = parseCallFile(argument.value, &call, calls, texts);
    } else if (addToCall(&call, argument, &good)) {
      // Tolerances and limits alone are those of what follows.
      entry |= argument.option == RUN_ENTRY;
      own |= argument.option != RUN_RTOL && argument.option != RUN_ATOL &&
             argument.option != RUN_MEMORY_LIMIT &&
             argument.option != RUN_ENTRY;
    }
  }
  if (own || entry || !files)
    arrput(*calls, call);
  uint64_t first = call.memoryLimit;
  for (ptrdiff_t i = arrlen(*calls); i-- > 0;)
    if ((*calls)[i].memoryLimit)
      first = (*calls)[i].memoryLimit;
  for (ptrdiff_t i = 0; i < arrlen(*calls) && !(*calls)[i].memoryLimit; ++i)
    (*calls)[i].memoryLimit = first;
  return good;
}

void runCallsFree(RunCall *calls, StrBuf *texts) {
  for (ptrdiff_t i = 0; i < arrlen(calls); ++i) {
    arrfree(calls[i].inputs);
    arrfree(calls[i].outputs);
    arrfree(calls[i].expected);
    arrfree(calls[i].carries);
  }
  arrfree(calls);
  for (ptrdiff_t i = 0; i < arrlen(texts); ++i)
    strBufFree(&texts[i]);
  arrfree(texts);
}
