//===- SymTables.c - tables in expressions, against all small tables ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Random facts about the entries of two tables, their sums, padded to multiples
// each by itself and all together, and one extent;
// every answer of the prover is held against the truth at all tables of up to
// MOST entries below LIMIT.
//
//===----------------------------------------------------------------------===//

#include "SymTest.h"

enum { MOST = 2, LIMIT = 4, SYSTEMS = 3000 };

static uint64_t randomState = 20261123;

static uint32_t nextRandom(uint32_t limit) {
  randomState = randomState * UINT64_C(6364136223846793005) +
                UINT64_C(1442695040888963407);
  return (uint32_t)(randomState >> 33) % limit;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

typedef struct Tables {
  int64_t p[MOST], q[MOST], n, count;
} Tables;

static bool valueOf(SymExpr expr, const Tables *at, int64_t entry,
                    int64_t *out) {
  int64_t values[8] = {0};
  SymTable tables[8] = {{0}};
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    char name = expr.symbols[i].data[0];
    values[i] = at->n;
    if (name != 'n')
      tables[i] = (SymTable){name == 'p' ? at->p : at->q, at->count, NULL, 0};
  }
  return symExprEvalTables(expr, values, tables, entry, out) == SYM_OK;
}

static bool holdsAt(SymFact fact, const Tables *at, int64_t entry) {
  int64_t lhs, rhs;
  return valueOf(fact.lhs, at, entry, &lhs) &&
         valueOf(fact.rhs, at, entry, &rhs) &&
         (fact.kind == SYM_FACT_EQ ? lhs == rhs : lhs <= rhs);
}

/// A fact of a table without brackets holds if it does of each entry.
static bool holds(SymFact fact, bool ofEntries, const Tables *at) {
  if (!ofEntries)
    return holdsAt(fact, at, -1);
  for (int64_t entry = 0; entry < at->count; ++entry)
    if (!holdsAt(fact, at, entry))
      return false;
  return true;
}

static bool nextTables(Tables *at) {
  int64_t *digits[] = {&at->p[0], &at->p[1], &at->q[0],
                       &at->q[1], &at->n,    &at->count};
  for (int i = 0; i < 6; ++i) {
    if (++*digits[i] < (i == 5 ? MOST + 1 : i == 4 ? 5 : LIMIT))
      return true;
    *digits[i] = 0;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Random systems
//===----------------------------------------------------------------------===//

static const char *randomEntryFact(void) {
  static const char *const facts[] = {
      "p <= 2", "1 <= p", "p <= n", "q <= p", "p == q", "3 <= p", "p + q <= 3",
      "n <= q", "p == 2", "p * q <= 2", "q <= 1",
      // storage of rows and of loops, rounded up
      "2 * (p ceildiv 2) <= n", "4 * (q ceildiv 4) <= 4 * (p ceildiv 4)"};
  return facts[nextRandom(sizeof facts / sizeof *facts)];
}

static void randomSide(StrBuf *out) {
  static const char *const sums[] = {"sum(p)",
                                     "sum(q)",
                                     "sum(p * p)",
                                     "sum(p * q)",
                                     "sum(p mod 2)",
                                     "sum(max(p, q))",
                                     "n",
                                     "sum(min(p, 1))",
                                     "sum(p ceildiv 2)",
                                     "sum(2 * (p ceildiv 2))",
                                     "sum(4 * (q ceildiv 4) * p)",
                                     "2 * (sum(p) ceildiv 2)",
                                     "sum(max(p - q, -1))"};
  for (uint32_t terms = 1 + nextRandom(2); terms > 0; --terms) {
    uint32_t factor = nextRandom(4);
    strBufAppendFormat(out, "%u * %s%s%s", factor,
                       sums[nextRandom(sizeof sums / sizeof *sums)],
                       nextRandom(4) ? "" : " * n", terms > 1 ? " + " : "");
  }
}

static void randomComparison(StrBuf *out) {
  randomSide(out);
  strBufAppendC(out, nextRandom(5) ? " <= " : " == ");
  randomSide(out);
}

typedef struct System {
  FactList facts;
  size_t numEntryFacts; // the first ones
  SymFact question;
} System;

static void randomSystem(Arena *arena, System *system, StrBuf *text) {
  system->numEntryFacts = nextRandom(3);
  size_t others = 2 + nextRandom(2);
  for (size_t i = 0; i < system->numEntryFacts; ++i)
    strBufAppendFormat(text, "%s, ", randomEntryFact());
  // What a program says of its tables, so that they are known to be some.
  strBufAppendC(text, "0 <= sum(p), 0 <= sum(q), ");
  for (size_t i = 2; i < others; ++i) {
    randomComparison(text);
    strBufAppendC(text, ", ");
  }
  randomComparison(text);
  assert_true(parseFactList(arena, (StrRef){text->data, text->length}, false,
                            &system->facts));
  assert_int_equal(system->facts.count, system->numEntryFacts + others + 1);
  system->question = system->facts.facts[--system->facts.count];
}

static bool satisfies(const System *system, const Tables *at) {
  for (size_t i = 0; i < system->facts.count; ++i)
    if (!holds(system->facts.facts[i], i < system->numEntryFacts, at))
      return false;
  return true;
}

/// `*spread` is whether the question holds everywhere.
static bool isRight(const System *system, SymAnswer answer, bool *everywhere) {
  Tables at = {.n = 0};
  bool somewhereNot = false;
  do
    somewhereNot |=
        satisfies(system, &at) && !holds(system->question, false, &at);
  while (nextTables(&at));
  *everywhere = !somewhereNot;
  return answer != SYM_YES || !somewhereNot;
}

static void testRandomSystems(void **state) {
  (void)state;
  Arena *arena = arenaCreate();
  long wrong = 0, hold = 0, proved = 0, refuted = 0;
  for (int i = 0; i < SYSTEMS; ++i) {
    System system;
    StrBuf text = {0};
    bool everywhere;
    randomSystem(arena, &system, &text);
    SymAnswer answer = symProve(arena, system.facts.facts, system.facts.count,
                                system.question, NULL);
    if (!isRight(&system, answer, &everywhere)) {
      print_error("wrong yes: %s\n", strBufText(&text));
      ++wrong;
    }
    hold += everywhere;
    proved += answer == SYM_YES;
    refuted += answer == SYM_NO && everywhere;
    strBufFree(&text);
    arenaReset(arena);
  }
  arenaDestroy(arena);
  print_message("%d systems, %ld wrong; of %ld that hold %ld are proved\n",
                SYSTEMS, wrong, hold, proved);
  assert_int_equal(wrong, 0);
  assert_int_equal(refuted, 0);
  assert_true(2 * proved >= hold);
}

//===----------------------------------------------------------------------===//
// What programs ask
//===----------------------------------------------------------------------===//

static void testAnswers(void **state) {
  (void)state;
  static const struct {
    const char *facts, *question;
    SymAnswer answer;
  } cases[] = {
      {"len <= 128", "sum(len * len) <= 128 * sum(len)", SYM_YES},
      {"len <= 128", "sum(len * len) <= 127 * sum(len)", SYM_UNKNOWN},
      {"len <= 128, sum(len) <= 512", "sum(len * len) <= 65536", SYM_YES},
      {"len <= n", "sum(len * len) <= n * sum(len)", SYM_YES},
      {"", "0 <= sum(len)", SYM_YES},
      {"", "sum(len) <= sum(8 * (len ceildiv 8))", SYM_YES},
      {"", "sum(8 * (len ceildiv 8)) <= sum(len)", SYM_UNKNOWN},
      {"", "sum(len) <= 8 * (sum(len) ceildiv 8)", SYM_YES},
      {"", "8 * (sum(len) ceildiv 8) <= sum(len) + 7", SYM_YES},
      {"", "sum(8 * (len ceildiv 8)) mod 8 == 0", SYM_YES},
      {"", "sum(8 * (len ceildiv 8)) <= 8 * (sum(len) ceildiv 8)", SYM_UNKNOWN},
      {"len <= 64", "sum(8 * (len ceildiv 8) * len) <= 64 * sum(len)", SYM_YES},
      {"sum(len) == t", "512 * sum(len) == 512 * t", SYM_YES},
      {"", "8 * sum(len) mod 8 == 0", SYM_YES},
      {"wid <= len", "sum(wid) <= sum(len)", SYM_YES},
      // Of a batch without sequences every entry is both.
      {"sum(len) == 0, len <= 1, 2 <= len", "n == 4", SYM_UNKNOWN},
      {"sum(len) == n, n <= 4", "n <= 5", SYM_YES},
      {"", "len[i] <= len[i] + 1", SYM_YES},
      {"len[i] <= 4", "len[j] <= 4", SYM_UNKNOWN},
  };
  Arena *arena = arenaCreate();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    FactList facts, question;
    assert_true(
        parseFactList(arena, strRefFromC(cases[i].facts), false, &facts));
    assert_true(
        parseFactList(arena, strRefFromC(cases[i].question), false, &question));
    SymAnswer answer =
        symProve(arena, facts.facts, facts.count, question.facts[0], NULL);
    if (answer != cases[i].answer)
      print_error("%s ; %s: %d\n", cases[i].facts, cases[i].question,
                  (int)answer);
    assert_int_equal(answer, cases[i].answer);
  }
  arenaDestroy(arena);
}

static void testRange(void **state) {
  (void)state;
  Arena *arena = arenaCreate();
  FactList facts;
  SymExpr expr;
  int64_t low, high;
  assert_true(parseFactList(
      arena, strRefFromC("len <= 128, 3 <= sum(len) <= 512"), false, &facts));
  assert_true(parseExpr(arena, strRefFromC("4 * sum(len) + 1"), &expr));
  symRange(arena, facts.facts, facts.count, expr, &low, &high);
  assert_int_equal(low, 13);
  assert_int_equal(high, 2049);
  arenaDestroy(arena);
}

static void testParseErrors(void **state) {
  (void)state;
  static const struct {
    const char *text;
    size_t place;
    const char *message;
  } cases[] = {
      {"sum len", 4, "expected '(' after 'sum'"},
      {"sum(i : b len[i])", 10, "expected ',' behind the domain"},
      {"sum(len + 1)", 0,
       "a sum over entries of what names no table: expected the domain, as in "
       "'sum(i : b, len[i] + 1)'"},
      {"sum(len[0])", 0,
       "expected a sum of products of tables: the index of a sum stands in "
       "brackets only, and what depends on it stands apart from what does not"},
      {"sum(i : b, min(n, len[i]))", 0,
       "expected a sum of products of tables: the index of a sum stands in "
       "brackets only, and what depends on it stands apart from what does not"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    SymText source = {.text = strRefFromC(cases[i].text)};
    SymTokens tokens = symTokensFromText(&source);
    Arena *arena = arenaCreate();
    SymExpr expr;
    assert_false(symExprParse(&tokens, arena, &expr));
    assert_string_equal(strBufText(&source.message), cases[i].message);
    assert_int_equal(source.errorOffset, cases[i].place);
    strBufFree(&source.message);
    arenaDestroy(arena);
  }
}

/// `wid[1, 0]` with rows of 2 and of 1.
static void testChain(void **state) {
  (void)state;
  Arena *arena = arenaCreate();
  static const int64_t entries[] = {5, 6, 7}, starts[] = {0, 2, 3};
  SymTable table = {entries, 3, starts, 3};
  SymExpr expr;
  int64_t out;
  assert_true(parseExpr(arena, strRefFromC("wid[1, 0]"), &expr));
  assert_int_equal(symExprEvalTables(expr, NULL, &table, -1, &out), SYM_OK);
  assert_int_equal(out, 7);
  assert_true(parseExpr(arena, strRefFromC("wid[1, 1]"), &expr));
  assert_int_equal(symExprEvalTables(expr, NULL, &table, -1, &out),
                   SYM_BAD_TABLE);
  assert_true(parseExpr(arena, strRefFromC("sum(wid * wid)"), &expr));
  assert_int_equal(symExprEvalTables(expr, NULL, &table, -1, &out), SYM_OK);
  assert_int_equal(out, 110);
  arenaDestroy(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testAnswers),       cmocka_unit_test(testParseErrors),
      cmocka_unit_test(testRange),         cmocka_unit_test(testChain),
      cmocka_unit_test(testRandomSystems),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
