//===- Calibration.h - how large the values at a border are ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_PATTERNS_CALIBRATION_H
#define RELAX_TRANSFORMS_PATTERNS_CALIBRATION_H

#include "lib/Bridge/Core/Bridge.h"
#include "lib/Runtime/Error.h"

/// The largest magnitude in FOLDER/NAME.0.WHATINDEX.npy, NAME.1., ..., which
/// `relax-run --save-regions` wrote; `what` is "in" or "out". False with an
/// error where there is none, or one is no f32 of that type, or has NaN or
/// infinity.
bool calibrationLargest(const char *folder, StrRef name, const char *what,
                        intptr_t index, MlirType type, double *out,
                        RelaxError *error);

#endif // RELAX_TRANSFORMS_PATTERNS_CALIBRATION_H
