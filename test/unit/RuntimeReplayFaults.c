//===- RuntimeReplayFaults.c - unit tests of logs that are broken --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Lines are lost, doubled, exchanged; characters and numbers are others. A
// reader says which line is wrong, and what it takes for right is replayed,
// whatever the heuristic, policy and budget; nothing crashes.
//
//===----------------------------------------------------------------------===//

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "lib/Runtime/File.h"
#include "lib/Runtime/Recompute/Replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 5000, TEXTS = 150 };

typedef struct Lines {
  StrRef items[MOST_LINES];
  size_t count;
} Lines;

static uint64_t seed = 88172645463325252u;

/// A number below `most` (xorshift; Marsaglia, JSS 2003).
static size_t below(size_t most) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (size_t)(seed % most);
}

static void split(const StrBuf *text, Lines *lines) {
  const char *begin = text->data, *end = text->data + text->length;
  for (const char *c = begin; c < end && lines->count < MOST_LINES; ++c)
    if (*c == '\n') {
      lines->items[lines->count++] = (StrRef){begin, (size_t)(c - begin) + 1};
      begin = c + 1;
    }
}

/// Another first digit, or another character anywhere.
static void spoil(char *line, size_t length) {
  char *digit = strstr(line, "MEMORY\":\"");
  if (digit && below(2))
    digit[9] = (char)('0' + below(10));
  else if (below(4) == 0)
    line[below(length)] = (char)below(256);
}

static void mutate(const Lines *lines, StrBuf *out) {
  size_t kind = below(5), at = below(lines->count), other = below(lines->count);
  for (size_t i = 0; i < lines->count; ++i) {
    size_t begin = out->length;
    if (kind == 0 && i == at)
      continue;
    strBufAppend(out, lines->items[kind == 1 && i == at ? other : i]);
    if (kind == 2 && below(lines->count) < 20)
      spoil(out->data + begin, out->length - begin);
    if (kind == 3 && below(lines->count) < 2)
      strBufAppendFormat(
          out, "{\"INSTRUCTION\":\"RELEASE\",\"NAME\":\"x%zu\"}\n", below(100));
    if (kind == 4 && below(lines->count) < 2)
      strBufAppendFormat(out,
                         "{\"INSTRUCTION\":\"COPY_FROM\",\"DST\":\"x%zu\","
                         "\"SRC\":\"x%zu\"}\n",
                         below(100), below(100));
  }
}

static void replay(const RelaxRecomputeLog *log) {
  size_t heuristics = 0;
  while (relaxRecomputeHeuristicName(heuristics))
    ++heuristics;
  uint64_t peak = 1;
  RelaxError error = {0};
  relaxReplayPeak(log, &peak, &error);
  relaxErrorFree(&error);
  for (int i = 0; i < 3; ++i) {
    RelaxReplayOptions options = {
        .heuristic = relaxRecomputeFindHeuristic(
            strRefFromC(relaxRecomputeHeuristicName(below(heuristics)))),
        .policy = (RelaxRecomputePolicy)below(3),
        .budget = peak / 4 + below(peak) + 1};
    RelaxRecomputeStatus status;
    RelaxRecomputeCounters counters;
    if (relaxReplay(log, &options, &status, &counters, &error))
      assert_true(counters.peak <= options.budget);
    else
      assert_non_null(strstr(relaxErrorText(&error), "line "));
    relaxErrorFree(&error);
  }
}

/// Some are read, some are not.
static void brokenLogsAreRefusedOrReplayed(void **state) {
  static const char *const names[] = {"rnn", "transformer", "unet"};
  (void)state;
  if (!getenv("RELAX_SHARED"))
    skip();
  for (int n = 0; n < 3; ++n) {
    char path[512];
    StrBuf text = {0};
    RelaxError error = {0};
    static Lines lines;
    snprintf(path, sizeof path, "%s/data/dtr-logs/%s.log",
             getenv("RELAX_SHARED"), names[n]);
    assert_true(relaxFileRead(path, &text, &error));
    lines.count = 0;
    split(&text, &lines);
    size_t read = 0;
    for (int i = 0; i < TEXTS; ++i) {
      StrBuf broken = {0};
      mutate(&lines, &broken);
      RelaxRecomputeLog *log =
          relaxRecomputeLogParse((StrRef){broken.data, broken.length}, &error);
      read += log != NULL;
      if (log)
        replay(log);
      else
        assert_true(strstr(relaxErrorText(&error), "line ") ||
                    strstr(relaxErrorText(&error), "START"));
      relaxErrorFree(&error);
      relaxRecomputeLogDestroy(log);
      strBufFree(&broken);
    }
    assert_in_range(read, TEXTS / 10, TEXTS - TEXTS / 10);
    strBufFree(&text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(brokenLogsAreRefusedOrReplayed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
