//===- Values.h - the values inside of a call -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// `--probe` shows values by their names, `--compare-values` finds the first one
// that differs between two texts of a program. Both run in reference mode, in
// which every stage can be looked into. Names are those of the text; passes
// keep them.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_VALUES_H
#define RELAX_TOOLS_RUN_VALUES_H

#include "tools/run/Engine.h"

typedef struct RunValues RunValues;

/// `probes`: `h,g` or `h=@F.npy`, or NULL. `compare`: values of both sides are
/// kept.
RunValues *runValuesCreate(const char *probes, bool compare);
void runValuesDestroy(RunValues *values);
/// The engine's values are those of this side from now on; `other` may be NULL.
void runValuesWatch(RunValues *values, RunEngine *engine, RunEngine *other);
/// Prints what was found in the last call and forgets it. False after messages:
/// a value differs, or a name that is probed for did not come.
bool runValuesReport(RunValues *values, const char *otherName);

#endif // RELAX_TOOLS_RUN_VALUES_H
