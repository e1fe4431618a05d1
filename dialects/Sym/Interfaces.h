//===- Interfaces.h - what other dialects tell of symbols, for C ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to the dialect; Interfaces.hpp says what is asked.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_SYM_INTERFACES_H
#define RELAX_DIALECTS_SYM_INTERFACES_H

#include "dialects/Sym/SymAttributes.h"

#ifdef __cplusplus
extern "C" {
#endif

bool symSharesEntry(MlirOperation op);
bool symSeesAllSymbols(MlirOperation op);
bool symBindsAtEntry(MlirOperation function);
bool symTakesGiven(MlirOperation op);
/// The symbols that a type binds itself.
intptr_t symTypeSymbols(MlirType type, const MlirAttribute **symbols);

/// Called for the immediate parts of a type or an attribute, in the order of
/// its parameters; either may be NULL.
typedef struct SymParts {
  void (*attribute)(MlirAttribute part, void *userData);
  void (*type)(MlirType part, void *userData);
  void *userData;
} SymParts;
void symTypeWalkParts(MlirType type, const SymParts *parts);
void symAttributeWalkParts(MlirAttribute attribute, const SymParts *parts);

/// The same with what takes the place of each part.
typedef struct SymNewParts {
  MlirAttribute (*attribute)(MlirAttribute part, void *userData);
  MlirType (*type)(MlirType part, void *userData);
  void *userData;
} SymNewParts;
MlirType symTypeReplaceParts(MlirType type, const SymNewParts *parts);
MlirAttribute symAttributeReplaceParts(MlirAttribute attribute,
                                       const SymNewParts *parts);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_SYM_INTERFACES_H
