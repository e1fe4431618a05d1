//===- InterpreterSelection.c - extents that depend on values -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "test/unit/InterpreterTest.h"

#define UNIQUE(flag, element)                                                  \
  "relax.func @f(%x: !relax.tensor<[n], " element                              \
  ">) -> (!relax.tensor<[?], " element                                         \
  ">, !relax.tensor<[?], i64>, !relax.tensor<[n], i64>, !relax.tensor<[?], "   \
  "i64>) {\n  %v, %i, %r, %c = relax.unique %x" flag                           \
  " : (!relax.tensor<[n], " element ">) -> (!relax.tensor<[m], " element       \
  ">, !relax.tensor<[m], i64>, !relax.tensor<[n], i64>, !relax.tensor<[m], "   \
  "i64>) binds (m) where (m <= n)\n"                                           \
  "  relax.return %v, %i, %r, %c : !relax.tensor<[m], " element                \
  ">, !relax.tensor<[m], i64>, !relax.tensor<[n], i64>, !relax.tensor<[m], "   \
  "i64>\n}\n"

static void uniques(void **state) {
  (void)state;
  expectRun(UNIQUE("", "i32"), VALUES("6xi32=2 1 1 3 4 3"),
            VALUES("4xi32=1 2 3 4", "4xi64=1 0 3 4", "6xi64=1 0 0 2 3 2",
                   "4xi64=2 1 2 1"));
  expectRun(UNIQUE(" unsorted", "i32"), VALUES("6xi32=2 1 1 3 4 3"),
            VALUES("4xi32=2 1 3 4", "4xi64=0 1 3 4", "6xi64=0 1 1 2 3 2",
                   "4xi64=1 2 2 1"));
  expectRun(UNIQUE("", "i32"), VALUES("0xi32="),
            VALUES("0xi32=", "0xi64=", "0xi64=", "0xi64="));
  expectRun(UNIQUE("", "f32"), VALUES("3xf32=inf -1 -1"),
            VALUES("2xf32=-1 inf", "2xi64=1 0", "3xi64=1 0 0", "2xi64=2 1"));
  expectRun(UNIQUE("", "ui64"), VALUES("2xui64=18446744073709551615 1"),
            VALUES("2xui64=1 18446744073709551615", "2xi64=1 0", "2xi64=1 0",
                   "2xi64=1 1"));
}

static void nonzeros(void **state) {
  (void)state;
  const char *text =
      "relax.func @f(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[2, ?], "
      "i64> {\n"
      "  %y = relax.nonzero %x : (!relax.tensor<[n, m], f32>) -> "
      "!relax.tensor<[2, k], i64> binds (k) where (k <= m * n)\n"
      "  relax.return %y : !relax.tensor<[2, k], i64>\n}\n";
  expectRun(text, VALUES("2x3xf32=0 1 -0 2 0 nan"),
            VALUES("2x3xi64=0 1 1 1 0 2"));
  expectRun(text, VALUES("1x1xf32=0"), VALUES("2x0xi64="));
  expectRun(text, VALUES("3x0xf32="), VALUES("2x0xi64="));
  const char *scalar =
      "relax.func @f(%x: !relax.tensor<[], i1>) -> !relax.tensor<[0, ?], i64> "
      "{\n  %y = relax.nonzero %x : (!relax.tensor<[], i1>) -> "
      "!relax.tensor<[0, k], i64> binds (k) where (k <= 1)\n"
      "  relax.return %y : !relax.tensor<[0, k], i64>\n}\n";
  expectRun(scalar, VALUES("i1=true"), VALUES("0x1xi64="));
}

#define TOP_K(axis, flag, dims, result)                                        \
  "relax.func @f(%x: !relax.tensor<" dims                                      \
  ", f32>, %k: !relax.tensor<[1], i64>) -> (!relax.tensor<" result             \
  ", f32>, !relax.tensor<" result ", i64>) {\n"                                \
  "  %v, %i = relax.top_k %x, %k axis " axis flag " : (!relax.tensor<" dims    \
  ", f32>, !relax.tensor<[1], i64>) -> (!relax.tensor<" result                 \
  ", f32>, !relax.tensor<" result ", i64>)\n"                                  \
  "  relax.return %v, %i : !relax.tensor<" result                              \
  ", f32>, !relax.tensor<" result ", i64>\n}\n"

static void topKs(void **state) {
  (void)state;
  const char *rows = TOP_K("1", "", "[n, 3]", "[n, ?]");
  expectRun(rows, VALUES("2x3xf32=1 3 2 5 4 5", "1xi64=2"),
            VALUES("2x2xf32=3 2 5 5", "2x2xi64=1 2 0 2"));
  expectRun(rows, VALUES("1x3xf32=1 3 2", "1xi64=0"),
            VALUES("1x0xf32=", "1x0xi64="));
  expectRun(rows, VALUES("0x3xf32=", "1xi64=3"),
            VALUES("0x3xf32=", "0x3xi64="));
  expectRun(TOP_K("0", " smallest", "[n, 2]", "[?, 2]"),
            VALUES("3x2xf32=1 9 3 8 2 7", "1xi64=2"),
            VALUES("2x2xf32=1 7 2 8", "2x2xi64=0 2 2 1"));
  expectFailure(rows, VALUES("1x3xf32=1 3 2", "1xi64=4"), 2,
                "'relax.top_k': k: expected 0 to 3, the extent, got 4");
  expectFailure(
      "relax.func @f(%x: !relax.tensor<*, f32>, %k: !relax.tensor<[1], i64>) "
      "-> !relax.tensor<*, f32> {\n"
      "  %v, %i = relax.top_k %x, %k axis 2 : (!relax.tensor<*, f32>, "
      "!relax.tensor<[1], i64>) -> (!relax.tensor<*, f32>, !relax.tensor<*, "
      "i64>)\n  relax.return %v : !relax.tensor<*, f32>\n}\n",
      VALUES("1xf32=1", "1xi64=1"), 1,
      "'relax.top_k': axis 2 is out of range for rank 1");
}

#define SUPPRESS(flag)                                                         \
  "relax.func @f(%b: !relax.tensor<[n, s, 4], f32>, %s: !relax.tensor<[?, c, " \
  "?], f32>, %l: !relax.tensor<*, i64>, %o: !relax.tensor<[], f32>, %t: "      \
  "!relax.tensor<[], f32>) -> !relax.tensor<[?, 3], i64> {\n"                  \
  "  %r = relax.non_max_suppression %b, %s, %l, %o, %t" flag                   \
  " : (!relax.tensor<[n, s, 4], f32>, !relax.tensor<[?, c, ?], f32>, "         \
  "!relax.tensor<*, i64>, !relax.tensor<[], f32>, !relax.tensor<[], f32>) -> " \
  "!relax.tensor<[k, 3], i64> binds (k)\n"                                     \
  "  relax.return %r : !relax.tensor<[k, 3], i64>\n}\n"

/// Box 1 covers 9/11 of box 0; box 2 lies elsewhere and is given by its other
/// corners.
static const char boxes[] = "1x3x4xf32=0 0 1 1  0 0.1 1 1.1  1 11 0 10";

static void suppressions(void **state) {
  (void)state;
  const char *text = SUPPRESS("");
  const char *scores = "1x1x3xf32=0.9 0.95 0.3";
  expectRun(text, VALUES(boxes, scores, "i64=3", "f32=0.5", "f32=0"),
            VALUES("2x3xi64=0 0 1 0 0 2"));
  expectRun(text, VALUES(boxes, scores, "i64=3", "f32=0.9", "f32=0"),
            VALUES("3x3xi64=0 0 1 0 0 0 0 0 2"));
  expectRun(text, VALUES(boxes, scores, "1xi64=1", "f32=0.9", "f32=0"),
            VALUES("1x3xi64=0 0 1"));
  expectRun(text, VALUES(boxes, scores, "i64=3", "f32=0.9", "f32=0.9"),
            VALUES("1x3xi64=0 0 1"));
  expectRun(text, VALUES(boxes, scores, "i64=0", "f32=0.5", "f32=0"),
            VALUES("0x3xi64="));
  expectRun(text,
            VALUES("1x0x4xf32=", "1x2x0xf32=", "i64=3", "f32=0.5", "f32=0"),
            VALUES("0x3xi64="));
  // Centre and size: the same boxes 0 and 1.
  expectRun(SUPPRESS(" centers"),
            VALUES("1x2x4xf32=0.5 0.5 1 1 0.6 0.5 1 1", "1x1x2xf32=0.9 0.8",
                   "i64=3", "f32=0.5", "f32=0"),
            VALUES("1x3xi64=0 0 0"));
  expectFailure(
      text, VALUES(boxes, "1x1x2xf32=0 0", "i64=3", "f32=0.5", "f32=0"), 1,
      "'relax.non_max_suppression' %r: boxes of [1, 3, 4] and scores of [1, 1, "
      "2] do not match");
  expectFailure(
      text, VALUES(boxes, scores, "2xi64=3 3", "f32=0.5", "f32=0"), 1,
      "'relax.non_max_suppression' %r: operand 2: expected one element, got 2");
}

static void suppressionRanks(void **state) {
  (void)state;
  expectFailure(
      "relax.func @f(%b: !relax.tensor<*, f32>, %l: !relax.tensor<[], i64>, "
      "%o: !relax.tensor<[], f32>) -> !relax.tensor<[?, 3], i64> {\n"
      "  %r = relax.non_max_suppression %b, %b, %l, %o, %o : (!relax.tensor<*, "
      "f32>, !relax.tensor<*, f32>, !relax.tensor<[], i64>, !relax.tensor<[], "
      "f32>, !relax.tensor<[], f32>) -> !relax.tensor<[?, 3], i64>\n"
      "  relax.return %r : !relax.tensor<[?, 3], i64>\n}\n",
      VALUES("1x4xf32=0 0 1 1", "i64=1", "f32=0"), 1,
      "'relax.non_max_suppression' %r: expected boxes and scores of rank 3, "
      "got 2 and 2");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(uniques),
      cmocka_unit_test(nonzeros),
      cmocka_unit_test(topKs),
      cmocka_unit_test(suppressions),
      cmocka_unit_test(suppressionRanks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
