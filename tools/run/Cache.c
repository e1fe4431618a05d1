//===- Cache.c - the cache of relax-run ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Cache.h"
#include "lib/Target/Cache/Key.h"
#include "tools/run/Call.h"

#include <stdio.h>
#include <stdlib.h>

bool runCacheOpen(const CommandLine *line, RunEngineOptions *options,
                  StrBuf *environment) {
  uint64_t limit = RELAX_CACHE_LIMIT;
  const char *folder = commandLineValue(line, RUN_CACHE_DIR);
  if (!folder)
    folder = getenv("RELAX_CACHE_DIR");
  if (!runParseBytes(line, RUN_CACHE_LIMIT, 0, &limit))
    return false;
  if (!folder || !*folder)
    return true;
  if (commandLineValue(line, RUN_PASS_LIMIT) ||
      commandLineValue(line, RUN_REWRITE_LIMIT))
    return true;            // code of other passes
  if (options->debugInfo) { // kernels of one key stand in several lines
    fprintf(stderr,
            "relax-run: note: the cache '%s' is not used: machine code "
            "in it has no lines ('--debug-info')\n",
            folder);
    return true;
  }
  RelaxTargetOptions target = runEngineTarget(options);
  if (!relaxCacheEnvironment(&target, environment))
    return true; // nothing tells this build from others
  RelaxError reason = {0};
  options->cache = relaxCacheOpen(folder, limit, &reason);
  if (options->batch) // the same text becomes another program
    strBufAppendC(environment, " batch");
  if (commandLineValue(line, RUN_DECISIONS) ||
      commandLineValue(line, RUN_RECORD_DECISIONS))
    strBufAppendC(environment, " decisions");
  options->environment = (StrRef){environment->data, environment->length};
  if (!options->cache)
    fprintf(stderr, "relax-run: note: the cache '%s' is not used: %s\n", folder,
            relaxErrorText(&reason));
  relaxErrorFree(&reason);
  return true;
}

void runCacheClose(RelaxCache *cache) {
  if (cache && *relaxCacheNote(cache))
    fprintf(stderr, "relax-run: note: %s\n", relaxCacheNote(cache));
  relaxCacheClose(cache);
}
