//===- InterpreterConvolution.c - values of sliding windows ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "test/unit/InterpreterTest.h"

static void conv(const char *type, const char *input, const char *weight,
                 const char *result, const char *clauses, const char *x,
                 const char *w, const char *expected) {
  char text[1024];
  snprintf(text, sizeof text,
           "relax.func @f(%%x: !relax.tensor<%s, %s>, %%w: !relax.tensor<%s, "
           "%s>) -> !relax.tensor<%s, %s> {\n"
           "  %%y = relax.conv %%x, %%w %s : (!relax.tensor<%s, %s>, "
           "!relax.tensor<%s, %s>) -> !relax.tensor<%s, %s>\n"
           "  relax.return %%y : !relax.tensor<%s, %s>\n}\n",
           input, type, weight, type, result, type, clauses, input, type,
           weight, type, result, type, result, type);
  expectRun(text, VALUES(x, w), VALUES(expected));
}

/// One channel, one dimension: y[i] = x[i] + 10 x[i + 1] + 100 x[i + 2].
static void oneDimension(void **state) {
  (void)state;
  const char *w = "1x1x3xf32=1 10 100";
  conv("f32", "[1, 1, n]", "[1, 1, 3]", "[1, 1, max(n - 2, 0)]",
       "strides [1] pads [0, 0] dilations [1] groups 1", "1x1x4xf32=1 2 3 4", w,
       "1x1x2xf32=321 432");
  conv("f32", "[1, 1, n]", "[1, 1, 3]", "[1, 1, n]",
       "strides [1] pads [1, 1] dilations [1] groups 1", "1x1x3xf32=1 2 3", w,
       "1x1x3xf32=210 321 32");
  conv("f32", "[1, 1, 5]", "[1, 1, 3]", "[1, 1, 2]",
       "strides [2] pads [0, 0] dilations [1] groups 1", "1x1x5xf32=1 2 3 4 5",
       w, "1x1x2xf32=321 543");
  conv("f32", "[1, 1, 5]", "[1, 1, 3]", "[1, 1, 1]",
       "strides [1] pads [0, 0] dilations [2] groups 1", "1x1x5xf32=1 2 3 4 5",
       w, "1x1x1xf32=531");
  conv("f32", "[1, 1, 2]", "[1, 1, 3]", "[1, 1, 2]",
       "strides [1] pads [2, 0] dilations [1] groups 1", "1x1x2xf32=1 2", w,
       "1x1x2xf32=100 210");
}

static void windowsThatDoNotFit(void **state) {
  (void)state;
  const char *w = "1x1x3xf32=1 10 100";
  conv("f32", "[1, 1, n]", "[1, 1, 3]", "[1, 1, max(n - 2, 0)]",
       "strides [1] pads [0, 0] dilations [1] groups 1", "1x1x1xf32=1", w,
       "1x1x0xf32=");
  conv("f32", "[1, 1, n]", "[1, 1, 3]", "[1, 1, n]",
       "strides [1] pads [1, 1] dilations [1] groups 1", "1x1x0xf32=", w,
       "1x1x0xf32=");
  // Nothing but padding.
  conv("f32", "[1, 1, 0]", "[1, 1, 1]", "[1, 1, 2]",
       "strides [1] pads [1, 1] dilations [1] groups 1",
       "1x1x0xf32=", "1x1x1xf32=5", "1x1x2xf32=0 0");
  conv("f32", "[b, 1, 3]", "[1, 1, 3]", "[b, 1, 1]",
       "strides [1] pads [0, 0] dilations [1] groups 1", "0x1x3xf32=", w,
       "0x1x1xf32=");
}

/// Two images of two channels, two output channels.
static void channels(void **state) {
  (void)state;
  conv("f32", "[b, 2, 2]", "[2, 2, 1]", "[b, 2, 2]",
       "strides [1] pads [0, 0] dilations [1] groups 1",
       "2x2x2xf32=1 2 3 4 5 6 7 8", "2x2x1xf32=1 10 0 -1",
       "2x2x2xf32=31 42 -3 -4 75 86 -7 -8");
  conv("f32", "[1, 2, 2]", "[2, 1, 1]", "[1, 2, 2]",
       "strides [1] pads [0, 0] dilations [1] groups 2", "1x2x2xf32=1 2 3 4",
       "2x1x1xf32=2 10", "1x2x2xf32=2 4 30 40");
  conv("f32", "[1, 2, 1]", "[4, 1, 1]", "[1, 4, 1]",
       "strides [1] pads [0, 0] dilations [1] groups 2", "1x2x1xf32=1 2",
       "4x1x1xf32=1 2 3 4", "1x4x1xf32=1 2 6 8");
}

static void twoDimensions(void **state) {
  (void)state;
  conv("f32", "[1, 1, 3, 3]", "[1, 1, 2, 2]", "[1, 1, 2, 2]",
       "strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1",
       "1x1x3x3xf32=1 2 3 4 5 6 7 8 9", "1x1x2x2xf32=1 10 100 1000",
       "1x1x2x2xf32=5421 6532 8754 9865");
  conv("f32", "[1, 1, 2, 3]", "[1, 1, 1, 1]", "[1, 1, 2, 2]",
       "strides [2, 3] pads [0, 1, 1, 0] dilations [1, 1] groups 1",
       "1x1x2x3xf32=1 2 3 4 5 6", "1x1x1x1xf32=1", "1x1x2x2xf32=0 3 0 0");
  conv("i32", "[1, 1, 1, 2]", "[1, 1, 1, 2]", "[1, 1, 1, 1]",
       "strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1",
       "1x1x1x2xi32=2147483647 1", "1x1x1x2xi32=1 1",
       "1x1x1x1xi32=-2147483648");
}

/// No spatial dimension at all: a matrix product.
static void noSpatialDimension(void **state) {
  (void)state;
  conv("f32", "[1, 2]", "[2, 2]", "[1, 2]",
       "strides [] pads [] dilations [] groups 1", "1x2xf32=1 2",
       "2x2xf32=1 10 100 1000", "1x2xf32=21 2100");
}

static void pool(const char *type, const char *input, const char *result,
                 const char *clauses, const char *x, const char *expected) {
  char text[1024];
  snprintf(text, sizeof text,
           "relax.func @f(%%x: !relax.tensor<%s, %s>) -> !relax.tensor<%s, %s> "
           "{\n"
           "  %%y = relax.max_pool %%x %s : (!relax.tensor<%s, %s>) -> "
           "!relax.tensor<%s, %s>\n"
           "  relax.return %%y : !relax.tensor<%s, %s>\n}\n",
           input, type, result, type, clauses, input, type, result, type,
           result, type);
  expectRun(text, VALUES(x), VALUES(expected));
}

static void maxima(void **state) {
  (void)state;
  pool("f32", "[1, 1, 2, 4]", "[1, 1, 1, 2]",
       "window [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1]",
       "1x1x2x4xf32=1 2 3 4 8 7 6 nan", "1x1x1x2xf32=8 nan");
  pool("f32", "[1, 2, 3]", "[1, 2, 2]",
       "window [2] strides [1] pads [0, 0] dilations [1]",
       "1x2x3xf32=-1 -2 -3 3 2 1", "1x2x2xf32=-1 -2 3 2");
  // Padding never wins, not even over negative numbers.
  pool("f32", "[1, 1, 2]", "[1, 1, 3]",
       "window [2] strides [1] pads [1, 1] dilations [1]", "1x1x2xf32=-5 -7",
       "1x1x3xf32=-5 -5 -7");
  pool("i8", "[1, 1, 3]", "[1, 1, 1]",
       "window [2] strides [1] pads [0, 0] dilations [2]", "1x1x3xi8=-5 9 -7",
       "1x1x1xi8=-5");
  // A window of padding alone has the smallest value.
  pool("i8", "[1, 1, 1]", "[1, 1, 3]",
       "window [1] strides [1] pads [1, 1] dilations [1]", "1x1x1xi8=4",
       "1x1x3xi8=-128 4 -128");
}

static void ceilMode(void **state) {
  (void)state;
  pool("f32", "[1, 1, n]", "[1, 1, n floordiv 2]",
       "window [3] strides [2] pads [0, 0] dilations [1] ceil_mode",
       "1x1x4xf32=1 2 3 4", "1x1x2xf32=3 4");
  // A last window that begins in the high pad is left out.
  pool("f32", "[1, 1, 2]", "[1, 1, 1]",
       "window [1] strides [2] pads [0, 1] dilations [1] ceil_mode",
       "1x1x2xf32=1 2", "1x1x1xf32=1");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(oneDimension),
      cmocka_unit_test(windowsThatDoNotFit),
      cmocka_unit_test(channels),
      cmocka_unit_test(twoDimensions),
      cmocka_unit_test(noSpatialDimension),
      cmocka_unit_test(maxima),
      cmocka_unit_test(ceilMode),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
