//===- Undefined.c - memory that knows what was written -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Interfaces.h"
#include "dialects/Relax/Memory.gen.h"
#include "dialects/VM/ControlFlow.gen.h"
#include "dialects/VM/Program.gen.h"
#include "dialects/VM/State.gen.h"
#include "lib/Interpreter/Programs/Program.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct Undefined {
  char *data;
  uint8_t *known;
} Undefined;

static void release(void *user) {
  Undefined *memory = user;
  free(memory->data);
  free(memory->known);
  free(memory);
}

/// Memory that knows which of its bytes were written.
static bool evalUndefinedStorage(size_t bytes, RelaxStorage **out,
                                 RelaxError *error) {
  Undefined *memory = calloc(1, sizeof *memory);
  size_t rounded = (bytes / RELAX_ALIGNMENT + 1) * RELAX_ALIGNMENT;
  if (memory) {
    memory->data = aligned_alloc(RELAX_ALIGNMENT, rounded);
    memory->known = calloc(rounded, 1);
  }
  *out = memory && memory->data && memory->known
             ? relaxStorageWrap(memory->data, bytes, release, memory)
             : NULL;
  if (*out) {
    memset(memory->data, 0, rounded);
    return true;
  }
  if (memory)
    release(memory);
  return relaxFail(error, "out of memory for %zu bytes", bytes);
}

bool evalUndefinedTensor(RelaxDType dtype, int32_t rank, const int64_t *dims,
                         RelaxTensor *out, RelaxError *error) {
  size_t bytes;
  RelaxStorage *storage;
  if (!relaxTensorBytes(dtype, rank, dims, &bytes))
    return relaxFail(error, "its bytes exceed 64 bits");
  if (!evalUndefinedStorage(bytes, &storage, error))
    return false;
  bool good = relaxTensorView(storage, 0, dtype, rank, dims, out, error);
  relaxStorageRelease(storage);
  return good;
}

uint8_t *evalKnownBytes(const RelaxTensor *tensor) {
  const RelaxStorage *storage = tensor->storage;
  if (!storage || storage->release != release)
    return NULL;
  const Undefined *memory = storage->user;
  return memory->known + ((char *)tensor->data - memory->data);
}

void evalSetKnown(const RelaxTensor *tensor, bool known) {
  uint8_t *bytes = evalKnownBytes(tensor);
  if (bytes)
    memset(bytes, known, relaxTensorSize(tensor));
}

bool evalKill(EvalStep *step) {
  const RelaxTensor *tensor = step->operands[0];
  if (relaxTensorSize(tensor) < tensor->storage->bytes)
    evalSetKnown(tensor, false);
  return true;
}

bool evalEvict(EvalStep *step) {
  evalSetKnown(step->operands[0], false);
  return true;
}

bool evalMemoryLevel(EvalStep *step, MlirAttribute levels, int64_t *level) {
  uint32_t forced = step->frame->interpreter->memoryLevel;
  int64_t count = mlirArrayAttrGetNumElements(levels);
  *level = forced ? (int64_t)forced - 1 : 0;
  return *level < count ||
         relaxFail(step->error,
                   "expected a level of memory below %" PRId64 ", got %" PRId64,
                   count, *level);
}

bool evalMustBeWritten(const RelaxTensor *tensor, const char *subject,
                       RelaxError *error) {
  const uint8_t *bytes = evalKnownBytes(tensor);
  size_t size = bytes ? relaxTensorSize(tensor) : 0, i = 0;
  while (i < size && bytes[i])
    ++i;
  if (i == size)
    return true;
  int64_t indices[RELAX_MAX_RANK];
  int64_t place = (int64_t)(i / (size / (size_t)relaxTensorCount(tensor)));
  for (int32_t k = tensor->rank; k-- > 0; place /= tensor->dims[k])
    indices[k] = place % tensor->dims[k];
  StrBuf text = {0};
  relaxDimsPrint(tensor->rank, indices, &text);
  relaxFail(error, "%s: nothing has written its element %s", subject,
            strBufText(&text));
  strBufFree(&text);
  return false;
}

bool evalOperandsAreWritten(EvalStep *step) {
  // Programs look at each element that they read.
  bool reads = vmIsCallLibrary(step->op) || vmIsLoadExtent(step->op) ||
               vmIsAppend(step->op) || vmIsUpdate(step->op);
  if ((evalIsInstruction(step->op) && !reads) || relaxMovesNoNumber(step->op) ||
      relaxIsView(step->op) || relaxCalls(step->op))
    return true;
  intptr_t count = vmIsCallLibrary(step->op)
                       ? vmCallLibraryGetNumInputs(step->op) // not places
                   : relaxIsWriteOut(step->op) || relaxIsReadBack(step->op)
                       ? 1 // nor memory
                       : step->numOperands;
  for (intptr_t i = 0; i < count; ++i) {
    StrBuf text = {0};
    strBufAppendFormat(&text, "operand %ld", (long)i);
    bool good =
        evalMustBeWritten(step->operands[i], strBufText(&text), step->error);
    strBufFree(&text);
    if (!good)
      return false;
  }
  return true;
}

void evalShowValue(EvalStep *step, MlirValue value, const RelaxTensor *tensor) {
  const RelaxInterpreter *interpreter = step->frame->interpreter;
  StrRef name = bridgeLocationName(mlirValueGetLocation(value));
  RelaxError error = {0};
  if (interpreter->watch && name.length &&
      evalMustBeWritten(tensor, "", &error))
    interpreter->watch(interpreter->watcher, name, step->op, tensor);
  relaxErrorFree(&error);
}
