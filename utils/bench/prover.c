//===- prover.c - the time of a question to the prover --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// bench-prover [QUESTIONS]: asks a million questions of the facts of an encoder
// and prints the time of each kind. utils/bench/prover builds and runs it.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Prover.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const char facts[] =
    "1 <= b, b <= 64, 1 <= s, s <= 512, x == h * d, h >= 1, d mod 8 == 0, "
    "t == b * s, c == p + s, c <= 4096, k <= n, n mod 8 == 0, n <= 1024, "
    "likely b == 8";

static const char *const questions[] = {
    "x == x",                         // the same code
    "b * s * x == b * s * h * d",     // reshape, split heads
    "b * s * x == b * s * d * h * 1", // reshape, merge heads
    "t * x == b * s * h * d",         // flatten
    "b * s == t",                     // unflatten
    "4 * b * s * x <= 4 * t * h * d", // bytes of a reused buffer
    "b * s * x * 4 <= b * s * x * 12",
    "b <= 64",
    "s <= 1000",
    "p <= c",
    "max(c - s, 0) == p",
    "c - p == s",
    "n mod 4 == 0",
    "k <= 1024",
    "8 * n <= 8192",
    "min(s, 512) == s",
    "b == s",
    "b * s * x <= b * s",
    "s <= 511",
    "n mod 16 == 0",
    "k == n",
    "b != 0",
    "p >= 1",
    "q <= n", // a symbol without facts
};
enum { NUM_QUESTIONS = sizeof(questions) / sizeof(*questions) };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int byValue(const void *a, const void *b) {
  float x = *(const float *)a, y = *(const float *)b;
  return (x > y) - (x < y);
}

static void die(const char *message) {
  fprintf(stderr, "bench-prover: %s\n", message);
  exit(1);
}

static SymFact *parseFacts(Arena *arena, size_t *count) {
  StrBuf message = {0};
  SymFact *list;
  if (!symFactsFromText(strRefFromC(facts), arena, &list, count, &message))
    die(strBufText(&message));
  return list;
}

static void report(const char *name, float *times, size_t count) {
  qsort(times, count, sizeof(float), byValue);
  printf("%8.0f ns median %8.0f ns p90  %s\n", times[count / 2],
         times[count * 9 / 10], name);
}

/// Facts and questions in turn, as a pass over a long function has them.
static void timeGrowth(int count) {
  Arena *arena = arenaCreate();
  SymFactBase *base = symFactBaseCreate(NULL, 0);
  double begin = now();
  for (int i = 0; i < count; ++i) {
    StrBuf text = {0};
    strBufAppendFormat(&text, "k%d + 1 <= n%d", i, i);
    SymText source = {.text = {text.data, text.length}};
    SymQuestion fact;
    if (!symQuestionParse(&source, arena, &fact))
      die(strBufText(&source.message));
    symFactBaseAdd(base, fact.fact);
    if (symAskLess(base, fact.fact.rhs, fact.fact.lhs) == SYM_YES ||
        symAskAtMost(base, fact.fact.lhs, fact.fact.rhs) != SYM_YES ||
        symAskEqual(base, fact.fact.lhs, fact.fact.rhs) != SYM_NO)
      die("a wrong answer");
    strBufFree(&text);
  }
  printf("%8.0f ns per fact and three questions, %d facts in one base\n",
         (now() - begin) / count, count);
  symFactBaseDestroy(base);
  arenaDestroy(arena);
}

int main(int argc, char **argv) {
  size_t each =
      (argc > 1 ? (size_t)atol(argv[1]) : 1000000) / NUM_QUESTIONS + 1;
  static const char *const answers[] = {"unknown", "yes", "no"};
  Arena *arena = arenaCreate();
  size_t numFacts;
  SymFact *list = parseFacts(arena, &numFacts);
  SymFactBase *base = symFactBaseCreate(list, numFacts);
  float *times = malloc(each * NUM_QUESTIONS * sizeof(float));
  if (!times)
    die("out of memory");
  for (size_t q = 0; q < NUM_QUESTIONS; ++q) {
    SymText text = {.text = strRefFromC(questions[q])};
    SymQuestion question;
    if (!symQuestionParse(&text, arena, &question))
      die(strBufText(&text.message));
    SymAnswer answer = symAsk(base, question, NULL); // prepares the facts
    for (size_t i = 0; i < each; ++i) {
      double begin = now();
      symAsk(base, question, NULL);
      times[q * each + i] = (float)(now() - begin);
    }
    char line[128];
    snprintf(line, sizeof(line), "%-8s%s", answers[answer], questions[q]);
    report(line, times + q * each, each);
  }
  report("all", times, each * NUM_QUESTIONS);
  size_t alone = each < 1000 ? each : 1000;
  for (size_t i = 0; i < alone * NUM_QUESTIONS; ++i) {
    SymText text = {.text = strRefFromC(questions[i % NUM_QUESTIONS])};
    SymQuestion question;
    if (!symQuestionParse(&text, arena, &question))
      die(strBufText(&text.message));
    double begin = now();
    symProve(arena, list, numFacts, question.fact, NULL);
    times[i] = (float)(now() - begin);
  }
  report("one question of a list of facts (symProve)", times,
         alone * NUM_QUESTIONS);
  for (int count = 1000; count <= 100000; count *= 10)
    timeGrowth(count);
  free(times);
  symFactBaseDestroy(base);
  arenaDestroy(arena);
}
