//===- Nesting.h - how deeply a text nests --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// MLIR's parser descends recursively and has no limit of its own: 100,000 open
// brackets overflow its stack. So texts are looked over first.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SUPPORT_NESTING_H
#define RELAX_SUPPORT_NESTING_H

#include "lib/Support/StringRef.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  TEXT_MAX_NESTING = 256, // open brackets, or minus signs in a row
  TEXT_MAX_TERMS = 4096,  // of a sum: the parser of affine maps descends
};

/// NULL, or what is wrong at `*offset`: a bracket `( [ { <`, a minus sign or a
/// term too many. Strings and `//` comments are passed over. A `<` that is
/// closed by no `>` (a comparison) counts until the bracket around it is
/// closed.
const char *textNestingProblem(StrRef text, size_t *offset);

/// The offset of the first control character that no text has, or the length.
size_t textFindBinary(StrRef text);

#ifdef __cplusplus
}
#endif
#endif // RELAX_SUPPORT_NESTING_H
