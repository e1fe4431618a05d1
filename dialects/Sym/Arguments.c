//===- Arguments.c - attributes of a function's arguments -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Arguments.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"

/// All attributes of an argument; null if none has any, or that one came later.
static MlirAttribute attributesOf(MlirAttribute all, intptr_t index) {
  return all.ptr && index < mlirArrayAttrGetNumElements(all)
             ? mlirArrayAttrGetElement(all, index)
             : (MlirAttribute){NULL};
}

MlirAttribute symArgumentAttribute(MlirOperation function, intptr_t index,
                                   const char *name) {
  MlirAttribute own =
      attributesOf(bridgeInherent(function, "arg_attrs"), index);
  return own.ptr ? mlirDictionaryAttrGetElementByName(
                       own, mlirStringRefCreateFromCString(name))
                 : own;
}

/// The dictionary with a further entry.
static MlirAttribute with(Arena *arena, MlirAttribute own,
                          MlirNamedAttribute added) {
  intptr_t count = own.ptr ? mlirDictionaryAttrGetNumElements(own) : 0,
           kept = 0;
  MlirNamedAttribute *entries =
      ARENA_ARRAY(arena, MlirNamedAttribute, count + 1);
  for (intptr_t i = 0; i < count; ++i) {
    MlirNamedAttribute entry = mlirDictionaryAttrGetElement(own, i);
    if (!mlirIdentifierEqual(entry.name, added.name))
      entries[kept++] = entry;
  }
  entries[kept++] = added;
  return mlirDictionaryAttrGet(mlirAttributeGetContext(added.attribute), kept,
                               entries);
}

void symInsertArgumentAttributes(MlirOperation function, intptr_t index) {
  MlirContext context = mlirOperationGetContext(function);
  MlirAttribute all = bridgeInherent(function, "arg_attrs");
  intptr_t count = bridgeLength(all);
  if (index >= count)
    return;
  Arena *arena = arenaCreate();
  MlirAttribute *each = ARENA_ARRAY(arena, MlirAttribute, count + 1);
  for (intptr_t i = 0; i <= count; ++i)
    each[i] = i == index ? mlirDictionaryAttrGet(context, 0, NULL)
                         : mlirArrayAttrGetElement(all, i > index ? i - 1 : i);
  mlirOperationSetInherentAttributeByName(
      function, mlirStringRefCreateFromCString("arg_attrs"),
      mlirArrayAttrGet(context, count + 1, each));
  arenaDestroy(arena);
}

void symSetArgumentAttribute(MlirOperation function, intptr_t index,
                             const char *name, MlirAttribute value) {
  MlirContext context = mlirOperationGetContext(function);
  MlirAttribute all = bridgeInherent(function, "arg_attrs");
  intptr_t count = mlirFunctionTypeGetNumInputs(
      mlirTypeAttrGetValue(bridgeInherent(function, "function_type")));
  MlirNamedAttribute added = mlirNamedAttributeGet(
      mlirIdentifierGet(context, mlirStringRefCreateFromCString(name)), value);
  Arena *arena = arenaCreate();
  MlirAttribute *each = ARENA_ARRAY(arena, MlirAttribute, count);
  for (intptr_t i = 0; i < count; ++i) {
    each[i] = attributesOf(all, i);
    if (i == index)
      each[i] = with(arena, each[i], added);
    else if (!each[i].ptr)
      each[i] = mlirDictionaryAttrGet(context, 0, NULL);
  }
  mlirOperationSetInherentAttributeByName(
      function, mlirStringRefCreateFromCString("arg_attrs"),
      mlirArrayAttrGet(context, count, each));
  arenaDestroy(arena);
}
