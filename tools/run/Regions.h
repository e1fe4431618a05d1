//===- Regions.h - what back ends save ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_REGIONS_H
#define RELAX_TOOLS_RUN_REGIONS_H

#include "tools/run/Execute.h"

/// A region that a call has reached, with the extents of its inputs.
typedef struct RunRegion {
  StrRef artefact, text; // live as long as the program
  StrBuf extents;        // " [2, 3] [4]"
  size_t alike; // the first one of the same text and extents: timed together
} RunRegion;

/// `--measure-regions`: times each call with the back end of one kind of region
/// and our own kernels for all others, beside our own kernels and back ends for
/// all.
typedef struct RunRegions {
  const char *path;   // NULL: not asked for
  RunRegion *reached; // stb_ds, of the call that is looked at
  bool all;           // every back end runs
  size_t only;        // else those alike this one
  StrBuf lines;       // of all calls
} RunRegions;

/// The option; false after a message. `offload` keeps `out`.
bool runRegionsParse(const CommandLine *line, RunRegions *out,
                     RelaxOffloadOptions *offload);
/// Before a call that will be measured.
void runRegionsBegin(RunRegions *regions);
/// Times a call that has run; false after a message.
bool runRegionsMeasure(RunSession *session, const RunPrepared *prepared);
/// Writes the file that was asked for, if any; false after a message.
bool runRegionsWrite(const RunRegions *regions);
void runRegionsFree(RunRegions *regions);

#endif // RELAX_TOOLS_RUN_REGIONS_H
