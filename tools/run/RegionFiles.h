//===- RegionFiles.h - what regions are given and give, as files ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_REGIONFILES_H
#define RELAX_TOOLS_RUN_REGIONFILES_H

#include "lib/Runtime/File.h"
#include "tools/run/Engine.h"

/// A region and how often it has run.
typedef struct RunRegionCalls {
  const void *key; // MlirOperation::ptr of its function
  size_t value;
} RunRegionCalls;

/// `--save-regions=DIR`: DIR/NAME.CALL.in0.npy, ..., DIR/NAME.CALL.out0.npy of
/// each call of each region, in reference mode: data to calibrate with
/// (relax-convert-borders).
typedef struct RunRegionFiles {
  const char *folder;    // NULL: not asked for
  RunRegionCalls *calls; // stb_ds map
  RelaxFiles files;
} RunRegionFiles;

/// Makes the folder and watches the engine, if that was asked for; false after
/// a message.
bool runRegionFilesOpen(RunRegionFiles *files, RunEngine *engine);
/// All files get their names if `good`, else none is there; false after a
/// message.
bool runRegionFilesClose(RunRegionFiles *files, bool good);

#endif // RELAX_TOOLS_RUN_REGIONFILES_H
