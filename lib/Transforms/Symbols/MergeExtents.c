//===- MergeExtents.c - symbols of checks that have an extent already -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// An importer binds a symbol to an extent that it does not know. When it is
// deduced, the symbol is another name of it, and what was computed for one of
// them meets what was computed for the other.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Region.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Sym/Parts.h"
#include "lib/Transforms/Symbols/Merge.h"

#include <stb/stb_ds.h>

void mergeDropBinding(MlirOperation binder, StrRef name) {
  MlirAttribute binds = relaxMatchCastGetBinds(binder);
  intptr_t count = mlirArrayAttrGetNumElements(binds), kept = 0;
  MlirAttribute *rest = NULL;
  for (intptr_t i = 0; i < count; ++i) {
    MlirAttribute element = mlirArrayAttrGetElement(binds, i);
    if (!strRefEqual(bridgeText(element), name)) {
      arrput(rest, element);
      ++kept;
    }
  }
  MlirContext context = mlirOperationGetContext(binder);
  relaxMatchCastSetBinds(binder, kept ? mlirArrayAttrGet(context, kept, rest)
                                      : (MlirAttribute){NULL});
  arrfree(rest);
}

/// One symbol: later extents may be those of symbols that have gone.
static void addExtent(Merge *merge, MlirOperation cast, StrRef name,
                      SymExpr extent) {
  SymStatus status =
      symExprSubstitute(merge->arena, extent, merge->names, merge->values,
                        arrlenu(merge->names), &extent);
  if (status != SYM_OK) {
    merge->status = status;
    merge->failed = name;
    return;
  }
  if (symExprIsLarge(extent))
    return; // that is what it was bound for
  arrput(merge->names, arenaCopyString(merge->arena, name));
  arrput(merge->values, extent);
  mergeDropBinding(cast, name);
}

static MlirWalkResult addExtents(MlirOperation op, void *userData) {
  Merge *merge = userData;
  const MlirAttribute *from, *to;
  StrRef name;
  if (!relaxIsMatchCast(op) || !relaxMatchCastGetBinds(op).ptr)
    return MlirWalkResultAdvance;
  intptr_t rank =
      symTypeDims(mlirValueGetType(mlirOperationGetResult(op, 0)), &to);
  if (symTypeDims(mlirValueGetType(mlirOperationGetOperand(op, 0)), &from) !=
      rank)
    return MlirWalkResultAdvance;
  for (intptr_t d = 0; d < rank && merge->status == SYM_OK; ++d) {
    MlirAttribute binds = relaxMatchCastGetBinds(op);
    if (binds.ptr && symAttributeIsSymbol(to[d], &name) &&
        symNamesHave(binds, name) && !symAttributeIsUnknown(from[d]))
      addExtent(merge, op, name, symExprOf(merge->arena, from[d]));
  }
  return MlirWalkResultAdvance;
}

void mergeFindExtents(Merge *merge) {
  mlirOperationWalk(merge->function, addExtents, merge, MlirWalkPreOrder);
}
