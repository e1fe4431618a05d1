//===- RecomputeCosts.c - what running a step again costs -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A kernel waits for its memory or for its arithmetic: the larger of the two is
// its cost, in bytes that are moved, so that it compares with a file.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Symbols.h"
#include "lib/Analysis/Arithmetic.h"
#include "lib/Analysis/CallSymbols.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Memory/RecomputeModel.h"

/// While a byte of a cost is moved. Measured on one thread of an EPYC Zen 4:
/// products of f32 do 43 of them a nanosecond, and to a file and back go 8.4
/// bytes, as a file's cost counts them (RecomputeRestore.c).
enum { MULTIPLY_ADDS_A_BYTE = 5 };

static int64_t bytesAtProbe(const Model *model, const Facts *facts,
                            MlirValue value) {
  TensorSize size;
  int64_t bytes;
  return relaxIsTensorType(mlirValueGetType(value)) &&
                 tensorSizeOf(facts, mlirValueGetType(value), &size) ==
                     TENSOR_SIZE_OK &&
                 probeEvaluate(&model->probe, size.bytes, &bytes)
             ? bytes
             : 0;
}

/// The values of the program's symbols at the call.
static bool bindSymbols(const Model *model, MlirOperation call,
                        MlirOperation program, const StrRef *symbols,
                        size_t count, int64_t *values) {
  intptr_t inputs = relaxCallTirGetNumInputs(call),
           results = mlirOperationGetNumResults(call);
  MlirType *types = ARENA_ARRAY(model->arena, MlirType, inputs + results);
  for (intptr_t i = 0; i < inputs; ++i)
    types[i] = mlirValueGetType(relaxCallTirGetInputs(call, i));
  for (intptr_t i = 0; i < results; ++i)
    types[inputs + i] = mlirValueGetType(mlirOperationGetResult(call, i));
  for (size_t i = 0; i < count; ++i) {
    MlirAttribute value = callSymbol(call, program, program, types, symbols[i]);
    if (!value.ptr ||
        !probeEvaluate(&model->probe, symExprOf(model->arena, value),
                       &values[i]))
      return false;
  }
  return true;
}

/// 0 where it is not known.
static int64_t multiplyAddsAtProbe(RelaxPassRun *run, const Model *model,
                                   MlirOperation call) {
  MlirOperation program = bridgeFollow(run->op, relaxCallTirGetCallee(call));
  if (!tirIsFunc(program) || !bridgeBody(program).ptr)
    return 0;
  StrRef *symbols;
  size_t count = tirFuncSymbols(program, model->arena, &symbols);
  int64_t *values = ARENA_ARRAY(model->arena, int64_t, count), found;
  return bindSymbols(model, call, program, symbols, count, values) &&
                 multiplyAddsOfProgram(model->arena, program, symbols, values,
                                       count, &found)
             ? found
             : 0;
}

void modelCountCosts(RelaxPassRun *run, const Facts *facts, Model *model) {
  for (int32_t i = 0; i < model->numNodes; ++i) {
    ModelNode *node = &model->nodes[i];
    if (!node->again)
      continue;
    for (int32_t k = 0; k < node->numOperands; ++k)
      node->cost +=
          bytesAtProbe(model, facts, model->values[node->operands[k]].value);
    for (int32_t k = 0; k < node->numResults; ++k)
      node->cost += bytesAtProbe(model, facts,
                                 model->values[node->firstResult + k].value);
    int64_t arithmetic =
        multiplyAddsAtProbe(run, model, node->op) / MULTIPLY_ADDS_A_BYTE;
    if (arithmetic > node->cost)
      node->cost = arithmetic;
  }
}
