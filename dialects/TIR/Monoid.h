//===- Monoid.h - what a monoid combines with -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_TIR_MONOID_H
#define RELAX_DIALECTS_TIR_MONOID_H

#include "lib/Bridge/Core/Bridge.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The kind of `vector.reduction` that combines as the `tir.monoid` does: it
/// has one component, and combines it by one operation that is commutative, too
/// ("add", "maxsi", "and", ...). Empty for any other monoid.
StrRef tirMonoidKind(MlirOperation monoid);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_TIR_MONOID_H
