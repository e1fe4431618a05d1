//===- RuntimeReplay.c - unit tests of replayed logs ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Every row of ../shared/data/dtr-logs/golden.tsv, measured by the program of
// the paper's authors.
//
//===----------------------------------------------------------------------===//

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "lib/Runtime/File.h"
#include "lib/Runtime/Recompute/Replay.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Row {
  char log[32], policy[16], heuristic[32], ratio[16], status[8];
  uint64_t budget, repeated, peak, evictions, evaluations;
} Row;

static RelaxRecomputeLog *readLog(const char *name) {
  char path[512];
  StrBuf text = {0};
  RelaxError error = {0};
  snprintf(path, sizeof path, "%s/data/dtr-logs/%s.log", getenv("RELAX_SHARED"),
           name);
  RelaxRecomputeLog *log = NULL;
  if (relaxFileRead(path, &text, &error))
    log = relaxRecomputeLogParse((StrRef){text.data, text.length}, &error);
  if (!log)
    fail_msg("%s", relaxErrorText(&error));
  strBufFree(&text);
  return log;
}

static RelaxRecomputePolicy policyOf(const char *name) {
  return strcmp(name, "eager") == 0    ? RELAX_RECOMPUTE_EAGER
         : strcmp(name, "banish") == 0 ? RELAX_RECOMPUTE_BANISH
                                       : RELAX_RECOMPUTE_IGNORE;
}

/// Also where a replay stopped: its numbers up to there.
static bool rowHolds(const RelaxRecomputeLog *log, const Row *row) {
  RelaxReplayOptions options = {
      .heuristic = relaxRecomputeFindHeuristic(strRefFromC(row->heuristic)),
      .policy = policyOf(row->policy)};
  RelaxRecomputeStatus status;
  RelaxRecomputeCounters counters;
  RelaxError error = {0};
  assert_non_null(options.heuristic);
  assert_true(relaxReplayBudget(log, row->ratio, &options.budget, &error));
  assert_int_equal(options.budget, row->budget);
  assert_true(relaxReplay(log, &options, &status, &counters, &error));
  const char *expected = status == RELAX_RECOMPUTE_OK       ? "ok"
                         : status == RELAX_RECOMPUTE_THRASH ? "T"
                                                            : "O";
  bool holds = strcmp(expected, row->status) == 0 &&
               (uint64_t)counters.repeatedCost == row->repeated &&
               counters.peak == row->peak &&
               counters.evictions == row->evictions &&
               counters.evaluations == row->evaluations;
  if (!holds)
    print_error("%s %s %s %s: expected %s %" PRIu64 " %" PRIu64 " %" PRIu64
                " %" PRIu64 ", got %s %" PRId64 " %" PRIu64 " %" PRIu64
                " %" PRIu64 "\n",
                row->log, row->policy, row->heuristic, row->ratio, row->status,
                row->repeated, row->peak, row->evictions, row->evaluations,
                expected, counters.repeatedCost, counters.peak,
                counters.evictions, counters.evaluations);
  return holds;
}

static void goldenRowsHold(void **state) {
  (void)state;
  if (!getenv("RELAX_SHARED"))
    skip();
  char path[512], line[512], current[32] = "";
  snprintf(path, sizeof path, "%s/data/dtr-logs/golden.tsv",
           getenv("RELAX_SHARED"));
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  RelaxRecomputeLog *log = NULL;
  size_t rows = 0, wrong = 0;
  assert_non_null(fgets(line, sizeof line, file));
  while (fgets(line, sizeof line, file)) {
    Row row;
    assert_int_equal(sscanf(line,
                            "%31s %15s %31s %15s %" SCNu64 " %7s %" SCNu64
                            " %" SCNu64 " %" SCNu64 " %" SCNu64,
                            row.log, row.policy, row.heuristic, row.ratio,
                            &row.budget, row.status, &row.repeated, &row.peak,
                            &row.evictions, &row.evaluations),
                     10);
    if (strcmp(row.log, current) != 0) {
      relaxRecomputeLogDestroy(log);
      log = readLog(row.log);
      strcpy(current, row.log);
    }
    ++rows;
    wrong += !rowHolds(log, &row);
  }
  fclose(file);
  relaxRecomputeLogDestroy(log);
  assert_int_equal(wrong, 0);
  assert_int_equal(rows, 1053);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(goldenRowsHold)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
