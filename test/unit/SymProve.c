//===- SymProve.c - tests of the prover -----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Random systems, whose answers are compared with the truth at every assignment
// of small extents; ranges; the bound on work. The list of questions is in
// SymQuestions.c.
//
//===----------------------------------------------------------------------===//

#include "SymTest.h"

//===----------------------------------------------------------------------===//
// Random systems
//===----------------------------------------------------------------------===//

enum { NUM_SYMBOLS = 3, LARGEST = 6, ROUNDS = 3000 };

static uint64_t randomState;

static uint32_t nextRandom(uint32_t limit) {
  randomState = randomState * UINT64_C(6364136223846793005) +
                UINT64_C(1442695040888963407);
  return (uint32_t)(randomState >> 33) % limit;
}

static void randomLeaf(StrBuf *out) {
  if (nextRandom(4) == 0)
    strBufAppendFormat(out, "%u", nextRandom(7));
  else
    strBufAppendFormat(out, "%c", 'a' + (int)nextRandom(NUM_SYMBOLS));
}

static void randomExpr(StrBuf *out, unsigned depth) {
  static const char *const infix[] = {" + ", " - ", " * "};
  static const char *const division[] = {" floordiv ", " ceildiv ", " mod "};
  uint32_t choice = depth == 0 ? 0 : nextRandom(10);
  if (choice < 3) {
    randomLeaf(out);
    return;
  }
  if (choice == 9)
    strBufAppendC(out, nextRandom(2) ? "min" : "max");
  strBufAppendC(out, "(");
  randomExpr(out, depth - 1);
  if (choice == 8) {
    strBufAppendC(out, division[nextRandom(3)]);
    if (nextRandom(3))
      strBufAppendFormat(out, "%u", 1 + nextRandom(4));
    else
      strBufAppendFormat(out, "%c", 'a' + (int)nextRandom(NUM_SYMBOLS));
  } else {
    strBufAppendC(out, choice == 9 ? ", " : infix[nextRandom(3)]);
    randomExpr(out, depth - 1);
  }
  strBufAppendC(out, ")");
}

static void randomFact(StrBuf *out, unsigned depth) {
  static const char *const compare[] = {" == ", " <= ", " < ", " >= "};
  randomExpr(out, depth);
  if (nextRandom(8) == 0) {
    strBufAppendFormat(out, " in {%u, %u}", nextRandom(7), nextRandom(7));
    return;
  }
  strBufAppendC(out, compare[nextRandom(4)]);
  randomExpr(out, depth);
}

/// The answer must agree with every assignment of 0..LARGEST.
static void compareWithTruth(FactList facts, SymFact question, SymAnswer answer,
                             const char *text) {
  static const char letters[] = "abc";
  StrRef names[NUM_SYMBOLS];
  int64_t values[NUM_SYMBOLS];
  for (int i = 0; i < NUM_SYMBOLS; ++i)
    names[i] = (StrRef){letters + i, 1};
  if (answer != SYM_YES)
    return; // "no" has been checked by its witness
  Assignment at = {names, values, NUM_SYMBOLS};
  for (values[0] = 0; values[0] <= LARGEST; ++values[0])
    for (values[1] = 0; values[1] <= LARGEST; ++values[1])
      for (values[2] = 0; values[2] <= LARGEST; ++values[2])
        if (allTrueAt(facts, at) && truthAt(question, at) != TRUE)
          fail_msg("%s: yes, but not at a = %lld, b = %lld, c = %lld", text,
                   (long long)values[0], (long long)values[1],
                   (long long)values[2]);
}

static void testRandomSystems(void **state) {
  (void)state;
  Arena *arena = arenaCreate();
  int counts[3] = {0, 0, 0};
  randomState = 20261121;
  for (int round = 0; round < ROUNDS; ++round) {
    StrBuf factText = {0}, questionText = {0};
    unsigned numFacts = nextRandom(4);
    for (unsigned i = 0; i < numFacts; ++i) {
      strBufAppendC(&factText, i == 0 ? "" : ", ");
      randomFact(&factText, nextRandom(2));
    }
    randomFact(&questionText, 1 + nextRandom(2));
    FactList facts, question;
    // A text that does not parse (a divisor that folds to 0, say) is skipped.
    if (parseFactList(arena, (StrRef){factText.data, factText.length}, true,
                      &facts) &&
        parseFactList(arena, (StrRef){questionText.data, questionText.length},
                      true, &question) &&
        question.count == 1) {
      SymProof proof;
      SymAnswer answer =
          symProve(arena, facts.facts, facts.count, question.facts[0], &proof);
      ++counts[answer];
      if (answer == SYM_NO)
        checkWitness(facts, (SymQuestion){question.facts[0], false}, &proof);
      strBufAppendFormat(&factText, " ; %s", strBufText(&questionText));
      compareWithTruth(facts, question.facts[0], answer, strBufText(&factText));
    }
    strBufFree(&factText);
    strBufFree(&questionText);
    arenaReset(arena);
  }
  arenaDestroy(arena);
  print_message("random systems: %d yes, %d no, %d unknown\n", counts[SYM_YES],
                counts[SYM_NO], counts[SYM_UNKNOWN]);
  assert_true(counts[SYM_YES] > 300);
  assert_true(counts[SYM_NO] > 300);
}

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testRandomSystems),
      cmocka_unit_test(testRanges),
      cmocka_unit_test(testLimits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
