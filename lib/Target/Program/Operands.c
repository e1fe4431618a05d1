//===- Operands.c - registers and expressions of instructions -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/SymAttributes.h"
#include "lib/Support/Map.h"
#include "lib/Sym/Operand.h"
#include "lib/Target/Program/Encoder.h"

#include <assert.h>
#include <stb/stb_ds.h>

uint32_t encoderRegister(Encoder *encoder, MlirValue value) {
  ptrdiff_t index = mapFind(encoder->registers, (void *)value.ptr);
  if (index >= 0)
    return encoder->registers[index].value;
  uint32_t fresh =
      relaxFunctionNewRegister(encoder->program, encoder->emitter.function);
  hmput(encoder->registers, (void *)value.ptr, fresh);
  return fresh;
}

uint32_t *encoderRegisters(Encoder *encoder, MlirOperation op, intptr_t begin,
                           intptr_t count) {
  uint32_t *list = ARENA_ARRAY(encoder->arena, uint32_t, count);
  for (intptr_t i = 0; i < count; ++i)
    list[i] = encoderRegister(encoder, mlirOperationGetOperand(op, begin + i));
  return list;
}

/// The register of "%k" and a name for it in messages.
static uint32_t operandOf(Encoder *encoder, MlirOperation op, intptr_t first,
                          StrRef symbol, StrRef *name) {
  intptr_t index = symOperandNumber(symbol);
  if (index < 0) {
    bridgeEmitOpError(op,
                      "symbol '%.*s' has no value here: expected values "
                      "only in its expressions",
                      SPREAD(symbol));
    encoder->failed = true;
    *name = symbol;
    return 0;
  }
  MlirValue value = mlirOperationGetOperand(op, first + index);
  uint32_t reg = encoderRegister(encoder, value);
  MlirOperation definer = bridgeDefiner(value);
  *name = (StrRef){"", 0};
  if (definer.ptr)
    *name = bridgeLocationName(mlirOperationGetLocation(definer));
  if (!name->length)
    *name = arenaFormat(encoder->arena, "s%u", reg);
  return reg;
}

/// Two registers of one name would be one symbol: the later gets its number.
static void makeUnique(Encoder *encoder, StrRef *names,
                       const uint32_t *registers, size_t index) {
  for (size_t i = 0; i < index; ++i) {
    if (!strRefEqual(names[i], names[index]) ||
        registers[i] == registers[index])
      continue;
    names[index] = arenaFormat(encoder->arena, "%.*s_%u", SPREAD(names[index]),
                               registers[index]);
    return;
  }
}

static uint32_t addExpr(Encoder *encoder, MlirOperation op, intptr_t first,
                        SymExpr expr) {
  Arena *arena = encoder->arena;
  size_t count = expr.numSymbols;
  StrRef *names = ARENA_ARRAY(arena, StrRef, count);
  uint32_t *registers = ARENA_ARRAY(arena, uint32_t, count);
  SymExpr *values = ARENA_ARRAY(arena, SymExpr, count);
  for (size_t i = 0; i < count; ++i) {
    registers[i] = operandOf(encoder, op, first, expr.symbols[i], &names[i]);
    makeUnique(encoder, names, registers, i);
    values[i] = symExprSymbol(arena, names[i]);
  }
  SymExpr named = expr;
  SymStatus status =
      symExprSubstitute(arena, expr, expr.symbols, values, count, &named);
  assert(status == SYM_OK && "renaming keeps the size");
  (void)status;
  // The names order the normal form anew: registers follow its symbols.
  uint32_t *ordered = ARENA_ARRAY(arena, uint32_t, named.numSymbols);
  for (size_t i = 0; i < named.numSymbols; ++i)
    for (size_t j = 0; j < count; ++j)
      if (strRefEqual(named.symbols[i], names[j]))
        ordered[i] = registers[j];
  return relaxProgramAddExpr(encoder->program, named, ordered);
}

uint32_t encoderExpr(Encoder *encoder, MlirOperation op, intptr_t first,
                     MlirAttribute expr) {
  return addExpr(encoder, op, first, symExprOf(encoder->arena, expr));
}

uint32_t *encoderExprs(Encoder *encoder, MlirOperation op, intptr_t first,
                       MlirAttribute exprs, uint32_t *count) {
  *count = (uint32_t)mlirArrayAttrGetNumElements(exprs);
  uint32_t *list = ARENA_ARRAY(encoder->arena, uint32_t, *count);
  for (uint32_t i = 0; i < *count; ++i)
    list[i] =
        encoderExpr(encoder, op, first, mlirArrayAttrGetElement(exprs, i));
  return list;
}

uint32_t encoderFact(Encoder *encoder, MlirOperation op, intptr_t first,
                     MlirAttribute attribute) {
  SymFact fact = symFactOf(encoder->arena, attribute);
  RelaxFactEntry entry = {.kind = fact.kind,
                          .lhs = addExpr(encoder, op, first, fact.lhs),
                          .values = fact.values,
                          .numValues = fact.numValues};
  entry.rhs =
      fact.kind == SYM_FACT_IN ? 0 : addExpr(encoder, op, first, fact.rhs);
  return relaxProgramAddFact(encoder->program, entry);
}

uint32_t encoderResult(Encoder *encoder, MlirOperation op) {
  return encoderRegister(encoder, mlirOperationGetResult(op, 0));
}

uint32_t encoderOperand(Encoder *encoder, MlirOperation op, intptr_t index) {
  return encoderRegister(encoder, mlirOperationGetOperand(op, index));
}

uint32_t *encoderResults(Encoder *encoder, MlirOperation op, intptr_t *count) {
  *count = mlirOperationGetNumResults(op);
  uint32_t *registers = ARENA_ARRAY(encoder->arena, uint32_t, *count);
  for (intptr_t i = 0; i < *count; ++i)
    registers[i] = encoderRegister(encoder, mlirOperationGetResult(op, i));
  return registers;
}

MlirLogicalResult encoderFindSymbol(MlirOperation op, MlirAttribute reference,
                                    struct EncoderWeight *table,
                                    const char *kind, uint32_t *index) {
  // Names in attributes end with a NUL (StringAttr storage).
  StrRef name = bridgeRefName(reference);
  ptrdiff_t found = strMapFind(table, name.data);
  if (found < 0)
    return bridgeEmitOpError(op, "'@%.*s' is no %s of the module", SPREAD(name),
                             kind);
  *index = table[found].value;
  return mlirLogicalResultSuccess();
}

MlirLogicalResult encoderUnknownElement(MlirOperation op) {
  return bridgeEmitOpError(op, "has an element type that the runtime does not "
                               "support");
}
