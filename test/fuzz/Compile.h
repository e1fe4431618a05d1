//===- Compile.h - the rest of the pipeline, for fuzzers ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_FUZZ_COMPILE_H
#define RELAX_TEST_FUZZ_COMPILE_H

#include "lib/Target/Program/Encode.h"
#include "test/fuzz/Context.h"
#include "tools/Registry.h"

/// Runs the rest of the pipeline into a host program: that succeeds, or fails
/// with an error at a place. True on success. The passes are registered.
static inline bool fuzzCompile(FuzzContext *fuzz, MlirModule module) {
  MlirOperation op = mlirModuleGetOperation(module);
  bool good = bridgeRunPipeline(op, strRefFromC(RELAX_STAGES));
  fuzzCheck(good == (fuzz->numErrors == 0),
            good ? "a pipeline goes on in spite of errors"
                 : "a pipeline fails without an error");
  if (!good)
    return false;
  RelaxProgram *program = relaxEncodeModule(op);
  fuzzCheck((program != NULL) == (fuzz->numErrors == 0),
            program ? "a program in spite of errors"
                    : "no program and no error");
  if (program)
    relaxProgramDestroy(program);
  return program != NULL;
}

#endif // RELAX_TEST_FUZZ_COMPILE_H
