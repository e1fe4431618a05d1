//===- Emit.c - values for who runs the program ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Ops/Library.h"

bool libraryEmit(LibraryCall *call) {
  const RelaxObserver *observer = &call->observer;
  const RelaxTensor *value = libraryElements(call, 0);
  StrRef name = libraryString(call, "name", strRefFromC(""));
  return value && (!observer->emit ||
                   observer->emit(observer->user, name, value, call->error));
}
