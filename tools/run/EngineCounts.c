//===- EngineCounts.c - what an engine tells of itself --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/EngineState.h"

uint64_t runEngineKernelsCompiled(const RunEngine *engine) {
  return engine->jit ? relaxJitTimes(engine->jit)->kernels : 0;
}

uint64_t runEngineKernelsCached(const RunEngine *engine) {
  return engine->jit ? relaxJitTimes(engine->jit)->cached : 0;
}

RunEngineTimes runEngineTimes(const RunEngine *engine) {
  RunEngineTimes times = engine->times;
  if (engine->jit)
    times.compile = *relaxJitTimes(engine->jit);
  return times;
}

uint64_t runEngineWeightBytes(const RunEngine *engine) {
  return engine->machine ? relaxMachineWeightBytes(engine->machine) : 0;
}

MlirOperation runEngineLowered(const RunEngine *engine) {
  return engine->lowered;
}

const RelaxCounters *runEngineCounters(const RunEngine *engine) {
  return engine->machine ? relaxMachineLastCounters(engine->machine) : NULL;
}
