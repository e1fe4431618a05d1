//===- SymFact.c - tests of facts -----------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Sym.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct FactList {
  SymFact *facts;
  size_t count;
} FactList;

static int setUp(void **state) {
  *state = arenaCreate();
  return 0;
}

static int tearDown(void **state) {
  arenaDestroy(*state);
  return 0;
}

static FactList parsed(Arena *arena, const char *text) {
  SymText source = {.text = strRefFromC(text)};
  SymTokens tokens = symTokensFromText(&source);
  FactList list = {NULL, 0};
  do
    if (!symFactParse(&tokens, arena, &list.facts, &list.count))
      fail_msg("'%s': %s", text, strBufText(&source.message));
  while (tokens.punct(tokens.state, ','));
  if (!symTextAtEnd(&source))
    fail_msg("'%s': text left over", text);
  return list;
}

static void expectPrint(const SymFact *facts, size_t count,
                        const char *expected) {
  StrBuf out = {0};
  symFactsPrint(facts, count, &out);
  assert_string_equal(strBufText(&out), expected);
  strBufFree(&out);
}

typedef struct TextCase {
  const char *text, *expected;
  size_t count;
} TextCase;

static void testText(void **state) {
  static const TextCase cases[] = {
      // docs/language/graph.md
      {"1 <= n <= 4096, n mod 8 == 0, likely n == 128",
       "1 <= n <= 4096, n mod 8 == 0, likely n == 128", 4},
      {"m*2 >= n - -1", "n + 1 <= 2 * m", 1},
      {"n > 512", "513 <= n", 1},
      {"n < 5", "n <= 4", 1},
      {"n < m", "n + 1 <= m", 1},
      {"n > m", "m + 1 <= n", 1},
      {"1 < n < 5", "2 <= n <= 4", 2},
      {"n >= 1", "1 <= n", 1},
      {"a == b <= c", "a == b, b <= c", 2},
      {"a <= b, b <= c", "a <= b <= c", 2},
      {"a <= 4, 4 <= b", "a <= 4, 4 <= b", 2},
      {"n in {16, 1, 8, 8}", "n in {1, 8, 16}", 1},
      {"likely n in {0}", "likely n in {0}", 1},
      {"n < = 4", "n <= 4", 1}, // two tokens, as in MLIR
      {"likely n == 2 * 64", "likely n == 128", 1},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    FactList list = parsed(*state, cases[i].text);
    assert_int_equal(list.count, cases[i].count);
    expectPrint(list.facts, list.count, cases[i].expected);
    FactList again = parsed(*state, cases[i].expected);
    assert_int_equal(again.count, list.count);
    for (size_t j = 0; j < list.count; ++j)
      assert_true(symFactIdentical(list.facts[j], again.facts[j]));
  }
}

typedef struct ErrorCase {
  const char *text;
  size_t offset;
  const char *message;
} ErrorCase;

static void testErrors(void **state) {
  static const ErrorCase cases[] = {
      {"n", 1, "expected '==', '<=', '<', '>=', '>' or 'in'"},
      {"n != 3", 2, "expected '==', '<=', '<', '>=', '>' or 'in'"},
      {"n = 3", 2, "expected '==', got '='"},
      {"n == ?", 5, "'?' says nothing in a fact"},
      {"? <= n", 0, "'?' says nothing in a fact"},
      {"n <=", 4, "expected a symbol, an integer or '('"},
      {"n in 3", 5, "expected '{' after 'in'"},
      {"n in {}", 6, "expected an extent (an integer of at least 0)"},
      {"n in {-1}", 6, "expected an extent (an integer of at least 0)"},
      {"n in {1 2}", 8, "expected ',' or '}'"},
      {"likely n <= 3", 9, "expected '==' or 'in' in a 'likely' fact"},
      {"likely n == m", 12, "expected an integer in a 'likely' fact"},
      {"n < -9223372036854775807 - 1", 2, "value exceeds 64 bits"},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    SymText source = {.text = strRefFromC(cases[i].text)};
    SymTokens tokens = symTokensFromText(&source);
    FactList list = {NULL, 0};
    assert_false(symFactParse(&tokens, *state, &list.facts, &list.count));
    assert_string_equal(strBufText(&source.message), cases[i].message);
    assert_int_equal(source.errorOffset, cases[i].offset);
    strBufFree(&source.message);
  }
}

static void testSubstitute(void **state) {
  FactList list = parsed(*state, "1 <= n <= m, n in {2, 4}, likely n == 2");
  StrRef name = strRefFromC("n");
  SymExpr k = symExprSymbol(*state, strRefFromC("k")), value;
  assert_int_equal(symExprMul(*state, symExprConst(*state, 2), k, &value),
                   SYM_OK);
  for (size_t i = 0; i < list.count; ++i)
    assert_int_equal(symFactSubstitute(*state, list.facts[i], &name, &value, 1,
                                       &list.facts[i]),
                     SYM_OK);
  const char *expected = "1 <= 2 * k <= m, 2 * k in {2, 4}, likely 2 * k == 2";
  expectPrint(list.facts, list.count, expected);
  // What substitution makes is text of the language, too.
  FactList again = parsed(*state, expected);
  assert_int_equal(again.count, list.count);
  for (size_t j = 0; j < list.count; ++j)
    assert_true(symFactIdentical(list.facts[j], again.facts[j]));
}

static void testIdentical(void **state) {
  FactList list = parsed(
      *state, "n == m, m == n, n <= m, n in {1}, n in {2}, likely n in {1}");
  for (size_t i = 0; i < list.count; ++i)
    for (size_t j = 0; j < list.count; ++j)
      assert_int_equal(symFactIdentical(list.facts[i], list.facts[j]), i == j);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(testText, setUp, tearDown),
      cmocka_unit_test_setup_teardown(testErrors, setUp, tearDown),
      cmocka_unit_test_setup_teardown(testSubstitute, setUp, tearDown),
      cmocka_unit_test_setup_teardown(testIdentical, setUp, tearDown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
