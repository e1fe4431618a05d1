//===- Opcode.c - instructions of the machine -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Opcode.h"

#include <assert.h>
#include <string.h>

typedef struct OpcodeInfo {
  const char *name, *format;
} OpcodeInfo;

static const OpcodeInfo infos[RELAX_NUM_OPCODES] = {
    [RELAX_OP_CHECK_TENSOR] = {"check_tensor", "rdns"},
    [RELAX_OP_DIM] = {"dim", "rrns"},
    [RELAX_OP_CHECK_DIM] = {"check_dim", "rnes"},
    [RELAX_OP_CHECK_FACT] = {"check_fact", "fbs"},
    [RELAX_OP_EVAL] = {"eval", "re"},
    [RELAX_OP_LOAD_EXTENT] = {"load_extent", "rrns"},
    [RELAX_OP_STORAGE] = {"storage", "re"},
    [RELAX_OP_VIEW] = {"view", "rredk"},
    [RELAX_OP_ALLOC] = {"alloc", "rdk"},
    [RELAX_OP_WEIGHT] = {"weight", "rw"},
    [RELAX_OP_SET_WEIGHT] = {"set_weight", "wr"},
    [RELAX_OP_KERNEL] = {"kernel", "KRE"},
    [RELAX_OP_CALL] = {"call", "FRR"},
    [RELAX_OP_RESHAPE] = {"reshape", "rrk"},
    [RELAX_OP_COPY] = {"copy", "rr"},
    [RELAX_OP_MOVE] = {"move", "rr"},
    [RELAX_OP_KILL] = {"kill", "r"},
    [RELAX_OP_BRANCH_FACT] = {"branch_fact", "ALj"},
    [RELAX_OP_GOTO] = {"goto", "j"},
    [RELAX_OP_RET] = {"ret", "R"},
    [RELAX_OP_CALL_LIBRARY] = {"call_library", "ssaRnRR"},
    [RELAX_OP_BROADCAST_DIM] = {"broadcast_dim", "rEns"},
    [RELAX_OP_CHECK_CONTAINER] = {"check_container", "rndns"},
    [RELAX_OP_INTEGERS] = {"integers", "rE"},
    [RELAX_OP_REDUCED_DIM] = {"reduced_dim", "rrnEbs"},
    [RELAX_OP_SQUEEZE] = {"squeeze", "rrrns"},
    [RELAX_OP_TAKE] = {"take", "rr"},
    [RELAX_OP_APPEND] = {"append", "rrrnbe"},
    [RELAX_OP_UPDATE] = {"update", "rrrrnb"},
    [RELAX_OP_DROP] = {"drop", "r"},
    [RELAX_OP_ROW] = {"row", "rrrs"},
    [RELAX_OP_CLOSURE] = {"closure", "rFR"},
    [RELAX_OP_INVOKE] = {"invoke", "rRR"},
};

const char *relaxOpcodeName(RelaxOpcode op) {
  assert((unsigned)op < RELAX_NUM_OPCODES);
  return infos[op].name;
}

const char *relaxOpcodeFormat(RelaxOpcode op) {
  assert((unsigned)op < RELAX_NUM_OPCODES);
  return infos[op].format;
}

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
    if (strchr("kRELa", *kind)) {
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
