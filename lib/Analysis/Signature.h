//===- Signature.h - public signatures only gain facts --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// An invariant of passes (docs/architecture.md, invariants): types and facts of
// public functions stay or become more precise, up to the names of symbols.
// Taken before a pass and looked at after it. What the new facts imply is the
// prover's to say.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_SIGNATURE_H
#define RELAX_ANALYSIS_SIGNATURE_H

#include "lib/Bridge/Core/Bridge.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A function of the graph level that others than the module may call.
bool functionIsPublic(MlirOperation function);

/// The public functions of the graph level in a module (or one function) at
/// one moment.
typedef struct Signatures Signatures;

Signatures *signaturesTake(MlirOperation root);
void signaturesFree(Signatures *signatures);

/// Every public function is still there, as `relax.func` or lowered to
/// `vm.func`; its types are equal or refined, and its facts follow from the new
/// ones (below the graph level they are checks in the body: not compared).
/// Otherwise an error at the function that names `pass`.
MlirLogicalResult signaturesCheck(const Signatures *signatures,
                                  MlirOperation root, StrRef pass);

#ifdef __cplusplus
}
#endif
#endif // RELAX_ANALYSIS_SIGNATURE_H
