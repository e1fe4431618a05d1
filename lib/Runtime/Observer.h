//===- Observer.h - who is told what a program hands out ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_OBSERVER_H
#define RELAX_RUNTIME_OBSERVER_H

#include "lib/Runtime/Tensor.h"

/// Zero-initialised: nobody, and what is emitted is dropped.
typedef struct RelaxObserver {
  void *user;
  /// Called in the thread of the call, for every `relax.emit` in the order of
  /// the program. Name and value are borrowed; the value is one of numbers or
  /// strings. False, with an error, ends the call.
  bool (*emit)(void *user, StrRef name, const RelaxTensor *value,
               RelaxError *error);
  /// Called for every element of every `relax.decide`, which has `*value`: may
  /// put another one there. Values are less than `below`, where that is not
  /// negative. The same rules.
  bool (*decide)(void *user, int64_t below, int64_t *value, RelaxError *error);
} RelaxObserver;

/// The elements of `out`, integers of any type, become those of `value`, or
/// what the observer says; `below` may be NULL. False with an error, which it is
/// that `value` has other elements or `below` is not one i64.
bool relaxObserverDecide(const RelaxObserver *observer,
                         const RelaxTensor *value, const RelaxTensor *below,
                         RelaxTensor *out, RelaxError *error);

#endif // RELAX_RUNTIME_OBSERVER_H
