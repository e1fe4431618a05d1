//===- MachineTask.h - calls of one instance beside each other ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Runtime. A call that waits for a value stops all frames below
// it. Where it is of a concurrent function, its frames become a fiber of their
// own, a task, and the caller goes on: its registers for the results hold a
// VALUE_TASK each until an instruction reads one, which waits for the task
// then. Whoever waits is taken apart at the next such call in the same way, so
// all parts of an instance that can run have run when calls are launched. A
// call that never waits costs nothing.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_MACHINETASK_H
#define RELAX_RUNTIME_MACHINETASK_H

#include "lib/Runtime/MachineState.h"

/// A call under way, or its results.
struct MachineTask {
  uint32_t refs; // registers, and the fiber that works on it
  uint32_t numResults;
  bool done;
  size_t *live;
  void *waiting; // fibers, for whoever runs them (MachineTogether.c)
  Value results[];
};

/// Without results yet; `live` counts those that there are. NULL without memory
/// (MachineValues.c).
MachineTask *machineTaskCreate(size_t *live, uint32_t numResults);
/// Makes a task of the topmost frames of a fiber that waits, if they are of a
/// call that can be one: `*apart` is that fiber then, and `fiber` can go on.
/// NULL if nothing can, or with a message without memory.
MachineTask *machineTaskDetach(RelaxMachine *machine, Fiber *fiber,
                               Fiber *apart, RelaxError *error);
/// Its fiber has ended, its results are in `machine->results`.
void machineTaskEnd(RelaxMachine *machine, MachineTask *task);
/// Does the instruction have all that it reads? Sets `fiber->awaits` where not.
bool machineTaskReads(Exec *exec, const RelaxInst *inst);

#endif // RELAX_RUNTIME_MACHINETASK_H
