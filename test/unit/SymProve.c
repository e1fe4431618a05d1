//===- SymProve.c - tests of the prover -----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Ranges, the bound on work, and that questions leave facts as they were. The
// list of questions is in SymQuestions.c, the
// comparison with the truth in SymSound.c.
//
//===----------------------------------------------------------------------===//

#include "SymTest.h"

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

typedef struct RangeCase {
  const char *facts, *expr;
  int64_t low, high;
} RangeCase;

static void testRanges(void **state) {
  (void)state;
  static const RangeCase cases[] = {
      {"", "n", 0, INT64_MAX},
      {"", "n - 1", -1, INT64_MAX},
      {"", "7", 7, 7},
      {"1 <= n <= 4096", "n", 1, 4096},
      {"1 <= n <= 4096", "2 * n + 1", 3, 8193},
      {"n <= m, m <= 10", "n", 0, 10},
      {"n <= m, m <= 10", "m - n", 0, 10},
      {"n == 4", "n * n", 16, 16},
      {"", "n mod 8", 0, 7},
      {"n mod 8 == 3", "n mod 8", 3, 3},
      {"n in {2, 8}", "n", 2, 8},
      {"n <= 100", "n floordiv 8", 0, 12},
      {"n <= 100", "n ceildiv 8", 0, 13},
      {"n <= 100", "max(n - 1, 0)", 0, 99},
      {"n + m == 10", "n", 0, 10},
      {"likely n == 3", "n", 0, INT64_MAX},
  };
  Arena *arena = arenaCreate();
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    FactList facts;
    assert_true(
        parseFactList(arena, strRefFromC(cases[i].facts), false, &facts));
    SymExpr expr;
    assert_true(parseExpr(arena, strRefFromC(cases[i].expr), &expr));
    int64_t low, high;
    symRange(arena, facts.facts, facts.count, expr, &low, &high);
    if (low != cases[i].low || high != cases[i].high)
      fail_msg("'%s' under '%s': got %lld to %lld", cases[i].expr,
               cases[i].facts, (long long)low, (long long)high);
  }
  arenaDestroy(arena);
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

/// Asks whether the first symbol is at most the last one of a chain.
static SymAnswer askChain(Arena *arena, int length, SymProof *proof) {
  StrBuf text = {0}, asked = {0};
  for (int i = 0; i < length; ++i)
    strBufAppendFormat(&text, "%ss%d", i == 0 ? "" : " <= ", i);
  strBufAppendFormat(&asked, "s0 <= s%d", length - 1);
  FactList facts, question;
  assert_true(
      parseFactList(arena, (StrRef){text.data, text.length}, false, &facts));
  assert_true(parseFactList(arena, (StrRef){asked.data, asked.length}, false,
                            &question));
  SymAnswer answer =
      symProve(arena, facts.facts, facts.count, question.facts[0], proof);
  strBufFree(&text);
  strBufFree(&asked);
  return answer;
}

static void testLimits(void **state) {
  (void)state;
  Arena *arena = arenaCreate();
  SymProof proof;
  assert_int_equal(askChain(arena, 20, &proof), SYM_YES);
  // Too much to decide, but the work is bounded and no answer is wrong.
  assert_int_not_equal(askChain(arena, 3000, &proof), SYM_NO);
  assert_true(proof.steps < 4000000);
  arenaDestroy(arena);
}

/// A question that puts something in place of an atom leaves the base as it
/// was: what others ask afterwards has the answer of a fresh base, in as many
/// steps, once both have found models, which the first wrong question makes.
static void testQuestionsLeaveFacts(void **state) {
  (void)state;
  static const char *const known =
      "n < k, k >= 1, 3 * (n floordiv k) + z <= 7 * w, "
      "z + (n mod k) * w <= y, 1 <= w, n * w <= y + z";
  static const char *const questions =
      "(n floordiv k) * w + z <= z + y floordiv (w + k), z <= 7 * w, "
      "(n mod k) * y <= n * y, z + n * w <= y, (n floordiv k) * z * w <= y";
  Arena *arena = arenaCreate();
  FactList facts, asked, wrong;
  assert_true(parseFactList(arena, strRefFromC(known), false, &facts));
  assert_true(parseFactList(arena, strRefFromC(questions), false, &asked));
  assert_true(parseFactList(arena, strRefFromC("y + w <= z"), false, &wrong));
  SymQuestion refuted = {wrong.facts[0], false};
  SymFactBase *base = symFactBaseCreate(facts.facts, facts.count);
  for (size_t i = 0; i < 2 * asked.count; ++i) {
    SymQuestion question = {asked.facts[i % asked.count], false};
    SymFactBase *fresh = symFactBaseCreate(facts.facts, facts.count);
    SymProof a, b;
    assert_int_equal(symAsk(fresh, refuted, NULL), SYM_NO);
    assert_int_equal(symAsk(base, refuted, NULL), SYM_NO);
    assert_int_equal(symAsk(base, question, &a), symAsk(fresh, question, &b));
    assert_int_equal(a.steps, b.steps);
    symFactBaseDestroy(fresh);
  }
  symFactBaseDestroy(base);
  arenaDestroy(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testRanges),
      cmocka_unit_test(testLimits),
      cmocka_unit_test(testQuestionsLeaveFacts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
