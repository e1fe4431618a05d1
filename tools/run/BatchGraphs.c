//===- BatchGraphs.c - batches of plain graphs ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/BatchGraphs.h"
#include "lib/Runtime/Batch/GraphText.h"
#include "lib/Runtime/Batch/Learn.h"
#include "lib/Runtime/File.h"
#include "tools/run/Call.h"
#include "tools/run/Policy.h"

#include <errno.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What was asked for, and what was read.
typedef struct BatchJob {
  const CommandLine *line;
  BatchGraph **graphs; // stb_ds arrays
  const char **paths;
  const BatchPolicy *policy;
  BatchTable table; // of the policy `fsm`
  const char *tablePath;
  bool json;
} BatchJob;

bool runBatchGraphsAsked(const CommandLine *line) {
  const RunOption options[] = {RUN_BATCH_GRAPH, RUN_LEARN, RUN_ENCODING,
                               RUN_ITERATIONS};
  for (size_t i = 0; i < sizeof options / sizeof *options; ++i)
    if (commandLineValue(line, options[i]))
      return true;
  // Of programs, too, which are batched with it.
  return commandLineValue(line, RUN_POLICY) &&
         !commandLineValue(line, RUN_BATCH);
}

static bool readGraphs(BatchJob *job, RelaxError *error) {
  const CommandLine *line = job->line;
  bool good = true;
  for (ptrdiff_t i = 0; good && i < arrlen(line->arguments); ++i) {
    if (line->arguments[i].option != RUN_BATCH_GRAPH)
      continue;
    const char *path = line->arguments[i].value;
    StrBuf text = {0};
    BatchGraph *graph = calloc(1, sizeof *graph);
    if (!graph)
      abort();
    arrput(job->graphs, graph);
    arrput(job->paths, path);
    good = relaxFileRead(path, &text, error) &&
           (batchGraphParse((StrRef){strBufText(&text), text.length}, graph,
                            error) ||
            relaxErrorContext(error, "'%s'", path));
    strBufFree(&text);
  }
  return good;
}

static bool readPolicy(BatchJob *job, RelaxError *error) {
  const char *text = commandLineValue(job->line, RUN_POLICY);
  const char *colon = strchr(text, ':');
  job->tablePath = colon ? colon + 1 : NULL;
  return runPolicyRead(text, &job->policy, &job->table, error);
}

static bool readLearning(const BatchJob *job, BatchLearning *learning,
                         RelaxError *error) {
  const char *encoding = commandLineValue(job->line, RUN_ENCODING);
  const char *iterations = commandLineValue(job->line, RUN_ITERATIONS);
  const char *seed = commandLineValue(job->line, RUN_SEED);
  BatchEncoding only;
  char *end;
  *learning = (BatchLearning){.iterations = BATCH_LEARN_ITERATIONS,
                              .encodings = {true, true, true}};
  if (encoding) {
    if (!batchEncodingFind(strRefFromC(encoding), &only))
      return relaxFail(error,
                       "option '--encoding': expected one of base, max, sort, "
                       "got '%s'",
                       encoding);
    memset(learning->encodings, 0, sizeof learning->encodings);
    learning->encodings[only] = true;
  }
  if (iterations) {
    errno = 0;
    learning->iterations = strtoll(iterations, &end, 10);
    if (!*iterations || *end || learning->iterations < 1 || errno != 0)
      return relaxFail(error,
                       "option '--iterations': expected a positive integer, "
                       "got '%s'",
                       iterations);
  }
  if (seed) {
    errno = 0;
    learning->seed = strtoull(seed, &end, 10);
    if (*seed < '0' || *seed > '9' || *end || errno != 0)
      return relaxFail(error, "option '--seed': expected an integer, got '%s'",
                       seed);
  }
  return true;
}

/// Learns a table, writes it, and makes it the policy.
static bool learn(BatchJob *job, const char *path, RelaxError *error) {
  BatchLearning learning;
  BatchLearnt learnt;
  StrBuf text = {0};
  if (!readLearning(job, &learning, error) ||
      !batchLearn((const BatchGraph *const *)job->graphs, arrlenu(job->graphs),
                  &learning, &job->table, &learnt, error))
    return false;
  strBufAppendFormat(&text,
                     "# %lld batches where at least %lld are needed, after "
                     "%lld iterations\n",
                     (long long)learnt.batches, (long long)learnt.lowerBound,
                     (long long)learnt.iterations);
  batchTablePrint(&job->table, &text);
  StrRef piece = {strBufText(&text), text.length};
  bool good = relaxFileWrite(path, &piece, 1, error);
  strBufFree(&text);
  job->policy = &batchPolicyFsm;
  job->tablePath = path;
  return good;
}

static void printStep(const BatchJob *job, const BatchGraph *graph,
                      const BatchStep *step, bool first, StrBuf *out) {
  int64_t number;
  const char *type = graph->types[step->type].name;
  if (job->json && batchTypeNumber(type, &number))
    strBufAppendFormat(out, "%s[%lld, %d]", first ? "" : ", ",
                       (long long)number, step->numNodes);
  else
    strBufAppendFormat(out, "type %s: %d\n", type, step->numNodes);
}

static bool runGraph(BatchJob *job, BatchOrder *order, ptrdiff_t at,
                     RelaxError *error) {
  const BatchGraph *graph = job->graphs[at];
  StrBuf steps = {0};
  int64_t batches = 0;
  if (!job->policy->start(order, graph, error))
    return relaxErrorContext(error, "'%s'", job->paths[at]);
  for (BatchStep step; job->policy->next(order, &step); ++batches)
    printStep(job, graph, &step, batches == 0, &steps);
  printf(job->json ? "{\"nodes\": %d, \"types\": %d, \"lower_bound\": %lld, "
                     "\"batches\": %lld, \"sequence\": [%s]}\n"
                   : "%d nodes, %d types, lower bound %lld, %lld batches\n%s",
         batchGraphNumNodes(graph), batchGraphNumTypes(graph),
         (long long)batchGraphLowerBound(graph), (long long)batches,
         strBufText(&steps));
  strBufFree(&steps);
  return true;
}

static bool checkOptions(const CommandLine *line, RelaxError *error) {
  const char *learn = commandLineValue(line, RUN_LEARN);
  if (!commandLineValue(line, RUN_BATCH_GRAPH))
    return relaxFail(error, "options of batching: expected "
                            "'--batch-graph=FILE', too");
  if (!learn == !commandLineValue(line, RUN_POLICY))
    return relaxFail(error, "option '--batch-graph': expected either "
                            "'--policy=P' or '--learn=TABLE'");
  if (!learn && (commandLineValue(line, RUN_ENCODING) ||
                 commandLineValue(line, RUN_ITERATIONS)))
    return relaxFail(error, "options '--encoding' and '--iterations': "
                            "expected '--learn=TABLE', too");
  if (commandLineValue(line, -1))
    return relaxFail(error,
                     "option '--batch-graph': expected no program, got '%s'",
                     commandLineValue(line, -1));
  return true;
}

bool runBatchGraphs(const CommandLine *line) {
  BatchJob job = {.line = line,
                  .json = commandLineValue(line, RUN_JSON) != NULL};
  RelaxError error = {0};
  const char *table = commandLineValue(line, RUN_LEARN);
  bool good = checkOptions(line, &error) &&
              (table || readPolicy(&job, &error)) && readGraphs(&job, &error) &&
              (!table || learn(&job, table, &error));
  BatchOrder *order = good ? job.policy->create(&job.table) : NULL;
  for (ptrdiff_t i = 0; good && i < arrlen(job.graphs); ++i)
    good = runGraph(&job, order, i, &error);
  if (order)
    job.policy->destroy(order);
  if (!good)
    runFail("%s", relaxErrorText(&error));
  for (ptrdiff_t i = 0; i < arrlen(job.graphs); ++i) {
    batchGraphFree(job.graphs[i]);
    free(job.graphs[i]);
  }
  arrfree(job.graphs);
  arrfree(job.paths);
  batchTableFree(&job.table);
  relaxErrorFree(&error);
  return good;
}
