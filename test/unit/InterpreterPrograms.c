//===- InterpreterPrograms.c - programs that agree, limits, coverage ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/Programs/Agree.h"
#include "test/unit/InterpreterTest.h"

static const char monoid[] =
    "tir.monoid @add (f32) identity (0.0) {\n^combine(%a: f32, %b: f32):\n"
    "  %c = arith.addf %a, %b : f32\n  tir.yield %c : f32\n}\n";

/// Sums of rows: the name, the extent of a row, what is summed.
static const char program[] =
    "tir.func private @%s(%%X: !tir.buffer<[n, m], f32>, %%Y: "
    "!tir.buffer<[n], f32>) where (1 <= m) {\n"
    "  tir.compute \"sum\" (%%i, reduce %%k) in [n, %s] {\n"
    "    %%x = tir.load %%X[%%i, %%k] : !tir.buffer<[n, m], f32>\n"
    "    %%z = arith.%s %%x, %%x : f32\n"
    "    tir.reduce @add(%%z) into (%%Y[%%i]) : !tir.buffer<[n], f32>\n"
    "  }\n  tir.return\n}\n";

static const char caller[] =
    "relax.func @f(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[n], f32> "
    "where (1 <= m) {\n"
    "  %y = relax.call_tir @before(%x) : (!relax.tensor<[n, m], f32>) -> "
    "!relax.tensor<[n], f32>\n"
    "  relax.return %y : !relax.tensor<[n], f32>\n}\n";

/// @before is right; @after is what is said.
static Module moduleOf(const char *extent, const char *function) {
  StrBuf text = {0};
  strBufAppendC(&text, monoid);
  strBufAppendFormat(&text, program, "before", "m", "addf");
  strBufAppendFormat(&text, program, "after", extent, function);
  strBufAppendC(&text, caller);
  Module module = parseModule(strBufText(&text));
  strBufFree(&text);
  return module;
}

static MlirOperation programOf(const Module *module, const char *name) {
  return bridgeLookupNearestSymbol(mlirModuleGetOperation(module->module),
                                   strRefFromC(name));
}

static RelaxProgramsVerdict verdictOf(const char *extent, const char *function,
                                      StrBuf *out) {
  Module module = moduleOf(extent, function);
  RelaxProgramsVerdict verdict = relaxProgramsAgree(
      programOf(&module, "before"), programOf(&module, "after"), 8, out);
  freeModule(&module);
  return verdict;
}

static void programsAgree(void **state) {
  (void)state;
  StrBuf out = {0};
  assert_int_equal(verdictOf("m", "addf", &out), RELAX_PROGRAMS_AGREE);
  assert_int_equal(out.length, 0);
  assert_int_equal(verdictOf("m", "mulf", &out), RELAX_PROGRAMS_DIFFER);
  assert_non_null(
      strstr(strBufText(&out), "buffer 'Y': 1 of 1 elements differ"));
  assert_non_null(strstr(strBufText(&out), ", with n=1,m=1"));
  strBufFree(&out);
}

static void oneFails(void **state) {
  (void)state;
  StrBuf out = {0};
  assert_int_equal(verdictOf("m + 1", "addf", &out), RELAX_PROGRAMS_DIFFER);
  assert_non_null(strstr(strBufText(&out), "reads 'X' at [0, 1]"));
  strBufFree(&out);
  // It never ends, as far as anybody waits.
  assert_int_equal(verdictOf("99999999 * m", "addf", &out),
                   RELAX_PROGRAMS_DIFFER);
  strBufFree(&out);
}

static void callsAreLimited(void **state) {
  (void)state;
  Module module = moduleOf("m", "addf");
  RelaxError error = {0};
  RelaxInterpreter *interpreter = relaxInterpreterCreate(
      mlirModuleGetOperation(module.module), NULL, &error);
  RelaxTensor input, output;
  const int64_t dims[] = {3, 40};
  assert_true(relaxTensorCreate(RELAX_F32, 2, dims, &input, &error));
  memset(input.data, 0, relaxTensorSize(&input));
  size_t ran, all;
  relaxInterpreterCoverage(interpreter, &ran, &all);
  assert_int_equal(ran, 0);
  assert_int_equal(all, 9);
  relaxInterpreterLimit(interpreter, 50);
  assert_false(relaxInterpreterCall(interpreter, strRefFromC("f"), &input, 1,
                                    &output, 1, &error));
  assert_non_null(
      strstr(relaxErrorText(&error), "the call takes more steps than it may"));
  assert_true(relaxInterpreterWasLimited(interpreter));
  relaxErrorFree(&error);
  relaxInterpreterLimit(interpreter, -1);
  assert_true(relaxInterpreterCall(interpreter, strRefFromC("f"), &input, 1,
                                   &output, 1, &error));
  assert_false(relaxInterpreterWasLimited(interpreter));
  relaxInterpreterCoverage(interpreter, &ran, &all);
  assert_int_equal(ran, 5); // nobody calls @after
  relaxTensorRelease(&output);
  relaxTensorRelease(&input);
  relaxInterpreterDestroy(interpreter);
  freeModule(&module);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(programsAgree),
      cmocka_unit_test(oneFails),
      cmocka_unit_test(callsAreLimited),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
