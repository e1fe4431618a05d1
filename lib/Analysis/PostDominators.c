//===- PostDominators.c - where all paths from a node meet again ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// In an acyclic graph one walk from the back is enough: the immediate
// post-dominator is the lowest common ancestor of all successors in the tree
// that is known so far. The root, number -1, stands for the way out.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/PostDominators.h"

static intptr_t commonAncestor(intptr_t a, intptr_t b, const intptr_t *parent,
                               const intptr_t *depth) {
  while (a != b) {
    if (a < 0 || b < 0)
      return -1;
    if (depth[a] >= depth[b])
      a = parent[a];
    else
      b = parent[b];
  }
  return a;
}

void postDominators(const PostDominatorNode *nodes, intptr_t count,
                    intptr_t *result, intptr_t *depth) {
  for (intptr_t i = count - 1; i >= 0; --i) {
    const PostDominatorNode *node = &nodes[i];
    intptr_t meeting = -1;
    if (!node->exits && node->numSuccessors > 0) {
      meeting = node->successors[0];
      for (intptr_t s = 1; s < node->numSuccessors; ++s)
        meeting = commonAncestor(meeting, node->successors[s], result, depth);
    }
    result[i] = meeting;
    depth[i] = meeting < 0 ? 1 : depth[meeting] + 1;
  }
}
