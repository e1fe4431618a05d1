//===- Walk.h - the symbols in types and attributes -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_SYM_WALK_H
#define RELAX_DIALECTS_SYM_WALK_H

#include "dialects/Sym/SymAttributes.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef void (*SymVisitor)(StrRef name, void *userData);

/// The dimensions of a `!relax.tensor`, `!relax.shape` or `!tir.buffer`; 0 of
/// anything else.
intptr_t symTypeDims(MlirType type, const MlirAttribute **dims);
/// The same dimensions, expression by expression.
bool symTypesHaveSameDims(MlirType a, MlirType b);
/// Calls `visit` for every symbol in a type (tuples and functions included).
void symWalkTypeSymbols(MlirType type, SymVisitor visit, void *userData);
/// For visitors that look for one name.
typedef struct SymMatch {
  StrRef name;
  bool found;
} SymMatch;
void symMatchName(StrRef name, void *match);
bool symTypeHasSymbol(MlirType type, StrRef name);
/// Every symbol in the types of the values that an operation defines: of its
/// results and of the arguments of its regions.
void symWalkDefinedSymbols(MlirOperation op, SymVisitor visit, void *userData);
/// Every bare dimension in a type (those in tuples included): what a type of an
/// entry argument can bind. Not `h` of `[i : b, h, len[i]]`: memory is a
/// `[h * sum(len)]`.
void symWalkBareDims(MlirType type, SymVisitor visit, void *userData);
/// Every symbol in an attribute: expressions, facts, arrays, values of
/// dictionaries.
void symWalkAttributeSymbols(MlirAttribute attribute, SymVisitor visit,
                             void *userData);
/// Every symbol in the inherent and other attributes of an operation, its types
/// left out. Names that stand for SSA operands ('%' in front) are left out.
void symWalkOperationSymbols(MlirOperation op, SymVisitor visit,
                             void *userData);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_SYM_WALK_H
