//===- relax-reduce.c - makes a text that shows a failure smaller ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Tool/Tool.h"
#include "lib/Runtime/File.h"
#include "tools/CommandLine.h"
#include "tools/Version.h"
#include "tools/reduce/Reduce.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef enum ReduceOption {
  REDUCE_TEST,
  REDUCE_MESSAGE,
  REDUCE_OUTPUT,
  REDUCE_TIMEOUT,
  REDUCE_COUNTERS,
  REDUCE_DIAGNOSTICS,
  REDUCE_VERSION,
  REDUCE_HELP,
  REDUCE_NUM_OPTIONS
} ReduceOption;

static const CommandOption options[REDUCE_NUM_OPTIONS] = {
    [REDUCE_TEST] = {"--test", COMMAND_VALUE, "COMMAND",
                     "fails (its status is not 0) with the text; %s: the file"},
    [REDUCE_MESSAGE] = {"--message", COMMAND_VALUE, "TEXT",
                        "a failure prints this, or it is another one"},
    [REDUCE_OUTPUT] = {"-o", COMMAND_VALUE, "FILE",
                       "the smallest text so far (FILE.reduced.mlir)"},
    [REDUCE_TIMEOUT] = {"--timeout", COMMAND_VALUE, "SECONDS",
                        "a run that takes longer does not fail (60)"},
    [REDUCE_COUNTERS] = {"--counters", COMMAND_OPTIONAL, "json",
                         "print what was tried, as JSON if asked"},
    [REDUCE_DIAGNOSTICS] = {"--diagnostics", COMMAND_VALUE, "FORMAT[:FILE]",
                            "errors as data: json, sarif, json:FILE, "
                            "sarif:FILE"},
    [REDUCE_VERSION] = {"--version", COMMAND_FLAG, NULL,
                        "print release, commit and LLVM"},
    [REDUCE_HELP] = {"--help", COMMAND_FLAG, NULL, "print this help"},
};

static const char usage[] =
    "relax-reduce: makes a text smaller that makes a command fail\n"
    "usage: relax-reduce FILE.mlir --test='relax-run %s --dims=n=3 "
    "--compare=reference,compiled'\n\n";

/// All moves, until none makes the text smaller; cheap ones that take much
/// first.
static void reduceAll(Reducer *r) {
  enum { MAX_DEPTH = 6 };
  for (bool more = true; more && !reduceStopped();) {
    size_t before = r->best.length;
    reduceRemove(r, 1);
    reduceCutEnd(r);
    for (int depth = 2; depth < MAX_DEPTH; ++depth)
      reduceRemove(r, depth);
    while (reduceCutBegin(r)) { // what made the value is not used any more
      reduceRemove(r, 2);
      reduceArguments(r);
    }
    reduceRemove(r, 1);
    reduceBypass(r);
    reduceArguments(r);
    reduceFacts(r);
    reduceConstants(r);
    reduceNumbers(r);
    more = r->best.length < before;
  }
}

static long countLines(StrRef text) {
  long lines = 0;
  for (size_t i = 0; i < text.length; ++i)
    lines += text.data[i] == '\n' || i + 1 == text.length;
  return lines;
}

/// What was tried: a line, or an object as JSON.
static void printCounters(const Reducer *r, bool json) {
  printf(json ? "{\"counters\":\"reduce\",\"runs\":%ld,\"candidates\":%ld,"
                "\"lines_before\":%ld,\"lines\":%ld}\n"
              : "counters reduce: runs=%ld candidates=%ld lines_before=%ld "
                "lines=%ld\n",
         r->runs, r->candidates, r->linesBefore,
         countLines((StrRef){r->best.data, r->best.length}));
}

/// Places for what a run reads and says.
static bool makeFiles(Reducer *r) {
  const char *temporary = getenv("TMPDIR");
  strBufAppendFormat(&r->folder, "%s/relax-reduce-XXXXXX",
                     temporary ? temporary : "/tmp");
  if (!mkdtemp(r->folder.data))
    return reduceFail("cannot make the folder '%s': %s", strBufText(&r->folder),
                      strerror(errno));
  strBufAppendFormat(&r->file, "%s/text.mlir", strBufText(&r->folder));
  strBufAppendFormat(&r->log, "%s/log", strBufText(&r->folder));
  return true;
}

/// Before anything is tried.
static bool canWrite(const char *path) {
  RelaxError error = {0};
  bool good = relaxFileCanBeMade(path, &error) ||
              reduceFail("%s", relaxErrorText(&error));
  relaxErrorFree(&error);
  return good;
}

/// The text as it was read, then as the printer writes it.
static bool begin(Reducer *r, const char *path) {
  StrBuf text = {0};
  RelaxError error = {0};
  bool good = relaxFileRead(path, &text, &error);
  if (!good)
    reduceFail("%s", relaxErrorText(&error));
  relaxErrorFree(&error);
  r->linesBefore = countLines((StrRef){text.data, text.length});
  if (good && !reduceFails(r, (StrRef){text.data, text.length}))
    good = reduceStopped() ||
           reduceFail("the command does not fail%s%s%s",
                      r->message ? ", or not with '" : "",
                      r->message ? r->message : "", r->message ? "'" : "");
  if (good && !reduceTry(r, &text) && !reduceStopped())
    good = reduceFail(
        "'%s': expected a module that can be read, printed and still "
        "fails",
        path);
  strBufFree(&text);
  return good;
}

static bool parseTimeout(const CommandLine *line, long *out) {
  const char *text = commandLineValue(line, REDUCE_TIMEOUT);
  char *end;
  *out = 60;
  if (!text)
    return true;
  errno = 0;
  *out = strtol(text, &end, 10);
  return (*text && !*end && *out > 0 && *out < INT_MAX && errno == 0) ||
         reduceFail("option '--timeout': expected a positive integer, got '%s'",
                    text);
}

static bool run(const CommandLine *line) {
  const char *path = commandLineValue(line, -1);
  Reducer r = {.command = commandLineValue(line, REDUCE_TEST),
               .message = commandLineValue(line, REDUCE_MESSAGE),
               .output = commandLineValue(line, REDUCE_OUTPUT),
               .terminal = isatty(2)};
  const char *counters = commandLineValue(line, REDUCE_COUNTERS);
  StrBuf output = {0};
  if (!commandLineOneInput("relax-reduce", line))
    return false;
  if (counters && *counters && strcmp(counters, "json") != 0)
    return reduceFail("option '--counters': expected nothing or json, got '%s'",
                      counters);
  if (!path || !r.command || !strstr(r.command, "%s"))
    return reduceFail(
        "expected FILE.mlir and '--test=' with '%%s' in the command");
  size_t length = strlen(path);
  length -= length > 5 && strcmp(path + length - 5, ".mlir") == 0 ? 5 : 0;
  strBufAppendFormat(&output, "%.*s.reduced.mlir", (int)length, path);
  if (!r.output)
    r.output = strBufText(&output);
  setenv("RELAX_CRASH_DIR", "", 1); // hundreds of runs may crash
  reduceCatchStop();
  bool good = parseTimeout(line, &r.seconds) && canWrite(r.output) &&
              makeFiles(&r) && begin(&r, path);
  if (good)
    reduceAll(&r);
  if (r.terminal)
    fputc('\n', stderr);
  if (good && r.best.length && !r.unwritten) {
    printf("%s: %ld lines, %ld runs%s\n", r.output,
           countLines((StrRef){r.best.data, r.best.length}), r.runs,
           reduceStopped() ? ", stopped" : "");
    if (counters)
      printCounters(&r, *counters);
  }
  if (r.file.length) {
    unlink(strBufText(&r.file));
    unlink(strBufText(&r.log));
    rmdir(strBufText(&r.folder));
  }
  strBufFree(&r.folder);
  strBufFree(&r.best);
  strBufFree(&r.file);
  strBufFree(&r.log);
  strBufFree(&output);
  return good && !reduceStopped();
}

/// With what is said as text or as data.
static bool answer(const CommandLine *line) {
  const char *format = commandLineValue(line, REDUCE_DIAGNOSTICS);
  if (format && !bridgeSetDiagnostics(format, "relax-reduce", toolVersion()))
    return false;
  bool good = run(line);
  return bridgeFinishDiagnostics() && good;
}

int main(int argc, char **argv) {
  bridgeCatchOutOfMemory();
  CommandLine line = {0};
  bool good = commandLineParse("relax-reduce", argc, argv, options,
                               REDUCE_NUM_OPTIONS, &line);
  if (good && !commandLineAsked("relax-reduce", usage, &line, options,
                                REDUCE_NUM_OPTIONS))
    good = answer(&line);
  if (fflush(stdout) != 0)
    good = reduceFail("cannot write the standard output");
  commandLineFree(&line);
  return good ? 0 : 1;
}
