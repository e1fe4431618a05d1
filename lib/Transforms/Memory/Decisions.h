//===- Decisions.h - the kernels that a call ran --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The file that `relax-run --record-recompute=FILE` writes: the function that
// was called and its kernels in the order in which they ran, numbered by their
// first runs, so that a number that was there before is a kernel that ran again.
//
//   function step
//   0 fused_matmul_tanh
//   1 fused_matmul_multiply
//   0 fused_matmul_tanh
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_MEMORY_DECISIONS_H
#define RELAX_TRANSFORMS_MEMORY_DECISIONS_H

#include "lib/Support/Arena.h"
#include "lib/Support/StringRef.h"

typedef struct Decision {
  int64_t number;
  StrRef kernel;
  size_t line;
} Decision;

typedef struct Decisions {
  StrRef function;
  Decision *list; // all in the arena
  size_t count;
} Decisions;

/// False with a message.
bool decisionsRead(Arena *arena, StrRef text, Decisions *out, StrBuf *message);

#endif // RELAX_TRANSFORMS_MEMORY_DECISIONS_H
