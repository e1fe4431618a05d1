//===- Measured.h - what back ends saved when they were tried -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The file that `relax-run --measure-regions=FILE` writes, a line for each
// region and the extents that it was reached with:
//
//   main_dnn_0_code [1, 128, 384] [128] saves -1200 of 45000
//
// The artefact, the extents of what it is given in a call, and how many
// nanoseconds a call of the program is shorter with the back end (of how many).
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_PATTERNS_MEASURED_H
#define RELAX_TRANSFORMS_PATTERNS_MEASURED_H

#include "lib/Bridge/Core/Bridge.h"
#include "lib/Sym/Sym.h"

typedef struct MeasuredPoint {
  StrRef region;       // the name of its function
  const int64_t *dims; // of all inputs, one behind the other
  size_t numDims;
  const size_t *ranks;
  size_t numInputs;
  int64_t saved; // nanoseconds, negative: our own kernels are faster
  int64_t all;   // of the call with our own kernels
} MeasuredPoint;

typedef struct Measured {
  MeasuredPoint *points; // stb_ds
} Measured;

/// False with a message; free it in any case. Names live in the arena.
bool measuredRead(Arena *arena, StrRef text, Measured *out, StrBuf *message);
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
