//===- FuseReduced.h - products of which only a reduction is left ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
//   T[.., i, o] = f(sum of products)      a product or convolution, and maps
//   Y[.., o]    = g(reduction over i of T[.., i, o])
//
// becomes one program that goes through tiles of T: 64 places that are reduced
// by a few columns. T is nowhere in memory.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_FUSION_FUSEREDUCED_H
#define RELAX_TRANSFORMS_FUSION_FUSEREDUCED_H

#include "lib/Transforms/Fusion/FuseCalls.h"

/// All limits of the pass.
enum {
  REDUCED_ROWS = 64,      // of a tile
  REDUCED_COLUMNS = 64,   // of a tile
  REDUCED_LEAST_ROWS = 8, // else hardly any memory is saved
  REDUCED_MAX_LOOPS = 6,
  REDUCED_MAX_INPUTS = 32,
};

typedef struct Reduced {
  FuseGraph *graph;
  const FuseCall *product, *reduction;
  const TirAccess *load; // of the product's result, by the reduction
  intptr_t row, column;  // iterators of the reduction
  SymExpr rows, columns; // extents
  intptr_t numLoops;     // further iterators of it
  intptr_t loops[REDUCED_MAX_LOOPS];
} Reduced;

/// Is the call's program a reduction of what a product has computed for it
/// alone? (FuseReducedMatch.c)
bool reducedMatch(FuseGraph *graph, MlirOperation call, Reduced *out);
/// Builds the program (FuseReducedBuild.c). False, and nothing is built, if an
/// expression leaves the limits of lib/Sym.
bool reducedBuild(const Reduced *reduced, StrRef name, FusedProgram *program);

//===----------------------------------------------------------------------===//
// Inside the builder
//===----------------------------------------------------------------------===//

typedef struct ReducedBuilder {
  const Reduced *reduced;
  FuseBuilder base;
  MlirValue outer[REDUCED_MAX_LOOPS + 2]; // loops, columns, rows
  bool failed;
} ReducedBuilder;

static inline Arena *reducedArena(const ReducedBuilder *b) {
  return b->base.arena;
}

/// Gives the computes of the parsed program their bodies (FuseReducedTile.c).
void reducedFillTile(ReducedBuilder *b);

#endif // RELAX_TRANSFORMS_FUSION_FUSEREDUCED_H
