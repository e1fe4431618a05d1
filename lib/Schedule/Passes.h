//===- Passes.h - the table of passes that schedule -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SCHEDULE_PASSES_H
#define RELAX_SCHEDULE_PASSES_H

#include "lib/Bridge/Core/Pass.h"

/// All passes of this room, NULL-ended.
extern const RelaxPass *const relaxSchedulePasses[];

#endif // RELAX_SCHEDULE_PASSES_H
