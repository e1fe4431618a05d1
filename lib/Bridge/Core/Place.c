//===- Place.c - the place of a location in its file ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/Bridge.h"

/// The first of the locations that has a place: operations with several names
/// have their place inside of a fused one.
static bool printFirst(MlirLocation loc, StrBuf *out) {
  intptr_t count = (intptr_t)mlirLocationFusedGetNumLocations(loc);
  Arena *arena = arenaCreate();
  MlirLocation *parts = ARENA_ARRAY(arena, MlirLocation, count);
  mlirLocationFusedGetLocations(loc, parts);
  bool found = false;
  for (intptr_t i = 0; i < count && !found; ++i)
    found = bridgePrintPlace(parts[i], out);
  arenaDestroy(arena);
  return found;
}

bool bridgePrintPlace(MlirLocation loc, StrBuf *out) {
  while (mlirLocationIsAName(loc))
    loc = mlirLocationNameGetChildLoc(loc);
  if (mlirLocationIsAFused(loc))
    return printFirst(loc, out);
  if (!mlirLocationIsAFileLineColRange(loc))
    return false;
  MlirStringRef file =
      mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(loc));
  strBufAppendFormat(out, "%.*s:%d:%d", (int)file.length, file.data,
                     mlirLocationFileLineColRangeGetStartLine(loc),
                     mlirLocationFileLineColRangeGetStartColumn(loc));
  return true;
}
