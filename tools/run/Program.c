//===- Program.c - the texts that relax-run runs --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Program.h"
#include "dialects/Relax/Memory.gen.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Runtime/File.h"
#include "lib/Runtime/ProgramFile.h"

#include <string.h>

MlirOperation runParseProgram(RunProgram *input) {
  if (!input->parsed)
    input->module = bridgeSessionParse(
        input->session, (StrRef){input->text.data, input->text.length},
        input->path);
  MlirOperation none = {NULL};
  if (!input->parsed && input->decides && input->module.ptr &&
      !bridgeRunPipeline(mlirModuleGetOperation(input->module),
                         strRefFromC("relax-mark-decisions"))) {
    mlirModuleDestroy(input->module);
    input->module.ptr = NULL;
  }
  input->parsed = true;
  return input->module.ptr ? mlirModuleGetOperation(input->module) : none;
}

static MlirOperation parseInput(void *user) { return runParseProgram(user); }

/// The file (NULL or "-": standard input); `kernels` are those of a compact
/// file or NULL.
static bool readProgram(const char *path, const char *kernels,
                        RunProgram *input) {
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
  input->path = standard ? "-" : path;
  input->source = (RunSource){text, parseInput, input};
  return true;
}

bool runReadPrograms(const CommandLine *line, RunProgram *program,
                     RunProgram *other) {
  const char *kernels = commandLineValue(line, RUN_KERNELS);
  const char *against = commandLineValue(line, RUN_COMPARE_VALUES);
  if (!against)
    against = commandLineValue(line, RUN_AGAINST);
  return readProgram(commandLineValue(line, -1), kernels, program) &&
         (!against || readProgram(against, NULL, other));
}

void runFreeProgram(RunProgram *input) {
  if (input->module.ptr)
    mlirModuleDestroy(input->module);
  strBufFree(&input->text);
}

bool runCreateOther(RunSession *session, RunProgram *other,
                    RunEngineOptions options) {
  RelaxError error = {0};
  if (!other->path)
    return true;
  session->againstName = other->path;
  session->againstOther = true;
  session->against =
      runEngineCreate(session->values ? RUN_REFERENCE : RUN_EITHER,
                      &other->source, &options, &error);
  if (relaxErrorIsSet(&error))
    runFailInModule(parseInput(other), &error);
  relaxErrorFree(&error);
  return session->against != NULL;
}

static MlirWalkResult findLevels(MlirOperation op, void *userData) {
  *(bool *)userData |= relaxIsMemoryLevel(op) || vmIsMemoryLevel(op);
  return MlirWalkResultAdvance;
}

/// The reference makes no plans of memory, it takes one that is there.
static bool hasLevels(RunProgram *input) {
  bool found = false;
  MlirOperation module = parseInput(input);
  if (module.ptr)
    mlirOperationWalk(module, findLevels, &found, MlirWalkPreOrder);
  return found || runFail("option '--memory-level': the text has no plans of "
                          "memory: they are made by "
                          "'relax-cpu{to=planned levels=6}'");
}

bool runCreateEngines(RunSession *session, RunProgram *input, RunMode mode,
                      bool compare, const char *kernels,
                      RunEngineOptions options) {
  RelaxError error = {0};
  RunEngineOptions against = options; // which says nothing
  against.observer = session->referenceOptions->observer;
  options.observer = against.observer;
  options.observer.user = session;
  options.observer.emit = runEmit;
  if (input->compact && (compare || mode == RUN_REFERENCE))
    return runFail("a compact file has no reference: give the module's text");
  if (mode == RUN_REFERENCE && options.memoryLevel && !hasLevels(input))
    return false;
  if (input->compact) {
    session->engine =
        runEngineLoad((StrRef){input->text.data, input->text.length}, kernels,
                      &options, &error);
  } else {
    session->engine = runEngineCreate(mode, &input->source, &options, &error);
    if (session->engine && compare)
      session->against =
          runEngineCreate(RUN_REFERENCE, &input->source, &against, &error);
  }
  if (!input->compact)
    session->source = &input->source;
  session->againstName = "reference";
  bool good = session->engine && (!compare || session->against);
  if (relaxErrorIsSet(&error)) // else diagnostics have said it
    runFailInModule(input->compact ? (MlirOperation){NULL} : parseInput(input),
                    &error);
  relaxErrorFree(&error);
  return good;
}
