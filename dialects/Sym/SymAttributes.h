//===- SymAttributes.h - expressions and facts as MLIR attributes ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The bridge between lib/Sym, which knows no MLIR, and the attributes
// `#sym.expr` and `#sym.fact`. Views made here borrow the attribute's storage,
// which lives as long as the context; symbol lists are made in the arena.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_SYM_SYMATTRIBUTES_H
#define RELAX_DIALECTS_SYM_SYMATTRIBUTES_H

#include "dialects/Sym/Sym.gen.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The expression behind a `#sym.expr` attribute.
SymExpr symExprOf(Arena *arena, MlirAttribute attribute);
/// The attribute of an expression in normal form.
MlirAttribute symExprToAttribute(MlirContext context, SymExpr expr);
/// Shortcuts without an arena.
MlirAttribute symConstAttribute(MlirContext context, int64_t value);
MlirAttribute symSymbolAttribute(MlirContext context, StrRef name);
MlirAttribute symUnknownAttribute(MlirContext context);
bool symAttributeIsConst(MlirAttribute attribute, int64_t *value);
bool symAttributeIsUnknown(MlirAttribute attribute);
bool symAttributeIsSymbol(MlirAttribute attribute, StrRef *name);

SymFact symFactOf(Arena *arena, MlirAttribute attribute);
MlirAttribute symFactToAttribute(MlirContext context, SymFact fact);

/// Parses `where`-style facts after the opening parenthesis was consumed, up to and with `)`.
/// Returns an ArrayAttr of facts or null after an error.
MlirAttribute symParseFacts(BridgeParser parser);
/// Prints the facts of an ArrayAttr joined by ", ".
void symPrintFacts(MlirAttribute facts, StrBuf *out);
/// Parses `[expr, ...]` into attributes in `arena`; false after an error.
bool symParseDims(BridgeParser parser, Arena *arena, MlirAttribute **dims,
                  intptr_t *numDims);
/// Prints `[expr, ...]`.
void symPrintDims(const MlirAttribute *dims, intptr_t numDims, StrBuf *out);
void symPrintAttribute(MlirAttribute expr, StrBuf *out);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_SYM_SYMATTRIBUTES_H
