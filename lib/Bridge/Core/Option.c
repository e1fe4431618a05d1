//===- Option.c - values of pass options ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/Pass.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

size_t relaxNumOptions(const RelaxPassOption *options) {
  size_t count = 0;
  while (options[count].name)
    ++count;
  return count;
}

size_t relaxNumCounters(const RelaxPass *pass) {
  size_t count = 0;
  while (pass->counters[count])
    ++count;
  return count;
}

StrRef relaxOptionString(const RelaxPassRun *run, size_t option) {
  assert(option < relaxNumOptions(run->pass->options));
  return run->options[option];
}

bool relaxOptionBool(const RelaxPassRun *run, size_t option) {
  return strRefEqual(relaxOptionString(run, option), strRefFromC("true"));
}

int64_t relaxOptionInt(const RelaxPassRun *run, size_t option) {
  // The texts come from std::string or literals: a NUL stands behind them.
  return strtoll(relaxOptionString(run, option).data, NULL, 10);
}

static bool isInteger(StrRef text) {
  char digits[32], *end;
  if (text.length == 0 || text.length >= sizeof(digits) ||
      isspace((unsigned char)text.data[0]))
    return false;
  memcpy(digits, text.data, text.length);
  digits[text.length] = '\0';
  errno = 0;
  (void)strtoll(digits, &end, 10);
  return *end == '\0' && errno == 0;
}

static bool isChoice(const RelaxPassOption *option, StrRef text) {
  for (const char *const *choice = option->choices; *choice; ++choice)
    if (strRefEqual(text, strRefFromC(*choice)))
      return true;
  return false;
}

bool relaxOptionAccepts(const RelaxPassOption *option, StrRef text,
                        StrBuf *problem) {
  if (!option->initial && text.length == 0) {
    strBufAppendFormat(problem, "expected a value (%s), got none",
                       option->summary);
    return false;
  }
  bool isFlag = option->kind == RELAX_OPTION_BOOL;
  if (isFlag ? strRefEqual(text, strRefFromC("true")) ||
                   strRefEqual(text, strRefFromC("false"))
      : option->kind == RELAX_OPTION_INT
          ? isInteger(text)
          : !option->choices || isChoice(option, text))
    return true;
  strBufAppendC(problem, isFlag ? "expected true or false"
                         : option->kind == RELAX_OPTION_INT
                             ? "expected an integer"
                             : "expected one of ");
  for (const char *const *choice = option->choices; choice && *choice; ++choice)
    strBufAppendFormat(problem, "%s%s", choice == option->choices ? "" : ", ",
                       *choice);
  strBufAppendFormat(problem, ", got '%.*s'", (int)text.length, text.data);
  return false;
}
