//===- Progress.c - a line on the terminal while something takes long -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Progress.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { PERIOD_NS = 200000000 };

struct RunProgress {
  pthread_t thread;
  pthread_mutex_t lock; // of all that follows
  pthread_cond_t ended;
  const char *format; // NULL: nothing is shown
  int64_t number;
  struct timespec begin;
  bool written, end;
};

/// The time in ns; the clock of pthread_cond_timedwait.
static struct timespec now(int64_t later) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  t.tv_nsec += (long)later;
  if (t.tv_nsec >= 1000000000) {
    t.tv_nsec -= 1000000000;
    ++t.tv_sec;
  }
  return t;
}

static void erase(RunProgress *progress) {
  if (progress->written)
    fputs("\x1b[K", stderr);
  progress->written = false;
}

static void *run(void *user) {
  RunProgress *progress = user;
  pthread_mutex_lock(&progress->lock);
  while (!progress->end) {
    struct timespec until = now(PERIOD_NS);
    pthread_cond_timedwait(&progress->ended, &progress->lock, &until);
    struct timespec t = now(0);
    int64_t ns = (int64_t)(t.tv_sec - progress->begin.tv_sec) * 1000000000 +
                 (t.tv_nsec - progress->begin.tv_nsec);
    if (progress->end || !progress->format || ns < PERIOD_NS)
      continue;
    char text[80];
    snprintf(text, sizeof text, progress->format, (long long)progress->number);
    // The cursor stays in front: a message takes the line.
    fprintf(stderr, "\x1b[K%s, %.1f s\r", text, 1e-9 * (double)ns);
    progress->written = true;
  }
  erase(progress);
  pthread_mutex_unlock(&progress->lock);
  return NULL;
}

RunProgress *runProgressCreate(void) {
  RunProgress *progress =
      isatty(STDERR_FILENO) ? calloc(1, sizeof *progress) : NULL;
  if (!progress)
    return NULL;
  pthread_mutex_init(&progress->lock, NULL);
  pthread_cond_init(&progress->ended, NULL);
  if (pthread_create(&progress->thread, NULL, run, progress) == 0)
    return progress;
  free(progress); // then without
  return NULL;
}

void runProgressDestroy(RunProgress *progress) {
  if (!progress)
    return;
  pthread_mutex_lock(&progress->lock);
  progress->end = true;
  pthread_cond_signal(&progress->ended);
  pthread_mutex_unlock(&progress->lock);
  pthread_join(progress->thread, NULL);
  pthread_cond_destroy(&progress->ended);
  pthread_mutex_destroy(&progress->lock);
  free(progress);
}

void runProgressShow(RunProgress *progress, const char *format,
                     int64_t number) {
  if (!progress)
    return;
  pthread_mutex_lock(&progress->lock);
  if (progress->format != format)
    progress->begin = now(0);
  progress->format = format;
  progress->number = number;
  pthread_mutex_unlock(&progress->lock);
}

void runProgressHide(RunProgress *progress) {
  if (!progress)
    return;
  pthread_mutex_lock(&progress->lock);
  progress->format = NULL;
  erase(progress);
  pthread_mutex_unlock(&progress->lock);
}
