//===- ProgramDecode.c - reading the compact file -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The reader never trusts a count: every entry takes at least one byte, so a
// count is at most the bytes that are left, and memory stays in proportion to
// the file. After the first error all reads give 0. References between tables
// are checked afterwards by relaxProgramVerify.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/DataType.h"
#include "lib/Runtime/ProgramCode.h"
#include "lib/Runtime/ProgramFile.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

typedef struct Reader {
  const uint8_t *at, *end;
  bool failed;
} Reader;

static size_t bytesLeft(const Reader *r) { return (size_t)(r->end - r->at); }

static uint64_t fail(Reader *r) {
  r->failed = true;
  r->at = r->end;
  return 0;
}

static uint8_t getByte(Reader *r) {
  return r->at < r->end ? *r->at++ : (uint8_t)fail(r);
}

static uint64_t getUnsigned(Reader *r) {
  uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    uint8_t byte = getByte(r);
    if (shift == 63 && byte > 1)
      break;
    value |= (uint64_t)(byte & 127) << shift;
    if (byte < 128)
      return r->failed ? 0 : value;
  }
  return fail(r);
}

static int64_t getSigned(Reader *r) {
  uint64_t value = getUnsigned(r);
  return (int64_t)(value >> 1 ^ (0 - (value & 1)));
}

static uint32_t getWord(Reader *r) {
  uint64_t value = getUnsigned(r);
  return (uint32_t)(value <= UINT32_MAX ? value : fail(r));
}

/// A count of entries of at least one byte each.
static uint32_t getCount(Reader *r) {
  uint64_t value = getUnsigned(r);
  return (uint32_t)(value <= bytesLeft(r) && value <= INT32_MAX ? value
                                                                : fail(r));
}

static StrRef getBytes(Reader *r, uint64_t size) {
  if (size > bytesLeft(r)) {
    fail(r);
    return (StrRef){"", 0};
  }
  StrRef bytes = {(const char *)r->at, (size_t)size};
  r->at += size;
  return bytes;
}

/// A name: without NUL, so that it is a C string as well. Copied.
static StrRef getString(Reader *r, RelaxProgram *program) {
  StrRef text = getBytes(r, getUnsigned(r));
  if (text.length && memchr(text.data, '\0', text.length))
    fail(r);
  uint32_t index = relaxProgramAddString(program, text); // may move the table
  return program->strings[index];
}

static void getStrings(Reader *r, RelaxProgram *program) {
  // The table is rebuilt, so equal strings would move the indices: refused.
  for (uint32_t i = 0, count = getCount(r); i < count && !r->failed; ++i) {
    getString(r, program);
    if (program->numStrings != i + 1)
      fail(r);
  }
}

static uint32_t *getWords(Reader *r, RelaxProgram *program, uint32_t *count) {
  *count = getCount(r);
  uint32_t *words = ARENA_ARRAY(program->arena, uint32_t, *count);
  for (uint32_t i = 0; i < *count; ++i)
    words[i] = getWord(r);
  return words;
}

static void getExprs(Reader *r, RelaxProgram *program) {
  Arena *arena = program->arena;
  for (uint32_t i = 0, count = getCount(r); i < count && !r->failed; ++i) {
    uint32_t numSymbols = getCount(r);
    StrRef *symbols = ARENA_ARRAY(arena, StrRef, numSymbols);
    uint32_t *registers = ARENA_ARRAY(arena, uint32_t, numSymbols);
    for (uint32_t s = 0; s < numSymbols; ++s) {
      symbols[s] = getString(r, program);
      registers[s] = getWord(r);
    }
    uint32_t codeSize = getCount(r);
    int64_t *code = ARENA_ARRAY(arena, int64_t, codeSize);
    for (uint32_t c = 0; c < codeSize; ++c)
      code[c] = getSigned(r);
    relaxProgramAddExpr(program, (SymExpr){code, codeSize, symbols, numSymbols},
                        registers);
  }
}

static void getFacts(Reader *r, RelaxProgram *program) {
  for (uint32_t i = 0, count = getCount(r); i < count && !r->failed; ++i) {
    RelaxFactEntry fact = {0};
    fact.kind = (SymFactKind)getByte(r);
    fact.lhs = getWord(r);
    fact.rhs = getWord(r);
    fact.numValues = getCount(r);
    int64_t *values = ARENA_ARRAY(program->arena, int64_t, fact.numValues);
    for (size_t v = 0; v < fact.numValues; ++v)
      values[v] = getSigned(r);
    fact.values = values;
    relaxProgramAddFact(program, fact);
  }
}

static void getKernels(Reader *r, RelaxProgram *program) {
  for (uint32_t i = 0, count = getCount(r); i < count && !r->failed; ++i) {
    StrRef name = getString(r, program);
    uint32_t numBuffers = getCount(r), numSymbols = getWord(r);
    uint64_t text = getUnsigned(r);
    RelaxKernelBuffer *buffers =
        ARENA_ARRAY(program->arena, RelaxKernelBuffer, numBuffers);
    for (uint32_t b = 0; b < numBuffers; ++b) {
      buffers[b].dtype = (RelaxDType)getByte(r);
      buffers[b].rank = getCount(r);
      uint32_t *dims = ARENA_ARRAY(program->arena, uint32_t, buffers[b].rank);
      for (uint32_t d = 0; d < buffers[b].rank; ++d)
        dims[d] = getWord(r);
      buffers[b].dims = dims;
      buffers[b].rows = getWord(r);
      buffers[b].moved = getByte(r) != 0;
      buffers[b].name = getString(r, program);
    }
    uint32_t kernel =
        relaxProgramAddKernel(program, name, buffers, numBuffers, numSymbols);
    program->kernels[kernel].textHash = text;
  }
}

static void getArms(Reader *r, RelaxProgram *program) {
  for (uint32_t i = 0, count = getCount(r); i < count && !r->failed; ++i) {
    uint32_t text = getWord(r);
    if (text < program->numStrings)
      relaxProgramAddArm(program, program->strings[text]);
    else
      fail(r);
  }
}

static void getWeight(Reader *r, RelaxProgram *program) {
  RelaxWeight weight = {0};
  weight.name = getString(r, program);
  weight.kind = (RelaxWeightKind)getByte(r);
  weight.dtype = (RelaxDType)getByte(r);
  uint64_t rank = getUnsigned(r);
  size_t bytes = 0;
  if ((unsigned)weight.kind > RELAX_WEIGHT_PREPARED ||
      !relaxDTypeIsStored(weight.dtype) || rank > RELAX_MAX_RANK) {
    fail(r);
    return;
  }
  weight.rank = (int32_t)rank;
  for (int32_t d = 0; d < weight.rank; ++d)
    weight.dims[d] = (int64_t)getUnsigned(r);
  if (!relaxTensorBytes(weight.dtype, weight.rank, weight.dims, &bytes))
    fail(r);
  if (weight.kind == RELAX_WEIGHT_FILE) {
    weight.path = getString(r, program);
    weight.offset = getUnsigned(r);
    weight.entry = getString(r, program);
    weight.sha256 = getString(r, program);
  } else if (weight.kind == RELAX_WEIGHT_INLINE) {
    weight.data = getBytes(r, bytes).data;
  }
  if (!r->failed)
    relaxProgramAddWeight(program, &weight);
}

static void getWeights(Reader *r, RelaxProgram *program) {
  for (uint32_t i = 0, count = getCount(r); i < count && !r->failed; ++i)
    getWeight(r, program);
}

static RelaxValueType getType(Reader *r, RelaxProgram *program) {
  RelaxValueType type = {0};
  type.name = getString(r, program);
  type.kind = (RelaxValueKind)getByte(r);
  type.dtype = (RelaxDType)getByte(r);
  int64_t rank = getSigned(r);
  type.rank =
      (int32_t)(rank >= -1 && rank <= RELAX_MAX_RANK ? rank : (int64_t)fail(r));
  type.dims = getString(r, program);
  type.data = getWord(r);
  uint8_t flags = getByte(r);
  type.donated = flags & 1;
  type.scattered = flags >> 1 & 1;
  type.numReserve = getCount(r);
  int64_t *reserve = ARENA_ARRAY(program->arena, int64_t, type.numReserve);
  for (uint32_t i = 0; i < type.numReserve && !r->failed; ++i)
    reserve[i] = (int64_t)getUnsigned(r);
  type.reserve = reserve;
  return type;
}

static void getFunction(Reader *r, RelaxProgram *program) {
  StrRef name = getString(r, program);
  uint8_t flags = getByte(r);
  uint32_t index = relaxProgramAddFunction(program, name, flags & 1);
  program->functions[index].isConcurrent = flags >> 1 & 1;
  for (uint32_t i = 0, count = getCount(r); i < count && !r->failed; ++i)
    relaxFunctionAddParam(program, index, getType(r, program));
  for (uint32_t i = 0, count = getCount(r); i < count && !r->failed; ++i)
    relaxFunctionAddResult(program, index, getType(r, program));
  RelaxFunction *function = &program->functions[index];
  function->numRegisters = getWord(r);
  uint32_t codeSize;
  function->code = getWords(r, program, &codeSize);
  function->codeSize = function->capCode = codeSize;
}

static void getFunctions(Reader *r, RelaxProgram *program) {
  program->prepareFunction = getWord(r);
  for (uint32_t i = 0, count = getCount(r); i < count && !r->failed; ++i)
    getFunction(r, program);
}

static void getTargets(Reader *r, RelaxProgram *program) {
  StrRef lines = getBytes(r, getUnsigned(r));
  relaxProgramSetTargets(program, lines);
}

static RelaxFieldType getField(Reader *r, RelaxProgram *program) {
  RelaxFieldType field = {.dtype = (RelaxDType)getByte(r)};
  field.data = getWord(r);
  int64_t rank = getSigned(r);
  field.rank =
      (int32_t)(rank >= -1 && rank <= RELAX_MAX_RANK ? rank : (int64_t)fail(r));
  int64_t *dims =
      ARENA_ARRAY(program->arena, int64_t, field.rank > 0 ? field.rank : 0);
  for (int32_t d = 0; d < field.rank; ++d)
    dims[d] = getSigned(r);
  field.dims = dims;
  return field;
}

static void getConstructor(Reader *r, RelaxProgram *program, uint32_t type) {
  RelaxConstructorType constructor = {.name = getString(r, program)};
  constructor.numFields = getCount(r);
  RelaxFieldType *fields =
      ARENA_ARRAY(program->arena, RelaxFieldType, constructor.numFields);
  for (uint32_t i = 0; i < constructor.numFields && !r->failed; ++i)
    fields[i] = getField(r, program);
  constructor.fields = fields;
  constructor.facts = getWords(r, program, &constructor.numFacts);
  if (!r->failed)
    relaxDataTypeAddConstructor(program, type, constructor);
}

/// The table is rebuilt: a text that is there twice would move the indices.
static void getDataTypes(Reader *r, RelaxProgram *program) {
  for (uint32_t i = 0, count = getCount(r); i < count && !r->failed; ++i)
    if (relaxProgramAddDataSymbol(program, getString(r, program)) != i)
      fail(r);
  for (uint32_t i = 0, count = getCount(r); i < count && !r->failed; ++i) {
    StrRef text = getString(r, program);
    if (relaxProgramAddDataType(program, text, (RelaxDataKind)getByte(r)) != i)
      fail(r);
    for (uint32_t c = 0, all = getCount(r); c < all && !r->failed; ++c)
      getConstructor(r, program, i);
  }
}

typedef void (*SectionReader)(Reader *r, RelaxProgram *program);
static const SectionReader sectionReaders[NUM_SECTIONS] = {
    getStrings, getExprs,     getFacts,   getKernels,  getArms,
    getWeights, getFunctions, getTargets, getDataTypes};
static const char *const sectionNames[NUM_SECTIONS] = {
    "strings", "expressions", "facts",   "kernels",   "arms",
    "weights", "functions",   "targets", "data types"};

static bool readSections(Reader *body, RelaxProgram *program,
                         RelaxError *error) {
  for (int i = 0; i < NUM_SECTIONS; ++i) {
    uint8_t kind = getByte(body);
    StrRef payload = getBytes(body, getUnsigned(body));
    if (body->failed || kind != i + 1)
      return relaxFail(error, "expected section '%s'", sectionNames[i]);
    const uint8_t *begin = (const uint8_t *)payload.data;
    Reader r = {begin, begin + payload.length, false};
    sectionReaders[i](&r, program);
    if (r.failed || r.at != r.end)
      return relaxFail(error, "section '%s' is malformed", sectionNames[i]);
  }
  return body->at == body->end ||
         relaxFail(error, "unexpected bytes behind the last section");
}

RelaxProgram *relaxProgramDecode(StrRef bytes, RelaxError *error) {
  if (!relaxProgramCheckHeader(bytes, error))
    return NULL;
  const uint8_t *begin = (const uint8_t *)bytes.data;
  Reader body = {begin + RELAX_PROGRAM_HEADER, begin + bytes.length, false};
  RelaxProgram *program = relaxProgramCreate();
  if (readSections(&body, program, error) && relaxProgramVerify(program, error))
    return program;
  relaxErrorContext(error, "the program file is invalid");
  relaxProgramDestroy(program);
  return NULL;
}
