//===- OnnxRun.h - imports one file that may be broken --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_FUZZ_ONNXRUN_H
#define RELAX_TEST_FUZZ_ONNXRUN_H

#include "lib/Frontend/ONNX/Import.h"
#include "test/fuzz/Context.h"

/// Reads, imports and prints. True if the file was good. Whatever is imported
/// verifies, and its text means the same; whatever is not has an error.
static inline bool onnxFuzzRun(FuzzContext *fuzz, const uint8_t *data,
                               size_t size) {
  StrBuf error = {0};
  OnnxModel *model = onnxModelFromMemory(data, size, "m.onnx", NULL, &error);
  fuzzCheck((model != NULL) == (error.length == 0),
            "a broken file without a message");
  strBufFree(&error);
  if (!model)
    return false;
  MlirContext context = fuzzContextBegin(fuzz, NULL);
  OnnxImportOptions options = {.path = "m.onnx"};
  MlirModule module = onnxImportModel(context, model, &options);
  fuzzCheck((module.ptr != NULL) == (fuzz->numErrors == 0),
            module.ptr ? "an import in spite of errors"
                       : "a failed import without an error");
  bool good = module.ptr != NULL;
  if (good) {
    fuzzCheck(mlirOperationVerify(mlirModuleGetOperation(module)),
              "an imported module does not verify");
    fuzzRoundTrip(fuzz, module);
    mlirModuleDestroy(module);
  }
  onnxModelDestroy(model);
  return good;
}

#endif // RELAX_TEST_FUZZ_ONNXRUN_H
