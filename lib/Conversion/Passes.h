//===- Passes.h - the table of passes from level to level -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_PASSES_H
#define RELAX_CONVERSION_PASSES_H

#include "lib/Bridge/Core/Pass.h"

/// All passes of this room, NULL-ended.
extern const RelaxPass *const relaxConversionPasses[];

#endif // RELAX_CONVERSION_PASSES_H
