//===- InterpreterFunction.c - boundary, calls, constants, casts ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "test/unit/InterpreterTest.h"

//===----------------------------------------------------------------------===//
// The boundary of a public function
//===----------------------------------------------------------------------===//

static const char boundary[] =
    "relax.func @f(%x: !relax.tensor<[n, 4], f32>, %y: !relax.tensor<[2 * n, "
    "m], f32>, %z: !relax.tensor<[n], i64>)\n"
    "    -> !relax.tensor<[n], i64> where (1 <= n, m in {1, 3}, likely n == "
    "99) {\n"
    "  relax.return %z : !relax.tensor<[n], i64>\n}\n";

static void refuse(const char *x, const char *y, const char *z,
                   const char *message) {
  expectFailure(boundary, VALUES(x, y, z), 1, message);
}

static void boundaryChecks(void **state) {
  (void)state;
  const char *x = "2x4xf32=0", *y = "4x3xf32=0", *z = "2xi64=5 6";
  expectRun(boundary, VALUES(x, y, z), VALUES(z));
  refuse("2x4x1xf32=0", y, z,
         "input 'x': expected f32 tensor of rank 2, got f32 tensor of rank 3");
  refuse(x, y, "2xf32=0",
         "input 'z': expected i64 tensor of rank 1, got f32 tensor of rank 1");
  refuse("2x5xf32=0", y, z, "input 'x', dimension 1: expected 4, got 5");
  refuse(x, "5x3xf32=0", z,
         "input 'y', dimension 0: expected 2 * n = 4 (n = 2 from input 'x', "
         "dimension 0), got 5");
  refuse(
      x, y, "3xi64=0",
      "input 'z', dimension 0: expected n = 2 (from input 'x', dimension 0), "
      "got 3");
}

static void boundaryFacts(void **state) {
  (void)state;
  refuse("0x4xf32=", "0x3xf32=", "0xi64=",
         "f: expected 1 <= n, got n = 0 (from input 'x', dimension 0)");
  refuse("1x4xf32=0", "2x2xf32=0", "1xi64=0",
         "f: expected m in {1, 3}, got m = 2 (from input 'y', dimension 1)");
}

/// A composite dimension may stand before the bare one that binds its symbol.
static void compositeBeforeBare(void **state) {
  (void)state;
  const char *text =
      "relax.func @f(%x: !relax.tensor<[n + 1], i8>, %y: !relax.tensor<[n], "
      "i8>) -> !relax.tensor<[n], i8> {\n"
      "  relax.return %y : !relax.tensor<[n], i8>\n}\n";
  expectRun(text, VALUES("2xi8=0", "1xi8=7"), VALUES("1xi8=7"));
  expectFailure(text, VALUES("1xi8=0", "1xi8=7"), 1,
                "input 'x', dimension 0: expected n + 1 = 2 (n = 1 from input "
                "'y', dimension 0), got 1");
}

static void productsThatOverflow(void **state) {
  (void)state;
  const char *text =
      "relax.func @f(%x: !relax.tensor<[n, 0], i8>, %y: !relax.tensor<[4 * n, "
      "0], i8>) {\n"
      "  relax.return\n}\n";
  expectFailure(
      text, VALUES("4611686018427387904x0xi8=", "4611686018427387904x0xi8="), 0,
      "input 'y', dimension 0: cannot evaluate 4 * n (n = "
      "4611686018427387904 from input 'x', dimension 0): value "
      "exceeds 64 bits");
}

static void entries(void **state) {
  (void)state;
  const char *text = "relax.func @a() {\n  relax.return\n}\n"
                     "relax.func @b() {\n  relax.return\n}\n"
                     "relax.func private @c() {\n  relax.return\n}\n";
  expectFailure(
      text, NO_VALUES, 0,
      "expected the name of an entry, as by '--entry=' (entries: 'a', 'b')");
  Module module = parseModule(text);
  MlirOperation op = mlirModuleGetOperation(module.module);
  RelaxError error = {0};
  RelaxInterpreter *interpreter = relaxInterpreterCreate(op, NULL, &error);
  assert_non_null(interpreter);
  assert_true(relaxInterpreterCall(interpreter, strRefFromC("b"), NULL, 0, NULL,
                                   0, &error));
  assert_false(relaxInterpreterCall(interpreter, strRefFromC("c"), NULL, 0,
                                    NULL, 0, &error));
  expectError(&error, "no entry 'c' (entries: 'a', 'b')");
  RelaxTensor none = {0};
  assert_false(relaxInterpreterCall(interpreter, strRefFromC("a"), NULL, 0,
                                    &none, 1, &error));
  expectError(&error, "'a': expected 0 inputs and 0 outputs, got 0 and 1");
  relaxInterpreterDestroy(interpreter);
  freeModule(&module);
}

static void signatures(void **state) {
  (void)state;
  Module module = parseModule(boundary);
  RelaxInterpreter *interpreter =
      relaxInterpreterCreate(mlirModuleGetOperation(module.module), NULL, NULL);
  const RelaxProgram *program = relaxInterpreterSignatures(interpreter);
  assert_int_equal(program->numFunctions, 1);
  const RelaxFunction *function = &program->functions[0];
  assert_true(function->isPublic);
  assert_int_equal(function->numParams, 3);
  assert_int_equal(function->numResults, 1);
  assert_true(strRefEqual(function->params[1].name, strRefFromC("y")));
  assert_true(strRefEqual(function->params[1].dims, strRefFromC("[2 * n, m]")));
  assert_int_equal(function->params[2].dtype, RELAX_I64);
  assert_int_equal(function->results[0].rank, 1);
  relaxInterpreterDestroy(interpreter);
  freeModule(&module);
}

//===----------------------------------------------------------------------===//
// Values: shared operands, results twice, shapes
//===----------------------------------------------------------------------===//

static void valuesAreShared(void **state) {
  (void)state;
  const char *text =
      "relax.func @f(%x: !relax.tensor<[n], i8>) -> (!relax.tensor<[n], i8>, "
      "!relax.tensor<[n], i8>, !relax.tensor<[n], i8>) {\n"
      "  %unused = relax.negative %x : !relax.tensor<[n], i8>\n"
      "  %y = relax.add %x, %x : !relax.tensor<[n], i8>\n"
      "  %z = relax.multiply %y, %x : !relax.tensor<[n], i8>\n"
      "  relax.return %y, %z, %y : !relax.tensor<[n], i8>, !relax.tensor<[n], "
      "i8>, !relax.tensor<[n], i8>\n}\n";
  expectRun(text, VALUES("2xi8=1 3"),
            VALUES("2xi8=2 6", "2xi8=2 18", "2xi8=2 6"));
}

static void shapesAtTheBoundary(void **state) {
  (void)state;
  const char *text =
      "relax.func @f(%s: !relax.shape<[n, 3]>, %x: !relax.tensor<[n], i8>) -> "
      "!relax.shape<[n, 3]> {\n"
      "  relax.return %s : !relax.shape<[n, 3]>\n}\n";
  expectRun(text, VALUES("2xi64=2 3", "2xi8=0"), VALUES("2xi64=2 3"));
  expectFailure(text, VALUES("2xi64=2 4", "2xi8=0"), 1,
                "input 's', dimension 1: expected 3, got 4");
  expectFailure(text, VALUES("2xi64=-1 3", "2xi8=0"), 1,
                "input 's', element 0: expected an extent >= 0, got -1");
  expectFailure(text, VALUES("1xi64=2", "2xi8=0"), 1,
                "input 's': expected 2 extents, got 1");
  expectFailure(
      text, VALUES("i64=2", "2xi8=0"), 1,
      "input 's': expected i64 tensor of rank 1, got i64 tensor of rank 0");
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static void calls(void **state) {
  (void)state;
  const char *text =
      "relax.func private @square(%v: !relax.tensor<[k], i8>) -> "
      "!relax.tensor<[k], i8> where (k <= 2) {\n"
      "  %0 = relax.multiply %v, %v : !relax.tensor<[k], i8>\n"
      "  relax.return %0 : !relax.tensor<[k], i8>\n}\n"
      "relax.func @f(%x: !relax.tensor<[n], i8>) -> !relax.tensor<[n], i8> {\n"
      "  %y = relax.call @square(%x) : (!relax.tensor<[n], i8>) -> "
      "!relax.tensor<[n], i8>\n"
      "  %z = relax.call @square(%y) : (!relax.tensor<[n], i8>) -> "
      "!relax.tensor<[n], i8>\n"
      "  relax.return %z : !relax.tensor<[n], i8>\n}\n";
  expectRun(text, VALUES("2xi8=2 3"), VALUES("2xi8=16 81"));
  expectFailure(text, VALUES("3xi8=0"), 1,
                "'relax.call' %y: square: expected k <= 2, got k = 3 (from "
                "argument 'v' of '@square', dimension 0)");
}

/// The callee's result has an extent that only it knows; the call binds it.
static void callsThatBind(void **state) {
  (void)state;
  const char *text =
      "relax.func private @head(%v: !relax.tensor<[k], i8>) -> "
      "!relax.tensor<[h], i8> binds (h) where (h <= k) {\n"
      "  %0 = relax.strided_slice %v axes [0] begins [0] ends [2] steps [1] : "
      "(!relax.tensor<[k], i8>) -> !relax.tensor<[min(k, 2)], i8>\n"
      "  relax.return %0 : !relax.tensor<[min(k, 2)], i8>\n}\n"
      "relax.func @f(%x: !relax.tensor<[n], i8>) -> !relax.tensor<[?], i8> {\n"
      "  %y = relax.call @head(%x) : (!relax.tensor<[n], i8>) -> "
      "!relax.tensor<[q], i8> binds (q)\n"
      "  %z = relax.concat %y, %y axis 0 : (!relax.tensor<[q], i8>, "
      "!relax.tensor<[q], i8>) -> !relax.tensor<[2 * q], i8>\n"
      "  relax.return %z : !relax.tensor<[2 * q], i8>\n}\n";
  expectRun(text, VALUES("3xi8=1 2 3"), VALUES("4xi8=1 2 1 2"));
  expectRun(text, VALUES("1xi8=1"), VALUES("2xi8=1 1"));
}

static void endlessRecursion(void **state) {
  (void)state;
  const char *text =
      "relax.func @f(%x: !relax.tensor<[n], i8>) -> !relax.tensor<[n], i8> {\n"
      "  %y = relax.call @f(%x) : (!relax.tensor<[n], i8>) -> "
      "!relax.tensor<[n], i8>\n"
      "  relax.return %y : !relax.tensor<[n], i8>\n}\n";
  RelaxTensor output;
  RelaxError error = {0};
  assert_false(runText(text, VALUES("1xi8=0"), &output, 1, &error));
  assert_non_null(strstr(relaxErrorText(&error),
                         "'@f': more than 100000 calls inside each "
                         "other"));
  relaxErrorFree(&error);
}

//===----------------------------------------------------------------------===//
// match_cast, constants, what is not of the graph level
//===----------------------------------------------------------------------===//

static void matchCasts(void **state) {
  (void)state;
  const char *text =
      "relax.func @f(%x: !relax.tensor<*, i8>, %w: !relax.tensor<[n], i8>) -> "
      "!relax.tensor<[?], i8> {\n"
      "  %y = relax.match_cast %x : !relax.tensor<*, i8> to !relax.tensor<[k, "
      "2 * k], i8> binds (k) where (k <= 2)\n"
      "  %z = relax.match_cast %w : !relax.tensor<[n], i8> to "
      "!relax.tensor<[2 * k], i8> given (%y : !relax.tensor<[k, 2 * k], i8>)\n"
      "  relax.return %z : !relax.tensor<[2 * k], i8>\n}\n";
  expectRun(text, VALUES("1x2xi8=0", "2xi8=4 5"), VALUES("2xi8=4 5"));
  expectRun(text, VALUES("0x0xi8=", "0xi8="), VALUES("0xi8="));
  expectFailure(text, VALUES("2xi8=0", "2xi8=0"), 1,
                "'relax.match_cast' %y: expected i8 tensor of rank 2, got i8 "
                "tensor of rank 1");
  expectFailure(text, VALUES("1x3xi8=0", "2xi8=0"), 1,
                "'relax.match_cast' %y, dimension 1: expected 2 * k = 2 (k = 1 "
                "from 'relax.match_cast' %y, dimension 0), got 3");
  expectFailure(text, VALUES("3x6xi8=0", "6xi8=0"), 1,
                "'relax.match_cast' %y: expected k <= 2, got k = 3 (from "
                "'relax.match_cast' %y, dimension 0)");
  expectFailure(text, VALUES("1x2xi8=0", "3xi8=0"), 1,
                "'relax.match_cast' %z, dimension 0: expected 2 * k = 2 (k = 1 "
                "from 'relax.match_cast' %y, dimension 0), got 3");
}

static void constants(void **state) {
  (void)state;
  const char *text =
      "relax.func @f() -> (!relax.tensor<[2], f32>, !relax.tensor<[2, 2], i8>, "
      "!relax.tensor<[3], i1>, !relax.tensor<[2], i1>, !relax.tensor<[0], "
      "i64>, !relax.tensor<[1], bf16>) {\n"
      "  %a = relax.constant dense<[1.5, 0x7FC00000]> : tensor<2xf32>\n"
      "  %b = relax.constant dense<-7> : tensor<2x2xi8>\n"
      "  %c = relax.constant dense<[true, false, true]> : tensor<3xi1>\n"
      "  %d = relax.constant dense<true> : tensor<2xi1>\n"
      "  %e = relax.constant dense<> : tensor<0xi64>\n"
      "  %g = relax.constant dense<2.5> : tensor<1xbf16>\n"
      "  relax.return %a, %b, %c, %d, %e, %g : !relax.tensor<[2], f32>, "
      "!relax.tensor<[2, 2], i8>, !relax.tensor<[3], i1>, !relax.tensor<[2], "
      "i1>, !relax.tensor<[0], i64>, !relax.tensor<[1], bf16>\n}\n";
  expectRun(text, NO_VALUES,
            VALUES("2xf32=1.5 nan", "2x2xi8=-7", "3xi1=true false true",
                   "2xi1=true", "0xi64=", "1xbf16=2.5"));
}

static void otherLevels(void **state) {
  (void)state;
  const char *text =
      "tir.func @k(%X: !tir.buffer<[n], i8>, %Y: !tir.buffer<[n], i8>) {\n"
      "  tir.return\n}\n"
      "relax.func @f(%x: !relax.tensor<[n], i8>) -> !relax.tensor<[n], i8> {\n"
      "  %y = relax.call_tir @k(%x) : (!relax.tensor<[n], i8>) -> "
      "!relax.tensor<[n], i8>\n"
      "  relax.return %y : !relax.tensor<[n], i8>\n}\n";
  expectFailure(text, VALUES("1xi8=0"), 1,
                "result 0 of '@f': nothing has written its element [0]");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(boundaryChecks),
      cmocka_unit_test(boundaryFacts),
      cmocka_unit_test(compositeBeforeBare),
      cmocka_unit_test(productsThatOverflow),
      cmocka_unit_test(entries),
      cmocka_unit_test(signatures),
      cmocka_unit_test(valuesAreShared),
      cmocka_unit_test(shapesAtTheBoundary),
      cmocka_unit_test(calls),
      cmocka_unit_test(callsThatBind),
      cmocka_unit_test(endlessRecursion),
      cmocka_unit_test(matchCasts),
      cmocka_unit_test(constants),
      cmocka_unit_test(otherLevels),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
