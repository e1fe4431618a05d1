//===- MeasuredRuns.h - how often programs ran ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_BATCH_MEASUREDRUNS_H
#define RELAX_TRANSFORMS_BATCH_MEASUREDRUNS_H

#include "lib/Bridge/Core/Pass.h"

/// Runs of each program in the calls that `relax-run --profile=FILE.json` saw,
/// or 1 where it ran before them alone: an stb_ds map of names.
typedef struct MeasuredRuns {
  char *key;
  int64_t value;
} MeasuredRuns;

/// False after an error at `op`. Free it with shfree.
bool measuredRunsRead(MlirOperation op, const char *path, MeasuredRuns **runs);

#endif // RELAX_TRANSFORMS_BATCH_MEASUREDRUNS_H
