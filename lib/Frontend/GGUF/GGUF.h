//===- GGUF.h - GGUF files, checked ---------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_GGUF_GGUF_H
#define RELAX_FRONTEND_GGUF_GGUF_H

#include "lib/Runtime/GGUF/GGUF.h" // the runtime reads weights with it

#endif // RELAX_FRONTEND_GGUF_GGUF_H
