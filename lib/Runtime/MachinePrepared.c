//===- MachinePrepared.c - prepared weights that outlive the machine ----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// An entry of the cache has the elements of all prepared weights in order, each
// at a multiple of RELAX_ALIGNMENT. What they are made of is told by the
// program, which names the SHA-256 of a weight's bytes; of weights without one
// the bytes are read, for a checksum (five times as fast, which is half a
// second of a large model). So a weight that nothing but the prepare function
// reads is not looked at any more: a file that was changed meanwhile is not
// noticed, and the results are those of the bytes that the program speaks of.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Cache/Checksum.h"
#include "lib/Runtime/MachineState.h"

#include <inttypes.h>
#include <stdlib.h>

#define PREPARED_VERSION "prepared 1\n"

static bool isPrepared(const RelaxMachine *machine, uint32_t index) {
  return machine->program->weights[index].kind == RELAX_WEIGHT_PREPARED;
}

/// Appends the SHA-256 of a weight's bytes, or a checksum of what the file has.
static bool addContent(RelaxMachine *machine, uint32_t index, StrBuf *out) {
  const RelaxWeight *weight = &machine->program->weights[index];
  if (weight->sha256.length) {
    strBufAppend(out, weight->sha256);
    return true;
  }
  RelaxError unread = {0};
  RelaxTensor tensor;
  char digits[CACHE_CHECKSUM_HEX + 1];
  bool good =
      relaxWeightRead(machine->files, weight, machine->options.weightDirs,
                      machine->options.numWeightDirs, &tensor, &unread);
  if (good) {
    StrRef piece = {tensor.data, relaxTensorSize(&tensor)};
    cacheChecksum(machine->options.programKey, &piece, 1, digits);
    strBufAppendC(out, digits);
    relaxTensorRelease(&tensor);
  }
  relaxErrorFree(&unread);
  return good;
}

bool machinePreparedKey(RelaxMachine *machine, RelaxCacheKey *key) {
  const RelaxMachineOptions *options = &machine->options;
  const RelaxProgram *program = machine->program;
  bool any = false, good = options->cache && options->programKey;
  for (uint32_t i = 0; good && i < program->numWeights; ++i)
    if (isPrepared(machine, i)) {
      good = relaxDTypeIsStored(program->weights[i].dtype);
      any = true;
    }
  if (!good || !any)
    return false;
  StrBuf text = {0};
  strBufAppendFormat(&text, PREPARED_VERSION "%s\n", options->programKey->hex);
  for (uint32_t i = 0; good && i < program->numWeights; ++i)
    if (program->weights[i].kind == RELAX_WEIGHT_FILE) {
      good = addContent(machine, i, &text);
      strBufAppendC(&text, "\n");
    }
  relaxSha256(text.data, text.length, key->hex);
  strBufFree(&text);
  return good;
}

static uint64_t aligned(uint64_t offset) {
  return (offset + RELAX_ALIGNMENT - 1) / RELAX_ALIGNMENT * RELAX_ALIGNMENT;
}

static void releasePrepared(RelaxMachine *machine) {
  for (uint32_t i = 0; i < machine->program->numWeights; ++i)
    if (isPrepared(machine, i))
      relaxTensorRelease(&machine->weights[i]);
}

bool machineRecallPrepared(RelaxMachine *machine, const RelaxCacheKey *key) {
  RelaxStorage *content = relaxCacheMap(machine->options.cache, key);
  uint64_t offset = 0;
  bool good = content != NULL;
  for (uint32_t i = 0; good && i < machine->program->numWeights; ++i) {
    const RelaxWeight *weight = &machine->program->weights[i];
    if (!isPrepared(machine, i))
      continue;
    RelaxError misfit = {0};
    good =
        relaxTensorView(content, (int64_t)offset, weight->dtype, weight->rank,
                        weight->dims, &machine->weights[i], &misfit);
    relaxErrorFree(&misfit);
    offset = aligned(offset + weight->numBytes);
  }
  if (!good)
    releasePrepared(machine);
  relaxStorageRelease(content);
  return good;
}

void machineKeepPrepared(RelaxMachine *machine, const RelaxCacheKey *key) {
  static const char zeros[RELAX_ALIGNMENT] = {0};
  uint32_t count = machine->program->numWeights;
  StrRef *pieces = calloc(2 * (size_t)count + 1, sizeof(*pieces));
  size_t numPieces = 0;
  for (uint32_t i = 0; pieces && i < count; ++i) {
    if (!isPrepared(machine, i))
      continue;
    const RelaxTensor *tensor = &machine->weights[i];
    size_t bytes = relaxTensorSize(tensor);
    pieces[numPieces++] = (StrRef){tensor->data, bytes};
    pieces[numPieces++] = (StrRef){zeros, aligned(bytes) - bytes};
  }
  if (pieces)
    relaxCachePutPieces(machine->options.cache, key, pieces, numPieces);
  free(pieces);
}
