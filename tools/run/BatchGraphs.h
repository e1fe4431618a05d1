//===- BatchGraphs.h - batches of plain graphs ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// `relax-run --batch-graph=FILE --policy=P`: no program runs; what a policy
// would do with a graph of typed nodes (docs/batching-policies.md).
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_BATCHGRAPHS_H
#define RELAX_TOOLS_RUN_BATCHGRAPHS_H

#include "lib/Runtime/Batch/Table.h"
#include "lib/Runtime/Error.h"
#include "tools/CommandLine.h"

/// Does the command line ask for it, or for an option that only this has?
bool runBatchGraphsAsked(const CommandLine *line);
/// Learns a table from the graphs into an empty one, as the options say, and
/// writes it.
bool runBatchLearn(const CommandLine *line, BatchGraph *const *graphs,
                   size_t numGraphs, BatchTable *table, RelaxError *error);
/// False after one message.
bool runBatchGraphs(const CommandLine *line);

#endif // RELAX_TOOLS_RUN_BATCHGRAPHS_H
