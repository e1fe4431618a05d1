//===- ProgramRun.h - runs bytes as a compact file ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Bytes are decoded and verified; what is accepted encodes to the same program
// again, prints, and runs with kernels that do nothing and weights of zeros.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_FUZZ_PROGRAMRUN_H
#define RELAX_TEST_FUZZ_PROGRAMRUN_H

#include "lib/Runtime/Machine.h"
#include "lib/Runtime/ProgramFile.h"
#include "lib/Runtime/Signature.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void check(bool condition, const char *what) {
  if (condition)
    return;
  fprintf(stderr, "finding: %s\n", what);
  abort();
}

static inline int32_t idle(void *const *buffers, const int64_t *symbols) {
  (void)buffers;
  (void)symbols;
  return RELAX_KERNEL_OK;
}

static inline RelaxKernel findKernel(void *user, const char *name) {
  (void)user;
  (void)name;
  return idle;
}

/// Weights need no files.
static inline void *inlineWeights(RelaxProgram *program) {
  enum { MAX_BYTES = 1 << 20 };
  void *zeros = calloc(1, MAX_BYTES);
  for (uint32_t i = 0; i < program->numWeights; ++i) {
    RelaxWeight *weight = &program->weights[i];
    if (weight->kind == RELAX_WEIGHT_FILE && weight->numBytes <= MAX_BYTES) {
      weight->kind = RELAX_WEIGHT_INLINE;
      weight->data = zeros;
    }
  }
  return zeros;
}

/// Inputs whose symbols are all 3; false if there are none.
static inline bool makeInputs(const RelaxFunction *function,
                              RelaxTensor *inputs) {
  for (uint32_t i = 0; i < function->numParams; ++i) {
    const RelaxValueType *type = &function->params[i];
    int64_t dims[RELAX_MAX_RANK], count = 1;
    static const char *const names[] = {"n", "m", "k", "N", "b", "batch"};
    RelaxSymbolValue values[6];
    for (int k = 0; k < 6; ++k)
      values[k] = (RelaxSymbolValue){strRefFromC(names[k]), 3};
    RelaxError error = {0};
    bool good = relaxValueTypeDims(type, values, 6, dims, &error);
    for (int32_t d = 0; good && d < type->rank; ++d)
      if (dims[d] < 0 || __builtin_mul_overflow(count, dims[d], &count) ||
          count > 1 << 16)
        good = false;
    good = good &&
           relaxTensorCreate(type->dtype, type->rank, dims, &inputs[i], &error);
    relaxErrorFree(&error);
    if (!good)
      return false;
  }
  return true;
}

static inline void call(RelaxMachine *machine, const RelaxFunction *function) {
  RelaxTensor *inputs = calloc(function->numParams + 1, sizeof(*inputs));
  RelaxTensor *outputs = calloc(function->numResults + 1, sizeof(*outputs));
  RelaxError error = {0};
  if (inputs && outputs && makeInputs(function, inputs)) {
    bool good =
        relaxMachineCall(machine, function->name, inputs, function->numParams,
                         outputs, function->numResults, &error);
    check(good != relaxErrorIsSet(&error), "a failed call without a message");
    for (uint32_t i = 0; good && i < function->numResults; ++i)
      relaxTensorRelease(&outputs[i]);
  }
  for (uint32_t i = 0; inputs && i < function->numParams; ++i)
    relaxTensorRelease(&inputs[i]);
  relaxErrorFree(&error);
  free(inputs);
  free(outputs);
}

static inline void runProgram(RelaxProgram *program) {
  RelaxMachineOptions options = {
      .findKernel = findKernel, .maxInstructions = 2000, .poison = true};
  RelaxError error = {0};
  void *zeros = inlineWeights(program);
  RelaxMachine *machine = relaxMachineCreate(program, &options, &error);
  check((machine != NULL) != relaxErrorIsSet(&error),
        "a machine is missing without a message");
  relaxErrorFree(&error);
  for (uint32_t i = 0; machine && i < program->numFunctions; ++i)
    if (program->functions[i].isPublic)
      call(machine, &program->functions[i]);
  if (machine)
    relaxMachineDestroy(machine);
  free(zeros);
}

static inline void roundTrip(const RelaxProgram *program) {
  StrBuf first = {0}, second = {0}, listing = {0};
  RelaxError error = {0};
  relaxProgramPrint(program, &listing);
  relaxProgramEncode(program, &first);
  RelaxProgram *again =
      relaxProgramDecode((StrRef){first.data, first.length}, &error);
  if (!again)
    fprintf(stderr, "%s\n", relaxErrorText(&error));
  check(again != NULL, "an encoded program does not decode");
  relaxProgramEncode(again, &second);
  check(first.length == second.length &&
            memcmp(first.data, second.data, first.length) == 0,
        "encoding is no fixed point");
  relaxProgramDestroy(again);
  strBufFree(&first);
  strBufFree(&second);
  strBufFree(&listing);
}

/// Bytes of the body and its checksum stand at 16 and 24.
static inline void repairHeader(uint8_t *data, size_t size) {
  if (size < RELAX_PROGRAM_HEADER)
    return;
  uint64_t body = size - RELAX_PROGRAM_HEADER;
  uint64_t sum = relaxProgramChecksum(data + RELAX_PROGRAM_HEADER, body);
  memcpy(data + 16, &body, sizeof body);
  memcpy(data + 24, &sum, sizeof sum);
}

/// True if the file was taken for one.
static inline bool programRun(const uint8_t *data, size_t size) {
  RelaxError error = {0};
  RelaxProgram *program =
      relaxProgramDecode((StrRef){(const char *)data, size}, &error);
  check((program != NULL) != relaxErrorIsSet(&error),
        "a broken file without a message");
  relaxErrorFree(&error);
  if (!program)
    return false;
  roundTrip(program);
  runProgram(program);
  relaxProgramDestroy(program);
  return true;
}

#endif // RELAX_TEST_FUZZ_PROGRAMRUN_H
