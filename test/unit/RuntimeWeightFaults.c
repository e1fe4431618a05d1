//===- RuntimeWeightFaults.c - tests of weight files that are broken ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The bounded version of test/fuzz/WeightFile.c, with fixed seeds; utils/fuzz
// runs the long one.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/File.h"
#include "test/unit/RuntimeTest.h"

#define WEIGHT_FUZZ_CHECK(condition, what)                                     \
  do {                                                                         \
    if (!(condition))                                                          \
      fail_msg("%s (seed %u)", what, seedNow);                                 \
  } while (0)
static unsigned seedNow;

#include "test/fuzz/WeightMutator.h"
#include "test/unit/Rounds.h"

enum { EXTRA = 1 << 16, ROUNDS = 800 };

static StrBuf readFile(const char *name) {
  const char *folder = getenv("RELAX_TEST");
  if (!folder)
    skip();
  char path[400];
  StrBuf bytes = {0};
  snprintf(path, sizeof path, "%s/weights/Inputs/%s", folder, name);
  assert_true(relaxFileRead(path, &bytes, NULL));
  return bytes;
}

/// Mutates and reads; some files stay good, most do not. Of what the file can
/// be cut to, at most `mostPrefixes` are good.
static void mutate(const char *name, unsigned mostPrefixes) {
  unsigned numPrefixes = 0;
  StrBuf file = readFile(name);
  const uint8_t *bytes = (const uint8_t *)file.data;
  uint8_t *data = malloc(file.length + EXTRA);
  assert_non_null(data);
  assert_true(weightFuzzRun(bytes, file.length));
  for (size_t length = 0; length < file.length; ++length)
    numPrefixes += weightFuzzRun(bytes, length);
  assert_in_range(numPrefixes, 0, mostPrefixes);
  unsigned numGood = 0, rounds = roundsOf(ROUNDS);
  for (seedNow = 0; seedNow < rounds; ++seedNow) {
    memcpy(data, bytes, file.length);
    size_t size = weightMutate(data, file.length, file.length + EXTRA, seedNow);
    // A copy of the right size, so that a sanitizer sees reads behind it.
    numGood += weightFuzzRun(data, size);
  }
  assert_in_range(numGood, rounds / 50, rounds - rounds / 4);
  free(data);
  strBufFree(&file);
}

static void safetensors(void **state) {
  (void)state;
  mutate("small.safetensors", 0);
}

static void npz(void **state) {
  (void)state;
  mutate("small.npz", 0);
}

static void deflatedNpz(void **state) {
  (void)state;
  mutate("deflated.npz", 0);
}

static void rwkv(void **state) {
  (void)state;
  mutate("small.rwkv", 4); // behind each tensor
}

static void gguf(void **state) {
  (void)state;
  mutate("small.gguf", 29);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(safetensors), cmocka_unit_test(npz),
      cmocka_unit_test(deflatedNpz), cmocka_unit_test(rwkv),
      cmocka_unit_test(gguf),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
