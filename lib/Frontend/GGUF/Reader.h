//===- Reader.h - a cursor over a GGUF file ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_GGUF_READER_H
#define RELAX_FRONTEND_GGUF_READER_H

#include "lib/Runtime/GGUF/Reader.h"

#endif // RELAX_FRONTEND_GGUF_READER_H
