//===- Emit.c - appending instructions to a function ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Emit.h"
#include "lib/Runtime/ProgramCode.h"

#include <assert.h>

static void word(RelaxEmitter e, uint32_t value) {
  RelaxFunction *f = &e.program->functions[e.function];
  f->code = relaxProgramGrow(e.program->arena, f->code, f->codeSize,
                             &f->capCode, sizeof *f->code);
  f->code[f->codeSize++] = value;
}

static void words(RelaxEmitter e, uint32_t count, const uint32_t *values) {
  for (uint32_t i = 0; i < count; ++i)
    word(e, values[i]);
}

static void list(RelaxEmitter e, uint32_t count, const uint32_t *values) {
  word(e, count);
  words(e, count, values);
}

/// Opcode and plain operands; lists follow separately.
#define INST(e, op, ...)                                                       \
  do {                                                                         \
    const uint32_t operands[] = {(op), __VA_ARGS__};                           \
    words((e), sizeof operands / sizeof *operands, operands);                  \
  } while (0)

static uint32_t text(RelaxEmitter e, StrRef subject) {
  return relaxProgramAddString(e.program, subject);
}

void relaxEmitCheckContainer(RelaxEmitter e, uint32_t value, uint32_t kind,
                             RelaxDType dtype, int32_t rank, StrRef subject) {
  INST(e, RELAX_OP_CHECK_CONTAINER, value, kind, dtype, (uint32_t)rank,
       text(e, subject));
}

void relaxEmitCheckTensor(RelaxEmitter e, uint32_t tensor, RelaxDType dtype,
                          int32_t rank, StrRef subject) {
  INST(e, RELAX_OP_CHECK_TENSOR, tensor, dtype, (uint32_t)rank,
       text(e, subject));
}

void relaxEmitDim(RelaxEmitter e, uint32_t dst, uint32_t tensor, uint32_t axis,
                  StrRef subject) {
  INST(e, RELAX_OP_DIM, dst, tensor, axis, text(e, subject));
}

void relaxEmitCheckDim(RelaxEmitter e, uint32_t tensor, uint32_t axis,
                       uint32_t expected, StrRef subject) {
  INST(e, RELAX_OP_CHECK_DIM, tensor, axis, expected, text(e, subject));
}

void relaxEmitCheckFact(RelaxEmitter e, uint32_t fact, bool always,
                        StrRef subject) {
  INST(e, RELAX_OP_CHECK_FACT, fact, always, text(e, subject));
}

void relaxEmitEval(RelaxEmitter e, uint32_t dst, uint32_t expr) {
  INST(e, RELAX_OP_EVAL, dst, expr);
}

void relaxEmitLoadExtent(RelaxEmitter e, uint32_t dst, uint32_t tensor,
                         uint32_t element, StrRef subject) {
  INST(e, RELAX_OP_LOAD_EXTENT, dst, tensor, element, text(e, subject));
}

void relaxEmitBroadcastDim(RelaxEmitter e, uint32_t dst, uint32_t numExtents,
                           const uint32_t *extents, uint32_t dimension,
                           StrRef subject) {
  INST(e, RELAX_OP_BROADCAST_DIM, dst);
  list(e, numExtents, extents);
  word(e, dimension);
  word(e, text(e, subject));
}

void relaxEmitIntegers(RelaxEmitter e, uint32_t dst, uint32_t count,
                       const uint32_t *values) {
  INST(e, RELAX_OP_INTEGERS, dst);
  list(e, count, values);
}

void relaxEmitReducedDim(RelaxEmitter e, uint32_t dst, uint32_t axes,
                         uint32_t dimension, uint32_t numExtents,
                         const uint32_t *extents, bool noop, StrRef subject) {
  INST(e, RELAX_OP_REDUCED_DIM, dst, axes, dimension);
  list(e, numExtents, extents);
  word(e, noop);
  word(e, text(e, subject));
}

void relaxEmitSqueeze(RelaxEmitter e, uint32_t dst, uint32_t src, uint32_t axes,
                      uint32_t mode, StrRef subject) {
  INST(e, RELAX_OP_SQUEEZE, dst, src, axes, mode, text(e, subject));
}

void relaxEmitStorage(RelaxEmitter e, uint32_t dst, uint32_t bytes) {
  INST(e, RELAX_OP_STORAGE, dst, bytes);
}

void relaxEmitView(RelaxEmitter e, uint32_t dst, uint32_t storage,
                   uint32_t offset, RelaxDType dtype, uint32_t rank,
                   const uint32_t *dims) {
  INST(e, RELAX_OP_VIEW, dst, storage, offset, dtype);
  list(e, rank, dims);
}

void relaxEmitAlloc(RelaxEmitter e, uint32_t dst, RelaxDType dtype,
                    uint32_t rank, const uint32_t *dims) {
  INST(e, RELAX_OP_ALLOC, dst, dtype);
  list(e, rank, dims);
}

void relaxEmitWeight(RelaxEmitter e, uint32_t dst, uint32_t weight) {
  INST(e, RELAX_OP_WEIGHT, dst, weight);
}

void relaxEmitSetWeight(RelaxEmitter e, uint32_t weight, uint32_t tensor) {
  INST(e, RELAX_OP_SET_WEIGHT, weight, tensor);
}

void relaxEmitKernel(RelaxEmitter e, uint32_t kernel, uint32_t numBuffers,
                     const uint32_t *buffers, uint32_t numSymbols,
                     const uint32_t *symbols) {
  INST(e, RELAX_OP_KERNEL, kernel);
  list(e, numBuffers, buffers);
  list(e, numSymbols, symbols);
}

void relaxEmitCall(RelaxEmitter e, uint32_t callee, uint32_t numArguments,
                   const uint32_t *arguments, uint32_t numResults,
                   const uint32_t *results) {
  INST(e, RELAX_OP_CALL, callee);
  list(e, numArguments, arguments);
  list(e, numResults, results);
}

void relaxEmitClosure(RelaxEmitter e, uint32_t dst, uint32_t function,
                      uint32_t numCaptured, const uint32_t *captured) {
  INST(e, RELAX_OP_CLOSURE, dst, function);
  list(e, numCaptured, captured);
}

void relaxEmitInvoke(RelaxEmitter e, uint32_t closure, uint32_t numArguments,
                     const uint32_t *arguments, uint32_t numResults,
                     const uint32_t *results) {
  INST(e, RELAX_OP_INVOKE, closure);
  list(e, numArguments, arguments);
  list(e, numResults, results);
}

void relaxEmitCallLibrary(RelaxEmitter e, StrRef subject, StrRef function,
                          const RelaxLibraryOperands *operands) {
  INST(e, RELAX_OP_CALL_LIBRARY, text(e, subject), text(e, function));
  list(e, operands->numAttributeWords, operands->attributes);
  list(e, operands->numArguments, operands->arguments);
  word(e, operands->placed);
  list(e, operands->numPlaces, operands->places);
  list(e, operands->numResults, operands->results);
}

void relaxEmitRow(RelaxEmitter e, uint32_t dst, uint32_t src, uint32_t index,
                  StrRef subject) {
  INST(e, RELAX_OP_ROW, dst, src, index, text(e, subject));
}

void relaxEmitReshape(RelaxEmitter e, uint32_t dst, uint32_t src, uint32_t rank,
                      const uint32_t *dims) {
  INST(e, RELAX_OP_RESHAPE, dst, src);
  list(e, rank, dims);
}

void relaxEmitCopy(RelaxEmitter e, uint32_t dst, uint32_t src) {
  INST(e, RELAX_OP_COPY, dst, src);
}

void relaxEmitMove(RelaxEmitter e, uint32_t dst, uint32_t src) {
  INST(e, RELAX_OP_MOVE, dst, src);
}

void relaxEmitDrop(RelaxEmitter e, uint32_t reg) {
  INST(e, RELAX_OP_DROP, reg);
}

void relaxEmitTake(RelaxEmitter e, uint32_t dst, uint32_t src) {
  INST(e, RELAX_OP_TAKE, dst, src);
}

void relaxEmitAppend(RelaxEmitter e, uint32_t dst, uint32_t state,
                     uint32_t rows, uint32_t axis, bool inPlace,
                     uint32_t reserve) {
  INST(e, RELAX_OP_APPEND, dst, state, rows, axis, inPlace, reserve);
}

void relaxEmitUpdate(RelaxEmitter e, uint32_t dst, uint32_t state,
                     uint32_t rows, uint32_t position, uint32_t axis,
                     bool inPlace) {
  INST(e, RELAX_OP_UPDATE, dst, state, rows, position, axis, inPlace);
}

void relaxEmitKill(RelaxEmitter e, uint32_t reg) {
  INST(e, RELAX_OP_KILL, reg);
}

void relaxEmitReturn(RelaxEmitter e, uint32_t numResults,
                     const uint32_t *results) {
  word(e, RELAX_OP_RET);
  list(e, numResults, results);
}

uint32_t relaxEmitBranchFact(RelaxEmitter e, uint32_t arm, uint32_t numFacts,
                             const uint32_t *facts) {
  INST(e, RELAX_OP_BRANCH_FACT, arm);
  list(e, numFacts, facts);
  word(e, UINT32_MAX);
  return relaxEmitHere(e) - 1;
}

uint32_t relaxEmitGoto(RelaxEmitter e) {
  INST(e, RELAX_OP_GOTO, UINT32_MAX);
  return relaxEmitHere(e) - 1;
}

void relaxEmitBind(RelaxEmitter e, uint32_t fixup) {
  RelaxFunction *f = &e.program->functions[e.function];
  assert(fixup < f->codeSize && f->code[fixup] == UINT32_MAX);
  f->code[fixup] = relaxEmitHere(e);
}

uint32_t relaxEmitHere(RelaxEmitter e) {
  return (uint32_t)e.program->functions[e.function].codeSize;
}

void relaxEmitGotoBack(RelaxEmitter e, uint32_t target) {
  INST(e, RELAX_OP_GOTO, target);
}
