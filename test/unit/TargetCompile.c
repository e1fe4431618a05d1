//===- TargetCompile.c - tests of kernels compiled side by side -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "lib/Target/Cache/Key.h"
#include "lib/Target/LLVMIR.h"
#include "test/unit/TargetTest.h"

#include <stb/stb_ds.h>

enum { KERNELS = 60, EXTENT = 37 };

/// Kernel @k<i> adds i; every third one is as large as ten others.
static StrBuf manyKernels(void) {
  StrBuf text = {0};
  for (int i = 0; i < KERNELS; ++i) {
    strBufAppendFormat(
        &text,
        "tir.func @k%d(%%X: !tir.buffer<[n], f32>, %%Y: "
        "!tir.buffer<[n], f32>) {\n  %%c = arith.constant %d.0 : f32\n",
        i, i);
    for (int part = 0; part < (i % 3 ? 1 : 10); ++part)
      strBufAppendFormat(&text,
                         "  tir.compute \"add%d\" (%%i) in [n] {\n"
                         "    %%x = tir.load %%X[%%i] : !tir.buffer<[n], f32>\n"
                         "    %%y = arith.addf %%x, %%c : f32\n"
                         "    tir.store %%y, %%Y[%%i] : !tir.buffer<[n], f32>\n"
                         "  }\n",
                         part);
    strBufAppendC(&text, "  tir.return\n}\n");
  }
  return text;
}

static void threadsShareTheWork(void **state) {
  (void)state;
  StrBuf text = manyKernels();
  MlirModule module = parsedModule(strBufText(&text));
  strBufFree(&text);
  const int threads[] = {0, 1, 3, 8, KERNELS + 1};
  for (size_t t = 0; t < sizeof threads / sizeof *threads; ++t) {
    RelaxJitOptions options = {.threads = threads[t]};
    StrBuf error = {0};
    RelaxJit *jit =
        relaxJitCreate(mlirModuleGetOperation(module), &options, &error);
    if (!jit)
      fail_msg("%s", strBufText(&error));
    assert_int_equal(relaxJitTimes(jit)->kernels, KERNELS);
    assert_true(relaxJitTimes(jit)->operations > 5 * KERNELS);
    assert_null(relaxJitKey(jit, "k0"));
    float *x = randomFloats(EXTENT, 1);
    for (int i = 0; i < KERNELS; ++i) {
      char name[8];
      float *y = nanFloats(EXTENT);
      snprintf(name, sizeof name, "k%d", i);
      runKernel(jit, name, (void *[]){x, y}, (int64_t[]){EXTENT});
      for (int e = 0; e < EXTENT; ++e)
        assert_true(y[e] == x[e] + (float)i);
      assert_true(isnan(y[EXTENT]));
      free(y);
    }
    free(x);
    relaxJitDestroy(jit);
  }
  mlirModuleDestroy(module);
}

static MlirLogicalResult countError(MlirDiagnostic diagnostic, void *count) {
  *(int *)count += mlirDiagnosticGetSeverity(diagnostic) == MlirDiagnosticError;
  return mlirLogicalResultSuccess();
}

/// The others are given up.
static void oneKernelFails(void **state) {
  (void)state;
  StrBuf text = manyKernels();
  strBufAppendC(&text, "tir.func @bad(%X: !tir.buffer<[n], f8E4M3FN>) {\n"
                       "  tir.return\n}\n");
  MlirModule module = parsedModule(strBufText(&text));
  strBufFree(&text);
  for (int threads = 1; threads <= 4; threads += 3) {
    RelaxJitOptions options = {.threads = threads};
    StrBuf error = {0};
    int errors = 0;
    MlirDiagnosticHandlerID handler = mlirContextAttachDiagnosticHandler(
        testContext(), countError, &errors, NULL);
    assert_null(
        relaxJitCreate(mlirModuleGetOperation(module), &options, &error));
    mlirContextDetachDiagnosticHandler(testContext(), handler);
    assert_int_equal(errors, 1);
    assert_string_equal(strBufText(&error), "");
  }
  mlirModuleDestroy(module);
}

/// The key of the only kernel of a text.
static RelaxCacheKey keyOf(const char *environment, const char *text) {
  MlirModule module = parsedModule(text);
  MlirOperation *kernels = relaxKernelsOf(mlirModuleGetOperation(module));
  assert_int_equal(arrlen(kernels), 1);
  RelaxCacheKey key = relaxKernelKey(
      strRefFromC(environment), mlirModuleGetOperation(module), kernels[0]);
  arrfree(kernels);
  mlirModuleDestroy(module);
  return key;
}

#define KERNEL(name, n, shape, value, constant)                                \
  "tir.func @" name "(%X: !tir.buffer<[" n "], f32>) {\n"                      \
  "  %" value " = arith.constant " constant " : f32\n"                         \
  "  %m = tir.as_memref %X : !tir.buffer<[" n "], f32> to memref<" shape       \
  "xf32>\n"                                                                    \
  "  %i = arith.constant 0 : index\n"                                          \
  "  memref.store %" value ", %m[%i] : memref<" shape "xf32>\n"                \
  "  tir.return\n}\n"
// What has to be checked says where it stands.
#define CHECKED                                                                \
  "tir.func @f(%X: !tir.buffer<[n], f32>) {\n"                                 \
  "  %x = arith.constant 1.0 : f32\n"                                          \
  "  tir.store %x, %X[0] : !tir.buffer<[n], f32>\n"                            \
  "  tir.return\n}\n"

static void keysAreOfTheContent(void **state) {
  (void)state;
  const char *const same[] = {KERNEL("f", "n", "?", "x", "1.0"),
                              KERNEL("g", "n", "?", "x", "1.0"),
                              KERNEL("f", "rows", "?", "x", "1.0"),
                              "// here\n\n" KERNEL("f", "n", "?", "y", "1.00")};
  const char *const other[] = {KERNEL("f", "n", "?", "x", "1.0000001"),
                               KERNEL("f", "6", "6", "x", "1.0"),
                               KERNEL("f", "5", "5", "x", "1.0"),
                               KERNEL("f", "n", "?", "x", "-1.0")};
  RelaxCacheKey first = keyOf("here", same[0]);
  for (int i = 1; i < 4; ++i)
    assert_string_equal(keyOf("here", same[i]).hex, first.hex);
  for (int i = 0; i < 4; ++i)
    assert_string_not_equal(keyOf("here", other[i]).hex, first.hex);
  assert_string_equal(keyOf("here", CHECKED).hex, keyOf("here", CHECKED).hex);
  assert_string_not_equal(keyOf("here", CHECKED).hex,
                          keyOf("here", "\n" CHECKED).hex);
  assert_string_not_equal(keyOf("there", same[0]).hex, first.hex);
}

static void programKeysAreOfAllParts(void **state) {
  (void)state;
  const char *const entries[] = {"ab", "c"}, *const moved[] = {"a", "bc"};
  RelaxCacheKey keys[] = {relaxProgramKey(strRefFromC("e"), strRefFromC("t"),
                                          NULL, 0, strRefFromC("text")),
                          relaxProgramKey(strRefFromC("e"), strRefFromC("tt"),
                                          NULL, 0, strRefFromC("ext")),
                          relaxProgramKey(strRefFromC("et"), strRefFromC(""),
                                          NULL, 0, strRefFromC("text")),
                          relaxProgramKey(strRefFromC("e"), strRefFromC("t"),
                                          entries, 1, strRefFromC("text")),
                          relaxProgramKey(strRefFromC("e"), strRefFromC("t"),
                                          entries, 2, strRefFromC("text")),
                          relaxProgramKey(strRefFromC("e"), strRefFromC("t"),
                                          moved, 2, strRefFromC("text"))};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i)
    for (size_t k = 0; k < i; ++k)
      assert_string_not_equal(keys[i].hex, keys[k].hex);
}

/// Every build has one, and it does not change while the program runs.
static void buildsAreTold(void **state) {
  (void)state;
  StrBuf first = {0}, second = {0};
  assert_true(relaxBuildIdentity(&first));
  assert_true(relaxBuildIdentity(&second));
  assert_true(first.length > 40);
  assert_string_equal(strBufText(&first), strBufText(&second));
  strBufFree(&first);
  strBufFree(&second);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(threadsShareTheWork),
      cmocka_unit_test(oneKernelFails),
      cmocka_unit_test(keysAreOfTheContent),
      cmocka_unit_test(programKeysAreOfAllParts),
      cmocka_unit_test(buildsAreTold),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
