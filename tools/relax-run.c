//===- relax-run.c - runs a module on values ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/File.h"
#include "lib/Runtime/ProgramFile.h"
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

/// What is run: a module, or a compact file with its kernels.
typedef struct RunInput {
  StrBuf text;
  bool compact;
  MlirModule module;
} RunInput;

static bool readInput(BridgeSession session, const char *path,
                      const char *kernels, RunInput *input) {
  bool standard = !path || strcmp(path, "-") == 0;
  RelaxError error = {0};
  bool good =
      relaxFileRead(standard ? "/dev/stdin" : path, &input->text, &error);
  if (!good)
    runFail("%s", relaxErrorText(&error));
  relaxErrorFree(&error);
  if (!good)
    return false;
  StrRef text = {input->text.data, input->text.length};
  input->compact = relaxProgramLooksEncoded(text);
  if (input->compact != (kernels != NULL))
    return input->compact
               ? runFail("a compact file needs '--kernels=FILE.o', as "
                         "'relax-translate --emit-object' writes it")
               : runFail("'--kernels' is for compact files; this is text");
  if (input->compact)
    return true;
  if (strspn(strBufText(&input->text), " \t\r\n") == text.length)
    return runFail("input is empty (did the command before the pipe fail?)");
  input->module = bridgeSessionParse(session, text, standard ? "-" : path);
  return input->module.ptr != NULL;
}

/// The engine that gives the results, and for `--compare` the reference.
static bool createEngines(RunSession *session, const RunInput *input,
                          RunMode mode, bool compare, const char *kernels,
                          RunEngineOptions options) {
  RelaxError error = {0};
  RunEngineOptions against = options; // which says nothing
  options.observer = (RelaxObserver){session, runEmit};
  if (input->compact && (compare || mode == RUN_REFERENCE))
    return runFail("a compact file has no reference: give the module's text");
  if (input->compact) {
    session->engine =
        runEngineLoad((StrRef){input->text.data, input->text.length}, kernels,
                      &options, &error);
  } else {
    MlirOperation op = mlirModuleGetOperation(input->module);
    session->engine = runEngineCreate(mode, op, &options, &error);
    if (session->engine && compare)
      session->against = runEngineCreate(RUN_REFERENCE, op, &against, &error);
  }
  bool good = session->engine && (!compare || session->against);
  if (relaxErrorIsSet(&error)) // else diagnostics have said it
    runFailInModule(input->compact ? (MlirOperation){NULL}
                                   : mlirModuleGetOperation(input->module),
                    &error);
  relaxErrorFree(&error);
  return good;
}

/// Creates the engines and runs the calls; false after messages.
static bool runAll(const RunInput *input, const CommandLine *line,
                   const RunEngineOptions *options, const RunCall *calls) {
  RunMode mode;
  bool compare;
  RunSession session = {.counters =
                            commandLineValue(line, RUN_COUNTERS) != NULL,
                        .json = commandLineValue(line, RUN_JSON) != NULL};
  if (!parseModes(line, &mode, &compare) ||
      !parseCount(line, RUN_BENCH, 100, &session.bench))
    return false;
  const char *tokenizer = commandLineValue(line, RUN_TOKENIZER);
  if (commandLineValue(line, RUN_STREAM) && !tokenizer)
    return runFail("option '--stream': expected '--tokenizer=FILE.gguf', too");
  session.progress = runProgressCreate();
  runProgressShow(session.progress, "loading the program", 0);
  if (tokenizer)
    session.text = runTextCreate(tokenizer, commandLineValue(line, RUN_STREAM),
                                 session.progress);
  bool good = (!tokenizer || session.text) &&
              createEngines(&session, input, mode, compare,
                            commandLineValue(line, RUN_KERNELS), *options);
  runProgressHide(session.progress);
  if (good && session.counters && mode == RUN_COMPILED)
    printf("counters load: kernels_compiled=%llu\n",
           (unsigned long long)runEngineKernelsCompiled(session.engine));
  for (ptrdiff_t i = 0; good && i < arrlen(calls); ++i)
    good = runExecute(&session, &calls[i]);
  runSessionFree(&session);
  runTextDestroy(session.text);
  runProgressDestroy(session.progress);
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

static bool run(const CommandLine *line, const RunCall *calls) {
  const char *input = commandLineValue(line, -1);
  if (!commandLineOneInput("relax-run", line))
    return false;
  StrBuf folder = {0};
  const char **dirs = weightDirs(input, line, &folder);
  const char *traceFile = commandLineValue(line, RUN_TRACE);
  RunTrace trace = {0};
  const char **entries = entriesOf(calls);
  long threads;
  bool good = parseCount(line, RUN_THREADS, 0, &threads);
  RunEngineOptions options = {
      .weightDirs = dirs,
      .numWeightDirs = (size_t)arrlen(dirs),
      .entries = entries,
      .numEntries = (size_t)arrlen(entries),
      .threads = (int)threads,
      .target = commandLineValue(line, RUN_TARGET),
      .noOptimize = commandLineValue(line, RUN_NO_OPTIMIZE) != NULL,
      .poison = commandLineValue(line, RUN_POISON) != NULL,
      .verifyFacts = commandLineValue(line, RUN_VERIFY_FACTS) != NULL,
      .trace = traceFile ? runTraceKernel : NULL,
      .traceUser = &trace};
  RunInput program = {0};
  BridgeSession session = bridgeSessionCreate(relaxToolDialects);
  good = good &&
         readInput(session, input, commandLineValue(line, RUN_KERNELS),
                   &program) &&
         runAll(&program, line, &options, calls);
  if (good && traceFile)
    good = runTraceWrite(&trace, traceFile);
  runTraceFree(&trace);
  if (program.module.ptr)
    mlirModuleDestroy(program.module);
  bridgeSessionDestroy(session);
  strBufFree(&program.text);
  arrfree(entries);
  arrfree(dirs);
  strBufFree(&folder);
  return good;
}

int main(int argc, char **argv) {
  CommandLine line = {0};
  RunCall *calls = NULL;
  StrBuf *texts = NULL;
  if (!commandLineParse("relax-run", argc, argv, runOptions, RUN_NUM_OPTIONS,
                        &line)) {
    commandLineFree(&line);
    return 1;
  }
  bool help = commandLineValue(&line, RUN_HELP), good = true;
  if (help) {
    commandLineHelp(usage, runOptions, RUN_NUM_OPTIONS);
  } else {
    relaxRegisterAll();
    good = runCallsParse(&line, &calls, &texts) && run(&line, calls);
  }
  if (fflush(stdout) != 0)
    good = runFail("cannot write the standard output");
  runCallsFree(calls, texts);
  commandLineFree(&line);
  return good ? 0 : 1;
}
