//===- relax-run.c - runs a module on values ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/File.h"
#include "tools/Dialects.h"
#include "tools/Registry.h"
#include "tools/run/Execute.h"
#include "tools/run/Trace.h"

#include <errno.h>
#include <limits.h>
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

static bool parseCount(const CommandLine *line, int option, long standard,
                       long *out) {
  const char *text = commandLineValue(line, option);
  *out = 0;
  if (!text)
    return true;
  *out = standard;
  if (!*text)
    return true;
  char *end;
  errno = 0;
  *out = strtol(text, &end, 10);
  if (!*end && *out > 0 && *out <= INT_MAX && errno == 0)
    return true;
  return runFail("option '%s': expected a positive integer, got '%s'",
                 runOptions[option].name, text);
}

static bool parseModes(const CommandLine *line, RunMode *mode, bool *compare) {
  const char *text = commandLineValue(line, RUN_MODE);
  *mode = text && strcmp(text, "reference") == 0 ? RUN_REFERENCE : RUN_COMPILED;
  if (text && *mode == RUN_COMPILED && strcmp(text, "compiled") != 0)
    return runFail("option '--mode': expected compiled or reference, got '%s'",
                   text);
  text = commandLineValue(line, RUN_COMPARE);
  *compare = text != NULL;
  if (text && strcmp(text, "reference,compiled") != 0 &&
      strcmp(text, "compiled,reference") != 0)
    return runFail(
        "option '--compare': expected 'reference,compiled', got '%s'", text);
  if (text && *mode == RUN_REFERENCE)
    return runFail("'--compare' and '--mode=reference' exclude each other");
  return true;
}

static bool readModule(BridgeSession session, const char *input,
                       MlirModule *module) {
  bool standard = !input || strcmp(input, "-") == 0;
  StrBuf text = {0};
  RelaxError error = {0};
  bool good = relaxFileRead(standard ? "/dev/stdin" : input, &text, &error);
  if (!good)
    runFail("%s", relaxErrorText(&error));
  relaxErrorFree(&error);
  if (good && strspn(strBufText(&text), " \t\r\n") == text.length)
    good = runFail("input is empty (did the command before the pipe fail?)");
  if (good) {
    *module = bridgeSessionParse(session, (StrRef){text.data, text.length},
                                 standard ? "-" : input);
    good = module->ptr != NULL;
  }
  strBufFree(&text);
  return good;
}

/// Creates the engines and runs the calls; false after messages.
static bool runAll(MlirModule module, const CommandLine *line,
                   RunEngineOptions *options, const RunCall *calls) {
  RunMode mode;
  bool compare;
  RunSession session = {.counters =
                            commandLineValue(line, RUN_COUNTERS) != NULL,
                        .json = commandLineValue(line, RUN_JSON) != NULL};
  if (!parseModes(line, &mode, &compare) ||
      !parseCount(line, RUN_BENCH, 100, &session.bench))
    return false;
  MlirOperation op = mlirModuleGetOperation(module);
  RelaxError error = {0};
  session.engine = runEngineCreate(mode, op, options, &error);
  if (session.engine && compare)
    session.against = runEngineCreate(RUN_REFERENCE, op, options, &error);
  bool good = session.engine && (!compare || session.against);
  if (relaxErrorIsSet(&error)) // else diagnostics have said it
    runFail("%s", relaxErrorText(&error));
  relaxErrorFree(&error);
  if (good && session.counters && mode == RUN_COMPILED)
    printf("counters load: kernels_compiled=%llu\n",
           (unsigned long long)runEngineKernelsCompiled(session.engine));
  for (ptrdiff_t i = 0; good && i < arrlen(calls); ++i)
    good = runExecute(&session, &calls[i]);
  runSessionFree(&session);
  runEngineDestroy(session.against);
  runEngineDestroy(session.engine);
  return good;
}

static bool run(const CommandLine *line, const RunCall *calls) {
  const char *input = commandLineValue(line, -1);
  if (!commandLineOneInput("relax-run", line))
    return false;
  StrBuf folder = {0};
  const char **dirs = weightDirs(input, line, &folder);
  const char *traceFile = commandLineValue(line, RUN_TRACE);
  RunTrace trace = {0};
  long threads;
  bool good = parseCount(line, RUN_THREADS, 0, &threads);
  RunEngineOptions options = {
      .weightDirs = dirs,
      .numWeightDirs = (size_t)arrlen(dirs),
      .threads = (int)threads,
      .poison = commandLineValue(line, RUN_POISON) != NULL,
      .verifyFacts = commandLineValue(line, RUN_VERIFY_FACTS) != NULL,
      .trace = traceFile ? runTraceKernel : NULL,
      .traceUser = &trace};
  MlirModule module = {NULL};
  BridgeSession session = bridgeSessionCreate(relaxToolDialects);
  good = good && readModule(session, input, &module) &&
         runAll(module, line, &options, calls);
  if (good && traceFile)
    good = runTraceWrite(&trace, traceFile);
  runTraceFree(&trace);
  if (module.ptr)
    mlirModuleDestroy(module);
  bridgeSessionDestroy(session);
  arrfree(dirs);
  strBufFree(&folder);
  return good;
}

int main(int argc, char **argv) {
  CommandLine line = {0};
  RunCall *calls = NULL;
  StrBuf *texts = NULL;
  if (!commandLineParse("relax-run", argc, argv, runOptions, RUN_NUM_OPTIONS,
                        &line))
    return 1;
  if (commandLineValue(&line, RUN_HELP)) {
    commandLineHelp(usage, runOptions, RUN_NUM_OPTIONS);
    return 0;
  }
  relaxRegisterAll();
  bool good = runCallsParse(&line, &calls, &texts) && run(&line, calls);
  if (fflush(stdout) != 0)
    good = runFail("cannot write the standard output");
  runCallsFree(calls, texts);
  commandLineFree(&line);
  return good ? 0 : 1;
}
