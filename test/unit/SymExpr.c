//===- SymExpr.c - tests of expressions and their normal form -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Sym.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int setUp(void **state) {
  *state = arenaCreate();
  return 0;
}

static int tearDown(void **state) {
  arenaDestroy(*state);
  return 0;
}

/// Parses all of `text`, which must be right.
static SymExpr parsed(Arena *arena, const char *text) {
  SymText source = {.text = strRefFromC(text)};
  SymTokens tokens = symTokensFromText(&source);
  SymExpr expr;
  if (!symExprParse(&tokens, arena, &expr))
    fail_msg("'%s': %s", text, strBufText(&source.message));
  if (!symTextAtEnd(&source))
    fail_msg("'%s': text left over", text);
  return expr;
}

static void expectPrint(SymExpr expr, const char *expected) {
  StrBuf out = {0};
  symExprPrint(expr, &out);
  assert_string_equal(strBufText(&out), expected);
  strBufFree(&out);
}

typedef struct TextCase {
  const char *text, *expected;
} TextCase;

/// Prints as expected, and what is printed parses to the same code.
static void runTextCases(Arena *arena, const TextCase *cases, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    SymExpr expr = parsed(arena, cases[i].text);
    expectPrint(expr, cases[i].expected);
    assert_true(symExprIdentical(expr, parsed(arena, cases[i].expected)));
    SymExpr again;
    assert_int_equal(symExprRenormalize(arena, expr, &again), SYM_OK);
    assert_true(symExprIdentical(expr, again));
  }
}

#define RUN_TEXT_CASES(arena, cases)                                           \
  runTextCases(arena, cases, sizeof(cases) / sizeof(cases[0]))

static void testSums(void **state) {
  static const TextCase cases[] = {
      {"2 * n", "2 * n"},
      {"n + n", "2 * n"},
      {"n * 2", "2 * n"},
      {"m*n*2", "2 * m * n"},
      {"-1 + 2*n + n*n", "n * n + 2 * n - 1"},
      {"(n+1)*(n-1)", "n * n - 1"},
      {"- -1", "1"},
      {"n-1", "n - 1"},
      {"n -1", "n - 1"},
      {"m - n", "m - n"},
      {"n - m", "-m + n"},
      {"n - n", "0"},
      {"0 * n", "0"},
      {"n // a comment\n + 1", "n + 1"},
      {"n10 + n9 + n", "n + n10 + n9"},
      {"2 * ?", "?"},
      {"? - ?", "?"},
      {"-9223372036854775807 - 1", "-9223372036854775807 - 1"},
      {"(-9223372036854775807 - 1) * n", "-9223372036854775807 * n - n"},
      {"9223372036854775807 + n - 1 + 1", "n + 9223372036854775807"},
  };
  RUN_TEXT_CASES(*state, cases);
}

static void testDivisions(void **state) {
  static const TextCase cases[] = {
      {"(4 * n) floordiv 4", "n"},
      {"(4 * n + 3) floordiv 4", "n"},
      {"(4 * n + 3) mod 4", "3"},
      {"(n + n) mod 2", "0"},
      {"n floordiv 1", "n"},
      {"n mod 1", "0"},
      {"n ceildiv 1", "n"},
      {"(4 * n + 1) ceildiv 4", "n + 1"},
      {"(5 * n + 9) floordiv 4", "n + (n + 1) floordiv 4 + 2"},
      {"(n floordiv 3) floordiv 4", "n floordiv 12"},
      {"(n ceildiv 3) ceildiv 4", "n ceildiv 12"},
      {"(n floordiv 2 + 3) floordiv 4", "(n + 6) floordiv 8"},
      {"(n mod 8) mod 4", "n mod 4"},
      {"(n mod 4 + m) mod 2", "(m + n) mod 2"},
      {"(n mod 4) mod 8", "n mod 4"},
      {"(n mod 4) floordiv 4", "0"},
      {"(3 - n mod 4) floordiv 4", "0"},
      {"(2 * n) mod 4", "2 * (n mod 2)"},
      {"(2 * n + 1) floordiv 4", "n floordiv 2"},
      // Rounding up is rounding down of x + c - 1, and written in one way.
      {"(n + 3) floordiv 4", "n ceildiv 4"},
      {"(n - 1) floordiv 4 + 1", "n ceildiv 4"},
      {"(n + 2) floordiv 4", "(n + 2) floordiv 4"},
      {"-n mod 4", "(3 * n) mod 4"},
      {"-7 floordiv 2", "-4"},
      {"-7 ceildiv 2", "-3"},
      {"-7 mod 2", "1"},
      // A symbolic divisor may be 0, so nothing is folded.
      {"n floordiv n", "n floordiv n"},
      {"n mod n", "n mod n"},
      {"0 floordiv n", "0 floordiv n"},
      {"(m * n) floordiv n", "(m * n) floordiv n"},
  };
  RUN_TEXT_CASES(*state, cases);
}

static void testParentheses(void **state) {
  static const TextCase cases[] = {
      {"n floordiv 4 * 4", "4 * (n floordiv 4)"},
      {"4 * n floordiv 3", "n + n floordiv 3"},
      {"-(n floordiv 4)", "-(n floordiv 4)"},
      {"m - n floordiv 4", "m - n floordiv 4"},
      {"n mod m mod k", "(n mod m) mod k"},
      {"n mod (m mod k)", "n mod (m mod k)"},
      {"n mod (m + 1)", "n mod (m + 1)"},
      {"n mod (2 * m)", "n mod (2 * m)"},
      {"n mod m * n", "n * (n mod m)"},
      {"max(n, m) floordiv 3", "max(m, n) floordiv 3"},
      {"-3 floordiv m", "(-3) floordiv m"},
  };
  RUN_TEXT_CASES(*state, cases);
}

static void testMinMax(void **state) {
  static const TextCase cases[] = {
      {"max(n - 1, 0)", "max(n - 1, 0)"},
      {"max(0, n - 1)", "max(n - 1, 0)"},
      {"max(n, 0)", "n"},
      {"min(n, 0)", "0"},
      {"min(n, n + 1)", "n"},
      {"max(n, n)", "n"},
      {"max(2 * n, n)", "2 * n"},
      {"min(3, 4)", "3"},
      {"max(n, m)", "max(m, n)"},
      {"max(max(n, 3), m)", "max(m, max(n, 3))"},
      {"max(3, max(m, n))", "max(m, max(n, 3))"},
      {"max(max(n, 3), max(n, 5))", "max(n, 5)"},
      {"min(max(n, 3), max(n, 3) + m)", "max(n, 3)"},
      {"min(n mod 4, 3)", "n mod 4"},
      // Always equal, yet no fold makes them one: the first one stays.
      {"max(0, 0 floordiv m)", "0 floordiv m"},
      {"max(n * n - 2 * n, 0)", "max(n * n - 2 * n, 0)"},
  };
  RUN_TEXT_CASES(*state, cases);
}

typedef struct ErrorCase {
  const char *text;
  size_t offset;
  const char *message;
} ErrorCase;

static void testParseErrors(void **state) {
  static const ErrorCase cases[] = {
      {"", 0, "expected a symbol, an integer or '('"},
      {"n +", 3, "expected a symbol, an integer or '('"},
      {"(n", 2, "expected ')'"},
      {"min n", 4, "expected '(' after 'min' or 'max'"},
      {"min(n)", 5, "expected ',' between the operands of 'min' or 'max'"},
      {"n floordiv 0", 11, "expected a divisor of at least 1, got 0"},
      {"n mod -3", 6, "expected a divisor of at least 1, got -3"},
      {"? ceildiv (m - m)", 10, "expected a divisor of at least 1, got 0"},
      {"n mod mod", 6, "expected a symbol, got the reserved word 'mod'"},
      {"likely", 0, "expected a symbol, got the reserved word 'likely'"},
      {"true", 0, "expected a symbol, got the reserved word 'true'"},
      {"in", 0, "expected a symbol, got the reserved word 'in'"},
      {"len[b", 5, "expected ']' behind the indices"},
      {"len[i, j, k]", 0, "a table has one or two indices"},
      {"1 + a.b", 4, "symbol 'a.b' must not contain '.' or '$'"},
      {"a$b", 0, "symbol 'a$b' must not contain '.' or '$'"},
      {"9223372036854775808", 0, "integer value too large"},
      {"9223372036854775807 + 1", 0, "value exceeds 64 bits"},
      {"n * 9223372036854775807 * 2", 24, "value exceeds 64 bits"},
      {"-(-9223372036854775807 - 1)", 0, "value exceeds 64 bits"},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    SymText source = {.text = strRefFromC(cases[i].text)};
    SymTokens tokens = symTokensFromText(&source);
    SymExpr expr;
    assert_false(symExprParse(&tokens, *state, &expr));
    assert_string_equal(strBufText(&source.message), cases[i].message);
    assert_int_equal(source.errorOffset, cases[i].offset);
    strBufFree(&source.message);
  }
}

/// `repeated` times `open`, then `middle`, then `repeated` times `close`.
static void expectTooLarge(Arena *arena, const char *open, const char *middle,
                           const char *close, int repeated) {
  StrBuf text = {0};
  for (int i = 0; i <= 2 * repeated; ++i)
    strBufAppendC(&text, i < repeated ? open : i == repeated ? middle : close);
  SymText source = {.text = {text.data, text.length}};
  SymTokens tokens = symTokensFromText(&source);
  SymExpr expr;
  assert_false(symExprParse(&tokens, arena, &expr));
  assert_string_equal(strBufText(&source.message),
                      "expression is too large or nested too deeply");
  strBufFree(&source.message);
  strBufFree(&text);
}

static void testLimits(void **state) {
  expectTooLarge(*state, "(", "n", ")", 100000);
  expectTooLarge(*state, "", "n", " mod m", SYM_MAX_DEPTH + 1);
  expectTooLarge(*state, "(a + b + c + d + e + 1) * ", "1", "", 40);
  expectTooLarge(*state, "n * ", "n", "", SYM_MAX_CODE);
  // Within the limits: what fits in depth also prints and parses again.
  StrBuf text = {0}, printed = {0};
  strBufAppendC(&text, "n");
  for (int i = 0; i < SYM_MAX_DEPTH; ++i)
    strBufAppendC(&text, " mod m * 3");
  SymExpr expr = parsed(*state, strBufText(&text));
  symExprPrint(expr, &printed);
  assert_true(symExprIdentical(expr, parsed(*state, strBufText(&printed))));
  strBufFree(&printed);
  strBufFree(&text);
}

static void testCode(void **state) {
  SymExpr expr = parsed(*state, "n * m + n floordiv 4 - 1");
  static const int64_t code[] = {3, 1, 2, 0, 0, 0, 1, 1, 1,  SYM_ATOM_FLOORDIV,
                                 1, 1, 1, 0, 1, 1, 4, 0, -1, 0};
  assert_int_equal(expr.codeSize, sizeof(code) / sizeof(code[0]));
  assert_memory_equal(expr.code, code, sizeof(code));
  assert_int_equal(expr.numSymbols, 2);
  assert_true(strRefEqual(expr.symbols[0], strRefFromC("m")));
  assert_true(strRefEqual(expr.symbols[1], strRefFromC("n")));
  assert_true(symExprCodeIsWellFormed(code, expr.codeSize, 2));
  assert_false(symExprCodeIsWellFormed(code, expr.codeSize, 1));
  for (size_t size = 0; size < expr.codeSize; ++size)
    assert_false(symExprCodeIsWellFormed(code, size, 2));

  // Not in normal form: n + n, with one symbol twice and one unused.
  static const int64_t raw[] = {2, 1, 1, 0, 2, 1, 1, 0, 1};
  StrRef names[] = {strRefFromC("x"), strRefFromC("n"), strRefFromC("n")};
  SymExpr foreign = {raw, 9, names, 3}, normal;
  assert_true(symExprCodeIsWellFormed(raw, 9, 3));
  assert_int_equal(symExprRenormalize(*state, foreign, &normal), SYM_OK);
  expectPrint(normal, "2 * n");

  static const int64_t zeroDivisor[] = {1, 1, 1, SYM_ATOM_MOD, 1, 1, 1,
                                        0, 0, 0};
  foreign = (SymExpr){zeroDivisor, 10, names, 3};
  assert_true(symExprCodeIsWellFormed(zeroDivisor, 10, 3));
  assert_int_equal(symExprRenormalize(*state, foreign, &normal),
                   SYM_BAD_DIVISOR);
  assert_string_equal(symStatusText(SYM_BAD_DIVISOR),
                      "divisor must be at least 1");
  static const int64_t huge[] = {INT64_MAX, 1, INT64_MAX};
  assert_false(symExprCodeIsWellFormed(huge, 3, 1));
}

static void testSubstitute(void **state) {
  SymExpr expr = parsed(*state, "n * m + n mod 4"), out;
  // Simultaneous: n and m trade places.
  StrRef names[] = {strRefFromC("n"), strRefFromC("m")};
  SymExpr swapped[] = {parsed(*state, "m"), parsed(*state, "n")};
  assert_int_equal(symExprSubstitute(*state, expr, names, swapped, 2, &out),
                   SYM_OK);
  expectPrint(out, "m * n + m mod 4");
  SymExpr values[] = {parsed(*state, "4 * k"), parsed(*state, "0")};
  assert_int_equal(symExprSubstitute(*state, expr, names, values, 2, &out),
                   SYM_OK);
  expectPrint(out, "0");
  SymExpr quotient = parsed(*state, "m floordiv n");
  SymExpr zero[] = {parsed(*state, "0")};
  assert_int_equal(symExprSubstitute(*state, quotient, names, zero, 1, &out),
                   SYM_BAD_DIVISOR);
}

static void testQueries(void **state) {
  int64_t value;
  StrRef name;
  assert_true(symExprIsConst(parsed(*state, "n - n"), &value));
  assert_int_equal(value, 0);
  assert_true(symExprIsConst(parsed(*state, "-7"), &value));
  assert_int_equal(value, -7);
  assert_false(symExprIsConst(parsed(*state, "n"), &value));
  assert_true(symExprIsSymbol(parsed(*state, "n"), &name));
  assert_false(symExprIsSymbol(parsed(*state, "2 * n"), &name));
  assert_false(symExprIsSymbol(parsed(*state, "n * n"), &name));
  assert_false(symExprIsSymbol(parsed(*state, "n mod 2"), &name));
  assert_true(symExprIsUnknown(parsed(*state, "? + 1")));
  assert_false(symExprEqual(parsed(*state, "?"), parsed(*state, "?")));
  assert_true(symExprIdentical(parsed(*state, "?"), parsed(*state, "?")));
  assert_false(symExprEqual(parsed(*state, "n"), parsed(*state, "m")));
  assert_true(symExprIsNonNegative(parsed(*state, "2 * n * m + n mod 3")));
  assert_true(symExprIsNonNegative(parsed(*state, "max(n - 1, 0)")));
  assert_true(symExprIsNonNegative(parsed(*state, "3 - n mod 4")));
  assert_false(symExprIsNonNegative(parsed(*state, "n - 1")));
  assert_false(symExprIsNonNegative(parsed(*state, "(n - 1) floordiv m")));
  assert_false(symExprIsNonNegative(parsed(*state, "?")));
}

static void testEvaluate(void **state) {
  SymExpr expr = parsed(*state, "n * n - n floordiv 3");
  int64_t at[] = {7}, value;
  assert_int_equal(symExprEval(expr, at, &value), SYM_OK);
  assert_int_equal(value, 47);
  at[0] = INT64_C(1) << 32;
  assert_int_equal(symExprEval(expr, at, &value), SYM_OVERFLOW);
  SymExpr quotient = parsed(*state, "8 floordiv n");
  at[0] = 0;
  assert_int_equal(symExprEval(quotient, at, &value), SYM_BAD_DIVISOR);
  // The sum fits although a partial sum does not.
  SymExpr sum = parsed(*state, "n + m - k");
  int64_t three[] = {INT64_MAX, INT64_MAX, INT64_MAX};
  assert_int_equal(symExprEval(sum, three, &value), SYM_OK);
  assert_int_equal(value, INT64_MAX);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(testSums, setUp, tearDown),
      cmocka_unit_test_setup_teardown(testDivisions, setUp, tearDown),
      cmocka_unit_test_setup_teardown(testParentheses, setUp, tearDown),
      cmocka_unit_test_setup_teardown(testMinMax, setUp, tearDown),
      cmocka_unit_test_setup_teardown(testParseErrors, setUp, tearDown),
      cmocka_unit_test_setup_teardown(testLimits, setUp, tearDown),
      cmocka_unit_test_setup_teardown(testCode, setUp, tearDown),
      cmocka_unit_test_setup_teardown(testSubstitute, setUp, tearDown),
      cmocka_unit_test_setup_teardown(testQueries, setUp, tearDown),
      cmocka_unit_test_setup_teardown(testEvaluate, setUp, tearDown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
