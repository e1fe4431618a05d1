//===- Strings.h - functions of the op library on texts -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_OPS_STRINGS_H
#define RELAX_RUNTIME_OPS_STRINGS_H

#include "lib/Runtime/Ops/Library.h"

/// Input `index`, which must be a tensor of strings; NULL after an error.
const RelaxTensor *libraryTexts(const LibraryCall *call, uint32_t index);
/// Output `index`: copies of the texts.
bool librarySetTexts(LibraryCall *call, uint32_t index, int32_t rank,
                     const int64_t *dims, const StrRef *texts);

#endif // RELAX_RUNTIME_OPS_STRINGS_H
