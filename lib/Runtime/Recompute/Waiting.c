//===- Waiting.c - who may be needed again -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A storage waits for the undefined tensors of other storages that were made
// of it: while there are some it may have to be there again. The sets are bits
// at the operators, so that an element is in them once.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Recompute/RecomputeState.h"

static uint8_t *waitOf(const RelaxRecompute *recompute, uint32_t tensor,
                       uint32_t source) {
  const RecomputeOperator *op =
      &recompute->operators[recompute->tensors[tensor].producer];
  return &op->waits[(size_t)(tensor - op->firstOutput) * op->numSources +
                    source];
}

void recomputeWaitFor(RelaxRecompute *recompute, uint32_t tensor) {
  const RecomputeTensor *t = &recompute->tensors[tensor];
  const RecomputeOperator *op = &recompute->operators[t->producer];
  for (uint32_t s = 0; s < op->numSources; ++s) {
    RecomputeStorage *source = &recompute->storages[op->sources[s]];
    uint8_t *waits = waitOf(recompute, tensor, s);
    if (op->sources[s] == t->storage || source->freed || *waits)
      continue;
    *waits = 1;
    ++source->waiting;
  }
}

void recomputeWaitNoMore(RelaxRecompute *recompute, uint32_t tensor,
                         uint32_t source) {
  const RecomputeOperator *op =
      &recompute->operators[recompute->tensors[tensor].producer];
  for (uint32_t s = 0; s < op->numSources; ++s)
    if (op->sources[s] == source) {
      uint8_t *waits = waitOf(recompute, tensor, s);
      recompute->storages[source].waiting -= *waits;
      *waits = 0;
    }
}
