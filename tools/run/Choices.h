//===- Choices.h - what programs decide by values -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// `--decisions=SEED|@FILE` puts numbers in the place of what a program decides
// by values (`relax-mark-decisions`), `--record-decisions=FILE` writes them. A
// file has a line for each call: its decisions in their order, with blanks
// between; a line that begins with `#` is a comment.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_CHOICES_H
#define RELAX_TOOLS_RUN_CHOICES_H

#include "tools/run/Execute.h"

/// Those of one call.
typedef struct RunChoiceLine {
  int64_t *values; // stb_ds array
  size_t number;   // of the line in its file
  size_t taken;    // of the values, so far
} RunChoiceLine;

typedef struct RunChoices {
  bool asked; // for one of the options
  bool drawn;
  uint64_t seed;
  const char *path;      // NULL: not from a file
  RunChoiceLine *lines;  // stb_ds array: by call; of a file or to be written
  const char *recordTo;  // NULL: nowhere
  const RunCall *calls;  // all of them
  const size_t *running; // by the calls that run together; NULL: one by one
  size_t call;           // the one that runs, or the first of those
  bool records;          // this is the run that counts
} RunChoices;

/// The options, and the file. False after a message; free it in any case.
bool runChoicesParse(const CommandLine *line, const RunCall *calls,
                     RunChoices *out);
/// For RelaxObserver::decide; `user` is the session.
bool runChoose(void *user, int64_t below, int64_t *value, RelaxError *error);

/// A call begins, also once more; `first`: it is what gives the results.
void runChoicesBegin(RunSession *session, const RunCall *call, bool first);
/// The call that ran last runs once more, by itself.
void runChoicesAgain(RunSession *session);
/// The next ones run together: `numbers` says which each of them is, counted
/// from `first`. NULL: one by one again.
void runChoicesTogether(RunSession *session, const RunCall *first,
                        const size_t *numbers);
/// A call has succeeded: was all taken that the file has for it? False after a
/// message.
bool runChoicesEnd(const RunSession *session, const RunCall *call);
/// The file that was asked for; false after a message.
bool runChoicesWrite(const RunChoices *choices);
void runChoicesFree(RunChoices *choices);

#endif // RELAX_TOOLS_RUN_CHOICES_H
