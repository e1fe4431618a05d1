//===- InterpreterIndexing.c - parts of tensors and ranges ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "test/unit/InterpreterTest.h"

#define TAKE(inputType, indexType, axis, resultType)                           \
  "relax.func @f(%x: " inputType ", %i: " indexType ") -> " resultType " {\n"  \
  "  %y = relax.take %x, %i axis " axis " : (" inputType ", " indexType        \
  ") -> " resultType "\n  relax.return %y : " resultType "\n}\n"
#define T(dims, element) "!relax.tensor<[" dims "], " element ">"

static void takes(void **state) {
  (void)state;
  const char *rows = TAKE(T("n, 2", "i8"), T("k", "i64"), "0", T("k, 2", "i8"));
  expectRun(rows, VALUES("3x2xi8=1 2 3 4 5 6", "4xi64=2 0 -1 -3"),
            VALUES("4x2xi8=5 6 1 2 5 6 1 2"));
  expectRun(rows, VALUES("0x2xi8=", "0xi64="), VALUES("0x2xi8="));
  expectRun(rows, VALUES("1x2xi8=7 8", "1xi64=0"), VALUES("1x2xi8=7 8"));
  const char *columns =
      TAKE(T("2, n, 2", "f32"), T("2, k", "i32"), "1", T("2, 2, k, 2", "f32"));
  expectRun(columns, VALUES("2x2x2xf32=1 2 3 4 5 6 7 8", "2x1xi32=1 0"),
            VALUES("2x2x1x2xf32=3 4 1 2 7 8 5 6"));
  const char *one = TAKE(T("2, n", "i1"), T("", "i64"), "1", T("2", "i1"));
  expectRun(one, VALUES("2x3xi1=true false true false true false", "i64=1"),
            VALUES("2xi1=false true"));
}

static void takeRefuses(void **state) {
  (void)state;
  const char *rows = TAKE(T("n", "i8"), T("k", "i64"), "0", T("k", "i8"));
  expectFailure(rows, VALUES("3xi8=1 2 3", "1xi64=3"), 1,
                "'relax.take' %y: index 3 is outside of an extent of 3");
  expectFailure(rows, VALUES("3xi8=1 2 3", "1xi64=-4"), 1,
                "'relax.take' %y: index -4 is outside of an extent of 3");
  const char *open =
      TAKE("!relax.tensor<*, i8>", T("k", "i64"), "1", "!relax.tensor<*, i8>");
  expectFailure(open, VALUES("1xi8=1", "1xi64=0"), 1,
                "'relax.take' %y: axis 1 is out of range for rank 1");
  expectFailure(TAKE("!relax.tensor<*, i8>", "!relax.tensor<*, i64>", "0",
                     "!relax.tensor<*, i8>"),
                VALUES("1x1x1x1x1x1x1x1x1xi8=1", "1x1x1x1x1x1x1x1x1xi64=0"), 1,
                "'relax.take' %y: expected a rank of at most 16, got 17");
}

static const char dynamicText[] =
    "relax.func @f(%x: !relax.tensor<[n, 3], i8>, %b: !relax.tensor<*, i64>, "
    "%e: !relax.tensor<*, i64>, %s: !relax.tensor<*, i64>) -> "
    "!relax.tensor<[?, ?], i8> {\n"
    "  %y = relax.dynamic_slice %x, %b, %e, %s axes [0, 1] : "
    "(!relax.tensor<[n, 3], i8>, !relax.tensor<*, i64>, !relax.tensor<*, i64>, "
    "!relax.tensor<*, i64>) -> !relax.tensor<[m, k], i8> binds (m, k) where (m "
    "<= n)\n"
    "  relax.return %y : !relax.tensor<[m, k], i8>\n}\n";

static void dynamicSlices(void **state) {
  (void)state;
  const char *x = "2x3xi8=1 2 3 4 5 6";
  expectRun(dynamicText, VALUES(x, "2xi64=0 1", "2xi64=1 3", "2xi64=1 1"),
            VALUES("1x2xi8=2 3"));
  expectRun(dynamicText, VALUES(x, "2xi64=-1 -1", "2xi64=9 -4", "2xi64=1 -1"),
            VALUES("1x3xi8=6 5 4"));
  expectRun(dynamicText, VALUES(x, "2xi64=2 0", "2xi64=1 3", "2xi64=1 1"),
            VALUES("0x3xi8="));
  expectFailure(dynamicText, VALUES(x, "2xi64=0 0", "2xi64=1 3", "2xi64=1 0"),
                1, "'relax.dynamic_slice' %y: step along axis 1 is 0");
  expectFailure(dynamicText, VALUES(x, "1xi64=0", "2xi64=1 3", "2xi64=1 1"), 1,
                "'relax.dynamic_slice' %y: operand 1: expected 2 elements");
}

static void symbolicSlices(void **state) {
  (void)state;
  const char *text =
      "relax.func @f(%x: !relax.tensor<[n], i8>, %y: !relax.tensor<[p, s], "
      "i8>) -> !relax.tensor<[s], i8> {\n"
      "  %z = relax.slice %x axes [0] begins [p] steps [-2] given (%y) : "
      "(!relax.tensor<[n], i8>, !relax.tensor<[p, s], i8>) -> "
      "!relax.tensor<[s], i8>\n"
      "  relax.return %z : !relax.tensor<[s], i8>\n}\n";
  const char *x = "5xi8=0 1 2 3 4";
  expectRun(text, VALUES(x, "4x2xi8=0 0 0 0 0 0 0 0"), VALUES("2xi8=4 2"));
  expectRun(text, VALUES(x, "9x0xi8="), VALUES("0xi8="));
  expectRun(text, VALUES(x, "1x1xi8=0"), VALUES("1xi8=1"));
  expectFailure(text, VALUES(x, "1x2xi8=0 0"), 1,
                "'relax.slice' %z: axis 0: 2 elements from 1 by -2 are not "
                "inside of 5");
}

#define SPLIT(attributes, a, b)                                                \
  "relax.func @f(%x: !relax.tensor<[n, m], i8>) -> (" a ", " b ") {\n"         \
  "  %y, %z = relax.split %x axis 1" attributes                                \
  " : (!relax.tensor<[n, m], i8>) -> (" a ", " b ")\n"                         \
  "  relax.return %y, %z : " a ", " b "\n}\n"

static void splits(void **state) {
  (void)state;
  const char *halves =
      SPLIT("", T("n, m floordiv 2", "i8"), T("n, m floordiv 2", "i8"));
  expectRun(halves, VALUES("2x4xi8=1 2 3 4 5 6 7 8"),
            VALUES("2x2xi8=1 2 5 6", "2x2xi8=3 4 7 8"));
  expectRun(halves, VALUES("1x0xi8="), VALUES("1x0xi8=", "1x0xi8="));
  expectFailure(halves, VALUES("1x3xi8=1 2 3"), 2,
                "'relax.split': expected a multiple of the number of "
                "results, got an extent of 3");
  const char *sizes = SPLIT(" sizes [1, 2]", T("n, 1", "i8"), T("n, 2", "i8"));
  expectRun(sizes, VALUES("2x3xi8=1 2 3 4 5 6"),
            VALUES("2x1xi8=1 4", "2x2xi8=2 3 5 6"));
  expectFailure(sizes, VALUES("1x4xi8=1 2 3 4"), 2,
                "'relax.split': the sizes do not add up to an extent of 4");
  expectFailure(
      "relax.func @f(%x: !relax.tensor<*, i8>) -> !relax.tensor<*, i8> {\n"
      "  %y, %z = relax.split %x axis 1 : (!relax.tensor<*, i8>) -> "
      "(!relax.tensor<*, i8>, !relax.tensor<*, i8>)\n"
      "  relax.return %y : !relax.tensor<*, i8>\n}\n",
      VALUES("2xi8=1 2"), 1,
      "'relax.split': axis 1 is out of range for rank 1");
}

//===----------------------------------------------------------------------===//
// ranges and shapes
//===----------------------------------------------------------------------===//

#define ARANGE(element)                                                        \
  "relax.func @f(%a: !relax.tensor<[], " element                               \
  ">, %b: !relax.tensor<[], " element ">, %c: !relax.tensor<[], " element      \
  ">) -> !relax.tensor<[?], " element ">\n{\n"                                 \
  "  %y = relax.arange %a, %b, %c : (!relax.tensor<[], " element               \
  ">, !relax.tensor<[], " element ">, !relax.tensor<[], " element              \
  ">) -> !relax.tensor<[m], " element "> binds (m)\n"                          \
  "  relax.return %y : !relax.tensor<[m], " element ">\n}\n"

static void ranges(void **state) {
  (void)state;
  const char *integers = ARANGE("i32");
  expectRun(integers, VALUES("i32=1", "i32=8", "i32=3"), VALUES("3xi32=1 4 7"));
  expectRun(integers, VALUES("i32=1", "i32=7", "i32=3"), VALUES("2xi32=1 4"));
  expectRun(integers, VALUES("i32=3", "i32=0", "i32=-2"), VALUES("2xi32=3 1"));
  expectRun(integers, VALUES("i32=3", "i32=0", "i32=2"), VALUES("0xi32="));
  expectFailure(integers, VALUES("i32=3", "i32=0", "i32=0"), 1,
                "'relax.arange' %y: a range from 3 to 0 by 0 has no end");
  const char *floats = ARANGE("f32");
  expectRun(floats, VALUES("f32=1", "f32=2.1", "f32=0.5"),
            VALUES("3xf32=1 1.5 2"));
  expectFailure(floats, VALUES("f32=1", "f32=1", "f32=0"), 1,
                "'relax.arange' %y: a range from 1 to 1 by 0 has no end");
  expectFailure(
      "relax.func @f(%a: !relax.tensor<*, i64>) -> !relax.tensor<[?], i64> {\n"
      "  %y = relax.arange %a, %a, %a : (!relax.tensor<*, i64>, "
      "!relax.tensor<*, i64>, !relax.tensor<*, i64>) -> !relax.tensor<[?], "
      "i64>\n  relax.return %y : !relax.tensor<[?], i64>\n}\n",
      VALUES("1xi64=1"), 1,
      "'relax.arange' %y: operand 0: expected a scalar, got rank 1");
}

static void iotas(void **state) {
  (void)state;
  const char *text =
      "relax.func @f(%x: !relax.tensor<[n, p], i8>) -> (!relax.tensor<[n], "
      "i64>, !relax.tensor<[2], f32>, !relax.tensor<[3], i8>) {\n"
      "  %a = relax.iota begin p step n given (%x : !relax.tensor<[n, p], i8>) "
      ": !relax.tensor<[n], i64>\n"
      "  %b = relax.iota begin -1 step 2 : !relax.tensor<[2], f32>\n"
      "  %c = relax.iota begin 126 step 1 : !relax.tensor<[3], i8>\n"
      "  relax.return %a, %b, %c : !relax.tensor<[n], i64>, !relax.tensor<[2], "
      "f32>, !relax.tensor<[3], i8>\n}\n";
  expectRun(text, VALUES("2x1xi8=0 0"),
            VALUES("2xi64=1 3", "2xf32=-1 1", "3xi8=126 127 -128"));
  expectRun(text, VALUES("0x1xi8="),
            VALUES("0xi64=", "2xf32=-1 1", "3xi8=126 127 -128"));
  expectFailure("relax.func @f() -> !relax.tensor<[?], i64> {\n"
                "  %a = relax.iota begin 0 step 1 : !relax.tensor<[?], i64>\n"
                "  relax.return %a : !relax.tensor<[?], i64>\n}\n",
                NO_VALUES, 1,
                "'relax.iota' %a: the result type does not say the extent");
}

static void broadcastShapes(void **state) {
  (void)state;
  const char *text =
      "relax.func @f(%x: !relax.tensor<[n], i8>, %y: !relax.tensor<[2, m], "
      "i8>) -> !relax.tensor<[2, ?], i8> {\n"
      "  %s = relax.broadcast_shape %x, %y : (!relax.tensor<[n], i8>, "
      "!relax.tensor<[2, m], i8>) -> !relax.shape<[2, b]> binds (b)\n"
      "  %u = relax.broadcast_to %x to %s : (!relax.tensor<[n], i8>, "
      "!relax.shape<[2, b]>) -> !relax.tensor<[2, b], i8>\n"
      "  %v = relax.broadcast_to %y to %s : (!relax.tensor<[2, m], i8>, "
      "!relax.shape<[2, b]>) -> !relax.tensor<[2, b], i8>\n"
      "  %z = relax.add %u, %v : !relax.tensor<[2, b], i8>\n"
      "  relax.return %z : !relax.tensor<[2, b], i8>\n}\n";
  expectRun(text, VALUES("1xi8=10", "2x3xi8=1 2 3 4 5 6"),
            VALUES("2x3xi8=11 12 13 14 15 16"));
  expectRun(text, VALUES("3xi8=1 2 3", "2x1xi8=10 20"),
            VALUES("2x3xi8=11 12 13 21 22 23"));
  expectRun(text, VALUES("0xi8=", "2x1xi8=1 2"), VALUES("2x0xi8="));
  expectFailure(text, VALUES("2xi8=1 2", "2x3xi8=1 2 3 4 5 6"), 1,
                "'relax.broadcast_shape' %s: extents do not broadcast in "
                "dimension 1: 2 and 3");
}

static void broadcastGiven(void **state) {
  (void)state;
  const char *text =
      "relax.func @f(%x: !relax.tensor<[], i8>, %y: !relax.tensor<[n, m], f32>)"
      " -> !relax.tensor<[m, n], i8> {\n"
      "  %z = relax.broadcast_to %x given (%y) : (!relax.tensor<[], i8>, "
      "!relax.tensor<[n, m], f32>) -> !relax.tensor<[m, n], i8>\n"
      "  relax.return %z : !relax.tensor<[m, n], i8>\n}\n";
  expectRun(text, VALUES("i8=7", "1x2xf32=0 0"), VALUES("2x1xi8=7 7"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(takes),          cmocka_unit_test(takeRefuses),
      cmocka_unit_test(dynamicSlices),  cmocka_unit_test(symbolicSlices),
      cmocka_unit_test(splits),         cmocka_unit_test(ranges),
      cmocka_unit_test(iotas),          cmocka_unit_test(broadcastShapes),
      cmocka_unit_test(broadcastGiven),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
