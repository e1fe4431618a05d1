//===- Policy.h - a policy of batching that an option names ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_POLICY_H
#define RELAX_TOOLS_RUN_POLICY_H

#include "lib/Runtime/Batch/Policy.h"
#include "lib/Runtime/Batch/Table.h"

/// `agenda`, or `fsm:TABLE`, which is read into an empty one: a file, or a
/// table of `module`, the path of a program (BatchTables.h). False with a
/// message.
bool runPolicyRead(const char *text, const char *module,
                   const BatchPolicy **policy, BatchTable *table,
                   RelaxError *error);

#endif // RELAX_TOOLS_RUN_POLICY_H
