//===- Reference.h - places that hold a value -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A reference is a RelaxTensor of dtype RELAX_REF: a place with one value in it
// that may be replaced by another one. It is no container: what holds it may be
// what it holds. Such circles never lose their last reference, so all places of
// a call are in one list and are emptied when it ends; nothing that a call
// gives reaches one. Threads: as Storage.h says; the places of a list belong to
// one thread.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_REFERENCE_H
#define RELAX_RUNTIME_REFERENCE_H

#include "lib/Runtime/Tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The places that were made and are not gone; NULL without any.
typedef struct RelaxPlaces RelaxPlaces;

/// A new place, in the list that is made for the first one; takes over the
/// reference in `value`, also on failure.
bool relaxPlaceCreate(RelaxPlaces **places, RelaxTensor value, RelaxTensor *out,
                      RelaxError *error);
/// What it holds, borrowed until the next write.
const RelaxTensor *relaxPlaceRead(const RelaxTensor *reference);
/// Takes over the reference in `value`.
void relaxPlaceWrite(const RelaxTensor *reference, RelaxTensor value);
/// Empties all places and ends the list; those that are gone then leave nothing
/// behind.
void relaxPlacesEnd(RelaxPlaces **places);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_REFERENCE_H
