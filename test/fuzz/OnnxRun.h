//===- OnnxRun.h - imports one file that may be broken --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_FUZZ_ONNXRUN_H
#define RELAX_TEST_FUZZ_ONNXRUN_H

#include "lib/Bridge/Tool/Tool.h"
#include "lib/Frontend/ONNX/Import/Import.h"
#include "test/fuzz/Context.h"
#include "tools/Dialects.h"

/// What graphs are prepared by; passes are registered. Succeeds, or fails with
/// errors at places.
static inline void onnxFuzzPrepare(FuzzContext *fuzz, MlirModule module) {
  bool good = bridgeRunPipeline(mlirModuleGetOperation(module),
                                strRefFromC("relax-cpu{to=graph}"));
  fuzzCheck(good == (fuzz->numErrors == 0),
            good ? "a pipeline goes on in spite of errors"
                 : "a pipeline fails without an error");
  fuzzCheck(fuzz->numLost == 0, "an error of a pass without a place");
}

/// What is done: all extents become symbols; what was imported is prepared.
typedef enum OnnxFuzzWay {
  ONNX_FUZZ_IMPORT = 0,
  ONNX_FUZZ_ERASE = 1,
  ONNX_FUZZ_PREPARE = 2
} OnnxFuzzWay;

/// Reads, imports and prints. True if the file was good. Whatever is imported
/// verifies, and its text means the same; whatever is not has one error, at a
/// place.
static inline bool onnxFuzzRun(FuzzContext *fuzz, const uint8_t *data,
                               size_t size, unsigned way) {
  StrBuf error = {0};
  OnnxModel *model = onnxModelFromMemory(data, size, "m.onnx", NULL, &error);
  fuzzCheck((model != NULL) == (error.length == 0),
            "a broken file without a message");
  strBufFree(&error);
  if (!model)
    return false;
  MlirContext context = fuzzContextBegin(
      fuzz, way & ONNX_FUZZ_PREPARE ? relaxToolDialects : NULL);
  OnnxImportOptions options = {
      .path = "m.onnx", .eraseDims = way & ONNX_FUZZ_ERASE ? "all" : NULL};
  MlirModule module = onnxImportModel(context, model, &options);
  fuzzCheck((module.ptr != NULL) == (fuzz->numErrors == 0),
            module.ptr ? "an import in spite of errors"
                       : "a failed import without an error");
  fuzzCheck(fuzz->numErrors <= 1, "several errors for one file");
  fuzzCheck(fuzz->numLost == 0, "an error without a place");
  bool good = module.ptr != NULL;
  if (good) {
    fuzzCheck(mlirOperationVerify(mlirModuleGetOperation(module)),
              "an imported module does not verify");
    fuzzRoundTrip(fuzz, module);
    if (way & ONNX_FUZZ_PREPARE)
      onnxFuzzPrepare(fuzz, module);
    mlirModuleDestroy(module);
  }
  onnxModelDestroy(model);
  return good;
}

#endif // RELAX_TEST_FUZZ_ONNXRUN_H
