//===- Signature.h - what a signature says beside types -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// docs/language/graph.md, "state is a value". The storage of a donated argument
// belongs to the function from the call on: what was in it may be overwritten.
// `reserve` is the capacity of that storage: it has room for these extents in
// the first dimensions, whatever the type says. A result `in %arg` lies in the
// storage of that argument, or in the larger one that took its place. A
// function that prepares weights says at each result which one it is,
// `{relax.prepares = @w}`.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_SIGNATURE_H
#define RELAX_DIALECTS_RELAX_SIGNATURE_H

#include "lib/Bridge/Core/Bridge.h"
#include "lib/Support/StringRef.h"

#ifdef __cplusplus
extern "C" {
#endif

/// False for a relax.func that is a declaration: a signature only.
bool relaxFuncHasBody(MlirOperation function);

/// Of a relax.func or vm.func.
bool relaxArgumentIsDonated(MlirOperation function, intptr_t index);
/// Its rows may lie apart: kernels alone read it.
bool relaxArgumentIsScattered(MlirOperation function, intptr_t index);
/// Lets them.
void relaxScatterArgument(MlirOperation function, intptr_t index);
/// Who calls it may go on while it waits: it has no effects.
bool relaxFuncIsConcurrent(MlirOperation function);
void relaxFuncSetConcurrent(MlirOperation function);
/// The capacity of dimension `axis`, or -1 if nothing is reserved for it.
int64_t relaxArgumentReserve(MlirOperation function, intptr_t index,
                             intptr_t axis);
/// The argument in which a result lies, or -1.
intptr_t relaxResultArgument(MlirOperation function, intptr_t index);

/// Is it a relax.func that prepares weights?
bool relaxPrepares(MlirOperation function);
/// The weight that a result of a relax.func is; empty: none.
StrRef relaxPreparedName(MlirOperation function, intptr_t result);
/// The result that the weight is; -1: none.
intptr_t relaxPreparedResult(MlirOperation function, StrRef weight);
/// A weight that is prepared is a result of its function (one of a lower level
/// stores its results itself), or one error.
MlirLogicalResult relaxCheckPrepared(MlirOperation weight);
/// The attributes of a result that is the weight, a reference.
MlirAttribute relaxPreparedAttributes(MlirAttribute weight);

/// The rules for the attributes of arguments and results.
MlirLogicalResult relaxVerifyDonation(MlirOperation function);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_SIGNATURE_H
