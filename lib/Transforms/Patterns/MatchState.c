//===- MatchState.c - how far a search has come ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Patterns/Match.h"

MlirAttribute matchName(const Match *match, StrRef name) {
  for (size_t i = 0; i < match->numNames; ++i)
    if (strRefEqual(match->names[i].name, name))
      return match->names[i].value;
  return (MlirAttribute){NULL};
}

bool matchFail(Match *match, const char *format, ...) {
  PatternTrace *trace = match->trace;
  if (!trace || trace->found || match->matched == 0 ||
      match->matched < trace->matched ||
      (match->matched == trace->matched && trace->why.length))
    return false;
  trace->matched = match->matched;
  trace->loc = mlirOperationGetLocation(match->root);
  trace->why.length = 0;
  va_list arguments;
  va_start(arguments, format);
  strBufAppendFormatV(&trace->why, format, arguments);
  va_end(arguments);
  return false;
}
