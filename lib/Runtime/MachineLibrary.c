//===- MachineLibrary.c - calls of the op library -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineRehearsal.h"
#include "lib/Runtime/Ops/Library.h"

#include <stdlib.h>

static bool unknownFunction(const Exec *exec, StrRef name) {
  StrBuf known = {0};
  libraryNames(&known);
  relaxFail(exec->error, "'%.*s' is not in this runtime: expected one of %s",
            (int)name.length, name.data, strBufText(&known));
  strBufFree(&known);
  return false;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// Values in the scratch memory of the call; expressions over registers become
/// integers.
static bool readItems(Exec *exec, LibraryCall *call,
                      const RelaxAttributeWords *words,
                      LibraryAttribute *attribute) {
  const RelaxProgram *program = exec->machine->program;
  size_t size =
      words->kind == RELAX_ATTRIBUTE_STRINGS ? sizeof(StrRef) : sizeof(int64_t);
  void *items = libraryScratch(call, words->count, size);
  if (!items)
    return false;
  *attribute = (LibraryAttribute){.name = program->strings[words->name],
                                  .kind = words->kind == RELAX_ATTRIBUTE_EXTENTS
                                              ? RELAX_ATTRIBUTE_INTS
                                              : words->kind,
                                  .count = words->count,
                                  .ints = items};
  for (uint32_t i = 0; i < words->count; ++i)
    switch (words->kind) {
    case RELAX_ATTRIBUTE_INTS:
      ((int64_t *)items)[i] = relaxAttributeInt(words, i);
      break;
    case RELAX_ATTRIBUTE_FLOATS:
      ((double *)items)[i] = relaxAttributeFloat(words, i);
      break;
    case RELAX_ATTRIBUTE_STRINGS:
      ((StrRef *)items)[i] = program->strings[words->items[i]];
      break;
    case RELAX_ATTRIBUTE_EXTENTS:
      if (!execEvaluate(exec, words->items[i], (int64_t *)items + i))
        return false;
    }
  return true;
}

static bool readAttributes(Exec *exec, LibraryCall *call,
                           const RelaxOperand *operand) {
  RelaxAttributeWords words;
  size_t count = 0;
  for (size_t at = 0; relaxAttributeDecode(operand, &at, &words);)
    ++count;
  LibraryAttribute *attributes =
      libraryScratch(call, (int64_t)count, sizeof *attributes);
  if (!attributes)
    return false;
  call->attributes = attributes;
  for (size_t at = 0; relaxAttributeDecode(operand, &at, &words);)
    if (!readItems(exec, call, &words, &attributes[call->numAttributes++]))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// The call
//===----------------------------------------------------------------------===//

static bool gatherInputs(Exec *exec, const RelaxOperand *registers,
                         Value *inputs) {
  for (uint32_t i = 0; i < registers->value; ++i) {
    inputs[i] = exec->registers[registers->items[i]];
    if (inputs[i].tag == VALUE_NONE || inputs[i].tag == VALUE_STORAGE)
      return execMalformed(exec, "a register holds no value");
  }
  return true;
}

static bool gatherPlaces(Exec *exec, uint32_t mask,
                         const RelaxOperand *registers, Value *places) {
  for (uint32_t result = 0, next = 0; next < registers->value; ++result) {
    RelaxTensor *tensor;
    if (!(mask >> result & 1))
      continue;
    if (!execGetTensor(exec, registers->items[next++], &tensor))
      return false;
    places[result] = (Value){.tag = VALUE_TENSOR, .tensor = *tensor};
  }
  return true;
}

static void takeOutputs(Exec *exec, const LibraryCall *call,
                        const RelaxOperand *registers) {
  RelaxCounters *counters = &exec->machine->last;
  for (uint32_t i = 0; i < call->numOutputs; ++i) {
    const Value *output = &call->outputs[i];
    if (output->tag == VALUE_TENSOR && call->places[i].tag == VALUE_NONE) {
      counters->resultBytes += relaxTensorSize(&output->tensor);
      ++counters->resultAllocations;
    }
    execSet(exec, registers->items[i], *output);
  }
}

/// `values` has room for the inputs, the places and the outputs.
static bool callFunction(Exec *exec, const RelaxInst *inst,
                         const LibraryFunction *function, Value *values) {
  const RelaxOperand *operands = inst->operands;
  uint32_t numInputs = operands[3].value, numOutputs = operands[6].value;
  LibraryCall call = {.inputs = values,
                      .numInputs = numInputs,
                      .places = values + numInputs,
                      .outputs = values + numInputs + numOutputs,
                      .numOutputs = numOutputs,
                      .observer = exec->machine->options.observer,
                      .offload = exec->machine->offload,
                      .counters = &exec->machine->last,
                      .error = exec->error};
  bool good =
      gatherInputs(exec, &operands[3], values) &&
      gatherPlaces(exec, operands[4].value, &operands[5], values + numInputs) &&
      readAttributes(exec, &call, &operands[2]) &&
      (exec->machine->rehearsal ? rehearsalLibrary(exec, function, &call)
                                : libraryRun(function, &call));
  libraryFreeScratch(&call);
  ++exec->machine->last.libraryCalls;
  if (good)
    takeOutputs(exec, &call, &operands[6]);
  for (uint32_t i = 0; !good && i < numOutputs; ++i)
    valueRelease(&call.outputs[i]);
  return good;
}

static uint64_t bytesOf(const Value *values, uint32_t count) {
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < count; ++i)
    if (values[i].tag == VALUE_TENSOR &&
        relaxDTypeIsStored(values[i].tensor.dtype))
      bytes += relaxTensorSize(&values[i].tensor);
  return bytes;
}

/// The same, with an event behind it where somebody asks for them.
static bool callTraced(Exec *exec, const RelaxInst *inst,
                       const LibraryFunction *function, StrRef name,
                       Value *values) {
  const RelaxMachineOptions *options = &exec->machine->options;
  if (!options->trace)
    return callFunction(exec, inst, function, values);
  RelaxTraceEvent event = {
      .name = name.data, .library = true, .begin = execNanoseconds()};
  if (!callFunction(exec, inst, function, values))
    return false;
  event.end = execNanoseconds();
  event.bytes = bytesOf(values, inst->operands[3].value);
  for (uint32_t i = 0; i < inst->operands[6].value; ++i)
    event.bytes += bytesOf(&exec->registers[inst->operands[6].items[i]], 1);
  options->trace(options->traceUser, &event);
  return true;
}

bool execCallLibrary(Exec *exec, const RelaxInst *inst) {
  const RelaxProgram *program = exec->machine->program;
  StrRef subject = program->strings[inst->operands[0].value];
  StrRef name = program->strings[inst->operands[1].value];
  const LibraryFunction *function = libraryFind(name);
  size_t count = (size_t)inst->operands[3].value + 2 * inst->operands[6].value;
  Value *values = calloc(count ? count : 1, sizeof *values);
  bool good = !values     ? relaxFail(exec->error, "out of memory")
              : !function ? unknownFunction(exec, name)
                          : callTraced(exec, inst, function, name, values);
  free(values);
  return good || relaxErrorContext(exec->error, "%.*s", (int)subject.length,
                                   subject.data);
}
