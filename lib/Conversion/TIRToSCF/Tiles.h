//===- Tiles.h - loops that become straight code (internal) ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_TIRTOSCF_TILES_H
#define RELAX_CONVERSION_TIRTOSCF_TILES_H

#include "lib/Conversion/TIRToSCF/OpBuilder.h"

/// One function while its tiles are formed.
typedef struct Tiles {
  MlirOperation func;
  MlirValue *constants; // stb_ds: index constants at the top, by value
} Tiles;

/// An index constant at the top of the function.
MlirValue tileConstant(Tiles *t, int64_t value);
/// Lower bound, upper bound and step of an `scf.for`, if they are constants.
bool tileBounds(MlirOperation loop, int64_t bounds[3]);

/// An access by `vector.load`, `vector.store`, `memref.load` or `memref.store`.
typedef struct TileAccess {
  MlirValue memref;
  MlirValue value; // loaded or stored
  intptr_t first;  // operand that is the first index
  bool isStore;
} TileAccess;

bool tileAccessOf(MlirOperation op, TileAccess *out);
/// Memory that no pointer from elsewhere goes to.
bool tileIsLocal(MlirValue memref);

/// Is the value, which an operation of the body uses, made outside of it?
bool tileIsOutside(MlirValue value, MlirBlock body);
/// Moves what is the same in all rounds of an `scf.for` in front of it; loads
/// too, where the loop runs (which is `certain`, or follows from its bounds)
/// and writes local memory only (Hoist.c).
void tileHoist(MlirOperation loop, bool certain);
/// The same for the first branch of an `scf.if`: divisions and places.
void tileHoistFromArm(MlirOperation branch);
/// The rounds of an `scf.for` one after the other, if its bounds are constants,
/// or `rows` tells the least and the most of them, and the whole stays within
/// bounds (Unroll.c).
void tileUnroll(Tiles *t, MlirOperation loop, MlirAttribute rows);
/// A copy of the body of the loop, as it is in round `round` (GuardRows.c).
void tileCopyRound(Tiles *t, OpBuilder *b, MlirOperation loop, int64_t round);
/// The rounds of an `scf.for` from 0 to an extent between `low` and `high`,
/// those from `low` on in an operation `TILE_GUARDED` each behind the question
/// whether it is there (GuardRows.c).
#define TILE_GUARDED "scf.execute_region"
void tileGuardRows(Tiles *t, MlirOperation loop, int64_t low, int64_t high);
/// Is it such an operation, without results?
bool tileIsGuarded(MlirOperation op);
/// The operation again with results: `values[i]` where it is left behind its
/// block `i`.
MlirOperation tileYieldFromGuarded(MlirOperation guarded, MlirType *types,
                                   MlirValue **values, intptr_t count);
/// Local memory at constant places as values that an `scf.for` carries
/// (Registers.c).
void tilePromote(Tiles *t, MlirOperation loop);
/// Sums of products that an `scf.for` carries: scales move behind the loop, few
/// sums become more (Sums.c).
void tileEaseSums(MlirOperation loop);

#endif // RELAX_CONVERSION_TIRTOSCF_TILES_H
