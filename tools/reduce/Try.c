//===- Try.c - does a text make the command fail --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Tool/Tool.h"
#include "lib/Runtime/File.h"
#include "mlir-c/Diagnostics.h"
#include "tools/Dialects.h"
#include "tools/reduce/Reduce.h"

#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

bool reduceFail(const char *format, ...) {
  va_list arguments;
  StrBuf text = {0};
  va_start(arguments, format);
  strBufAppendFormatV(&text, format, arguments);
  va_end(arguments);
  bridgeToolError("relax-reduce", strBufText(&text));
  strBufFree(&text);
  return false;
}

static volatile sig_atomic_t stopped;

static void stop(int signal) {
  (void)signal;
  stopped = 1;
}

bool reduceStopped(void) { return stopped; }

void reduceCatchStop(void) {
  struct sigaction action, before;
  memset(&action, 0, sizeof action);
  action.sa_handler = stop;
  // nohup goes on
  if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
    sigaction(SIGHUP, &action, NULL);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
}

static bool writeText(const char *path, StrRef text) {
  RelaxError error = {0};
  bool good = relaxFileWrite(path, &text, 1, &error);
  if (!good)
    reduceFail("%s", relaxErrorText(&error));
  relaxErrorFree(&error);
  return good;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/// In a process of its own group, whose output goes to a file.
static pid_t start(const char *command, const char *log) {
  pid_t child = fork();
  if (child > 0) // both do: who stops it may be quicker than it is
    setpgid(child, child);
  if (child != 0)
    return child;
  setpgid(0, 0);
  int out = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  int in = open("/dev/null", O_RDONLY);
  dup2(in, 0);
  dup2(out, 1);
  dup2(out, 2);
  execl("/bin/sh", "sh", "-c", command, (char *)NULL);
  _exit(127);
}

/// True if the command ended by itself, in time and unhappily.
static bool waitFor(pid_t child, long seconds) {
  double end = now() + (double)seconds;
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (stopped || now() > end) {
      kill(-child, SIGKILL);
      waitpid(child, &status, 0);
      return false;
    }
    struct timespec pause = {0, 1000000};
    nanosleep(&pause, NULL);
  }
  kill(-child, SIGKILL); // what it left in the background
  return !stopped && !(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static bool says(const char *log, const char *message) {
  StrBuf text = {0};
  RelaxError error = {0};
  bool found = !message || (relaxFileRead(log, &text, &error) &&
                            strstr(strBufText(&text), message));
  relaxErrorFree(&error);
  strBufFree(&text);
  return found;
}

bool reduceFails(Reducer *r, StrRef text) {
  StrBuf command = {0};
  if (stopped || !writeText(strBufText(&r->file), text))
    return false;
  for (const char *c = r->command; *c; ++c) {
    bool here = c[0] == '%' && c[1] == 's';
    strBufAppend(&command, here ? (StrRef){strBufText(&r->file), r->file.length}
                                : (StrRef){c, 1});
    c += here;
  }
  ++r->runs;
  pid_t child = start(strBufText(&command), strBufText(&r->log));
  bool failed = child > 0 && waitFor(child, r->seconds) &&
                says(strBufText(&r->log), r->message);
  strBufFree(&command);
  return failed;
}

static MlirLogicalResult ignore(MlirDiagnostic diagnostic, void *userData) {
  (void)diagnostic, (void)userData;
  return mlirLogicalResultSuccess();
}

/// The text as the printer writes it; false if it is no module.
static bool normalise(StrRef text, StrBuf *out) {
  BridgeSession session = bridgeSessionCreate(relaxToolDialects);
  mlirContextAttachDiagnosticHandler(bridgeSessionContext(session), ignore,
                                     NULL, NULL);
  MlirModule module = bridgeSessionParse(session, text, "candidate");
  bool good = module.ptr != NULL;
  if (good) {
    bridgePrintModule(mlirModuleGetOperation(module), out);
    mlirModuleDestroy(module);
  }
  bridgeSessionDestroy(session);
  return good;
}

static void showProgress(const Reducer *r) {
  long lines = 0;
  for (size_t i = 0; i < r->best.length; ++i)
    lines += r->best.data[i] == '\n';
  if (r->terminal)
    fprintf(stderr, "\rrelax-reduce: %ld lines, %zu bytes, %ld runs \x1b[K",
            lines, r->best.length, r->runs);
}

bool reduceTry(Reducer *r, StrBuf *candidate) {
  StrBuf text = {0};
  ++r->candidates;
  bool good = !stopped &&
              normalise((StrRef){candidate->data, candidate->length}, &text) &&
              !strRefEqual((StrRef){text.data, text.length},
                           (StrRef){r->best.data, r->best.length}) &&
              reduceFails(r, (StrRef){text.data, text.length});
  strBufFree(candidate);
  if (good) {
    strBufFree(&r->best);
    r->best = text;
    if (!writeText(r->output, (StrRef){text.data, text.length}))
      stopped = r->unwritten = true;
  } else {
    strBufFree(&text);
  }
  showProgress(r);
  return good;
}
