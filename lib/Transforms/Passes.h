//===- Passes.h - the table of passes on one level ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_PASSES_H
#define RELAX_TRANSFORMS_PASSES_H

#include "lib/Bridge/Core/Pass.h"

/// All passes of this room, NULL-ended.
extern const RelaxPass *const relaxTransformsPasses[];

#endif // RELAX_TRANSFORMS_PASSES_H
