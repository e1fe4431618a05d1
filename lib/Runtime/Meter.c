//===- Meter.c - who counts memory ---------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Meter.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

struct RelaxMeter {
  atomic_size_t users; // storages, and who made it
  bool (*take)(void *user, uint64_t bytes);
  void (*give)(void *user, uint64_t bytes);
  void *_Atomic user; // NULL: retired
};

static _Thread_local RelaxMeter *current;

RelaxMeter *relaxMeterCreate(bool (*take)(void *user, uint64_t bytes),
                             void (*give)(void *user, uint64_t bytes),
                             void *user) {
  RelaxMeter *meter = calloc(1, sizeof *meter);
  if (!meter)
    return NULL;
  atomic_init(&meter->users, 1);
  atomic_init(&meter->user, user);
  meter->take = take;
  meter->give = give;
  return meter;
}

static void leave(RelaxMeter *meter) {
  if (atomic_fetch_sub(&meter->users, 1) == 1)
    free(meter);
}

void relaxMeterRetire(RelaxMeter *meter) {
  if (!meter)
    return;
  atomic_store(&meter->user, NULL);
  leave(meter);
}

RelaxMeter *relaxMeterUse(RelaxMeter *meter) {
  RelaxMeter *before = current;
  current = meter;
  return before;
}

RelaxMeter *relaxMeterUsed(void) { return current; }

bool relaxMeterTake(uint64_t bytes, RelaxMeter **meter) {
  *meter = current;
  if (!current)
    return true;
  if (!current->take(atomic_load(&current->user), bytes))
    return false;
  atomic_fetch_add(&current->users, 1);
  return true;
}

void relaxMeterGive(RelaxMeter *meter, uint64_t bytes) {
  if (!meter)
    return;
  void *user = atomic_load(&meter->user);
  if (user)
    meter->give(user, bytes);
  leave(meter);
}
