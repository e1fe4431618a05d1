//===- GraphText.h - graphs as text ---------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The first line is the number of nodes; then a line for each node, behind
// those of its arguments: its type (an integer, or a name as `@cell`; `!`
// before it: cannot be batched), how many arguments, and which (nodes from 0).
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_BATCH_GRAPHTEXT_H
#define RELAX_RUNTIME_BATCH_GRAPHTEXT_H

#include "lib/Runtime/Batch/Graph.h"
#include "lib/Runtime/Error.h"

/// Reads a text into an empty graph, whose types come in ascending order,
/// integers before names. False with what is wrong: `line 3: ...`. Free the
/// graph in any case.
bool batchGraphParse(StrRef text, BatchGraph *graph, RelaxError *error);

/// The integer that names a type of such a text (`7`, `!7`); false if there is
/// none in the name.
bool batchTypeNumber(const char *name, int64_t *number);

#endif // RELAX_RUNTIME_BATCH_GRAPHTEXT_H
