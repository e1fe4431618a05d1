//===- Pipeline.c - fuzzes the passes -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Every text that verifies goes through the rest of the pipeline and into a
// host program: that succeeds, or fails with an error at a place.
//
//===----------------------------------------------------------------------===//

#include "test/fuzz/Compile.h"
#include "test/fuzz/TextTarget.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  relaxRegisterAll();
  return 0;
}

static void testModule(FuzzContext *fuzz, MlirModule module) {
  (void)fuzzCompile(fuzz, module);
}
