//===- Memo.c - questions that were asked before --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Memo.h"
#include "lib/Support/Map.h"

#include <pthread.h>
#include <string.h>

enum { MOST_WORDS = 1 << 22 }; // 32 MiB; then it starts anew

typedef struct Kept Kept;
struct Kept {
  const Kept *next; // with the same hash
  const int64_t *words;
  size_t count;
  MemoAnswer answer;
};

static struct Memo {
  pthread_mutex_t lock;
  Arena *arena;
  size_t words;
  struct {
    uint64_t key;
    const Kept *value;
  } *kept;
} memo = {.lock = PTHREAD_MUTEX_INITIALIZER};

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

static int64_t *addWords(MemoKey *words, size_t count) {
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

void memoKeyWord(MemoKey *words, int64_t word) { *addWords(words, 1) = word; }

void memoKeyExpr(MemoKey *words, SymExpr expr) {
  memoKeyWord(words, (int64_t)expr.codeSize);
  memcpy(addWords(words, expr.codeSize), expr.code,
         expr.codeSize * sizeof(int64_t));
  memoKeyWord(words, (int64_t)expr.numSymbols);
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    StrRef name = expr.symbols[i];
    size_t size = (name.length + sizeof(int64_t) - 1) / sizeof(int64_t);
    memoKeyWord(words, (int64_t)name.length);
    int64_t *text = addWords(words, size);
    memset(text, 0, size * sizeof(int64_t));
    memcpy(text, name.data, name.length);
  }
}

void memoKeyFact(MemoKey *words, SymFact fact) {
  memoKeyWord(words, 2 * fact.kind + fact.likely);
  memoKeyExpr(words, fact.lhs);
  if (fact.kind != SYM_FACT_IN) {
    memoKeyExpr(words, fact.rhs);
    return;
  }
  memoKeyWord(words, (int64_t)fact.numValues);
  memcpy(addWords(words, fact.numValues), fact.values,
         fact.numValues * sizeof(int64_t));
}

static uint64_t hashOf(const MemoKey *words) {
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
static const Kept *find(uint64_t hash, const MemoKey *words) {
  ptrdiff_t at = mapFind(memo.kept, hash);
  const Kept *kept = at < 0 ? NULL : memo.kept[at].value;
  while (kept && (kept->count != words->count ||
                  memcmp(kept->words, words->items,
                         words->count * sizeof(int64_t)) != 0))
    kept = kept->next;
  return kept;
}

static void keep(uint64_t hash, const MemoKey *words, MemoAnswer answer) {
  if (memo.arena && memo.words + words->count > MOST_WORDS) {
    arenaDestroy(memo.arena);
    hmfree(memo.kept);
    memo.arena = NULL;
    memo.words = 0;
  }
  if (!memo.arena)
    memo.arena = arenaCreate();
  ptrdiff_t at = mapFind(memo.kept, hash);
  Kept *kept = ARENA_NEW(memo.arena, Kept);
  *kept = (Kept){.next = at < 0 ? NULL : memo.kept[at].value,
                 .words = arenaCopy(memo.arena, words->items,
                                    words->count * sizeof(int64_t)),
                 .count = words->count,
                 .answer = answer};
  memo.words += words->count;
  hmput(memo.kept, hash, kept);
}

bool memoFind(const MemoKey *key, MemoAnswer *out) {
  uint64_t hash = hashOf(key);
  pthread_mutex_lock(&memo.lock);
  const Kept *kept = find(hash, key);
  if (kept)
    *out = kept->answer;
  pthread_mutex_unlock(&memo.lock);
  return kept != NULL;
}

void memoKeep(const MemoKey *key, MemoAnswer answer) {
  uint64_t hash = hashOf(key);
  pthread_mutex_lock(&memo.lock);
  if (!find(hash, key))
    keep(hash, key, answer);
  pthread_mutex_unlock(&memo.lock);
}
