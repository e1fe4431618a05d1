//===- ModuleSymbols.c - operations of a module by name -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/ModuleSymbols.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Support/Map.h"
#include "lib/Support/OutOfMemory.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

/// Strings are unique in their context: the pointer of a name is its key.
typedef struct NamedOp {
  const void *key;
  MlirOperation value;
} NamedOp;

/// Numbers below `value` are taken behind the name.
typedef struct FirstNumber {
  const void *key;
  uint64_t value;
} FirstNumber;

struct ModuleSymbols {
  MlirContext context;
  NamedOp *ops;         // stb_ds
  FirstNumber *numbers; // stb_ds
};

static const void *keyOf(const ModuleSymbols *symbols, StrRef name) {
  return mlirStringAttrGet(symbols->context, strRefToMlir(name)).ptr;
}

ModuleSymbols *moduleSymbolsCreate(MlirOperation module) {
  ModuleSymbols *symbols = calloc(1, sizeof(*symbols));
  if (!symbols)
    outOfMemory();
  symbols->context = mlirOperationGetContext(module);
  MlirBlock body = bridgeBody(module);
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    moduleSymbolsAdd(symbols, op);
  return symbols;
}

void moduleSymbolsDestroy(ModuleSymbols *symbols) {
  hmfree(symbols->ops);
  hmfree(symbols->numbers);
  free(symbols);
}

MlirOperation moduleSymbolsFind(const ModuleSymbols *symbols, StrRef name) {
  const NamedOp *entry = mapEntry(symbols->ops, keyOf(symbols, name));
  return entry ? entry->value : (MlirOperation){NULL};
}

void moduleSymbolsAdd(ModuleSymbols *symbols, MlirOperation op) {
  MlirAttribute name = mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("sym_name"));
  if (name.ptr && mlirAttributeIsAString(name))
    hmput(symbols->ops, (const void *)name.ptr, op);
}

void moduleSymbolsRemove(ModuleSymbols *symbols, StrRef name) {
  mapRemove(symbols->ops, keyOf(symbols, name));
  hmfree(symbols->numbers);
}

StrRef moduleSymbolsUnique(ModuleSymbols *symbols, StrRef base, Arena *arena) {
  if (!moduleSymbolsFind(symbols, base).ptr)
    return arenaCopyString(arena, base);
  const void *key = keyOf(symbols, base);
  const FirstNumber *known = mapEntry(symbols->numbers, key);
  uint64_t number = known ? known->value : 0;
  StrBuf text = {0};
  for (bool taken = true; taken; number += taken) {
    strBufFree(&text);
    text = (StrBuf){0};
    strBufAppendFormat(&text, "%.*s_%lu", (int)base.length, base.data,
                       (unsigned long)number);
    taken = moduleSymbolsFind(symbols, (StrRef){text.data, text.length}).ptr;
  }
  hmput(symbols->numbers, key, number);
  return arenaKeep(arena, &text);
}
