//===- MachineTogether.c - calls that run at the same time ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Each call has a fiber, and parts of it that wait have more (MachineTask.h).
// One thread runs them, one at a time.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineBatch.h"
#include "lib/Runtime/MachineTask.h"
#include "lib/Runtime/Pool.h"
#include "lib/Runtime/Random.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

/// A call, or a part of one (MachineTask.h), and its fiber.
typedef struct Member {
  Fiber fiber;
  const RelaxFunction *function;
  RelaxCall *call;
  MachineTask *task;   // that it works on; NULL: the call itself
  size_t noted;        // bytes, among those of values
  struct Member *next; // that waits for the same task
} Member;

typedef struct Group {
  RelaxMachine *machine;
  RelaxCall *calls;
  bool *ended;       // of the calls
  uint64_t *counted; // instructions of all fibers of a call
  Member **live;     // stb_ds arrays: those that have not ended, or just now
  Member **ready;    // of them, the next one last
} Group;

static bool isOver(const Group *group, const RelaxCall *call) {
  return relaxErrorIsSet(&call->error) || group->ended[call - group->calls];
}

/// What it has left is dropped.
static void dropFiber(RelaxMachine *machine, Member *member) {
  relaxPoolNote(-(int64_t)member->noted);
  while (member->fiber.numFrames > 0)
    machinePopFrame(machine, &member->fiber);
  fiberKeep(machine, &member->fiber);
  if (member->task)
    machineTaskRelease(member->task);
}

static void freeMember(Group *group, Member *member) {
  dropFiber(group->machine, member);
  relaxPoolFree(member, sizeof *member);
}

/// Takes over the fiber and the reference to the task.
static Member *addMember(Group *group, RelaxCall *call, Fiber fiber,
                         MachineTask *task) {
  Member *member = relaxPoolAllocate(sizeof *member), all;
  all = (Member){.fiber = fiber, .call = call, .task = task};
  if (member) {
    *member = all;
    arrput(group->live, member);
  } else {
    dropFiber(group->machine, &all);
    relaxFail(&call->error, "out of memory");
  }
  return member;
}

/// Who waits for no task goes on, in the order of the calls; parts of calls
/// that are over go.
static void wake(Group *group) {
  ptrdiff_t count = 0;
  for (ptrdiff_t i = 0; i < arrlen(group->live); ++i) {
    Member *member = group->live[i];
    if (member->fiber.numFrames == 0 || isOver(group, member->call))
      freeMember(group, member);
    else
      group->live[count++] = member;
  }
  arrsetlen(group->live, (size_t)count);
  for (ptrdiff_t i = count - 1; i >= 0; --i)
    if (!group->live[i]->fiber.awaits)
      arrput(group->ready, group->live[i]);
}

static void startAll(Group *group, size_t numCalls) {
  for (size_t i = 0; i < numCalls; ++i) {
    RelaxCall *call = &group->calls[i];
    Member *member = addMember(group, call, fiberTake(group->machine), NULL);
    if (member)
      member->function = machineStartCall(group->machine, &member->fiber, call,
                                          true, &call->error);
  }
  wake(group);
}

/// The member waits from here on: for a task, or until all do.
static void await(Member *member) {
  MachineTask *task = member->fiber.awaits;
  if (!task)
    return;
  member->next = task->waiting;
  task->waiting = member;
}

/// What waits becomes a part of the call that goes its own way, if whoever
/// called it can go on.
static void detach(Group *group, Member *member) {
  RelaxMachine *machine = group->machine;
  Fiber apart;
  MachineTask *task =
      machineTaskDetach(machine, &member->fiber, &apart, &member->call->error);
  if (!task) {
    await(member);
    return;
  }
  Member *part = addMember(group, member->call, apart, task);
  if (!part)
    return;
  part->noted = apart.numRegisters * sizeof *apart.registers +
                apart.numFrames * sizeof *apart.frames;
  relaxPoolNote((int64_t)part->noted);
  await(part);
  arrput(group->ready, member);
}

static void end(Group *group, Member *member) {
  if (!member->task) {
    machineEndCall(group->machine, member->function, member->call,
                   &member->call->error);
    return;
  }
  machineTaskEnd(group->machine, member->task);
  for (Member *other = member->task->waiting; other; other = other->next) {
    other->fiber.awaits = NULL;
    arrput(group->ready, other);
  }
}

/// Lets one that is ready go on for some instructions.
static void resume(Group *group, size_t index, uint64_t instructions) {
  RelaxMachine *machine = group->machine;
  Member *member = group->ready[index];
  RelaxCall *call = member->call;
  size_t number = (size_t)(call - group->calls);
  if (isOver(group, call)) {
    arrdel(group->ready, index);
    return;
  }
  machine->running = number;
  member->fiber.instructions = group->counted[number];
  bool good = fiberRun(machine, &member->fiber, instructions, &call->error);
  group->counted[number] = member->fiber.instructions;
  if (member->fiber.numFrames > 0 && !member->fiber.waits)
    return;
  arrdel(group->ready, index);
  if (member->fiber.waits && good)
    detach(group, member);
  else if (good)
    end(group, member);
  if (!member->task && !member->fiber.numFrames)
    group->ended[number] = true;
}

/// Runs what was deferred. Where that is nothing, those who wait do so in vain.
static void flush(Group *group) {
  MachineBatch *batch = group->machine->batch;
  bool runs = batch && arrlen(batch->nodes) > 0;
  if (batch)
    machineFlush(group->machine);
  wake(group);
  for (ptrdiff_t i = 0; i < arrlen(group->ready) && !runs; ++i)
    relaxFail(&group->ready[i]->call->error,
              "a value is forced that nothing computes");
}

static void runAll(Group *group, const RelaxTogether *how) {
  RelaxRandom random = relaxRandomSeed(how->seed);
  while (arrlen(group->live) > 0) {
    size_t numReady = arrlenu(group->ready);
    if (numReady == 0)
      flush(group);
    else if (how->interleave)
      resume(group, relaxRandomNext(&random) % numReady, 1);
    else
      resume(group, numReady - 1, UINT64_MAX);
  }
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
  group.ended = calloc(numCalls + 1, sizeof *group.ended);
  group.counted = calloc(numCalls + 1, sizeof *group.counted);
  bool good = group.ended && group.counted;
  if (good && how->policy)
    machine->batch = machineBatchCreate(how, calls, group.ended);
  good = good && (!how->policy || machine->batch);
  if (good) {
    machineBeginCalls(machine);
    startAll(&group, numCalls);
    runAll(&group, how);
    machineEndCalls(machine);
  }
  machineBatchDestroy(machine->batch);
  machine->batch = NULL;
  machine->running = 0;
  arrfree(group.live);
  arrfree(group.ready);
  free(group.ended);
  free(group.counted);
  return good || relaxFail(error, "out of memory");
}

size_t relaxMachineRunningCall(const RelaxMachine *machine) {
  return machine->running;
}
