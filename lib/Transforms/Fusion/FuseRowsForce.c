//===- FuseRowsForce.c - reasons that do not count ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Fusion/FuseRows.h"

bool rowsIsForced(RowsForce *force, const char *reason) {
  StrRef forced = force ? force->reasons : strRefFromC("");
  StrRef text = strRefFromC(reason);
  for (size_t at = 0; at + text.length <= forced.length; ++at)
    if ((at == 0 || forced.data[at - 1] == '|') &&
        (at + text.length == forced.length ||
         forced.data[at + text.length] == '|') &&
        strRefEqual((StrRef){forced.data + at, text.length}, text)) {
      ++force->count;
      return true;
    }
  return false;
}
