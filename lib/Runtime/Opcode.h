//===- Opcode.h - instructions of the machine -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A function's code is an array of 32-bit words: an opcode and its operands.
// The table of opcodes is Opcodes.def; a kind of operand is one letter of a
// format:
//
//   r  REG: a register      d  DTYPE              n  NUM, INT: a plain number
//   e  EXPR: an expression  s  TEXT: a string     b  FLAG: 0 or 1
//   p  PLACE: a string that the encoder puts the place in the text before
//   f  FACT                 w  WEIGHT             A  ARM of a dispatch
//   K  KERNEL               F  FUNCTION           j  TARGET: a word index
//   k  DIMS: rank, then as many expressions (extents)
//   R  REGS: count, then registers     E  EXPRS: count, then expressions
//   L  FACTS: count, then facts        M  ARMS        J  TARGETS
//   a  ATTRIBUTES of a library call: count of words, then these (below)
//
// Registers hold nothing, an extent (int64 >= 0), a tensor or a storage. Every
// extent is checked to be >= 0 when it is made, all arithmetic is exact.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_OPCODE_H
#define RELAX_RUNTIME_OPCODE_H

#include "lib/Support/StringRef.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The numbers are part of the compact file.
typedef enum RelaxOpcode {
#define OPCODE(NAME, Name, text, operands) RELAX_OP_##NAME,
#include "lib/Runtime/Opcodes.def"
#undef OPCODE
  RELAX_NUM_OPCODES
} RelaxOpcode;

/// E.g. "check_tensor".
const char *relaxOpcodeName(RelaxOpcode op);
/// E.g. "rdns".
const char *relaxOpcodeFormat(RelaxOpcode op);
/// Of operand `index` of its format, e.g. "subject".
const char *relaxOpcodeOperand(RelaxOpcode op, size_t index);
/// The opcode of that name; false if there is none.
bool relaxOpcodeFind(StrRef name, RelaxOpcode *out);

/// One operand of an instruction, as the format says.
typedef struct RelaxOperand {
  char kind;             // the letter of the format
  uint32_t value;        // the word; the count of what has one
  const uint32_t *items; // for these the words behind the count, else NULL
} RelaxOperand;

enum { RELAX_MAX_OPERANDS = 7 };

typedef struct RelaxInst {
  RelaxOpcode op;
  uint32_t numOperands;
  RelaxOperand operands[RELAX_MAX_OPERANDS];
} RelaxInst;

/// Splits the instruction at `*pc` and moves `*pc` behind it. False if the
/// opcode is unknown or the operands do not end within `size` words. Says
/// nothing about what the words mean (ProgramVerify.c does).
bool relaxInstDecode(const uint32_t *code, size_t size, size_t *pc,
                     RelaxInst *out);

//===----------------------------------------------------------------------===//
// Attributes of a library call: name (a string), kind, count, then the items
//===----------------------------------------------------------------------===//

/// The numbers are part of the compact file: append only.
typedef enum RelaxAttributeKind {
  RELAX_ATTRIBUTE_INTS = 0,    // two words each, the low one first; a flag is 1
  RELAX_ATTRIBUTE_FLOATS = 1,  // f64, two words each
  RELAX_ATTRIBUTE_STRINGS = 2, // a string each
  RELAX_ATTRIBUTE_EXTENTS = 3, // an expression over registers each
} RelaxAttributeKind;

/// One attribute; a single value is a list of one.
typedef struct RelaxAttributeWords {
  uint32_t name;
  RelaxAttributeKind kind;
  uint32_t count;
  const uint32_t *items;
} RelaxAttributeWords;

/// The attribute at `*at` of an operand 'a'; moves `*at` behind it. False if
/// the kind is unknown or the items do not end within the operand.
bool relaxAttributeDecode(const RelaxOperand *operand, size_t *at,
                          RelaxAttributeWords *out);
/// Item `index` of INTS, or the bits of one of FLOATS.
int64_t relaxAttributeInt(const RelaxAttributeWords *attribute, uint32_t index);
double relaxAttributeFloat(const RelaxAttributeWords *attribute,
                           uint32_t index);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_OPCODE_H
