//===- FuseOnlineSizes.c - what a tile of a softmax is like ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Fusion/FuseOnlineBuild.h"

/// Rows and keys of a tile.
int64_t onlineBlock(const Online *o) {
  int64_t most = o->size > o->width ? o->size : o->width;
  int64_t block = ONLINE_BLOCK;
  while (block > 1 && block * most > ONLINE_ELEMENTS)
    block /= 2;
  return block;
}

/// Rows of a tile for each member of a group, no more than there are.
int64_t onlinePanel(const Online *o) {
  int64_t panel = onlineBlock(o) / o->groupSize, rows = 1;
  bool known = o->row < 0 || symExprIsConst(o->dims[o->row], &rows);
  if (known && rows < panel)
    panel = rows;
  return panel < 1 ? 1 : panel;
}

/// Those that lie so already are not, nor are they for one row.
bool onlineTurns(const Online *o) {
  const TirAccess *load = o->b;
  intptr_t key = tirBareIterator(o->scores->computes->targets->indices[o->key]);
  return o->row >= 0 && tirBareIterator(load->indices[load->rank - 1]) != key;
}

const char *const onlineMaps[ONLINE_MAX_MAPS] = {
    "map", "map_1", "map_2", "map_3", "map_4", "map_5", "map_6", "map_7"};
