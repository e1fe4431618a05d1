//===- Measured.h - what back ends saved when they were tried -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The file that `relax-run --measure-regions=FILE` writes: a line for each call,
// with the extents of its inputs, and under it one for each region that it
// reached, with the extents that this is given. Behind what was measured of the
// program with regions stands what was measured of the one without:
//
//   call main [1, 128] takes 45000, by back ends 47000
//   main_dnn_0_code [1, 128, 384] [128] saves -1200
//   call main [1, 128] takes 44000
//
// All are nanoseconds: our own kernels for all regions, back ends for all, what
// a call is shorter with that back end alone, our own kernels without borders.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_PATTERNS_MEASURED_H
#define RELAX_TRANSFORMS_PATTERNS_MEASURED_H

#include "lib/Bridge/Core/Bridge.h"
#include "lib/Sym/Sym.h"

/// Of all inputs, one behind the other.
typedef struct MeasuredExtents {
  const int64_t *dims;
  size_t numDims;
  const size_t *ranks;
  size_t numInputs;
} MeasuredExtents;

/// A call of the program with regions or, with `library` < 0, without.
typedef struct MeasuredCall {
  StrRef name;
  MeasuredExtents extents;
  int64_t own, library; // nanoseconds
  size_t line;
} MeasuredCall;

/// Shares are millionths of the call without regions, so that short calls count
/// like long ones.
enum { MEASURED_WHOLE = 1000000 };

typedef struct MeasuredPoint {
  StrRef region; // the name of its function
  MeasuredExtents extents;
  size_t call;   // its number
  int64_t saved; // nanoseconds, negative: our own kernels are faster
  int64_t gain;  // share that its back end saves of a call without borders
  int64_t loss;  // share that its borders cost where our own kernels run
  int64_t least; // share that pays
} MeasuredPoint;

typedef struct Measured {
  MeasuredCall *calls;   // stb_ds
  MeasuredPoint *points; // stb_ds, in the order of their calls
} Measured;

/// False with a message; free it in any case. Names live in the arena.
bool measuredRead(Arena *arena, StrRef text, Measured *out, StrBuf *message);
/// What each point means for its call (MeasuredJudge.c), the same.
bool measuredJudge(Measured *measured, StrBuf *message);
void measuredFree(Measured *measured);

/// What to do with a region.
typedef enum MeasuredChoice {
  MEASURED_LIBRARY, // the back end, also where nothing was measured
  MEASURED_OWN,
  MEASURED_BY_SIZE, // as the guard says
} MeasuredChoice;

/// Decides for a call of the region, whose inputs have those extents; `size`
/// grows with what the region does. `*guard` holds where the back end is to
/// run. False with a message where what was measured is of another program.
bool measuredChoose(Arena *arena, const Measured *measured, StrRef region,
                    const MlirValue *inputs, size_t numInputs, SymExpr size,
                    MeasuredChoice *choice, SymFact *guard, StrBuf *message);

#endif // RELAX_TRANSFORMS_PATTERNS_MEASURED_H
