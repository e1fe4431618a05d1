//===- OnnxSuiteFaults.c - broken models of the ONNX suite ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Every model of the suite, as given and some mutants of it, imported as it is
// or with erased extents; what is imported is prepared as a graph. Each of them
// succeeds, or fails with one error at a place. `utils/fuzz OnnxSuite` runs
// more.
//
//===----------------------------------------------------------------------===//

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "test/fuzz/OnnxMutator.h"
#include "test/fuzz/OnnxRun.h"
#include "test/unit/OnnxArchive.h"
#include "test/unit/Rounds.h"
#include "tools/Registry.h"

enum { ROUNDS = 4, EXTRA = 1 << 17 };

typedef struct Tally {
  FuzzContext fuzz;
  unsigned rounds, numRuns, numGood, numBroken;
} Tally;

static void importMutants(const char *path, const Bytes *model, void *user) {
  Tally *tally = user;
  uint8_t *data = malloc(model->size + EXTRA);
  assert_non_null(data);
  for (unsigned round = 0; round <= tally->rounds; ++round) {
    unsigned seed = tally->numRuns++;
    fuzzSubject(path, seed);
    memcpy(data, model->data, model->size);
    size_t size = model->size;
    if (round)
      size = onnxMutate(data, size, size + EXTRA, seed);
    bool good =
        onnxFuzzRun(&tally->fuzz, data, size,
                    ONNX_FUZZ_PREPARE | (round % 2 ? ONNX_FUZZ_ERASE : 0));
    ++*(good ? &tally->numGood : &tally->numBroken);
  }
  free(data);
}

static void models(void **state) {
  (void)state;
  const char *shared = getenv("RELAX_SHARED");
  if (!shared)
    skip();
  StrBuf path = {0};
  strBufAppendFormat(&path,
                     "%s/data/onnx-backend-tests/onnx-backend-test-data.tar.gz",
                     shared);
  Tally tally = {.rounds = roundsOf(ROUNDS)};
  unsigned numModels =
      archiveVisitModels(strBufText(&path), importMutants, &tally);
  strBufFree(&path);
  fuzzContextEnd(&tally.fuzz);
  printf("%u models, %u good files, %u broken ones\n", numModels, tally.numGood,
         tally.numBroken);
  assert_in_range(numModels, 1500, 10000);
  assert_in_range(tally.numGood, numModels, UINT32_MAX);
  assert_in_range(tally.numBroken, numModels, UINT32_MAX);
}

int main(void) {
  relaxRegisterAll();
  const struct CMUnitTest tests[] = {cmocka_unit_test(models)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
