//===- FuseOnlineBuild.h - a tiled softmax while it is built ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_FUSION_FUSEONLINEBUILD_H
#define RELAX_TRANSFORMS_FUSION_FUSEONLINEBUILD_H

#include "lib/Transforms/Fusion/FuseOnline.h"

enum { ONLINE_MAX_LOOPS = 8 };

typedef struct OnlineBuilder {
  const Online *online;
  FuseBuilder base;
  MlirBlock body;                        // of the program
  intptr_t numLoops;                     // around rows
  intptr_t loops[ONLINE_MAX_LOOPS];      // their dimensions
  MlirValue outer[ONLINE_MAX_LOOPS + 2]; // iterators of loops, rows and keys
  bool failed;
} OnlineBuilder;

static inline Arena *onlineArena(const OnlineBuilder *b) {
  return b->online->graph->arena;
}

/// The program's buffers, without a function yet.
void onlineAddArguments(OnlineBuilder *b);
/// Rows and keys of a tile (FuseOnlineSizes.c).
int64_t onlineBlock(const Online *o);
/// Rows of a tile for each member of a group.
int64_t onlinePanel(const Online *o);
/// Are keys put beside each other, as lanes of the product?
bool onlineTurns(const Online *o);
/// Names of the computes of maps.
extern const char *const onlineMaps[ONLINE_MAX_MAPS];

/// Gives the computes of the parsed program their bodies (FuseOnlineTile.c).
void onlineFillTile(OnlineBuilder *b);

#endif // RELAX_TRANSFORMS_FUSION_FUSEONLINEBUILD_H
