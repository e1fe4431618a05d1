//===- SymProve.c - tests of the prover -----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The table sym-questions.txt, then random systems whose answers are compared
// with the truth at every assignment of small extents.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Sym.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct FactList {
  SymFact *facts;
  size_t count;
} FactList;

/// Parses `text`, a list separated by commas that may be empty.
static bool parseFacts(Arena *arena, StrRef text, FactList *out) {
  SymText source = {.text = text};
  SymTokens tokens = symTokensFromText(&source);
  *out = (FactList){NULL, 0};
  bool good = true;
  if (!symTextAtEnd(&source))
    do
      good = symFactParse(&tokens, arena, &out->facts, &out->count);
    while (good && tokens.punct(tokens.state, ','));
  good = good && symTextAtEnd(&source);
  if (!good)
    print_error("'%.*s': %s\n", (int)text.length, text.data,
                strBufText(&source.message));
  strBufFree(&source.message);
  return good;
}

static SymFact unknownQuestion(Arena *arena) {
  return (SymFact){.kind = SYM_FACT_EQ,
                   .lhs = symExprUnknown(arena),
                   .rhs = symExprUnknown(arena)};
}

//===----------------------------------------------------------------------===//
// Truth by evaluation, independent of the prover
//===----------------------------------------------------------------------===//

typedef enum Truth { FALSE, TRUE, UNDEFINED } Truth;

static bool valueOf(SymExpr expr, const StrRef *names, const int64_t *values,
                    size_t count, int64_t *out) {
  int64_t ordered[32];
  assert_true(expr.numSymbols <= 32);
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    size_t j = 0;
    while (j < count && !strRefEqual(names[j], expr.symbols[i]))
      ++j;
    assert_true(j < count);
    ordered[i] = values[j];
  }
  return symExprEval(expr, ordered, out) == SYM_OK;
}

static Truth truthOf(SymFact fact, const StrRef *names, const int64_t *values,
                     size_t count) {
  int64_t a, b;
  if (!valueOf(fact.lhs, names, values, count, &a))
    return UNDEFINED;
  if (fact.kind == SYM_FACT_IN) {
    for (size_t i = 0; i < fact.numValues; ++i)
      if (fact.values[i] == a)
        return TRUE;
    return FALSE;
  }
  if (!valueOf(fact.rhs, names, values, count, &b))
    return UNDEFINED;
  return fact.kind == SYM_FACT_EQ ? a == b : a <= b;
}

static bool allTrue(FactList facts, const StrRef *names, const int64_t *values,
                    size_t count) {
  for (size_t i = 0; i < facts.count; ++i)
    if (!facts.facts[i].likely &&
        truthOf(facts.facts[i], names, values, count) != TRUE)
      return false;
  return true;
}

static void checkWitness(FactList facts, SymFact question,
                         const SymProof *proof) {
  for (size_t i = 0; i < proof->numWitness; ++i)
    assert_true(proof->witness[i] >= 0);
  assert_true(
      allTrue(facts, proof->witnessSymbols, proof->witness, proof->numWitness));
  assert_int_equal(truthOf(question, proof->witnessSymbols, proof->witness,
                           proof->numWitness),
                   FALSE);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// Opens the table relative to `folder`, which may lack its last name.
static FILE *openIn(const char *folder, const char *path) {
  StrBuf full = {0};
  strBufAppendC(&full, folder);
  const char *slash = strrchr(path, '/');
  if (slash)
    strBufAppend(&full, (StrRef){path, (size_t)(slash - path) + 1});
  strBufAppendC(&full, "sym-questions.txt");
  FILE *file = fopen(strBufText(&full), "r");
  strBufFree(&full);
  return file;
}

/// The table lies beside this source. ccache may make __FILE__ relative to the
/// build folder, and lit runs this in BUILD/test/unit.
static FILE *openTable(void) {
  FILE *file = openIn("", __FILE__);
  if (!file)
    file = openIn("../../", __FILE__);
  return file ? file : openIn("", "test/unit/");
}

static const char *const answerNames[] = {"unknown", "yes", "no"};

static StrRef trimmed(const char *begin, const char *end) {
  while (begin < end && *begin == ' ')
    ++begin;
  while (end > begin && (end[-1] == ' ' || end[-1] == '\n'))
    --end;
  return (StrRef){begin, (size_t)(end - begin)};
}

/// Asks one line; returns false, with a message, on another answer.
static bool askLine(Arena *arena, const char *line, SymAnswer *answer) {
  const char *first = strchr(line, ';');
  const char *second = first ? strchr(first + 1, ';') : NULL;
  assert_non_null(second);
  StrRef text = trimmed(first + 1, second);
  StrRef expected = trimmed(second + 1, line + strlen(line));
  FactList facts, questions = {NULL, 0};
  if (!parseFacts(arena, trimmed(line, first), &facts))
    return false;
  SymFact question = unknownQuestion(arena);
  if (!strRefEqual(text, strRefFromC("? == ?"))) {
    if (!parseFacts(arena, text, &questions) || questions.count != 1)
      return false;
    question = questions.facts[0];
  }
  SymProof proof, again;
  *answer = symProve(arena, facts.facts, facts.count, question, &proof);
  if (*answer == SYM_NO)
    checkWitness(facts, question, &proof);
  assert_int_equal(symProve(arena, facts.facts, facts.count, question, &again),
                   *answer);
  assert_int_equal(proof.steps, again.steps);
  if (strRefEqual(expected, strRefFromC(answerNames[*answer])))
    return true;
  print_error("%s  got %s\n", line, answerNames[*answer]);
  return false;
}

static void testTable(void **state) {
  (void)state;
  FILE *file = openTable();
  assert_non_null(file);
  Arena *arena = arenaCreate();
  char line[512];
  int asked = 0, decided = 0, wrong = 0;
  while (fgets(line, sizeof(line), file)) {
    SymAnswer answer = SYM_UNKNOWN;
    if (line[0] == '#' || line[0] == '\n')
      continue;
    ++asked;
    wrong += !askLine(arena, line, &answer);
    decided += answer != SYM_UNKNOWN;
    arenaReset(arena);
  }
  fclose(file);
  arenaDestroy(arena);
  assert_int_equal(wrong, 0);
  assert_true(asked >= 60);
  assert_true(decided >= 40);
}

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
  for (values[0] = 0; values[0] <= LARGEST; ++values[0])
    for (values[1] = 0; values[1] <= LARGEST; ++values[1])
      for (values[2] = 0; values[2] <= LARGEST; ++values[2])
        if (allTrue(facts, names, values, NUM_SYMBOLS) &&
            truthOf(question, names, values, NUM_SYMBOLS) != TRUE)
          fail_msg("%s: yes, but not at a = %lld, b = %lld, c = %lld", text,
                   (long long)values[0], (long long)values[1],
                   (long long)values[2]);
}

/// A text that does not parse (a divisor that folds to 0, say) is skipped.
static bool parseQuietly(Arena *arena, const StrBuf *text, FactList *out) {
  SymText source = {.text = {text->data, text->length}};
  SymTokens tokens = symTokensFromText(&source);
  *out = (FactList){NULL, 0};
  bool good = true;
  while (good && !symTextAtEnd(&source)) {
    good = symFactParse(&tokens, arena, &out->facts, &out->count);
    tokens.punct(tokens.state, ',');
  }
  strBufFree(&source.message);
  return good;
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
    if (parseQuietly(arena, &factText, &facts) &&
        parseQuietly(arena, &questionText, &question) && question.count == 1) {
      SymProof proof;
      SymAnswer answer =
          symProve(arena, facts.facts, facts.count, question.facts[0], &proof);
      ++counts[answer];
      if (answer == SYM_NO)
        checkWitness(facts, question.facts[0], &proof);
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
    assert_true(parseFacts(arena, strRefFromC(cases[i].facts), &facts));
    SymText source = {.text = strRefFromC(cases[i].expr)};
    SymTokens tokens = symTokensFromText(&source);
    SymExpr expr;
    assert_true(symExprParse(&tokens, arena, &expr));
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
  assert_true(parseFacts(arena, (StrRef){text.data, text.length}, &facts));
  assert_true(parseFacts(arena, (StrRef){asked.data, asked.length}, &question));
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
      cmocka_unit_test(testTable),
      cmocka_unit_test(testRandomSystems),
      cmocka_unit_test(testRanges),
      cmocka_unit_test(testLimits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
