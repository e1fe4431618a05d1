//===- Memory.h - options of memory --------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_MEMORY_H
#define RELAX_TOOLS_RUN_MEMORY_H

#include "lib/Runtime/Recompute/Recompute.h"
#include "tools/CommandLine.h"
#include "tools/run/Engine.h"

/// What `--heuristic` and `--policy` say, or what they are without. False after
/// a message.
bool runParseRecompute(const CommandLine *line,
                       const RelaxRecomputeHeuristic **heuristic,
                       RelaxRecomputePolicy *policy);
/// `--memory-limit`, `--memory-level`, and `--recompute` with those: the fields
/// of that name. False after a message.
bool runParseMemory(const CommandLine *line, RunEngineOptions *options);

#endif // RELAX_TOOLS_RUN_MEMORY_H
