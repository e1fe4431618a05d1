//===- InterpreterControlFlow.c - branches, loops, versions, tuples -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "test/unit/InterpreterTest.h"

/// `%b`: rows are appended while there are fewer than `%max`.
static const char grow[] =
    "relax.func @f(%kv0: !relax.tensor<[s, 2], f32>, %row: !relax.tensor<[1, "
    "2], f32>, %max: !relax.tensor<[], i64>)\n"
    "    -> !relax.tensor<[?, 2], f32> {\n"
    "  %kv = relax.while (%a: !relax.tensor<[t, 2], f32> = %kv0) : "
    "(!relax.tensor<[s, 2], f32>) -> !relax.tensor<[e, 2], f32>\n"
    "      binds (e) where (s <= t, t <= 4) ensures (s <= e) {\n"
    "    %s = relax.shape_of %a : !relax.tensor<[t, 2], f32> -> "
    "!relax.shape<[t, 2]>\n"
    "    %d = relax.shape_to_tensor %s : !relax.shape<[t, 2]> -> "
    "!relax.tensor<[2], i64>\n"
    "    %n = relax.strided_slice %d axes [0] begins [0] ends [1] steps [1] : "
    "(!relax.tensor<[2], i64>) -> !relax.tensor<[1], i64>\n"
    "    %m = relax.reshape %n : (!relax.tensor<[1], i64>) -> "
    "!relax.tensor<[], i64>\n"
    "    %p = relax.less %m, %max : (!relax.tensor<[], i64>, "
    "!relax.tensor<[], i64>) -> !relax.tensor<[], i1>\n"
    "    relax.condition %p\n"
    "  } do {\n"
    "    %b = relax.append %a, %row at 0 : (!relax.tensor<[t, 2], f32>, "
    "!relax.tensor<[1, 2], f32>) -> !relax.tensor<[t + 1, 2], f32>\n"
    "    relax.yield %b : !relax.tensor<[t + 1, 2], f32>\n"
    "  }\n"
    "  relax.return %kv : !relax.tensor<[e, 2], f32>\n}\n";

static void loops(void **state) {
  (void)state;
  const char *row = "1x2xf32=7 8";
  expectRun(grow, VALUES("1x2xf32=1 2", row, "i64=3"),
            VALUES("3x2xf32=1 2 7 8 7 8"));
  expectRun(grow, VALUES("0x2xf32=", row, "i64=1"), VALUES("1x2xf32=7 8"));
  // No round: the condition is false at once.
  expectRun(grow, VALUES("1x2xf32=1 2", row, "i64=0"), VALUES("1x2xf32=1 2"));
  expectRun(grow, VALUES("0x2xf32=", row, "i64=0"), VALUES("0x2xf32="));
}

/// Facts about a round hold in every round.
static void invariants(void **state) {
  (void)state;
  expectFailure(grow, VALUES("1x2xf32=1 2", "1x2xf32=7 8", "i64=9"), 1,
                "'relax.while' %kv: at the entry: expected t <= 4, got t = 5 "
                "(from argument 0 (%a), dimension 0)");
}

/// What the results are said to be is checked, too.
static void ensured(void **state) {
  (void)state;
  const char *text =
      "relax.func @f(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n], i8>, "
      "%y: !relax.tensor<[m], i8>) -> !relax.tensor<[?], i8> {\n"
      "  %z = relax.if %p -> !relax.tensor<[e], i8> binds (e) where (e <= 2) "
      "{\n"
      "    relax.yield %x : !relax.tensor<[n], i8>\n"
      "  } else {\n"
      "    relax.yield %y : !relax.tensor<[m], i8>\n"
      "  }\n"
      "  relax.return %z : !relax.tensor<[e], i8>\n}\n";
  const char *x = "2xi8=1 2", *y = "3xi8=3 4 5";
  expectRun(text, VALUES("i1=true", x, y), VALUES(x));
  expectRun(text, VALUES("i1=false", y, "0xi8="), VALUES("0xi8="));
  expectFailure(text, VALUES("i1=false", x, y), 1,
                "'relax.if' %z: expected e <= 2, got e = 3 (from 'relax.if' "
                "%z, dimension 0)");
}

/// Values that regions capture live as long as any round may use them, values
/// of several rounds are different ones, and both regions see them.
static void captures(void **state) {
  (void)state;
  const char *text =
      "relax.func @f(%x: !relax.tensor<[], i32>, %n: !relax.tensor<[], i32>) "
      "-> (!relax.tensor<[], i32>, !relax.tensor<[], i32>) {\n"
      "  %one = relax.constant dense<1> : tensor<i32>\n"
      "  %two = relax.constant dense<2> : tensor<i32>\n"
      "  %zero = relax.constant dense<0> : tensor<i32>\n"
      "  %r:2 = relax.while (%i: !relax.tensor<[], i32> = %zero, %a: "
      "!relax.tensor<[], i32> = %x) : (!relax.tensor<[], i32>, "
      "!relax.tensor<[], i32>) -> (!relax.tensor<[], i32>, !relax.tensor<[], "
      "i32>) {\n"
      "    %p = relax.less %i, %n : (!relax.tensor<[], i32>, "
      "!relax.tensor<[], i32>) -> !relax.tensor<[], i1>\n"
      "    relax.condition %p\n"
      "  } do {\n"
      "    %j = relax.add %i, %one : !relax.tensor<[], i32>\n"
      "    %q = relax.equal %j, %one : (!relax.tensor<[], i32>, "
      "!relax.tensor<[], i32>) -> !relax.tensor<[], i1>\n"
      "    %b = relax.if %q -> !relax.tensor<[], i32> {\n"
      "      %c = relax.multiply %a, %two : !relax.tensor<[], i32>\n"
      "      relax.yield %c : !relax.tensor<[], i32>\n"
      "    } else {\n"
      "      %c = relax.add %a, %j : !relax.tensor<[], i32>\n"
      "      relax.yield %c : !relax.tensor<[], i32>\n"
      "    }\n"
      "    relax.yield %j, %b : !relax.tensor<[], i32>, !relax.tensor<[], "
      "i32>\n"
      "  }\n"
      "  relax.return %r#0, %r#1 : !relax.tensor<[], i32>, !relax.tensor<[], "
      "i32>\n}\n";
  // 5 * 2 = 10, + 2, + 3
  expectRun(text, VALUES("i32=5", "i32=3"), VALUES("i32=3", "i32=15"));
  expectRun(text, VALUES("i32=5", "i32=1"), VALUES("i32=1", "i32=10"));
  expectRun(text, VALUES("i32=5", "i32=0"), VALUES("i32=0", "i32=5"));
}

/// The first guard that holds; what it says is in the types of its arm.
static void versions(void **state) {
  (void)state;
#define ARM(type, factor)                                                      \
  "(%a: !relax.tensor<[" type "], i32>) {\n"                                   \
  "      %c = relax.constant dense<" factor "> : tensor<i32>\n"                \
  "      %b = relax.multiply %a, %c : (!relax.tensor<[" type                   \
  "], i32>, !relax.tensor<[], i32>) -> !relax.tensor<[" type "], i32>\n"       \
  "      relax.yield %b : !relax.tensor<[" type "], i32>\n    }\n"
  const char *
      text = "relax.func @f(%x: !relax.tensor<[n], i32>) -> !relax.tensor<[n], "
             "i32> "
             "{\n"
             "  %y = relax.dispatch (%x) : (!relax.tensor<[n], i32>) -> "
             "!relax.tensor<[n], i32> {\n"
             "    when (n == 2) " ARM(
                 "2", "10") "    when (n mod 2 == 0, n > 0, likely n == "
                            "8) " ARM("n", "100") "    when (n in {0, 2, "
                                                  "3}) " ARM("n",
                                                             "1000") "    "
                                                                     "else"
                                                                     " " ARM("n",
                                                                             "-"
                                                                             "1") "  }\n"
                                                                                  "  relax.return %y : !relax.tensor<[n], i32>\n}\n";
  expectRun(text, VALUES("2xi32=1 2"), VALUES("2xi32=10 20"));
  expectRun(text, VALUES("4xi32=1 2 3 4"), VALUES("4xi32=100 200 300 400"));
  expectRun(text, VALUES("3xi32=1 2 3"), VALUES("3xi32=1000 2000 3000"));
  expectRun(text, VALUES("0xi32="), VALUES("0xi32="));
  expectRun(text, VALUES("1xi32=7"), VALUES("1xi32=-7"));
}

/// A guard that leaves 64 bits is an error, not false.
static void guardsThatOverflow(void **state) {
  (void)state;
  const char *text =
      "relax.func @f(%x: !relax.tensor<[n, 0], i8>) -> !relax.tensor<[n, 0], "
      "i8> {\n"
      "  %y = relax.dispatch (%x) : (!relax.tensor<[n, 0], i8>) -> "
      "!relax.tensor<[n, 0], i8> {\n"
      "    when (4 * n <= 8) (%a: !relax.tensor<[n, 0], i8>) { relax.yield %a "
      ": !relax.tensor<[n, 0], i8> }\n"
      "    else (%a: !relax.tensor<[n, 0], i8>) { relax.yield %a : "
      "!relax.tensor<[n, 0], i8> }\n"
      "  }\n"
      "  relax.return %y : !relax.tensor<[n, 0], i8>\n}\n";
  expectFailure(text, VALUES("4611686018427387904x0xi8="), 1,
                "'relax.dispatch' %y: cannot evaluate 4 * n (n = "
                "4611686018427387904 from input 'x', dimension 0): value "
                "exceeds 64 bits");
}

static void checks(void **state) {
  (void)state;
  const char *text =
      "relax.func @f(%x: !relax.tensor<[n], i8>) -> !relax.tensor<[n], i8> {\n"
      "  relax.check (1 <= n, n mod 2 == 0) of \"the one who asks\" given (%x "
      ": !relax.tensor<[n], i8>)\n"
      "  relax.check (n <= 4) given (%x : !relax.tensor<[n], i8>)\n"
      "  relax.return %x : !relax.tensor<[n], i8>\n}\n";
  expectRun(text, VALUES("2xi8=1 2"), VALUES("2xi8=1 2"));
  expectFailure(text, VALUES("0xi8="), 1,
                "'relax.check': the one who asks: expected 1 <= n, got n = 0 "
                "(from input 'x', dimension 0)");
  expectFailure(text, VALUES("6xi8=0"), 1,
                "'relax.check': a fact of the program: expected n <= 4, got n "
                "= 6 (from input 'x', dimension 0)");
}

static void tuples(void **state) {
  (void)state;
#define PAIR "tuple<!relax.tensor<[n], i8>, tuple<!relax.tensor<[2], i8>>>"
  const char *text =
      "relax.func private @swap(%t: " PAIR ") -> !relax.tensor<[n], i8> where "
      "(n <= 3) {\n"
      "  %a = relax.tuple_get %t at 0 : (" PAIR ") -> !relax.tensor<[n], i8>\n"
      "  relax.return %a : !relax.tensor<[n], i8>\n}\n"
      "relax.func @f(%x: !relax.tensor<[n], i8>, %y: !relax.tensor<[2], i8>, "
      "%p: !relax.tensor<[], i1>) -> (!relax.tensor<[n], i8>, "
      "!relax.tensor<[2], i8>) {\n"
      "  %u = relax.tuple %y : (!relax.tensor<[2], i8>) -> "
      "tuple<!relax.tensor<[2], i8>>\n"
      "  %t = relax.tuple %x, %u : (!relax.tensor<[n], i8>, "
      "tuple<!relax.tensor<[2], i8>>) -> " PAIR "\n"
      "  %i = relax.if %p -> " PAIR " {\n"
      "    relax.yield %t : " PAIR "\n"
      "  } else {\n"
      "    relax.yield %t : " PAIR "\n"
      "  }\n"
      "  %a = relax.call @swap(%i) : (" PAIR ") -> !relax.tensor<[n], i8>\n"
      "  %v = relax.tuple_get %i at 1 : (" PAIR ") -> tuple<!relax.tensor<[2], "
      "i8>>\n"
      "  %b = relax.tuple_get %v at 0 : (tuple<!relax.tensor<[2], i8>>) -> "
      "!relax.tensor<[2], i8>\n"
      "  relax.return %a, %b : !relax.tensor<[n], i8>, !relax.tensor<[2], "
      "i8>\n}\n";
  expectRun(text, VALUES("3xi8=1 2 3", "2xi8=4 5", "i1=true"),
            VALUES("3xi8=1 2 3", "2xi8=4 5"));
  expectRun(text, VALUES("0xi8=", "2xi8=4 5", "i1=false"),
            VALUES("0xi8=", "2xi8=4 5"));
  expectFailure(text, VALUES("4xi8=0", "2xi8=4 5", "i1=true"), 2,
                "'relax.call' %a: swap: expected n <= 3, got n = 4 (from "
                "argument 't' of '@swap', dimension 0)");
}

static void states(void **state) {
  (void)state;
  const char *text =
      "relax.func @f(%x: !relax.tensor<[2, n], i8>, %r: !relax.tensor<[2, k], "
      "i8>, %p: !relax.tensor<[], i64>) -> !relax.tensor<[2, n], i8> {\n"
      "  %y = relax.update_slice %x, %r from %p at 1 : (!relax.tensor<[2, n], "
      "i8>, !relax.tensor<[2, k], i8>, !relax.tensor<[], i64>) -> "
      "!relax.tensor<[2, n], i8>\n"
      "  relax.return %y : !relax.tensor<[2, n], i8>\n}\n";
  const char *x = "2x3xi8=1 2 3 4 5 6";
  expectRun(text, VALUES(x, "2x1xi8=7 8", "i64=1"),
            VALUES("2x3xi8=1 7 3 4 8 6"));
  expectRun(text, VALUES(x, "2x2xi8=7 8 9 10", "i64=1"),
            VALUES("2x3xi8=1 7 8 4 9 10"));
  expectRun(text, VALUES(x, "2x0xi8=", "i64=3"), VALUES(x));
  expectFailure(text, VALUES(x, "2x2xi8=0", "i64=2"), 1,
                "'relax.update_slice' %y: rows from 2 on: expected at most 3 "
                "in all, got 2");
  expectFailure(text, VALUES(x, "2x2xi8=0", "i64=-1"), 1,
                "'relax.update_slice' %y: rows from -1 on: expected at most 3 "
                "in all, got 2");
  const char *unranked =
      "relax.func @f(%x: !relax.tensor<*, i8>, %r: !relax.tensor<[k], i8>, "
      "%p: !relax.tensor<[], i64>) -> !relax.tensor<*, i8> {\n"
      "  %y = relax.update_slice %x, %r from %p at 0 : (!relax.tensor<*, i8>, "
      "!relax.tensor<[k], i8>, !relax.tensor<[], i64>) -> !relax.tensor<*, "
      "i8>\n"
      "  relax.return %y : !relax.tensor<*, i8>\n}\n";
  expectFailure(unranked, VALUES(x, "2xi8=0", "i64=0"), 1,
                "'relax.update_slice' %y: the shape of the rows differs from "
                "that of operand 0 outside of axis 0");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(loops),    cmocka_unit_test(invariants),
      cmocka_unit_test(ensured),  cmocka_unit_test(captures),
      cmocka_unit_test(versions), cmocka_unit_test(guardsThatOverflow),
      cmocka_unit_test(checks),   cmocka_unit_test(tuples),
      cmocka_unit_test(states),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
