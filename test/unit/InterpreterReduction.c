//===- InterpreterReduction.c - values of reductions and softmax ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "test/unit/InterpreterTest.h"

/// `op` (with its clauses) on an [m, n] matrix.
static void reduce(const char *op, const char *clauses, const char *type,
                   const char *result, const char *x, const char *expected) {
  char text[1024];
  snprintf(text, sizeof text,
           "relax.func @f(%%x: !relax.tensor<[m, n], %s>) -> "
           "!relax.tensor<%s, %s> {\n"
           "  %%y = relax.%s %%x %s : (!relax.tensor<[m, n], %s>) -> "
           "!relax.tensor<%s, %s>\n"
           "  relax.return %%y : !relax.tensor<%s, %s>\n}\n",
           type, result, type, op, clauses, type, result, type, result, type);
  expectRun(text, VALUES(x), VALUES(expected));
}

static void sums(void **state) {
  (void)state;
  const char *x = "2x3xf32=1 2 3 4 5 6";
  reduce("sum", "over [1]", "f32", "[m]", x, "2xf32=6 15");
  reduce("sum", "over [0]", "f32", "[n]", x, "3xf32=5 7 9");
  reduce("sum", "over [0, 1]", "f32", "[]", x, "f32=21");
  reduce("sum", "", "f32", "[]", x, "f32=21");
  reduce("sum", "keep_dims", "f32", "[1, 1]", x, "1x1xf32=21");
  reduce("sum", "over [1] keep_dims", "f32", "[m, 1]", x, "2x1xf32=6 15");
  reduce("sum", "over []", "f32", "[m, n]", x, x);
  reduce("sum", "over [1]", "f32", "[m]", "1x2xf32=1 nan", "1xf32=nan");
  reduce("sum", "over [1]", "i8", "[m]", "1x2xi8=127 1", "1xi8=-128");
}

/// In f32, in the order of the elements: 2^24 + 1 is 2^24, and 1 + 1 + 2^24 is
/// not.
static void sumsAreKeptInF32(void **state) {
  (void)state;
  reduce("sum", "over [1]", "f32", "[m]",
         "2x4xf32=16777216 1 1 -16777216 1 1 16777216 -16777216", "2xf32=0 2");
  reduce("mean", "over [1]", "f32", "[m]", "1x4xf32=16777216 1 1 -16777216",
         "1xf32=0");
  reduce("sum", "over [1]", "f16", "[m]", "1x3xf16=2048 1 1", "1xf16=2050");
  reduce("sum", "over [1]", "f64", "[m]", "1x3xf64=16777216 1 -16777216",
         "1xf64=1");
}

static void nothingToSum(void **state) {
  (void)state;
  reduce("sum", "over [1]", "f32", "[m]", "2x0xf32=", "2xf32=0 0");
  reduce("mean", "over [1]", "f32", "[m]", "2x0xf32=", "2xf32=nan nan");
  reduce("max", "over [1]", "f32", "[m]", "2x0xf32=", "2xf32=-inf -inf");
  reduce("min", "over [1]", "f32", "[m]", "2x0xf32=", "2xf32=inf inf");
  reduce("max", "over [1]", "i8", "[m]", "1x0xi8=", "1xi8=-128");
  reduce("min", "over [1]", "i8", "[m]", "1x0xi8=", "1xi8=127");
  reduce("max", "over [1]", "ui16", "[m]", "1x0xui16=", "1xui16=0");
  reduce("min", "over [1]", "ui16", "[m]", "1x0xui16=", "1xui16=65535");
  reduce("min", "over [1]", "i64", "[m]",
         "1x0xi64=", "1xi64=9223372036854775807");
  reduce("max", "over [1]", "i1", "[m]", "1x0xi1=", "1xi1=false");
  reduce("min", "over [1]", "i1", "[m]", "1x0xi1=", "1xi1=true");
  reduce("sum", "over [0]", "f32", "[n]", "2x0xf32=", "0xf32=");
}

static void means(void **state) {
  (void)state;
  const char *x = "2x3xf32=1 2 3 4 5 9";
  reduce("mean", "over [1]", "f32", "[m]", x, "2xf32=2 6");
  reduce("mean", "over [0] keep_dims", "f32", "[1, n]", x, "1x3xf32=2.5 3.5 6");
  reduce("mean", "over [1]", "i64", "[m]", "2x2xi64=1 2 -1 -2", "2xi64=1 -1");
  const char *text =
      "relax.func @f(%x: !relax.tensor<[m, n], i64>) -> !relax.tensor<[m], "
      "i64> {\n"
      "  %y = relax.mean %x over [1] : (!relax.tensor<[m, n], i64>) -> "
      "!relax.tensor<[m], i64>\n"
      "  relax.return %y : !relax.tensor<[m], i64>\n}\n";
  expectRun(text, VALUES("0x0xi64="), VALUES("0xi64="));
  expectFailure(
      text, VALUES("1x0xi64="), 1,
      "'relax.mean' %y: integer division by zero: the mean of no element");
}

static void extremes(void **state) {
  (void)state;
  const char *x = "2x3xf32=1 -2 3 nan 5 6";
  reduce("max", "over [1]", "f32", "[m]", x, "2xf32=3 nan");
  reduce("min", "over [1]", "f32", "[m]", x, "2xf32=-2 nan");
  reduce("max", "over [0]", "f32", "[n]", x, "3xf32=nan 5 6");
  reduce("max", "over [1]", "i32", "[m]", "1x3xi32=-5 -2 -9", "1xi32=-2");
  reduce("max", "over [1]", "ui64", "[m]", "1x2xui64=1 18446744073709551615",
         "1xui64=18446744073709551615");
  reduce("min", "over [1]", "ui64", "[m]", "1x2xui64=1 18446744073709551615",
         "1xui64=1");
}

/// The middle one of three axes.
static void middleAxis(void **state) {
  (void)state;
  const char *text =
      "relax.func @f(%x: !relax.tensor<[2, 3, 2], i64>) -> !relax.tensor<[2, "
      "2], i64> {\n"
      "  %y = relax.sum %x over [1] : (!relax.tensor<[2, 3, 2], i64>) -> "
      "!relax.tensor<[2, 2], i64>\n"
      "  relax.return %y : !relax.tensor<[2, 2], i64>\n}\n";
  expectRun(text, VALUES("2x3x2xi64=1 2 3 4 5 6 7 8 9 10 11 12"),
            VALUES("2x2xi64=9 12 27 30"));
}

/// softmax(x)[i] = e^x[i] / sum: for 0, ln 2, ln 5 that is 1/8, 2/8, 5/8.
static void softmaxAlongAnyAxis(void **state) {
  (void)state;
  reduce("softmax", "over 1", "f32", "[m, n]",
         "2x3xf32=0 0.6931472 1.609438 1000 1000 -1000",
         "2x3xf32=0.125 0.25 0.625 0.5 0.5 0");
  reduce("softmax", "over 0", "f32", "[m, n]", "2x2xf32=0 3 0.6931472 3",
         "2x2xf32=0.33333333 0.5 0.66666667 0.5");
  reduce("softmax", "over 1", "f32", "[m, n]", "2x2xf32=nan 1 inf 1",
         "2x2xf32=nan nan nan nan");
  reduce("softmax", "over 1", "f32", "[m, n]", "1x2xf32=-inf 1", "1x2xf32=0 1");
  reduce("softmax", "over 1", "f32", "[m, n]", "2x0xf32=", "2x0xf32=");
  reduce("softmax", "over 0", "f32", "[m, n]", "0x2xf32=", "0x2xf32=");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sums),
      cmocka_unit_test(sumsAreKeptInF32),
      cmocka_unit_test(nothingToSum),
      cmocka_unit_test(means),
      cmocka_unit_test(extremes),
      cmocka_unit_test(middleAxis),
      cmocka_unit_test(softmaxAlongAnyAxis),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
