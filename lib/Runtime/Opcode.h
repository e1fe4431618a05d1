//===- Opcode.h - instructions of the machine -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A function's code is an array of 32-bit words: an opcode and its operands,
// whose layout is the opcode's format, one letter per operand:
//
//   r  register              d  dtype               n  plain number
//   e  expression            s  string              b  flag, 0 or 1
//   f  fact                  w  weight              A  arm
//   K  kernel                F  function            j  jump target (word index)
//   k  rank, then as many expressions (extents)
//   R  count, then registers           E  count, then expressions
//   L  count, then facts
//   a  count of words, then the attributes of a library call (below)
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

/// The numbers are part of the compact file: append only. Operands behind each.
typedef enum RelaxOpcode {
  RELAX_OP_CHECK_TENSOR = 0, // reg, dtype, rank, subject
  RELAX_OP_DIM = 1,          // dst, tensor, axis, subject: binds a symbol
  RELAX_OP_CHECK_DIM = 2,    // tensor (or every one that a container holds),
                             // axis, expected, subject
  RELAX_OP_CHECK_FACT = 3,  // fact, always (0: only under verifyFacts), subject
  RELAX_OP_EVAL = 4,        // dst, expr
  RELAX_OP_LOAD_EXTENT = 5, // dst, integer tensor, element, subject: binds
  RELAX_OP_STORAGE = 6,     // dst, bytes: the arena of a call
  RELAX_OP_VIEW = 7,        // dst, storage, offset, dtype, dims
  RELAX_OP_ALLOC = 8,       // dst, dtype, dims: a tensor with its own storage
  RELAX_OP_WEIGHT = 9,      // dst, weight (constants are inline weights)
  RELAX_OP_SET_WEIGHT = 10, // weight, reg: only in the prepare function
  RELAX_OP_KERNEL = 11,     // kernel, buffers, symbols
  RELAX_OP_CALL = 12,       // function, arguments, results: donated parameters
                            // take theirs from the registers
  RELAX_OP_RESHAPE = 13,    // dst, src, dims: a view
  RELAX_OP_COPY = 14,       // dst tensor, src tensor: copies the elements
  RELAX_OP_MOVE = 15,       // dst, src: a further reference, no bytes move
  RELAX_OP_KILL = 16,       // reg: dead; its part of an arena is poisoned
  RELAX_OP_BRANCH_FACT = 17, // arm, facts, target: all hold: counts the arm and
                             // goes on; else jumps. No facts: the else arm.
  RELAX_OP_GOTO = 18,        // target
  RELAX_OP_RET = 19,         // results
  RELAX_OP_CALL_LIBRARY = 20,  // subject, name, attributes, arguments, which
                               // results have places (a bit each), the places
                               // (tensors), results
  RELAX_OP_BROADCAST_DIM = 21, // dst, extents, dimension, subject: binds
  RELAX_OP_INTEGERS = 22,      // dst, values: an i64 tensor of them
  RELAX_OP_REDUCED_DIM = 23,   // dst, axes, dimension, extents, noop, subject
  RELAX_OP_SQUEEZE = 24, // dst, src, axes, 0: no axes mean extents 1; 1: none;
                         // 2: inserts, subject
  RELAX_OP_TAKE = 25,    // dst, src: as MOVE, and src is empty then
  RELAX_OP_DROP = 26,    // reg: not needed any more, others may have its value
  RELAX_OP_APPEND = 27,  // dst, state, rows, axis, in place, reserve: in place
                         // takes the state from its register
  RELAX_OP_UPDATE = 28,  // dst, state, rows, position, axis, in place
  RELAX_OP_CHECK_CONTAINER = 29, // reg, kind (1 sequence, 2 optional, 3
                                 // optional sequence), dtype, rank, subject
  RELAX_OP_ROW = 30, // dst, src, index (a tensor), subject: a view
  RELAX_OP_CLOSURE = 31, // dst, function, its first arguments
  RELAX_OP_INVOKE = 32,  // closure, other arguments, results
} RelaxOpcode;
enum { RELAX_NUM_OPCODES = 33 };

/// E.g. "check_tensor".
const char *relaxOpcodeName(RelaxOpcode op);
/// E.g. "rdns".
const char *relaxOpcodeFormat(RelaxOpcode op);

/// One operand of an instruction, as the format says.
typedef struct RelaxOperand {
  char kind;             // the letter of the format
  uint32_t value;        // the word; for k, R, E, L and a the count
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
