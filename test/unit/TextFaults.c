//===- TextFaults.c - tests of parsing broken text ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The bounded version of test/fuzz/Text.c, with fixed seeds: every chunk of
// every test, broken some times. utils/fuzz runs the long one.
//
//===----------------------------------------------------------------------===//

#define _XOPEN_SOURCE 700 // nftw

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "test/fuzz/Context.h"
#include "test/fuzz/TextMutator.h"
#include "test/unit/Rounds.h"
#include "tools/Dialects.h"

#include <ftw.h>

enum { ROUNDS = 5, EXTRA = 1 << 14, MAX_TEXT = 1 << 15 };

static char *files[4096];
static size_t numFiles;

static int addFile(const char *path, const struct stat *status, int kind,
                   struct FTW *place) {
  (void)status;
  (void)place;
  size_t length = strlen(path);
  if (kind == FTW_F && length > 5 && strcmp(path + length - 5, ".mlir") == 0 &&
      numFiles < sizeof files / sizeof *files)
    files[numFiles++] = strdup(path);
  return 0;
}

static int compareNames(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static StrBuf readFile(const char *path) {
  StrBuf text = {0};
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  char block[4096];
  for (size_t got; (got = fread(block, 1, sizeof block, file)) > 0;)
    strBufAppend(&text, (StrRef){block, got});
  fclose(file);
  return text;
}

/// True if the text is a module.
static bool parse(FuzzContext *fuzz, const char *data, size_t size) {
  StrBuf text = {0};
  strBufAppend(&text, (StrRef){data, size});
  fuzzContextBegin(fuzz, relaxToolDialects);
  MlirModule module = fuzzParse(fuzz, &text);
  bool good = module.ptr != NULL;
  if (good) {
    fuzzRoundTrip(fuzz, module);
    mlirModuleDestroy(module);
  }
  strBufFree(&text);
  return good;
}

static void breakChunk(FuzzContext *fuzz, const char *name, const char *text,
                       size_t size, unsigned *numGood) {
  char *data = malloc(size + EXTRA);
  assert_non_null(data);
  for (unsigned seed = 0, end = roundsOf(ROUNDS); seed < end; ++seed) {
    fuzzSubject(name, seed);
    memcpy(data, text, size);
    size_t broken = textMutate((uint8_t *)data, size, size + EXTRA, seed);
    *numGood += parse(fuzz, data, broken);
  }
  free(data);
}

/// Calls `breakChunk` for what stands between lines `// -----`.
static unsigned breakFile(FuzzContext *fuzz, const char *name,
                          unsigned *numGood) {
  StrBuf text = readFile(name);
  unsigned count = 0;
  for (const char *at = strBufText(&text); at;) {
    const char *end = strstr(at, "\n// -----");
    size_t size = end ? (size_t)(end - at) : strlen(at);
    if (size && size < MAX_TEXT) {
      breakChunk(fuzz, name, at, size, numGood);
      ++count;
    }
    at = end ? end + 1 + strcspn(end + 1, "\n") : NULL;
  }
  strBufFree(&text);
  return count;
}

static void brokenTests(void **state) {
  (void)state;
  const char *folder = getenv("RELAX_TEST");
  if (!folder)
    skip();
  assert_int_equal(nftw(folder, addFile, 16, FTW_PHYS), 0);
  qsort(files, numFiles, sizeof *files, compareNames);
  FuzzContext fuzz = {0};
  unsigned numChunks = 0, numGood = 0;
  for (size_t i = 0; i < numFiles; ++i) {
    numChunks += breakFile(&fuzz, files[i], &numGood);
    free(files[i]);
  }
  fuzzContextEnd(&fuzz);
  assert_true(numChunks > 100);
  // Comments and names may change; most changes are errors.
  unsigned tried = numChunks * roundsOf(ROUNDS);
  assert_in_range(numGood, tried / 20, tried - tried / 4);
}

static void nestedText(void **state) {
  (void)state;
  static const char *const pairs[][2] = {
      {"module {", "}"}, {"module attributes {relax.a = [", "]} {}"}};
  FuzzContext fuzz = {0};
  for (int i = 0; i < 2; ++i)
    for (int depth = 100; depth <= 100000; depth *= 10) {
      StrBuf text = {0};
      for (int k = 0; k < depth; ++k)
        strBufAppendC(&text, k && i ? "[" : pairs[i][0]);
      for (int k = 0; k < depth; ++k)
        strBufAppendC(&text, k + 1 < depth && i ? "]" : pairs[i][1]);
      assert_int_equal(parse(&fuzz, text.data, text.length), depth == 100);
      strBufFree(&text);
    }
  fuzzContextEnd(&fuzz);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(brokenTests),
      cmocka_unit_test(nestedText),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
