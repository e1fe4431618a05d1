//===- relax-run.c - runs a module on values ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/Dialects.h"
#include "tools/Registry.h"
#include "tools/Version.h"
#include "tools/run/Backends.h"
#include "tools/run/BatchGraphs.h"
#include "tools/run/Cache.h"
#include "tools/run/Cases.h"
#include "tools/run/Choices.h"
#include "tools/run/Execute.h"
#include "tools/run/Memory.h"
#include "tools/run/Program.h"
#include "tools/run/RegionFiles.h"
#include "tools/run/Replay.h"
#include "tools/run/Threads.h"
#include "tools/run/Values.h"
#include "tools/run/Watch.h"

#include <errno.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "relax-run: runs a module, from text of any stage, on values\n"
    "usage: relax-run [FILE|-] [options of a call] [--then options]...\n\n";

/// The folder of the IR file, then those of `--weights-dir`; stb_ds array.
static const char **weightDirs(const char *input, const CommandLine *line,
                               StrBuf *folder) {
  const char **dirs = NULL;
  const char *slash = input ? strrchr(input, '/') : NULL;
  if (slash)
    strBufAppend(folder,
                 (StrRef){input, slash == input ? 1 : (size_t)(slash - input)});
  else
    strBufAppendC(folder, ".");
  arrput(dirs, strBufText(folder));
  for (ptrdiff_t i = 0; i < arrlen(line->arguments); ++i)
    if (line->arguments[i].option == RUN_WEIGHTS_DIR)
      arrput(dirs, line->arguments[i].value);
  return dirs;
}

/// What passes may do; a negative limit is none.
static bool parseLimits(const CommandLine *line) {
  const RunOption options[] = {RUN_PASS_LIMIT, RUN_REWRITE_LIMIT};
  int64_t limits[] = {-1, -1};
  for (int i = 0; i < 2; ++i) {
    const char *text = commandLineValue(line, options[i]);
    char *end;
    if (!text)
      continue;
    errno = 0;
    limits[i] = strtoll(text, &end, 10);
    if (!*text || *end || limits[i] < 0 || errno != 0)
      return runFail("option '%s': expected an integer of at least 0, got '%s'",
                     runOptions[options[i]].name, text);
  }
  bridgeSetLimits(limits[0], limits[1]);
  return true;
}

static bool parseModes(const CommandLine *line, RunMode *mode, bool *compare) {
  const char *text = commandLineValue(line, RUN_MODE);
  *mode = !text                            ? RUN_COMPILED
          : strcmp(text, "reference") == 0 ? RUN_REFERENCE
          : strcmp(text, "either") == 0    ? RUN_EITHER
                                           : RUN_COMPILED;
  if (text && *mode == RUN_COMPILED && strcmp(text, "compiled") != 0)
    return runFail("option '--mode': expected compiled, reference or either, "
                   "got '%s'",
                   text);
  text = commandLineValue(line, RUN_COMPARE);
  *compare = text != NULL;
  if (text && strcmp(text, "reference,compiled") != 0 &&
      strcmp(text, "compiled,reference") != 0)
    return runFail(
        "option '--compare': expected 'reference,compiled', got '%s'", text);
  if (text && *mode != RUN_COMPILED)
    return runFail("'--compare' and '--mode=reference' exclude each other");
  bool values = commandLineValue(line, RUN_COMPARE_VALUES) != NULL;
  if (values &&
      (text || *mode == RUN_EITHER || commandLineValue(line, RUN_AGAINST) ||
       commandLineValue(line, RUN_CASES)))
    return runFail(
        "'--compare-values' runs the reference of two texts: expected "
        "no '--compare', '--against', '--cases' or other mode");
  *mode = values ? RUN_REFERENCE : *mode;
  if (commandLineValue(line, RUN_PROBE) && *mode != RUN_REFERENCE)
    return runFail("option '--probe': expected '--mode=reference' or "
                   "'--compare-values=OTHER.mlir', too");
  bool against = commandLineValue(line, RUN_AGAINST) != NULL;
  if (text && against)
    return runFail("'--compare' and '--against' exclude each other");
  if (!against && (commandLineValue(line, RUN_CASES) ||
                   commandLineValue(line, RUN_SAVE_INPUTS)))
    return runFail("options '--cases' and '--save-inputs': expected "
                   "'--against=OTHER.mlir', too");
  return true;
}

/// Creates the engines and runs the calls; false after messages.
static bool runAll(RunProgram *input, RunProgram *other,
                   const CommandLine *line, const RunEngineOptions *options,
                   const RunCall *calls, RunTogether *together) {
  RunWatch *watching = options->traceUser;
  RunMode mode;
  bool compare;
  RunEngineOptions quiet = *options;
  RunSession session = {.referenceOptions = &quiet,
                        .counters =
                            commandLineValue(line, RUN_COUNTERS) != NULL,
                        .json = commandLineValue(line, RUN_JSON) != NULL};
  const char *counters = commandLineValue(line, RUN_COUNTERS);
  session.countersJson = counters && (*counters || session.json);
  if (counters && *counters && strcmp(counters, "json") != 0)
    return runFail("option '--counters': expected nothing or json, got '%s'",
                   counters);
  long cases;
  if (!parseModes(line, &mode, &compare) ||
      !runTogetherParse(line, mode, calls, together) ||
      !runParseCount(line, RUN_BENCH, 100, &session.bench) ||
      !runParseCount(line, RUN_CASES, 10, &cases))
    return false;
  if (watching->profileFile && mode == RUN_REFERENCE)
    return runFail("'--profile' and '--mode=reference' exclude each other");
  if (mode == RUN_REFERENCE && options->maxInstructions)
    return runFail("option '--max-instructions': expected "
                   "'--mode=compiled': reference mode has no machine");
  if (mode == RUN_REFERENCE && (options->memoryLimit || options->recompute))
    return runFail("'--memory-limit', '--recompute' and '--mode=reference' "
                   "exclude each other");
  const char *tokenizer = commandLineValue(line, RUN_TOKENIZER);
  if (commandLineValue(line, RUN_STREAM) && !tokenizer)
    return runFail("option '--stream': expected '--tokenizer=FILE.gguf', too");
  session.progress = runProgressCreate();
  runProgressShow(session.progress, "loading the program", 0);
  if (tokenizer)
    session.text = runTextCreate(tokenizer, commandLineValue(line, RUN_STREAM),
                                 session.progress);
  const char *probe = commandLineValue(line, RUN_PROBE);
  bool compareValues = commandLineValue(line, RUN_COMPARE_VALUES) != NULL;
  if (probe || compareValues)
    session.values = runValuesCreate(probe, compareValues);
  session.mismatchPlot = commandLineValue(line, RUN_MISMATCH_PLOT);
  session.profile = session.counters ? &watching->profile : NULL;
  session.regions = watching->regions.path ? &watching->regions : NULL;
  session.choices = watching->choices;
  if (session.choices)
    quiet.observer = (RelaxObserver){&session, NULL, runChoose};
  session.decisions = watching->decisions.path ? &watching->decisions : NULL;
  bool good = (!tokenizer || session.text) &&
              runCreateEngines(&session, input, mode, compare,
                               commandLineValue(line, RUN_KERNELS), *options) &&
              runCreateOther(&session, other, *options);
  runProgressHide(session.progress);
  RunRegionFiles saved = {.folder = commandLineValue(line, RUN_SAVE_REGIONS)};
  good = good && runRegionFilesOpen(&saved, session.engine);
  if (good && session.values)
    runValuesWatch(session.values, session.engine, session.against);
  if (good && session.counters && mode == RUN_COMPILED)
    runPrintLoadCounters(&session);
  if (good && mode == RUN_COMPILED && commandLineValue(line, RUN_TIMING))
    runPrintTiming(&session);
  watching->profile.loaded = true;
  session.together = together->asked ? together : NULL;
  if (session.engine)
    watching->profile.lowered = runEngineLowered(session.engine);
  if (good && cases)
    good = runCases(&session, cases, *calls[0].entry ? calls[0].entry : NULL,
                    commandLineValue(line, RUN_SAVE_INPUTS));
  else if (good)
    good = session.together ? runCallsTogether(&session, calls) &&
                                  runSamplesLearn(line, together)
                            : runCalls(&session, calls);
  if (good && watching->profileFile)
    good = runProfileReport(&watching->profile, input->session, session.engine,
                            options, watching->profileFile);
  good = runRegionFilesClose(&saved, good);
  runSessionFree(&session);
  runValuesDestroy(session.values);
  runTextDestroy(session.text);
  runProgressDestroy(session.progress);
  runEngineDestroy(session.reference);
  runEngineDestroy(session.against);
  runEngineDestroy(session.engine);
  return good;
}

/// The functions that the calls name; stb_ds array, empty if one names none.
static const char **entriesOf(const RunCall *calls) {
  const char **entries = NULL;
  for (ptrdiff_t i = 0; i < arrlen(calls); ++i) {
    if (!*calls[i].entry) {
      arrsetlen(entries, 0);
      return entries;
    }
    ptrdiff_t known = 0;
    while (known < arrlen(entries) &&
           strcmp(entries[known], calls[i].entry) != 0)
      ++known;
    if (known == arrlen(entries))
      arrput(entries, calls[i].entry);
  }
  return entries;
}

/// What the engine is made with, and who looks at its calls.
static bool parseEngine(const CommandLine *line, RunWatch *watching,
                        RunBackends *backends, RunEngineOptions *options) {
  long threads, maxInstructions;
  bool good =
      runParseCount(line, RUN_THREADS, 0, &threads) &&
      (threads <= RUN_MOST_THREADS ||
       runFail("option '--threads': expected at most %d, got '%s'",
               RUN_MOST_THREADS, commandLineValue(line, RUN_THREADS))) &&
      runParseVersions(line) &&
      runParseCount(line, RUN_MAX_INSTRUCTIONS, 0, &maxInstructions) &&
      runParseBytes(line, RUN_MAX_MEMORY, 1, &options->maxMemory) &&
      parseLimits(line);
  if (!good)
    return false;
  options->threads = (int)threads;
  options->maxInstructions = (uint64_t)maxInstructions;
  options->target = commandLineValue(line, RUN_TARGET);
  options->versions = commandLineValue(line, RUN_VERSIONS);
  options->noOptimize = commandLineValue(line, RUN_NO_OPTIMIZE) != NULL;
  options->debugInfo = commandLineValue(line, RUN_DEBUG_INFO) != NULL;
  options->batch = commandLineValue(line, RUN_BATCH) != NULL;
  options->poison = commandLineValue(line, RUN_POISON) != NULL;
  options->clear = commandLineValue(line, RUN_UNTRUSTED) != NULL;
  options->verifyFacts = commandLineValue(line, RUN_VERIFY_FACTS) != NULL;
  return runParseMemory(line, options) &&
         runLoadBackends(line, backends, &options->offload) &&
         runWatchParse(line, watching, options);
}

static bool run(const CommandLine *line, const RunCall *calls) {
  if (!commandLineOneInput("relax-run", line))
    return false;
  StrBuf folder = {0}, environment = {0};
  const char **dirs = weightDirs(commandLineValue(line, -1), line, &folder);
  const char **entries = entriesOf(calls);
  RunEngineOptions options = {.weightDirs = dirs,
                              .numWeightDirs = (size_t)arrlen(dirs),
                              .entries = entries,
                              .numEntries = (size_t)arrlen(entries),
                              .memoryLimit =
                                  arrlen(calls) ? calls[0].memoryLimit : 0};
  RunWatch watching = {0};
  RunBackends backends = {0};
  RunProgram program = {.session = bridgeSessionCreate(relaxToolDialects)};
  RunProgram other = {.session = program.session};
  RunTogether together = {.asked = false};
  RunChoices choices;
  bool good = runChoicesParse(line, calls, &choices) &&
              parseEngine(line, &watching, &backends, &options) &&
              runCacheOpen(line, &options, &environment) &&
              runReadPrograms(line, &program, &other);
  program.decides = other.decides = choices.asked;
  watching.choices = choices.asked ? &choices : NULL;
  good = good && runCheckUntrusted(line, &program, &other) &&
         runAll(&program, &other, line, &options, calls, &together) &&
         runWatchWrite(&watching) && runChoicesWrite(&choices);
  runChoicesFree(&choices);
  runTogetherFree(&together);
  runWatchFree(&watching);
  fflush(stdout); // where both go to one place, in their order
  bridgePrintLimits("relax-run");
  runCacheClose(options.cache);
  strBufFree(&environment);
  runFreeProgram(&program);
  runFreeProgram(&other);
  bridgeSessionDestroy(program.session);
  runFreeBackends(&backends);
  arrfree(entries);
  arrfree(dirs);
  strBufFree(&folder);
  return good;
}

int main(int argc, char **argv) {
  bridgeCatchOutOfMemory();
  CommandLine line = {0};
  RunCall *calls = NULL;
  StrBuf *texts = NULL;
  if (!commandLineParse("relax-run", argc, argv, runOptions, RUN_NUM_OPTIONS,
                        &line)) {
    commandLineFree(&line);
    return 1;
  }
  bool good = true;
  if (!runPrepareThreads()) {
    good = false;
  } else if (commandLineAsked("relax-run", usage, &line, runOptions,
                              RUN_NUM_OPTIONS)) {
    // It was answered.
  } else if (commandLineValue(&line, RUN_REPLAY)) {
    good = runReplay(&line);
  } else if (runBatchGraphsAsked(&line)) {
    good = runBatchGraphs(&line);
  } else {
    const char *format = commandLineValue(&line, RUN_DIAGNOSTICS);
    relaxRegisterAll();
    bridgeCatchCrashes("relax-run", argc, argv, commandLineValue(&line, -1));
    good =
        (!format || bridgeSetDiagnostics(format, "relax-run", toolVersion())) &&
        runCallsParse(&line, &calls, &texts) && run(&line, calls);
    good &= bridgeFinishDiagnostics();
  }
  // Who has met it before has said so.
  if ((fflush(stdout) != 0 || ferror(stdout)) && good)
    good = runFail("cannot write the standard output");
  runCallsFree(calls, texts);
  commandLineFree(&line);
  return good ? 0 : 1;
}
