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

#include "lib/Target/Program/Encode.h"
#include "test/fuzz/Context.h"
#include "test/fuzz/TextMutator.h"
#include "tools/Dialects.h"
#include "tools/Registry.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                               unsigned seed);

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  relaxRegisterAll();
  return 0;
}

static void compile(FuzzContext *fuzz, MlirModule module) {
  MlirOperation op = mlirModuleGetOperation(module);
  bool good = bridgeRunPipeline(op, strRefFromC("relax-cpu"));
  fuzzCheck(good == (fuzz->numErrors == 0),
            good ? "a pipeline goes on in spite of errors"
                 : "a pipeline fails without an error");
  if (!good)
    return;
  RelaxProgram *program = relaxEncodeModule(op);
  fuzzCheck((program != NULL) == (fuzz->numErrors == 0),
            program ? "a program in spite of errors"
                    : "no program and no error");
  if (program)
    relaxProgramDestroy(program);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static FuzzContext fuzz;
  StrBuf text = {0};
  strBufAppend(&text, (StrRef){(const char *)data, size});
  fuzzContextBegin(&fuzz, relaxToolDialects);
  MlirModule module = fuzzParse(&fuzz, &text);
  if (module.ptr) {
    compile(&fuzz, module);
    mlirModuleDestroy(module);
  }
  strBufFree(&text);
  return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                               unsigned seed) {
  return textMutate(data, size, maxSize, seed);
}
