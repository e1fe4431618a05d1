//===- Plain.c - instructions that are their operation, word for word -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// `vm.NAME` is the instruction NAME of lib/Runtime/Opcodes.def: operands of the
// instruction are the operation's result, or all as `results`, its operands in
// order, and its attributes by name.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Relax.h"
#include "lib/Analysis/ElementType.h"
#include "lib/Support/Map.h"
#include "lib/Target/Program/Encoder.h"

#include <string.h>

/// How far the operands are read.
typedef struct Plain {
  Encoder *encoder;
  MlirOperation op;
  intptr_t next;  // operand of the operation
  intptr_t first; // of those that expressions are over
} Plain;

static MlirAttribute attributeOf(const Plain *plain, const char *name) {
  return bridgeInherent(plain->op, name);
}

static void emitList(const Plain *plain, uint32_t count,
                     const uint32_t *items) {
  relaxEmitWord(plain->encoder->emitter, count);
  for (uint32_t i = 0; i < count; ++i)
    relaxEmitWord(plain->encoder->emitter, items[i]);
}

static uint32_t nextRegister(Plain *plain, const char *name) {
  MlirValue value = strcmp(name, "result") == 0
                        ? mlirOperationGetResult(plain->op, 0)
                        : mlirOperationGetOperand(plain->op, plain->next++);
  return encoderRegister(plain->encoder, value);
}

/// Of the result, or of what the operation is about.
static MlirLogicalResult elementWord(const Plain *plain, uint32_t *word) {
  MlirValue value = mlirOperationGetNumResults(plain->op)
                        ? mlirOperationGetResult(plain->op, 0)
                        : mlirOperationGetOperand(plain->op, 0);
  RelaxDType dtype;
  if (!relaxElementDType(relaxTensorInfoOf(value).elementType, &dtype))
    return encoderUnknownElement(plain->op);
  *word = (uint32_t)dtype;
  return mlirLogicalResultSuccess();
}

static uint32_t textWord(const Plain *plain, char letter,
                         MlirAttribute attribute) {
  StrRef text = bridgeText(attribute);
  if (letter == 'p')
    text = encoderPlace(plain->encoder, plain->op, text);
  return relaxProgramAddString(plain->encoder->program, text);
}

/// An operand of one word.
static MlirLogicalResult emitSingle(Plain *plain, char letter,
                                    const char *name) {
  Encoder *encoder = plain->encoder;
  MlirAttribute attribute = attributeOf(plain, name);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  uint32_t word = 0;
  if (letter == 'r')
    word = nextRegister(plain, name);
  else if (letter == 'd')
    outcome = elementWord(plain, &word);
  else if (letter == 'n')
    word = attribute.ptr ? (uint32_t)mlirIntegerAttrGetValueInt(attribute) : 0;
  else if (letter == 'b')
    word = attribute.ptr != NULL;
  else if (letter == 's' || letter == 'p')
    word = textWord(plain, letter, attribute);
  else if (letter == 'e')
    word = encoderExpr(encoder, plain->op, plain->first, attribute);
  else if (letter == 'f')
    word = encoderFact(encoder, plain->op, plain->first, attribute);
  else if (letter == 'F')
    outcome = encoderFindSymbol(plain->op, attribute, encoder->functions,
                                "vm.func", &word);
  else
    outcome = encoderFindSymbol(plain->op, attribute, encoder->weights,
                                "weight", &word);
  relaxEmitWord(encoder->emitter, word);
  return outcome;
}

static void emitMany(Plain *plain, char letter, const char *name) {
  Encoder *encoder = plain->encoder;
  uint32_t count;
  if (strcmp(name, "results") == 0) {
    intptr_t results;
    uint32_t *items = encoderResults(encoder, plain->op, &results);
    emitList(plain, (uint32_t)results, items);
    return;
  }
  if (letter == 'R') {
    count = (uint32_t)(mlirOperationGetNumOperands(plain->op) - plain->next);
    emitList(plain, count,
             encoderRegisters(encoder, plain->op, plain->next, count));
    return;
  }
  uint32_t *items = encoderExprs(encoder, plain->op, plain->first,
                                 attributeOf(plain, name), &count);
  emitList(plain, count, items);
}

/// All kinds of its operands are read here.
static bool isPlain(RelaxOpcode opcode) {
  const char *format = relaxOpcodeFormat(opcode);
  return strspn(format, "rdnbspefwFREk") == strlen(format);
}

MlirLogicalResult encoderEmitPlain(Encoder *encoder, MlirOperation op) {
  static const size_t prefix = sizeof "vm." - 1;
  StrRef name = bridgeOpName(op);
  RelaxOpcode opcode;
  if (!relaxOpcodeFind((StrRef){name.data + prefix, name.length - prefix},
                       &opcode) ||
      !isPlain(opcode))
    return bridgeEmitOpError(op, "is no instruction of the host program");
  Plain plain = {encoder, op, 0, 0};
  const char *format = relaxOpcodeFormat(opcode);
  for (size_t i = 0; format[i]; ++i)
    plain.first += format[i] == 'r' &&
                   strcmp(relaxOpcodeOperand(opcode, i), "result") != 0;
  relaxEmitWord(encoder->emitter, opcode);
  for (size_t i = 0; format[i]; ++i) {
    const char *operand = relaxOpcodeOperand(opcode, i);
    if (strchr("REk", format[i]))
      emitMany(&plain, format[i], operand);
    else if (mlirLogicalResultIsFailure(emitSingle(&plain, format[i], operand)))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}
