//===- Syntax.h - how operations look, for messages of the parser ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The tables are written from docs/reference by utils/syntax-gen.py when the
// tools are built.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_BRIDGE_CORE_SYNTAX_H
#define RELAX_BRIDGE_CORE_SYNTAX_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct SyntaxLine {
  const char *op, *text; // `relax.exp`, `%result = relax.exp %input : types`
} SyntaxLine;

/// By name; ends with NULLs.
extern const SyntaxLine syntaxLines[];
/// Types and attributes, `!relax.tensor`; words of the syntax. NULL-ended.
extern const char *const syntaxNames[], *const syntaxWords[];

/// Whether parse errors get a note with the syntax of their operation (they do,
/// unless told otherwise): `expected-error` tests would have to name each one.
void syntaxShowNotes(bool show);

#ifdef __cplusplus
}
#endif
#endif // RELAX_BRIDGE_CORE_SYNTAX_H
