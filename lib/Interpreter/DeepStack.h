//===- DeepStack.h - a stack for programs that recurse --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The interpreter follows the text, and so calls itself. A program that is only
// a few calls deep stays on the stack it is on; from some depth on the rest of
// it runs in a thread of its own, whose stack is large. Pages of it that nobody
// reaches take no memory.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_INTERPRETER_DEEPSTACK_H
#define RELAX_INTERPRETER_DEEPSTACK_H

#include "lib/Interpreter/Module.h"

/// So many calls inside each other at most, and on the stack of the caller.
enum { EVAL_MAX_DEPTH = 100000, EVAL_SHALLOW_DEPTH = 100 };

/// Runs what is `depth` calls deep, where there is stack for it; false after a
/// message about `subject` (`'@f'`), and nothing ran, if it is too deep.
bool evalDeeper(RelaxInterpreter *interpreter, int depth, const char *subject,
                void (*run)(void *user), void *user, RelaxError *error);

#endif // RELAX_INTERPRETER_DEEPSTACK_H
