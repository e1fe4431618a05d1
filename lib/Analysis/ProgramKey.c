//===- ProgramKey.c - what makes two programs the same --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The key of a program is its text without its name, locations and the names of
// values: these are numbered in order.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/ProgramKey.h"

#include "lib/Bridge/Core/Blocks.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>

typedef struct ValueNumber {
  const void *key;
  intptr_t value;
} ValueNumber;

typedef struct KeyWriter {
  StrBuf *key;
  ValueNumber *numbers;
} KeyWriter;

static void define(KeyWriter *writer, MlirValue value) {
  hmput(writer->numbers, value.ptr, hmlen(writer->numbers));
  strBufAppendC(writer->key, " ");
  bridgePrintType(mlirValueGetType(value), writer->key);
}

static void writeAttributes(KeyWriter *writer, MlirOperation op) {
  MlirAttribute attributes = bridgeAttributesOf(op);
  for (intptr_t i = 0, e = mlirDictionaryAttrGetNumElements(attributes); i < e;
       ++i) {
    MlirNamedAttribute attribute = mlirDictionaryAttrGetElement(attributes, i);
    StrRef name = strRefFromMlir(mlirIdentifierStr(attribute.name));
    if (strRefEqual(name, strRefFromC("sym_name")))
      continue;
    strBufAppendC(writer->key, " ");
    strBufAppend(writer->key, name);
    strBufAppendC(writer->key, "=");
    bridgePrintAttribute(attribute.attribute, writer->key);
  }
}

/// Regions nest two deep: the program and its computes.
static void write(KeyWriter *writer, MlirOperation op) {
  strBufAppend(writer->key, bridgeOpName(op));
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    strBufAppendFormat(
        writer->key, " %%%ld",
        (long)mapEntry(writer->numbers, mlirOperationGetOperand(op, i).ptr)
            ->value);
  writeAttributes(writer, op);
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    define(writer, mlirOperationGetResult(op, i));
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r) {
    MlirBlock block = bridgeBlock(op, r);
    strBufAppendC(writer->key, " {");
    for (intptr_t i = 0, n = mlirBlockGetNumArguments(block); i < n; ++i)
      define(writer, mlirBlockGetArgument(block, i));
    for (MlirOperation inner = mlirBlockGetFirstOperation(block); inner.ptr;
         inner = mlirOperationGetNextInBlock(inner)) {
      strBufAppendC(writer->key, "\n");
      write(writer, inner);
    }
    strBufAppendC(writer->key, "}");
  }
}

void programKey(MlirOperation function, StrBuf *key) {
  KeyWriter writer = {key, NULL};
  write(&writer, function);
  hmfree(writer.numbers);
}
