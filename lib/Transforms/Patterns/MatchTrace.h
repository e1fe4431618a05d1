//===- MatchTrace.h - where patterns came nearest to a match --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The option `trace=` of the passes that look for the patterns of a file.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_PATTERNS_MATCHTRACE_H
#define RELAX_TRANSFORMS_PATTERNS_MATCHTRACE_H

#include "lib/Bridge/Core/Pass.h"
#include "lib/Transforms/Patterns/Match.h"

#define PATTERN_TRACE_OPTION                                                   \
  {"trace", RELAX_OPTION_STRING,                                               \
   "a pattern, or `all`: where it came nearest, and why it went no "           \
   "further",                                                                  \
   "", NULL}

/// One a pattern of the file, in the arena of the run; NULL where nothing is
/// `wanted`. False after an error.
bool patternTraceStart(RelaxPassRun *run, const char *pass, StrRef wanted,
                       const PatternFile *file, PatternTrace **out);
/// NULL where that pattern is not wanted.
PatternTrace *patternTraceOf(PatternTrace *traces, const PatternFile *file,
                             const Pattern *pattern);
/// A remark for each that is wanted.
void patternTraceReport(RelaxPassRun *run, PatternTrace *traces,
                        const PatternFile *file);

#endif // RELAX_TRANSFORMS_PATTERNS_MATCHTRACE_H
