//===- InterpreterMatMul.c - values of matrix products --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "test/unit/InterpreterTest.h"

static void product(const char *type, const char *a, const char *b,
                    const char *result, const char *x, const char *y,
                    const char *expected) {
  char text[1024];
  snprintf(text, sizeof text,
           "relax.func @f(%%x: !relax.tensor<%s, %s>, %%y: !relax.tensor<%s, "
           "%s>) -> !relax.tensor<%s, %s> {\n"
           "  %%z = relax.matmul %%x, %%y : (!relax.tensor<%s, %s>, "
           "!relax.tensor<%s, %s>) -> !relax.tensor<%s, %s>\n"
           "  relax.return %%z : !relax.tensor<%s, %s>\n}\n",
           a, type, b, type, result, type, a, type, b, type, result, type,
           result, type);
  expectRun(text, VALUES(x, y), VALUES(expected));
}

static void matrices(void **state) {
  (void)state;
  product("f32", "[n, 3]", "[3, 2]", "[n, 2]", "2x3xf32=1 2 3 4 5 6",
          "3x2xf32=1 0 0 1 2 -1", "2x2xf32=7 -1 16 -1");
  product("f32", "[n, k]", "[k, m]", "[n, m]", "1x1xf32=3", "1x1xf32=-2",
          "1x1xf32=-6");
  product("f32", "[n, k]", "[k, m]", "[n, m]", "1x2xf32=nan 1", "2x1xf32=0 1",
          "1x1xf32=nan");
  product("i8", "[n, k]", "[k, m]", "[n, m]", "1x2xi8=100 1", "2x1xi8=2 3",
          "1x1xi8=-53");
  product("bf16", "[n, k]", "[k, m]", "[n, m]", "1x2xbf16=1 2", "2x1xbf16=3 4",
          "1x1xbf16=11");
}

/// 2^24 + 1 - 2^24 is 0 in f32; sums are kept in double.
static void sumsAreKeptWide(void **state) {
  (void)state;
  product("f32", "[n, k]", "[k, m]", "[n, m]", "1x3xf32=16777216 1 -16777216",
          "3x1xf32=1", "1x1xf32=1");
}

static void noElements(void **state) {
  (void)state;
  product("f32", "[n, k]", "[k, m]", "[n, m]",
          "2x0xf32=", "0x2xf32=", "2x2xf32=0 0 0 0");
  product("f32", "[n, k]", "[k, m]", "[n, m]", "0x2xf32=", "2x2xf32=1",
          "0x2xf32=");
  product("f32", "[n, k]", "[k, m]", "[n, m]", "2x2xf32=1",
          "2x0xf32=", "2x0xf32=");
}

static void vectors(void **state) {
  (void)state;
  product("f32", "[3]", "[3]", "[]", "3xf32=1 2 3", "3xf32=4 5 6", "f32=32");
  product("f32", "[2]", "[2, 3]", "[3]", "2xf32=1 2", "2x3xf32=1 2 3 4 5 6",
          "3xf32=9 12 15");
  product("f32", "[2, 3]", "[3]", "[2]", "2x3xf32=1 2 3 4 5 6", "3xf32=1 0 -1",
          "2xf32=-2 -2");
  product("f32", "[2, 1, 2]", "[2]", "[2, 1]", "2x1x2xf32=1 2 3 4", "2xf32=1 1",
          "2x1xf32=3 7");
}

static void batches(void **state) {
  (void)state;
  product("f32", "[b, 1, 2]", "[b, 2, 1]", "[b, 1, 1]", "2x1x2xf32=1 2 3 4",
          "2x2x1xf32=1 10 100 1000", "2x1x1xf32=21 4300");
  product("f32", "[b, 1, 2]", "[2, 2]", "[b, 1, 2]", "2x1x2xf32=1 2 3 4",
          "2x2xf32=1 2 3 4", "2x1x2xf32=7 10 15 22");
  product("f32", "[2, 1, 1, 1]", "[3, 1, 1]", "[2, 3, 1, 1]", "2x1x1x1xf32=2 3",
          "3x1x1xf32=1 10 100", "2x3x1x1xf32=2 20 200 3 30 300");
}

static void innerExtentsDiffer(void **state) {
  (void)state;
  const char *text =
      "relax.func @f(%x: !relax.tensor<[1, ?], f32>, %y: !relax.tensor<[k, 1], "
      "f32>) -> !relax.tensor<[1, 1], f32> {\n"
      "  %z = relax.matmul %x, %y : (!relax.tensor<[1, ?], f32>, "
      "!relax.tensor<[k, 1], f32>) -> !relax.tensor<[1, 1], f32>\n"
      "  relax.return %z : !relax.tensor<[1, 1], f32>\n}\n";
  expectRun(text, VALUES("1x2xf32=1 2", "2x1xf32=3 4"), VALUES("1x1xf32=11"));
  expectFailure(text, VALUES("1x2xf32=1 2", "3x1xf32=0"), 1,
                "'relax.matmul' %z: inner extents differ: 2 and 3");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(matrices),   cmocka_unit_test(sumsAreKeptWide),
      cmocka_unit_test(noElements), cmocka_unit_test(vectors),
      cmocka_unit_test(batches),    cmocka_unit_test(innerExtentsDiffer),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
