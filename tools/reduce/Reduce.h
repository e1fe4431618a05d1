//===- Reduce.h - a text that makes a command fail, made smaller ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_REDUCE_REDUCE_H
#define RELAX_TOOLS_REDUCE_REDUCE_H

#include "lib/Support/StringRef.h"

#include <stdbool.h>

typedef struct Reducer {
  const char *command;      // for the shell; `%s` is the file
  const char *message;      // what a failure says, or NULL
  const char *output;       // where the best text is
  long seconds;             // a run that takes longer does not fail
  StrBuf best;              // as the printer writes it
  StrBuf folder, file, log; // paths: of what a run reads and says
  long runs, candidates, linesBefore;
  bool terminal;  // shows progress
  bool unwritten; // the best text could not be written
} Reducer;

/// Says `relax-reduce: error: ...`, or gives it as data; false.
bool reduceFail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// Ctrl-C was pressed: nothing more is tried.
bool reduceStopped(void);
/// Makes Ctrl-C stop the reduction instead of the process.
void reduceCatchStop(void);
/// The command fails as it should with this text.
bool reduceFails(Reducer *r, StrRef text);
/// Is the candidate (whose memory is taken) a module that makes the command
/// fail? Then it is the best.
bool reduceTry(Reducer *r, StrBuf *candidate);

/// Moves.c, Header.c: each tries to make the best text smaller in its way; true
/// if it did.
bool reduceRemove(Reducer *r, int depth);
bool reduceBypass(Reducer *r);
bool reduceNumbers(Reducer *r);
bool reduceConstants(Reducer *r);
bool reduceCutEnd(Reducer *r);
bool reduceCutBegin(Reducer *r);
bool reduceArguments(Reducer *r);
bool reduceFacts(Reducer *r);

#endif // RELAX_TOOLS_REDUCE_REDUCE_H
