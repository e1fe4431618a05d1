//===- Import.h - GGUF models into the relax dialect ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Writes text, with comments, short names for types and lines that end: a model
// is a program that people read and change. The architecture is `llama`
// (Touvron et al. 2023), as the GGUF specification names its tensors and keys:
//
//   @forward(tokens, keys and values so far) -> logits of every token, keys and
//       values. Any number of tokens behind any context: prompts and single
//       steps are the same program.
//   @generate(prompt, max_tokens, stop, temperature, top_p, seed) -> tokens.
//       Emits each one as "token". Greedy where temperature <= 0, else drawn
//       from the smallest set of tokens of at least that probability. Ends
//       behind `stop` (-1: none), or where the context is full.
//
// A layer is a private function, one for each combination of element types of
// its weights, which lie in the file: f32, f16 or bf16. Everything is computed
// in f32.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_GGUF_IMPORT_H
#define RELAX_FRONTEND_GGUF_IMPORT_H

#include "lib/Runtime/GGUF/GGUF.h"

/// Appends the module's text. Paths of weights are relative to the folder of
/// the file. Tensors and keys that would be left out although they matter are
/// errors. `'m.gguf': tensor 'x': expected [64, 32], got [32, 64]`.
bool ggufImport(const char *path, StrBuf *text, RelaxError *error);
/// The same of a file that was read, which the text calls `weightsFile`;
/// messages do not name it.
bool ggufImportFile(const GgufFile *file, const char *weightsFile, StrBuf *text,
                    RelaxError *error);

#endif // RELAX_FRONTEND_GGUF_IMPORT_H
