//===- Backends.h - back ends that relax-run loads ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_BACKENDS_H
#define RELAX_TOOLS_RUN_BACKENDS_H

#include "lib/Runtime/Offload.h"
#include "tools/CommandLine.h"

/// Libraries that are open, and what they brought.
typedef struct RunBackends {
  void **libraries;              // stb_ds, of dlopen
  const RelaxBackend **backends; // stb_ds
} RunBackends;

/// The options `--load-backend`, `--regions` and `--refuse-nan`. `out` points
/// into `backends`. False after a message.
bool runLoadBackends(const CommandLine *line, RunBackends *backends,
                     RelaxOffloadOptions *out);
/// When no machine is left.
void runFreeBackends(RunBackends *backends);

#endif // RELAX_TOOLS_RUN_BACKENDS_H
