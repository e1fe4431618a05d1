//===- Gguf.c - the tensors of GGUF files ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/GGUF/GGUF.h"
#include "lib/Runtime/WeightFile/Format.h"

#include <string.h>

static bool begins(const uint8_t *magic) {
  return memcmp(magic, "GGUF", 4) == 0;
}

static bool addTensor(RelaxWeightFile *file, const GgufTensor *tensor,
                      RelaxError *error) {
  int64_t dims[GGUF_MAX_RANK];
  RelaxWeightEntry entry = {.name = tensor->name,
                            .type = strRefFromC(tensor->type->name),
                            .rank = (int32_t)tensor->rank,
                            .dims = dims,
                            .offset = tensor->offset,
                            .numBytes = tensor->bytes};
  for (uint32_t i = 0; i < tensor->rank; ++i)
    dims[i] = tensor->dims[tensor->rank - 1 - i];
  // Where both have a type, it has the same name.
  const BlockFormat *block = blockFormatByGgml(tensor->type->ggmlType);
  entry.known = block || relaxDTypeParse(entry.type, &entry.dtype);
  if (block)
    entry.dtype = relaxDTypeOfBlock(block);
  return weightFileAdd(file, &entry, error);
}

static bool list(RelaxWeightFile *file, RelaxError *error) {
  RelaxError reason = {0}; // the reader wants one
  GgufFile *gguf = ggufReadOpen(file->file, &reason);
  if (!gguf) {
    relaxFail(error, "%s", relaxErrorText(&reason));
    relaxErrorFree(&reason);
    return false;
  }
  size_t count;
  const GgufTensor *tensors = ggufTensors(gguf, &count);
  bool good = true;
  for (size_t i = 0; good && i < count; ++i)
    good = addTensor(file, &tensors[i], error);
  ggufDestroy(gguf);
  return good;
}

const WeightFormat weightFormatGguf = {"GGUF", begins, list, NULL};
