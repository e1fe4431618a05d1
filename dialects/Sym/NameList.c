//===- NameList.c - lists of names of symbols -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/NameList.h"
#include "dialects/Sym/Walk.h"

intptr_t symNameListFind(const SymNameList *list, StrRef name) {
  for (size_t i = 0; i < list->count; ++i)
    if (strRefEqual(list->names[i], name))
      return (intptr_t)i;
  return -1;
}

void symNameListAdd(StrRef name, void *userData) {
  SymNameList *list = userData;
  if (symNameListFind(list, name) >= 0)
    return;
  list->names = arenaGrow(list->arena, list->names, list->count,
                          &list->capacity, sizeof *list->names);
  list->names[list->count++] = name;
}

typedef struct Concern {
  const SymNameList *list;
  bool all, any;
} Concern;

static void concerns(StrRef name, void *userData) {
  Concern *concern = userData;
  bool known = symNameListFind(concern->list, name) >= 0;
  concern->all &= known;
  concern->any |= known;
}

MlirAttribute symNameListFacts(const SymNameList *list, MlirAttribute facts) {
  if (!facts.ptr)
    return facts;
  intptr_t total = mlirArrayAttrGetNumElements(facts), kept = 0;
  MlirAttribute *some = ARENA_ARRAY(list->arena, MlirAttribute, total);
  for (intptr_t i = 0; i < total; ++i) {
    MlirAttribute fact = mlirArrayAttrGetElement(facts, i);
    Concern concern = {list, true, false};
    symWalkAttributeSymbols(fact, concerns, &concern);
    if (concern.all && concern.any)
      some[kept++] = fact;
  }
  return kept ? mlirArrayAttrGet(mlirAttributeGetContext(facts), kept, some)
              : mlirAttributeGetNull();
}

static bool isUsed(StrRef name, const StrRef *used, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (strRefEqual(used[i], name))
      return true;
  return false;
}

StrRef symFreshName(Arena *arena, StrRef base, const StrRef *used,
                    size_t count) {
  StrRef name = arenaCopyString(arena, base);
  StrBuf text = {0};
  for (size_t i = 0; isUsed(name, used, count); ++i) {
    text.length = 0;
    strBufAppend(&text, base);
    strBufAppendFormat(&text, "_%zu", i);
    name = arenaCopyString(arena, (StrRef){text.data, text.length});
  }
  strBufFree(&text);
  return name;
}
