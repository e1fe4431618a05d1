//===- Parallel.h - parallel loops of compiled kernels --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_PARALLEL_H
#define RELAX_RUNTIME_PARALLEL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Runs the iterations `begin` <= i < `end` of a loop.
typedef void (*RelaxParallelTask)(void *captured, int64_t begin, int64_t end);

/// Called by compiled kernels: splits begin..end into one range per thread, in
/// order and of equal length up to 1, and runs them; returns when all are done.
/// Nothing happens if end <= begin. Iterations are independent, so results do
/// not depend on the number of threads. Inside of another parallel loop that
/// has been shared out the range runs on the calling thread; an outer loop of
/// one round is not.
void relax_parallel_for(RelaxParallelTask task, void *captured, int64_t begin,
                        int64_t end);

/// The same of rounds of unlike lengths, `lengths[i]` of round i: threads that
/// are free take the longest that is left, if by these lengths all end sooner
/// than with ranges; else it is relax_parallel_for.
void relax_longest_first(RelaxParallelTask task, void *captured, int64_t begin,
                         int64_t end, const int64_t *lengths);

/// By these lengths, what the last of `threads` does until all have ended, of
/// ranges as relax_parallel_for makes them.
uint64_t relaxParallelRanges(const int64_t *lengths, int64_t count,
                             int threads);
/// The same where a thread that is free takes the longest round that is left;
/// `order` gets the rounds as they begin. UINT64_MAX if there is no memory.
uint64_t relaxParallelLongest(const int64_t *lengths, int64_t count,
                              int threads, int64_t *order);

/// The number of threads from now on, for calls from this thread; 0 and less:
/// all processors.
void relaxParallelSetThreads(int threads);
int relaxParallelThreads(void);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_PARALLEL_H
