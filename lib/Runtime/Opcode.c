//===- Opcode.c - instructions of the machine -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Opcode.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

typedef struct OpcodeInfo {
  const char *name, *format;
  const char *operands[RELAX_MAX_OPERANDS];
} OpcodeInfo;

#define LETTER_REG "r"
#define LETTER_DTYPE "d"
#define LETTER_NUM "n"
#define LETTER_INT "n"
#define LETTER_EXPR "e"
#define LETTER_TEXT "s"
#define LETTER_PLACE "p"
#define LETTER_FLAG "b"
#define LETTER_FACT "f"
#define LETTER_WEIGHT "w"
#define LETTER_ARM "A"
#define LETTER_KERNEL "K"
#define LETTER_FUNCTION "F"
#define LETTER_TARGET "j"
#define LETTER_DIMS "k"
#define LETTER_REGS "R"
#define LETTER_EXPRS "E"
#define LETTER_FACTS "L"
#define LETTER_ARMS "M"
#define LETTER_TARGETS "J"
#define LETTER_ATTRIBUTES "a"

// `(a, b) (c, d)` is walked by two macros that name each other in turn.
#define END(...) END_OF(__VA_ARGS__)
#define END_OF(...) __VA_ARGS__##_END
#define LETTERS(kind, operand) LETTER_##kind LETTERS_NEXT
#define LETTERS_NEXT(kind, operand) LETTER_##kind LETTERS
#define LETTERS_END
#define LETTERS_NEXT_END
#define NAMES(kind, operand) #operand, NAMES_NEXT
#define NAMES_NEXT(kind, operand) #operand, NAMES
#define NAMES_END
#define NAMES_NEXT_END

static const OpcodeInfo infos[RELAX_NUM_OPCODES] = {
#define OPCODE(NAME, Name, text, operands)                                     \
  {#text, END(LETTERS operands), {END(NAMES operands)}},
#include "lib/Runtime/Opcodes.def"
#undef OPCODE
};

const char *relaxOpcodeName(RelaxOpcode op) {
  assert((unsigned)op < RELAX_NUM_OPCODES);
  return infos[op].name;
}

const char *relaxOpcodeFormat(RelaxOpcode op) {
  assert((unsigned)op < RELAX_NUM_OPCODES);
  return infos[op].format;
}

const char *relaxOpcodeOperand(RelaxOpcode op, size_t index) {
  assert((unsigned)op < RELAX_NUM_OPCODES && index < RELAX_MAX_OPERANDS);
  return infos[op].operands[index];
}

bool relaxOpcodeFind(StrRef name, RelaxOpcode *out) {
  for (size_t i = 0; i < RELAX_NUM_OPCODES; ++i)
    if (strRefEqual(name, strRefFromC(infos[i].name))) {
      *out = (RelaxOpcode)i;
      return true;
    }
  return false;
}

static const bool isList[UCHAR_MAX + 1] = {
    ['k'] = true, ['R'] = true, ['E'] = true, ['L'] = true,
    ['M'] = true, ['J'] = true, ['a'] = true};

bool relaxInstDecode(const uint32_t *code, size_t size, size_t *pc,
                     RelaxInst *out) {
  size_t at = *pc;
  if (at >= size || code[at] >= RELAX_NUM_OPCODES)
    return false;
  out->op = (RelaxOpcode)code[at++];
  out->numOperands = 0;
  for (const char *kind = infos[out->op].format; *kind; ++kind) {
    if (at >= size)
      return false;
    RelaxOperand *operand = &out->operands[out->numOperands++];
    *operand = (RelaxOperand){.kind = *kind, .value = code[at++]};
    if (isList[(unsigned char)*kind]) {
      if (operand->value > size - at)
        return false;
      operand->items = code + at;
      at += operand->value;
    }
  }
  *pc = at;
  return true;
}

bool relaxAttributeDecode(const RelaxOperand *operand, size_t *at,
                          RelaxAttributeWords *out) {
  size_t left = operand->value - *at;
  if (*at > operand->value || left < 3)
    return false;
  const uint32_t *words = operand->items + *at;
  *out = (RelaxAttributeWords){words[0], (RelaxAttributeKind)words[1], words[2],
                               words + 3};
  if (words[1] > RELAX_ATTRIBUTE_EXTENTS)
    return false;
  size_t perItem = words[1] <= RELAX_ATTRIBUTE_FLOATS ? 2 : 1;
  if (out->count > (left - 3) / perItem)
    return false;
  *at += 3 + out->count * perItem;
  return true;
}

int64_t relaxAttributeInt(const RelaxAttributeWords *attribute,
                          uint32_t index) {
  uint64_t low = attribute->items[2 * index];
  uint64_t high = attribute->items[2 * index + 1];
  return (int64_t)(high << 32 | low);
}

double relaxAttributeFloat(const RelaxAttributeWords *attribute,
                           uint32_t index) {
  int64_t bits = relaxAttributeInt(attribute, index);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}
