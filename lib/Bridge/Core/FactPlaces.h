//===- FactPlaces.h - where the text states facts -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The parser notes where each fact of a `where (...)` clause stands, in the
// location of the operation: a FusedLoc of it, whose metadata has the facts and
// their places. A fact that a pass made or changed has none.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_BRIDGE_FACTPLACES_H
#define RELAX_BRIDGE_FACTPLACES_H

#include "lib/Bridge/Core/Bridge.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Where the text states `fact`, a `#sym.fact` of `op`; else the place of `op`.
MlirLocation bridgeFactPlace(MlirOperation op, MlirAttribute fact);

#ifdef __cplusplus
}
#endif
#endif // RELAX_BRIDGE_FACTPLACES_H
