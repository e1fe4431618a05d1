//===- Text.c - fuzzes the text of all dialects ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A text is parsed and verified; what is accepted prints and parses again to
// the same.
//
//===----------------------------------------------------------------------===//

#include "test/fuzz/TextTarget.h"

static void testModule(FuzzContext *fuzz, MlirModule module) {
  fuzzRoundTrip(fuzz, module);
}
