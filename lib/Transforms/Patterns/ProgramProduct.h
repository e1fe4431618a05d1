//===- ProgramProduct.h - a product of matrices in a loop program ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_PATTERNS_PROGRAMPRODUCT_H
#define RELAX_TRANSFORMS_PATTERNS_PROGRAMPRODUCT_H

#include "lib/Bridge/Core/Bridge.h"

enum { PROGRAM_PRODUCT_MAX_RANK = 8 };

typedef struct ProgramProduct {
  MlirOperation compute;
  size_t number;        // of the compute among the operations of the body
  intptr_t left, right; // numbers of inputs
  bool transposed;      // the right one is read by columns
  bool alone;           // the program is nothing else
  MlirType type;        // of the buffer that it writes
} ProgramProduct;

/// How many of the program's arguments are inputs in a call of it.
intptr_t programNumInputs(MlirOperation program, MlirOperation call);

/// Looks for a product of two inputs that can be computed before the program:
/// its buffer is touched by nothing before, and read until it is written again.
bool programFindProduct(Arena *arena, MlirOperation program, MlirOperation call,
                        ProgramProduct *out);

/// Drops the compute of that number; `value` stands for what it wrote.
void programDropProduct(Arena *arena, MlirOperation program, size_t number,
                        MlirValue value);

#endif // RELAX_TRANSFORMS_PATTERNS_PROGRAMPRODUCT_H
