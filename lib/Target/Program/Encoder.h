//===- Encoder.h - state while a host program is encoded ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TARGET_PROGRAM_ENCODER_H
#define RELAX_TARGET_PROGRAM_ENCODER_H

#include "lib/Bridge/Core/Blocks.h"
#include "lib/Runtime/Emit.h"

typedef struct Encoder Encoder;
/// Instructions for one operation; failure after a diagnostic.
typedef MlirLogicalResult EncoderEmit(Encoder *encoder, MlirOperation op);

struct Encoder {
  Arena *arena;
  RelaxProgram *program;
  MlirOperation module;
  RelaxEmitter emitter; // of the function in the making
  struct EncoderRegister {
    void *key; // an SSA value
    uint32_t value;
  } *registers; // stb_ds map
  struct EncoderWeight {
    char *key; // name of a weight, kernel or function
    uint32_t value;
  } *weights, *kernels, *functions; // stb_ds string maps
  uint32_t numInline;               // inline constants so far
  bool worksInPlace;                // the function in the making
  bool failed;                      // after a diagnostic on an expression
  EncoderEmit *emit;                // any operation, in regions
};

uint32_t encoderRegister(Encoder *encoder, MlirValue value);
/// That of the only result, and of one operand.
uint32_t encoderResult(Encoder *encoder, MlirOperation op);
uint32_t encoderOperand(Encoder *encoder, MlirOperation op, intptr_t index);
/// Those of all results, in the arena.
uint32_t *encoderResults(Encoder *encoder, MlirOperation op, intptr_t *count);
/// Registers of operands [begin, begin + count) of an operation, in the arena.
uint32_t *encoderRegisters(Encoder *encoder, MlirOperation op, intptr_t begin,
                           intptr_t count);
/// A `#sym.expr` over the operands "%k", counted from operand `first`.
uint32_t encoderExpr(Encoder *encoder, MlirOperation op, intptr_t first,
                     MlirAttribute expr);
uint32_t *encoderExprs(Encoder *encoder, MlirOperation op, intptr_t first,
                       MlirAttribute exprs, uint32_t *count);
uint32_t encoderFact(Encoder *encoder, MlirOperation op, intptr_t first,
                     MlirAttribute fact);
/// Weights.c: the table of the module's weights; failure after a diagnostic.
MlirLogicalResult encoderAddWeights(Encoder *encoder);
/// An inline constant; failure after a diagnostic at `op`.
MlirLogicalResult encoderAddConstant(Encoder *encoder, MlirOperation op,
                                     MlirAttribute elements, uint32_t *weight);
/// Library.c: the subject of messages, with the place in the text if one is
/// known.
StrRef encoderPlace(Encoder *encoder, MlirOperation op, StrRef subject);
/// State.c: nothing that runs behind `op` needs the value, and `op` only once.
bool encoderIsLastUse(MlirOperation op, MlirValue value);
/// The registers for the parameters of a vm.call; donated ones are emptied.
uint32_t *encoderArguments(Encoder *encoder, MlirOperation call);
/// Some instruction of a vm.func takes a register.
bool encoderWorksInPlace(MlirOperation function);
/// Empties the registers whose last use `op` was, for the sake of others who
/// have the same storage.
void encoderRelease(Encoder *encoder, MlirOperation op);
/// The entry of a symbol in a table; a diagnostic that there is
/// no such `kind`.
MlirLogicalResult encoderFindSymbol(MlirOperation op, MlirAttribute reference,
                                    struct EncoderWeight *table,
                                    const char *kind, uint32_t *index);
MlirLogicalResult encoderUnknownElement(MlirOperation op);
/// The table in Instructions.c has all of them; encoderEmit asks it.
EncoderEmit encoderEmitBranch, encoderEmitSwitch, encoderEmitLoop,
    encoderEmitCallLibrary, encoderEmitAppend, encoderEmitUpdate,
    encoderEmitPlain, encoderEmit;

#endif // RELAX_TARGET_PROGRAM_ENCODER_H
