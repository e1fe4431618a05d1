//===- GgufImportFaults.c - tests of the import of broken GGUF models -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The bounded version of test/fuzz/GgufModel.c, with fixed seeds; utils/fuzz
// runs the long one.
//
//===----------------------------------------------------------------------===//

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "lib/Runtime/File.h"
#include "test/fuzz/GgufRun.h"
#include "test/fuzz/WeightMutator.h"

enum { EXTRA = 1 << 16, ROUNDS = 2000 };

/// A model of two layers; some mutants stay good, most do not.
static void models(void **state) {
  (void)state;
  const char *folder = getenv("RELAX_TEST");
  if (!folder)
    skip();
  char path[400];
  StrBuf model = {0};
  FuzzContext fuzz = {0};
  snprintf(path, sizeof path, "%s/weights/Inputs/llama.gguf", folder);
  assert_true(relaxFileRead(path, &model, NULL));
  const uint8_t *bytes = (const uint8_t *)model.data;
  assert_true(ggufFuzzRun(&fuzz, bytes, model.length));
  uint8_t *data = malloc(model.length + EXTRA);
  assert_non_null(data);
  unsigned numGood = 0;
  for (unsigned seed = 0; seed < ROUNDS; ++seed) {
    fuzzSubject("llama.gguf", seed);
    memcpy(data, bytes, model.length);
    size_t size = weightMutate(data, model.length, model.length + EXTRA, seed);
    numGood += ggufFuzzRun(&fuzz, data, size);
  }
  assert_in_range(numGood, ROUNDS / 50, ROUNDS - ROUNDS / 4);
  fuzzContextEnd(&fuzz);
  free(data);
  strBufFree(&model);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(models)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
