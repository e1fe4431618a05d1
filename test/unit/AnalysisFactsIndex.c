//===- AnalysisFactsIndex.c - equal symbols as one, against the truth -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Random lists of facts, many of them equalities of symbols, and questions
// between their additions: a yes holds at every small assignment that satisfies
// the facts so far, and what the prover alone says yes to stays one.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/FactsIndex.h"
#include "test/unit/SymTest.h"

enum { NUM_SYMBOLS = 4, MAX_EXTENT = 4, MAX_FACTS = 7 };

static const StrRef names[NUM_SYMBOLS] = {
    {"a", 1}, {"b", 1}, {"c", 1}, {"d", 1}};

static uint64_t seed = 1;

static unsigned pick(unsigned count) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(seed >> 33) % count;
}

static SymFact parse(Arena *arena, const char *text) {
  FactList list;
  assert_true(parseFactList(arena, strRefFromC(text), false, &list));
  assert_int_equal(list.count, 1);
  return list.facts[0];
}

static SymFact randomFact(Arena *arena) {
  char text[64], x = (char)('a' + pick(NUM_SYMBOLS)),
                 y = (char)('a' + pick(NUM_SYMBOLS));
  unsigned k = pick(MAX_EXTENT + 1);
  switch (pick(9)) {
  case 0:
  case 1:
  case 2:
    snprintf(text, sizeof text, "%c == %c", x, y);
    break;
  case 3:
    snprintf(text, sizeof text, "%c == %u", x, k);
    break;
  case 4:
    snprintf(text, sizeof text, "%c <= %u", x, k);
    break;
  case 5:
    snprintf(text, sizeof text, "%c + %u <= %c", x, k, y);
    break;
  case 6:
    snprintf(text, sizeof text, "%c == 2 * %c", x, y);
    break;
  case 7:
    snprintf(text, sizeof text, "%c mod 2 == 0", x);
    break;
  default:
    snprintf(text, sizeof text, "%c floordiv %c == 1", x, y);
  }
  return parse(arena, text);
}

static SymFact randomQuestion(Arena *arena) {
  char text[64], x = (char)('a' + pick(NUM_SYMBOLS)),
                 y = (char)('a' + pick(NUM_SYMBOLS)),
                 z = (char)('a' + pick(NUM_SYMBOLS));
  static const char *const forms[] = {
      "%c == %c",      "%c <= %c",          "%c * %c == %c",
      "%c mod 2 == 0", "%c + %c <= 2 * %c", "%c floordiv %c == 1"};
  snprintf(text, sizeof text, forms[pick(6)], x, y, z);
  return parse(arena, text);
}

/// Every assignment that satisfies the facts satisfies the question.
static bool holds(const SymFact *facts, size_t numFacts, SymFact question) {
  int64_t values[NUM_SYMBOLS] = {0};
  Assignment at = {names, values, NUM_SYMBOLS};
  for (;;) {
    bool satisfies = true;
    for (size_t i = 0; satisfies && i < numFacts; ++i)
      satisfies = truthAt(facts[i], at) == TRUE;
    if (satisfies && truthAt(question, at) != TRUE)
      return false;
    int s = 0;
    while (s < NUM_SYMBOLS && values[s] == MAX_EXTENT)
      values[s++] = 0;
    if (s == NUM_SYMBOLS)
      return true;
    ++values[s];
  }
}

static void testAgainstTruth(void **state) {
  (void)state;
  size_t yes = 0, lost = 0;
  for (int round = 0; round < 1500; ++round) {
    Arena *arena = arenaCreate();
    FactsIndex index = {0};
    SymFact facts[MAX_FACTS];
    size_t count = 0;
    while (count < MAX_FACTS) {
      facts[count] = randomFact(arena);
      factsIndexAdd(&index, facts[count++]);
      SymFact question = randomQuestion(arena);
      bool proved = factsIndexProve(&index, question);
      bool alone = symProve(arena, facts, count, question, NULL) == SYM_YES;
      if (proved && !holds(facts, count, question)) {
        StrBuf text = {0};
        symFactsPrint(facts, count, &text);
        strBufAppendC(&text, " |- ");
        symFactsPrint(&question, 1, &text);
        fail_msg("%s", strBufText(&text));
      }
      yes += proved;
      lost += alone && !proved;
    }
    factsIndexClear(&index);
    arenaDestroy(arena);
  }
  assert_true(yes > 2000);
  // Fewer symbols make other proofs: a few contradictions are found by one
  // only.
  assert_true(lost * 500 < yes);
}

/// A chain of equalities as long as a function has checks: the group of facts
/// does not grow with it.
static void testChain(void **state) {
  (void)state;
  Arena *arena = arenaCreate();
  FactsIndex index = {0};
  char text[64];
  factsIndexAdd(&index, parse(arena, "n <= 8"));
  for (int i = 0; i < 20000; ++i) {
    snprintf(text, sizeof text, "k%d <= 8", i);
    factsIndexAdd(&index, parse(arena, text));
    if (i == 0)
      snprintf(text, sizeof text, "n == k0");
    else
      snprintf(text, sizeof text, "k%d == k%d", i - 1, i);
    factsIndexAdd(&index, parse(arena, text));
    snprintf(text, sizeof text, "k%d == n", i);
    assert_true(factsIndexProve(&index, parse(arena, text)));
  }
  assert_int_equal(symFactBaseSize(index.base), 20001);
  factsIndexClear(&index);
  arenaDestroy(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testAgainstTruth),
      cmocka_unit_test(testChain),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
