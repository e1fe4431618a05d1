//===- Library.h - the op library of the runtime
//----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What `relax.call_library` reaches, by name. A function gets its inputs, which
// it must not change or keep, and makes its outputs. Its results are checked
// against their types by the caller. Threads: any, one call each.
//
// The reference interpreter has functions of its own for these names.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_OPS_LIBRARY_H
#define RELAX_RUNTIME_OPS_LIBRARY_H

#include "lib/Runtime/Tensor.h"

typedef struct RelaxLibraryFunction {
  const char *name; // "LIBRARY.FUNCTION"
  uint32_t numInputs, numOutputs;
  /// On failure no output is left behind.
  bool (*call)(const RelaxTensor *inputs, RelaxTensor *outputs,
               RelaxError *error);
} RelaxLibraryFunction;

/// NULL if there is none.
const RelaxLibraryFunction *relaxLibraryFind(StrRef name);
/// Appends "'a', 'b'".
void relaxLibraryNames(StrBuf *out);

/// Sort.c: the elements of the last dimension in ascending order, NaN last.
bool relaxLibrarySort(const RelaxTensor *inputs, RelaxTensor *outputs,
                      RelaxError *error);

#endif // RELAX_RUNTIME_OPS_LIBRARY_H
