//===- Emit.h - appending instructions to a function ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// One function per row of Opcodes.def, same operands in the same order, behind
// (program, function): relaxEmitDim(e, result, tensor, axis, subject). A list
// is a count and an array, which is copied. `subject` is the thing that a
// message is about, as it stands in the message: `input 'x'`. Each returns the
// place of the instruction's last word.
//
// The boundary of a public function, in this order, so that a message may say
// where a symbol was bound: CHECK_TENSOR of all inputs, then for every dim from
// the left DIM (first bare occurrence) or CHECK_DIM, then CHECK_FACT. A
// composite dim whose symbols are bound only further right is checked after
// them.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_EMIT_H
#define RELAX_RUNTIME_EMIT_H

#include "lib/Runtime/Program.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The function under construction.
typedef struct RelaxEmitter {
  RelaxProgram *program;
  uint32_t function;
} RelaxEmitter;

#define PARAM_REG(name) uint32_t name
#define PARAM_DTYPE(name) RelaxDType name
#define PARAM_NUM(name) uint32_t name
#define PARAM_INT(name) int32_t name
#define PARAM_EXPR(name) uint32_t name
#define PARAM_TEXT(name) StrRef name
#define PARAM_PLACE PARAM_TEXT
#define PARAM_FLAG(name) bool name
#define PARAM_FACT(name) uint32_t name
#define PARAM_WEIGHT(name) uint32_t name
#define PARAM_ARM(name) uint32_t name
#define PARAM_KERNEL(name) uint32_t name
#define PARAM_FUNCTION(name) uint32_t name
#define PARAM_TARGET(name) uint32_t name
#define PARAM_DIMS(name) uint32_t name##Count, const uint32_t *name
#define PARAM_REGS PARAM_DIMS
#define PARAM_EXPRS PARAM_DIMS
#define PARAM_FACTS PARAM_DIMS
#define PARAM_ARMS PARAM_DIMS
#define PARAM_TARGETS PARAM_DIMS
#define PARAM_ATTRIBUTES PARAM_DIMS

// Walks `(a, b) (c, d)`, as in Opcode.c.
#define RELAX_PARAMS(operands) RELAX_PARAMS_END(RELAX_PARAMS_A operands)
#define RELAX_PARAMS_END(...) RELAX_PARAMS_CAT(__VA_ARGS__)
#define RELAX_PARAMS_CAT(...) __VA_ARGS__##_END
#define RELAX_PARAMS_A(kind, name) , PARAM_##kind(name) RELAX_PARAMS_B
#define RELAX_PARAMS_B(kind, name) , PARAM_##kind(name) RELAX_PARAMS_A
#define RELAX_PARAMS_A_END
#define RELAX_PARAMS_B_END

#define OPCODE(NAME, Name, text, operands)                                     \
  uint32_t relaxEmit##Name(RelaxEmitter e RELAX_PARAMS(operands));
#include "lib/Runtime/Opcodes.def"
#undef OPCODE

/// A jump whose target is not known yet: what emitted it returns the place for
/// `relaxEmitBind`, which makes it jump to the next instruction (bind that of
/// an else arm too, though it never jumps). `relaxEmitHere`: a target for jumps
/// back.
enum { RELAX_OPEN_TARGET = 0xFFFFFFFF };
void relaxEmitBind(RelaxEmitter e, uint32_t place);
uint32_t relaxEmitHere(RelaxEmitter e);
/// One more word, for encoders that read the format.
void relaxEmitWord(RelaxEmitter e, uint32_t word);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_EMIT_H
