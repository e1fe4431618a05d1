//===- Place.c - the place of a location in its file ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/Bridge.h"

bool bridgePrintPlace(MlirLocation loc, StrBuf *out) {
  while (mlirLocationIsAName(loc))
    loc = mlirLocationNameGetChildLoc(loc);
  if (!mlirLocationIsAFileLineColRange(loc))
    return false;
  MlirStringRef file =
      mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(loc));
  strBufAppendFormat(out, "%.*s:%d:%d", (int)file.length, file.data,
                     mlirLocationFileLineColRangeGetStartLine(loc),
                     mlirLocationFileLineColRangeGetStartColumn(loc));
  return true;
}
