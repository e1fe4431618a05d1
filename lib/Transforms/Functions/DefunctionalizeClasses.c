//===- DefunctionalizeClasses.c - functions that become one data type -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Lattice.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Sym/NameList.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Support/Text.h"
#include "lib/Transforms/Functions/Defunctionalize.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// Types of functions
//===----------------------------------------------------------------------===//

/// A name that does not depend on those in the text.
static StrRef ownName(Arena *arena, intptr_t index) {
  StrBuf text = {0};
  strBufAppendFormat(&text, "k%ld", (long)index);
  return arenaKeep(arena, &text);
}

MlirType fnErased(Arena *arena, MlirType fn) {
  RelaxMatch match = {.arena = arena};
  SymNameList open = {.arena = arena};
  MlirContext context = mlirTypeGetContext(fn);
  const MlirAttribute *own, *rule;
  intptr_t numOwn = relaxFnTypeGetSymbols(fn, &own);
  MlirAttribute *names = ARENA_ARRAY(arena, MlirAttribute, numOwn + 1);
  for (intptr_t i = 0; i < numOwn; ++i) {
    StrRef name = ownName(arena, i);
    names[i] = mlirStringAttrGet(context, strRefToMlir(name));
    relaxMatchAddExpr(&match, bridgeText(own[i]), symExprSymbol(arena, name));
  }
  symWalkTypeSymbols(fn, symNameListAdd, &open);
  for (size_t i = 0; i < open.count; ++i)
    relaxMatchAddExpr(&match, open.names[i], symExprUnknown(arena));
  intptr_t numRule = relaxFnTypeGetRule(fn, &rule);
  return relaxFnTypeGet(
      context, numOwn, names,
      relaxMatchSubstitute(&match, relaxFnTypeGetSignature(fn)), numRule, rule,
      relaxFnTypeGetEffects(fn));
}

FnClass *fnClassOf(Defunctionalizing *d, MlirType fn) {
  if (!relaxIsFnType(fn) || relaxFnIsOpaque(fn))
    return NULL;
  MlirType key = fnErased(d->run->arena, fn);
  for (ptrdiff_t i = 0; i < arrlen(d->classes); ++i)
    if (mlirTypeEqual(d->classes[i].key, key))
      return &d->classes[i];
  return NULL;
}

/// A check can show the extents of a value of the type, or it has none to show.
static bool canCheck(Defunctionalizing *d, MlirType type) {
  SymNameList symbols = {.arena = d->run->arena};
  if (relaxIsTensorType(type) || relaxIsShapeType(type))
    return true;
  const FnClass *inner = fnClassOf(d, type);
  if (inner)
    return !inner->stays;
  symWalkTypeSymbols(type, symNameListAdd, &symbols);
  return symbols.count == 0;
}

bool fnCanCheck(Defunctionalizing *d, MlirType fn) {
  MlirType signature = relaxFnTypeGetSignature(fn);
  bool can = true;
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(signature); i < e; ++i)
    can &= canCheck(d, mlirFunctionTypeGetInput(signature, i));
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumResults(signature); i < e; ++i)
    can &= canCheck(d, mlirFunctionTypeGetResult(signature, i));
  return can;
}

bool fnVariantFields(Defunctionalizing *d, Variant *variant) {
  Arena *arena = d->run->arena;
  MlirType type = relaxFuncGetFunctionType(variant->callee);
  SymNameList bare = {.arena = arena}, all = bare;
  RelaxMatch match = {.arena = arena};
  variant->fields = ARENA_ARRAY(arena, MlirType, variant->numCaptured + 1);
  for (intptr_t i = 0; i < variant->numCaptured; ++i) {
    symWalkBareDims(mlirFunctionTypeGetInput(type, i), symNameListAdd, &bare);
    symWalkTypeSymbols(mlirFunctionTypeGetInput(type, i), symNameListAdd, &all);
  }
  // Another argument says what the others are.
  for (size_t i = 0; i < all.count; ++i) {
    intptr_t own = symNameListFind(&bare, all.names[i]);
    relaxMatchAddExpr(&match, all.names[i],
                      own < 0 ? symExprUnknown(arena)
                              : symExprSymbol(arena, ownName(arena, own)));
  }
  bool good = true;
  for (intptr_t i = 0; i < variant->numCaptured; ++i) {
    MlirType field = mlirFunctionTypeGetInput(type, i);
    variant->fields[i] = relaxMatchSubstitute(&match, field);
    good &= canCheck(d, field);
  }
  return good;
}
