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
    intptr_t group = graph->groups.of[n];
    if (!contains(groups, group)) {
      if (groups->count == FUSE_MAX_MEMBERS)
        return false;
      groups->numbers[groups->count++] = group;
    }
    for (intptr_t u = 0; n < last && u < at->numUsers; ++u)
      reached[at->users[u] - node] = true;
  }
  return true;
}

/// Joins the group that ends in `node` with that of its post-dominator.
/// `graph` has an arena for work.
static bool joinIn(FuseGraph *graph, intptr_t node) {
  intptr_t last = graph->nodes[node].postDominator;
  Groups groups = {.count = 0};
  if (last < 0 || !groupsBetween(graph, node, last, &groups))
    return false;
  intptr_t members[FUSE_MAX_MEMBERS];
  intptr_t count = fuseGroupsMembers(&graph->groups, groups.numbers,
                                     groups.count, members, FUSE_MAX_MEMBERS);
  FusePlan plan;
  if (!count || !fusePlan(graph, members, count, &plan))
    return false;
  fuseGroupsJoin(&graph->groups, members, count);
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
  for (intptr_t n = group; n >= 0; n = graph->groups.previous[n])
    if (graph->nodes[n].kind >= TIR_PATTERN_REDUCTION)
      return true;
  return false;
}

void fuseFormGroups(FuseGraph *graph) {
  enum { EPILOGUES, MAPS, REST, NUM_PHASES };
  for (int phase = EPILOGUES; phase < NUM_PHASES; ++phase)
    for (intptr_t n = 0; n < graph->numNodes; ++n) {
      intptr_t group = graph->groups.of[n];
      bool anchored = hasAnchor(graph, group);
      if (phase == REST || (phase == EPILOGUES) == anchored) {
        // From the end of the group, as far as it goes.
        while (join(graph, graph->groups.of[n]))
          ;
      }
    }
}
