//===- Open.h - weight files by their path --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_WEIGHTS_OPEN_H
#define RELAX_FRONTEND_WEIGHTS_OPEN_H

#include "lib/Runtime/WeightFile/WeightFile.h"

/// NULL with a message that begins with the path.
RelaxWeightFile *weightsOpen(const char *path, RelaxError *error);

#endif // RELAX_FRONTEND_WEIGHTS_OPEN_H
