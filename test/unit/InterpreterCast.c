//===- InterpreterCast.c - values of conversions --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "test/unit/InterpreterTest.h"

static void cast(const char *from, const char *to, const char *x,
                 const char *expected) {
  char text[1024];
  snprintf(text, sizeof text,
           "relax.func @f(%%x: !relax.tensor<[n], %s>) -> !relax.tensor<[n], "
           "%s> {\n"
           "  %%y = relax.cast %%x : !relax.tensor<[n], %s> to "
           "!relax.tensor<[n], %s>\n"
           "  relax.return %%y : !relax.tensor<[n], %s>\n}\n",
           from, to, from, to, to);
  // Exact, also for floats.
  RelaxTensor input = tensorOf(x), output, wanted = tensorOf(expected);
  RelaxError error = {0};
  Module module = parseModule(text);
  RelaxComparison comparison;
  if (!relaxInterpret(mlirModuleGetOperation(module.module), strRefFromC("f"),
                      &input, 1, NULL, &output, 1, &error))
    fail_msg("%s", relaxErrorText(&error));
  if (!relaxCompare(&output, &wanted, (RelaxTolerance){0, 0}, &comparison)) {
    StrBuf got = {0};
    relaxValuePrint(&output, 64, &got);
    fail_msg("%s to %s: expected %s, got %s", from, to, expected,
             strBufText(&got));
  }
  relaxTensorRelease(&input);
  relaxTensorRelease(&output);
  relaxTensorRelease(&wanted);
  freeModule(&module);
}

static void toBool(void **state) {
  (void)state;
  cast("f32", "i1", "4xf32=0.0 -0.0 0.1 nan", "4xi1=false false true true");
  cast("i64", "i1", "3xi64=0 256 -1", "3xi1=false true true");
  cast("i1", "f32", "2xi1=false true", "2xf32=0 1");
  cast("i1", "i8", "2xi1=false true", "2xi8=0 1");
}

static void floatsToIntegers(void **state) {
  (void)state;
  cast("f32", "i32", "4xf32=1.9 -1.9 -0.5 7", "4xi32=1 -1 0 7");
  // Outside of the range: the nearest integer of the type; NaN: 0.
  cast("f32", "i8", "5xf32=127.9 128 -128.9 -1000 nan",
       "5xi8=127 127 -128 -128 0");
  cast("f32", "ui8", "4xf32=255.5 256 -0.9 -1", "4xui8=255 255 0 0");
  cast("f64", "i64", "4xf64=9223372036854775807 -inf inf 2251799813685249.5",
       "4xi64=9223372036854775807 -9223372036854775808 9223372036854775807 "
       "2251799813685249");
  cast("f64", "ui64", "3xf64=inf 18446744073709549568 -1",
       "3xui64=18446744073709551615 18446744073709549568 0");
}

static void integersToIntegers(void **state) {
  (void)state;
  cast("i32", "i8", "3xi32=128 -129 255", "3xi8=-128 127 -1");
  cast("i8", "ui8", "1xi8=-1", "1xui8=255");
  cast("ui8", "i8", "1xui8=255", "1xi8=-1");
  cast("i8", "i64", "1xi8=-5", "1xi64=-5");
  cast("ui32", "i64", "1xui32=4294967295", "1xi64=4294967295");
}

static void integersToFloats(void **state) {
  (void)state;
  cast("i64", "f64", "1xi64=9007199254740993", "1xf64=9007199254740992");
  // Rounded once: by way of double this would be half way and go down.
  cast("i64", "f32", "2xi64=9007199791611905 -9007199791611905",
       "2xf32=9007200328482816 -9007200328482816");
  cast("ui64", "f32", "1xui64=18446744073709551615",
       "1xf32=18446744073709551616");
  cast("i64", "bf16", "1xi64=9223372036854775807",
       "1xbf16=9223372036854775808");
  cast("i32", "f16", "3xi32=2049 2051 70000", "3xf16=2048 2052 inf");
}

static void floatsToFloats(void **state) {
  (void)state;
  cast("f64", "f32", "3xf64=1.0000000596046448 1e300 nan", "3xf32=1 inf nan");
  cast("f32", "f16", "2xf32=65520 0.1", "2xf16=inf 0.0999755859375");
  cast("f16", "f64", "1xf16=0.0999755859375", "1xf64=0.0999755859375");
  cast("f16", "bf16", "1xf16=1.0048828125", "1xbf16=1.0078125");
  cast("f32", "f32", "1xf32=-0.0", "1xf32=-0.0");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(toBool),
      cmocka_unit_test(floatsToIntegers),
      cmocka_unit_test(integersToIntegers),
      cmocka_unit_test(integersToFloats),
      cmocka_unit_test(floatsToFloats),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
