//===- FactsMemo.c - questions that were asked before ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/FactsMemo.h"
#include "lib/Support/Map.h"

#include <pthread.h>
#include <string.h>

enum { MOST_WORDS = 1 << 22 }; // 32 MiB; then it starts anew

/// Facts and question in words, nothing left out.
typedef struct Answer Answer;
struct Answer {
  const Answer *next; // with the same hash
  const int64_t *words;
  size_t count;
  bool yes;
};

static struct Memo {
  pthread_mutex_t lock;
  Arena *arena;
  size_t words;
  struct {
    uint64_t key;
    const Answer *value;
  } *answers;
} memo = {.lock = PTHREAD_MUTEX_INITIALIZER};

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

typedef struct Words {
  Arena *arena;
  int64_t *items;
  size_t count, capacity;
} Words;

static int64_t *addWords(Words *words, size_t count) {
  if (count > words->capacity - words->count) {
    size_t capacity = 2 * (words->capacity + count);
    int64_t *wider = ARENA_ARRAY(words->arena, int64_t, capacity);
    if (words->count)
      memcpy(wider, words->items, words->count * sizeof(int64_t));
    words->items = wider;
    words->capacity = capacity;
  }
  int64_t *added = words->items + words->count;
  words->count += count;
  return added;
}

static void addWord(Words *words, int64_t word) { *addWords(words, 1) = word; }

static void addExpr(Words *words, SymExpr expr) {
  addWord(words, (int64_t)expr.codeSize);
  memcpy(addWords(words, expr.codeSize), expr.code,
         expr.codeSize * sizeof(int64_t));
  addWord(words, (int64_t)expr.numSymbols);
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    StrRef name = expr.symbols[i];
    size_t size = (name.length + sizeof(int64_t) - 1) / sizeof(int64_t);
    addWord(words, (int64_t)name.length);
    int64_t *text = addWords(words, size);
    memset(text, 0, size * sizeof(int64_t));
    memcpy(text, name.data, name.length);
  }
}

static void addFact(Words *words, SymFact fact) {
  addWord(words, 2 * fact.kind + fact.likely);
  addExpr(words, fact.lhs);
  if (fact.kind != SYM_FACT_IN) {
    addExpr(words, fact.rhs);
    return;
  }
  addWord(words, (int64_t)fact.numValues);
  memcpy(addWords(words, fact.numValues), fact.values,
         fact.numValues * sizeof(int64_t));
}

static uint64_t hashOf(const Words *words) {
  uint64_t hash = 1469598103934665603u;
  for (size_t i = 0; i < words->count; ++i) {
    hash = (hash ^ (uint64_t)words->items[i]) * 1099511628211u;
    hash ^= hash >> 29;
  }
  return hash;
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

/// Of the same words; null if nobody has asked.
static const Answer *find(uint64_t hash, const Words *words) {
  ptrdiff_t at = mapFind(memo.answers, hash);
  const Answer *answer = at < 0 ? NULL : memo.answers[at].value;
  while (answer && (answer->count != words->count ||
                    memcmp(answer->words, words->items,
                           words->count * sizeof(int64_t)) != 0))
    answer = answer->next;
  return answer;
}

static void keep(uint64_t hash, const Words *words, bool yes) {
  if (memo.arena && memo.words + words->count > MOST_WORDS) {
    arenaDestroy(memo.arena);
    hmfree(memo.answers);
    memo.arena = NULL;
    memo.words = 0;
  }
  if (!memo.arena)
    memo.arena = arenaCreate();
  ptrdiff_t at = mapFind(memo.answers, hash);
  Answer *answer = ARENA_NEW(memo.arena, Answer);
  *answer = (Answer){.next = at < 0 ? NULL : memo.answers[at].value,
                     .words = arenaCopy(memo.arena, words->items,
                                        words->count * sizeof(int64_t)),
                     .count = words->count,
                     .yes = yes};
  memo.words += words->count;
  hmput(memo.answers, hash, answer);
}

bool factsMemoProve(const Facts *facts, SymFact fact) {
  // The prover's memory goes at once: a function asks many questions.
  Arena *scratch = arenaCreate();
  Words words = {.arena = scratch};
  for (size_t i = 0; i < facts->count; ++i)
    addFact(&words, facts->items[i]);
  addFact(&words, fact);
  uint64_t hash = hashOf(&words);
  pthread_mutex_lock(&memo.lock);
  const Answer *known = find(hash, &words);
  bool isKnown = known, yes = known && known->yes;
  pthread_mutex_unlock(&memo.lock);
  if (!isKnown) {
    yes = symProve(scratch, facts->items, facts->count, fact, NULL) == SYM_YES;
    pthread_mutex_lock(&memo.lock);
    if (!find(hash, &words))
      keep(hash, &words, yes);
    pthread_mutex_unlock(&memo.lock);
  }
  arenaDestroy(scratch);
  return yes;
}
