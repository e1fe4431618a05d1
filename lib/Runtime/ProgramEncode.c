//===- ProgramEncode.c - writing the compact file -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/ProgramCode.h"
#include "lib/Runtime/ProgramFile.h"

#include <string.h>

static void putByte(StrBuf *out, uint8_t value) {
  strBufAppend(out, (StrRef){(const char *)&value, 1});
}

static void putUnsigned(StrBuf *out, uint64_t value) {
  for (; value >= 128; value >>= 7)
    putByte(out, (uint8_t)(value | 128));
  putByte(out, (uint8_t)value);
}

static void putSigned(StrBuf *out, int64_t value) {
  uint64_t sign = value < 0 ? UINT64_MAX : 0;
  putUnsigned(out, (uint64_t)value << 1 ^ sign);
}

static void putString(StrBuf *out, StrRef text) {
  putUnsigned(out, text.length);
  strBufAppend(out, text);
}

static void putStrings(const RelaxProgram *program, StrBuf *out) {
  putUnsigned(out, program->numStrings);
  for (uint32_t i = 0; i < program->numStrings; ++i)
    putString(out, program->strings[i]);
}

static void putExprs(const RelaxProgram *program, StrBuf *out) {
  putUnsigned(out, program->numExprs);
  for (uint32_t i = 0; i < program->numExprs; ++i) {
    const RelaxExprEntry *entry = &program->exprs[i];
    putUnsigned(out, entry->expr.numSymbols);
    for (size_t s = 0; s < entry->expr.numSymbols; ++s) {
      putString(out, entry->expr.symbols[s]);
      putUnsigned(out, entry->registers[s]);
    }
    putUnsigned(out, entry->expr.codeSize);
    for (size_t c = 0; c < entry->expr.codeSize; ++c)
      putSigned(out, entry->expr.code[c]);
  }
}

static void putFacts(const RelaxProgram *program, StrBuf *out) {
  putUnsigned(out, program->numFacts);
  for (uint32_t i = 0; i < program->numFacts; ++i) {
    const RelaxFactEntry *fact = &program->facts[i];
    putByte(out, (uint8_t)fact->kind);
    putUnsigned(out, fact->lhs);
    putUnsigned(out, fact->rhs);
    putUnsigned(out, fact->numValues);
    for (size_t v = 0; v < fact->numValues; ++v)
      putSigned(out, fact->values[v]);
  }
}

static void putKernels(const RelaxProgram *program, StrBuf *out) {
  putUnsigned(out, program->numKernels);
  for (uint32_t i = 0; i < program->numKernels; ++i) {
    putString(out, program->kernels[i].name);
    putUnsigned(out, program->kernels[i].numBuffers);
    putUnsigned(out, program->kernels[i].numSymbols);
    putUnsigned(out, program->kernels[i].textHash);
    for (uint32_t b = 0; b < program->kernels[i].numBuffers; ++b) {
      const RelaxKernelBuffer *buffer = &program->kernels[i].buffers[b];
      putByte(out, (uint8_t)buffer->dtype);
      putUnsigned(out, buffer->rank);
      for (uint32_t d = 0; d < buffer->rank; ++d)
        putUnsigned(out, buffer->dims[d]);
      putUnsigned(out, buffer->rows);
      putByte(out, buffer->moved);
      putString(out, buffer->name);
    }
  }
}

static void putArms(const RelaxProgram *program, StrBuf *out) {
  putUnsigned(out, program->numArms);
  for (uint32_t i = 0; i < program->numArms; ++i)
    putUnsigned(out, program->arms[i]);
}

static void putWeights(const RelaxProgram *program, StrBuf *out) {
  putUnsigned(out, program->numWeights);
  for (uint32_t i = 0; i < program->numWeights; ++i) {
    const RelaxWeight *weight = &program->weights[i];
    putString(out, weight->name);
    putByte(out, (uint8_t)weight->kind);
    putByte(out, (uint8_t)weight->dtype);
    putUnsigned(out, (uint64_t)weight->rank);
    for (int32_t d = 0; d < weight->rank; ++d)
      putUnsigned(out, (uint64_t)weight->dims[d]);
    if (weight->kind == RELAX_WEIGHT_FILE) {
      putString(out, weight->path);
      putUnsigned(out, weight->offset);
      putString(out, weight->entry);
      putString(out, weight->sha256);
    } else if (weight->kind == RELAX_WEIGHT_INLINE) {
      strBufAppend(out, (StrRef){weight->data, (size_t)weight->numBytes});
    }
  }
}

static void putTypes(const RelaxValueType *types, uint32_t count, StrBuf *out) {
  putUnsigned(out, count);
  for (uint32_t i = 0; i < count; ++i) {
    putString(out, types[i].name);
    putByte(out, (uint8_t)types[i].kind);
    putByte(out, (uint8_t)types[i].dtype);
    putSigned(out, types[i].rank);
    putString(out, types[i].dims);
    putUnsigned(out, types[i].data);
    putByte(out, (uint8_t)(types[i].donated | types[i].scattered << 1));
    putUnsigned(out, types[i].numReserve);
    for (uint32_t r = 0; r < types[i].numReserve; ++r)
      putUnsigned(out, (uint64_t)types[i].reserve[r]);
  }
}

static void putFunctions(const RelaxProgram *program, StrBuf *out) {
  putUnsigned(out, program->prepareFunction);
  putUnsigned(out, program->numFunctions);
  for (uint32_t i = 0; i < program->numFunctions; ++i) {
    const RelaxFunction *function = &program->functions[i];
    putString(out, function->name);
    putByte(out, (uint8_t)(function->isPublic | function->isConcurrent << 1));
    putTypes(function->params, function->numParams, out);
    putTypes(function->results, function->numResults, out);
    putUnsigned(out, function->numRegisters);
    putUnsigned(out, function->codeSize);
    for (size_t c = 0; c < function->codeSize; ++c)
      putUnsigned(out, function->code[c]);
  }
}

static void putTargets(const RelaxProgram *program, StrBuf *out) {
  putString(out, program->targets);
}

static void putConstructor(const RelaxConstructorType *constructor,
                           StrBuf *out) {
  putString(out, constructor->name);
  putUnsigned(out, constructor->numFields);
  for (uint32_t i = 0; i < constructor->numFields; ++i) {
    const RelaxFieldType *field = &constructor->fields[i];
    putByte(out, (uint8_t)field->dtype);
    putUnsigned(out, field->data);
    putSigned(out, field->rank);
    for (int32_t d = 0; d < field->rank; ++d)
      putSigned(out, field->dims[d]);
  }
  putUnsigned(out, constructor->numFacts);
  for (uint32_t i = 0; i < constructor->numFacts; ++i)
    putUnsigned(out, constructor->facts[i]);
}

static void putDataTypes(const RelaxProgram *program, StrBuf *out) {
  putUnsigned(out, program->numDataSymbols);
  for (uint32_t i = 0; i < program->numDataSymbols; ++i)
    putString(out, program->dataSymbols[i]);
  putUnsigned(out, program->numDataTypes);
  for (uint32_t i = 0; i < program->numDataTypes; ++i) {
    const RelaxDataType *type = &program->dataTypes[i];
    putString(out, type->text);
    putByte(out, (uint8_t)type->kind);
    putUnsigned(out, type->numConstructors);
    for (uint32_t c = 0; c < type->numConstructors; ++c)
      putConstructor(&type->constructors[c], out);
  }
}

static void putSection(SectionKind kind, const RelaxProgram *program,
                       void (*put)(const RelaxProgram *, StrBuf *),
                       StrBuf *body) {
  StrBuf payload = {0};
  put(program, &payload);
  putByte(body, (uint8_t)kind);
  putUnsigned(body, payload.length);
  strBufAppend(body, (StrRef){payload.data, payload.length});
  strBufFree(&payload);
}

static void putFixed(StrBuf *out, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i)
    putByte(out, (uint8_t)(value >> 8 * i));
}

void relaxProgramEncode(const RelaxProgram *program, StrBuf *out) {
  StrBuf body = {0};
  putSection(SECTION_STRINGS, program, putStrings, &body);
  putSection(SECTION_EXPRS, program, putExprs, &body);
  putSection(SECTION_FACTS, program, putFacts, &body);
  putSection(SECTION_KERNELS, program, putKernels, &body);
  putSection(SECTION_ARMS, program, putArms, &body);
  putSection(SECTION_WEIGHTS, program, putWeights, &body);
  putSection(SECTION_FUNCTIONS, program, putFunctions, &body);
  putSection(SECTION_TARGETS, program, putTargets, &body);
  putSection(SECTION_DATA_TYPES, program, putDataTypes, &body);
  strBufAppend(out, (StrRef){RELAX_PROGRAM_MAGIC, sizeof RELAX_PROGRAM_MAGIC});
  putFixed(out, RELAX_PROGRAM_VERSION, 4);
  putFixed(out, 0, 4);
  putFixed(out, body.length, 8);
  putFixed(out, relaxProgramChecksum(body.data, body.length), 8);
  strBufAppend(out, (StrRef){body.data, body.length});
  strBufFree(&body);
}
