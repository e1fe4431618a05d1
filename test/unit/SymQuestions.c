//===- SymQuestions.c - the list of questions to the prover ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Asks every row of prover/questions.txt, and checks the rows themselves by
// enumerating small extents. `SymQuestions --missing` prints the rows that are
// not answered yet.
//
//===----------------------------------------------------------------------===//

#include "SymTest.h"

typedef struct Row {
  const char *text;
  StrRef facts, question, answer;
} Row;

typedef struct Counts {
  int rows, yes, no, right, unanswered, wrong, byForm;
} Counts;

static bool listMissing;

/// Opens the table relative to `folder`, which may lack its last name.
static FILE *openIn(const char *folder, const char *path) {
  StrBuf full = {0};
  strBufAppendC(&full, folder);
  const char *slash = strrchr(path, '/');
  if (slash)
    strBufAppend(&full, (StrRef){path, (size_t)(slash - path) + 1});
  strBufAppendC(&full, "prover/questions.txt");
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

static StrRef trimmed(const char *begin, const char *end) {
  while (begin < end && *begin == ' ')
    ++begin;
  while (end > begin && (end[-1] == ' ' || end[-1] == '\n'))
    --end;
  return (StrRef){begin, (size_t)(end - begin)};
}

/// facts ; question ; answer ; source
static Row splitRow(const char *line) {
  const char *cut[3] = {0}, *at = line;
  for (int i = 0; i < 3; ++i) {
    cut[i] = strchr(at, ';');
    if (!cut[i])
      fail_msg("four columns expected: %s", line);
    at = cut[i] + 1;
  }
  assert_true(trimmed(at, line + strlen(line)).length > 0);
  return (Row){line, trimmed(line, cut[0]), trimmed(cut[0] + 1, cut[1]),
               trimmed(cut[1] + 1, cut[2])};
}

static bool isText(StrRef text, const char *what) {
  return strRefEqual(text, strRefFromC(what));
}

//===----------------------------------------------------------------------===//
// The truth of a row
//===----------------------------------------------------------------------===//

enum { MAX_SYMBOLS = 12, MAX_POINTS = 20000 };

static size_t addSymbols(StrRef *names, size_t count, SymExpr expr) {
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    size_t j = 0;
    while (j < count && !strRefEqual(names[j], expr.symbols[i]))
      ++j;
    if (j == count && count < MAX_SYMBOLS)
      names[count++] = expr.symbols[i];
  }
  return count;
}

static size_t symbolsOf(FactList facts, SymFact question, StrRef *names) {
  size_t count = addSymbols(names, 0, question.lhs);
  if (question.kind != SYM_FACT_IN)
    count = addSymbols(names, count, question.rhs);
  for (size_t i = 0; i < facts.count; ++i) {
    count = addSymbols(names, count, facts.facts[i].lhs);
    if (facts.facts[i].kind != SYM_FACT_IN)
      count = addSymbols(names, count, facts.facts[i].rhs);
  }
  return count;
}

/// Enumerates extents 0, 1, 2, ... as far as MAX_POINTS allows. A row that says
/// yes must not fail there. `negated` is for `!=`.
static void checkRow(Row row, FactList facts, SymFact question, bool negated) {
  StrRef names[MAX_SYMBOLS];
  int64_t values[MAX_SYMBOLS] = {0}, limit = 64;
  size_t count = symbolsOf(facts, question, names);
  for (bool fits = false; !fits && limit > 2; limit -= !fits) {
    double points = 1;
    for (size_t i = 0; i < count; ++i)
      points *= (double)limit;
    fits = points <= MAX_POINTS;
  }
  for (bool more = true; more;) {
    Assignment at = {names, values, count};
    if (allTrueAt(facts, at)) {
      Truth truth = truthAt(question, at);
      if (truth != (negated ? FALSE : TRUE))
        fail_msg("the row itself is wrong: %s", row.text);
    }
    more = false;
    for (size_t i = 0; i < count && !more; ++i) {
      values[i] = values[i] + 1 < limit ? values[i] + 1 : 0;
      more = values[i] != 0;
    }
  }
}

/// True by the normal form of the question alone, without any fact.
static bool holdsByForm(Arena *arena, SymFact question) {
  SymExpr difference;
  if (question.kind == SYM_FACT_IN ||
      symExprSub(arena, question.rhs, question.lhs, &difference) != SYM_OK)
    return false;
  int64_t value;
  if (question.kind == SYM_FACT_EQ)
    return symExprIsConst(difference, &value) && value == 0;
  return symExprIsNonNegative(difference);
}

//===----------------------------------------------------------------------===//
// Asking
//===----------------------------------------------------------------------===//

static void note(Counts *counts, Row row, bool answered, bool right) {
  counts->right += answered && right;
  counts->unanswered += !answered;
  counts->wrong += answered && !right;
  if (answered && !right)
    print_error("wrong: %s", row.text);
  else if (!answered && listMissing)
    printf("%s", row.text);
}

static void askRange(Arena *arena, Row row, FactList facts, Counts *counts) {
  SymExpr expr;
  StrRef text = {row.question.data + 6, row.question.length - 6};
  assert_true(parseExpr(arena, text, &expr));
  int64_t low, high;
  symRange(arena, facts.facts, facts.count, expr, &low, &high);
  StrBuf got = {0};
  strBufAppendFormat(&got, "%lld..%lld", (long long)low, (long long)high);
  // A wider range is right, but no answer.
  note(counts, row, isText(row.answer, strBufText(&got)), true);
  strBufFree(&got);
}

static SymQuestion parseQuestion(Arena *arena, Row row) {
  if (isText(row.question, "? == ?"))
    return (SymQuestion){{.kind = SYM_FACT_EQ,
                          .lhs = symExprUnknown(arena),
                          .rhs = symExprUnknown(arena)},
                         false};
  SymText text = {.text = row.question};
  SymQuestion question;
  if (!symQuestionParse(&text, arena, &question))
    fail_msg("%s: %s", row.text, strBufText(&text.message));
  strBufFree(&text.message);
  return question;
}

/// Another base gives the same answer in as many steps, and where no witness is
/// wanted, from what is kept of the question.
static void checkRepeats(FactList facts, SymQuestion question, SymAnswer answer,
                         uint64_t steps) {
  SymFactBase *base = symFactBaseCreate(facts.facts, facts.count);
  SymProof proof;
  for (int i = 0; i < 2; ++i) {
    assert_int_equal(symAsk(base, question, &proof), answer);
    assert_int_equal(proof.steps, steps);
    assert_int_equal(symAsk(base, question, NULL), answer);
  }
  symFactBaseDestroy(base);
}

static void askFact(Arena *arena, Row row, FactList facts, Counts *counts) {
  static const char *const names[] = {"unknown", "yes", "no"};
  SymQuestion question = parseQuestion(arena, row);
  bool yes = isText(row.answer, "yes");
  counts->yes += yes;
  counts->no += isText(row.answer, "no");
  if (yes)
    checkRow(row, facts, question.fact, question.negated);
  SymProof proof;
  SymFactBase *base = symFactBaseCreate(facts.facts, facts.count);
  SymAnswer answer = symAsk(base, question, &proof);
  if (answer == SYM_NO)
    checkWitness(facts, question, &proof);
  symFactBaseDestroy(base);
  checkRepeats(facts, question, answer, proof.steps);
  counts->byForm +=
      yes && !question.negated && holdsByForm(arena, question.fact);
  bool right = isText(row.answer, names[answer]);
  note(counts, row, right || answer != SYM_UNKNOWN, right);
}

static void askRow(Arena *arena, const char *line, Counts *counts) {
  Row row = splitRow(line);
  FactList facts;
  assert_true(parseFactList(arena, row.facts, false, &facts));
  ++counts->rows;
  if (row.question.length > 6 && memcmp(row.question.data, "range ", 6) == 0)
    askRange(arena, row, facts, counts);
  else
    askFact(arena, row, facts, counts);
}

static void testTable(void **state) {
  (void)state;
  FILE *file = openTable();
  assert_non_null(file);
  Arena *arena = arenaCreate();
  Counts counts = {0};
  char line[512];
  while (fgets(line, sizeof(line), file)) {
    if (line[0] != '#' && line[0] != '\n')
      askRow(arena, line, &counts);
    arenaReset(arena);
  }
  fclose(file);
  arenaDestroy(arena);
  print_message("%d rows (%d yes, %d no): %d answered rightly, %d not "
                "answered, %d wrongly; %d hold by the normal form alone\n",
                counts.rows, counts.yes, counts.no, counts.right,
                counts.unanswered, counts.wrong, counts.byForm);
  assert_int_equal(counts.wrong, 0);
  assert_true(counts.rows >= 679); // rows are never removed
  assert_true(100 * counts.right >= 95 * counts.rows);
  assert_true(counts.no >= 50);
  assert_true(3 * counts.byForm <= counts.rows);
}

int main(int argc, char **argv) {
  listMissing = argc == 2 && strcmp(argv[1], "--missing") == 0;
  const struct CMUnitTest tests[] = {cmocka_unit_test(testTable)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
