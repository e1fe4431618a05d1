//===- BatchGraphs.c - batches of plain graphs ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/BatchGraphs.h"
#include "lib/Runtime/Batch/GraphText.h"
#include "lib/Runtime/Batch/Layout.h"
#include "lib/Runtime/Batch/Learn.h"
#include "lib/Runtime/File.h"
#include "lib/Support/OutOfMemory.h"
#include "tools/run/BatchTables.h"
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
  bool json, layout;
} BatchJob;

bool runBatchGraphsAsked(const CommandLine *line) {
  // Of programs, too, whose calls are batched or drop values.
  const RunOption shared[] = {RUN_POLICY, RUN_LEARN, RUN_ENCODING,
                              RUN_ITERATIONS, RUN_LAYOUT};
  if (commandLineValue(line, RUN_BATCH_GRAPH))
    return true;
  for (size_t i = 0; i < sizeof shared / sizeof *shared; ++i)
    if (commandLineValue(line, shared[i]) &&
        !commandLineValue(line, RUN_BATCH) &&
        (shared[i] != RUN_POLICY || !commandLineValue(line, RUN_RECOMPUTE)))
      return true;
  return false;
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
      outOfMemory();
    arrput(job->graphs, graph);
    arrput(job->paths, path);
    bool standard = strcmp(path, "-") == 0;
    good = relaxFileRead(standard ? "/dev/stdin" : path, &text, error) &&
           (batchGraphParse((StrRef){strBufText(&text), text.length}, graph,
                            error) ||
            relaxErrorContext(error, "'%s'", path));
    strBufFree(&text);
  }
  return good;
}

static bool readPolicy(BatchJob *job, RelaxError *error) {
  const char *text = commandLineValue(job->line, RUN_POLICY);
  const char *module = commandLineValue(job->line, -1);
  if (!runPolicyRead(text, module, &job->policy, &job->table, error))
    return false;
  if (!strchr(text, ':') && module)
    return relaxFail(
        error, "option '--batch-graph': expected no program, got '%s'", module);
  return true;
}

static bool readLearning(const CommandLine *line, BatchLearning *learning,
                         RelaxError *error) {
  const char *encoding = commandLineValue(line, RUN_ENCODING);
  BatchEncoding only;
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
  long count;
  if (!runParseCount(line, RUN_ITERATIONS, BATCH_LEARN_ITERATIONS, &count))
    return false;
  if (count)
    learning->iterations = count;
  return runParseSeed(line, RUN_SEED, &learning->seed);
}

bool runBatchLearn(const CommandLine *line, BatchGraph *const *graphs,
                   size_t numGraphs, BatchTable *table, RelaxError *error) {
  BatchLearning learning;
  BatchLearnt learnt;
  char comment[128];
  if (!readLearning(line, &learning, error) ||
      !batchLearn((const BatchGraph *const *)graphs, numGraphs, &learning,
                  table, &learnt, error))
    return false;
  snprintf(comment, sizeof comment,
           "%lld batches where at least %lld are needed, after %lld iterations",
           (long long)learnt.batches, (long long)learnt.lowerBound,
           (long long)learnt.iterations);
  return runBatchTableWrite(table, comment, commandLineValue(line, RUN_LEARN),
                            error);
}

/// Learns a table, writes it, and makes it the policy.
static bool learn(BatchJob *job, RelaxError *error) {
  job->policy = &batchPolicyFsm;
  return runBatchLearn(job->line, job->graphs, arrlenu(job->graphs),
                       &job->table, error);
}

/// `[[0, 4], [1, 2]]`, or a line each.
static void printSteps(const BatchJob *job, const BatchGraph *graph,
                       const BatchLayout *layout, StrBuf *out) {
  int64_t number;
  for (int32_t i = 0; i < (int32_t)arrlen(layout->batches); ++i) {
    const BatchPlaced *batch = &layout->batches[i];
    const char *type = graph->types[batch->type].name;
    if (job->json && batchTypeNumber(type, &number))
      strBufAppendFormat(out, "%s[%lld, %d]", i ? ", " : "", (long long)number,
                         batch->numNodes);
    else if (job->json)
      strBufAppendFormat(out, "%s[\"%s\", %d]", i ? ", " : "",
                         type + (*type == '!'), batch->numNodes);
    else if (!job->layout)
      strBufAppendFormat(out, "type %s: %d\n", type, batch->numNodes);
    else
      strBufAppendFormat(out, "type %s: %d, %d gathered\n", type,
                         batch->numNodes, batchLayoutGathers(layout, i));
  }
}

/// `, "memory": [3, 0, 1, 2], "gathers": [0, 1]`, or a line.
static void printLayout(const BatchJob *job, const BatchLayout *layout,
                        StrBuf *out) {
  int32_t *nodes = NULL; // by place
  arrsetlen(nodes, arrlenu(layout->places));
  for (int32_t node = 0; node < (int32_t)arrlen(layout->places); ++node)
    nodes[layout->places[node]] = node;
  strBufAppendC(out, job->json ? ", \"memory\": [" : "memory:");
  for (ptrdiff_t i = 0; i < arrlen(nodes); ++i)
    strBufAppendFormat(out, "%s%d",
                       i && job->json ? ", "
                       : job->json    ? ""
                                      : " ",
                       nodes[i]);
  strBufAppendC(out, job->json ? "], \"gathers\": [" : "\n");
  for (int32_t i = 0; i < (int32_t)arrlen(layout->batches) && job->json; ++i)
    strBufAppendFormat(out, "%s%d", i ? ", " : "",
                       batchLayoutGathers(layout, i));
  strBufAppendC(out, job->json ? "]" : "");
  arrfree(nodes);
}

static bool runGraph(BatchJob *job, BatchOrder *order, ptrdiff_t at,
                     RelaxError *error) {
  const BatchGraph *graph = job->graphs[at];
  StrBuf steps = {0}, memory = {0};
  BatchLayout layout = {0};
  if (!job->policy->start(order, graph, error))
    return relaxErrorContext(error, "'%s'", job->paths[at]);
  if (job->layout)
    batchLayoutPlan(graph, job->policy, order, &layout);
  else
    batchLayoutSteps(job->policy, order, &layout);
  printSteps(job, graph, &layout, &steps);
  if (job->layout)
    printLayout(job, &layout, &memory);
  printf(job->json ? "{\"nodes\": %d, \"types\": %d, \"lower_bound\": %lld, "
                     "\"batches\": %lld, \"sequence\": [%s]%s}\n"
                   : "%d nodes, %d types, lower bound %lld, %lld batches\n%s%s",
         batchGraphNumNodes(graph), batchGraphNumTypes(graph),
         (long long)batchGraphLowerBound(graph),
         (long long)arrlen(layout.batches), strBufText(&steps),
         strBufText(&memory));
  strBufFree(&steps);
  strBufFree(&memory);
  batchLayoutFree(&layout);
  return true;
}

/// What else was asked for would not be done.
static bool checkOthers(const CommandLine *line, RelaxError *error) {
  const int known[] = {-1,         RUN_BATCH_GRAPH, RUN_POLICY,
                       RUN_LEARN,  RUN_ENCODING,    RUN_ITERATIONS,
                       RUN_LAYOUT, RUN_SEED,        RUN_JSON};
  for (ptrdiff_t i = 0; i < arrlen(line->arguments); ++i) {
    size_t k = 0;
    while (k < sizeof known / sizeof *known &&
           known[k] != line->arguments[i].option)
      ++k;
    if (k == sizeof known / sizeof *known)
      return relaxFail(error, "'--batch-graph' and '%s' exclude each other",
                       runOptions[line->arguments[i].option].name);
  }
  return true;
}

static bool checkOptions(const CommandLine *line, RelaxError *error) {
  const char *learn = commandLineValue(line, RUN_LEARN);
  if (!commandLineValue(line, RUN_BATCH_GRAPH))
    return relaxFail(error, "options of batching: expected "
                            "'--batch' or '--batch-graph=FILE', too");
  if (!learn == !commandLineValue(line, RUN_POLICY))
    return relaxFail(error, "option '--batch-graph': expected either "
                            "'--policy=P' or '--learn=TABLE'");
  if (!learn && (commandLineValue(line, RUN_ENCODING) ||
                 commandLineValue(line, RUN_ITERATIONS)))
    return relaxFail(error, "options '--encoding' and '--iterations': "
                            "expected '--learn=TABLE', too");
  if (learn && commandLineValue(line, -1))
    return relaxFail(error, "option '--learn': expected no program, got '%s'",
                     commandLineValue(line, -1));
  return !learn || runBatchTableCanBeMade(learn, error);
}

bool runBatchGraphs(const CommandLine *line) {
  BatchJob job = {.line = line,
                  .json = commandLineValue(line, RUN_JSON) != NULL,
                  .layout = commandLineValue(line, RUN_LAYOUT) != NULL};
  RelaxError error = {0};
  const char *table = commandLineValue(line, RUN_LEARN);
  bool good = commandLineOneInput("relax-run", line) &&
              checkOptions(line, &error) && checkOthers(line, &error) &&
              (table || readPolicy(&job, &error)) && readGraphs(&job, &error) &&
              (!table || learn(&job, &error));
  BatchOrder *order = good ? job.policy->create(&job.table) : NULL;
  for (ptrdiff_t i = 0; good && i < arrlen(job.graphs); ++i)
    good = runGraph(&job, order, i, &error);
  if (order)
    job.policy->destroy(order);
  if (relaxErrorIsSet(&error)) // else diagnostics have said it
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
