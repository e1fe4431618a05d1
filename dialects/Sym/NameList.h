//===- NameList.h - lists of names of symbols -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_SYM_NAMELIST_H
#define RELAX_DIALECTS_SYM_NAMELIST_H

#include "dialects/Sym/SymAttributes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Names of symbols, each once, in the order in which they came. Zero but for
/// the arena at first; the characters are borrowed.
typedef struct SymNameList {
  Arena *arena;
  StrRef *names;
  size_t count, capacity;
} SymNameList;

/// The place of a name, or -1.
intptr_t symNameListFind(const SymNameList *list, StrRef name);
/// Adds a name that is not there. A SymVisitor (Walk.h) over a SymNameList.
void symNameListAdd(StrRef name, void *list);
/// Those of some facts (an ArrayAttr or null) that are over names of the list
/// alone: outlining takes them along (docs/language/symbols.md, rule 4). Null
/// for none.
MlirAttribute symNameListFacts(const SymNameList *list, MlirAttribute facts);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_SYM_NAMELIST_H
