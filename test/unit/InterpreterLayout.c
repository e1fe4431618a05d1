//===- InterpreterLayout.c - values of operations that move elements ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Layout.gen.h"
#include "test/unit/InterpreterTest.h"

//===----------------------------------------------------------------------===//
// reshape, broadcast_to
//===----------------------------------------------------------------------===//

/// `op %x to %t` with a result of unknown extents.
static void targetText(char *text, size_t size, const char *op,
                       const char *clause) {
  snprintf(text, size,
           "relax.func @f(%%x: !relax.tensor<*, i64>, %%t: !relax.tensor<[r], "
           "i64>) -> !relax.tensor<*, i64> {\n"
           "  %%y = relax.%s %%x to %%t %s : (!relax.tensor<*, i64>, "
           "!relax.tensor<[r], i64>) -> !relax.tensor<*, i64>\n"
           "  relax.return %%y : !relax.tensor<*, i64>\n}\n",
           op, clause);
}

static void withTarget(const char *op, const char *clause, const char *x,
                       const char *target, const char *expected) {
  char text[1024];
  targetText(text, sizeof text, op, clause);
  expectRun(text, VALUES(x, target), VALUES(expected));
}

static void refuseTarget(const char *op, const char *clause, const char *x,
                         const char *target, const char *message) {
  char text[1024];
  targetText(text, sizeof text, op, clause);
  expectFailure(text, VALUES(x, target), 1, message);
}

static void reshapeToTarget(void **state) {
  (void)state;
  const char *x = "2x3xi64=1 2 3 4 5 6";
  withTarget("reshape", "", x, "2xi64=3 2", "3x2xi64=1 2 3 4 5 6");
  withTarget("reshape", "", x, "1xi64=-1", "6xi64=1 2 3 4 5 6");
  withTarget("reshape", "", x, "3xi64=0 1 -1", "2x1x3xi64=1 2 3 4 5 6");
  withTarget("reshape", "", "1xi64=7", "0xi64=", "i64=7");
  withTarget("reshape", "", "0x3xi64=", "2xi64=0 5", "0x5xi64=");
  withTarget("reshape", "", "0x3xi64=", "2xi64=-1 5", "0x5xi64=");
  withTarget("reshape", "allow_zero", "0x3xi64=", "2xi64=5 0", "5x0xi64=");
}

static void reshapeRefuses(void **state) {
  (void)state;
  const char *x = "2x3xi64=1 2 3 4 5 6";
  refuseTarget("reshape", "", x, "2xi64=4 2",
               "'relax.reshape' %y: cannot reshape [2, 3] to [4, 2]");
  refuseTarget("reshape", "", x, "2xi64=4 -1",
               "'relax.reshape' %y: the elements of [2, 3] are no multiple of "
               "4, those of the other extents");
  refuseTarget(
      "reshape", "", x, "2xi64=-1 -1",
      "'relax.reshape' %y: more than one extent of the result is open");
  refuseTarget(
      "reshape", "", x, "2xi64=-2 3",
      "'relax.reshape' %y: target: expected extents of at least -1, got -2");
  refuseTarget("reshape", "", x, "3xi64=2 3 0",
               "'relax.reshape' %y: target: 0 at 2 copies an extent that an "
               "input of rank 2 does not have");
  refuseTarget("reshape", "allow_zero", "0x3xi64=", "2xi64=-1 0",
               "'relax.reshape' %y: an extent of the result is open beside an "
               "extent of 0");
  refuseTarget("reshape", "", x, "3xi64=4611686018427387904 4 -1",
               "'relax.reshape' %y: the elements of the result exceed 64 bits");
  refuseTarget(
      "reshape", "", x, "17xi64=1",
      "'relax.reshape' %y: target: expected a rank of at most 16, got 17");
}

static void reshapeToType(void **state) {
  (void)state;
  const char *text =
      "relax.func @f(%x: !relax.tensor<[n, 6], i64>) -> !relax.tensor<[2 * n, "
      "3], i64> {\n"
      "  %y = relax.reshape %x : (!relax.tensor<[n, 6], i64>) -> "
      "!relax.tensor<[2 * n, 3], i64>\n"
      "  relax.return %y : !relax.tensor<[2 * n, 3], i64>\n}\n";
  expectRun(text, VALUES("1x6xi64=1 2 3 4 5 6"), VALUES("2x3xi64=1 2 3 4 5 6"));
  expectRun(text, VALUES("0x6xi64="), VALUES("0x3xi64="));
  const char *open =
      "relax.func @f(%x: !relax.tensor<[n], i64>) -> !relax.tensor<[?, 2], "
      "i64> {\n"
      "  %y = relax.reshape %x : (!relax.tensor<[n], i64>) -> "
      "!relax.tensor<[?, 2], i64>\n"
      "  relax.return %y : !relax.tensor<[?, 2], i64>\n}\n";
  expectRun(open, VALUES("4xi64=1 2 3 4"), VALUES("2x2xi64=1 2 3 4"));
  expectFailure(open, VALUES("3xi64=1 2 3"), 1,
                "'relax.reshape' %y: the elements of [3] are no multiple of 2, "
                "those of the other extents");
}

static void broadcastToTarget(void **state) {
  (void)state;
  withTarget("broadcast_to", "", "2x1xi64=1 2", "2xi64=2 3",
             "2x3xi64=1 1 1 2 2 2");
  withTarget("broadcast_to", "", "2x1xi64=1 2", "3xi64=2 1 2",
             "2x2x2xi64=1 1 2 2 1 1 2 2");
  withTarget("broadcast_to", "", "3xi64=1 2 3", "1xi64=1", "3xi64=1 2 3");
  withTarget("broadcast_to", "", "i64=4", "2xi64=0 2", "0x2xi64=");
  withTarget("broadcast_to", "", "0xi64=", "2xi64=2 1", "2x0xi64=");
  refuseTarget("broadcast_to", "", "2xi64=1 2", "1xi64=3",
               "'relax.broadcast_to' %y: extents do not broadcast in dimension "
               "0: 2 and 3");
  refuseTarget("broadcast_to", "", "2xi64=1 2", "1xi64=-1",
               "'relax.broadcast_to' %y: target: expected extents of at least "
               "0, got -1");
}

static void broadcastToType(void **state) {
  (void)state;
  const char *text =
      "relax.func @f(%x: !relax.tensor<[1, n], i64>) -> !relax.tensor<[2, 3, "
      "n], i64> {\n"
      "  %y = relax.broadcast_to %x : (!relax.tensor<[1, n], i64>) -> "
      "!relax.tensor<[2, 3, n], i64>\n"
      "  relax.return %y : !relax.tensor<[2, 3, n], i64>\n}\n";
  expectRun(text, VALUES("1x2xi64=1 2"),
            VALUES("2x3x2xi64=1 2 1 2 1 2 1 2 1 2 1 2"));
  expectRun(text, VALUES("1x0xi64="), VALUES("2x3x0xi64="));
  const char *open =
      "relax.func @f(%x: !relax.tensor<[?], i64>) -> !relax.tensor<[?], i64> "
      "{\n"
      "  %y = relax.broadcast_to %x : (!relax.tensor<[?], i64>) -> "
      "!relax.tensor<[?], i64>\n"
      "  relax.return %y : !relax.tensor<[?], i64>\n}\n";
  expectFailure(open, VALUES("1xi64=1"), 1,
                "'relax.broadcast_to' %y: dimension 0 of the result is '?' and "
                "no 'to' operand gives it");
  const char *wrong =
      "relax.func @f(%x: !relax.tensor<[?], i64>) -> !relax.tensor<[3], i64> "
      "{\n"
      "  %y = relax.broadcast_to %x : (!relax.tensor<[?], i64>) -> "
      "!relax.tensor<[3], i64>\n"
      "  relax.return %y : !relax.tensor<[3], i64>\n}\n";
  expectRun(wrong, VALUES("1xi64=5"), VALUES("3xi64=5 5 5"));
  expectFailure(wrong, VALUES("2xi64=5 5"), 1,
                "'relax.broadcast_to' %y: cannot broadcast [2] to [3]");
}

//===----------------------------------------------------------------------===//
// permute_dims, concat
//===----------------------------------------------------------------------===//

static void permutations(void **state) {
  (void)state;
  const char *text =
      "relax.func @f(%x: !relax.tensor<[a, b, c], i8>) -> (!relax.tensor<[c, "
      "a, "
      "b], i8>, !relax.tensor<[a, c, b], i8>) {\n"
      "  %y = relax.permute_dims %x axes [2, 0, 1] : (!relax.tensor<[a, b, c], "
      "i8>) -> !relax.tensor<[c, a, b], i8>\n"
      "  %z = relax.permute_dims %x axes [0, 2, 1] : (!relax.tensor<[a, b, c], "
      "i8>) -> !relax.tensor<[a, c, b], i8>\n"
      "  relax.return %y, %z : !relax.tensor<[c, a, b], i8>, !relax.tensor<[a, "
      "c, b], i8>\n}\n";
  expectRun(text, VALUES("2x3x2xi8=1 2 3 4 5 6 7 8 9 10 11 12"),
            VALUES("2x2x3xi8=1 3 5 7 9 11 2 4 6 8 10 12",
                   "2x2x3xi8=1 3 5 2 4 6 7 9 11 8 10 12"));
  expectRun(text, VALUES("2x0x3xi8="), VALUES("3x2x0xi8=", "2x3x0xi8="));
  const char *scalar =
      "relax.func @f(%x: !relax.tensor<[], i8>) -> !relax.tensor<[], i8> {\n"
      "  %y = relax.permute_dims %x axes [] : !relax.tensor<[], i8>\n"
      "  relax.return %y : !relax.tensor<[], i8>\n}\n";
  expectRun(scalar, VALUES("i8=3"), VALUES("i8=3"));
}

static void concatenations(void **state) {
  (void)state;
  const char *text =
      "relax.func @f(%x: !relax.tensor<[2, n], i16>, %y: !relax.tensor<[2, m], "
      "i16>) -> (!relax.tensor<[2, m + 2 * n], i16>, !relax.tensor<[4, n], "
      "i16>) {\n"
      "  %a = relax.concat %x, %y, %x axis 1 : (!relax.tensor<[2, n], i16>, "
      "!relax.tensor<[2, m], i16>, !relax.tensor<[2, n], i16>) -> "
      "!relax.tensor<[2, m + 2 * n], i16>\n"
      "  %b = relax.concat %x, %x axis 0 : (!relax.tensor<[2, n], i16>, "
      "!relax.tensor<[2, n], i16>) -> !relax.tensor<[4, n], i16>\n"
      "  relax.return %a, %b : !relax.tensor<[2, m + 2 * n], i16>, "
      "!relax.tensor<[4, n], i16>\n}\n";
  expectRun(text, VALUES("2x1xi16=1 2", "2x2xi16=3 4 5 6"),
            VALUES("2x4xi16=1 3 4 1 2 5 6 2", "4x1xi16=1 2 1 2"));
  expectRun(text, VALUES("2x0xi16=", "2x1xi16=3 4"),
            VALUES("2x1xi16=3 4", "4x0xi16="));
  const char *open =
      "relax.func @f(%x: !relax.tensor<[?, 1], i8>, %y: !relax.tensor<[?, 1], "
      "i8>) -> !relax.tensor<[?, 2], i8> {\n"
      "  %z = relax.concat %x, %y axis 1 : (!relax.tensor<[?, 1], i8>, "
      "!relax.tensor<[?, 1], i8>) -> !relax.tensor<[?, 2], i8>\n"
      "  relax.return %z : !relax.tensor<[?, 2], i8>\n}\n";
  expectFailure(open, VALUES("2x1xi8=1 2", "1x1xi8=1"), 1,
                "'relax.concat' %z: the shape of operand 1 differs from that "
                "of operand 0 outside of axis 1");
}

//===----------------------------------------------------------------------===//
// strided_slice
//===----------------------------------------------------------------------===//

/// A slice of 0, 1, ..., 4 along one axis; the inferred result type is checked
/// against the value as well, for the literal and for a symbolic extent.
static void slice(const char *bounds, const char *expected) {
  static const char *const extents[] = {"5", "n"};
  for (int i = 0; i < 2; ++i) {
    char text[1024];
    snprintf(text, sizeof text,
             "relax.func @f(%%x: !relax.tensor<[%s], i64>) -> "
             "!relax.tensor<[?], i64> {\n"
             "  %%y = relax.strided_slice %%x axes [0] %s : "
             "(!relax.tensor<[%s], i64>) -> !relax.tensor<[?], i64>\n"
             "  relax.return %%y : !relax.tensor<[?], i64>\n}\n",
             extents[i], bounds, extents[i]);
    expectRun(text, VALUES("5xi64=0 1 2 3 4"), VALUES(expected));
  }
}

static void slices(void **state) {
  (void)state;
  slice("begins [1] ends [4] steps [1]", "3xi64=1 2 3");
  slice("begins [0] ends [2147483647] steps [2]", "3xi64=0 2 4");
  slice("begins [1] ends [9223372036854775807] steps [3]", "2xi64=1 4");
  slice("begins [-2] ends [9223372036854775807] steps [1]", "2xi64=3 4");
  slice("begins [-100] ends [-1] steps [1]", "4xi64=0 1 2 3");
  slice("begins [-9223372036854775808] ends [2] steps [1]", "2xi64=0 1");
  slice("begins [3] ends [1] steps [1]", "0xi64=");
  slice("begins [7] ends [9] steps [1]", "0xi64=");
  slice("begins [0] ends [5] steps [9223372036854775807]", "1xi64=0");
  slice("begins [-1] ends [-9223372036854775808] steps [-1]",
        "5xi64=4 3 2 1 0");
  slice("begins [2147483647] ends [-2147483648] steps [-2]", "3xi64=4 2 0");
  slice("begins [3] ends [0] steps [-1]", "3xi64=3 2 1");
  slice("begins [-2] ends [-4] steps [-1]", "2xi64=3 2");
  slice("begins [0] ends [3] steps [-1]", "0xi64=");
  slice("begins [4] ends [0] steps [-9223372036854775808]", "1xi64=4");
}

/// Inferred extents against the extents that come out, over many bounds: the
/// two are computed in different ways.
static void sliceExtentsAgree(void **state) {
  (void)state;
  static const int64_t positions[] = {
      INT64_MIN, INT32_MIN, -5, -3, -1, 0, 1, 3, 6, INT32_MAX, INT64_MAX};
  static const int64_t steps[] = {1, 2, -1, -3, INT64_MIN, INT64_MAX};
  enum { POSITIONS = sizeof(positions) / sizeof(*positions) };
  StrBuf text = {0};
  strBufAppendC(&text, "relax.func @f(%x: !relax.tensor<[n], i8>) {\n");
  for (int b = 0; b < POSITIONS; ++b)
    for (int e = 0; e < POSITIONS; ++e)
      for (size_t s = 0; s < sizeof(steps) / sizeof(*steps); ++s) {
        // Two results: the second one has the inferred type.
        strBufAppendFormat(
            &text,
            "  %%y%d_%d_%zu = \"relax.strided_slice\"(%%x) <{axes = array<i64: "
            "0>, begins = array<i64: %lld>, ends = array<i64: %lld>, steps = "
            "array<i64: %lld>}> : (!relax.tensor<[n], i8>) -> "
            "!relax.tensor<[?], i8>\n",
            b, e, s, (long long)positions[b], (long long)positions[e],
            (long long)steps[s]);
      }
  strBufAppendC(&text, "  relax.return\n}\n");
  Module module = parseModule(strBufText(&text));
  // Replace every declared type by the inferred one.
  MlirBlock body = mlirModuleGetBody(module.module);
  MlirOperation function = mlirBlockGetFirstOperation(body);
  MlirBlock block =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  int refined = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    MlirType type;
    MlirLogicalResult outcome;
    if (!relaxLayoutFamilyInferTypes(op, &type, &outcome))
      continue;
    assert_true(mlirLogicalResultIsSuccess(outcome));
    mlirValueSetType(mlirOperationGetResult(op, 0), type);
    ++refined;
  }
  assert_int_equal(refined, POSITIONS * POSITIONS * 6);
  static const char *const inputs[] = {"0xi8=",  "1xi8=0", "2xi8=0", "3xi8=0",
                                       "4xi8=0", "5xi8=0", "6xi8=0", "7xi8=0"};
  for (size_t i = 0; i < sizeof(inputs) / sizeof(*inputs); ++i) {
    RelaxTensor input = tensorOf(inputs[i]);
    RelaxError error = {0};
    if (!relaxInterpret(mlirModuleGetOperation(module.module), strRefFromC("f"),
                        &input, 1, NULL, NULL, 0, &error))
      fail_msg("%s: %s", inputs[i], relaxErrorText(&error));
    relaxTensorRelease(&input);
  }
  freeModule(&module);
  strBufFree(&text);
}

static void sliceOfSeveralAxes(void **state) {
  (void)state;
  const char *text =
      "relax.func @f(%x: !relax.tensor<[2, 3, 2], i8>) -> !relax.tensor<[1, 3, "
      "2], i8> {\n"
      "  %y = relax.strided_slice %x axes [2, 0] begins [-1, 1] ends "
      "[-2147483648, 2] steps [-1, 1] : (!relax.tensor<[2, 3, 2], i8>) -> "
      "!relax.tensor<[1, 3, 2], i8>\n"
      "  relax.return %y : !relax.tensor<[1, 3, 2], i8>\n}\n";
  expectRun(text, VALUES("2x3x2xi8=1 2 3 4 5 6 7 8 9 10 11 12"),
            VALUES("1x3x2xi8=8 7 10 9 12 11"));
}

//===----------------------------------------------------------------------===//
// shapes
//===----------------------------------------------------------------------===//

static void shapes(void **state) {
  (void)state;
  const char *text =
      "relax.func @f(%x: !relax.tensor<[n, 3, ?], i8>) -> !relax.tensor<[3], "
      "i64> {\n"
      "  %s = relax.shape_of %x : !relax.tensor<[n, 3, ?], i8> -> "
      "!relax.shape<[n, 3, ?]>\n"
      "  %t = relax.shape_to_tensor %s : !relax.shape<[n, 3, ?]> -> "
      "!relax.tensor<[3], i64>\n"
      "  relax.return %t : !relax.tensor<[3], i64>\n}\n";
  expectRun(text, VALUES("2x3x0xi8="), VALUES("3xi64=2 3 0"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reshapeToTarget),
      cmocka_unit_test(reshapeRefuses),
      cmocka_unit_test(reshapeToType),
      cmocka_unit_test(broadcastToTarget),
      cmocka_unit_test(broadcastToType),
      cmocka_unit_test(permutations),
      cmocka_unit_test(concatenations),
      cmocka_unit_test(slices),
      cmocka_unit_test(sliceExtentsAgree),
      cmocka_unit_test(sliceOfSeveralAxes),
      cmocka_unit_test(shapes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
