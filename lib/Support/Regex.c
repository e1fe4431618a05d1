//===- Regex.c - regular expressions --------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Support/Regex.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>

struct Regex {
  pcre2_code *code;
};

enum {
  MESSAGE_SIZE = 120,
  FIRST_WORKSPACE = 256, // integers
  MAX_WORKSPACE = 1 << 22,
};

static void appendMessage(int code, StrBuf *error) {
  PCRE2_UCHAR message[MESSAGE_SIZE];
  pcre2_get_error_message(code, message, sizeof message);
  strBufAppendC(error, (const char *)message);
}

/// A group that looks around or takes back its choices, which RE2 does not
/// have.
static bool looksAround(StrRef pattern) {
  static const char *const heads[] = {"(?=", "(?!", "(?<=", "(?<!", "(?>"};
  for (size_t i = 0; i < pattern.length; ++i) {
    StrRef rest = {pattern.data + i, pattern.length - i};
    if (pattern.data[i] == '\\')
      ++i;
    for (size_t k = 0; k < sizeof heads / sizeof *heads; ++k)
      if (strRefStartsWith(rest, heads[k]))
        return true;
  }
  return false;
}

Regex *regexCompile(StrRef pattern, StrBuf *error) {
  int code;
  size_t offset;
  uint32_t references = 0;
  if (looksAround(pattern)) {
    strBufAppendC(error, "looking around is not supported");
    return NULL;
  }
  pcre2_code *compiled = pcre2_compile(
      (PCRE2_SPTR)(pattern.length ? pattern.data : ""), pattern.length,
      PCRE2_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_NEVER_BACKSLASH_C, &code,
      &offset, NULL);
  if (!compiled) {
    appendMessage(code, error);
    strBufAppendFormat(error, " at offset %zu", offset);
    return NULL;
  }
  pcre2_pattern_info(compiled, PCRE2_INFO_BACKREFMAX, &references);
  Regex *regex = references ? NULL : malloc(sizeof *regex);
  if (regex) {
    regex->code = compiled;
    return regex;
  }
  strBufAppendC(error, references ? "references back are not supported"
                                  : "out of memory");
  pcre2_code_free(compiled);
  return NULL;
}

void regexFree(Regex *regex) {
  if (!regex)
    return;
  pcre2_code_free(regex->code);
  free(regex);
}

/// The result of the automaton, with as much memory as it asks for.
static int match(const Regex *regex, StrRef text, pcre2_match_data *data) {
  int result = PCRE2_ERROR_NOMEMORY;
  for (size_t size = FIRST_WORKSPACE; size <= MAX_WORKSPACE; size *= 4) {
    int *workspace = malloc(size * sizeof *workspace);
    if (!workspace)
      return PCRE2_ERROR_NOMEMORY;
    result = pcre2_dfa_match(
        regex->code, (PCRE2_SPTR)(text.length ? text.data : ""), text.length, 0,
        PCRE2_ANCHORED | PCRE2_ENDANCHORED, data, NULL, workspace, size);
    free(workspace);
    if (result != PCRE2_ERROR_DFA_WSSIZE)
      return result;
  }
  return result;
}

bool regexMatchesAll(const Regex *regex, StrRef text, bool *matches,
                     StrBuf *error) {
  // One pair: the longest match. More matches than pairs are 0.
  pcre2_match_data *data = pcre2_match_data_create(1, NULL);
  int result = data ? match(regex, text, data) : PCRE2_ERROR_NOMEMORY;
  pcre2_match_data_free(data);
  *matches = result >= 0;
  if (result >= 0 || result == PCRE2_ERROR_NOMATCH)
    return true;
  appendMessage(result, error);
  return false;
}
