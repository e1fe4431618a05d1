//===- Weights.h - what a file of weights holds ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// For who writes a program by hand: the tensors of a file as a table, and as
// the `relax.weight` lines that the program begins with.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_WEIGHTS_WEIGHTS_H
#define RELAX_FRONTEND_WEIGHTS_WEIGHTS_H

#include "lib/Runtime/Error.h"
#include "mlir-c/IR.h"

/// Appends one line for each tensor of a file (WeightFile.h, or
/// the initializers of an ONNX model, if the path ends in `.onnx`): name, type,
/// offset in the file (`-` where the bytes do not lie in it as they are),
/// bytes. Columns are two blanks apart at least. A name with characters that
/// are no letters, digits, `_`, `.`, `-`, `/` or `:` is quoted as in the text
/// of a program.
bool weightsList(const char *path, StrBuf *out, RelaxError *error);

/// A module with a `relax.weight` for every entry, named as the entry, with the
/// SHA-256 of its bytes (unless they are more than twice those of the file and
/// 64 MiB). Null with a message; an entry of unknown type is refused.
MlirModule weightsImport(MlirContext context, const char *path,
                         RelaxError *error);

#endif // RELAX_FRONTEND_WEIGHTS_WEIGHTS_H
