//===- BatchTables.h - tables of policies, in files and modules -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_BATCHTABLES_H
#define RELAX_TOOLS_RUN_BATCHTABLES_H

#include "lib/Runtime/Batch/Table.h"

/// Reads a table into an empty one: a file; `@NAME` of a module as text, which
/// is the file `module` (NULL: there is none). False with a message, or after
/// diagnostics with none.
bool runBatchTableRead(const char *name, const char *module, BatchTable *table,
                       RelaxError *error);
/// False with a message if such a file can not be written: to be asked before
/// anything is learnt.
bool runBatchTableCanBeMade(const char *path, RelaxError *error);
/// Writes a table with a comment in front of it: its text, or a
/// `relax.batch_policy` of the file's name where that ends in `.mlir`.
bool runBatchTableWrite(const BatchTable *table, const char *comment,
                        const char *path, RelaxError *error);

#endif // RELAX_TOOLS_RUN_BATCHTABLES_H
