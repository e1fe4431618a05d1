//===- Symbols.h - the symbols of a program, in the order of the ABI ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_TIR_SYMBOLS_H
#define RELAX_DIALECTS_TIR_SYMBOLS_H

#include "dialects/Sym/SymAttributes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The symbols that a `tir.func` defines, in order of definition: bare
/// dimensions of its arguments from the left, then its `symbols (...)` clause.
/// So lib/Runtime/KernelABI.h passes them. Returns their number; the array is
/// in the arena, the characters in the context.
size_t tirFuncSymbols(MlirOperation func, Arena *arena, StrRef **names);

/// A schedule or versions speak of what is in the program: passes that merge or
/// reorder programs leave it alone.
bool tirIsSettled(MlirOperation func);

/// The element type of the buffer that holds a tensor's elements: buffers know
/// bytes, operations know meanings. Unsigned integers lose their sign; an i8
/// holds the bits of floats of at most 8 bits, and in its low bits, below zeros,
/// those of 4- and 2-bit integers.
MlirType tirStoredType(MlirType element);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_TIR_SYMBOLS_H
