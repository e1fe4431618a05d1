//===- Artefact.h - what back ends made of regions ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_ARTEFACT_H
#define RELAX_DIALECTS_RELAX_ARTEFACT_H

#include "lib/Bridge/Core/Bridge.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Appends the lines of a `relax.artefact`, with line ends between them.
void relaxArtefactText(MlirOperation artefact, StrBuf *out);

/// Whether `name` is a `relax.artefact`; an error of `op` if not.
MlirLogicalResult relaxVerifyArtefact(MlirOperation op,
                                      BridgeSymbolTables tables,
                                      MlirAttribute name);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_ARTEFACT_H
