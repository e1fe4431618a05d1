//===- Progress.h - a line on the terminal while something takes long -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// `prompt of 512 tokens, 3 s` on stderr, written by a thread of its own where
// that takes longer than a moment, and erased when it ends. Nothing at all
// where stderr is no terminal.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_PROGRESS_H
#define RELAX_TOOLS_RUN_PROGRESS_H

#include <stdint.h>

typedef struct RunProgress RunProgress;

/// NULL where stderr is no terminal; the other functions take that.
RunProgress *runProgressCreate(void);
/// Ends the thread.
void runProgressDestroy(RunProgress *progress);
/// From now on this takes time: "FORMAT, 3 s", with a number in the format.
/// The format has to live as long as it is shown.
void runProgressShow(RunProgress *progress, const char *format, int64_t number);
/// What is shown is erased; the terminal is the caller's.
void runProgressHide(RunProgress *progress);

#endif // RELAX_TOOLS_RUN_PROGRESS_H
