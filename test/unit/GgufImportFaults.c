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
#include "test/unit/Rounds.h"

enum { EXTRA = 1 << 16, ROUNDS = 400, STEP = 1999 };

/// Mutants of a model, some of which stay good, and its fronts, which are none.
static void mutate(const char *folder, const char *name) {
  if (!folder)
    skip();
  char path[400];
  StrBuf model = {0};
  FuzzContext fuzz = {0};
  snprintf(path, sizeof path, "%s/%s", folder, name);
  assert_true(relaxFileRead(path, &model, NULL));
  const uint8_t *bytes = (const uint8_t *)model.data;
  assert_true(ggufFuzzRun(&fuzz, bytes, model.length));
  uint8_t *data = malloc(model.length + EXTRA);
  assert_non_null(data);
  unsigned numGood = 0, rounds = roundsOf(ROUNDS);
  for (unsigned seed = 0; seed < rounds; ++seed) {
    fuzzSubject(name, seed);
    memcpy(data, bytes, model.length);
    size_t size = weightMutate(data, model.length, model.length + EXTRA, seed);
    numGood += ggufFuzzRun(&fuzz, data, size);
  }
  assert_in_range(numGood, rounds / 50, rounds - rounds / 4);
  for (size_t length = 0; length < model.length; length += STEP)
    assert_false(ggufFuzzRun(&fuzz, bytes, length));
  fuzzContextEnd(&fuzz);
  free(data);
  strBufFree(&model);
}

/// Of two layers.
static void smallModel(void **state) {
  (void)state;
  mutate(getenv("RELAX_TEST"), "weights/Inputs/llama.gguf");
}

/// With weights in blocks.
static void quantisedModel(void **state) {
  (void)state;
  mutate(getenv("RELAX_TEST"), "models/quantised/kquants.gguf");
}

/// With a real vocabulary.
static void trainedModel(void **state) {
  (void)state;
  mutate(getenv("RELAX_SHARED"), "data/stories260k/stories260K.gguf");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(smallModel),
                                     cmocka_unit_test(quantisedModel),
                                     cmocka_unit_test(trainedModel)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
