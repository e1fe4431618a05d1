//===- Memo.h - questions that were asked before (internal) ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Rules try schedules on copies, kernels of a network are alike, and every
// access of a loop asks what the others ask: the same facts and the same
// questions come again and again, in several passes. An answer depends on these
// alone (Prover.h), so it is kept, by facts and question with nothing left out.
// Any thread may ask.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SYM_MEMO_H
#define RELAX_SYM_MEMO_H

#include "lib/Sym/Sym.h"

/// Words in `arena`. Zero-initialise, then set `arena`.
typedef struct MemoKey {
  Arena *arena;
  int64_t *items;
  size_t count, capacity;
} MemoKey;

/// What a key begins with: what is asked.
typedef enum MemoKind { MEMO_LIST, MEMO_QUESTION, MEMO_RANGE } MemoKind;

void memoKeyWord(MemoKey *key, int64_t word);
void memoKeyExpr(MemoKey *key, SymExpr expr);
void memoKeyFact(MemoKey *key, SymFact fact);

/// A range, or a yes as 1 in `low`.
typedef struct MemoAnswer {
  int64_t low, high;
} MemoAnswer;

bool memoFind(const MemoKey *key, MemoAnswer *out);
void memoKeep(const MemoKey *key, MemoAnswer answer);

#endif // RELAX_SYM_MEMO_H
