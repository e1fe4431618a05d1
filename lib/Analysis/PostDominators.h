//===- PostDominators.h - where all paths from a node meet again ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_POSTDOMINATORS_H
#define RELAX_ANALYSIS_POSTDOMINATORS_H

#include <stdbool.h>
#include <stdint.h>

/// A node of an acyclic graph; successors have larger numbers than the node.
typedef struct PostDominatorNode {
  const intptr_t *successors;
  intptr_t numSuccessors;
  bool exits; // also leaves the graph; so does a node without successors
} PostDominatorNode;

/// Sets `result[i]` to the immediate post-dominator of node i: the nearest
/// node that is on every path from i out of the graph, or -1 if there is none.
/// `depth` is room for `count` numbers.
void postDominators(const PostDominatorNode *nodes, intptr_t count,
                    intptr_t *result, intptr_t *depth);

#endif // RELAX_ANALYSIS_POSTDOMINATORS_H
