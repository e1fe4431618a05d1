//===- StringText.h - strings and containers as text ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The parts of ValueText.h that are about no numbers.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_STRINGTEXT_H
#define RELAX_RUNTIME_STRINGTEXT_H

#include "lib/Runtime/Container.h"

/// Appends the text in quotes, with MLIR's escapes.
void relaxStringPrint(StrRef text, StrBuf *out);

/// The words of `text`, separated by blanks or commas: bare, or in quotes with
/// MLIR's escapes (`\"`, `\\`, `\n`, `\t`, two hexadecimal digits). `*words` is
/// an stb_ds array; the bytes lie in `*store`. False after an error.
bool relaxStringWords(StrRef text, StrRef **words, StrBuf *store,
                      RelaxError *error);

/// ONNX Cast between texts and the numbers of a tensor. Floats as the shortest
/// decimals that read back as the same number, `INF`, `-INF`, `NaN`; integers as
/// decimals, bools as 1 and 0. A text that is no number of the dtype is an error.
void relaxNumberToText(const RelaxTensor *tensor, int64_t index, StrBuf *out);
bool relaxNumberFromText(StrRef text, RelaxTensor *tensor, int64_t index,
                         RelaxError *error);

/// `[2xf32=1 2; f32=3]`, `{f32=3}`, `{}`.
bool relaxContainerParse(StrRef text, RelaxTensor *out, RelaxError *error);
/// `[dense<...> : ..., ...]`, `{value = dense<...> : ...}`, `{}`.
void relaxContainerPrint(const RelaxTensor *container, int64_t maxElements,
                         StrBuf *out);

#endif // RELAX_RUNTIME_STRINGTEXT_H
