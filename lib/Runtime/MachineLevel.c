//===- MachineLevel.c - limits, and the plan of memory that a call takes --===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineRehearsal.h"

#include <inttypes.h>

static uint64_t bytesInUse(const MachineMemory *memory) {
  return memory->recompute ? relaxRecomputeGetCounters(memory->recompute)->used
                           : memory->used;
}

/// What is found among plans of memory.
typedef struct Fit {
  uint32_t level;      // the first that takes no more than is left, or how many
                       // there are
  uint64_t least;      // that one takes
  uint64_t writtenOut; // by one that would fit, if it had a file; or 0
} Fit;

/// Bytes that a plan writes out.
static bool findReload(Exec *exec, const RelaxInst *inst, uint32_t level,
                       uint64_t *out) {
  const RelaxOperand *reloads = &inst->operands[2];
  int64_t bytes = 0;
  if (level < reloads->value &&
      !execEvalExtent(exec, reloads->items[level], &bytes))
    return false;
  *out = (uint64_t)bytes;
  return true;
}

/// A plan of 0 bytes behind others is none: its values are evicted while it
/// runs.
static bool findFit(Exec *exec, const RelaxInst *inst, uint64_t left,
                    Fit *fit) {
  const RelaxOperand *levels = &inst->operands[1];
  *fit = (Fit){.level = levels->value, .least = UINT64_MAX};
  for (uint32_t i = 0; i < levels->value; ++i) {
    int64_t bytes;
    uint64_t reload;
    if (!execEvalExtent(exec, levels->items[i], &bytes) ||
        !findReload(exec, inst, i, &reload))
      return false;
    if (i > 0 && bytes == 0)
      continue;
    if (reload && !relaxSecondMemoryFits(&exec->machine->second, reload)) {
      if (!fit->writtenOut && (uint64_t)bytes <= left)
        fit->writtenOut = reload;
      continue;
    }
    if (fit->level == levels->value && (uint64_t)bytes <= left)
      fit->level = i;
    if ((uint64_t)bytes < fit->least)
      fit->least = (uint64_t)bytes;
  }
  return true;
}

/// The last arm, if it is for values that are evicted while it runs.
static bool findRecomputed(Exec *exec, const RelaxOperand *levels,
                           uint32_t *level) {
  int64_t bytes;
  if (!exec->machine->memory->recompute || levels->value < 2 ||
      !execEvalExtent(exec, levels->items[levels->value - 1], &bytes) ||
      bytes != 0)
    return false;
  *level = levels->value - 1;
  return true;
}

/// What of the limit is not in use.
static uint64_t bytesLeft(const MachineMemory *memory) {
  uint64_t used = bytesInUse(memory);
  return used < memory->limit ? memory->limit - used : 0;
}

static bool refuseLimit(Exec *exec, const Fit *fit, uint64_t inUse) {
  StrRef function = exec->frame->function->name;
  uint64_t limit = exec->machine->memory->limit;
  if (!fit->writtenOut)
    return relaxFail(exec->error,
                     "function '%.*s': expected a memory limit of at least "
                     "%" PRIu64 " bytes, got %" PRIu64,
                     (int)function.length, function.data, inUse + fit->least,
                     limit);
  return relaxFail(exec->error,
                   "function '%.*s': expected a memory limit of at least "
                   "%" PRIu64 " bytes, or a folder where %" PRIu64
                   " bytes may be written out, got %" PRIu64,
                   (int)function.length, function.data, inUse + fit->least,
                   fit->writtenOut, limit);
}

/// What a plan computes nothing can compute again, so that it would stay for as
/// long as the caller may need it again: plans are of who is called from
/// outside. The first plan that fits as it is, else where others give way, else
/// none, if values can be evicted instead.
static bool chooseLevel(Exec *exec, const RelaxInst *inst, uint32_t *level) {
  const RelaxOperand *levels = &inst->operands[1];
  MachineMemory *memory = exec->machine->memory;
  uint64_t held = 0;
  Fit fit;
  if (exec->fiber->numFrames > 1 && findRecomputed(exec, levels, level))
    return true;
  if (!findFit(exec, inst, bytesLeft(memory), &fit))
    return false;
  if (fit.level == levels->value && memory->recompute) {
    machineTakeBack(memory, memory->limit);
    held = relaxRecomputeEvictable(memory->recompute);
    if (!findFit(exec, inst, bytesLeft(memory) + held, &fit))
      return false;
  }
  *level = fit.level;
  return *level < levels->value || findRecomputed(exec, levels, level) ||
         refuseLimit(exec, &fit, bytesInUse(memory) - held);
}

bool execMemoryLimit(Exec *exec, const RelaxInst *inst) {
  RelaxMachine *machine = exec->machine;
  StrRef function = exec->frame->function->name;
  int64_t bytes;
  if (machine->rehearsal || machine->options.memoryLimit ||
      exec->fiber->numFrames > 1)
    return true; // who called has said
  if (exec->fiber != &machine->alone)
    return relaxFail(exec->error,
                     "function '%.*s': has a memory limit, which is of a call "
                     "by itself",
                     (int)function.length, function.data);
  return execEvalExtent(exec, inst->operands[0].value, &bytes) &&
         machineMemoryLimit(machine, (uint64_t)bytes, exec->error) &&
         machine->rehearse(machine, exec->fiber, exec->error);
}

/// That of all functions, or the last plan of this one, which an arm for values
/// that are evicted is not.
static bool takeRehearsed(Exec *exec, const RelaxInst *inst, uint32_t *forced) {
  const RelaxOperand *levels = &inst->operands[1];
  Rehearsal *rehearsal = exec->machine->rehearsal;
  uint32_t count = levels->value;
  int64_t bytes;
  uint64_t reload;
  if (!execEvalExtent(exec, levels->items[count - 1], &bytes))
    return false;
  if (count > 1 && bytes == 0)
    --count;
  *forced = exec->machine->memory->level;
  if (*forced > count)
    *forced = count;
  if (!rehearsal)
    return true;
  if (rehearsal->numLevels < count)
    rehearsal->numLevels = count;
  if (!findReload(exec, inst, *forced - 1, &reload))
    return false;
  if (reload && !relaxSecondMemoryFits(&exec->machine->second, reload))
    rehearsal->writtenOut = reload;
  return true;
}

bool execMemoryLevel(Exec *exec, const RelaxInst *inst) {
  const RelaxOperand *levels = &inst->operands[1];
  uint32_t level = 0, forced = exec->machine->options.memoryLevel;
  StrRef function = exec->frame->function->name;
  if (forced > levels->value && exec->fiber->numFrames > 1)
    forced = levels->value; // meant is who was called from outside
  if (forced > levels->value)
    return relaxFail(
        exec->error,
        "function '%.*s': expected a level of memory below %" PRIu32
        ", got %" PRIu32,
        (int)function.length, function.data, levels->value, forced - 1);
  if (!forced && exec->machine->memory && exec->machine->memory->level &&
      !takeRehearsed(exec, inst, &forced))
    return false;
  if (forced) {
    level = forced - 1;
  } else if (exec->machine->memory && !chooseLevel(exec, inst, &level)) {
    return false;
  }
  execSet(exec, inst->operands[0].value,
          (Value){.tag = VALUE_EXTENT, .extent = level});
  return true;
}

bool execEvict(Exec *exec, const RelaxInst *inst) {
  ++exec->machine->last.evictions;
  return execKill(exec, inst);
}
