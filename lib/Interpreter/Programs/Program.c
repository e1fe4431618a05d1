//===- Program.c - one run of a program -----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/Programs/Program.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Interpreter/Programs/Translate.h"

#include <assert.h>
#include <stdlib.h>

//===----------------------------------------------------------------------===//
// Programs, translated once
//===----------------------------------------------------------------------===//

static const Prog *findProgram(RelaxInterpreter *interpreter,
                               MlirOperation function, RelaxError *error) {
  for (EvalProgram *p = interpreter->programs; p; p = p->next)
    if (mlirOperationEqual(p->function, function))
      return p->program;
  const Prog *program = progTranslate(function, interpreter->arena, error);
  if (!program)
    return NULL;
  EvalProgram *entry = ARENA_NEW(interpreter->arena, EvalProgram);
  *entry = (EvalProgram){function, program, interpreter->programs};
  interpreter->programs = entry;
  return program;
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

/// The extent of the buffer that has the symbol as a bare dimension, where the
/// tensor has as many dimensions.
static bool readOff(const Prog *program, StrRef symbol,
                    const RelaxTensor *const *buffers, int64_t *out) {
  for (intptr_t i = 0; i < program->numBuffers; ++i) {
    const ProgExprs *dims = &program->dims[program->body.arguments[i]];
    for (intptr_t k = 0; k < dims->count; ++k) {
      StrRef name;
      if (!symExprIsSymbol(dims->exprs[k].expr, &name) ||
          !strRefEqual(name, symbol) || k >= buffers[i]->rank)
        continue;
      *out = buffers[i]->dims[k];
      return true;
    }
  }
  return false;
}

static bool bindSymbols(EvalFrame *frame, EvalFrame *inner, const Prog *program,
                        const RelaxTensor *const *buffers,
                        MlirAttribute symbols, const int64_t *given,
                        int64_t *values, RelaxError *error) {
  bool good = true;
  for (size_t i = 0; good && i < program->numSymbols; ++i) {
    StrRef symbol = program->symbols[i];
    MlirAttribute value = {NULL};
    if (given) {
      values[i] = given[i];
    } else if (!readOff(program, symbol, buffers, &values[i])) {
      if (symbols.ptr)
        value =
            mlirDictionaryAttrGetElementByName(symbols, strRefToMlir(symbol));
      good = value.ptr ? evalExpr(frame, symExprOf(inner->arena, value),
                                  &values[i], error)
                       : relaxFail(error, "gives no value to symbol '%.*s'",
                                   (int)symbol.length, symbol.data);
    }
    if (good)
      evalBindSymbol(inner, symbol, values[i], "the call", 0);
  }
  return good && evalCheckFacts(
                     inner, tirFuncGetFacts(program->function),
                     arenaCopyString(inner->arena, program->name).data, error);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static RelaxDType dtypeOf(MlirType type) {
  RelaxDType dtype = RELAX_I64; // of `index`
  relaxElementDType(progElementType(type), &dtype);
  return dtype;
}

/// The tensor's bytes have to be those that the buffer stands for.
static bool bindBuffer(ProgRun *run, intptr_t index,
                       const RelaxTensor *tensor) {
  const Prog *program = run->program;
  uint32_t slot = program->body.arguments[index];
  ProgMemory *memory = &run->memories[slot];
  const ProgExprs *dims = &program->dims[slot];
  ProgNode at = {.op = program->function};
  size_t bytes;
  if (!progEvalAll(run, &at, dims, memory->dims))
    return false;
  if (!relaxTensorBytes(memory->dtype, memory->rank, memory->dims, &bytes) ||
      bytes != relaxTensorSize(tensor)) {
    StrBuf text = {0};
    strBufAppendFormat(&text, "%s ", relaxDTypeName(memory->dtype));
    relaxDimsPrint(memory->rank, memory->dims, &text);
    strBufAppendFormat(&text, ", got %s ", relaxDTypeName(tensor->dtype));
    relaxDimsPrint(tensor->rank, tensor->dims, &text);
    relaxFail(run->error, "argument '%.*s' of '@%.*s': expected %s",
              (int)memory->name.length, memory->name.data,
              (int)program->name.length, program->name.data, strBufText(&text));
    strBufFree(&text);
    return false;
  }
  memory->data = tensor->data;
  memory->known = evalKnownBytes(tensor);
  return true;
}

static bool prepareMemory(ProgRun *run, const RelaxTensor *const *buffers) {
  const Prog *program = run->program;
  for (uint32_t i = 0; i < program->numMemories; ++i) {
    MlirType type = program->types[i];
    run->memories[i].dtype = dtypeOf(type);
    run->memories[i].name = program->names[i];
    run->memories[i].rank = tirIsBufferType(type)
                                ? (int32_t)program->dims[i].count
                                : (int32_t)mlirShapedTypeGetRank(type);
    if (run->memories[i].rank > RELAX_MAX_RANK)
      return relaxFail(run->error, "expected a rank of at most %d, got %d",
                       RELAX_MAX_RANK, (int)run->memories[i].rank);
  }
  for (intptr_t i = 0; i < program->numBuffers; ++i)
    if (!bindBuffer(run, i, buffers[i]))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// The call
//===----------------------------------------------------------------------===//

static bool runProgram(ProgRun *run, const RelaxTensor *const *buffers) {
  const Prog *program = run->program;
  run->cells = calloc(program->numCells + 1, sizeof *run->cells);
  run->memories = calloc(program->numMemories + 1, sizeof *run->memories);
  run->scratch = calloc(SYM_MAX_CODE, sizeof *run->scratch);
  bool good = (run->cells && run->memories && run->scratch) ||
              relaxFail(run->error, "out of memory");
  good =
      good && prepareMemory(run, buffers) && progRunBlock(run, &program->body);
  if (good && run->failed)
    good =
        relaxFail(run->error, "program '@%.*s': %s", (int)program->name.length,
                  program->name.data, run->failed);
  for (uint32_t i = 0; run->memories && i < program->numMemories; ++i)
    if (run->memories[i].capacity) {
      free(run->memories[i].data);
      free(run->memories[i].known);
    }
  free(run->cells);
  free(run->memories);
  free(run->scratch);
  return good;
}

static bool callProgram(EvalFrame *frame, MlirOperation function,
                        const RelaxTensor *const *buffers,
                        MlirAttribute symbols, const int64_t *given,
                        RelaxError *error) {
  const Prog *program = findProgram(frame->interpreter, function, error);
  if (!program)
    return false;
  EvalFrame inner = {.interpreter = frame->interpreter,
                     .arena = arenaCreate(),
                     .function = program->function,
                     .depth = frame->depth + 1};
  int64_t *values = ARENA_ARRAY(inner.arena, int64_t, program->numSymbols + 1);
  ProgRun *run = ARENA_NEW(inner.arena, ProgRun);
  *run = (ProgRun){.interpreter = frame->interpreter,
                   .program = program,
                   .symbols = values,
                   .error = error};
  bool good = bindSymbols(frame, &inner, program, buffers, symbols, given,
                          values, error) &&
              runProgram(run, buffers);
  evalFrameRelease(&inner);
  return good;
}

bool progCall(EvalFrame *frame, StrRef name, const RelaxTensor *const *buffers,
              intptr_t numBuffers, MlirAttribute symbols, const int64_t *given,
              RelaxError *error) {
  MlirOperation function =
      bridgeLookupNearestSymbol(frame->interpreter->module, name);
  if (!function.ptr || !tirIsFunc(function))
    return relaxFail(error, "'@%.*s' is no tir.func of the module",
                     (int)name.length, name.data);
  assert(mlirFunctionTypeGetNumInputs(tirFuncGetFunctionType(function)) ==
             numBuffers &&
         "calls are verified");
  (void)numBuffers;
  return callProgram(frame, function, buffers, symbols, given, error);
}

bool progCallFunction(RelaxInterpreter *interpreter, MlirOperation function,
                      const RelaxTensor *const *buffers, const int64_t *given,
                      RelaxError *error) {
  EvalFrame frame = {.interpreter = interpreter};
  return callProgram(&frame, function, buffers, (MlirAttribute){NULL}, given,
                     error);
}
