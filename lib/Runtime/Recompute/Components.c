//===- Components.c - neighbourhoods that are merged, never split --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A forest of nodes with union-find (the approximation h_DTR_eq of the paper,
// section 4.1). A storage that comes back leaves its component and takes its
// cost along, but what it had joined stays joined. A component of storages that
// were never computed is worth 0, and less after they were.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Recompute/RecomputeState.h"

#include <stb/stb_ds.h>

static uint32_t newNode(RelaxRecompute *recompute, int64_t value) {
  uint32_t index;
  if (arrlen(recompute->freeNodes)) {
    index = arrpop(recompute->freeNodes);
  } else {
    index = (uint32_t)arrlen(recompute->nodes);
    arraddnptr(recompute->nodes, 1);
  }
  recompute->nodes[index] =
      (RecomputeNode){.parent = index, .users = 1, .value = value};
  return index;
}

/// Nodes that nothing points to any more serve again.
static void dropUser(RelaxRecompute *recompute, uint32_t node) {
  while (--recompute->nodes[node].users == 0) {
    uint32_t parent = recompute->nodes[node].parent;
    arrput(recompute->freeNodes, node);
    if (parent == node)
      return;
    node = parent;
  }
}

/// The root; every other node on the way then points to its grandparent.
static uint32_t findRoot(RelaxRecompute *recompute, uint32_t node) {
  RecomputeNode *nodes = recompute->nodes;
  while (nodes[node].parent != node) {
    uint32_t parent = nodes[node].parent, above = nodes[parent].parent;
    if (above != parent) {
      nodes[node].parent = above;
      ++nodes[above].users;
      dropUser(recompute, parent);
    }
    node = above;
  }
  return node;
}

static void merge(RelaxRecompute *recompute, uint32_t a, uint32_t b) {
  a = findRoot(recompute, a);
  b = findRoot(recompute, b);
  if (a == b)
    return;
  RecomputeNode *nodes = recompute->nodes;
  if (nodes[a].users > nodes[b].users) {
    uint32_t swap = a;
    a = b;
    b = swap;
  }
  nodes[a].parent = b;
  ++nodes[b].users;
  nodes[b].value += nodes[a].value;
}

void recomputeComponentCreate(RelaxRecompute *recompute, uint32_t storage) {
  uint32_t node = newNode(recompute, 0);
  recompute->storages[storage].component = node;
}

void recomputeComponentJoin(RelaxRecompute *recompute, uint32_t storage) {
  RecomputeStorage *of = &recompute->storages[storage];
  if (of->freed)
    return;
  of->component = newNode(recompute, of->cost);
  for (int direction = 0; direction < RECOMPUTE_DIRECTIONS; ++direction)
    for (ptrdiff_t i = 0; i < arrlen(of->neighbours[direction]); ++i) {
      const RecomputeStorage *other =
          &recompute->storages[of->neighbours[direction][i]];
      if (recomputeIsEvicted(other))
        merge(recompute, other->component, of->component);
    }
}

void recomputeComponentLeave(RelaxRecompute *recompute, uint32_t storage) {
  RecomputeStorage *of = &recompute->storages[storage];
  // A result that was freed for good comes back with its siblings.
  if (of->component == RECOMPUTE_NONE)
    return;
  recompute->nodes[findRoot(recompute, of->component)].value -= of->cost;
  dropUser(recompute, of->component);
  of->component = RECOMPUTE_NONE;
}

int64_t recomputeComponentCost(RelaxRecompute *recompute, uint32_t storage) {
  const RecomputeStorage *of = &recompute->storages[storage];
  uint64_t stamp = ++recompute->stamp;
  int64_t sum = 0;
  for (int direction = 0; direction < RECOMPUTE_DIRECTIONS; ++direction) {
    const uint32_t *list = of->neighbours[direction];
    for (ptrdiff_t i = 0, count = arrlen(list); i < count; ++i) {
      const RecomputeStorage *other = &recompute->storages[list[i]];
      if (!recomputeIsEvicted(other))
        continue;
      RecomputeNode *root =
          &recompute->nodes[findRoot(recompute, other->component)];
      sum += root->seen == stamp ? 0 : root->value;
      root->seen = stamp;
    }
  }
  return sum;
}
