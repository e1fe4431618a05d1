//===- Threads.c - what the environment says of threads -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// libomp ends the process by an assertion where OMP_NUM_THREADS is no number or
// a huge one, at the first parallel loop.
//
// A thread that waits for work gives its processor away by default. Then the
// system may put two on one, and each loop takes some 30 microseconds more, for
// as long as the process lives: half of the processes on a machine with two
// processors. So it does only where there are more threads than processors.
// libomp reads that from the environment alone (`kmp_set_defaults` comes to
// nothing), at its first use.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Threads.h"
#include "tools/run/Call.h"

#include <ctype.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/// Kernels have up to 1 MiB of local memory, on each thread.
enum { LEAST_STACK = 2 << 20 };

/// Numbers from 1 on, with commas between them: one per level.
static bool areNumbers(const char *text) {
  for (;; ++text) {
    char *end;
    text += strspn(text, " \t");
    long number = *text >= '0' && *text <= '9' ? strtol(text, &end, 10) : 0;
    if (number < 1 || number > RUN_MOST_THREADS)
      return false;
    text = end + strspn(end, " \t");
    if (*text != ',')
      return !*text;
  }
}

/// Of a size as libomp reads it: a number and B, K, M, G or T; `unit` where
/// there is no letter. What it does not take is left to its warning.
static bool isLargeStack(const char *text, double unit) {
  static const char letters[] = "bkmgt";
  char *end;
  text += strspn(text, " \t");
  double size = *text >= '0' && *text <= '9' ? strtod(text, &end) : 0;
  if (size == 0)
    return true;
  end += strspn(end, " \t");
  const char *found = *end ? strchr(letters, tolower(*end)) : NULL;
  for (const char *c = letters; found && c < found; ++c)
    size *= 1024;
  return size * (found ? 1 : unit) >= LEAST_STACK;
}

/// Where addresses are few, threads do not set 64 MiB of them aside each: there
/// would be none for the stacks of the next ones.
static void shareArena(void) {
#ifdef M_ARENA_MAX
  struct rlimit addresses;
  if (getrlimit(RLIMIT_AS, &addresses) == 0 &&
      addresses.rlim_cur != RLIM_INFINITY)
    mallopt(M_ARENA_MAX, 1);
#endif
}

bool runPrepareThreads(void) {
  shareArena();
  static const char *const names[] = {"OMP_NUM_THREADS", "OMP_THREAD_LIMIT"};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
    const char *text = getenv(names[i]);
    if (text && !areNumbers(text))
      return runFail("environment variable '%s': expected integers from 1 to "
                     "%d, got '%s'",
                     names[i], RUN_MOST_THREADS, text);
  }
  static const struct {
    const char *name;
    double unit;
  } stacks[] = {
      {"OMP_STACKSIZE", 1024}, {"KMP_STACKSIZE", 1}, {"GOMP_STACKSIZE", 1024}};
  for (size_t i = 0; i < sizeof stacks / sizeof *stacks; ++i) {
    const char *text = getenv(stacks[i].name);
    if (text && !isLargeStack(text, stacks[i].unit))
      return runFail("environment variable '%s': expected at least 2M, got "
                     "'%s'",
                     stacks[i].name, text);
  }
  setenv("KMP_USE_YIELD", "2", 0); // who has set it has the last word
  return true;
}
