//===- FuseOpsGroup.c - which calls become one program --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// As in TVM (Relay's and Relax's FuseOps): a group joins the group of its
// post-dominator together with everything between them. Reductions first take
// what follows them, so that an expensive value is stored at its own extents;
// then maps join what reads them. A last round takes what earlier ones made
// possible. Whether a union is right is the plan's to say.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Fusion/FuseOps.h"

/// Group numbers; no more than a program may have members.
typedef struct Groups {
  intptr_t numbers[FUSE_MAX_MEMBERS];
  intptr_t count;
} Groups;

static bool contains(const Groups *groups, intptr_t number) {
  for (intptr_t i = 0; i < groups->count; ++i)
    if (groups->numbers[i] == number)
      return true;
  return false;
}

/// Collects the groups of all nodes on paths from `node` to `last`, which
/// post-dominates it. False if there are too many.
static bool groupsBetween(const FuseGraph *graph, intptr_t node, intptr_t last,
                          Groups *groups) {
  bool *reached = ARENA_ARRAY(graph->arena, bool, last - node + 1);
  reached[0] = true;
  for (intptr_t n = node; n <= last; ++n) {
    if (!reached[n - node])
      continue;
    const FuseNode *at = &graph->nodes[n];
    if (!contains(groups, at->group)) {
      if (groups->count == FUSE_MAX_MEMBERS)
        return false;
      groups->numbers[groups->count++] = at->group;
    }
    for (intptr_t u = 0; n < last && u < at->numUsers; ++u)
      reached[at->users[u] - node] = true;
  }
  return true;
}

intptr_t fuseMembersOf(const FuseGraph *graph, const intptr_t *groups,
                       intptr_t numGroups, intptr_t members[FUSE_MAX_MEMBERS]) {
  intptr_t count = 0;
  for (intptr_t g = 0; g < numGroups; ++g)
    for (intptr_t n = groups[g]; n >= 0; n = graph->nodes[n].previous) {
      if (count == FUSE_MAX_MEMBERS)
        return 0;
      intptr_t at = count++;
      for (; at > 0 && members[at - 1] > n; --at)
        members[at] = members[at - 1];
      members[at] = n;
    }
  return count;
}

/// Joins the group that ends in `node` with that of its post-dominator.
/// `graph` has an arena for work.
static bool joinIn(FuseGraph *graph, intptr_t node) {
  intptr_t last = graph->nodes[node].postDominator;
  Groups groups = {.count = 0};
  if (last < 0 || !groupsBetween(graph, node, last, &groups))
    return false;
  intptr_t members[FUSE_MAX_MEMBERS];
  intptr_t count = fuseMembersOf(graph, groups.numbers, groups.count, members);
  FusePlan plan;
  if (!count || !fusePlan(graph, members, count, &plan))
    return false;
  for (intptr_t m = 0; m < count; ++m) {
    graph->nodes[members[m]].group = members[count - 1];
    graph->nodes[members[m]].previous = m ? members[m - 1] : -1;
  }
  return true;
}

static bool join(FuseGraph *graph, intptr_t node) {
  FuseGraph work = *graph;
  work.arena = work.facts.arena = arenaCreate();
  bool joined = joinIn(&work, node);
  arenaDestroy(work.arena);
  return joined;
}

static bool hasAnchor(const FuseGraph *graph, intptr_t group) {
  for (intptr_t n = group; n >= 0; n = graph->nodes[n].previous)
    if (graph->nodes[n].kind >= TIR_PATTERN_REDUCTION)
      return true;
  return false;
}

void fuseFormGroups(FuseGraph *graph) {
  enum { EPILOGUES, MAPS, REST, NUM_PHASES };
  for (int phase = EPILOGUES; phase < NUM_PHASES; ++phase)
    for (intptr_t n = 0; n < graph->numNodes; ++n) {
      intptr_t group = graph->nodes[n].group;
      bool anchored = hasAnchor(graph, group);
      if (phase == REST || (phase == EPILOGUES) == anchored) {
        // From the end of the group, as far as it goes.
        while (join(graph, graph->nodes[n].group))
          ;
      }
    }
}
