//===- RuntimeValueText.c - tests of values as text and of comparison -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Compare.h"
#include "lib/Runtime/Random.h"
#include "test/unit/RuntimeTest.h"

#include <math.h>

static void expectRoundTrip(const char *text, const char *expected) {
  RelaxTensor tensor = tensorOf(text);
  expectTensor(&tensor, expected);
  relaxTensorRelease(&tensor);
}

static void printsAsMlir(void **state) {
  (void)state;
  expectRoundTrip("2x2xf32=1 2 3 4",
                  "dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>");
  expectRoundTrip("f32=3.5", "dense<3.5> : tensor<f32>");
  expectRoundTrip("i1=true", "dense<true> : tensor<i1>");
  expectRoundTrip("3xi64=0", "dense<[0, 0, 0]> : tensor<3xi64>");
  expectRoundTrip("0x3xf32=", "dense<> : tensor<0x3xf32>");
  expectRoundTrip("2x0xi1=", "dense<> : tensor<2x0xi1>");
  expectRoundTrip("1x1x1xi8=-128", "dense<[[[-128]]]> : tensor<1x1x1xi8>");
  expectRoundTrip("2x2x2xui8=1,2,3,4, 5,6,7,255",
                  "dense<[[[1, 2], [3, 4]], [[5, 6], [7, 255]]]> : "
                  "tensor<2x2x2xui8>");
  expectRoundTrip("ui64=18446744073709551615",
                  "dense<18446744073709551615> : tensor<ui64>");
  expectRoundTrip("i64=-9223372036854775808",
                  "dense<-9223372036854775808> : tensor<i64>");
  expectRoundTrip("i32=0x1F", "dense<31> : tensor<i32>");
}

static void floatsAreShortest(void **state) {
  (void)state;
  expectRoundTrip("5xf32=0.1 1e-5 1e16 -0 16777216",
                  "dense<[0.1, 1.0e-05, 1.0e+16, -0.0, 16777216.0]> : "
                  "tensor<5xf32>");
  expectRoundTrip("f64=0.1", "dense<0.1> : tensor<f64>");
  expectRoundTrip("f64=0x1.999999999999ap-4", "dense<0.1> : tensor<f64>");
  expectRoundTrip("f32=0.333333343", "dense<0.33333334> : tensor<f32>");
  expectRoundTrip("f64=1.7976931348623157e308",
                  "dense<1.7976931348623157e+308> : tensor<f64>");
  expectRoundTrip("f32=1.401298464324817e-45", "dense<1.0e-45> : tensor<f32>");
  expectRoundTrip("f32=1234.5", "dense<1234.5> : tensor<f32>");
  expectRoundTrip("f32=0.000123", "dense<0.000123> : tensor<f32>");
  expectRoundTrip("f16=0.1", "dense<0.1> : tensor<f16>");
  expectRoundTrip("bf16=3.140625", "dense<3.14> : tensor<bf16>");
  expectRoundTrip("3xf32=inf -inf nan",
                  "dense<[0x7F800000, 0xFF800000, 0x7FC00000]> : "
                  "tensor<3xf32>");
  expectRoundTrip("4xf8E4M3FN=1.5 -0.0 448 nan",
                  "dense<[1.5, -0.0, 448.0, 0x7F]> : tensor<4xf8E4M3FN>");
  expectRoundTrip("3xf8E5M2=0.1 -inf 1e6",
                  "dense<[0.09375, 0xFC, 0x7C]> : tensor<3xf8E5M2>");
  expectRoundTrip("2xf8E8M0FNU=0.25 nan",
                  "dense<[0.25, 0xFF]> : tensor<2xf8E8M0FNU>");
  expectRoundTrip("3xf4E2M1FN=6 -0.5 1.5",
                  "dense<[6.0, -0.5, 1.5]> : tensor<3xf4E2M1FN>");
  expectRoundTrip("3xi4=-8 7 -1", "dense<[-8, 7, -1]> : tensor<3xi4>");
  expectRoundTrip("2xui2=3 0", "dense<[3, 0]> : tensor<2xui2>");
  expectRoundTrip("2xf16=inf nan", "dense<[0x7C00, 0x7E00]> : tensor<2xf16>");
  expectRoundTrip("f64=-inf", "dense<0xFFF0000000000000> : tensor<f64>");
}

/// Printed numbers read back to the same bits, for random bits of all formats.
static void floatsReadBack(void **state) {
  (void)state;
  RelaxRandom random = relaxRandomSeed(7);
  const RelaxDType dtypes[] = {RELAX_F32, RELAX_F64, RELAX_F16, RELAX_BF16};
  for (int i = 0; i < 4000; ++i) {
    RelaxTensor tensor;
    RelaxDType dtype = dtypes[i % 4];
    assert_true(relaxTensorCreate(dtype, 0, NULL, &tensor, NULL));
    uint64_t bits = relaxRandomNext(&random);
    memcpy(tensor.data, &bits, relaxDTypeBytes(dtype));
    if (isfinite(relaxLoadFloat(dtype, tensor.data, 0))) {
      StrBuf text = {0};
      strBufAppendFormat(&text, "%s=", relaxDTypeName(dtype));
      relaxElementPrint(&tensor, 0, &text);
      assert_non_null(strchr(strBufText(&text), '.'));
      RelaxTensor back = tensorOf(strBufText(&text));
      assert_memory_equal(back.data, tensor.data, relaxDTypeBytes(dtype));
      relaxTensorRelease(&back);
      strBufFree(&text);
    }
    relaxTensorRelease(&tensor);
  }
}

static void printingStops(void **state) {
  (void)state;
  RelaxTensor tensor = tensorOf("2x3xi32=1 2 3 4 5 6");
  const char *const expected[] = {
      "dense<[[...]]> : tensor<2x3xi32>",
      "dense<[[1, ...]]> : tensor<2x3xi32>",
      "dense<[[1, 2, ...]]> : tensor<2x3xi32>",
      "dense<[[1, 2, 3], ...]> : tensor<2x3xi32>",
      "dense<[[1, 2, 3], [4, ...]]> : tensor<2x3xi32>",
      "dense<[[1, 2, 3], [4, 5, ...]]> : tensor<2x3xi32>",
      "dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>",
  };
  for (int limit = 0; limit <= 6; ++limit) {
    StrBuf text = {0};
    relaxValuePrint(&tensor, limit, &text);
    assert_string_equal(strBufText(&text), expected[limit]);
    strBufFree(&text);
  }
  relaxTensorRelease(&tensor);
}

static void expectRefused(const char *text, const char *message) {
  RelaxError error = {0};
  RelaxTensor tensor;
  if (relaxValueParse(strRefFromC(text), &tensor, &error))
    fail_msg("'%s' was accepted", text);
  expectError(&error, message);
}

static void badTextIsRefused(void **state) {
  (void)state;
  expectRefused("2x3xf32=1 2 3 4 5",
                "'2x3xf32': expected 6 values or 1, got 5");
  expectRefused("2xf32=", "'2xf32': expected 2 values or 1, got 0");
  expectRefused("f32=", "'f32': expected 1 value, got 0");
  expectRefused("f32=1 2", "'f32': expected 1 value, got 2");
  expectRefused("0xf32=1", "'0xf32': expected 0 values, got 1");
  expectRefused("i8=128", "'128' is no value of type i8");
  expectRefused("i8=-129", "'-129' is no value of type i8");
  expectRefused("ui8=-1", "'-1' is no value of type ui8");
  expectRefused("ui8=256", "'256' is no value of type ui8");
  expectRefused("i64=9223372036854775808",
                "'9223372036854775808' is no value of type i64");
  expectRefused("i32=1.5", "'1.5' is no value of type i32");
  expectRefused("i32=--1", "'--1' is no value of type i32");
  expectRefused("f32=1.5x", "'1.5x' is no value of type f32");
  expectRefused("i1=2", "'2' is no value of type i1");
  expectRefused("x", "expected a value like 2x3xf32=1 2 3 4 5 6, got 'x'");
  expectRefused("2,3xf32=1", "expected a type like 2x3xf32, got '2,3xf32'");
  expectRefused("-1xf32=1", "unknown element type '-1xf32' (known: f32, f64, "
                            "f16, bf16, i8 to i64, ui8 to ui64, i1, i4, i2, "
                            "ui4, ui2, f8E4M3FN, f8E4M3FNUZ, f8E5M2, "
                            "f8E5M2FNUZ, f8E8M0FNU, f4E2M1FN, string)");
  expectRefused("2xi4=7 8", "'8' is no value of type i4");
  expectRefused("ui2=-1", "'-1' is no value of type ui2");
  expectRefused("99999999999999999999xf32=1",
                "an extent in '99999999999999999999xf32' exceeds 64 bits");
  expectRefused("1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xi8=1",
                "expected a rank of at most 16 in "
                "'1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xi8'");
  expectRefused("4611686018427387904xi8=1",
                "out of memory: 4611686018427387904 bytes for a i8 tensor of "
                "shape [4611686018427387904]");
  expectRefused("4611686018427387904x4611686018427387904xi8=1",
                "the bytes of a i8 tensor of shape [4611686018427387904, "
                "4611686018427387904] exceed 64 bits");
}

/// Compares two texts with the default tolerance of the first.
static void expectReport(const char *got, const char *expected,
                         const char *report) {
  RelaxTensor a = tensorOf(got), b = tensorOf(expected);
  RelaxTolerance tolerance = relaxToleranceDefault(a.dtype);
  RelaxComparison comparison;
  StrBuf text = {0};
  if (!relaxCompare(&a, &b, tolerance, &comparison))
    relaxComparisonPrint(&comparison, &a, &b, tolerance, &text);
  assert_string_equal(strBufText(&text), report);
  strBufFree(&text);
  relaxTensorRelease(&a);
  relaxTensorRelease(&b);
}

static void comparesWithTolerance(void **state) {
  (void)state;
  expectReport("2xf32=1 100", "2xf32=1.000001 100.001", "");
  expectReport("2xf32=nan inf", "2xf32=nan inf", "");
  expectReport("0x2xf32=", "0x2xf32=", "");
  expectReport("2x3xf32=1 2 3 4 5 2.5", "2x3xf32=1 2 3 4 5.125 2",
               "2 of 6 elements differ (rtol 1e-05, atol 1e-06); worst at [1, "
               "2]: expected 2.0, got 2.5; max absolute difference 0.5, max "
               "relative 0.25");
  expectReport("3xf32=1 9 nan", "3xf32=1 2 3",
               "2 of 3 elements differ (rtol 1e-05, atol 1e-06); worst at [2]: "
               "expected 3.0, got 0x7FC00000; max absolute difference 7, max "
               "relative 3.5");
  expectReport(
      "f32=-inf", "f32=inf",
      "1 of 1 elements differ (rtol 1e-05, atol 1e-06); worst at []: "
      "expected 0x7F800000, got 0xFF800000; max absolute difference 0, "
      "max relative 0");
  expectReport("2xi64=1 2", "2xi64=1 4",
               "1 of 2 elements differ; worst at [1]: expected 4, got 2; max "
               "absolute difference 2, max relative 0.5");
  expectReport("i64=-9223372036854775808", "i64=9223372036854775807",
               "1 of 1 elements differ; worst at []: expected "
               "9223372036854775807, got -9223372036854775808; max absolute "
               "difference 1.84467e+19, max relative 2");
  expectReport("2xf32=1 2", "3xf32=1 2 3",
               "expected tensor<3xf32>, got tensor<2xf32>");
  expectReport("2xf32=1 2", "2xf64=1 2",
               "expected tensor<2xf64>, got tensor<2xf32>");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(printsAsMlir),
      cmocka_unit_test(floatsAreShortest),
      cmocka_unit_test(floatsReadBack),
      cmocka_unit_test(printingStops),
      cmocka_unit_test(badTextIsRefused),
      cmocka_unit_test(comparesWithTolerance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
