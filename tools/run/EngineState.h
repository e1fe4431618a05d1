//===- EngineState.h - what an engine consists of -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_ENGINESTATE_H
#define RELAX_TOOLS_RUN_ENGINESTATE_H

#include "lib/Interpreter/Interpreter.h"
#include "lib/Target/JIT.h"
#include "tools/run/Engine.h"

#include <time.h>

struct RunEngine {
  RunMode mode;
  const RunSource *source; // NULL: there was no module
  // compiled
  MlirOperation lowered;
  RelaxJit *jit;
  RelaxProgram *program;
  RelaxMachine *machine;
  // reference
  RelaxInterpreter *interpreter;
  RunEngineOptions options; // RUN_EITHER: for when it takes too long
  RunEngineTimes times;
};

static inline double engineSeconds(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/// The function of that name; null if there is none.
MlirOperation engineFindFunction(MlirOperation module, StrRef name);
/// From the source, or from the cache, to a machine. False after diagnostics or
/// with a message.
bool engineCompile(RunEngine *engine, const RunEngineOptions *options,
                   RelaxError *error);
/// The machine of an engine that has its program and its kernels. `key`: of
/// both, for weights in the cache; NULL: they are not kept.
bool engineCreateMachine(RunEngine *engine, const RunEngineOptions *options,
                         const RelaxCacheKey *key, RelaxError *error);

#endif // RELAX_TOOLS_RUN_ENGINESTATE_H
