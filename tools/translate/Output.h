//===- Output.h - what relax-translate writes -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The functions print their errors and return the tool's exit status.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_TRANSLATE_OUTPUT_H
#define RELAX_TOOLS_TRANSLATE_OUTPUT_H

#include "lib/Runtime/File.h"
#include "mlir-c/IR.h"

/// Prints the error; always 1.
int translateFail(const char *message);
/// False after a message where `-o` names a file that cannot be, or machine code
/// would go to a terminal: before anything is done in vain.
bool translateCheckOutput(const char *path, bool binary);
/// Writes the text to the file `path` of `-o`, or to stdout where it is NULL or
/// `-`, and `files` that belong to it: all or nothing.
int translateWrite(const char *path, const StrBuf *text, RelaxFiles *files);
/// Writes a module that comes from the file `input`: `text`, or if that is
/// empty, what it prints. With `weights` (`--weights-out`, or NULL) the weights
/// are moved there, and the module is printed. Notes where weights lie.
int translateWriteModule(MlirModule module, const char *input, StrBuf *text,
                         const char *weights, const char *output);

#endif // RELAX_TOOLS_TRANSLATE_OUTPUT_H
