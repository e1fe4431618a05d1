//===- Program.c - tables of a program ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Program.h"
#include "lib/Runtime/ProgramCode.h"
#include "lib/Runtime/ProgramFile.h"
#include "lib/Support/Host.h"
#include "lib/Support/Map.h"

#include <assert.h>
#include <string.h>

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <stb/stb_ds.h>
#pragma clang diagnostic pop

/// Finds equal strings: hash to the first string with that hash.
typedef struct RelaxStringIndex {
  uint64_t key;
  uint32_t value;
} RelaxStringIndex;

void *relaxProgramGrow(Arena *arena, void *items, size_t count,
                       size_t *capacity, size_t itemSize) {
  if (count < *capacity)
    return items;
  size_t larger = *capacity ? *capacity * 2 : 8;
  char *grown = arenaCalloc(arena, larger, itemSize);
  if (count != 0)
    memcpy(grown, items, count * itemSize);
  *capacity = larger;
  return grown;
}

#define PUSH(program, items, count, capacity, item)                            \
  ((items) = relaxProgramGrow((program)->arena, (items), (count), &(capacity), \
                              sizeof *(items)),                                \
   (items)[count] = (item), (count)++)

RelaxProgram *relaxProgramCreate(void) {
  Arena *arena = arenaCreate();
  RelaxProgram *program = ARENA_NEW(arena, RelaxProgram);
  program->arena = arena;
  program->prepareFunction = RELAX_NO_FUNCTION;
  return program;
}

void relaxProgramDestroy(RelaxProgram *program) {
  if (!program)
    return;
  hmfree(program->stringIndex);
  arenaDestroy(program->arena);
}

uint32_t relaxProgramAddString(RelaxProgram *program, StrRef text) {
  uint64_t hash = relaxProgramChecksum(text.data, text.length);
  ptrdiff_t slot = mapFind(program->stringIndex, hash);
  if (slot >= 0) {
    uint32_t known = program->stringIndex[slot].value;
    if (strRefEqual(program->strings[known], text))
      return known;
  }
  StrRef copy = arenaCopyString(program->arena, text);
  uint32_t index = PUSH(program, program->strings, program->numStrings,
                        program->capStrings, copy);
  if (slot <
      0) // two strings with one hash: the second is stored twice at worst
    hmput(program->stringIndex, hash, index);
  return index;
}

/// The interned copy of a string.
static StrRef keepString(RelaxProgram *program, StrRef text) {
  uint32_t index = relaxProgramAddString(program, text); // may move the table
  return program->strings[index];
}

uint32_t relaxProgramAddExpr(RelaxProgram *program, SymExpr expr,
                             const uint32_t *registers) {
  Arena *arena = program->arena;
  StrRef *symbols = ARENA_ARRAY(arena, StrRef, expr.numSymbols);
  for (size_t i = 0; i < expr.numSymbols; ++i)
    symbols[i] = keepString(program, expr.symbols[i]);
  RelaxExprEntry entry = {
      .expr = {.code = arenaCopy(arena, expr.code,
                                 expr.codeSize * sizeof *expr.code),
               .codeSize = expr.codeSize,
               .symbols = symbols,
               .numSymbols = expr.numSymbols},
      .registers =
          arenaCopy(arena, registers, expr.numSymbols * sizeof *registers)};
  // A file's code is verified later: only what has a number's size is read.
  entry.isNumber =
      (expr.codeSize == 3 || (expr.codeSize == 1 && expr.code[0] == 0)) &&
      symExprIsConst(entry.expr, &entry.number);
  return PUSH(program, program->exprs, program->numExprs, program->capExprs,
              entry);
}

uint32_t relaxProgramAddConst(RelaxProgram *program, int64_t value) {
  // Equal constants are frequent (static shapes); look among the last ones
  // only.
  uint32_t first = program->numExprs > 64 ? program->numExprs - 64 : 0;
  for (uint32_t i = program->numExprs; i-- > first;) {
    const RelaxExprEntry *known = &program->exprs[i];
    if (known->isNumber && known->number == value)
      return i;
  }
  return relaxProgramAddExpr(program, symExprConst(program->arena, value),
                             NULL);
}

uint32_t relaxProgramAddFact(RelaxProgram *program, RelaxFactEntry fact) {
  fact.values =
      arenaCopy(program->arena, fact.values, fact.numValues * sizeof(int64_t));
  return PUSH(program, program->facts, program->numFacts, program->capFacts,
              fact);
}

uint32_t relaxProgramAddKernel(RelaxProgram *program, StrRef name,
                               const RelaxKernelBuffer *buffers,
                               uint32_t numBuffers, uint32_t numSymbols) {
  RelaxKernelBuffer *kept =
      arenaCopy(program->arena, buffers, numBuffers * sizeof *buffers);
  for (uint32_t b = 0; b < numBuffers; ++b) {
    kept[b].name = keepString(program, buffers[b].name);
    kept[b].dims = arenaCopy(program->arena, buffers[b].dims,
                             buffers[b].rank * sizeof(uint32_t));
  }
  RelaxKernelEntry entry = {keepString(program, name), numBuffers, numSymbols,
                            kept, /*text=*/0};
  return PUSH(program, program->kernels, program->numKernels,
              program->capKernels, entry);
}

uint32_t relaxProgramAddArm(RelaxProgram *program, StrRef name) {
  uint32_t text = relaxProgramAddString(program, name);
  return PUSH(program, program->arms, program->numArms, program->capArms, text);
}

uint32_t relaxProgramAddWeight(RelaxProgram *program,
                               const RelaxWeight *weight) {
  RelaxWeight entry = *weight;
  size_t bytes = 0;
  bool fits = relaxTensorBytes(entry.dtype, entry.rank, entry.dims, &bytes);
  assert(fits && "the type of a weight was not checked");
  (void)fits;
  entry.numBytes = bytes;
  entry.name = keepString(program, entry.name);
  entry.path = keepString(program, entry.path);
  entry.entry = keepString(program, entry.entry);
  entry.sha256 = keepString(program, entry.sha256);
  entry.data = entry.kind == RELAX_WEIGHT_INLINE
                   ? arenaCopy(program->arena, entry.data, bytes)
                   : NULL;
  return PUSH(program, program->weights, program->numWeights,
              program->capWeights, entry);
}

uint32_t relaxProgramAddFunction(RelaxProgram *program, StrRef name,
                                 bool isPublic) {
  RelaxFunction function = {.name = keepString(program, name),
                            .isPublic = isPublic};
  return PUSH(program, program->functions, program->numFunctions,
              program->capFunctions, function);
}

static RelaxFunction *functionAt(RelaxProgram *program, uint32_t function) {
  assert(function < program->numFunctions);
  return &program->functions[function];
}

uint32_t relaxFunctionAddParam(RelaxProgram *program, uint32_t function,
                               RelaxValueType type) {
  RelaxFunction *f = functionAt(program, function);
  assert(f->numRegisters == f->numParams && "parameters come first");
  type.name = keepString(program, type.name);
  type.dims = keepString(program, type.dims);
  int64_t *reserve = ARENA_ARRAY(program->arena, int64_t, type.numReserve);
  for (uint32_t i = 0; i < type.numReserve; ++i)
    reserve[i] = type.reserve[i];
  type.reserve = reserve;
  PUSH(program, f->params, f->numParams, f->capParams, type);
  return f->numRegisters++;
}

void relaxFunctionAddResult(RelaxProgram *program, uint32_t function,
                            RelaxValueType type) {
  RelaxFunction *f = functionAt(program, function);
  type.name = keepString(program, type.name);
  type.dims = keepString(program, type.dims);
  PUSH(program, f->results, f->numResults, f->capResults, type);
}

uint32_t relaxFunctionNewRegister(RelaxProgram *program, uint32_t function) {
  return functionAt(program, function)->numRegisters++;
}

void relaxProgramSetTargets(RelaxProgram *program, StrRef lines) {
  program->targets = arenaCopyString(program->arena, lines);
}

bool relaxProgramCheckHost(const RelaxProgram *program, RelaxError *error) {
  StrBuf message = {0};
  bool good = hostCanRunAll(program->targets, "the program", &message);
  if (!good)
    relaxFail(error, "%s", strBufText(&message));
  strBufFree(&message);
  return good;
}

void relaxProgramSetPrepare(RelaxProgram *program, uint32_t function) {
  assert(function < program->numFunctions);
  program->prepareFunction = function;
}

uint32_t relaxProgramFind(const RelaxProgram *program, StrRef name) {
  for (uint32_t i = 0; i < program->numFunctions; ++i)
    if (strRefEqual(program->functions[i].name, name))
      return i;
  return RELAX_NO_FUNCTION;
}
