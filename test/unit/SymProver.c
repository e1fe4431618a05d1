//===- SymProver.c - tests of the prover's interface ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "SymTest.h"

static SymFactBase *baseOf(Arena *arena, const char *text) {
  FactList facts;
  assert_true(parseFactList(arena, strRefFromC(text), false, &facts));
  return symFactBaseCreate(facts.facts, facts.count);
}

static SymExpr exprOf(Arena *arena, const char *text) {
  SymExpr expr;
  assert_true(parseExpr(arena, strRefFromC(text), &expr));
  return expr;
}

static SymQuestion questionOf(Arena *arena, const char *text) {
  SymText source = {.text = strRefFromC(text)};
  SymQuestion question;
  if (!symQuestionParse(&source, arena, &question))
    fail_msg("%s: %s", text, strBufText(&source.message));
  strBufFree(&source.message);
  return question;
}

//===----------------------------------------------------------------------===//
// Questions by name
//===----------------------------------------------------------------------===//

static void testComparisons(void **state) {
  (void)state;
  Arena *arena = arenaCreate();
  SymFactBase *base = baseOf(arena, "1 <= n <= 64, n mod 8 == 0, m < n");
  SymExpr n = exprOf(arena, "n"), m = exprOf(arena, "m");
  assert_int_equal(symAskEqual(base, n, n), SYM_YES);
  assert_int_equal(symAskEqual(base, n, m), SYM_NO);
  assert_int_equal(symAskNotEqual(base, n, m), SYM_YES);
  assert_int_equal(symAskNotEqual(base, n, exprOf(arena, "12")), SYM_YES);
  assert_int_equal(symAskNotEqual(base, n, exprOf(arena, "16")), SYM_NO);
  assert_int_equal(symAskLess(base, m, n), SYM_YES);
  assert_int_equal(symAskLess(base, n, m), SYM_NO);
  assert_int_equal(symAskAtMost(base, exprOf(arena, "8"), n), SYM_YES);
  assert_int_equal(symAskDivides(base, exprOf(arena, "4"), n), SYM_YES);
  assert_int_equal(symAskDivides(base, exprOf(arena, "16"), n), SYM_NO);
  assert_int_equal(symAskDivides(base, exprOf(arena, "0"), n), SYM_UNKNOWN);
  assert_int_equal(symAskDivides(base, n, exprOf(arena, "m * n")), SYM_YES);
  symFactBaseDestroy(base);
  arenaDestroy(arena);
}

//===----------------------------------------------------------------------===//
// Allocations (the program is linked with --wrap)
//===----------------------------------------------------------------------===//

static size_t numAllocations;

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size) {
  ++numAllocations;
  return __real_malloc(size);
}

void *__wrap_realloc(void *old, size_t size) {
  ++numAllocations;
  return __real_realloc(old, size);
}

/// Equal by the pointer or by the normal form costs no memory, and in steps
/// nothing but the look at it.
static void testSameCode(void **state) {
  (void)state;
  Arena *arena = arenaCreate();
  SymFactBase *base = baseOf(arena, "1 <= n <= 64, m < n");
  SymExpr a = exprOf(arena, "n * m + 4"), b = exprOf(arena, "4 + m * n");
  SymExpr divided = exprOf(arena, "n floordiv m");
  size_t before = numAllocations;
  assert_int_equal(symAskEqual(base, a, a), SYM_YES);
  assert_int_equal(symAskEqual(base, a, b), SYM_YES);
  assert_int_equal(symAskAtMost(base, a, b), SYM_YES);
  assert_int_equal(numAllocations, before);
  SymProof proof;
  SymQuestion same = {{.kind = SYM_FACT_EQ, .lhs = a, .rhs = a}, false};
  assert_int_equal(symAsk(base, same, &proof), SYM_YES);
  assert_int_equal(proof.steps, 1);
  // The same code, but no value where m is 0.
  assert_int_equal(symAskEqual(base, divided, divided), SYM_UNKNOWN);
  assert_true(numAllocations > before);
  symFactBaseDestroy(base);
  arenaDestroy(arena);
}

static void testProducts(void **state) {
  (void)state;
  Arena *arena = arenaCreate();
  SymFactBase *base = baseOf(arena, "h == 12 * d, b >= 1, s * t == 8 * u");
  SymExpr huge = exprOf(arena, "9223372036854775807 * b");
  SymExpr left[] = {exprOf(arena, "b"), exprOf(arena, "h"), huge};
  SymExpr right[] = {huge, exprOf(arena, "12"), exprOf(arena, "b"),
                     exprOf(arena, "d")};
  // Both products leave 64 bits; the common factors are known not to be 0.
  assert_int_equal(symAskProductEqual(base, left, 3, right, 4), SYM_YES);
  assert_int_equal(symAskProductEqual(base, left, 1, right + 2, 1), SYM_YES);
  assert_int_equal(symAskProductEqual(base, left, 1, right + 3, 1), SYM_NO);
  SymExpr one = exprOf(arena, "1");
  assert_int_equal(symAskProductEqual(base, &one, 1, NULL, 0), SYM_YES);
  SymExpr x[] = {exprOf(arena, "s"), exprOf(arena, "b"), exprOf(arena, "t")};
  SymExpr y[] = {exprOf(arena, "u"), exprOf(arena, "8 * b")};
  assert_int_equal(symAskProductEqual(base, x, 3, y, 2), SYM_YES);
  symFactBaseDestroy(base);
  arenaDestroy(arena);
}

static void testSigns(void **state) {
  (void)state;
  static const struct {
    const char *facts, *expr;
    SymSign sign;
  } cases[] = {
      {"", "n", SYM_SIGN_NOT_NEGATIVE},
      {"", "n + 1", SYM_SIGN_POSITIVE},
      {"", "-n - 1", SYM_SIGN_NEGATIVE},
      {"n <= m", "n - m", SYM_SIGN_NOT_POSITIVE},
      {"n <= m, m <= n", "n - m", SYM_SIGN_ZERO},
      {"n mod 2 == 1, m mod 2 == 0", "n - m", SYM_SIGN_NOT_ZERO},
      {"n < m", "m - n", SYM_SIGN_POSITIVE},
      {"", "n - m", SYM_SIGN_UNKNOWN},
      {"", "0", SYM_SIGN_ZERO},
  };
  Arena *arena = arenaCreate();
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    SymFactBase *base = baseOf(arena, cases[i].facts);
    if (symAskSign(base, exprOf(arena, cases[i].expr)) != cases[i].sign)
      fail_msg("sign of '%s' under '%s'", cases[i].expr, cases[i].facts);
    symFactBaseDestroy(base);
  }
  arenaDestroy(arena);
}

static void testResiduals(void **state) {
  (void)state;
  static const struct {
    const char *facts, *fact, *residual;
  } cases[] = {
      {"", "n == n", "yes"},
      {"n <= 4", "n == 9", "no"},
      {"", "4 * n == 4 * m", "n == m"},
      {"", "2 * n <= 6", "n <= 3"},
      {"b >= 1", "b * n == b * m", "n == m"},
      {"", "b * n == b * m", "b * n == b * m"},
      {"b >= 1, x == 12 * d", "b * s * x == b * s * 64 * h",
       "3 * d * s == 16 * h * s"},
      {"n == 4 * k", "n * m <= 8 * k", "k * m <= 2 * k"},
      {"n mod 4 == 0", "n mod 8 == 0", "n mod 8 == 0"},
      {"n == m + 2", "m <= 8", "n <= 10"},
      {"", "n in {1, 2}", "n in {1, 2}"},
  };
  Arena *arena = arenaCreate();
  static const char *const names[] = {"", "yes", "no"};
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    SymFactBase *base = baseOf(arena, cases[i].facts);
    SymFact residual;
    SymAnswer answer = symAskResidual(
        base, arena, questionOf(arena, cases[i].fact).fact, &residual);
    StrBuf text = {0};
    strBufAppendC(&text, names[answer]);
    if (answer == SYM_UNKNOWN)
      symFactsPrint(&residual, 1, &text);
    assert_string_equal(strBufText(&text), cases[i].residual);
    strBufFree(&text);
    symFactBaseDestroy(base);
  }
  arenaDestroy(arena);
}

//===----------------------------------------------------------------------===//
// Growing bases
//===----------------------------------------------------------------------===//

/// A base that grew, with questions in between, answers as a new one.
static void testGrowing(void **state) {
  (void)state;
  static const char *const facts[] = {"n == 4 * k", "m <= p", "k == 2 * j",
                                      "p <= n", "m >= 3"};
  static const char *const questions[] = {"n mod 8 == 0", "m <= n", "n >= 1",
                                          "j >= 1",       "m != 2", "n != 4",
                                          "q <= 1"};
  Arena *arena = arenaCreate();
  SymFactBase *grown = symFactBaseCreate(NULL, 0);
  StrBuf text = {0};
  for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); ++i) {
    strBufAppendFormat(&text, "%s%s", i == 0 ? "" : ", ", facts[i]);
    symFactBaseAdd(grown, questionOf(arena, facts[i]).fact);
    SymFactBase *fresh = baseOf(arena, strBufText(&text));
    assert_int_equal(symFactBaseSize(grown), i + 1);
    for (size_t j = 0; j < sizeof(questions) / sizeof(questions[0]); ++j) {
      SymQuestion question = questionOf(arena, questions[j]);
      SymProof a, b;
      assert_int_equal(symAsk(grown, question, &a),
                       symAsk(fresh, question, &b));
      assert_int_equal(a.steps, b.steps);
      assert_int_equal(a.numWitness, b.numWitness);
    }
    symFactBaseDestroy(fresh);
  }
  SymQuestion last = questionOf(arena, "j >= 1");
  assert_int_equal(symAsk(grown, last, NULL), SYM_YES);
  strBufFree(&text);
  symFactBaseDestroy(grown);
  arenaDestroy(arena);
}

static void testContradictions(void **state) {
  (void)state;
  static const struct {
    const char *facts, *clash;
  } cases[] = {
      {"n >= 1, m <= 4", ""},
      {"n >= 5, m <= 4, n <= 3", "0 2"},
      {"n <= 7, n == 2 * k, m >= 1, n mod 2 == 1", "1 3"},
      {"a < b, c >= 1, b < c, c < a", "0 2 3"},
      {"n in {1, 3}, n >= 1, n mod 2 == 0", "0 2"},
      {"likely n == 3, n >= 4", ""},
      {"n >= 1, 1 == 2", "1"},
      {"a <= 3, a >= b, b >= 5, a >= 4", "0 3"},
  };
  Arena *arena = arenaCreate();
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    FactList facts;
    assert_true(
        parseFactList(arena, strRefFromC(cases[i].facts), false, &facts));
    const size_t *indices = NULL;
    size_t count = 0;
    bool found =
        symContradiction(arena, facts.facts, facts.count, &indices, &count);
    StrBuf text = {0};
    for (size_t j = 0; j < count && found; ++j)
      strBufAppendFormat(&text, "%s%zu", j == 0 ? "" : " ", indices[j]);
    assert_string_equal(strBufText(&text), cases[i].clash);
    strBufFree(&text);
  }
  arenaDestroy(arena);
}

//===----------------------------------------------------------------------===//
// Derivations
//===----------------------------------------------------------------------===//

static void printSteps(const SymDerivation *derivation, StrBuf *out) {
  for (size_t i = 0; i < derivation->numSteps; ++i) {
    const SymStep *step = &derivation->steps[i];
    if (step->rule)
      strBufAppendFormat(out, "%s", step->rule);
    else
      strBufAppendFormat(out, "#%zu", step->fact);
    if (step->numStatements != 0) {
      strBufAppendC(out, ": ");
      symFactsPrint(step->statements, step->numStatements, out);
    }
    strBufAppendC(out, "; ");
  }
}

static void testDerivations(void **state) {
  (void)state;
  static const struct {
    const char *facts, *question, *steps;
  } cases[] = {
      {"m >= 1, n == 4 * k, k <= 8", "n <= 32",
       "#1: n == 4 * k; #2: k <= 8; substitution: n == 4 * k; "},
      {"n mod 8 == 0, n <= 64", "n mod 4 == 0", "#0: n mod 8 == 0; "},
      {"a <= b, b <= c, c <= 7", "a <= 7",
       "#0: a <= b; #1: b <= c; #2: c <= 7; "},
      {"", "n == n", "same normal form; "},
  };
  Arena *arena = arenaCreate();
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    FactList facts;
    assert_true(
        parseFactList(arena, strRefFromC(cases[i].facts), false, &facts));
    SymDerivation derivation;
    symExplain(arena, facts.facts, facts.count,
               questionOf(arena, cases[i].question), &derivation);
    assert_int_equal(derivation.answer, SYM_YES);
    StrBuf text = {0};
    printSteps(&derivation, &text);
    if (strncmp(strBufText(&text), cases[i].steps, strlen(cases[i].steps)) != 0)
      fail_msg("%s: %s", cases[i].question, strBufText(&text));
    // A fact alone is no proof.
    assert_non_null(derivation.steps[derivation.numSteps - 1].rule);
    strBufFree(&text);
  }
  arenaDestroy(arena);
}

static void testBadQuestions(void **state) {
  (void)state;
  static const struct {
    const char *text, *message;
  } cases[] = {
      {"n != m != k", "expected one '!=' between expressions"},
      {"1 <= n <= 2", "expected one comparison, got a chain"},
      {"likely n == 2", "'likely' is a hint, not a question"},
      {"n <= 2, m", "expected the end of the question"},
      {"? != n", "'?' says nothing in a question"},
      {"n", "expected '==', '<=', '<', '>=', '>' or 'in'"},
  };
  Arena *arena = arenaCreate();
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    SymText text = {.text = strRefFromC(cases[i].text)};
    SymQuestion question;
    assert_false(symQuestionParse(&text, arena, &question));
    assert_string_equal(strBufText(&text.message), cases[i].message);
    strBufFree(&text.message);
  }
  arenaDestroy(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testComparisons),    cmocka_unit_test(testSameCode),
      cmocka_unit_test(testProducts),       cmocka_unit_test(testSigns),
      cmocka_unit_test(testResiduals),      cmocka_unit_test(testGrowing),
      cmocka_unit_test(testContradictions), cmocka_unit_test(testDerivations),
      cmocka_unit_test(testBadQuestions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
