//===- MachineTogether.c - calls that run at the same time ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Each call has a fiber. One thread runs them, one at a time.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineBatch.h"
#include "lib/Runtime/Random.h"

#include <stdlib.h>

/// A call and its fiber.
typedef struct Member {
  Fiber fiber;
  const RelaxFunction *function;
  RelaxCall *call;
} Member;

/// Those that can go on come first, then those that wait for what they
/// deferred, then those that are at their end; each in any order.
typedef struct Group {
  RelaxMachine *machine;
  RelaxCall *calls;
  Member *members;
  size_t numMembers, numReady, numLive;
} Group;

static void swapMembers(Group *group, size_t a, size_t b) {
  Member kept = group->members[a];
  group->members[a] = group->members[b];
  group->members[b] = kept;
}

static void startAll(Group *group, size_t numCalls) {
  for (size_t i = 0; i < numCalls; ++i) {
    RelaxCall *call = &group->calls[i];
    Member *member = &group->members[group->numMembers++];
    member->call = call;
    member->fiber = fiberTake(group->machine);
    member->function = machineStartCall(group->machine, &member->fiber, call,
                                        true, &call->error);
    if (member->function)
      swapMembers(group, (size_t)(member - group->members), group->numLive++);
  }
  group->numReady = group->numLive;
}

/// A member that is ready is at its end.
static void endMember(Group *group, size_t index) {
  swapMembers(group, index, --group->numReady);
  swapMembers(group, group->numReady, --group->numLive);
}

/// Lets one that is ready go on for some instructions.
static void resume(Group *group, size_t index, uint64_t instructions) {
  RelaxMachine *machine = group->machine;
  Member *member = &group->members[index];
  RelaxCall *call = member->call;
  machine->running = (size_t)(call - group->calls);
  bool good = fiberRun(machine, &member->fiber, instructions, &call->error);
  if (member->fiber.waits && good) {
    swapMembers(group, index, --group->numReady);
    return;
  }
  if (member->fiber.numFrames > 0)
    return;
  if (good)
    machineEndCall(machine, member->function, call, &call->error);
  if (machine->batch)
    machine->batch->ended[call - group->calls] = true;
  endMember(group, index);
}

/// Runs what was deferred: all that wait can go on, or have failed.
static void flush(Group *group) {
  machineFlush(group->machine);
  group->numReady = group->numLive;
  for (size_t i = 0; i < group->numReady;) {
    Fiber *fiber = &group->members[i].fiber;
    if (!relaxErrorIsSet(&group->members[i].call->error)) {
      ++i;
      continue;
    }
    while (fiber->numFrames > 0)
      machinePopFrame(group->machine, fiber);
    endMember(group, i);
  }
}

static void runAll(Group *group, const RelaxTogether *how) {
  RelaxRandom random = relaxRandomSeed(how->seed);
  while (group->numLive > 0)
    if (group->numReady == 0)
      flush(group);
    else if (how->interleave)
      resume(group, relaxRandomNext(&random) % group->numReady, 1);
    else
      resume(group, 0, UINT64_MAX);
  if (group->machine->batch) // drops what nobody waited for
    machineFlush(group->machine);
}

bool relaxMachineCallTogether(RelaxMachine *machine, RelaxCall *calls,
                              size_t numCalls, const RelaxTogether *how,
                              RelaxError *error) {
  if (machine->options.memoryLimit || machine->options.recompute)
    return relaxFail(error, "calls at the same time: expected no memory limit "
                            "and no recomputation, which are of one call");
  Group group = {.machine = machine, .calls = calls};
  group.members = calloc(numCalls ? numCalls : 1, sizeof *group.members);
  if (how->policy)
    machine->batch = machineBatchCreate(how, calls, numCalls);
  if (!group.members || (how->policy && !machine->batch)) {
    machineBatchDestroy(machine->batch);
    machine->batch = NULL;
    free(group.members);
    return relaxFail(error, "out of memory");
  }
  machineBeginCalls(machine);
  startAll(&group, numCalls);
  runAll(&group, how);
  machineEndCalls(machine);
  machineBatchDestroy(machine->batch);
  machine->batch = NULL;
  machine->running = 0;
  for (size_t i = 0; i < group.numMembers; ++i)
    fiberKeep(machine, &group.members[i].fiber);
  free(group.members);
  return true;
}

size_t relaxMachineRunningCall(const RelaxMachine *machine) {
  return machine->running;
}
