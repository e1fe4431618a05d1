//===- Profile.h - what each kernel takes, and of what the machine has --===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_PROFILE_H
#define RELAX_TOOLS_RUN_PROFILE_H

#include "lib/Target/Work/Work.h"
#include "tools/run/Limits.h"

typedef struct RunWorkCount {
  RelaxWorkCount count;
  bool known;
} RunWorkCount;

/// Calls of one kernel with the same extents, or of one library function.
typedef struct RunProfileCalls {
  char *name;
  int64_t *symbols;   // stb_ds array
  bool library, load; // load: before the first call, on weights
  uint64_t calls, bytes;
  int64_t nanoseconds;
  /// Of kernels that read tables of lengths, which are there only now: counted
  /// call by call. `uncounted` is how many could not be.
  bool tables;
  size_t lastTables; // a hash of what the call before read
  bool counted;      // else, what depends on extents alone has a count
  bool prelude;      // makes tables of tables
  RunWorkCount last;
  uint64_t uncounted, multiplyAdds, moved;
} RunProfileCalls;

typedef struct RunProfile {
  RunProfileCalls *items; // stb_ds array
  struct RunProfileIndex *index;
  bool loaded;           // what comes now belongs to calls
  MlirOperation lowered; // the kernels' text, if it is there
  struct RunKernelWork *works;
  uint64_t auxBytes; // of running sums of tables of lengths, owners of rows
  uint64_t preludeKernels; // calls that made them
} RunProfile;

/// A row of the table: all calls of a kernel.
typedef struct RunProfileRow {
  const char *name;
  bool library, load, prelude;
  bool counted; // else nothing is known of multiply-adds
  bool moved;   // else nothing is known of bytes
  uint64_t calls, multiplyAdds, bytes;
  double seconds;
} RunProfileRow;

/// The machine's trace hook; `user` is a RunProfile.
void runProfileEvent(void *user, const RelaxTraceEvent *event);
/// The rows, longest first; stb_ds array.
RunProfileRow *runProfileRows(RunProfile *profile);
typedef struct RunWork {
  uint64_t multiplyAdds, auxBytes, preludeKernels;
} RunWork;
/// The program has read tables of lengths.
bool runProfileHasTables(const RunProfile *profile);
/// All work so far; false if the multiply-adds of some kernel are not known, or
/// a library of somebody else may do some.
bool runProfileWork(RunProfile *profile, RunWork *work);
/// ProfileReport.c: measures what the machine can do; a table on stderr, and
/// JSON where a file is named (not ""). False after one message.
bool runProfileReport(RunProfile *profile, BridgeSession session,
                      const RunEngine *engine, const RunEngineOptions *options,
                      const char *path);
void runProfileFree(RunProfile *profile);

#endif // RELAX_TOOLS_RUN_PROFILE_H
