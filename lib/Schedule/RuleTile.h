//===- RuleTile.h - a tile in registers and the loops around it -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to RuleTile.c and RuleTileLoops.c.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SCHEDULE_RULETILE_H
#define RELAX_SCHEDULE_RULETILE_H

#include "lib/Schedule/Rules.h"

/// That rows and columns are cut into, at most.
enum { MORE_LOOPS = 2 + 1 };

/// The loops over the target: those of the compute itself, or of what follows.
typedef struct Tile {
  Rules *r;
  const RuleCompute *compute, *next;
  intptr_t row, column; // iterators of `compute`
  MlirValue *loops;     // of the carrier, by iterator
  MlirValue groups, outerRow, innerRow, outerColumn, innerColumn;
  MlirValue *outer; // the outer loops, without batches that moved out
  int64_t *extents; // theirs
  intptr_t numOuter;
  int64_t rows, columns;
  int64_t group;    // of rows that tiles stay in; 0: none, or rows divide it
  bool masked;      // the last column of tiles
  intptr_t overlap; // the sum along which rows overlap; or -1
  MlirValue copied; // its loop
  RulePack rowPack, columnPack; // weights that are packed
} Tile;

/// Are tiles of rows of about the same size? Those of whole blocks of a pack,
/// and those of a group, are not.
bool tileIsBalanced(const Tile *t);
/// Cuts the carrier's loops over rows (or -1) and columns.
void tileSplitLoops(Tile *t, intptr_t row, intptr_t column);
/// Outer loops, with the one that has most rounds to share in front, or behind
/// batches: their number.
intptr_t tileOuterLoops(Tile *t, const RuleCompute *carrier, intptr_t row,
                        intptr_t column, MlirValue *order);
/// The rounds of the outer loops are for the threads, if there are some.
void tileShareRounds(Tile *t);

#endif // RELAX_SCHEDULE_RULETILE_H
