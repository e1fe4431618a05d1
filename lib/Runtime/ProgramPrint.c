//===- ProgramPrint.c - a program as a listing ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/ProgramCode.h"
#include "lib/Runtime/Signature.h"

#include <inttypes.h>

SymFact relaxFactEntrySym(const RelaxProgram *program, uint32_t fact) {
  const RelaxFactEntry *entry = &program->facts[fact];
  SymFact result = {.kind = entry->kind,
                    .lhs = program->exprs[entry->lhs].expr,
                    .values = entry->values,
                    .numValues = entry->numValues};
  if (entry->kind != SYM_FACT_IN)
    result.rhs = program->exprs[entry->rhs].expr;
  return result;
}

static void printText(StrRef text, StrBuf *out) {
  strBufAppendC(out, "'");
  strBufAppend(out, text);
  strBufAppendC(out, "'");
}

/// One item by the letter of its format.
static void printItem(const RelaxProgram *program, char kind, uint32_t value,
                      StrBuf *out) {
  SymFact fact;
  switch (kind) {
  case 'r':
  case 'R':
    strBufAppendFormat(out, "%%%" PRIu32, value);
    return;
  case 'd':
    strBufAppendC(out, relaxDTypeName((RelaxDType)value));
    return;
  case 'e':
  case 'E':
  case 'k':
    symExprPrint(program->exprs[value].expr, out);
    return;
  case 'f':
  case 'L':
    fact = relaxFactEntrySym(program, value);
    symFactsPrint(&fact, 1, out);
    return;
  case 's':
  case 'p':
    printText(program->strings[value], out);
    return;
  case 'w':
    printText(program->weights[value].name, out);
    return;
  case 'A':
  case 'M':
    printText(program->strings[program->arms[value]], out);
    return;
  case 'K':
    printText(program->kernels[value].name, out);
    return;
  case 'F':
    printText(program->functions[value].name, out);
    return;
  default:
    strBufAppendFormat(out, "%s%" PRId32, kind == 'j' || kind == 'J' ? "@" : "",
                       (int32_t)value);
  }
}

static void printAttribute(const RelaxProgram *program,
                           const RelaxAttributeWords *attribute, StrBuf *out) {
  strBufAppend(out, program->strings[attribute->name]);
  strBufAppendC(out, " =");
  for (uint32_t i = 0; i < attribute->count; ++i) {
    strBufAppendC(out, " ");
    if (attribute->kind == RELAX_ATTRIBUTE_INTS)
      strBufAppendFormat(out, "%" PRId64, relaxAttributeInt(attribute, i));
    else if (attribute->kind == RELAX_ATTRIBUTE_FLOATS)
      strBufAppendFormat(out, "%g", relaxAttributeFloat(attribute, i));
    else
      printItem(program, attribute->kind == RELAX_ATTRIBUTE_STRINGS ? 's' : 'e',
                attribute->items[i], out);
  }
}

static void printAttributes(const RelaxProgram *program,
                            const RelaxOperand *operand, StrBuf *out) {
  RelaxAttributeWords attribute;
  strBufAppendC(out, "{");
  for (size_t at = 0; relaxAttributeDecode(operand, &at, &attribute);
       strBufAppendC(out, at < operand->value ? ", " : ""))
    printAttribute(program, &attribute, out);
  strBufAppendC(out, "}");
}

static void printInst(const RelaxProgram *program, const RelaxInst *inst,
                      StrBuf *out) {
  strBufAppendC(out, relaxOpcodeName(inst->op));
  for (uint32_t i = 0; i < inst->numOperands; ++i) {
    const RelaxOperand *operand = &inst->operands[i];
    strBufAppendC(out, i ? ", " : " ");
    if (!operand->items) {
      printItem(program, operand->kind, operand->value, out);
      continue;
    }
    if (operand->kind == 'a') {
      printAttributes(program, operand, out);
      continue;
    }
    strBufAppendC(out, "[");
    for (uint32_t k = 0; k < operand->value; ++k) {
      strBufAppendC(out, k ? ", " : "");
      printItem(program, operand->kind, operand->items[k], out);
    }
    strBufAppendC(out, "]");
  }
  strBufAppendC(out, "\n");
}

static void printTypes(const RelaxValueType *types, uint32_t count,
                       StrBuf *out) {
  strBufAppendC(out, "(");
  for (uint32_t i = 0; i < count; ++i) {
    strBufAppendC(out, i ? ", " : "");
    strBufAppend(out, types[i].name);
    if (types[i].kind == RELAX_VALUE_EXTENT) {
      strBufAppendC(out, ": extent");
      continue;
    }
    strBufAppendC(out, ": ");
    relaxValueTypePrint(&types[i], out);
    strBufAppendC(out, types[i].donated ? " donated" : "");
    strBufAppendC(out, types[i].scattered ? " scattered" : "");
  }
  strBufAppendC(out, ")");
}

static void printWeight(const RelaxWeight *weight, StrBuf *out) {
  static const char *const kinds[] = {"file", "inline", "prepared"};
  strBufAppendFormat(out, "weight %s ", kinds[weight->kind]);
  printText(weight->name, out);
  strBufAppendFormat(out, ": %s ", relaxDTypeName(weight->dtype));
  relaxDimsPrint(weight->rank, weight->dims, out);
  if (weight->kind == RELAX_WEIGHT_FILE) {
    strBufAppendC(out, " from ");
    printText(weight->path, out);
    if (weight->entry.length) {
      strBufAppendC(out, " entry ");
      printText(weight->entry, out);
    } else {
      strBufAppendFormat(out, " at %" PRIu64, weight->offset);
    }
    strBufAppendC(out, " sha256 ");
    printText(weight->sha256, out);
  }
  strBufAppendC(out, "\n");
}

static void printFunction(const RelaxProgram *program, uint32_t index,
                          StrBuf *out) {
  const RelaxFunction *function = &program->functions[index];
  strBufAppendFormat(out, "%s%s%sfunction ",
                     function->isPublic ? "public " : "",
                     function->isConcurrent ? "concurrent " : "",
                     index == program->prepareFunction ? "prepare " : "");
  printText(function->name, out);
  strBufAppendC(out, " ");
  printTypes(function->params, function->numParams, out);
  strBufAppendC(out, " -> ");
  printTypes(function->results, function->numResults, out);
  strBufAppendFormat(out, " registers %" PRIu32 "\n", function->numRegisters);
  RelaxInst inst = {0};
  for (size_t pc = 0; pc < function->codeSize;) {
    strBufAppendFormat(out, "%5zu  ", pc);
    if (!relaxInstDecode(function->code, function->codeSize, &pc, &inst)) {
      strBufAppendC(out, "malformed\n"); // only in a program never verified
      return;
    }
    printInst(program, &inst, out);
  }
}

void relaxProgramPrint(const RelaxProgram *program, StrBuf *out) {
  for (uint32_t i = 0; i < program->numKernels; ++i) {
    strBufAppendC(out, "kernel ");
    printText(program->kernels[i].name, out);
    strBufAppendFormat(out, " buffers %" PRIu32 " symbols %" PRIu32 "\n",
                       program->kernels[i].numBuffers,
                       program->kernels[i].numSymbols);
  }
  for (uint32_t i = 0; i < program->numWeights; ++i)
    printWeight(&program->weights[i], out);
  for (uint32_t i = 0; i < program->numFunctions; ++i)
    printFunction(program, i, out);
}
