//===- Text.h - prompts to tokens, tokens to text -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// An entry that makes text has these inputs, known by their names; all but the
// first may be missing:
//
//   prompt       [p] i64 or i32, tokens with the begin
//   max_tokens   i64, how many are made at most
//   stop         i64, the token behind which it ends, -1 for none
//   temperature  f32, 0: the likeliest token
//   top_p        f32
//   seed         ui64
//
// It emits each new token as "token" (`relax.emit`). What is printed is the
// text of the prompt and of these, one line per call.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_TEXT_H
#define RELAX_TOOLS_RUN_TEXT_H

#include "tools/run/Call.h"
#include "tools/run/Progress.h"

typedef struct RunText RunText;

/// The tokenizer of a GGUF file. `stream`: text is printed as it comes.
/// `progress` may be NULL. NULL after a message.
RunText *runTextCreate(const char *path, bool stream, RunProgress *progress);
void runTextDestroy(RunText *text);

/// What the options of a call say, as inputs of the function; `text` may be
/// NULL. False after a message.
bool runTextInputs(RunText *text, const RunCall *call,
                   const RelaxFunction *function, RelaxTensor *inputs,
                   bool *given);

/// A call begins.
void runTextBegin(RunText *text);
/// The value of a token that was emitted.
bool runTextToken(RunText *text, const RelaxTensor *value, RelaxError *error);
/// The call ends; what was not printed yet is, unless it failed before the
/// first token. False after a message.
bool runTextEnd(RunText *text, bool good);

#endif // RELAX_TOOLS_RUN_TEXT_H
