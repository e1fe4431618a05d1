//===- Threads.h - what the environment says of threads -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_THREADS_H
#define RELAX_TOOLS_RUN_THREADS_H

#include <stdbool.h>

/// More are refused, here and of `--threads`.
enum { RUN_MOST_THREADS = 4096 };

/// False after one message where a variable says what libomp ends on. Sets how
/// threads wait, if nobody has: before the first use of OpenMP.
bool runPrepareThreads(void);

#endif // RELAX_TOOLS_RUN_THREADS_H
