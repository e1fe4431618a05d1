//===- Merge.c - neighbours are joined, the best first ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

// A list of symbols, and a heap of the pairs of neighbours that could be
// joined. Each join adds at most two pairs; a pair one of whose symbols has
// changed since it was written down is passed over. So n symbols take O(n log
// n) steps.

#include "lib/Tokenizer/Vocabulary.h"

#include <stb/stb_ds.h>

static bool isBefore(const MergeCandidate *a, const MergeCandidate *b) {
  return a->priority != b->priority ? a->priority < b->priority
                                    : a->left < b->left;
}

static void push(Merger *merger, MergeCandidate candidate) {
  arrput(merger->heap, candidate);
  size_t at = arrlenu(merger->heap) - 1;
  while (at > 0 && isBefore(&candidate, &merger->heap[(at - 1) / 2])) {
    merger->heap[at] = merger->heap[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  merger->heap[at] = candidate;
}

static MergeCandidate pop(Merger *merger) {
  MergeCandidate first = merger->heap[0], last = arrpop(merger->heap);
  size_t count = arrlenu(merger->heap), at = 0;
  while (2 * at + 1 < count) {
    size_t child = 2 * at + 1;
    if (child + 1 < count &&
        isBefore(&merger->heap[child + 1], &merger->heap[child]))
      ++child;
    if (!isBefore(&merger->heap[child], &last))
      break;
    merger->heap[at] = merger->heap[child];
    at = child;
  }
  if (count > 0)
    merger->heap[at] = last;
  return first;
}

/// Writes down the symbol and the one behind it if they could be joined.
static void consider(Merger *merger, int32_t left) {
  if (left < 0 || merger->symbols[left].next < 0)
    return;
  const MergeSymbol *a = &merger->symbols[left];
  const MergeSymbol *b = &merger->symbols[a->next];
  MergeCandidate candidate = {.left = left,
                              .right = a->next,
                              .length = a->text.length + b->text.length};
  if (merger->find(merger->tokenizer, a, b, &candidate))
    push(merger, candidate);
}

void mergerAdd(Merger *merger, StrRef text, int32_t token) {
  int32_t index = (int32_t)arrlen(merger->symbols);
  MergeSymbol symbol = {text, index - 1, -1, token};
  if (index > 0)
    merger->symbols[index - 1].next = index;
  arrput(merger->symbols, symbol);
}

static void join(Merger *merger, const MergeCandidate *candidate) {
  MergeSymbol *left = &merger->symbols[candidate->left];
  MergeSymbol *right = &merger->symbols[candidate->right];
  left->text.length = candidate->length;
  left->token = candidate->token;
  left->next = right->next;
  right->text.length = 0;
  if (left->next >= 0)
    merger->symbols[left->next].previous = candidate->left;
  consider(merger, left->previous);
  consider(merger, candidate->left);
}

void mergerRun(Merger *merger) {
  for (int32_t i = 0; i < (int32_t)arrlen(merger->symbols); ++i)
    consider(merger, i);
  while (arrlen(merger->heap) > 0) {
    MergeCandidate candidate = pop(merger);
    StrRef left = merger->symbols[candidate.left].text;
    StrRef right = merger->symbols[candidate.right].text;
    if (left.length && right.length &&
        left.length + right.length == candidate.length)
      join(merger, &candidate);
  }
}

void mergerClear(Merger *merger) {
  arrsetlen(merger->symbols, 0);
  arrsetlen(merger->heap, 0);
}

void mergerFree(Merger *merger) {
  arrfree(merger->symbols);
  arrfree(merger->heap);
}
