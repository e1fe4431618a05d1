//===- Memory.h - options of memory --------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_MEMORY_H
#define RELAX_TOOLS_RUN_MEMORY_H

#include "lib/Runtime/Recompute/Recompute.h"
#include "tools/CommandLine.h"

/// What `--heuristic` and `--policy` say, or what they are without. False after
/// a message.
bool runParseRecompute(const CommandLine *line,
                       const RelaxRecomputeHeuristic **heuristic,
                       RelaxRecomputePolicy *policy);
/// `--memory-limit` (0: none), and `--recompute` with these (NULL: without it).
/// False after a message.
bool runParseMemory(const CommandLine *line, uint64_t *limit,
                    const RelaxRecomputeHeuristic **heuristic,
                    RelaxRecomputePolicy *policy);

#endif // RELAX_TOOLS_RUN_MEMORY_H
