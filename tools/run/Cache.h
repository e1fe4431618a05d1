//===- Cache.h - the cache of relax-run ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_CACHE_H
#define RELAX_TOOLS_RUN_CACHE_H

#include "tools/CommandLine.h"
#include "tools/run/Engine.h"

/// Opens what `--cache-dir` or RELAX_CACHE_DIR names, for the machine of
/// `options`, which get it. What cannot be used is a note. False after a
/// message about an option. `environment` must live as long as the options.
bool runCacheOpen(const CommandLine *line, RunEngineOptions *options,
                  StrBuf *environment);
/// Says what could not be written.
void runCacheClose(RelaxCache *cache);

#endif // RELAX_TOOLS_RUN_CACHE_H
