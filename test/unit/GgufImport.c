//===- GgufImport.c - the importer on files that are broken ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// stories260K stands in $RELAX_SHARED/data; without it the test skips.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/GGUF/Import.h"
#include "lib/Runtime/File.h"
#include "test/unit/RuntimeTest.h"

enum { ROUNDS = 10000 };

/// Imports the file; its tensors' bytes do not matter. True if it is a model.
static bool imports(const char *data, size_t size) {
  RelaxError error = {0};
  StrBuf text = {0};
  GgufFile *file = ggufFromMemory(data, size, "m.gguf", &error);
  bool good = file && ggufImportFile(file, "m.gguf", &text, &error);
  assert_true(good != relaxErrorIsSet(&error));
  assert_true(good == (text.length > 0));
  assert_true(text.length < 1 << 20);
  ggufDestroy(file);
  strBufFree(&text);
  relaxErrorFree(&error);
  return good;
}

static void survivesMutations(void **state) {
  (void)state;
  const char *shared = getenv("RELAX_SHARED");
  char path[4096];
  RelaxError error = {0};
  StrBuf bytes = {0};
  if (!shared)
    skip();
  snprintf(path, sizeof path, "%s/data/stories260k/stories260K.gguf", shared);
  assert_true(relaxFileRead(path, &bytes, &error));
  // Exactly as large as the file, so that a sanitizer sees reads behind it.
  char *data = malloc(bytes.length);
  assert_non_null(data);
  memcpy(data, bytes.data, bytes.length);
  GgufFile *whole = ggufFromMemory(data, bytes.length, "m.gguf", &error);
  assert_non_null(whole);
  size_t head = ggufFindTensor(whole, "token_embd.weight")->offset;
  ggufDestroy(whole);
  assert_true(imports(data, bytes.length));
  // Most bytes of the head are words of the vocabulary: the rest is hit half of
  // the time.
  uint64_t seed = 1;
  size_t good = 0, keys = 1500, tensors = 4000;
  for (int round = 0; round < ROUNDS; ++round) {
    size_t places[3], edits = 1 + (size_t)round % 3;
    for (size_t i = 0; i < edits; ++i) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      size_t at = (size_t)(seed >> 33);
      places[i] = round % 2 ? at % head : at % (keys + tensors);
      if (round % 2 == 0 && places[i] >= keys)
        places[i] = head - tensors + places[i] - keys;
      data[places[i]] = (char)(seed >> 20);
    }
    good += imports(data, bytes.length);
    for (size_t i = 0; i < edits; ++i)
      data[places[i]] = bytes.data[places[i]];
  }
  assert_true(good > 0 && good < ROUNDS);
  for (size_t length = 0; length < head; length += 7)
    assert_false(imports(data, length));
  assert_true(imports(data, bytes.length));
  free(data);
  strBufFree(&bytes);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(survivesMutations)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
