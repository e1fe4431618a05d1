//===- Replay.c - logs of operators, replayed ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Replay.h"
#include "lib/Runtime/File.h"
#include "lib/Runtime/Recompute/Replay.h"
#include "tools/run/Call.h"
#include "tools/run/Memory.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const statuses[] = {[RELAX_RECOMPUTE_OK] = "ok",
                                       [RELAX_RECOMPUTE_THRASH] = "thrash",
                                       [RELAX_RECOMPUTE_OOM] = "oom"};

static void print(RelaxRecomputeStatus status,
                  const RelaxRecomputeCounters *counters, bool json) {
  printf(json ? "{\"status\": \"%s\", \"remat_ns\": %" PRId64
                ", \"peak_bytes\": %" PRIu64 ", \"evictions\": %" PRIu64
                ", \"evaluations\": %" PRIu64 "}\n"
              : "%s: remat_ns=%" PRId64 " peak_bytes=%" PRIu64
                " evictions=%" PRIu64 " evaluations=%" PRIu64 "\n",
         statuses[status], counters->repeatedCost, counters->peak,
         counters->evictions, counters->evaluations);
}

/// The shortest of some runs, by what the program asked for and what ran.
static bool bench(const RelaxRecomputeLog *log,
                  const RelaxReplayOptions *options, long runs, bool json,
                  RelaxError *error) {
  double shortest = INFINITY;
  size_t operators = relaxRecomputeLogOperators(log);
  RelaxRecomputeStatus status;
  RelaxRecomputeCounters counters;
  for (long run = 0; run < runs; ++run) {
    struct timespec begin, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    if (!relaxReplay(log, options, &status, &counters, error))
      return false;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    double seconds = (double)(end.tv_sec - begin.tv_sec) +
                     1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
    shortest = seconds < shortest ? seconds : shortest;
  }
  printf(json ? "{\"runs\": %ld, \"shortest_s\": %.9g, \"operators\": %zu, "
                "\"repeats\": %" PRIu64 "}\n"
              : "runs %ld, shortest %.6g s, operators %zu, repeats %" PRIu64
                "\n",
         runs, shortest, operators, counters.repeats);
  return true;
}

static bool replay(const CommandLine *line, RelaxReplayOptions *options,
                   const RelaxRecomputeLog *log, RelaxError *error) {
  const char *budget = commandLineValue(line, RUN_BUDGET);
  bool json = commandLineValue(line, RUN_JSON) != NULL;
  RelaxRecomputeStatus status;
  RelaxRecomputeCounters counters;
  long runs;
  if (budget && !relaxReplayBudget(log, budget, &options->budget, error))
    return relaxErrorContext(error, "option '--budget'");
  if (!relaxReplay(log, options, &status, &counters, error))
    return relaxErrorContext(error, "'%s'", commandLineValue(line, RUN_REPLAY));
  print(status, &counters, json);
  return runParseCount(line, RUN_BENCH, 100, &runs) &&
         (!runs || bench(log, options, runs, json, error));
}

/// What has a meaning beside a log.
static bool onlyReplayOptions(const CommandLine *line) {
  static const bool known[RUN_NUM_OPTIONS] = {
      [RUN_REPLAY] = true, [RUN_HEURISTIC] = true, [RUN_POLICY] = true,
      [RUN_BUDGET] = true, [RUN_BENCH] = true,     [RUN_JSON] = true,
      [RUN_SEED] = true};
  for (size_t i = 0; i < arrlenu(line->arguments); ++i) {
    int option = line->arguments[i].option;
    if (option < 0 || !known[option])
      return runFail("'--replay' and '%s' exclude each other",
                     option < 0 ? line->arguments[i].value
                                : runOptions[option].name);
  }
  return true;
}

bool runReplay(const CommandLine *line) {
  const char *path = commandLineValue(line, RUN_REPLAY);
  RelaxReplayOptions options = {.budget = INT64_MAX};
  if (!onlyReplayOptions(line) ||
      !runParseRecompute(line, &options.heuristic, &options.policy) ||
      !runParseSeed(line, RUN_SEED, &options.seed))
    return false;
  StrBuf text = {0};
  RelaxError error = {0};
  RelaxRecomputeLog *log = NULL;
  if (relaxFileRead(strcmp(path, "-") == 0 ? "/dev/stdin" : path, &text,
                    &error)) {
    log = relaxRecomputeLogParse((StrRef){text.data, text.length}, &error);
    if (!log)
      relaxErrorContext(&error, "'%s'", path);
  }
  strBufFree(&text);
  bool good = log && replay(line, &options, log, &error);
  if (relaxErrorIsSet(&error))
    runFail("%s", relaxErrorText(&error));
  relaxRecomputeLogDestroy(log);
  relaxErrorFree(&error);
  return good;
}
