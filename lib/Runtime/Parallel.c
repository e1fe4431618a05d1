//===- Parallel.c - parallel loops of compiled kernels --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Compiled with -fopenmp. Without it (a phone, a browser page) loops run on the
// calling thread.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Parallel.h"

#ifdef _OPENMP
#include <limits.h>
#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *waitForOthers(void *gate) {
  pthread_mutex_lock(gate);
  pthread_mutex_unlock(gate);
  return NULL;
}

/// How many threads there can be at once, this one among them, up to `wanted`.
/// Their stacks are no smaller than libomp's, which gets them from the C
/// library's cache then: 128 bytes more from thread to thread.
static int tryThreads(int wanted) {
  pthread_t *threads = malloc((size_t)wanted * sizeof *threads);
  pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
  pthread_attr_t attributes;
  size_t stack = kmp_get_stacksize_s() + (size_t)wanted * 256 + 4096;
  int made = 0;
  pthread_attr_init(&attributes);
  pthread_mutex_lock(&gate);
  if (threads && pthread_attr_setstacksize(&attributes, stack) == 0)
    while (made < wanted - 1 && pthread_create(&threads[made], &attributes,
                                               waitForOthers, &gate) == 0)
      ++made;
  pthread_mutex_unlock(&gate);
  for (int i = 0; i < made; ++i)
    pthread_join(threads[i], NULL);
  pthread_attr_destroy(&attributes);
  free(threads);
  return made + 1;
}

/// libomp ends the process where the system lets it start no more threads. So
/// the first loop with that many tries; where they do not come, loops do with
/// fewer, an eighth less than came, for what libomp needs besides.
static int affordable(int wanted) {
  static atomic_int started = 1, most = INT_MAX;
  if (wanted <= started)
    return wanted;
  if (wanted <= most) {
    int came = tryThreads(wanted);
    if (came == wanted)
      return started = wanted;
    most = came - came / 8 - (came > 1);
    if (most < started)
      most = (int)started;
  }
  return wanted < most ? wanted : most;
}

void relax_parallel_for(RelaxParallelTask task, void *captured, int64_t begin,
                        int64_t end) {
  if (end <= begin)
    return;
  uint64_t count = (uint64_t)end - (uint64_t)begin;
  int wanted = omp_get_max_threads();
  if (omp_in_parallel() || wanted <= 1 || count == 1) {
    task(captured, begin, end);
    return;
  }
  if (count < (uint64_t)wanted)
    wanted = (int)count;
  if ((wanted = affordable(wanted)) == 1) {
    task(captured, begin, end);
    return;
  }
#pragma omp parallel num_threads(wanted)
  {
    // Fewer threads than wanted may come.
    uint64_t threads = (uint64_t)omp_get_num_threads();
    uint64_t thread = (uint64_t)omp_get_thread_num();
    uint64_t share = count / threads, rest = count % threads;
    uint64_t first = thread * share + (thread < rest ? thread : rest);
    uint64_t size = share + (thread < rest);
    if (size != 0)
      task(captured, begin + (int64_t)first, begin + (int64_t)(first + size));
  }
}

void relax_longest_first(RelaxParallelTask task, void *captured, int64_t begin,
                         int64_t end, const int64_t *lengths) {
  int wanted = omp_get_max_threads();
  if (end <= begin || omp_in_parallel() || wanted <= 1 || end - begin == 1) {
    relax_parallel_for(task, captured, begin, end);
    return;
  }
  int64_t count = end - begin;
  int64_t *order = malloc((size_t)count * sizeof *order);
  if (count < wanted)
    wanted = (int)count;
  if (!order || relaxParallelLongest(lengths + begin, count, wanted, order) >=
                    relaxParallelRanges(lengths + begin, count, wanted)) {
    free(order);
    relax_parallel_for(task, captured, begin, end);
    return;
  }
  wanted = affordable(wanted);
#pragma omp parallel for schedule(dynamic, 1) num_threads(wanted)
  for (int64_t i = 0; i < count; ++i)
    task(captured, begin + order[i], begin + order[i] + 1);
  free(order);
}

void relaxParallelSetThreads(int threads) {
  omp_set_num_threads(threads > 0 ? threads : omp_get_num_procs());
}

int relaxParallelThreads(void) { return omp_get_max_threads(); }

#else

void relax_parallel_for(RelaxParallelTask task, void *captured, int64_t begin,
                        int64_t end) {
  if (begin < end)
    task(captured, begin, end);
}

void relax_longest_first(RelaxParallelTask task, void *captured, int64_t begin,
                         int64_t end, const int64_t *lengths) {
  (void)lengths;
  relax_parallel_for(task, captured, begin, end);
}

void relaxParallelSetThreads(int threads) { (void)threads; }

int relaxParallelThreads(void) { return 1; }

#endif
