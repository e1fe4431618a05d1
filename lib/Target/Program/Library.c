//===- Library.c - calls of the op library to instructions ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Artefact.gen.h"
#include "dialects/Relax/Artefact.h"
#include "dialects/Relax/Target.h"
#include "dialects/Sym/SymAttributes.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Target/Program/Encoder.h"

#include <stb/stb_ds.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Attributes, in the words of lib/Runtime/Opcode.h
//===----------------------------------------------------------------------===//

typedef struct Words {
  Encoder *encoder;
  MlirOperation op;
  intptr_t firstIndex; // operand of "%0"
  uint32_t *words;     // stb_ds array
} Words;

static void appendString(Words *words, MlirStringRef text) {
  arrput(words->words,
         relaxProgramAddString(words->encoder->program, strRefFromMlir(text)));
}

static void appendWide(Words *words, uint64_t bits) {
  arrput(words->words, (uint32_t)bits);
  arrput(words->words, (uint32_t)(bits >> 32));
}

static void appendFloat(Words *words, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  appendWide(words, bits);
}

static void begin(Words *words, RelaxAttributeKind kind, intptr_t count) {
  arrput(words->words, (uint32_t)kind);
  arrput(words->words, (uint32_t)count);
}

static void appendSingle(Words *words, MlirAttribute value) {
  if (mlirAttributeIsAString(value)) {
    begin(words, RELAX_ATTRIBUTE_STRINGS, 1);
    appendString(words, mlirStringAttrGetValue(value));
  } else if (mlirAttributeIsAFloat(value)) {
    begin(words, RELAX_ATTRIBUTE_FLOATS, 1);
    appendFloat(words, mlirFloatAttrGetValueDouble(value));
  } else if (symIsExprAttr(value)) {
    begin(words, RELAX_ATTRIBUTE_EXTENTS, 1);
    arrput(words->words,
           encoderExpr(words->encoder, words->op, words->firstIndex, value));
  } else {
    begin(words, RELAX_ATTRIBUTE_INTS, 1);
    int64_t number = mlirAttributeIsAUnit(value) ? 1
                     : mlirAttributeIsABool(value)
                         ? mlirBoolAttrGetValue(value)
                         : mlirIntegerAttrGetValueInt(value);
    appendWide(words, (uint64_t)number);
  }
}

/// The name of an artefact, its back end, its text, and options as
/// "name=value".
static void appendArtefact(Words *words, MlirAttribute name) {
  MlirOperation op = bridgeFollow(words->op, name);
  RelaxTarget target =
      relaxTargetRead(bridgeFollow(op, relaxArtefactGetTarget(op)));
  intptr_t count =
      target.options.ptr ? mlirDictionaryAttrGetNumElements(target.options) : 0;
  StrBuf text = {0};
  relaxArtefactText(op, &text);
  begin(words, RELAX_ATTRIBUTE_STRINGS, count + 3);
  appendString(words, mlirFlatSymbolRefAttrGetValue(name));
  appendString(words, strRefToMlir(target.backend));
  appendString(words, strRefToMlir((StrRef){strBufText(&text), text.length}));
  for (intptr_t i = 0; i < count; ++i) {
    text.length = 0;
    relaxTargetOption(mlirDictionaryAttrGetElement(target.options, i), &text);
    appendString(words, strRefToMlir((StrRef){strBufText(&text), text.length}));
  }
  strBufFree(&text);
}

static bool isExprs(MlirAttribute list) {
  return mlirAttributeIsAArray(list) && mlirArrayAttrGetNumElements(list) &&
         symIsExprAttr(mlirArrayAttrGetElement(list, 0));
}

static void appendExprs(Words *words, MlirAttribute list) {
  intptr_t count = mlirArrayAttrGetNumElements(list);
  begin(words, RELAX_ATTRIBUTE_EXTENTS, count);
  for (intptr_t i = 0; i < count; ++i)
    arrput(words->words,
           encoderExpr(words->encoder, words->op, words->firstIndex,
                       mlirArrayAttrGetElement(list, i)));
}

static void appendValue(Words *words, MlirAttribute value) {
  if (isExprs(value)) {
    appendExprs(words, value);
    return;
  }
  if (mlirAttributeIsAFlatSymbolRef(value)) {
    appendArtefact(words, value);
    return;
  }
  intptr_t count = mlirAttributeIsAArray(value)
                       ? mlirArrayAttrGetNumElements(value)
                   : mlirAttributeIsADenseI64Array(value) ||
                           mlirAttributeIsADenseF32Array(value) ||
                           mlirAttributeIsADenseF64Array(value)
                       ? mlirDenseArrayGetNumElements(value)
                       : -1;
  if (count < 0) {
    appendSingle(words, value);
    return;
  }
  begin(words,
        mlirAttributeIsAArray(value)           ? RELAX_ATTRIBUTE_STRINGS
        : mlirAttributeIsADenseI64Array(value) ? RELAX_ATTRIBUTE_INTS
                                               : RELAX_ATTRIBUTE_FLOATS,
        count);
  for (intptr_t i = 0; i < count; ++i)
    if (mlirAttributeIsAArray(value))
      appendString(words,
                   mlirStringAttrGetValue(mlirArrayAttrGetElement(value, i)));
    else if (mlirAttributeIsADenseI64Array(value))
      appendWide(words, (uint64_t)mlirDenseI64ArrayGetElement(value, i));
    else
      appendFloat(words, mlirAttributeIsADenseF32Array(value)
                             ? (double)mlirDenseF32ArrayGetElement(value, i)
                             : mlirDenseF64ArrayGetElement(value, i));
}

static void appendAttributes(Words *words, MlirAttribute arguments) {
  intptr_t count =
      arguments.ptr ? mlirDictionaryAttrGetNumElements(arguments) : 0;
  for (intptr_t i = 0; i < count; ++i) {
    MlirNamedAttribute entry = mlirDictionaryAttrGetElement(arguments, i);
    appendString(words, mlirIdentifierStr(entry.name));
    appendValue(words, entry.attribute);
  }
}

//===----------------------------------------------------------------------===//
// The instruction
//===----------------------------------------------------------------------===//

StrRef encoderPlace(Encoder *encoder, MlirOperation op, StrRef subject) {
  StrBuf text = {0};
  if (bridgePrintPlace(mlirOperationGetLocation(op), &text))
    strBufAppendC(&text, ": ");
  strBufAppend(&text, subject);
  return arenaKeep(encoder->arena, &text);
}

static uint32_t placedMask(MlirOperation op) {
  MlirAttribute placed = vmCallLibraryGetPlaced(op);
  uint32_t mask = 0;
  for (intptr_t i = 0, e = vmCallLibraryGetNumPlaces(op); i < e; ++i)
    mask |= (uint32_t)1 << mlirDenseI64ArrayGetElement(placed, i);
  return mask;
}

MlirLogicalResult encoderEmitCallLibrary(Encoder *encoder, MlirOperation op) {
  intptr_t inputs = vmCallLibraryGetNumInputs(op);
  intptr_t places = vmCallLibraryGetNumPlaces(op);
  intptr_t count = mlirOperationGetNumResults(op);
  intptr_t firstPlace = mlirOperationGetNumOperands(op) - places;
  uint32_t *results = ARENA_ARRAY(encoder->arena, uint32_t, count);
  for (intptr_t i = 0; i < count; ++i)
    results[i] = encoderRegister(encoder, mlirOperationGetResult(op, i));
  Words words = {encoder, op, inputs, NULL};
  appendAttributes(&words, vmCallLibraryGetArguments(op));
  relaxEmitCallLibrary(
      encoder->emitter, encoderPlace(encoder, op, vmCallLibraryGetSubject(op)),
      vmCallLibraryGetFunction(op), (uint32_t)arrlen(words.words), words.words,
      (uint32_t)inputs, encoderRegisters(encoder, op, 0, inputs),
      placedMask(op), (uint32_t)places,
      encoderRegisters(encoder, op, firstPlace, places), (uint32_t)count,
      results);
  arrfree(words.words);
  return mlirLogicalResultSuccess();
}
