//===- ValueText.h - tensors as text on the command line and in output ----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// In:  `2x3xf32=1 2 3 4 5 6`, `f32=3.5` (a scalar), `4xi64=0` (one value fills
//      all), `0x3xf32=` (no elements), `2xi1=true false`, inf, -inf, nan, hex
//      floats. Values are separated by blanks or commas. Integers are decimal
//      or 0x hex. Strings: `2xstring=one "a \"b\""`. Sequences and optionals:
//      `[2xf32=1 2; f32=3]`, `[]`, `{f32=3}`, `{}`.
// Out: MLIR's attribute text, which mlir-opt parses back to the same bits:
//      `dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>`, of a sequence an
//      array of them, of an optional `{value = ...}` or `{}`
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_VALUETEXT_H
#define RELAX_RUNTIME_VALUETEXT_H

#include "lib/Runtime/Tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Out-of-range integers, values that are no number and wrong counts are
/// refused: `expected 6 values or 1, got 5`.
bool relaxValueParse(StrRef text, RelaxTensor *out, RelaxError *error);

/// Stores a number as element `index`; false if the word is no value of the
/// dtype.
bool relaxElementParse(const char *word, RelaxTensor *tensor, int64_t index);

/// Appends the attribute text. Floats are the shortest decimals that read back
/// to the same value (those of at most 8 bits: to the same double), always with
/// a point; infinities and NaN are MLIR's hex
/// form. If `maxElements >= 0` and there are more, the rest is `...` (no longer
/// MLIR).
void relaxValuePrint(const RelaxTensor *tensor, int64_t maxElements,
                     StrBuf *out);
/// Appends element `index` alone, as above.
void relaxElementPrint(const RelaxTensor *tensor, int64_t index, StrBuf *out);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_VALUETEXT_H
