//===- MachineTogether.c - calls that run at the same time ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Each call has a fiber. One thread runs them, one at a time.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineState.h"
#include "lib/Runtime/Random.h"

#include <stdlib.h>

/// A call and its fiber.
typedef struct Member {
  Fiber fiber;
  const RelaxFunction *function;
  RelaxCall *call;
} Member;

/// Those that are not at their end come first, in any order.
typedef struct Group {
  RelaxMachine *machine;
  Member *members;
  size_t numMembers, numLive;
} Group;

static void swapMembers(Group *group, size_t a, size_t b) {
  Member kept = group->members[a];
  group->members[a] = group->members[b];
  group->members[b] = kept;
}

static void startAll(Group *group, RelaxCall *calls, size_t numCalls) {
  for (size_t i = 0; i < numCalls; ++i) {
    Member *member = &group->members[group->numMembers++];
    member->call = &calls[i];
    member->function = machineStartCall(group->machine, &member->fiber,
                                        &calls[i], true, &calls[i].error);
    if (member->function)
      swapMembers(group, (size_t)(member - group->members), group->numLive++);
  }
}

/// Lets one go on for some instructions.
static void resume(Group *group, size_t index, const RelaxCall *calls,
                   uint64_t instructions) {
  RelaxMachine *machine = group->machine;
  Member *member = &group->members[index];
  RelaxCall *call = member->call;
  machine->running = (size_t)(call - calls);
  bool good = fiberRun(machine, &member->fiber, instructions, &call->error);
  if (member->fiber.numFrames > 0)
    return;
  if (good)
    machineEndCall(machine, member->function, call, &call->error);
  swapMembers(group, index, --group->numLive);
}

static void runAll(Group *group, const RelaxCall *calls,
                   const RelaxTogether *how) {
  RelaxRandom random = relaxRandomSeed(how->seed);
  while (group->numLive > 0)
    if (how->interleave)
      resume(group, relaxRandomNext(&random) % group->numLive, calls, 1);
    else
      resume(group, 0, calls, UINT64_MAX);
}

bool relaxMachineCallTogether(RelaxMachine *machine, RelaxCall *calls,
                              size_t numCalls, const RelaxTogether *how,
                              RelaxError *error) {
  Group group = {.machine = machine};
  group.members = calloc(numCalls ? numCalls : 1, sizeof *group.members);
  if (!group.members)
    return relaxFail(error, "out of memory");
  machineBeginCalls(machine);
  startAll(&group, calls, numCalls);
  runAll(&group, calls, how);
  machineEndCalls(machine);
  machine->running = 0;
  for (size_t i = 0; i < group.numMembers; ++i)
    fiberFree(&group.members[i].fiber);
  free(group.members);
  return true;
}

size_t relaxMachineRunningCall(const RelaxMachine *machine) {
  return machine->running;
}
