//===- CounterReport.c - what --counters prints ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Execute.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

/// One number of a line; the names are those of the text and of the JSON.
typedef struct Count {
  const char *name;
  uint64_t value;
} Count;

static void printText(const char *what, const Count *counts, size_t number) {
  printf("counters %s:", what);
  for (size_t i = 0; i < number; ++i)
    printf(" %s=%llu", counts[i].name, (unsigned long long)counts[i].value);
  putchar('\n');
}

static void printJson(cJSON *object) {
  char *text = cJSON_PrintUnformatted(object);
  if (text)
    puts(text);
  free(text);
  cJSON_Delete(object);
}

static cJSON *jsonOf(const char *what, const Count *counts, size_t number) {
  cJSON *object = cJSON_CreateObject();
  cJSON_AddStringToObject(object, "counters", what);
  for (size_t i = 0; i < number; ++i)
    cJSON_AddNumberToObject(object, counts[i].name, (double)counts[i].value);
  return object;
}

void runPrintLoadCounters(const RunSession *session) {
  const Count counts[] = {
      {"kernels_compiled", runEngineKernelsCompiled(session->engine)},
      {"kernels_cached", runEngineKernelsCached(session->engine)}};
  size_t number = sizeof(counts) / sizeof(*counts);
  if (session->countersJson)
    printJson(jsonOf("load", counts, number));
  else
    printText("load", counts, number);
}

/// How often each arm was taken: by name in JSON, else a line each.
static void printArms(const RelaxProgram *program, const RelaxCounters *c,
                      cJSON *object) {
  cJSON *arms =
      object && c->numArms ? cJSON_AddObjectToObject(object, "arms") : NULL;
  for (size_t i = 0; i < c->numArms; ++i) {
    StrRef name = program->strings[program->arms[i]];
    StrBuf text = {0};
    strBufAppend(&text, name);
    if (arms)
      cJSON_AddNumberToObject(arms, strBufText(&text), (double)c->arms[i]);
    else
      printf("counters arm '%s': %llu\n", strBufText(&text),
             (unsigned long long)c->arms[i]);
    strBufFree(&text);
  }
}

void runPrintCounters(const RunSession *session, const RelaxFunction *function,
                      uint64_t compiledBefore) {
  const RelaxCounters *c = runEngineCounters(session->engine);
  if (!c)
    return;
  const Count counts[] = {
      {"kernels_compiled",
       runEngineKernelsCompiled(session->engine) - compiledBefore},
      {"kernels_run", c->kernelsRun},
      {"arena_bytes", c->arenaBytes},
      {"allocations", c->arenaAllocations},
      {"result_bytes", c->resultBytes},
      {"bytes_copied", c->bytesCopied},
      {"library_calls", c->libraryCalls},
      {"weight_bytes", runEngineWeightBytes(session->engine)}};
  size_t number = sizeof(counts) / sizeof(*counts);
  const RelaxProgram *program = runEngineSignatures(session->engine);
  StrBuf what = {0};
  strBufAppendFormat(&what, "@%.*s", (int)function->name.length,
                     function->name.data);
  if (session->countersJson) {
    cJSON *object = jsonOf(strBufText(&what), counts, number);
    printArms(program, c, object);
    printJson(object);
  } else {
    printText(strBufText(&what), counts, number);
    printArms(program, c, NULL);
  }
  strBufFree(&what);
}
