//===- ControlFlow.h - what regions give to their operation ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_RULES_CONTROLFLOW_H
#define RELAX_DIALECTS_RELAX_RULES_CONTROLFLOW_H

#include "dialects/Relax/Match.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What the relax.yield of `region` (for messages: `name`) gives is what the
/// results of `op` ask for, where symbols in `binds` stand for its extents and
/// the facts `guard` (may be null) hold. `strict`: without what only a check
/// shows.
MlirLogicalResult relaxVerifyYield(MlirOperation op, intptr_t region,
                                   const char *name, MlirAttribute binds,
                                   MlirAttribute guard, bool strict);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_RULES_CONTROLFLOW_H
