//===- Arithmetic.h - operations that count as arithmetic -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_ARITHMETIC_H
#define RELAX_ANALYSIS_ARITHMETIC_H

#include "lib/Bridge/Core/Bridge.h"

/// Has the operation one of the names? NULL ends the list.
bool isNamedOneOf(MlirOperation op, const char *const *names);

/// One multiply-add for an element: a product, a sum of something else, a
/// division, a call of a function such as `exp`; not of indices. A sum of a
/// product is counted with that.
bool isMultiplyAdd(MlirOperation op);

/// The multiply-adds of a `tir.func` where its symbols have these values, a
/// function such as `log` as many as take its time; of
/// loops whose rounds differ, the round in the middle stands for all. False
/// where that depends on elements, or leaves 64 bits.
bool multiplyAddsOfProgram(Arena *arena, MlirOperation program,
                           const StrRef *symbols, const int64_t *values,
                           size_t count, int64_t *out);

#endif // RELAX_ANALYSIS_ARITHMETIC_H
