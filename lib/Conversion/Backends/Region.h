//===- Region.h - inside of relax-generate-regions ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_BACKENDS_REGION_H
#define RELAX_CONVERSION_BACKENDS_REGION_H

#include "lib/Conversion/Backends/Backend.h"

/// The block of a function.
MlirBlock regionBody(MlirOperation function);
bool regionIsConstant(MlirOperation op);

/// Weights and constants that every call gives a region move into it (Bind.c).
void regionBindConstants(Arena *arena, MlirOperation module,
                         MlirOperation function);
/// Why no back end can be given the region; NULL if one can.
const char *regionObstacle(MlirOperation function);
/// The call of the artefact takes the place of the body, which runs where the
/// back end does not (Call.c).
void regionCallArtefact(const RelaxRegion *region, MlirAttribute artefact);

#endif // RELAX_CONVERSION_BACKENDS_REGION_H
