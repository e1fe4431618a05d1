//===- ResultNames.h - names of the results of one operation --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_BRIDGE_CORE_RESULTNAMES_H
#define RELAX_BRIDGE_CORE_RESULTNAMES_H

#include "lib/Bridge/Core/Bridge.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The name of a result of an operation that may have several, or "".
StrRef bridgeResultName(MlirOperation op, intptr_t index);
/// `loc` with the names of `count` results, empty ones for none, in the place of
/// those that it has.
MlirLocation bridgeWithResultNames(MlirLocation loc, intptr_t count,
                                   const StrRef *names);
/// Makes attributes of the names of several results, in `root` and below: the
/// generic form shows no others. Who reads the text makes names of them again.
void bridgeWriteResultNames(MlirOperation root);

#ifdef __cplusplus
}
#endif
#endif // RELAX_BRIDGE_CORE_RESULTNAMES_H
