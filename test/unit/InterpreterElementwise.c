//===- InterpreterElementwise.c - values of elementwise operations --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "test/unit/InterpreterTest.h"

/// `op` on two vectors of one type.
static void binary(const char *op, const char *type, const char *result,
                   const char *a, const char *b, const char *expected) {
  char text[1024];
  snprintf(text, sizeof text,
           "relax.func @f(%%x: !relax.tensor<[n], %s>, %%y: !relax.tensor<[n], "
           "%s>) -> !relax.tensor<[n], %s> {\n"
           "  %%z = relax.%s %%x, %%y : (!relax.tensor<[n], %s>, "
           "!relax.tensor<[n], %s>) -> !relax.tensor<[n], %s>\n"
           "  relax.return %%z : !relax.tensor<[n], %s>\n}\n",
           type, type, result, op, type, type, result, result);
  expectRun(text, VALUES(a, b), VALUES(expected));
}

static void unary(const char *op, const char *type, const char *x,
                  const char *expected) {
  char text[1024];
  snprintf(text, sizeof text,
           "relax.func @f(%%x: !relax.tensor<[n], %s>) -> !relax.tensor<[n], "
           "%s> {\n"
           "  %%z = relax.%s %%x : !relax.tensor<[n], %s>\n"
           "  relax.return %%z : !relax.tensor<[n], %s>\n}\n",
           type, type, op, type, type);
  expectRun(text, VALUES(x), VALUES(expected));
}

static void arithmeticOfFloats(void **state) {
  (void)state;
  binary("add", "f32", "f32", "3xf32=1 -2 inf", "3xf32=0.5 2 -inf",
         "3xf32=1.5 0 nan");
  binary("subtract", "f32", "f32", "2xf32=1 0", "2xf32=0.5 2", "2xf32=0.5 -2");
  binary("multiply", "f32", "f32", "2xf32=1.5 0", "2xf32=-2 inf",
         "2xf32=-3 nan");
  binary("divide", "f32", "f32", "3xf32=1 -1 0", "3xf32=4 0 0",
         "3xf32=0.25 -inf nan");
  binary("power", "f32", "f32", "4xf32=2 9 -2 0", "4xf32=10 0.5 3 0",
         "4xf32=1024 3 -8 1");
  // 1 + 2^-24 is half way between two numbers of f32 and rounds to the even
  // one.
  binary("add", "f32", "f32", "1xf32=1", "1xf32=5.9604644775390625e-8",
         "1xf32=1");
  binary("add", "f16", "f16", "2xf16=1 65504", "2xf16=0.5 65504",
         "2xf16=1.5 inf");
  binary("multiply", "bf16", "bf16", "1xbf16=3", "1xbf16=0.5", "1xbf16=1.5");
  binary("add", "f64", "f64", "1xf64=0.1", "1xf64=0.2",
         "1xf64=0.30000000000000004");
}

static void noElements(void **state) {
  (void)state;
  binary("add", "f32", "f32", "0xf32=", "0xf32=", "0xf32=");
  unary("exp", "f32", "0xf32=", "0xf32=");
}

static void nanWinsInMaximum(void **state) {
  (void)state;
  binary("maximum", "f32", "f32", "4xf32=1 nan 2 -inf", "4xf32=2 0 nan -5",
         "4xf32=2 nan nan -5");
  binary("minimum", "f32", "f32", "4xf32=1 nan 2 -inf", "4xf32=2 0 nan -5",
         "4xf32=1 nan nan -inf");
  binary("maximum", "ui64", "ui64", "1xui64=18446744073709551615", "1xui64=1",
         "1xui64=18446744073709551615");
  binary("minimum", "i8", "i8", "2xi8=-128 5", "2xi8=127 4", "2xi8=-128 4");
}

/// The sign of a zero shows in its reciprocal.
static void zerosHaveSigns(void **state) {
  (void)state;
  const char *text =
      "relax.func @f(%x: !relax.tensor<[2], f32>, %y: !relax.tensor<[2], "
      "f32>)\n"
      "    -> (!relax.tensor<[2], f32>, !relax.tensor<[2], f32>) {\n"
      "  %a = relax.maximum %x, %y : !relax.tensor<[2], f32>\n"
      "  %b = relax.minimum %x, %y : !relax.tensor<[2], f32>\n"
      "  %c = relax.reciprocal %a : !relax.tensor<[2], f32>\n"
      "  %d = relax.reciprocal %b : !relax.tensor<[2], f32>\n"
      "  relax.return %c, %d : !relax.tensor<[2], f32>, !relax.tensor<[2], "
      "f32>\n}\n";
  expectRun(text, VALUES("2xf32=0.0 -0.0", "2xf32=-0.0 0.0"),
            VALUES("2xf32=inf inf", "2xf32=-inf -inf"));
}

static void arithmeticOfIntegers(void **state) {
  (void)state;
  binary("add", "i8", "i8", "2xi8=127 -128", "2xi8=1 -1", "2xi8=-128 127");
  binary("multiply", "i32", "i32", "1xi32=65536", "1xi32=65536", "1xi32=0");
  binary("subtract", "ui8", "ui8", "1xui8=0", "1xui8=1", "1xui8=255");
  binary("divide", "i64", "i64", "4xi64=7 -7 7 -9223372036854775808",
         "4xi64=2 2 -2 -1", "4xi64=3 -3 -3 -9223372036854775808");
  binary("divide", "ui64", "ui64", "1xui64=18446744073709551615", "1xui64=2",
         "1xui64=9223372036854775807");
  binary("power", "i64", "i64", "6xi64=3 -2 2 0 -1 2", "6xi64=4 3 -1 0 -3 64",
         "6xi64=81 -8 0 1 -1 0");
}

static void divisionByZero(void **state) {
  (void)state;
  const char *divide = "relax.func @f(%x: !relax.tensor<[n], i64>) -> "
                       "!relax.tensor<[n], i64> {\n"
                       "  %y = relax.divide %x, %x : !relax.tensor<[n], i64>\n"
                       "  relax.return %y : !relax.tensor<[n], i64>\n}\n";
  expectFailure(divide, VALUES("2xi64=1 0"), 1,
                "'relax.divide' %y: integer division by zero");
  const char *power = "relax.func @f(%x: !relax.tensor<[1], i64>, %y: "
                      "!relax.tensor<[1], i64>)\n"
                      "    -> !relax.tensor<[1], i64> {\n"
                      "  %z = relax.power %x, %y : !relax.tensor<[1], i64>\n"
                      "  relax.return %z : !relax.tensor<[1], i64>\n}\n";
  expectFailure(power, VALUES("1xi64=0", "1xi64=-1"), 1,
                "'relax.power' %z: integer division by zero");
}

static void comparisons(void **state) {
  (void)state;
  binary("equal", "f32", "i1", "3xf32=1 nan 0.0", "3xf32=1 nan -0.0",
         "3xi1=true false true");
  binary("less", "f32", "i1", "3xf32=1 nan 2", "3xf32=2 1 2",
         "3xi1=true false false");
  binary("greater", "i32", "i1", "2xi32=-1 3", "2xi32=1 2", "2xi1=false true");
  binary("less", "ui64", "i1", "1xui64=1", "1xui64=18446744073709551615",
         "1xi1=true");
  binary("less", "i1", "i1", "4xi1=false false true true",
         "4xi1=false true false true", "4xi1=false true false false");
}

static void bools(void **state) {
  (void)state;
  const char *a = "4xi1=false false true true";
  const char *b = "4xi1=false true false true";
  binary("add", "i1", "i1", a, b, "4xi1=false true true true");
  binary("multiply", "i1", "i1", a, b, "4xi1=false false false true");
  binary("maximum", "i1", "i1", a, b, "4xi1=false true true true");
  binary("minimum", "i1", "i1", a, b, "4xi1=false false false true");
  const char *text =
      "relax.func @f(%x: !relax.tensor<[1], i1>) -> !relax.tensor<[1], i1> {\n"
      "  %y = relax.subtract %x, %x : !relax.tensor<[1], i1>\n"
      "  relax.return %y : !relax.tensor<[1], i1>\n}\n";
  expectFailure(text, VALUES("1xi1=true"), 1,
                "'relax.subtract' %y: is not defined for i1 elements");
}

static void functionsOfOneNumber(void **state) {
  (void)state;
  unary("negative", "f32", "3xf32=1 -2 nan", "3xf32=-1 2 nan");
  unary("negative", "i8", "2xi8=5 -128", "2xi8=-5 -128");
  unary("abs", "f32", "3xf32=-1.5 2 -inf", "3xf32=1.5 2 inf");
  unary("abs", "i16", "2xi16=-7 -32768", "2xi16=7 -32768");
  unary("abs", "ui8", "1xui8=200", "1xui8=200");
  unary("exp", "f32", "3xf32=0 1 -inf", "3xf32=1 2.7182817 0");
  unary("log", "f32", "3xf32=1 0 -1", "3xf32=0 -inf nan");
  unary("sqrt", "f32", "3xf32=9 2 -1", "3xf32=3 1.4142135 nan");
  unary("rsqrt", "f32", "2xf32=4 0", "2xf32=0.5 inf");
  unary("reciprocal", "f32", "2xf32=4 -0.5", "2xf32=0.25 -2");
  unary("tanh", "f32", "3xf32=0 1 100", "3xf32=0 0.76159416 1");
  unary("erf", "f32", "3xf32=0 1 -1", "3xf32=0 0.84270079 -0.84270079");
  unary("sigmoid", "f32", "3xf32=0 1 -1000", "3xf32=0.5 0.7310586 0");
  unary("relu", "f32", "4xf32=-1 2 nan -inf", "4xf32=0 2 nan 0");
  unary("relu", "i32", "2xi32=-3 3", "2xi32=0 3");
  unary("gelu", "f32", "4xf32=0 1 -1 2",
        "4xf32=0 0.84134475 -0.15865526 1.9544997");
}

static void refusedElements(void **state) {
  (void)state;
  const char *text = "relax.func @f(%x: !relax.tensor<[1], i64>) -> "
                     "!relax.tensor<[1], i64> {\n"
                     "  %y = relax.exp %x : !relax.tensor<[1], i64>\n"
                     "  relax.return %y : !relax.tensor<[1], i64>\n}\n";
  expectFailure(text, VALUES("1xi64=1"), 1,
                "'relax.exp' %y: is not defined for i64 elements");
}

static void broadcasting(void **state) {
  (void)state;
  const char *text =
      "relax.func @f(%x: !relax.tensor<[n, 1], f32>, %y: !relax.tensor<[3], "
      "f32>)\n    -> !relax.tensor<[n, 3], f32> {\n"
      "  %z = relax.subtract %x, %y : (!relax.tensor<[n, 1], f32>, "
      "!relax.tensor<[3], f32>) -> !relax.tensor<[n, 3], f32>\n"
      "  relax.return %z : !relax.tensor<[n, 3], f32>\n}\n";
  expectRun(text, VALUES("2x1xf32=10 20", "3xf32=1 2 3"),
            VALUES("2x3xf32=9 8 7 19 18 17"));
  expectRun(text, VALUES("1x1xf32=10", "3xf32=1 2 3"), VALUES("1x3xf32=9 8 7"));
  expectRun(text, VALUES("0x1xf32=", "3xf32=1 2 3"), VALUES("0x3xf32="));
}

/// Where a type knows nothing the extents decide when the program runs.
static void broadcastingOfUnknownExtents(void **state) {
  (void)state;
  const char *text = "relax.func @f(%x: !relax.tensor<[?], f32>, %y: "
                     "!relax.tensor<[?], f32>)\n"
                     "    -> !relax.tensor<[?], f32> {\n"
                     "  %z = relax.add %x, %y : !relax.tensor<[?], f32>\n"
                     "  relax.return %z : !relax.tensor<[?], f32>\n}\n";
  expectRun(text, VALUES("3xf32=1 2 3", "1xf32=1"), VALUES("3xf32=2 3 4"));
  expectFailure(
      text, VALUES("3xf32=0", "2xf32=0"), 1,
      "'relax.add' %z: extents do not broadcast in dimension 0: 3 and 2");
}

static void whereChooses(void **state) {
  (void)state;
  const char *text =
      "relax.func @f(%c: !relax.tensor<[2, 1], i1>, %x: !relax.tensor<[], "
      "f32>, %y: !relax.tensor<[2], f32>) -> !relax.tensor<[2, 2], f32> {\n"
      "  %z = relax.where %c, %x, %y : (!relax.tensor<[2, 1], i1>, "
      "!relax.tensor<[], f32>, !relax.tensor<[2], f32>) -> !relax.tensor<[2, "
      "2], f32>\n"
      "  relax.return %z : !relax.tensor<[2, 2], f32>\n}\n";
  expectRun(text, VALUES("2x1xi1=true false", "f32=9", "2xf32=nan 2"),
            VALUES("2x2xf32=9 9 nan 2"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(arithmeticOfFloats),
      cmocka_unit_test(noElements),
      cmocka_unit_test(nanWinsInMaximum),
      cmocka_unit_test(zerosHaveSigns),
      cmocka_unit_test(arithmeticOfIntegers),
      cmocka_unit_test(divisionByZero),
      cmocka_unit_test(comparisons),
      cmocka_unit_test(bools),
      cmocka_unit_test(functionsOfOneNumber),
      cmocka_unit_test(refusedElements),
      cmocka_unit_test(broadcasting),
      cmocka_unit_test(broadcastingOfUnknownExtents),
      cmocka_unit_test(whereChooses),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
