//===- RehearsalPaths.c - conditions that a rehearsal does not know -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A way through a call is the choices at such conditions. What the machine is
// in there is remembered: a way that comes to it again goes on as one before.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Container.h"
#include "lib/Runtime/MachineRehearsal.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>

static uint64_t mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
  return hash ^ hash >> 32;
}

static uint64_t mixTensor(uint64_t hash, const RelaxMachine *machine,
                          const RelaxTensor *tensor) {
  enum { MOST = 64 };
  hash = mix(mix(hash, tensor->dtype), (uint64_t)tensor->rank);
  if (relaxIsContainer(tensor))
    return mix(hash, (uint64_t)tensor->dims[0]);
  for (int32_t d = 0; d < tensor->rank; ++d)
    hash = mix(hash, (uint64_t)tensor->dims[d]);
  size_t bytes =
      relaxDTypeIsStored(tensor->dtype) ? relaxTensorSize(tensor) : MOST + 1;
  bool known = bytes <= MOST && rehearsalKnows(machine, tensor);
  for (size_t i = 0; known && i < bytes; ++i)
    hash = mix(hash, ((const unsigned char *)tensor->data)[i]);
  return mix(hash, known);
}

/// Of what decides how the call goes on: where it is, extents and what is known
/// in registers, and how much is in use.
static uint64_t hashOf(const Exec *exec) {
  const Fiber *fiber = exec->fiber;
  uint64_t hash = mix(1, exec->machine->memory->used);
  for (size_t i = 0; i < fiber->numFrames; ++i)
    hash = mix(mix(hash, (uintptr_t)fiber->frames[i].function),
               fiber->frames[i].pc);
  for (size_t i = 0; i < fiber->numRegisters; ++i) {
    const Value *value = &fiber->registers[i];
    hash = mix(hash, value->tag);
    if (value->tag == VALUE_EXTENT)
      hash = mix(hash, (uint64_t)value->extent);
    else if (value->tag == VALUE_STORAGE)
      hash = mix(hash, value->storage->bytes);
    else if (value->tag == VALUE_TENSOR)
      hash = mixTensor(hash, exec->machine, &value->tensor);
  }
  return hash;
}

static bool choose(const Exec *exec, int64_t *value) {
  Rehearsal *r = exec->machine->rehearsal;
  if (r->numTaken == arrlen(r->choices)) {
    struct Seen seen = {.key = hashOf(exec)};
    // With a heuristic there is more than registers say.
    bool handles = exec->machine->memory->recompute;
    r->isSeen = !handles && mapFind(r->seen, seen.key) >= 0;
    if (r->isSeen)
      return false;
    hmputs(r->seen, seen);
    arrput(r->choices, ((struct Choice){false, false}));
  }
  *value = r->choices[r->numTaken++].value;
  return true;
}

bool rehearsalLoad(const Exec *exec, const RelaxTensor *tensor,
                   uint32_t element, StrRef subject, int64_t *value) {
  if (rehearsalKnows(exec->machine, tensor)) {
    *value = relaxLoadInt(tensor->dtype, tensor->data, element);
    return true;
  }
  return tensor->dtype == RELAX_BOOL ? choose(exec, value)
                                     : rehearsalGiveUp(exec, subject.data);
}
