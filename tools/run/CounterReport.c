//===- CounterReport.c - what --counters and --timing print ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Execute.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

static void printText(const char *what, const RunCount *counts, size_t number) {
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

static cJSON *jsonOf(const char *what, const RunCount *counts, size_t number) {
  cJSON *object = cJSON_CreateObject();
  cJSON_AddStringToObject(object, "counters", what);
  for (size_t i = 0; i < number; ++i)
    cJSON_AddNumberToObject(object, counts[i].name, (double)counts[i].value);
  return object;
}

void runPrintCounts(const RunSession *session, const char *what,
                    const RunCount *counts, size_t number) {
  if (session->countersJson)
    printJson(jsonOf(what, counts, number));
  else
    printText(what, counts, number);
}

/// `--timing`.
void runPrintTiming(const RunSession *session) {
  RunEngineTimes t = runEngineTimes(session->engine);
  printf(session->json
             ? "{\"wall_s\": %.6f, \"pipeline_s\": %.6f, \"convert_s\": %.6f, "
               "\"translate_s\": %.6f, \"optimize_s\": %.6f, "
               "\"codegen_s\": %.6f, \"link_s\": %.6f, \"load_s\": %.6f, "
               "\"kernels\": %llu, \"operations\": %llu}\n"
             : "timing load: wall %.6f s, processor: pipeline %.6f s, convert "
               "%.6f s, translate %.6f s, optimize %.6f s, codegen %.6f s, "
               "link %.6f s, load %.6f s; kernels=%llu operations=%llu\n",
         t.wall, t.pipeline, t.compile.convert, t.compile.translate,
         t.compile.optimize, t.compile.codegen, t.compile.link, t.load,
         (unsigned long long)t.compile.kernels,
         (unsigned long long)t.compile.operations);
}

/// Its library and that one's version.
static void printBackend(const RunSession *session,
                         const RelaxBackend *backend) {
  const char *library = backend->describe ? backend->describe() : NULL;
  StrBuf what = {0};
  strBufAppendFormat(&what, "back end '%s'", backend->name);
  if (library && session->countersJson) {
    cJSON *object = jsonOf(strBufText(&what), NULL, 0);
    cJSON_AddStringToObject(object, "library", library);
    printJson(object);
  } else if (library) {
    printf("counters %s: %s\n", strBufText(&what), library);
  }
  strBufFree(&what);
}

void runPrintLoadCounters(const RunSession *session) {
  const RunCount counts[] = {
      {"kernels_compiled", runEngineKernelsCompiled(session->engine)},
      {"kernels_cached", runEngineKernelsCached(session->engine)}};
  runPrintCounts(session, "load", counts, sizeof(counts) / sizeof(*counts));
  const RelaxOffloadOptions *offload = &session->referenceOptions->offload;
  for (size_t i = 0; i < offload->numBackends; ++i)
    printBackend(session, offload->backends[i]);
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

/// What only some calls have.
static void printSome(const RunSession *session, const RelaxCounters *c) {
  const RunCount memory[] = {{"peak_bytes", c->peakBytes},
                             {"evictions", c->evictions},
                             {"kernels_repeated", c->kernelsRepeated}};
  const RunCount regions[] = {{"regions_run", c->regionsRun},
                              {"regions_left", c->regionsLeft}};
  const RunCount second[] = {{"bytes_written_out", c->bytesWrittenOut},
                             {"bytes_read_back", c->bytesReadBack}};
  if (c->regionsRun || c->regionsLeft)
    runPrintCounts(session, "back ends", regions,
                   sizeof(regions) / sizeof(*regions));
  if (c->peakBytes)
    runPrintCounts(session, "memory", memory, sizeof(memory) / sizeof(*memory));
  if (c->bytesWrittenOut || c->bytesReadBack)
    runPrintCounts(session, "second memory", second,
                   sizeof(second) / sizeof(*second));
}

void runPrintCounters(const RunSession *session, const char *who,
                      uint64_t compiledBefore) {
  const RelaxCounters *c = runEngineCounters(session->engine);
  if (!c)
    return;
  const RunCount counts[] = {
      {"kernels_compiled",
       runEngineKernelsCompiled(session->engine) - compiledBefore},
      {"kernels_run", c->kernelsRun},
      {"arena_bytes", c->arenaBytes},
      {"allocations", c->arenaAllocations},
      {"result_bytes", c->resultBytes},
      {"bytes_copied", c->bytesCopied},
      {"library_calls", c->libraryCalls},
      {"weight_bytes", runEngineWeightBytes(session->engine)},
      {"result_allocations", c->resultAllocations}};
  size_t number = sizeof(counts) / sizeof(*counts);
  const RelaxProgram *program = runEngineSignatures(session->engine);
  if (session->countersJson) {
    cJSON *object = jsonOf(who, counts, number);
    printArms(program, c, object);
    printJson(object);
    printSome(session, c);
  } else {
    printText(who, counts, number);
    printSome(session, c);
    printArms(program, c, NULL);
  }
}

RunWork runWorkBefore(const RunSession *session) {
  RunWork work = {0};
  if (session->profile)
    runProfileWork(session->profile, &work);
  return work;
}

void runPrintWork(const RunSession *session, const char *who, RunWork before) {
  RunWork now;
  if (!session->profile)
    return;
  if (!runProfileWork(session->profile, &now)) {
    if (runProfileHasTables(session->profile) &&
        !session->profile->lowered.ptr && !session->silent)
      fputs("relax-run: remark: multiply-adds are not counted: kernels come "
            "from the cache or from '--kernels=', without their loops\n",
            stderr);
    return;
  }
  StrBuf what = {0};
  strBufAppendFormat(&what, "work %s", who);
  const RelaxCounters *c = runEngineCounters(session->engine);
  const RunCount counts[] = {
      {"multiply_adds", now.multiplyAdds - before.multiplyAdds},
      {"activation_bytes", c->activationBytes},
      {"aux_bytes", now.auxBytes - before.auxBytes},
      {"prelude_kernels", now.preludeKernels - before.preludeKernels}};
  runPrintCounts(session, strBufText(&what), counts,
                 sizeof(counts) / sizeof(*counts));
  strBufFree(&what);
}
