//===- Replay.h - logs of operators, replayed ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_REPLAY_H
#define RELAX_TOOLS_RUN_REPLAY_H

#include "tools/CommandLine.h"

/// `--replay=LOG`: nothing is run but its log. False after a message.
bool runReplay(const CommandLine *line);

#endif // RELAX_TOOLS_RUN_REPLAY_H
