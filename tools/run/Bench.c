//===- Bench.c - times of a call ------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Execute.h"

#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int compareTimes(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

bool runBench(const RunSession *session, bool (*once)(void *user), void *user) {
  double *times = NULL, *work = NULL, first = 0;
  bool good = true;
  for (long run = 0; good && run < session->bench; ++run) {
    double idle = now(CLOCK_PROCESS_CPUTIME_ID); // the slower of the clocks
    double begin = now(CLOCK_MONOTONIC);
    good = once(user);
    double end = now(CLOCK_MONOTONIC);
    double busy = now(CLOCK_PROCESS_CPUTIME_ID) - idle;
    first = run == 0 ? end - begin : first;
    arrput(times, end - begin);
    arrput(work, busy);
  }
  if (good) {
    size_t count = (size_t)arrlen(times);
    qsort(times, count, sizeof(double), compareTimes);
    qsort(work, count, sizeof(double), compareTimes);
    double median = times[count / 2], p90 = times[(count * 9) / 10];
    printf(session->json
               ? "{\"runs\": %zu, \"median_s\": %.9g, \"p90_s\": %.9g, "
                 "\"first_s\": %.9g, \"cpu_s\": %.9g}\n"
               : "runs %zu, median %.6g s, p90 %.6g s, first %.6g s, processor "
                 "%.6g s\n",
           count, median, p90, first, work[count / 2]);
  }
  arrfree(work);
  arrfree(times);
  return good;
}
