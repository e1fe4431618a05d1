//===- Emit.c - appending instructions to a function ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Emit.h"
#include "lib/Runtime/ProgramCode.h"

#include <assert.h>

void relaxEmitWord(RelaxEmitter e, uint32_t value) {
  RelaxFunction *f = &e.program->functions[e.function];
  f->code = relaxProgramGrow(e.program->arena, f->code, f->codeSize,
                             &f->capCode, sizeof *f->code);
  f->code[f->codeSize++] = value;
}

static void text(RelaxEmitter e, StrRef value) {
  relaxEmitWord(e, relaxProgramAddString(e.program, value));
}

static void list(RelaxEmitter e, uint32_t count, const uint32_t *values) {
  relaxEmitWord(e, count);
  for (uint32_t i = 0; i < count; ++i)
    relaxEmitWord(e, values[i]);
}

#define WORD_REG(name) relaxEmitWord(e, name)
#define WORD_DTYPE(name) relaxEmitWord(e, (uint32_t)name)
#define WORD_NUM(name) relaxEmitWord(e, name)
#define WORD_INT(name) relaxEmitWord(e, (uint32_t)name)
#define WORD_EXPR(name) relaxEmitWord(e, name)
#define WORD_TEXT(name) text(e, name)
#define WORD_PLACE WORD_TEXT
#define WORD_FLAG(name) relaxEmitWord(e, name)
#define WORD_FACT(name) relaxEmitWord(e, name)
#define WORD_WEIGHT(name) relaxEmitWord(e, name)
#define WORD_ARM(name) relaxEmitWord(e, name)
#define WORD_KERNEL(name) relaxEmitWord(e, name)
#define WORD_FUNCTION(name) relaxEmitWord(e, name)
#define WORD_TARGET(name) relaxEmitWord(e, name)
#define WORD_DIMS(name) list(e, name##Count, name)
#define WORD_REGS WORD_DIMS
#define WORD_EXPRS WORD_DIMS
#define WORD_FACTS WORD_DIMS
#define WORD_ARMS WORD_DIMS
#define WORD_TARGETS WORD_DIMS
#define WORD_ATTRIBUTES WORD_DIMS

// Walks `(a, b) (c, d)`, as in Opcode.c.
#define WORDS(operands) WORDS_END(WORDS_A operands)
#define WORDS_END(...) WORDS_CAT(__VA_ARGS__)
#define WORDS_CAT(...) __VA_ARGS__##_END
#define WORDS_A(kind, name)                                                    \
  WORD_##kind(name);                                                           \
  WORDS_B
#define WORDS_B(kind, name)                                                    \
  WORD_##kind(name);                                                           \
  WORDS_A
#define WORDS_A_END
#define WORDS_B_END

#define OPCODE(NAME, Name, text, operands)                                     \
  uint32_t relaxEmit##Name(RelaxEmitter e RELAX_PARAMS(operands)) {            \
    relaxEmitWord(e, RELAX_OP_##NAME);                                         \
    WORDS(operands)                                                            \
    return relaxEmitHere(e) - 1;                                               \
  }
#include "lib/Runtime/Opcodes.def"
#undef OPCODE

void relaxEmitBind(RelaxEmitter e, uint32_t place) {
  RelaxFunction *f = &e.program->functions[e.function];
  assert(place < f->codeSize && f->code[place] == RELAX_OPEN_TARGET);
  f->code[place] = relaxEmitHere(e);
}

uint32_t relaxEmitHere(RelaxEmitter e) {
  return (uint32_t)e.program->functions[e.function].codeSize;
}
