//===- Merge.h - equal symbols become one ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_SYMBOLS_MERGE_H
#define RELAX_TRANSFORMS_SYMBOLS_MERGE_H

#include "lib/Analysis/Facts.h"

/// Symbols that one place binds: the arguments of a function, or a check. Set
/// the first three fields, the others to zero.
typedef struct Merge {
  Arena *arena;
  MlirOperation function;
  MlirOperation binder; // the function, or a relax.match_cast in it
  StrRef *own;          // stay bound; stb_ds, in the order of their definers
  Facts facts;          // of the binder, without what has gone
  StrRef *names;        // stb_ds; what goes
  SymExpr *values;      // stb_ds; what stands for it, without any of them
  SymStatus status;     // else `failed` cannot be replaced
  StrRef failed;
} Merge;

/// Fills in everything but what is set.
void mergeSolve(Merge *merge);
void mergeFree(Merge *merge);

/// What checks bind to an extent that their operand has already, with that
/// extent for it (MergeExtents.c). The checks compare it from now on.
void mergeFindExtents(Merge *merge);
/// A check does not bind `name` any more: its dimension is compared instead.
void mergeDropBinding(MlirOperation binder, StrRef name);

/// Replaces the symbols in the body of the function `merge->binder`, whose
/// arguments keep their types: a relax.match_cast at the entry gives each of
/// them as the body has it. Symbols of arguments that nothing can check stay,
/// and are dropped from `merge`. The number of checks is added to `*casts`.
SymStatus mergeInBody(Merge *merge, uint64_t *casts);

#endif // RELAX_TRANSFORMS_SYMBOLS_MERGE_H
