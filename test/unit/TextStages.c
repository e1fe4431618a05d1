//===- TextStages.c - tests of broken text of every stage -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The bounded version of test/fuzz/Pipeline.c, with fixed seeds: modules are
// brought to each stage; their text is broken, and what still verifies is
// compiled from there. utils/fuzz runs the long one.
//
//===----------------------------------------------------------------------===//

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "test/fuzz/Compile.h"
#include "test/fuzz/TextMutator.h"
#include "test/unit/Rounds.h"
#include "tools/Dialects.h"

enum { ROUNDS = 40, EXTRA = 1 << 14 };

static const char *const stages[] = {"graph",   "fused", "scheduled",
                                     "planned", "vm",    NULL};

/// The text of a test's file, brought to a stage.
static StrBuf textAt(FuzzContext *fuzz, const char *path, const char *stage) {
  StrBuf text = {0}, pipeline = {0};
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  char block[4096];
  for (size_t got; (got = fread(block, 1, sizeof block, file)) > 0;)
    strBufAppend(&text, (StrRef){block, got});
  fclose(file);
  fuzzContextBegin(fuzz, relaxToolDialects);
  MlirModule module = fuzzParse(fuzz, &text);
  assert_non_null(module.ptr);
  strBufAppendFormat(&pipeline, "relax-cpu{to=%s}", stage);
  assert_true(bridgeRunPipeline(mlirModuleGetOperation(module),
                                strRefFromC(strBufText(&pipeline))));
  strBufFree(&pipeline);
  strBufFree(&text);
  text = fuzzText(mlirModuleGetOperation(module));
  mlirModuleDestroy(module);
  return text;
}

/// Parses and compiles; counts what is well-formed and what reaches the end.
static void compile(FuzzContext *fuzz, const char *data, size_t size,
                    unsigned *numParsed, unsigned *numCompiled) {
  StrBuf text = {0};
  strBufAppend(&text, (StrRef){data, size});
  fuzzContextBegin(fuzz, relaxToolDialects);
  MlirModule module = fuzzParse(fuzz, &text);
  if (module.ptr) {
    ++*numParsed;
    *numCompiled += fuzzCompile(fuzz, module);
    mlirModuleDestroy(module);
  }
  strBufFree(&text);
}

static void breakStages(const char *name) {
  const char *folder = getenv("RELAX_TEST");
  if (!folder)
    skip();
  StrBuf path = {0};
  strBufAppendFormat(&path, "%s/values/Inputs/%s", folder, name);
  FuzzContext fuzz = {0};
  for (int stage = 0; stages[stage]; ++stage) {
    StrBuf text = textAt(&fuzz, strBufText(&path), stages[stage]);
    unsigned numParsed = 0, numCompiled = 0, rounds = roundsOf(ROUNDS);
    compile(&fuzz, text.data, text.length, &numParsed, &numCompiled);
    assert_int_equal(numCompiled, 1);
    char *data = malloc(text.length + EXTRA);
    assert_non_null(data);
    for (unsigned seed = 0; seed < rounds; ++seed) {
      fuzzSubject(stages[stage], seed);
      memcpy(data, text.data, text.length);
      size_t size =
          textMutate((uint8_t *)data, text.length, text.length + EXTRA, seed);
      compile(&fuzz, data, size, &numParsed, &numCompiled);
    }
    // Some break names and comments only, most an operation.
    assert_in_range(numParsed, 2, rounds - rounds / 4);
    free(data);
    strBufFree(&text);
  }
  strBufFree(&path);
  fuzzContextEnd(&fuzz);
}

static void mixed(void **state) {
  (void)state;
  breakStages("mixed.mlir");
}

static void windows(void **state) {
  (void)state;
  breakStages("windows.mlir");
}

int main(void) {
  relaxRegisterAll();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mixed),
      cmocka_unit_test(windows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
