//===- Npy.c - fuzzes values: .npy files and command-line text ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Npy.h"
#include "lib/Frontend/ONNX/Model/TensorFile.h"
#include "lib/Runtime/ValueText.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void finish(bool good, RelaxTensor *tensor, RelaxError *error) {
  if (good == relaxErrorIsSet(error)) {
    fprintf(stderr, "finding: a failure without a message, or the reverse\n");
    abort();
  }
  if (good) {
    StrBuf text = {0};
    relaxValuePrint(tensor, 16, &text); // reads the elements
    strBufFree(&text);
    relaxTensorRelease(tensor);
  }
  relaxErrorFree(error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  RelaxTensor tensor;
  RelaxError error = {0};
  bool good = relaxNpyDecode(data, size, &tensor, &error);
  finish(good, &tensor, &error);
  good = onnxTensorFileDecode(data, size, "/nonexistent/x.pb", &tensor, &error);
  finish(good, &tensor, &error);
  // Texts come from the command line and end at the first zero byte.
  StrBuf text = {0};
  for (size_t i = 0; i < size && data[i]; ++i)
    strBufAppend(&text, (StrRef){(const char *)data + i, 1});
  good = relaxValueParse((StrRef){strBufText(&text), text.length}, &tensor,
                         &error);
  finish(good, &tensor, &error);
  strBufFree(&text);
  return 0;
}
