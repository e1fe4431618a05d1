//===- Emit.h - appending instructions to a function ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// One function per instruction of Opcode.h, same operands in the same order,
// behind (program, function). `subject` is the thing that a message is about,
// as it stands in the message: `input 'x'`. Lists are copied.
//
// The boundary of a public function, in this order, so that a message may say
// where a symbol was bound: CHECK_TENSOR of all inputs, then for every dim from
// the left DIM (first bare occurrence) or CHECK_DIM, then CHECK_FACT. A
// composite dim whose symbols are bound only further right is checked after
// them.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_EMIT_H
#define RELAX_RUNTIME_EMIT_H

#include "lib/Runtime/Program.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The function under construction.
typedef struct RelaxEmitter {
  RelaxProgram *program;
  uint32_t function;
} RelaxEmitter;

/// `kind` as in Opcode.h; `dtype` and `rank` of the tensors inside.
void relaxEmitCheckContainer(RelaxEmitter e, uint32_t value, uint32_t kind,
                             RelaxDType dtype, int32_t rank, StrRef subject);
void relaxEmitCheckTensor(RelaxEmitter e, uint32_t tensor, RelaxDType dtype,
                          int32_t rank, StrRef subject);
void relaxEmitDim(RelaxEmitter e, uint32_t dst, uint32_t tensor, uint32_t axis,
                  StrRef subject);
void relaxEmitCheckDim(RelaxEmitter e, uint32_t tensor, uint32_t axis,
                       uint32_t expected, StrRef subject);
void relaxEmitCheckFact(RelaxEmitter e, uint32_t fact, bool always,
                        StrRef subject);
void relaxEmitEval(RelaxEmitter e, uint32_t dst, uint32_t expr);
void relaxEmitLoadExtent(RelaxEmitter e, uint32_t dst, uint32_t tensor,
                         uint32_t element, StrRef subject);
void relaxEmitBroadcastDim(RelaxEmitter e, uint32_t dst, uint32_t numExtents,
                           const uint32_t *extents, uint32_t dimension,
                           StrRef subject);
void relaxEmitIntegers(RelaxEmitter e, uint32_t dst, uint32_t count,
                       const uint32_t *values);
void relaxEmitReducedDim(RelaxEmitter e, uint32_t dst, uint32_t axes,
                         uint32_t dimension, uint32_t numExtents,
                         const uint32_t *extents, bool noop, StrRef subject);
/// `mode` as in Opcode.h.
void relaxEmitSqueeze(RelaxEmitter e, uint32_t dst, uint32_t src, uint32_t axes,
                      uint32_t mode, StrRef subject);
void relaxEmitStorage(RelaxEmitter e, uint32_t dst, uint32_t bytes);
/// Offsets should be multiples of 64 (KernelABI.h).
void relaxEmitView(RelaxEmitter e, uint32_t dst, uint32_t storage,
                   uint32_t offset, RelaxDType dtype, uint32_t rank,
                   const uint32_t *dims);
void relaxEmitAlloc(RelaxEmitter e, uint32_t dst, RelaxDType dtype,
                    uint32_t rank, const uint32_t *dims);
void relaxEmitWeight(RelaxEmitter e, uint32_t dst, uint32_t weight);
void relaxEmitSetWeight(RelaxEmitter e, uint32_t weight, uint32_t tensor);
void relaxEmitKernel(RelaxEmitter e, uint32_t kernel, uint32_t numBuffers,
                     const uint32_t *buffers, uint32_t numSymbols,
                     const uint32_t *symbols);
void relaxEmitCall(RelaxEmitter e, uint32_t callee, uint32_t numArguments,
                   const uint32_t *arguments, uint32_t numResults,
                   const uint32_t *results);
void relaxEmitClosure(RelaxEmitter e, uint32_t dst, uint32_t function,
                      uint32_t numCaptured, const uint32_t *captured);
void relaxEmitInvoke(RelaxEmitter e, uint32_t closure, uint32_t numArguments,
                     const uint32_t *arguments, uint32_t numResults,
                     const uint32_t *results);
/// Registers of a call of the op library; `attributes` in the words of
/// Opcode.h. `places` are for the results whose bits are set in `placed`.
typedef struct RelaxLibraryOperands {
  uint32_t numAttributeWords, numArguments, placed, numPlaces, numResults;
  const uint32_t *attributes, *arguments, *places, *results;
} RelaxLibraryOperands;
void relaxEmitCallLibrary(RelaxEmitter e, StrRef subject, StrRef function,
                          const RelaxLibraryOperands *operands);
void relaxEmitRow(RelaxEmitter e, uint32_t dst, uint32_t src, uint32_t index,
                  StrRef subject);
void relaxEmitReshape(RelaxEmitter e, uint32_t dst, uint32_t src, uint32_t rank,
                      const uint32_t *dims);
void relaxEmitCopy(RelaxEmitter e, uint32_t dst, uint32_t src);
void relaxEmitMove(RelaxEmitter e, uint32_t dst, uint32_t src);
void relaxEmitDrop(RelaxEmitter e, uint32_t reg);
void relaxEmitTake(RelaxEmitter e, uint32_t dst, uint32_t src);
/// `reserve`: an expression, the extent for which storage that grows gets room.
void relaxEmitAppend(RelaxEmitter e, uint32_t dst, uint32_t state,
                     uint32_t rows, uint32_t axis, bool inPlace,
                     uint32_t reserve);
void relaxEmitUpdate(RelaxEmitter e, uint32_t dst, uint32_t state,
                     uint32_t rows, uint32_t position, uint32_t axis,
                     bool inPlace);
void relaxEmitKill(RelaxEmitter e, uint32_t reg);
void relaxEmitReturn(RelaxEmitter e, uint32_t numResults,
                     const uint32_t *results);

/// Jumps: both return a fix-up for `relaxEmitBind`, which makes it jump to the
/// next instruction (bind that of an else arm too, though it never jumps);
/// `relaxEmitGotoBack` jumps to a place from `relaxEmitHere`.
uint32_t relaxEmitBranchFact(RelaxEmitter e, uint32_t arm, uint32_t numFacts,
                             const uint32_t *facts);
uint32_t relaxEmitGoto(RelaxEmitter e);
void relaxEmitBind(RelaxEmitter e, uint32_t fixup);
uint32_t relaxEmitHere(RelaxEmitter e);
void relaxEmitGotoBack(RelaxEmitter e, uint32_t target);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_EMIT_H
