//===- OnnxImportFaults.c - tests of the import of broken models ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The bounded version of test/fuzz/OnnxImport.c, with fixed seeds; utils/fuzz
// runs the long one.
//
//===----------------------------------------------------------------------===//

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "test/fuzz/OnnxMutator.h"
#include "test/fuzz/OnnxRun.h"
#include "test/unit/OnnxBytes.h"

enum { EXTRA = 1 << 20 }; // room to grow

static Bytes readModel(const char *name) {
  const char *folder = getenv("RELAX_TEST");
  if (!folder)
    skip();
  StrBuf path = {0};
  strBufAppendFormat(&path, "%s/models/%s", folder, name);
  Bytes bytes = readBytes(strBufText(&path));
  assert_non_null(bytes.data);
  strBufFree(&path);
  return bytes;
}

/// Mutates and imports `rounds` times; some files stay good, most do not.
static void importMutants(const char *name, unsigned rounds) {
  Bytes model = readModel(name);
  uint8_t *data = malloc(model.size + EXTRA);
  assert_non_null(data);
  FuzzContext fuzz = {0};
  assert_true(onnxFuzzRun(&fuzz, model.data, model.size, ONNX_FUZZ_IMPORT));
  unsigned numGood = 0;
  for (unsigned seed = 0; seed < rounds; ++seed) {
    fuzzSubject(name, seed);
    memcpy(data, model.data, model.size);
    size_t size = onnxMutate(data, model.size, model.size + EXTRA, seed);
    numGood += onnxFuzzRun(&fuzz, data, size, ONNX_FUZZ_IMPORT);
  }
  assert_in_range(numGood, rounds / 50, rounds - rounds / 4);
  fuzzContextEnd(&fuzz);
  free(data);
  free(model.data);
}

static void mnist(void **state) {
  (void)state;
  importMutants("mnist.onnx", 3000);
}

static void magika(void **state) {
  (void)state;
  importMutants("magika.onnx", 100);
}

/// Graphs inside of graphs are refused by the wire walk, at every depth.
static void nestedGraphs(void **state) {
  (void)state;
  for (size_t depth = 1; depth <= 100000; depth *= 10) {
    FuzzContext fuzz = {0};
    size_t size;
    uint8_t *nest = onnxFuzzNested(depth, &size);
    assert_non_null(nest);
    Bytes graph = {0};
    putRaw(&graph, nest, size);
    Bytes model = modelAround(&graph);
    assert_false(onnxFuzzRun(&fuzz, model.data, model.size, ONNX_FUZZ_IMPORT));
    fuzzContextEnd(&fuzz);
    free(nest);
    free(model.data);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mnist),
      cmocka_unit_test(magika),
      cmocka_unit_test(nestedGraphs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
