//===- MatchTrace.c - where patterns came nearest to a match --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Patterns/MatchTrace.h"
#include "lib/Support/NearNames.h"

bool patternTraceStart(RelaxPassRun *run, const char *pass, StrRef wanted,
                       const PatternFile *file, PatternTrace **out) {
  size_t count = file->numPatterns, found[1];
  *out = NULL;
  if (!wanted.length)
    return true;
  StrRef *names = ARENA_ARRAY(run->arena, StrRef, count);
  PatternTrace *traces = ARENA_ARRAY(run->arena, PatternTrace, count);
  bool all = strRefEqual(wanted, strRefFromC("all")), known = all;
  for (size_t i = 0; i < count; ++i) {
    names[i] = file->patterns[i].name;
    bool mine = strRefEqual(names[i], wanted);
    if (mine || all)
      traces[i].pattern = &file->patterns[i];
    known |= mine;
  }
  *out = traces;
  if (known)
    return true;
  bool near = nearNames(wanted, names, count, found, 1) > 0;
  StrRef hint = near ? names[found[0]] : (StrRef){"", 0};
  bridgeEmitOpError(
      run->op, "pass '%s': 'trace': the file has no pattern '%.*s'%s%.*s%s",
      pass, (int)wanted.length, wanted.data, near ? "; did you mean '" : "",
      (int)hint.length, hint.data, near ? "'?" : "");
  return false;
}

PatternTrace *patternTraceOf(PatternTrace *traces, const PatternFile *file,
                             const Pattern *pattern) {
  PatternTrace *trace = traces ? &traces[pattern - file->patterns] : NULL;
  return trace && trace->pattern ? trace : NULL;
}

static void report(RelaxPassRun *run, const PatternTrace *trace) {
  StrRef name = trace->pattern->name;
  MlirLocation loc = mlirOperationGetLocation(run->op);
  if (trace->found)
    bridgeEmitRemark(loc, "'@%.*s' was found %llu time%s", (int)name.length,
                     name.data, (unsigned long long)trace->found,
                     trace->found == 1 ? "" : "s");
  else if (trace->matched)
    bridgeEmitRemark(trace->loc,
                     "'@%.*s' is not found; nearest here, %zu of %zu "
                     "operations: %s",
                     (int)name.length, name.data, trace->matched,
                     trace->pattern->numOps, strBufText(&trace->why));
  else
    bridgeEmitRemark(loc, "'@%.*s' is not found: no operation fits its end",
                     (int)name.length, name.data);
}

void patternTraceReport(RelaxPassRun *run, PatternTrace *traces,
                        const PatternFile *file) {
  for (size_t i = 0; traces && i < file->numPatterns; ++i) {
    if (traces[i].pattern)
      report(run, &traces[i]);
    strBufFree(&traces[i].why);
  }
}
